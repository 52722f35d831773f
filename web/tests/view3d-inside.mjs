// What the checks of the view in space do inside of the page. Each function is sent there as text,
// so that it knows nothing but its arguments and what `prepare` has put into the window.

export function prepare({ SOMA, HUES }) {
  window.kept = [];
  const letters = [];
  const cells = [];
  SOMA.forEach((layer, z) =>
    layer.split(" ").forEach((row, y) =>
      [...row].forEach((letter, x) => {
        if (!letters.includes(letter)) letters.push(letter);
        cells.push({ piece: letters.indexOf(letter), x, y, z });
      }),
    ),
  );
  window.soma = {
    size: [3, 3, 3],
    cells,
    pieces: letters.map((name, at) => ({ name, colour: HUES[at] })),
  };
  window.pieceAt = (x, y, z) =>
    soma.cells.find((cell) => cell.x === x && cell.y === y && cell.z === z).piece;

  /** A view on a canvas of its own. */
  window.open = ({ plain = false, fine = true } = {}) => {
    document.querySelectorAll("canvas").forEach((canvas) => canvas.remove());
    const canvas = document.createElement("canvas");
    canvas.style.cssText = "width: 360px; height: 300px";
    document.body.append(canvas);
    const now = { canvas, frames: [], close: () => canvas.remove() };
    again(now, plain, fine);
    return now;
  };
  window.again = async (now, plain = false, fine = true) => {
    now.view = view3d.createView(now.canvas, {
      plain,
      fine,
      onPick: (...told) => (now.picked = told),
      onFrame: (told) => {
        now.frames.push(told);
        now.heard?.();
      },
    });
    now.view.show(soma);
    await settled(now);
  };
  /** Waits until nothing more is drawn; how many frames there were. */
  window.settled = async (now) => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 35));
    let count = -1;
    while (count !== now.frames.length) {
      count = now.frames.length;
      await wait();
    }
    return count;
  };
  /** The picture, taken when it has just been drawn. */
  window.picture = async (now) => {
    await settled(now);
    const copy = document.createElement("canvas");
    const taken = new Promise((resolve) => {
      now.heard = () => {
        now.heard = null;
        [copy.width, copy.height] = [now.canvas.width, now.canvas.height];
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(now.canvas, 0, 0);
        resolve(context.getImageData(0, 0, copy.width, copy.height).data);
      };
    });
    now.view.rotate(0, 0);
    return taken;
  };
  window.fingers = (now, from, to) => {
    const box = now.canvas.getBoundingClientRect();
    const tell = (type, [x, y], at) =>
      now.canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 50 + at,
          pointerType: "touch",
          clientX: box.x + x,
          clientY: box.y + y,
          bubbles: true,
          isPrimary: at === 0,
        }),
      );
    now.canvas.setPointerCapture = () => {};
    from.forEach((point, at) => tell("pointerdown", point, at));
    for (let step = 1; step <= 5; step += 1)
      to.forEach((point, at) =>
        tell(
          "pointermove",
          point.map((end, axis) => from[at][axis] + ((end - from[at][axis]) * step) / 5),
          at,
        ),
      );
    to.forEach((point, at) => tell("pointerup", point, at));
  };
  /** The piece whose hue is nearest to a colour; null for what has none. */
  window.hueOf = ([red, green, blue, alpha]) => {
    const towards = (parts) => {
      const grey = Math.min(...parts);
      const rest = parts.map((part) => part - grey);
      const length = Math.hypot(...rest);
      return length > 24 ? rest.map((part) => part / length) : null;
    };
    const seen = alpha > 250 && towards([red, green, blue]);
    if (!seen) return null;
    const near = soma.pieces.map(({ colour }) => {
      const hue = towards([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
      return hue.reduce((sum, part, at) => sum + part * seen[at], 0);
    });
    return near.indexOf(Math.max(...near));
  };
  window.random = (seed) => {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };
  /** A packing of pieces that grew at random, some cells empty, some walls. */
  window.anyPacking = (below) => {
    const size = [0, 1, 2].map(() => 1 + below(5));
    const places = [];
    for (let z = 0; z < size[2]; z += 1)
      for (let y = 0; y < size[1]; y += 1)
        for (let x = 0; x < size[0]; x += 1) places.push([x, y, z]);
    const walls = places.filter(() => below(12) === 0);
    const free = new Set(places.filter((place) => !walls.includes(place)).map(String));
    const cells = [];
    const pieces = [];
    while (free.size > 0 && below(14) > 0) {
      const start = [...free][below(free.size)].split(",").map(Number);
      const grown = [start];
      free.delete(String(start));
      for (let tries = below(12); tries > 0; tries -= 1) {
        const next = [...grown[below(grown.length)]];
        next[below(3)] += below(2) === 0 ? 1 : -1;
        if (free.delete(String(next))) grown.push(next);
      }
      grown.forEach(([x, y, z]) => cells.push({ piece: pieces.length, x, y, z }));
      pieces.push({ name: `p${pieces.length}` });
    }
    return { size, cells, pieces, walls };
  };
}

/** Moves each piece a step, and collects what its cells run into. */
export function contactsAgainstMoving() {
  const below = random(7);
  const count = { packings: 0, pieces: 0, walls: 0 };
  for (let round = 0; round < 400; round += 1) {
    const packing = anyPacking(below);
    count.packings += 1;
    count.walls += packing.walls.length;
    packing.pieces.forEach((_, piece) => {
      count.pieces += 1;
      const own = packing.cells.filter((cell) => cell.piece === piece);
      const steps = {
        left: ["x", -1],
        right: ["x", 1],
        back: ["y", -1],
        front: ["y", 1],
        bottom: ["z", -1],
        top: ["z", 1],
      };
      const expected = {};
      for (const [name, [axis, sign]] of Object.entries(steps)) {
        const moved = own.map((cell) => ({ ...cell, [axis]: cell[axis] + sign }));
        const same = (one, other) => one.x === other.x && one.y === other.y && one.z === other.z;
        const hits = packing.cells.filter(
          (other) => other.piece !== piece && moved.some((cell) => same(cell, other)),
        );
        const isWall = moved.some(
          ({ x, y, z }) =>
            x < 0
            || y < 0
            || z < 0
            || x >= packing.size[0]
            || y >= packing.size[1]
            || z >= packing.size[2]
            || packing.walls.some((wall) => wall[0] === x && wall[1] === y && wall[2] === z),
        );
        const numbers = [...new Set(hits.map((cell) => cell.piece))].sort(
          (one, other) => one - other,
        );
        expected[name] = isWall ? ["wall", ...numbers] : numbers;
      }
      const [left, right] = [view3d.contacts(packing, piece), expected].map((held) =>
        JSON.stringify(held),
      );
      if (left !== right)
        throw new Error(`${JSON.stringify(packing)} piece ${piece}: ${left}, expected ${right}`);
    });
  }
  return count;
}

/** Each edge of a mesh belongs to two triangles, in opposite directions; its volume is right. */
export function closedMeshes() {
  const below = random(11);
  let triangles = 0;
  for (let round = 0; round < 60; round += 1) {
    const packing = anyPacking(below);
    const gap = 0.007;
    const mesh = buildMesh(packing, { gap, round: 1e-9 });
    const rounded = buildMesh(packing);
    mesh.ranges.forEach((_, piece) => {
      const volume = ({ positions, indices, ranges }) => {
        const { start, count } = ranges[piece];
        let six = 0;
        for (let at = start; at < start + count; at += 3) {
          const [a, b, c] = [0, 1, 2].map((corner) => [
            ...positions.slice(3 * indices[at + corner], 3 * indices[at + corner] + 3),
          ]);
          // The space of cells has y and z exchanged.
          six -=
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
        }
        return six / 6;
      };
      // Places to the last bit, not numbers: what lies at a place is one corner.
      const places = new Map();
      const cornerAt = (vertex) => {
        const key = rounded.positions.slice(3 * vertex, 3 * vertex + 3).join();
        if (!places.has(key)) places.set(key, places.size);
        return places.get(key);
      };
      const edges = new Map();
      const part = rounded.ranges[piece];
      for (let at = part.start; at < part.start + part.count; at += 3) {
        const corners = [0, 1, 2].map((corner) => cornerAt(rounded.indices[at + corner]));
        if (new Set(corners).size < 3) continue;
        corners.forEach((from, side) => {
          const to = corners[(side + 1) % 3];
          edges.set(`${from},${to}`, (edges.get(`${from},${to}`) ?? 0) + 1);
        });
      }
      for (const [key, number] of edges) {
        const back = edges.get(key.split(",").reverse().join(",")) ?? 0;
        if (back !== number || number !== 1)
          throw new Error(
            `edge ${key}: ${number} times, back ${back} times, in ${JSON.stringify(packing)}`,
          );
      }
      triangles += part.count / 3;
      // With sharp edges the volume is that of the piece without its rim: counted part by part.
      const own = new Set(
        packing.cells.filter((cell) => cell.piece === piece).map(({ x, y, z }) => `${x},${y},${z}`),
      );
      let expected = 0;
      for (const cell of own) {
        const place = cell.split(",").map(Number);
        for (let part = 0; part < 27; part += 1) {
          const lean = [part % 3, Math.floor(part / 3) % 3, Math.floor(part / 9)].map(
            (at) => at - 1,
          );
          let stays = true;
          for (let some = 0; some < 8; some += 1)
            stays &&= own.has(
              place.map((at, axis) => at + ((some >> axis) & 1) * lean[axis]).join(","),
            );
          if (stays)
            expected += lean.reduce((product, at) => product * (at === 0 ? 1 - 2 * gap : gap), 1);
        }
      }
      const [sharp, soft] = [volume(mesh), volume(rounded)];
      if (Math.abs(sharp - expected) > 1e-4 * own.size)
        throw new Error(`volume ${sharp}, expected ${expected}`);
      if (!(soft > 0.9 * expected && soft < expected))
        throw new Error(`rounded, ${soft} of ${expected} is left`);
    });
  }
  return { triangles };
}

/** The middle of each face on the three sides that are seen. */
export async function pickedFaces() {
  const data = await picture(now);
  const sides = [];
  for (let one = 0; one < 3; one += 1)
    for (let other = 0; other < 3; other += 1)
      sides.push(
        { cell: [one, other, 2], face: "top", at: [one + 0.5, other + 0.5, 3] },
        { cell: [one, 2, other], face: "front", at: [one + 0.5, 3, other + 0.5] },
        { cell: [2, one, other], face: "right", at: [3, one + 0.5, other + 0.5] },
      );
  for (const { cell, face, at } of sides) {
    const [x, y] = now.view.project(at);
    const expected = { piece: pieceAt(...cell), cell, face };
    const [left, right] = [now.view.pick(x, y), expected].map((hit) => JSON.stringify(hit));
    if (left !== right) throw new Error(`at ${at}: ${left}, expected ${right}`);
    const pixel = 4 * (Math.round(y) * now.canvas.width + Math.round(x));
    const seen = hueOf(data.slice(pixel, pixel + 4));
    if (seen !== expected.piece)
      throw new Error(`at ${at}: piece ${seen} is drawn, expected ${expected.piece}`);
  }
  return { faces: sides.length };
}

/** Points all over the picture: where a piece is picked, it is drawn. Edges are left out. */
export async function pickedEverywhere() {
  const below = random(3);
  let [same, other] = [0, 0];
  for (let round = 0; round < 8; round += 1) {
    now.view.rotate((below(100) / 100) * 6, (below(100) / 100 - 0.5) * 3);
    const apart = round % 2 === 0 ? 0 : below(100) / 100;
    now.view.setExplode(apart);
    const data = await picture(now);
    for (let at = 0; at < 400; at += 1) {
      const [x, y] = [5 + below(now.canvas.width - 10), 5 + below(now.canvas.height - 10)];
      const hits = [
        [0, 0],
        [4, 0],
        [-4, 0],
        [0, 4],
        [0, -4],
      ].map(([dx, dy]) => {
        const hit = now.view.pick(x + dx, y + dy);
        return hit && `${hit.piece} ${hit.face}`;
      });
      if (!hits.every((hit) => hit === hits[0])) continue;
      const pixel = 4 * (y * now.canvas.width + x);
      const seen = hueOf(data.slice(pixel, pixel + 4));
      if (seen === (hits[0] ? Number(hits[0].split(" ")[0]) : null)) same += 1;
      else other += 1;
    }
  }
  now.view.setExplode(0);
  now.view.reset();
  if (same < 1000 || other > same / 50) throw new Error(`${same} points agree, ${other} do not`);
  return { same, other };
}

/** A box of 5x5x5 full of small pieces is turned; nothing is asserted about time. */
export async function turning() {
  const below = random(5);
  let packing;
  do packing = anyPacking(below);
  while (String(packing.size) !== "5,5,5" || packing.cells.length < 60);
  const now = open({});
  now.view.show({ ...packing, walls: [] });
  await settled(now);
  const loaded = now.frames.map(({ milliseconds }) => milliseconds);
  now.frames.length = 0;
  for (let step = 0; step < 60; step += 1) {
    now.view.rotate(0.05, 0.01);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await settled(now);
  const times = now.frames
    .map(({ milliseconds }) => milliseconds)
    .sort((one, other) => one - other);
  now.view.dispose();
  now.close();
  const rounded = (time) => Math.round(time * 10) / 10;
  return {
    pieces: packing.pieces.length,
    first: rounded(Math.max(...loaded)),
    frames: times.length,
    median: rounded(times[times.length >> 1]),
    worst: rounded(times.at(-1)),
  };
}
