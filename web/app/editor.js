// A text with numbered lines, and what is wrong beside its line.

import { placeOf } from "./answer.js";
import { fresh, h } from "./dom.js";

export class Editor {
  constructor(label, onchange) {
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    this.error = h("p", { class: "error", id: fresh("error"), role: "alert" });
    this.area = h("textarea", {
      "aria-label": label,
      "aria-describedby": this.error.id,
      spellcheck: "false",
      autocapitalize: "off",
      wrap: "off",
      oninput: () => this.settle(),
      onscroll: () => (this.numbers.scrollTop = this.area.scrollTop),
      // Tab leaves the text, as everywhere; Ctrl+Enter asks.
      onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onchange();
      },
    });
    this.element = h("div", {}, h("div", { class: "text" }, this.numbers, this.area), this.error);
    this.settle();
  }

  get value() {
    return this.area.value;
  }

  set value(text) {
    this.area.value = text;
    this.settle();
  }

  settle() {
    this.mark("");
  }

  /** Shows what is wrong, and takes the eyes there. */
  mark(error) {
    const place = error && placeOf(error);
    const count = this.area.value.split("\n").length;
    const lines = Array.from({ length: count }, (_, i) => i + 1);
    const shown = lines.flatMap((line) => [line === place?.line ? h("b", {}, String(line)) : String(line), "\n"]);
    this.numbers.replaceChildren(...shown);
    this.area.setAttribute("aria-invalid", String(Boolean(error)));
    this.error.textContent = !error ? "" : place ? `line ${place.line}: ${place.what}` : error;
    if (!place) return;
    const starts = this.area.value.split("\n").slice(0, place.line - 1);
    const at = starts.reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
    this.area.setSelectionRange(at, at);
    const height = this.area.scrollHeight / count;
    this.area.scrollTop = Math.max(0, (place.line - 4) * height);
  }
}
