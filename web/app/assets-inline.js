// Where the program and the workers come from in the single file: the page itself. A page that was
// opened from a disk may fetch nothing, and begins workers only from blobs.

const text = (id) => document.getElementById(id).textContent;

export const assets = {
  program() {
    const letters = text("kumiki-wasm").trim();
    const bytes = Uint8Array.fromBase64?.(letters);
    return { packed: bytes ?? Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)) };
  },
  worker() {
    const script = new Blob([text("kumiki-worker")], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script));
  },
  isKeepable: false,
};
