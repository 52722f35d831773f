// Polygons tiled by polygons.

import { AnswerPane } from "./answer.js";
import { Browser } from "./browse.js";
import { chips, choice, drawing, field, grouped, h } from "./dom.js";
import { Editor } from "./editor.js";
import { catalogue } from "./engine.js";
import { taking } from "./files.js";

/** So many tilings are drawn. */
const DRAWN = 60;

export function open(root) {
  const picture = h("img", { alt: "" });
  const view = h("div", { class: "view paper" }, picture);
  const caption = h("span", { class: "caption", role: "status" });
  const sheets = h("div", { class: "sheets", role: "group", "aria-label": "All that are drawn" });
  const browser = new Browser((line) => {
    caption.textContent = line?.text.split("\n")[0] ?? "";
    for (const button of sheets.children) button.setAttribute("aria-pressed", String(Number(button.dataset.number) === line?.number));
    if (!line) return picture.removeAttribute("src");
    picture.src = line.address;
    picture.alt = `Tiling ${caption.textContent}`;
  });

  const pane = new AnswerPane({
    begin() {
      browser.all.forEach((line) => URL.revokeObjectURL(line.address));
      browser.clear();
      sheets.replaceChildren();
      picture.removeAttribute("src");
    },
    hear(line) {
      if (!line.solution) return;
      if (browser.all.some((other) => other.number === line.number)) return;
      line.address = drawing(line.svg);
      const at = browser.all.length;
      sheets.append(h("button", {
        type: "button",
        "data-number": String(line.number),
        "aria-label": `Tiling ${line.number}`,
        onclick: () => browser.go(at),
      }, h("img", { src: line.address, alt: "", loading: "lazy" })));
      browser.add(line);
    },
    fail: (error) => {
      editor.mark(error);
      if (/line \d/.test(error)) show("text");
    },
  });

  const gallery = h("div", { class: "gallery", role: "group", "aria-label": "Gallery" });
  const editor = new Editor("The text of the problem", () => go());
  const which = choice([["list", `the first ${DRAWN} classes`], ["sample", "twelve by lot"], ["none", "only the number"]], () => go());
  let source = "colorstar";
  let name = "tiles.toml";
  const file = taking(root, ".toml", (given) => {
    name = given.name;
    editor.value = given.text;
    show("text");
    source = { name, text: editor.value };
    go();
  });
  const rooms = {
    gallery,
    text: h("div", { class: "side" },
      h("p", { class: "note" }, "Change the text of a problem, or drop your own: corners are exact, errors stand beside their lines."),
      h("div", { class: "row" }, file,
        h("button", {
          type: "button",
          class: "main",
          onclick: () => {
            source = { name, text: editor.value };
            go();
          },
        }, "Tile it")),
      editor.element),
  };
  const show = (room) => {
    for (const [other, element] of Object.entries(rooms)) element.hidden = other !== room;
    modes.press(room);
  };
  const modes = chips("Where the problem comes from", [["gallery", "Gallery"], ["text", "Text or file"]], show, "gallery");

  const ready = catalogue().then((all) => {
    for (const tiling of all.tilings) {
      const count = [tiling.solutions, tiling.classes].filter((known) => known !== undefined).map(grouped);
      gallery.append(h("button", {
        type: "button",
        "data-name": tiling.name,
        onclick: () => {
          source = tiling.name;
          name = `${tiling.name}.toml`;
          editor.value = tiling.text;
          go();
        },
      }, h("span", {}, tiling.title), h("small", {}, count.join(" / "))));
    }
    return all;
  });

  const question = () => {
    const asked = { command: "tile", file: source };
    if (which.value === "list") Object.assign(asked, { list: DRAWN, count: true });
    if (which.value === "sample") Object.assign(asked, { sample: 12, seed: Math.floor(Math.random() * 1e6) });
    if (which.value === "none") asked.symmetry = "none";
    return asked;
  };

  function go(asked = question()) {
    for (const button of gallery.children) button.setAttribute("aria-pressed", String(button.dataset.name === asked.file));
    editor.mark("");
    return pane.ask(asked, ["text", "svg-each"]);
  }

  root.append(h("div", { class: "bench" },
    h("div", { class: "stage" }, view, h("div", { class: "strip" }, browser.element, caption), sheets),
    h("div", { class: "side" },
      h("fieldset", {}, h("legend", {}, "Polygons that fill a polygon"), modes, ...Object.values(rooms), field("Draw", which)),
      pane.element)));
  show("gallery");

  return {
    pane,
    async ask(asked) {
      const all = await ready;
      if (asked) source = asked.file;
      const known = all.tilings.find((tiling) => tiling.name === source);
      if (source.text) {
        ({ name } = source);
        editor.value = source.text;
        show("text");
      } else if (known) {
        editor.value = known.text;
        name = `${known.name}.toml`;
      }
      if (asked) which.value = asked.sample ? "sample" : asked.list ? "list" : "none";
      return go(asked);
    },
  };
}
