// Bytes and texts made small, and as they were.

function through(bytes, stream) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

/** What gzip has made small, as it was. */
export async function unpacked(packed) {
  const [first, second] = new Uint8Array(packed, 0, 2);
  return first === 0x1f && second === 0x8b ? through(packed, new DecompressionStream("gzip")) : packed;
}

/** A text in letters that addresses may have. */
export async function packedText(text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text that was made small. */
export async function unpackedText(letters) {
  const plain = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
