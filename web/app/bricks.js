// Bricks packed into a box so that none can slide.

import { AnswerPane } from "./answer.js";
import { bricksOf } from "./packing.js";
import { Browser } from "./browse.js";
import { chips, choice, field, grouped, h } from "./dom.js";
import { Stage3d } from "./stage3d.js";

/** So many classes are listed to be looked at. */
const LISTED = 2000;

/** What one begins with. */
export const FIRST = { command: "antislide", box: "4x4x4", list: LISTED, count: true };

const BRICKS = ["2x2x1", "2x1x1", "3x1x1", "3x2x1", "4x2x1", "3x3x1"];

export function open(root) {
  const stage = new Stage3d();
  const caption = h("span", { class: "caption", role: "status" });
  const browser = new Browser((line) => {
    caption.textContent = line ? line.text.split("\n")[0] : "";
    stage.show(line && bricksOf(line.solution));
  });
  let filters = {};
  const byBricks = h("div", { class: "sift" });
  const bySymmetry = h("div", { class: "sift" });
  const filter = () =>
    browser.filter(({ solution }) =>
      (!filters.bricks || solution.bricks === filters.bricks) &&
      (!filters.symmetry || solution.symmetry === filters.symmetry));

  const pane = new AnswerPane({
    begin() {
      browser.clear();
      filters = {};
      byBricks.replaceChildren();
      bySymmetry.replaceChildren();
    },
    hear(line) {
      if (line.solution) browser.add(line);
    },
    fail: (error) => mark(/`box`/.test(error) ? dims : /brick/.test(error) ? [brick] : []),
  });

  /** What was listed, to be sifted by what the answer says of it. */
  const sift = ({ answer }) => {
    const listed = (name) => new Set(browser.all.map(({ solution }) => solution[name]));
    const [sizes, orders] = [listed("bricks"), listed("symmetry")];
    const bricks = answer.by_bricks.filter((row) => sizes.has(row.bricks) && row.bricks > 0);
    const pick = (name) => (value) => {
      filters[name] = value;
      filter();
    };
    const first = bricks[0]?.bricks ?? 0;
    byBricks.replaceChildren(...(bricks.length < 2 ? [] : [
      h("span", { class: "note" }, "Bricks"),
      chips("Only packings with so many bricks", [[0, "all"], ...bricks.map((row) => [row.bricks, `${row.bricks} (${grouped(row.classes.all)})`])], pick("bricks"), first)]));
    const symmetries = answer.by_symmetry.filter((row) => orders.has(row.order));
    bySymmetry.replaceChildren(...(symmetries.length < 2 ? [] : [
      h("span", { class: "note" }, "Symmetries"),
      chips("Only packings with so many symmetries", [[0, "any"], ...symmetries.map((row) => [row.order, `${row.order} (${grouped(row.classes)})`])], pick("symmetry"), 0)]));
    filters = { bricks: first };
    filter();
  };

  const dims = ["Width", "Depth", "Height"].map((name) =>
    h("input", { type: "number", min: 1, max: 16, value: 4, "aria-label": name, onchange: () => go() }));
  const brick = h("input", { type: "text", value: "2x2x1", list: "kinds-of-bricks", size: 8, spellcheck: "false", onchange: () => go() });
  const which = choice([["all", "all of them"], ["fewest", "as few bricks as possible"], ["most", "as many bricks as possible"]], () => go());
  const mark = (inputs) => [...dims, brick].forEach((input) => input.setAttribute("aria-invalid", String(inputs.includes(input))));

  const question = () => {
    const asked = { ...FIRST, box: dims.map((input) => input.value || "0").join("x") };
    const kinds = brick.value.split(/[\s,+]+/).filter(Boolean);
    if (kinds.join() !== "2x2x1") asked.brick = kinds;
    if (which.value !== "all") asked[which.value] = true;
    return asked;
  };

  async function go(asked = question()) {
    mark([]);
    const line = await pane.ask(asked);
    if (line) sift(line);
  }

  const box = h("div", { class: "field" }, h("span", {}, "Box"),
    h("div", { class: "dims", role: "group", "aria-label": "Box" }, dims[0], "\u00d7", dims[1], "\u00d7", dims[2]));
  const form = h("fieldset", {},
    h("legend", {}, "Bricks that hold each other"),
    h("p", { class: "note" }, "Pack a box so that no brick can slide."),
    h("div", { class: "row" }, box, field("Bricks", brick), field("Which packings", which)),
    h("datalist", { id: "kinds-of-bricks" }, BRICKS.map((kind) => h("option", { value: kind }))));
  root.append(h("div", { class: "bench" },
    h("div", { class: "stage" },
      stage.frame,
      h("div", { class: "strip" }, browser.element, caption),
      h("div", { class: "strip" }, stage.controls),
      byBricks,
      bySymmetry,
      stage.held),
    h("div", { class: "side" }, form, pane.element)));

  return {
    pane,
    ask(asked = FIRST) {
      const sides = String(asked.box).split("x");
      dims.forEach((input, at) => (input.value = sides[at] ?? 1));
      brick.value = (asked.brick ?? ["2x2x1"]).join(" ");
      which.value = asked.fewest ? "fewest" : asked.most ? "most" : "all";
      return go(asked);
    },
  };
}
