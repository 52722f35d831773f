// Pieces as meshes with rounded edges.
//
// # The idea
// Each cell is cut into 3x3x3 parts: a middle, and rims of width `rim` towards its neighbours. A
// part stays if all cells that it leans towards belong to the piece. What stays is the piece with
// `rim` taken away everywhere, so that pieces, and parts of one that only share an edge, come
// apart. Each square of its surface then moves out by `round`, and at a concave edge by that much
// along the normal of the other square, too. Squares that share an edge are joined by a strip,
// those that share a corner by a polygon. Corners keep the normals of their squares: light makes
// strips round. Where a corner lies within the edge of a neighbour in the same plane, it is a
// corner of that, too, so that no point between them is missed.
//
// # Invariants
// * M1 Each edge of a surface belongs to two squares, which run along it in opposite directions.
// * M2 Triangles run counterclockwise, seen from outside.

import { DIRECTIONS, EMPTY, Grid, centroids, colourOf } from "./view3d-packing.js";

/** From a face of a cell to the piece in it, and how much of its edges is round. */
const GAP = 0.007;
const ROUND = 0.062;

/** Places are multiples of a cell's share. */
const FINE = 2 ** 16;

/** How dark it is where a piece faces another, and in a corner, at most. */
const COVERED = 0.85;
const CORNERED = 0.22;

/** The corners of a unit square seen along each direction, counterclockwise from outside. */
const CORNERS = DIRECTIONS.map(({ step }) => {
  const axis = step.findIndex((part) => part !== 0);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const corner = (along, across) => {
    const at = [0, 0, 0];
    at[axis] = step[axis] > 0 ? 1 : 0;
    at[u] = along;
    at[v] = across;
    return at;
  };
  const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  // In the space of cells y runs towards the viewer, so that its hands are exchanged.
  return step[axis] > 0 ? square.reverse() : square;
});

/**
 * The mesh of the cells in some layers: places in cells from the middle of the box, with y towards
 * the viewer. `ranges` says which of the indices are those of a piece.
 */
export function buildMesh(packing, { from = 0, to = Infinity, gap = GAP, round = ROUND } = {}) {
  const middles = centroids(packing);
  const seen = {
    ...packing,
    cells: packing.cells.filter((cell) => cell.z >= from && cell.z <= to),
  };
  const grid = new Grid(seen);
  const out = {
    positions: [],
    normals: [],
    offsets: [],
    colours: [],
    dark: [],
    indices: [],
    ranges: [],
  };
  const cellsOf = packing.pieces.map(() => []);
  for (const { piece, x, y, z } of seen.cells) cellsOf[piece].push([x, y, z]);
  cellsOf.forEach((cells, piece) => {
    const start = out.indices.length;
    const first = out.dark.length;
    if (cells.length > 0) addPiece(out, grid, piece, cells, { gap, round, size: packing.size });
    const colour = colourOf(packing.pieces, piece);
    for (let at = first; at < out.dark.length; at += 1) {
      out.offsets.push(...middles[piece]);
      out.colours.push(...colour);
    }
    out.ranges.push({ start, count: out.indices.length - start });
  });
  return {
    positions: new Float32Array(out.positions),
    normals: new Int8Array(out.normals),
    offsets: new Float32Array(out.offsets),
    colours: new Uint8Array(out.colours),
    dark: new Uint8Array(out.dark),
    indices: new Uint32Array(out.indices),
    ranges: out.ranges,
  };
}

/** The parts of a piece that stay, by their numbers along each axis, three for each cell. */
function partsOf(grid, piece, cells) {
  const parts = [];
  for (const [x, y, z] of cells) {
    // Which of the 27 cells around belong to the piece.
    const around = [];
    for (let dz = -1; dz <= 1; dz += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) around.push(grid.at(x + dx, y + dy, z + dz) === piece);
    const own = (dx, dy, dz) => around[(dz + 1) * 9 + (dy + 1) * 3 + dx + 1];
    for (let k = -1; k <= 1; k += 1)
      for (let j = -1; j <= 1; j += 1)
        for (let i = -1; i <= 1; i += 1) {
          const stays =
            own(i, 0, 0)
            && own(0, j, 0)
            && own(0, 0, k)
            && own(i, j, 0)
            && own(i, 0, k)
            && own(0, j, k)
            && own(i, j, k);
          if (stays) parts.push([3 * x + 1 + i, 3 * y + 1 + j, 3 * z + 1 + k]);
        }
  }
  return parts;
}

