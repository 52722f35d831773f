// Pieces packed into a box: from the gallery, drawn, or from a file.

import { AnswerPane } from "./answer.js";
import { piecesOf } from "./packing.js";
import { Browser } from "./browse.js";
import { chips, drawing, grouped, h } from "./dom.js";
import { Editor } from "./editor.js";
import { catalogue } from "./engine.js";
import { taking } from "./files.js";
import { Stage3d } from "./stage3d.js";
import { Workshop } from "./workshop.js";

/** So many classes are listed to be looked at. */
const LISTED = 300;

export function open(root) {
  const stage = new Stage3d();
  const caption = h("span", { class: "caption", role: "status" });
  const picture = h("img", { alt: "" });
  const words = h("pre", { tabindex: "0", "aria-label": "Solution" });
  const flat = h("div", { class: "view paper", hidden: true }, picture);
  const listed = h("div", { class: "view", hidden: true }, words);
  let how;
  let pieces = [];

  const look = (value) => {
    how = value;
    draw(browser.chosen[browser.at]);
  };
  const looks = chips("How it is drawn", [["space", "In space"], ["flat", "Drawn"]], look, "space");
  const draw = (line) => {
    const isCover = Array.isArray(line?.solution);
    const isFlat = how === "flat" && !isCover;
    stage.frame.hidden = isFlat || isCover;
    flat.hidden = !isFlat;
    listed.hidden = !isCover;
    caption.textContent = line?.text?.split("\n")[0] ?? "";
    if (!line) {
      picture.removeAttribute("src");
      return stage.show();
    }
    if (isCover) words.textContent = line.text;
    else if (isFlat) {
      URL.revokeObjectURL(picture.src);
      picture.src = drawing(line.svg);
      picture.alt = line.text;
    } else stage.show(piecesOf(line.solution, pieces));
  };
  const browser = new Browser((line) => {
    // A puzzle of one layer lies flat, until somebody lifts it.
    if (line?.solution?.layers && browser.at === 0 && !how) {
      how = line.solution.layers.length === 1 ? "flat" : "space";
      looks.press(how);
    }
    draw(line);
  });

  const pane = new AnswerPane({
    begin() {
      how = undefined;
      pieces = [];
      browser.clear();
      draw();
    },
    hear(line) {
      if (line.solution) browser.add(line);
    },
    fail: (error) => editor.mark(error),
  });

  const gallery = h("div", { class: "gallery", role: "group", "aria-label": "Gallery" });
  const editor = new Editor("The text of the puzzle", () => go(fromText()));
  const workshop = new Workshop();
  let name = "puzzle.toml";
  const file = taking(root, ".toml,.dlx,.xmpuzzle,.txt,.puzzle,.xml", (given) => {
    name = given.name;
    editor.value = given.text;
    show("text");
    go(fromText());
  });

  const fromText = () => about({ name, text: editor.value });
  const about = (source) => {
    const isCover = /\.dlx$/i.test(source.name ?? "");
    const base = { file: source, list: LISTED, count: true };
    return isCover ? { command: "cover", ...base, symmetry: "auto" } : { command: "pack", ...base };
  };
  const ask = (words, question) => h("button", { type: "button", class: "main", onclick: () => go(question()) }, words);
  const rooms = {
    gallery,
    draw: h("div", { class: "side" }, workshop.element,
      ask("Pack them", () => {
        name = "my-puzzle.toml";
        editor.value = workshop.text();
        return fromText();
      })),
    text: h("div", { class: "side" },
      h("p", { class: "note" }, "Kumiki\u2019s TOML, BurrTools\u2019 .xmpuzzle, Polycube text, or Knuth\u2019s .dlx: drop one anywhere on this tab."),
      h("div", { class: "row" }, file, ask("Solve", fromText)),
      editor.element),
  };
  const show = (room) => {
    for (const [other, element] of Object.entries(rooms)) element.hidden = other !== room;
    modes.press(room);
  };
  const modes = chips("Where the puzzle comes from", [["gallery", "Gallery"], ["draw", "Draw your own"], ["text", "Text or file"]], show, "gallery");

  const ready = catalogue().then((all) => {
    for (const puzzle of all.puzzles) {
      const count = puzzle.solutions === 0 ? "none" : `${grouped(puzzle.solutions)} / ${grouped(puzzle.classes)}`;
      gallery.append(h("button", {
        type: "button",
        "data-name": puzzle.name,
        onclick: () => {
          editor.value = puzzle.text;
          name = `${puzzle.name}.toml`;
          go(about(puzzle.name));
        },
      }, h("span", {}, puzzle.title), h("small", {}, count)));
    }
    return all;
  });

  async function go(question) {
    const picked = typeof question.file === "string" ? question.file : question.file.text ? undefined : question.file.name;
    for (const button of gallery.children) button.setAttribute("aria-pressed", String(button.dataset.name === picked));
    editor.mark("");
    const line = await pane.ask(question, question.command === "cover" ? ["text"] : ["text", "svg-each"]);
    if (!line?.answer.pieces) return;
    ({ pieces } = line.answer);
    draw(browser.chosen[browser.at]);
  }

  root.append(h("div", { class: "bench" },
    h("div", { class: "stage" },
      stage.frame, flat, listed,
      h("div", { class: "strip" }, browser.element, caption),
      h("div", { class: "strip" }, looks, stage.controls),
      stage.held),
    h("div", { class: "side" },
      h("fieldset", {}, h("legend", {}, "Pieces that fill a box"), modes, ...Object.values(rooms)),
      pane.element)));
  show("gallery");

  return {
    pane,
    async ask(question) {
      await ready;
      if (question?.file?.text) {
        ({ name } = question.file);
        editor.value = question.file.text;
        show("text");
      }
      return go(question ?? about("soma"));
    },
  };
}
