// Mouse, fingers and keys on a canvas, as turns, zooms and presses.

/** Turns, in radians: a drag over a whole canvas, and one press of a key. */
const TURN_OF_DRAG = 4.2;
const TURN_OF_KEY = Math.PI / 24;
const ZOOM_OF_KEY = 1.15;
/** A press moves by less than so many pixels. */
const STILL = 5;

/** Listens, and calls what it is given. The function that it returns ends that. */
export function listen(canvas, { rotate, zoom, reset, press }) {
  const pointers = new Map();
  let moved = 0;
  const apart = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  const middle = () => {
    const all = [...pointers.values()];
    return ["x", "y"].map((axis) => all.reduce((sum, point) => sum + point[axis], 0) / all.length);
  };
  const handlers = {
    pointerdown(event) {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      if (pointers.size === 0) moved = 0;
      // With a second finger it is no press any more.
      else moved = Infinity;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      canvas.setPointerCapture?.(event.pointerId);
      canvas.style.cursor = "grabbing";
    },
    pointermove(event) {
      const point = pointers.get(event.pointerId);
      if (!point) return;
      const was = { apart: pointers.size === 2 ? apart() : 0, middle: middle() };
      moved += Math.hypot(event.clientX - point.x, event.clientY - point.y);
      point.x = event.clientX;
      point.y = event.clientY;
      if (pointers.size > 2 || moved < STILL) return;
      const now = middle();
      const scale = TURN_OF_DRAG / Math.max(1, Math.min(canvas.clientWidth, canvas.clientHeight));
      rotate((now[0] - was.middle[0]) * scale, (now[1] - was.middle[1]) * scale);
      if (pointers.size === 2 && was.apart > 0) zoom(apart() / was.apart);
    },
    pointerup(event) {
      if (pointers.delete(event.pointerId) && moved < STILL && pointers.size === 0) press(event);
      if (pointers.size === 0) canvas.style.cursor = "grab";
    },
    pointercancel(event) {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) canvas.style.cursor = "grab";
    },
    wheel(event) {
      // At the end of the zoom, the page scrolls.
      const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      if (zoom(Math.exp(-event.deltaY * lines * 0.0016))) event.preventDefault();
    },
    keydown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = event.shiftKey ? 3 * TURN_OF_KEY : TURN_OF_KEY;
      const keys = {
        ArrowLeft: () => rotate(-step, 0),
        ArrowRight: () => rotate(step, 0),
        ArrowUp: () => rotate(0, -step),
        ArrowDown: () => rotate(0, step),
        "+": () => zoom(ZOOM_OF_KEY),
        "=": () => zoom(ZOOM_OF_KEY),
        "-": () => zoom(1 / ZOOM_OF_KEY),
        Escape: reset,
      };
      if (!keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    },
  };
  for (const [name, handler] of Object.entries(handlers))
    canvas.addEventListener(name, handler, { passive: false });
  const kept = {
    touch: canvas.style.touchAction,
    cursor: canvas.style.cursor,
    tab: canvas.getAttribute("tabindex"),
  };
  canvas.style.touchAction = "none";
  canvas.style.cursor = "grab";
  if (kept.tab === null) canvas.setAttribute("tabindex", "0");
  return () => {
    for (const [name, handler] of Object.entries(handlers))
      canvas.removeEventListener(name, handler);
    canvas.style.touchAction = kept.touch;
    canvas.style.cursor = kept.cursor;
    if (kept.tab === null) canvas.removeAttribute("tabindex");
  };
}
