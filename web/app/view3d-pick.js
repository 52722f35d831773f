// Which cell is hit by a line of sight.

import { DIRECTIONS } from "./view3d-packing.js";

/**
 * The cell of a packing that a line of sight meets first, and the face that it enters by; null if
 * there is none. Cells of a piece are moved by `spread` times its middle.
 */
export function hit(packing, middles, { from, to, spread }, ray) {
  let best = null;
  for (const { piece, x, y, z } of packing.cells) {
    if (z < from || z > to) continue;
    const low = [x, y, z].map(
      (at, axis) => at - packing.size[axis] / 2 + spread * middles[piece][axis],
    );
    const met = meet(low, ray);
    if (met && (!best || met.distance < best.distance)) best = { ...met, piece, cell: [x, y, z] };
  }
  return best;
}

/** Where a line enters a unit cube, by the name of the face. */
function meet(low, { from, along }) {
  let [enter, leave, face] = [0, Infinity, null];
  for (let axis = 0; axis < 3; axis += 1) {
    const ends = [low[axis] - from[axis], low[axis] + 1 - from[axis]];
    if (along[axis] === 0) {
      if (ends[0] > 0 || ends[1] < 0) return null;
      continue;
    }
    const isForward = along[axis] > 0;
    const [first, last] = (isForward ? ends : ends.reverse()).map((end) => end / along[axis]);
    if (first > enter) {
      enter = first;
      face = DIRECTIONS[2 * axis + (isForward ? 0 : 1)].name;
    }
    leave = Math.min(leave, last);
  }
  return face && enter <= leave ? { distance: enter, face } : null;
}
