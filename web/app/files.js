// Files that a visitor drops or chooses. They stay in the page.

import { h, toast } from "./dom.js";
import { unpacked } from "./squeeze.js";

/** The longest file that is read. */
const LIMIT = 8 << 20;

async function read(file) {
  if (file.size > LIMIT) throw new Error(`${file.name} has more than ${LIMIT >> 20} MB`);
  const bytes = await unpacked(await file.arrayBuffer());
  return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
}

/** Lets files be dropped on an element, and gives a button to choose one. */
export function taking(element, accept, take) {
  const taken = async (file) => {
    try {
      if (file) take(await read(file));
    } catch (error) {
      toast(error instanceof TypeError ? `${file.name} is no text` : error.message);
    }
  };
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("drop");
  });
  element.addEventListener("dragleave", () => element.classList.remove("drop"));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("drop");
    taken(event.dataTransfer.files[0]);
  });
  const input = h("input", { type: "file", accept, hidden: true, onchange: () => taken(input.files[0]) });
  return h("span", {}, input, h("button", { type: "button", onclick: () => input.click() }, "Open a file\u2026"));
}
