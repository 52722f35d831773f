// A packing in space: turned by mouse, touch and keys, taken apart, looked into layer by layer.

import { h, toast } from "./dom.js";
import { contacts, createView, describe } from "./view3d.js";
import { theme } from "./theme.js";

/** Turns of a key, in radians. */
const TURN = 0.12;

export class Stage3d {
  constructor() {
    this.canvas = h("canvas", {
      tabindex: "0",
      role: "img",
      "aria-label": "Packing in space. Arrow keys turn it, plus and minus zoom, 0 puts it back.",
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
    if (!packing) return;
    const layers = packing.size[2];
    const isOpen = Number(this.layer.value) === Number(this.layer.max);
    this.layer.max = layers;
    if (isOpen || this.layer.value > layers) this.layer.value = layers;
    this.layer.disabled = layers < 2;
    this.view?.show(packing);
    this.view?.setExplode(this.explode.value / 100);
    this.cut();
    this.canvas.setAttribute("aria-label", `${describe(packing)} Arrow keys turn it, plus and minus zoom, 0 puts it back, N goes through the pieces.`);
    this.pick(null);
  }

  cut() {
    this.view?.setLayers(0, Number(this.layer.value) - 1);
  }

  /** Says what holds a piece. */
  pick(piece) {
    this.picked = piece;
    this.view?.highlight(piece);
    this.said.textContent = piece === null || !this.packing ? "Press a piece to see what holds it." : told(contacts(this.packing, piece), this.packing, piece);
  }

  press(event) {
    const turns = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, -TURN], ArrowDown: [0, TURN] };
    const count = this.packing?.pieces.length ?? 0;
    if (turns[event.key]) this.view?.rotate(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") this.view?.zoom(1.15);
    else if (event.key === "-") this.view?.zoom(1 / 1.15);
    else if (event.key === "0") this.view?.reset();
    else if (event.key.toLowerCase() === "n" && count > 0) this.pick(((this.picked ?? -1) + 1) % count);
    else if (event.key === "Escape") this.pick(null);
    else return;
    event.preventDefault();
  }
}

/** What holds each face of a piece, in words. */
function told(held, packing, piece) {
  const { name } = packing.pieces[piece];
  const faces = Object.entries(held).map(([face, by]) => `${face}: ${[by].flat().join(", ") || "nothing"}`);
  return `${name} is held: ${faces.join("; ")}.`;
}
