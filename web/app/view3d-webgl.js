// A packing drawn by WebGL2.
//
// A highlighted piece is drawn as it is, the others as glass: first only their depth, so that one
// layer of glass is seen and its order does not matter, then their colours, mostly transparent.

import { DIRECTIONS } from "./view3d-packing.js";
import { buildMesh } from "./view3d-mesh.js";

const PIECES = {
  vertex: `#version 300 es
    precision highp float;
    layout(location = 0) in vec3 position;
    layout(location = 1) in vec4 normal;
    layout(location = 2) in vec3 middle;
    layout(location = 3) in vec3 colour;
    layout(location = 4) in float dark;
    uniform mat4 matrix;
    uniform float spread;
    uniform float openness;
    out vec3 vPlace;
    out vec3 vNormal;
    out vec3 vColour;
    out float vDark;
    void main() {
      vPlace = position + spread * middle;
      vNormal = normal.xyz;
      vColour = pow(colour, vec3(2.2));
      vDark = dark * (1.0 - smoothstep(0.0, 0.45, openness));
      gl_Position = matrix * vec4(vPlace, 1.0);
    }`,
  fragment: `#version 300 es
    precision highp float;
    in vec3 vPlace;
    in vec3 vNormal;
    in vec3 vColour;
    in float vDark;
    uniform vec3 eye;
    uniform vec3 lamp;
    uniform vec3 fill;
    uniform float dim;
    uniform float alpha;
    uniform float paleness;
    uniform vec3 pale;
    uniform int faces;
    uniform vec3 mark;
    out vec4 painted;
    void main() {
      vec3 n = normalize(vNormal);
      vec3 toEye = normalize(eye - vPlace);
      float open = 1.0 - vDark;
      vec3 base = mix(vColour, pale, paleness);
      // Light from the sky and the ground, a lamp over the shoulder, and a weak one from below.
      vec3 sky = mix(vec3(0.30, 0.28, 0.29), vec3(0.54, 0.55, 0.58), 0.5 + 0.5 * n.z);
      float key = max(dot(n, lamp), 0.0);
      float low = max(dot(n, fill), 0.0);
      vec3 half_ = normalize(lamp + toEye);
      float glance = max(dot(n, half_), 0.0);
      float shine = pow(glance, 48.0) * 0.16 + pow(glance, 9.0) * 0.03;
      float rim = pow(1.0 - max(dot(n, toEye), 0.0), 4.0) * 0.07;
      vec3 warm = vec3(0.58, 0.56, 0.53) * key * mix(0.35, 1.0, open);
      vec3 seen = base * (sky * open + warm + vec3(0.10) * low);
      seen += (shine + rim) * open;
      // Marked faces have stripes.
      int x = n.x > 0.7 ? 2 : n.x < -0.7 ? 1 : 0;
      int y = n.y > 0.7 ? 8 : n.y < -0.7 ? 4 : 0;
      int z = n.z > 0.7 ? 32 : n.z < -0.7 ? 16 : 0;
      if ((faces & (x | y | z)) != 0) {
        float along = fract((vPlace.x + vPlace.y + vPlace.z) * 4.0);
        float blur = fwidth(along) + 0.02;
        float stripe = smoothstep(0.25 - blur, 0.25 + blur, abs(along - 0.5));
        seen = mix(seen, mark, 0.30 + 0.45 * stripe);
      }
      seen *= dim;
      painted = vec4(pow(seen, vec3(1.0 / 2.2)), 1.0) * alpha;
    }`,
};

const LINES = {
  vertex: `#version 300 es
    precision highp float;
    layout(location = 0) in vec3 position;
    uniform mat4 matrix;
    void main() { gl_Position = matrix * vec4(position, 1.0); }`,
  fragment: `#version 300 es
    precision highp float;
    uniform vec4 ink;
    out vec4 painted;
    void main() { painted = ink; }`,
};

const THEMES = {
  light: { ink: [0.25, 0.27, 0.3, 0.34], pale: [0.86, 0.87, 0.9], glass: 0.2, dim: 1 },
  dark: { ink: [0.8, 0.84, 0.9, 0.3], pale: [0.34, 0.37, 0.42], glass: 0.24, dim: 0.94 },
};
const MARK = [0.9, 0.05, 0.2];

/** What is bound to where in memory: name, parts of a place, type, whether it is a share of one. */
const ATTRIBUTES = [
  ["positions", 3, "FLOAT", false],
  ["normals", 4, "BYTE", true],
  ["offsets", 3, "FLOAT", false],
  ["colours", 3, "UNSIGNED_BYTE", true],
  ["dark", 1, "UNSIGNED_BYTE", true],
];

