// Pieces and a box, drawn cell by cell, as the text of a puzzle.

import { field, h } from "./dom.js";

const COLOURS = ["#b5482f", "#e0a040", "#5f7f4f", "#34647a", "#8a5a96", "#4d8f8a", "#a34f6b", "#8f6a3c"];

const numbers = (count) => Array.from({ length: count }, (_, i) => i);

/** Cells in layers, of which some are in. */
class Cells {
  constructor(size, filled, colour) {
    Object.assign(this, { colour });
    this.element = h("div", { class: "layers" });
    this.resize(size, () => filled);
  }

  /** Another size; what fits stays. */
  resize(size, fill = () => false) {
    const before = this.cells;
    this.size = size;
    const [width, depth, height] = size;
    this.cells = numbers(height).map((z) =>
      numbers(depth).map((y) => numbers(width).map((x) => before?.[z]?.[y]?.[x] ?? fill(x, y, z))));
    this.draw();
  }

  draw() {
    const [width, depth, height] = this.size;
    const sheets = numbers(height).map((z) => {
      const sheet = h("div", { class: "cells", role: "group", "aria-label": `layer ${z + 1}` });
      sheet.style.gridTemplateColumns = `repeat(${width}, auto)`;
      for (const y of numbers(depth)) {
        for (const x of numbers(width)) sheet.append(this.button(x, y, z));
      }
      return sheet;
    });
    this.element.replaceChildren(...sheets);
    this.paint();
  }

  button(x, y, z) {
    const button = h("button", {
      type: "button",
      "aria-label": `row ${y + 1}, column ${x + 1}`,
      "aria-pressed": String(this.cells[z][y][x]),
      onclick: () => {
        this.cells[z][y][x] = !this.cells[z][y][x];
        button.setAttribute("aria-pressed", String(this.cells[z][y][x]));
      },
    });
    return button;
  }

  paint() {
    this.element.style.setProperty("--cell", this.colour);
  }

  /** The cells as the file has them: a word for each row, a blank line between layers. */
  text() {
    const row = (cells) => cells.map((is) => (is ? "#" : ".")).join("");
    return this.cells.map((rows) => rows.map(row).join("\n")).join("\n\n");
  }

  get count() {
    return this.cells.flat(2).filter(Boolean).length;
  }
}

/** Text in quotes, as TOML has it. */
const quoted = (text) => JSON.stringify(text);

export class Workshop {
  constructor() {
    this.box = new Cells([3, 3, 1], true, "#8f5a2b");
    const dims = ["Columns", "Rows", "Layers"].map((name, at) =>
      h("input", {
        type: "number",
        min: 1,
        max: 12,
        value: this.box.size[at],
        "aria-label": `${name} of the box`,
        onchange: () => this.resize(dims.map((input) => Math.max(1, Math.min(12, Number(input.value) || 1)))),
      }));
    this.dims = dims;
    this.list = h("div", { class: "pieces" });
    this.pieces = [];
    this.title = h("input", { type: "text", value: "My puzzle", size: 16 });
    this.sum = h("p", { class: "note", role: "status" });
    this.element = h("div", { class: "side" },
      h("div", { class: "row" },
        field("Title", this.title),
        h("div", { class: "field" }, h("span", {}, "Box: columns, rows, layers"), h("div", { class: "dims" }, dims[0], "\u00d7", dims[1], "\u00d7", dims[2]))),
      h("div", { class: "piece" }, h("strong", {}, "Cells of the box"), this.box.element),
      this.list,
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.add() }, "Add a piece"), this.sum));
    this.element.addEventListener("click", () => this.told());
    this.add("L", ["##", "#."]);
    this.add("P", ["##", "##", "#."]);
    this.add("i", ["#"]);
    this.told();
  }

  resize(size) {
    this.box.resize(size, () => true);
    const fit = (cells) => cells.resize([Math.min(5, size[0]), Math.min(5, size[1]), Math.min(4, size[2])]);
    this.pieces.forEach((piece) => fit(piece.cells));
    this.told();
  }

  add(name = String.fromCharCode(65 + this.pieces.length), drawn = []) {
    const colour = COLOURS[this.pieces.length % COLOURS.length];
    const size = this.box.size.map((length, at) => Math.min([5, 5, 4][at], length));
    const cells = new Cells(size, false, colour);
    drawn.forEach((row, y) => [...row].forEach((cell, x) => (cells.cells[0][y][x] = cell === "#")));
    cells.draw();
    const piece = { cells, colour };
    piece.name = h("input", { type: "text", value: name, "aria-label": "Name of the piece" });
    piece.paint = h("input", {
      type: "color",
      value: colour,
      "aria-label": "Colour of the piece",
      oninput: () => {
        cells.colour = piece.colour = piece.paint.value;
        cells.paint();
      },
    });
    const remove = () => {
      this.pieces = this.pieces.filter((other) => other !== piece);
      piece.element.remove();
      this.told();
    };
    piece.element = h("div", { class: "piece", role: "group", "aria-label": "Piece" },
      h("header", {}, piece.name, piece.paint, h("button", { type: "button", class: "icon", "aria-label": "Remove the piece", onclick: remove }, "\u00d7")),
      cells.element);
    this.pieces.push(piece);
    this.list.append(piece.element);
    this.told();
  }

  told() {
    const pieces = this.pieces.reduce((sum, piece) => sum + piece.cells.count, 0);
    this.sum.textContent = `${pieces} cells of pieces, ${this.box.count} of the box`;
  }

  /** The text of the puzzle. */
  text() {
    const lines = [
      "kumiki = 1",
      `title = ${quoted(this.title.value || "My puzzle")}`,
      "",
      "[box]",
      `layers = """\n${this.box.text()}\n"""`,
    ];
    for (const piece of this.pieces.filter((piece) => piece.cells.count > 0)) {
      lines.push("", "[[piece]]", `name = ${quoted(piece.name.value || "?")}`);
      lines.push(`colour = "${piece.colour}"`);
      lines.push(`layers = """\n${trimmed(piece.cells)}\n"""`);
    }
    return lines.join("\n") + "\n";
  }
}

/** The text of cells without empty layers, rows and columns around them. */
function trimmed(cells) {
  const layers = cells.cells.filter((rows) => rows.flat().some(Boolean));
  const rows = numbers(cells.size[1]).filter((y) => layers.some((layer) => layer[y].some(Boolean)));
  const columns = numbers(cells.size[0]).filter((x) => layers.some((layer) => layer.some((row) => row[x])));
  const row = (cellsOfRow) => columns.map((x) => (cellsOfRow[x] ? "#" : ".")).join("");
  return layers.map((layer) => rows.map((y) => row(layer[y])).join("\n")).join("\n\n");
}
