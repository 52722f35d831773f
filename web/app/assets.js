// Where the program and the workers come from: files beside the page. The single file has another
// module in this place, `assets-inline.js`.

const here = (name) => new URL(name, import.meta.url);

/** A worker of another origin cannot be started; one that imports it can. */
function borrowed(address) {
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
  return URL.createObjectURL(script);
}

export const assets = {
  /** Where a worker finds the program. */
  program: () => ({ address: here("../kumiki.wasm.lzma").href }),
  worker() {
    const address = here("worker.js");
    const isOurs = address.origin === location.origin;
    return new Worker(isOurs ? address : borrowed(address), { type: "module" });
  },
  /** Whether what is beside the page can be kept for use without a network. */
  isKeepable: location.protocol.startsWith("http"),
};