function addPiece(out, grid, piece, cells, { gap, round, size }) {
  const rim = gap + round;
  const parts = partsOf(grid, piece, cells);
  const wide = 3 * size[0] + 4;
  const high = 3 * size[1] + 4;
  const number = (x, y, z) => ((z + 1) * high + y + 1) * wide + x + 1;
  const stays = new Set(parts.map(([x, y, z]) => number(x, y, z)));
  // Where the planes between parts are, in cells.
  const plane = (at) => Math.floor(at / 3) + [0, rim, 1 - rim][at % 3];

  // The squares of the surface: four corners by number, and the normal by the number of direction.
  const squares = [];
  for (const part of parts)
    DIRECTIONS.forEach(({ step }, direction) => {
      const [x, y, z] = part.map((at, axis) => at + step[axis]);
      if (stays.has(number(x, y, z))) return;
      const corners = CORNERS[direction].map((corner) => corner.map((at, axis) => part[axis] + at));
      squares.push({ part, direction, corners, ids: corners.map((at) => number(...at)) });
    });

  // Who runs along an edge, from corner to corner (M1).
  const along = new Map();
  const count = wide * high * (3 * size[2] + 4);
  squares.forEach(({ ids }, square) => {
    for (let side = 0; side < 4; side += 1)
      along.set(ids[side] * count + ids[(side + 1) % 4], square * 4 + side);
  });
  const across = (square, side) => {
    const { ids } = squares[square];
    return along.get(ids[(side + 1) % 4] * count + ids[side]);
  };

  // The normal of the square across an edge, if they meet in a hollow.
  const hollow = (square, side) => {
    const twin = squares[across(square, side) >> 2];
    const { step } = DIRECTIONS[twin.direction];
    if (twin.direction === squares[square].direction) return null;
    const { corners } = squares[square];
    const [before, at] = [corners[(side + 3) % 4], corners[side]];
    const rises = step.reduce((sum, part, axis) => sum + part * (before[axis] - at[axis]), 0);
    return rises > 0 ? step : null;
  };
  squares.forEach((square, at) => {
    square.hollows = [0, 1, 2, 3].map((side) => hollow(at, side));
  });

  const base = out.dark.length;
  const middle = size.map((side) => side / 2);
  const add = (place, normal, dark) => {
    // On a grid, so that places that are the same are so to the last bit: between others there are
    // points that are in neither triangle.
    out.positions.push(
      ...place.map((value, axis) => Math.round((value - middle[axis]) * FINE) / FINE),
    );
    out.normals.push(...normal.map((part) => Math.round(127 * part)), 0);
    out.dark.push(Math.round(255 * dark));
    return out.dark.length - 1;
  };
  squares.forEach(({ part, direction, corners, hollows }) => {
    const { step } = DIRECTIONS[direction];
    const shade = shades(grid, piece, part, direction);
    corners.forEach((corner, at) => {
      const added = [step, hollows[at], hollows[(at + 3) % 4]];
      const moved = corner.map((value, axis) =>
        added.reduce((sum, normal) => sum + round * (normal?.[axis] ?? 0), plane(value)),
      );
      add(moved, step, shade(moved));
    });
  });
  const vertex = (square, corner) => base + square * 4 + (corner & 3);
  const placeOf = (at) =>
    out.positions.slice(3 * at, 3 * at + 3).map((value, axis) => value + middle[axis]);
  const fan = (ring) => {
    for (let second = 1; second + 1 < ring.length; second += 1)
      out.indices.push(ring[0], ring[second], ring[second + 1]);
  };
  // A polygon whose corners may lie on a line is cut from its middle.
  const star = (ring, normal) => {
    const places = ring.map(placeOf);
    const mean = [0, 1, 2].map(
      (axis) => places.reduce((sum, place) => sum + place[axis], 0) / ring.length,
    );
    const dark = ring.reduce((sum, at) => sum + out.dark[at], 0) / ring.length / 255;
    const centre = add(mean, normal, dark);
    ring.forEach((at, which) => out.indices.push(centre, at, ring[(which + 1) % ring.length]));
  };

  const isDone = new Uint8Array(squares.length * 4);
  squares.forEach(({ direction, hollows }, square) => {
    const ring = [];
    for (let side = 0; side < 4; side += 1) {
      ring.push(vertex(square, side));
      const twin = across(square, side);
      const [other, its] = [twin >> 2, twin & 3];
      const neighbour = squares[other];
      if (neighbour.direction === direction) {
        // In a plane, who is shorter at an end of the edge has its corner on the other's edge.
        if (neighbour.hollows[(its + 1) & 3] && !hollows[(side + 3) & 3])
          ring.push(vertex(other, its + 1));
        if (neighbour.hollows[(its + 3) & 3] && !hollows[(side + 1) & 3])
          ring.push(vertex(other, its));
      } else if (square < other && !hollows[side])
        fan([
          vertex(square, side + 1),
          vertex(square, side),
          vertex(other, its + 1),
          vertex(other, its),
        ]);
      if (!isDone[square * 4 + side]) addCorner(square, side);
    }
    if (ring.length === 4) fan(ring);
    else star(ring, DIRECTIONS[direction].step);
  });

  // The squares around a corner, from each to the next across the edge that leaves the corner.
  function addCorner(square, corner) {
    const ring = [];
    const isNear = (one, other) => {
      const [from, to] = [placeOf(one), placeOf(other)];
      return from.every((value, axis) => Math.abs(value - to[axis]) < 1e-6);
    };
    let [at, side] = [square, corner];
    do {
      isDone[at * 4 + side] = 1;
      const next = vertex(at, side);
      if (ring.length === 0 || !isNear(ring[0], next)) ring.unshift(next);
      const twin = across(at, side);
      [at, side] = [twin >> 2, ((twin & 3) + 1) & 3];
    } while (at !== square);
    if (ring.length > 1 && isNear(ring[0], ring.at(-1))) ring.pop();
    // They were met clockwise, and put in front of each other.
    if (ring.length === 3) fan(ring);
    else if (ring.length > 3) {
      const sums = [0, 1, 2].map((axis) =>
        ring.reduce((sum, one) => sum + out.normals[4 * one + axis], 0),
      );
      const length = Math.hypot(...sums) || 1;
      star(
        ring,
        sums.map((sum) => sum / length),
      );
    }
  }
}

