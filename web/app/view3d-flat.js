// A packing drawn on a plain canvas, where there is no WebGL2.
//
// Faces of cells are painted from the farthest to the nearest, so that what is near covers what is
// far. Of a piece only faces are painted that none of its own cells covers.

import { DIRECTIONS, Grid, centroids, colourOf } from "./view3d-packing.js";

const THEMES = {
  light: { edge: "rgba(20, 22, 26, 0.75)", frame: "rgba(64, 69, 77, 0.35)" },
  dark: { edge: "rgba(10, 11, 13, 0.8)", frame: "rgba(204, 214, 230, 0.35)" },
};
const MARK = [230, 40, 80];

/** The corners of a face, in order around it, from the low corner of its cell. */
const FACES = DIRECTIONS.map(({ name, step }) => {
  const axis = step.findIndex((part) => part !== 0);
  const [u, v] = [0, 1, 2].filter((which) => which !== axis);
  const corner = (along, across) => {
    const at = [0, 0, 0];
    at[axis] = step[axis] > 0 ? 1 : 0;
    at[u] = along;
    at[v] = across;
    return at;
  };
  return { name, step, u, v, corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] };
});

export class FlatPainter {
  constructor(context) {
    this.context = context;
    this.faces = [];
  }

  begin() {}

  load(packing, { from, to }) {
    const middles = centroids(packing);
    const seen = packing.cells.filter((cell) => cell.z >= from && cell.z <= to);
    const grid = new Grid({ ...packing, cells: seen });
    this.size = packing.size;
    this.faces = [];
    for (const { piece, x, y, z } of seen) {
      const low = [x, y, z].map((at, axis) => at - packing.size[axis] / 2);
      FACES.forEach((face, direction) => {
        const own = (...steps) =>
          grid.at(
            ...[x, y, z].map((at, axis) => at + steps.reduce((sum, step) => sum + step[axis], 0)),
          ) === piece;
        if (own(face.step)) return;
        // Which of its four sides are edges of the piece, which does not go on behind them.
        const sides = [
          [face.v, -1],
          [face.u, 1],
          [face.v, 1],
          [face.u, -1],
        ];
        const edges = sides.map(([axis, sign]) => {
          const step = [0, 0, 0];
          step[axis] = sign;
          return !own(step) || own(step, face.step);
        });
        this.faces.push({
          piece,
          low,
          direction,
          edges,
          middle: middles[piece],
          colour: colourOf(packing.pieces, piece),
        });
      });
    }
  }

  forget() {
    this.faces = [];
  }

  dispose() {
    this.forget();
  }

  draw({ camera, width, height, theme, highlight, faces }) {
    const { context } = this;
    const style = THEMES[theme];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!this.size) return;
    const aspect = width / height;
    const screen = (place) => {
      const [x, y] = camera.project(place, aspect);
      return [((x + 1) / 2) * width, ((1 - y) / 2) * height];
    };
    const eye = camera.eye();
    const { right, up, back } = camera.axes();
    const lamp = [0, 1, 2].map((at) => -0.35 * right[at] + 0.62 * up[at] + 0.7 * back[at]);
    const dot = (one, other) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
    const seen = [];
    for (const face of this.faces) {
      const { step, corners } = FACES[face.direction];
      const places = corners.map((corner) =>
        corner.map((at, axis) => face.low[axis] + at + camera.spread * face.middle[axis]),
      );
      const centre = [0, 1, 2].map((axis) => (places[0][axis] + places[2][axis]) / 2);
      const toEye = eye.map((at, axis) => at - centre[axis]);
      if (dot(toEye, step) <= 0) continue;
      // The middle of the cell decides, so that all faces of a cell are painted together.
      const cell = centre.map((at, axis) => eye[axis] - (at - step[axis] / 2));
      seen.push({ face, places, distance: dot(cell, cell), step });
    }
    seen.sort((one, other) => other.distance - one.distance);
    if (camera.explode < 0.2) this.box(screen, style.frame, back);
    context.lineJoin = "round";
    context.lineCap = "round";
    context.lineWidth = Math.max(1, height / 420);
    for (const { face, places, step } of seen) {
      const isPale = highlight !== null && face.piece !== highlight;
      const light = 0.62 + 0.42 * Math.max(0, dot(step, lamp));
      const isMarked = !isPale && highlight !== null && (faces >> face.direction) & 1;
      const colour = isMarked
        ? face.colour.map((part, at) => (part + 2 * MARK[at]) / 3)
        : face.colour;
      const [red, green, blue] = colour.map((part) => Math.round(Math.min(255, part * light)));
      context.globalAlpha = isPale ? 0.16 : 1;
      context.fillStyle = `rgb(${red}, ${green}, ${blue})`;
      const points = places.map(screen);
      context.beginPath();
      points.forEach(([x, y], at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
      context.fill();
      context.strokeStyle = context.fillStyle;
      if (!isPale) context.stroke();
      context.strokeStyle = style.edge;
      context.beginPath();
      face.edges.forEach((isEdge, at) => {
        if (!isEdge) return;
        context.moveTo(...points[at]);
        context.lineTo(...points[(at + 1) % 4]);
      });
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** The edges of the box that lie behind everything. */
  box(screen, colour, back) {
    const { context, size } = this;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    const hidden = size.map((side, axis) => (back[axis] > 0 ? -side / 2 : side / 2));
    for (let axis = 0; axis < 3; axis += 1)
      for (const which of [1, 2]) {
        const [one, other] = [[...hidden], [...hidden]];
        one[(axis + which) % 3] *= -1;
        other[(axis + which) % 3] *= -1;
        other[axis] *= -1;
        context.moveTo(...screen(one));
        context.lineTo(...screen(other));
      }
    for (let axis = 0; axis < 3; axis += 1) {
      const other = [...hidden];
      other[axis] *= -1;
      context.moveTo(...screen(hidden));
      context.lineTo(...screen(other));
    }
    context.stroke();
  }
}
