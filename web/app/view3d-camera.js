// Where one looks from, and which line of sight belongs to a point of the picture.
//
// The space of cells has x to the right, y towards the viewer and z up; the camera turns around the
// middle of the box, z staying upright.

/** Where one looks from first: onto a corner of a box, and from further above onto a board. */
const ONTO_BOX = { yaw: -0.62, pitch: 0.5, scale: 1 };
const ONTO_BOARD = { yaw: -0.22, pitch: 1.05, scale: 1 };
const STEEPEST = 1.5;
const SCALES = [0.4, 6];
/** Half of the angle of view, and how much of the picture the box fills. */
const HALF_ANGLE = 0.24;
const FILLED = 0.94;
/** How far pieces go apart, in multiples of their distance from the middle. */
const APART = 1.15;

export class Camera {
  constructor() {
    this.size = [1, 1, 1];
    this.explode = 0;
    this.reset();
  }

  reset() {
    Object.assign(this, this.size[2] === 1 ? ONTO_BOARD : ONTO_BOX);
  }

  rotate(dx, dy) {
    this.yaw = (this.yaw + dx) % (2 * Math.PI);
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + dy));
  }

  /** Says whether something has changed. */
  zoom(factor) {
    const scale = Math.min(SCALES[1], Math.max(SCALES[0], this.scale * factor));
    const isChanged = scale !== this.scale;
    this.scale = scale;
    return isChanged;
  }

  /** How far a piece moves whose middle is so far from that of the box. */
  get spread() {
    return APART * this.explode;
  }

  /** The axes of the camera in the space of cells: to the right, up, and towards the viewer. */
  axes() {
    const [sy, cy, sp, cp] = [
      Math.sin(this.yaw),
      Math.cos(this.yaw),
      Math.sin(this.pitch),
      Math.cos(this.pitch),
    ];
    return {
      right: [cy, sy, 0],
      up: [sp * sy, -sp * cy, cp],
      back: [-cp * sy, cp * cy, sp],
    };
  }

  /** How far the eye is from the middle, and how far the farthest corner can be. */
  distances() {
    const radius = (Math.hypot(...this.size) / 2) * (1 + this.spread * 0.62);
    return { radius, eye: radius / (Math.sin(HALF_ANGLE) * FILLED * this.scale) };
  }

  /** From the space of cells to that of WebGL, in columns; the picture is `aspect` heights wide. */
  matrix(aspect) {
    const { right, up, back } = this.axes();
    const { radius, eye } = this.distances();
    const near = Math.max(eye - 2 * radius, eye / 100);
    const far = eye + 2 * radius;
    const focal = 1 / Math.tan(HALF_ANGLE);
    // Where the picture is higher than wide, its width must be enough.
    const [fx, fy] = aspect < 1 ? [focal, focal * aspect] : [focal / aspect, focal];
    const depth = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    const column = (axis) => [fx * right[axis], fy * up[axis], depth[0] * back[axis], -back[axis]];
    return new Float32Array([
      ...column(0),
      ...column(1),
      ...column(2),
      0,
      0,
      -eye * depth[0] + depth[1],
      eye,
    ]);
  }

  /** Where the eye is. */
  eye() {
    const { eye } = this.distances();
    return this.axes().back.map((part) => part * eye);
  }

  /** Where a place is seen: from -1 to 1 to the right and up, and how far away. */
  project(place, aspect) {
    const m = this.matrix(aspect);
    const row = (at) => m[at] * place[0] + m[4 + at] * place[1] + m[8 + at] * place[2] + m[12 + at];
    const w = row(3);
    return [row(0) / w, row(1) / w, w];
  }

  /** The line of sight through a point of the picture, from -1 to 1 to the right and up. */
  ray([x, y], aspect) {
    const { right, up, back } = this.axes();
    const slope = Math.tan(HALF_ANGLE);
    const [sx, sy] =
      aspect < 1 ? [x * slope, (y * slope) / aspect] : [x * slope * aspect, y * slope];
    return {
      from: this.eye(),
      along: [0, 1, 2].map((at) => right[at] * sx + up[at] * sy - back[at]),
    };
  }
}