function programOf(gl, { vertex, fragment }) {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`);
  const places = {};
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  for (let at = 0; at < count; at += 1) {
    const { name } = gl.getActiveUniform(program, at);
    places[name] = gl.getUniformLocation(program, name);
  }
  return { program, places };
}

const normalised = (vector) => vector.map((part) => part / Math.hypot(...vector));

export class WebglPainter {
  constructor(gl) {
    this.gl = gl;
    this.begin();
  }

  /** Makes what the graphics card keeps; again, if it has forgotten everything. */
  begin() {
    const { gl } = this;
    this.pieces = programOf(gl, PIECES);
    this.lines = programOf(gl, LINES);
    this.kept = null;
    this.frame = null;
  }

  /** Takes a packing and the layers that are seen. */
  load(packing, layers) {
    this.forget();
    const { gl } = this;
    const mesh = buildMesh(packing, layers);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffers = ATTRIBUTES.map(([name, parts, type, isShare], at) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, mesh[name], gl.STATIC_DRAW);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, parts, gl[type], isShare, 0, 0);
      return buffer;
    });
    const indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.indices, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    this.kept = {
      array,
      buffers: [...buffers, indices],
      ranges: mesh.ranges,
      count: mesh.indices.length,
    };
    this.loadFrame(packing.size);
  }

  /** The edges of the box. */
  loadFrame(size) {
    const { gl } = this;
    const ends = [];
    for (let axis = 0; axis < 3; axis += 1)
      for (const one of [-0.5, 0.5])
        for (const other of [-0.5, 0.5])
          for (const end of [-0.5, 0.5]) {
            const place = [0, 0, 0];
            place[axis] = end * size[axis];
            place[(axis + 1) % 3] = one * size[(axis + 1) % 3];
            place[(axis + 2) % 3] = other * size[(axis + 2) % 3];
            ends.push(...place);
          }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(ends), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    this.frame = { array, buffers: [buffer], count: ends.length / 3 };
  }

  /** Frees the meshes. */
  forget() {
    for (const kept of [this.kept, this.frame]) {
      if (!kept) continue;
      kept.buffers.forEach((buffer) => this.gl.deleteBuffer(buffer));
      this.gl.deleteVertexArray(kept.array);
    }
    this.kept = null;
    this.frame = null;
  }

  dispose() {
    this.forget();
    for (const { program } of [this.pieces, this.lines]) this.gl.deleteProgram(program);
  }

  draw({ camera, width, height, theme, highlight, faces }) {
    const { gl } = this;
    const style = THEMES[theme];
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!this.kept) return;
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const matrix = camera.matrix(width / height);

    const { program, places } = this.pieces;
    gl.useProgram(program);
    const { right, up, back } = camera.axes();
    const towards = (x, y, z) =>
      normalised([0, 1, 2].map((at) => x * right[at] + y * up[at] + z * back[at]));
    gl.uniformMatrix4fv(places.matrix, false, matrix);
    gl.uniform1f(places.spread, camera.spread);
    // Where other pieces are glass or apart, they cast no shade.
    gl.uniform1f(places.openness, highlight === null ? camera.explode : 1);
    gl.uniform3fv(places.eye, camera.eye());
    gl.uniform3fv(places.lamp, towards(-0.45, 0.75, 0.85));
    gl.uniform3fv(places.fill, towards(0.7, -0.6, 0.4));
    gl.uniform3fv(places.pale, style.pale);
    gl.uniform3fv(places.mark, MARK);
    gl.uniform1f(places.dim, style.dim);
    gl.bindVertexArray(this.kept.array);
    const { ranges, count } = this.kept;
    const range = (start, length) =>
      length > 0 && gl.drawElements(gl.TRIANGLES, length, gl.UNSIGNED_INT, 4 * start);
    const look = (alpha, paleness, marked) => {
      gl.uniform1f(places.alpha, alpha);
      gl.uniform1f(places.paleness, paleness);
      gl.uniform1i(places.faces, marked);
    };
    const chosen = highlight === null ? null : ranges[highlight];
    if (!chosen) {
      look(1, 0, 0);
      range(0, count);
    } else {
      look(1, 0, faces);
      range(chosen.start, chosen.count);
      const others = () => {
        range(0, chosen.start);
        range(chosen.start + chosen.count, count - chosen.start - chosen.count);
      };
      look(style.glass, 0.35, 0);
      gl.colorMask(false, false, false, false);
      others();
      gl.colorMask(true, true, true, true);
      gl.depthFunc(gl.LEQUAL);
      others();
      gl.depthFunc(gl.LESS);
    }

    // The box is gone when pieces leave it.
    const [red, green, blue, ink] = style.ink;
    const alpha = ink * Math.max(0, 1 - 5 * camera.explode);
    if (alpha === 0) return gl.bindVertexArray(null);
    gl.useProgram(this.lines.program);
    gl.uniformMatrix4fv(this.lines.places.matrix, false, matrix);
    gl.uniform4f(this.lines.places.ink, red * alpha, green * alpha, blue * alpha, alpha);
    gl.bindVertexArray(this.frame.array);
    gl.drawArrays(gl.LINES, 0, this.frame.count);
    gl.bindVertexArray(null);
  }
}

/** A set of directions by their names, as bits in the order of `DIRECTIONS`. */
export function bitsOf(names) {
  return DIRECTIONS.reduce((bits, { name }, at) => bits | (names.includes(name) ? 1 << at : 0), 0);
}
