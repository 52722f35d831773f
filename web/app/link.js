// The address of a question: behind `#q=` is its document, packed. It never leaves the browser.

import { packedText, unpackedText } from "./squeeze.js";

/** What the address says: `{question}`, `{tab}`, or nothing. */
export async function read(hash = location.hash) {
  const packed = /^#q=([\w-]+)/.exec(hash);
  if (packed) {
    try {
      return { question: JSON.parse(await unpackedText(packed[1])) };
    } catch {
      return { broken: true };
    }
  }
  const tab = /^#([a-z]+)$/.exec(hash);
  return tab ? { tab: tab[1] } : {};
}

/** The address of a question. */
export async function addressOf(question) {
  const packed = await packedText(JSON.stringify(question));
  return `${location.href.split("#")[0]}#q=${packed}`;
}

/** Writes a question, or the name of a tab, into the address of this page. */
export async function write(question, tab) {
  const address = question ? await addressOf(question) : `#${tab}`;
  history.replaceState(null, "", address);
}
