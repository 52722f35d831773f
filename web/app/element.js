// One picture in anybody's page:
//
//   <script type="module" src="https://.../app/element.js"></script>
//   <kumiki-view question='{"command": "pack", "file": "soma"}'></kumiki-view>
//
// `question` is a question as `kumiki ask` takes it, or a link that the page has copied. A packing
// can be turned; anything else is drawn. The answer's headline stands below.

import { headline } from "./answer.js";
import { drawing, h } from "./dom.js";
import { ask } from "./engine.js";
import { unpackedText } from "./squeeze.js";
import { bricksOf, piecesOf } from "./packing.js";
import { createView, describe } from "./view3d.js";

const STYLE = `
  :host { display: block; font: 14px/1.4 system-ui, sans-serif; }
  .frame { position: relative; height: var(--kumiki-height, 18rem); display: grid; grid-template: minmax(0, 1fr) / minmax(0, 1fr); place-items: center; overflow: hidden; }
  canvas { width: 100%; height: 100%; display: block; }
  img { max-width: 100%; max-height: 100%; object-fit: contain; }
  p { margin: .4rem 0 0; }
`;

/** The question that an attribute says. */
async function read(text) {
  const link = /#q=([\w-]+)/.exec(text);
  return JSON.parse(link ? await unpackedText(link[1]) : text);
}

class KumikiView extends HTMLElement {
  static observedAttributes = ["question"];

  constructor() {
    super();
    this.frame = h("div", { class: "frame" });
    this.words = h("p", { role: "status" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.frame, this.words);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback() {
    this.answer().catch((error) => this.told("refused", error.message));
  }

  disconnectedCallback() {
    this.run?.cancel();
    this.view?.dispose();
    this.view = undefined;
  }

  told(state, words) {
    this.dataset.state = state;
    this.words.textContent = words;
  }

  async answer() {
    this.disconnectedCallback();
    this.told("asked", "\u2026");
    const question = await read(this.getAttribute("question") ?? "");
    if (!question.list && !question.sample && question.command !== "slide") question.list = 1;
    let first;
    const hear = (line) => (first ??= line.solution ? line : undefined);
    const run = (this.run = ask(question, { wants: ["text", "svg"], hear }));
    const { answer, error, text, svg } = await run.done;
    if (this.run !== run) return;
    if (error) throw new Error(error);
    if (first?.solution.layers) this.turn(question.command === "antislide" ? bricksOf(first.solution) : piecesOf(first.solution, answer.pieces));
    else this.frame.replaceChildren(h("img", { src: drawing(svg), alt: text }));
    this.told("answered", headline(text));
  }

  turn(packing) {
    const canvas = h("canvas", { role: "img", "aria-label": `${describe(packing)} Arrow keys turn it.` });
    this.frame.replaceChildren(canvas);
    this.view = createView(canvas);
    this.view.setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    this.view.show(packing);
  }
}

customElements.define("kumiki-view", KumikiView);
