// Packings as plain data: what lies where, what touches what, and a packing in words.
//
// A packing is { size: [x, y, z], cells: [{ piece, x, y, z }], pieces: [{ name, colour }], walls }.
// Columns are x from left to right, rows are y from the back to the front, layers are z from the
// bottom to the top, all counted from 0. `walls` is optional: a list of places [x, y, z] within the
// size that are no cells of the box.

/** The six directions: their names, and where they lead along x, y and z. */
export const DIRECTIONS = [
  { name: "left", step: [-1, 0, 0] },
  { name: "right", step: [1, 0, 0] },
  { name: "back", step: [0, -1, 0] },
  { name: "front", step: [0, 1, 0] },
  { name: "bottom", step: [0, 0, -1] },
  { name: "top", step: [0, 0, 1] },
];

/** Colours of pieces that state none, in order; the palette of `kumiki`. */
export const PALETTE = [
  "#e69f00",
  "#56b4e9",
  "#009e73",
  "#f0e442",
  "#0072b2",
  "#d55e00",
  "#cc79a7",
  "#883333",
  "#99eeee",
  "#bbbb99",
  "#664477",
  "#9977ee",
  "#776677",
  "#4444aa",
  "#aa4411",
  "#99ccdd",
  "#bbdd99",
  "#ddbb66",
  "#99aa77",
  "#cc99bb",
  "#7766dd",
  "#ee7733",
  "#996655",
  "#885544",
  "#8899ff",
  "#aa77cc",
  "#bb4499",
  "#22ccff",
  "#5555cc",
  "#774455",
  "#bb6699",
  "#ddddcc",
];

/** What is at a place: nothing, no cell of the box, or the number of a piece from 0. */
export const EMPTY = -1;
export const WALL = -2;

/** The places of a packing, for looking up. */
export class Grid {
  constructor({ size, cells, walls = [] }) {
    this.size = size;
    this.content = new Int32Array(size[0] * size[1] * size[2]).fill(EMPTY);
    for (const [x, y, z] of walls) this.put(x, y, z, WALL);
    for (const { piece, x, y, z } of cells) this.put(x, y, z, piece);
  }

  put(x, y, z, content) {
    if (this.at(x, y, z) === WALL) throw new RangeError(`no cell at ${x}, ${y}, ${z}`);
    this.content[(z * this.size[1] + y) * this.size[0] + x] = content;
  }

  /** What is at a place; all around the box is wall. */
  at(x, y, z) {
    const [columns, rows, layers] = this.size;
    if (!(x >= 0 && y >= 0 && z >= 0 && x < columns && y < rows && z < layers)) return WALL;
    return this.content[(z * rows + y) * columns + x];
  }
}

/**
 * What holds a piece: for the name of each direction those that it would hit, moving there: "wall"
 * and numbers of pieces, in this order, each once.
 */
export function contacts(packing, piece) {
  const grid = new Grid(packing);
  const held = {};
  for (const { name, step } of DIRECTIONS) {
    const by = new Set();
    for (const cell of packing.cells) {
      if (cell.piece !== piece) continue;
      const content = grid.at(cell.x + step[0], cell.y + step[1], cell.z + step[2]);
      if (content !== EMPTY && content !== piece) by.add(content);
    }
    held[name] = [...by].sort((one, other) => one - other).map((by) => (by === WALL ? "wall" : by));
  }
  return held;
}

/** A packing in plain words, for those who do not see it. */
export function describe(packing) {
  const { size, cells, pieces } = packing;
  const grid = new Grid(packing);
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const laid = pieces.filter((_, at) => cells.some((cell) => cell.piece === at));
  const names = new Map();
  for (const { name } of laid) names.set(name, (names.get(name) ?? 0) + 1);
  const list = [...names].map(([name, copies]) => (copies > 1 ? `${copies} times ${name}` : name));
  const empty = grid.content.filter((content) => content === EMPTY).length;
  const sentences = [
    `A box of ${size[0]} by ${size[1]} by ${size[2]} cells with ${count(laid.length, "piece")}`
      + (list.length > 0 ? `: ${list.join(", ")}.` : "."),
  ];
  if (empty > 0) sentences.push(`${count(empty, "cell")} ${empty === 1 ? "is" : "are"} empty.`);
  for (let z = 0; z < size[2]; z += 1) {
    const rows = [];
    for (let y = 0; y < size[1]; y += 1) {
      const row = [];
      for (let x = 0; x < size[0]; x += 1) {
        const content = grid.at(x, y, z);
        if (content !== WALL) row.push(content === EMPTY ? "empty" : pieces[content].name);
      }
      rows.push(row.length > 0 ? row.join(", ") : "no cells");
    }
    const where =
      size[2] === 1 ? "" : z === 0 ? ", at the bottom" : z === size[2] - 1 ? ", at the top" : "";
    sentences.push(`Layer ${z + 1}${where}: ${rows.join("; ")}.`);
  }
  return sentences.join(" ");
}

/** The middle of each piece, in cells from the middle of the box; of one without cells, zero. */
export function centroids({ size, cells, pieces }) {
  const sums = pieces.map(() => [0, 0, 0, 0]);
  for (const { piece, x, y, z } of cells) {
    const sum = sums[piece];
    sum[0] += x + 0.5;
    sum[1] += y + 0.5;
    sum[2] += z + 0.5;
    sum[3] += 1;
  }
  return sums.map((sum) =>
    [0, 1, 2].map((axis) => (sum[3] > 0 ? sum[axis] / sum[3] - size[axis] / 2 : 0)),
  );
}

/** Red, green and blue light of a colour `#rrggbb`, from 0 to 255. */
export function light(colour) {
  const number = /^#[0-9a-f]{6}$/i.test(colour) ? parseInt(colour.slice(1), 16) : 0x999999;
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** The colour of a piece. */
export function colourOf(pieces, piece) {
  return light(pieces[piece].colour ?? PALETTE[piece % PALETTE.length]);
}

/** A packing with all that is needed to draw it, or an error that says what is wrong with it. */
export function checked(packing) {
  const { size, cells, pieces } = packing;
  const isSize =
    Array.isArray(size)
    && size.length === 3
    && size.every((side) => Number.isInteger(side) && side > 0);
  if (!isSize) throw new RangeError(`bad size ${size}, expected three positive numbers`);
  const taken = new Set();
  for (const { piece, x, y, z } of cells) {
    const isInside = [x, y, z].every(
      (at, axis) => Number.isInteger(at) && at >= 0 && at < size[axis],
    );
    if (!isInside) throw new RangeError(`cell ${x}, ${y}, ${z} is not in the box`);
    if (!pieces[piece])
      throw new RangeError(`cell ${x}, ${y}, ${z} is of piece ${piece}, which is none`);
    const place = (z * size[1] + y) * size[0] + x;
    if (taken.has(place)) throw new RangeError(`cell ${x}, ${y}, ${z} is given twice`);
    taken.add(place);
  }
  return packing;
}
