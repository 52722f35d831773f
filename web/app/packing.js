// Listed packings as what is drawn: cells in a box, each of a piece.

/** Tones of wood for bricks, which have no colours of their own. */
const WOODS = ["#c98b4e", "#8f5a2b", "#e2b878", "#a9672f", "#6f4423", "#d79f63", "#b67b45", "#f0cf9a"];

/** Colours for pieces whose answer says none. */
const PIECES = ["#b5482f", "#e0a040", "#5f7f4f", "#34647a", "#8a5a96", "#c9796a", "#8f6a3c", "#4d8f8a", "#c2a23a", "#6b6f9c", "#a34f6b", "#7d8c4a", "#d08a55"];

/** The cells of layers, letters being pieces: the first letter met is the first piece. */
function cellsOf(layers) {
  const letters = [];
  const cells = [];
  layers.forEach((rows, z) =>
    rows.forEach((row, y) =>
      [...row].forEach((letter, x) => {
        if (letter === "." || letter === " " || letter === "#") return;
        if (!letters.includes(letter)) letters.push(letter);
        cells.push({ piece: letters.indexOf(letter), x, y, z });
      }),
    ),
  );
  const width = Math.max(...layers.flatMap((rows) => rows.map((row) => [...row].length)));
  const size = [width, Math.max(...layers.map((rows) => rows.length)), layers.length];
  return { size, cells, letters };
}

/** How far a piece goes in each direction: bricks that lie alike have one tone. */
function lies(cells, piece) {
  const own = cells.filter((cell) => cell.piece === piece);
  return ["x", "y", "z"].map((axis) => new Set(own.map((cell) => cell[axis])).size).join("x");
}

/** A packing of bricks. */
export function bricksOf(solution) {
  const { size, cells, letters } = cellsOf(solution.layers);
  const ways = [...new Set(letters.map((_, piece) => lies(cells, piece)))].sort();
  const pieces = letters.map((letter, piece) => ({
    name: `brick ${letter}`,
    colour: WOODS[ways.indexOf(lies(cells, piece)) % WOODS.length],
  }));
  return { size, cells, pieces };
}

/** A packing of pieces with names and, if the answer says so, colours. */
export function piecesOf(solution, known = []) {
  const { size, cells, letters } = cellsOf(solution.layers);
  const pieces = letters.map((letter, at) => {
    const name = solution.kinds?.[letter] ?? letter;
    const kind = known.find((kind) => (kind.letters ?? kind.letter).includes(letter));
    // Copies of a piece have shades of its colour, in turn.
    const shades = kind?.shades ?? [];
    const shade = shades[kind?.letters?.indexOf(letter) % shades.length];
    return { name, colour: shade ?? kind?.colour ?? PIECES[at % PIECES.length] };
  });
  return { size, cells, pieces };
}
