// A packing in space: turned by mouse, touch and keys, taken apart, looked into layer by layer.

import { h, toast } from "./dom.js";
import { contacts, createView, describe } from "./view3d.js";
import { theme } from "./theme.js";

export class Stage3d {
  constructor() {
    this.canvas = h("canvas", {
      tabindex: "0",
      role: "img",
      "aria-label": "A packing in space",
      onkeydown: (event) => this.press(event),
    });
    this.frame = h("div", { class: "view" }, this.canvas);
    this.explode = h("input", { type: "range", min: 0, max: 100, value: 0, oninput: () => this.view?.setExplode(this.explode.value / 100) });
    this.layer = h("input", { type: "range", min: 1, max: 1, value: 1, oninput: () => this.cut() });
    this.said = h("p", { class: "note held", role: "status" });
    this.held = h("div", {}, this.said);
    const reset = () => {
      this.explode.value = 0;
      this.layer.value = this.layer.max;
      this.view?.setExplode(0);
      this.cut();
      this.view?.reset();
      this.pick(null);
    };
    this.controls = [
      h("label", {}, "Apart", this.explode),
      h("label", {}, "Layers", this.layer),
      h("button", { type: "button", onclick: reset }, "Put back"),
    ];
    theme.listen((name) => this.view?.setTheme(name));
  }

  /** The view is made when something is to be seen. */
  begin() {
    if (this.view) return;
    try {
      this.view = createView(this.canvas, { onPick: (piece) => this.pick(piece) });
      this.view.setTheme(theme.name());
    } catch (error) {
      toast(`There is no drawing in space here: ${error.message}`);
    }
  }

  show(packing) {
    this.begin();
    this.packing = packing;
    if (!packing) {
      this.view?.show(null);
      return;
    }
    const layers = packing.size[2];
    const isOpen = Number(this.layer.value) === Number(this.layer.max);
    this.layer.max = layers;
    if (isOpen || this.layer.value > layers) this.layer.value = layers;
    this.layer.disabled = layers < 2;
    this.view?.show(packing);
    this.view?.setExplode(this.explode.value / 100);
    this.cut();
    this.canvas.setAttribute("aria-label", `${describe(packing)} Arrow keys turn it, plus and minus zoom, Escape puts it back, N goes from piece to piece.`);
    this.pick(null);
  }

  cut() {
    this.view?.setLayers(0, Number(this.layer.value) - 1);
  }

  /** Says what holds a piece. */
  pick(piece) {
    this.picked = piece;
    const faces = piece === null || !this.packing ? {} : contacts(this.packing, piece);
    this.view?.highlight(piece, Object.keys(faces).filter((face) => faces[face].length > 0));
    this.said.textContent = piece === null || !this.packing ? "Press a piece to see what holds each face." : told(faces, this.packing, piece);
  }

  press(event) {
    const count = this.packing?.pieces.length ?? 0;
    if (event.key.toLowerCase() !== "n" || count === 0 || event.ctrlKey || event.metaKey) return;
    this.pick(((this.picked ?? -1) + (event.shiftKey ? count - 1 : 1)) % count);
    event.preventDefault();
  }
}

/** What holds each face of a piece, in words. */
function told(held, { pieces }, piece) {
  const name = (by) => (by === "wall" ? "the wall" : pieces[by].name);
  const faces = Object.entries(held).map(([face, by]) => `${face}: ${by.map(name).join(", ") || "nothing"}`);
  return `What holds ${pieces[piece].name}? ${faces.join("; ")}.`;
}
