// A packing in space: turned, zoomed, taken apart and cut by layers on a canvas.
//
//   const view = createView(canvas, { onPick: (piece, where) => tell(contacts(packing, piece)) });
//   view.show(packing);
//
// What a packing is says view3d-packing.js. A picture is drawn when something has changed, at most
// once for each of the screen. Where there is no WebGL2, a plain canvas is drawn on, with the same
// functions. The canvas needs a label; `describe` has the words.

import { Camera } from "./view3d-camera.js";
import { FlatPainter } from "./view3d-flat.js";
import { listen } from "./view3d-hands.js";
import { Pace } from "./view3d-pace.js";
import { centroids, checked } from "./view3d-packing.js";
import { hit } from "./view3d-pick.js";
import { WebglPainter, bitsOf } from "./view3d-webgl.js";

export { DIRECTIONS, PALETTE, contacts, describe } from "./view3d-packing.js";

/** The most points of the screen for each of the page that are drawn. */
const MAX_DENSITY = 2;

/** Contexts that were given up: what brings them back, as soon as they are gone. */
const givenUp = new WeakMap();

/**
 * A view on a canvas.
 *
 * `onPick(piece, { cell, face })` is called when a piece is pressed, with its number, the place of
 * the cell and the name of the face; with null beside pieces. `onFrame({ milliseconds })` is called
 * after each picture with the time that this code took. With `plain` there is no WebGL2, and with
 * `fine` pictures have all their points also in motion.
 */
