// Tours of boards, and matchings, paths, cycles and trees of graphs.

import { AnswerPane } from "./answer.js";
import { Browser } from "./browse.js";
import { chips, choice, drawing, field, h, s } from "./dom.js";

/** So many are drawn by lot. */
const SAMPLE = 8;

const PIECES = [["knight", "knight"], ["1,3", "1,3-leaper"], ["2,3", "2,3-leaper"], ["1,1", "1,1-leaper"], ["0,1", "0,1-leaper"]];
const SYMMETRIES = [["none", "any tour"], ["half-turn", "same after a half-turn"], ["quarter-turn", "same after a quarter-turn"]];
const KINDS = [
  ["matchings", "perfect matchings"],
  ["hamiltonian-cycles", "cycles through all vertices"],
  ["hamiltonian-paths", "paths through all vertices"],
  ["cycles", "cycles"],
  ["paths", "paths from one vertex to another"],
  ["spanning-trees", "spanning trees"],
];
const GRAPHS = ["grid:6x6", "grid:8x8", "king:4x4", "knight:6x6", "drawn"];

/** Drawings are so large, in their own units. */
const SIZE = 400;

export function open(root) {
  const picture = h("img", { alt: "" });
  const flat = h("div", { class: "view paper" }, picture);
  const canvas = s("svg", { class: "draw", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": "Graph" });
  const drawn = h("div", { class: "view", hidden: true }, canvas);
  const caption = h("span", { class: "caption", role: "status" });
  const browser = new Browser((line) => show(line));

  const show = (line) => {
    caption.textContent = line ? `number ${line.number}` : "";
    const tour = line && (Array.isArray(line.solution) ? line.solution : undefined);
    const isTour = tour?.every((cell) => /^\d+,\d+$/.test(cell));
    const isDrawing = mode === "draw";
    flat.hidden = isDrawing || isTour;
    drawn.hidden = !isDrawing && !isTour;
    if (isTour) return travel(tour, line.text);
    if (isDrawing) return pad.show(line?.solution);
    if (!line) return picture.removeAttribute("src");
    URL.revokeObjectURL(picture.src);
    picture.src = drawing(line.svg);
    picture.alt = line.text;
    return undefined;
  };

  /** A tour, drawn as it goes. */
  const travel = (cells, words) => {
    const places = cells.map((cell) => cell.split(",").map(Number));
    const rows = Math.max(...places.map(([row]) => row)) + 1;
    const columns = Math.max(...places.map(([, column]) => column)) + 1;
    const unit = (SIZE - 40) / Math.max(rows, columns);
    const [left, top] = [(SIZE - unit * columns) / 2, (SIZE - unit * rows) / 2];
    const squares = places.map(([row, column]) => s("rect", {
      x: left + column * unit, y: top + row * unit, width: unit, height: unit,
      fill: (row + column) % 2 ? "#c99a61" : "#f0d3a2",
    }));
    const points = places.map(([row, column]) => `${left + (column + 0.5) * unit},${top + (row + 0.5) * unit}`);
    const path = s("polygon", { points: points.join(" "), fill: "none", stroke: "#5a2a0c", "stroke-width": Math.max(2, unit / 11), "stroke-linejoin": "round" });
    const [x, y] = points[0].split(",");
    const first = s("circle", { cx: x, cy: y, r: unit / 6, fill: "#98400f" });
    canvas.setAttribute("aria-label", `Tour ${words}`);
    canvas.replaceChildren(...squares, path, first);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const length = path.getTotalLength();
    path.setAttribute("stroke-dasharray", String(length));
    path.animate([{ strokeDashoffset: length }, { strokeDashoffset: 0 }], { duration: 60 * cells.length, easing: "linear" });
  };

  const pad = new Pad(canvas);

  const pane = new AnswerPane({
    begin() {
      browser.clear();
      show();
    },
    hear(line) {
      if (line.solution) browser.add(line);
    },
    fail: (error) => {
      for (const [name, control] of Object.entries({ board: rows, graph: named, from, to })) {
        control.setAttribute("aria-invalid", String(error.includes(`\`${name}\``)));
      }
    },
  });

  const number = (label, value) => h("input", { type: "number", min: 1, max: 32, value, "aria-label": label, onchange: () => go() });
  const rows = number("Rows", 6);
  const columns = number("Columns", 6);
  const piece = choice(PIECES, () => go());
  const symmetry = choice(SYMMETRIES, () => go());
  const kind = choice(KINDS, () => settle(), "hamiltonian-cycles");
  const named = h("input", { type: "text", value: "grid:6x6", list: "graphs", spellcheck: "false", onchange: () => go() });
  const from = h("input", { type: "text", value: "0,0", size: 5, onchange: () => go() });
  const to = h("input", { type: "text", value: "5,5", size: 5, onchange: () => go() });
  const ends = h("div", { class: "row" }, field("From", from), field("To", to));
  const seed = () => Math.floor(Math.random() * 1e6);

  const rooms = {
    tours: h("div", { class: "row" },
      h("div", { class: "field" }, h("span", {}, "Board"), h("div", { class: "dims", role: "group", "aria-label": "Board" }, rows, "\u00d7", columns)),
      field("Piece", piece), field("Tours", symmetry)),
    graph: h("div", { class: "row" }, field("Graph", named), h("datalist", { id: "graphs" }, GRAPHS.slice(0, -1).map((name) => h("option", { value: name })))),
    draw: h("p", { class: "note" }, "Press the paper for a vertex; press two vertices for an edge, and once more to take it away. By keys: type the edges below, one on each line."),
  };
  const edges = h("textarea", { "aria-label": "Edges, two names on each line", rows: 5, spellcheck: "false", oninput: () => pad.read(edges.value) });
  rooms.draw = h("div", { class: "side" }, rooms.draw, edges, h("div", { class: "row" },
    h("button", { type: "button", onclick: () => pad.clear() }, "Empty paper"),
    h("button", { type: "button", class: "main", onclick: () => go() }, "Count")));
  const kinds = h("div", { class: "row" }, field("What is counted", kind));
  pad.changed = () => {
    edges.value = pad.text();
  };

  let mode = "tours";
  const settle = () => {
    ends.hidden = mode === "tours" || kind.value !== "paths";
    if (mode !== "draw") go();
  };
  const enter = (next) => {
    mode = next;
    for (const [name, element] of Object.entries(rooms)) element.hidden = name !== mode;
    kinds.hidden = mode === "tours";
    ends.hidden = mode === "tours" || kind.value !== "paths";
    modes.press(mode);
    if (mode === "draw") {
      if (pad.vertices.size === 0) pad.begin();
      [from.value, to.value] = ["a", "c"];
      browser.clear();
      show();
    } else if ([from.value, to.value].join() === "a,c") [from.value, to.value] = ["0,0", "5,5"];
  };
  const modes = chips("What is asked", [["tours", "Tours of a board"], ["graph", "A graph"], ["draw", "Draw a graph"]], (next) => {
    enter(next);
    if (next !== "draw") go();
  }, "tours");

  const question = () => {
    if (mode === "tours") {
      const asked = { command: "tours", board: `${rows.value}x${columns.value}` };
      if (piece.value !== "knight") asked.piece = piece.value;
      if (symmetry.value !== "none") asked.symmetry = symmetry.value;
      // Many tours are only counted: to draw by lot takes a diagram of all.
      if (rows.value * columns.value <= (symmetry.value === "none" ? 42 : 64)) Object.assign(asked, { sample: SAMPLE, seed: seed() });
      return asked;
    }
    const graph = mode === "draw" ? { name: "drawn.txt", text: pad.text() } : named.value;
    const asked = { command: "graph", kind: kind.value, graph, sample: SAMPLE, seed: seed() };
    if (kind.value === "paths") Object.assign(asked, { from: from.value, to: to.value });
    return asked;
  };

  const go = (asked = question()) => {
    [rows, named, from, to].forEach((control) => control.setAttribute("aria-invalid", "false"));
    return pane.ask(asked, ["text", "svg-each"]);
  };

  root.append(h("div", { class: "bench" },
    h("div", { class: "stage" },
      flat, drawn,
      h("div", { class: "strip" }, browser.element, caption,
        h("button", { type: "button", onclick: () => show(browser.chosen[browser.at]) }, "Again"),
        h("button", { type: "button", onclick: () => go() }, "Others by lot"))),
    h("div", { class: "side" },
      h("fieldset", {}, h("legend", {}, "Ways through a board or a graph"), modes, ...Object.values(rooms), kinds, ends),
      pane.element)));
  enter("tours");

  return {
    pane,
    ask(asked = { command: "tours", board: "6x6", sample: SAMPLE, seed: 1 }) {
      if (asked.command === "tours") {
        [rows.value, columns.value] = asked.board.split("x");
        piece.value = asked.piece ?? "knight";
        symmetry.value = asked.symmetry ?? "none";
        enter("tours");
      } else {
        kind.value = asked.kind;
        if (asked.graph?.text) {
          enter("draw");
          edges.value = asked.graph.text;
          pad.read(edges.value);
        } else {
          named.value = asked.graph.name ?? asked.graph;
          enter("graph");
        }
        if (asked.from) [from.value, to.value] = [asked.from, asked.to];
        ends.hidden = kind.value !== "paths";
      }
      return go(asked);
    },
  };
}

/** Paper on which a graph is drawn. */
class Pad {
  constructor(canvas) {
    Object.assign(this, { canvas, vertices: new Map(), edges: [], changed() {} });
    canvas.addEventListener("click", (event) => this.press(event));
  }

  /** Something to begin with. */
  begin() {
    this.isOpen = true;
    this.read("a b\nb c\nc d\nd a\na c\nb d");
    this.changed();
  }

  clear() {
    this.vertices.clear();
    this.edges = [];
    this.picked = undefined;
    this.draw();
    this.changed();
  }

  /** The edges of a text; vertices that are new stand on a circle. */
  read(text) {
    const lines = text.split("\n").map((line) => line.trim().split(/\s+/)).filter((words) => words.length === 2);
    const names = [...new Set(lines.flat())];
    const before = this.vertices;
    this.vertices = new Map(names.map((name, at) => {
      const turn = (2 * Math.PI * at) / names.length - 3 * Math.PI / 4;
      return [name, before.get(name) ?? [SIZE / 2 + 140 * Math.cos(turn), SIZE / 2 + 140 * Math.sin(turn)]];
    }));
    this.edges = lines;
    this.draw();
  }

  text() {
    return this.edges.map((edge) => edge.join(" ")).join("\n") + "\n";
  }

  press(event) {
    if (!this.isOpen || this.isShown === false) return;
    const box = this.canvas.getBoundingClientRect();
    const scale = Math.min(box.width, box.height) / SIZE;
    const x = (event.clientX - box.left - (box.width - SIZE * scale) / 2) / scale;
    const y = (event.clientY - box.top - (box.height - SIZE * scale) / 2) / scale;
    const near = [...this.vertices].find(([, [vx, vy]]) => Math.hypot(vx - x, vy - y) < 18);
    if (!near) this.vertices.set(this.fresh(), [x, y]);
    else if (this.picked === undefined || this.picked === near[0]) this.picked = this.picked === near[0] ? undefined : near[0];
    else this.join(this.picked, near[0]);
    this.draw();
    this.changed();
  }

  join(one, other) {
    const isIt = (edge) => edge.includes(one) && edge.includes(other);
    this.edges = this.edges.some(isIt) ? this.edges.filter((edge) => !isIt(edge)) : [...this.edges, [one, other]];
    this.picked = undefined;
  }

  fresh() {
    for (let i = 0; ; i += 1) {
      const name = String.fromCharCode(97 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26));
      if (!this.vertices.has(name)) return name;
    }
  }

  /** Shows which edges a solution takes. */
  show(solution) {
    const { vertices, edges } = solution ?? {};
    const steps = vertices ? vertices.slice(1).map((name, at) => [vertices[at], name]) : edges ?? [];
    // A cycle comes back.
    if (solution?.closed && vertices) steps.push([vertices.at(-1), vertices[0]]);
    this.taken = steps;
    this.draw();
  }

  draw() {
    const isTaken = ([a, b]) => this.taken?.some((edge) => edge.includes(a) && edge.includes(b));
    const line = (edge) => {
      const [[x1, y1], [x2, y2]] = edge.map((name) => this.vertices.get(name));
      return s("line", { x1, y1, x2, y2, class: isTaken(edge) ? "edge in" : "edge" });
    };
    const dot = ([name, [x, y]]) => s("g", {},
      s("circle", { cx: x, cy: y, r: 13, class: name === this.picked ? "vertex chosen" : "vertex" }),
      s("text", { x, y }, name));
    this.canvas.setAttribute("aria-label", `Graph with ${this.vertices.size} vertices and ${this.edges.length} edges`);
    this.canvas.replaceChildren(...this.edges.map(line), ...[...this.vertices].map(dot));
  }
}