/**
 * How dark it is before a square, as a function of the place on it: dark if it faces a piece, and
 * towards corners that pieces beside it make.
 */
function shades(grid, piece, part, direction) {
  const { step } = DIRECTIONS[direction];
  const axis = step.findIndex((value) => value !== 0);
  const cell = part.map((at) => Math.floor(at / 3));
  const ahead = cell.map((at, which) => at + step[which]);
  // A square in a hollow looks past its own piece.
  if (grid.at(...ahead) === piece)
    part.forEach((at, which) => {
      if (which !== axis) ahead[which] += (at % 3) - 1;
    });
  const isFilled = (x, y, z) => grid.at(x, y, z) > EMPTY;
  if (isFilled(...ahead)) return () => (grid.at(...ahead) === piece ? 0.3 : COVERED);
  const [u, v] = [0, 1, 2].filter((which) => which !== axis);
  const beside = (along, over) => {
    const place = [...ahead];
    place[u] += along;
    place[v] += over;
    return isFilled(...place) ? 1 : 0;
  };
  const corner = (along, over) => {
    const [one, other] = [beside(along, 0), beside(0, over)];
    return CORNERED * (one + other === 2 ? 3 : one + other + beside(along, over));
  };
  const [ll, lh, hl, hh] = [corner(-1, -1), corner(-1, 1), corner(1, -1), corner(1, 1)];
  return (place) => {
    const [along, over] = [u, v].map((which) =>
      Math.min(1, Math.max(0, place[which] - cell[which])),
    );
    return (ll * (1 - along) + hl * along) * (1 - over) + (lh * (1 - along) + hh * along) * over;
  };
}