export function createView(canvas, { onPick, onFrame, plain = false, fine = false } = {}) {
  const camera = new Camera();
  const gl = plain
    ? null
    : canvas.getContext("webgl2", { antialias: true, alpha: true, powerPreference: "low-power" });
  // A canvas that was a view before brings its context back.
  const before = givenUp.get(canvas);
  if (before) before.gone.then(() => gl?.isContextLost() && before.loser.restoreContext());
  const loser = before?.loser ?? gl?.getExtension("WEBGL_lose_context");
  let painter = null;
  if (!gl) painter = new FlatPainter(canvas.getContext("2d"));
  else if (!gl.isContextLost()) painter = new WebglPainter(gl);

  const state = {
    packing: null,
    middles: [],
    from: 0,
    to: Infinity,
    highlight: null,
    faces: 0,
    theme: "light",
  };
  let [isStale, isDisposed, request] = [false, false, 0];

  function redraw() {
    if (!isDisposed && request === 0) request = requestAnimationFrame(draw);
  }

  const pace = new Pace(redraw);

  function fit(now) {
    const share = fine ? 1 : pace.next(now);
    const density = Math.min(MAX_DENSITY, globalThis.devicePixelRatio || 1) * share;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) =>
      Math.max(1, Math.round(side * density)),
    );
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  function draw(now) {
    request = 0;
    if (isDisposed || !painter) return;
    const start = performance.now();
    fit(now);
    if (isStale && state.packing) painter.load(state.packing, state);
    isStale = false;
    const { width, height } = canvas;
    painter.draw({
      camera,
      width,
      height,
      theme: state.theme,
      highlight: state.highlight,
      faces: state.faces,
    });
    onFrame?.({ milliseconds: performance.now() - start });
  }

  /** The place on the canvas as the camera has it, from -1 to 1. */
  function sight(x, y) {
    return [(2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight];
  }
  const aspect = () => canvas.clientWidth / canvas.clientHeight;

  function rotate(dx, dy) {
    camera.rotate(dx, dy);
    redraw();
  }
  function zoom(factor) {
    const isChanged = camera.zoom(factor);
    if (isChanged) redraw();
    return isChanged;
  }
  function reset() {
    camera.reset();
    redraw();
  }
  function pick(x, y) {
    if (!state.packing) return null;
    const seen = { from: state.from, to: state.to, spread: camera.spread };
    const found = hit(state.packing, state.middles, seen, camera.ray(sight(x, y), aspect()));
    return found && { piece: found.piece, cell: found.cell, face: found.face };
  }
  function press(event) {
    const frame = canvas.getBoundingClientRect();
    const found = pick(event.clientX - frame.left, event.clientY - frame.top);
    if (found) onPick?.(found.piece, { cell: found.cell, face: found.face });
    else onPick?.(null, null);
  }

  const stopListening = listen(canvas, { rotate, zoom, reset, press });
  const observer = globalThis.ResizeObserver ? new ResizeObserver(redraw) : null;
  observer?.observe(canvas);
  function lost(event) {
    // So that it can come back.
    event.preventDefault();
    cancelAnimationFrame(request);
    request = 0;
    painter = null;
  }
  function restored() {
    if (isDisposed) return;
    painter = new WebglPainter(gl);
    isStale = true;
    redraw();
  }
  canvas.addEventListener("webglcontextlost", lost);
  canvas.addEventListener("webglcontextrestored", restored);

  return {
    /**
     * Shows a packing, or nothing if it is null. The view stays as it is turned, and is put back if
     * the box has another size. `options` may have `explode`, `layers` (from and to) and
     * `highlight`.
     */
    show(packing, options = {}) {
      state.packing = packing && checked(packing);
      state.middles = packing ? centroids(packing) : [];
      state.highlight = null;
      state.faces = 0;
      isStale = true;
      if (!packing) painter?.forget();
      else if (String(camera.size) !== String(packing.size)) {
        camera.size = [...packing.size];
        camera.reset();
        [state.from, state.to] = [0, Infinity];
      }
      if (options.explode !== undefined) this.setExplode(options.explode);
      if (options.layers) this.setLayers(...options.layers);
      if (options.highlight !== undefined) this.highlight(options.highlight);
      redraw();
    },
    /** How far pieces are apart, from 0 to 1. */
    setExplode(share) {
      camera.explode = Math.min(1, Math.max(0, Number(share) || 0));
      redraw();
    },
    /** The first and the last layer that are seen, counted from 0. */
    setLayers(from, to) {
      if (state.from === from && state.to === to) return;
      [state.from, state.to] = [from, to];
      isStale = true;
      redraw();
    },
    /** Turns by so many radians to the right and down. */
    rotate,
    /** Comes so many times nearer; says whether that could be done. */
    zoom,
    /** Puts the camera back. */
    reset,
    /** Shows one piece through the others, the faces with these names marked; null for none. */
    highlight(piece, faces = []) {
      state.highlight = state.packing?.pieces[piece] ? piece : null;
      state.faces = bitsOf(faces);
      redraw();
    },
    /** `light` or `dark`. */
    setTheme(name) {
      state.theme = name === "dark" ? "dark" : "light";
      redraw();
    },
    /** Which piece is seen at a point of the canvas, as `onPick` is told, or null. */
    pick,
    /** Where on the canvas a place of the box is seen, in cells from its corner; not apart. */
    project([x, y, z]) {
      const place = [x, y, z].map((at, axis) => at - camera.size[axis] / 2);
      const [right, up] = camera.project(place, aspect());
      return [((right + 1) / 2) * canvas.clientWidth, ((1 - up) / 2) * canvas.clientHeight];
    },
    /** Whether WebGL2 draws. */
    get isWebgl() {
      return gl !== null;
    },
    /** Frees everything. A canvas can become a view again. */
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      cancelAnimationFrame(request);
      pace.end();
      observer?.disconnect();
      stopListening();
      canvas.removeEventListener("webglcontextlost", lost);
      canvas.removeEventListener("webglcontextrestored", restored);
      painter?.dispose();
      state.packing = null;
      if (loser && gl && !gl.isContextLost()) {
        const gone = new Promise((resolve) => {
          const lost = (event) => {
            event.preventDefault();
            // When the event is over, not before.
            setTimeout(resolve);
          };
          canvas.addEventListener("webglcontextlost", lost, { once: true });
        });
        givenUp.set(canvas, { loser, gone });
        loser.loseContext();
      }
    },
  };
}
