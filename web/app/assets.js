// Where the program and the workers come from: files beside the page. The single file has another
// module in this place, `assets-inline.js`.

import { unpacked } from "./squeeze.js";

const here = (name) => new URL(name, import.meta.url);

/** A worker of another origin cannot be started; one that imports it can. */
function borrowed(address) {
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
  return URL.createObjectURL(script);
}

export const assets = {
  async module() {
    const response = await fetch(here("../kumiki.wasm.gz"));
    if (!response.ok) {
      const hint = "if this is 'kumiki serve', open the address that it has printed, with #t=";
      throw new Error(`kumiki.wasm.gz: ${response.status}; ${hint}`);
    }
    return WebAssembly.compile(await unpacked(await response.arrayBuffer()));
  },
  worker() {
    const address = here("worker.js");
    const isOurs = address.origin === location.origin;
    return new Worker(isOurs ? address : borrowed(address), { type: "module" });
  },
  /** Whether what is beside the page can be kept for use without a network. */
  isKeepable: location.protocol.startsWith("http"),
};
