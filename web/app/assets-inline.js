// Where the program and the workers come from in the single file: the page itself. A page that was
// opened from a disk may fetch nothing, and begins workers only from blobs.

import { unpacked } from "./squeeze.js";

const text = (id) => document.getElementById(id).textContent;

export const assets = {
  async module() {
    const letters = atob(text("kumiki-wasm").trim());
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return WebAssembly.compile(await unpacked(packed.buffer));
  },
  worker() {
    const script = new Blob([text("kumiki-worker")], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script));
  },
  isKeepable: false,
};
