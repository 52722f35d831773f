// Checks of the view in space, for a page of any browser that playwright drives.
//
//   for (const { name, ok, detail } of await checks(page, "http://127.0.0.1:8000")) ...
//
// The origin must serve the folder `web`. Nothing is asserted about time; what a turn took is told.

import {
  closedMeshes,
  contactsAgainstMoving,
  pickedEverywhere,
  pickedFaces,
  prepare,
  turning,
} from "./view3d-inside.mjs";

const SOMA = ["LLL LZZ ZZT", "ABV AAV PTT", "ABV PBB PPT"];
/** Colours that are still told apart in any light. */
const HUES = ["#e02020", "#20b020", "#2040e0", "#e0c000", "#c020c0", "#00b8c0", "#f08030"];

/** Runs all checks; each says whether it is ok and, if not, what was found. */
export async function checks(page, origin) {
  const found = [];
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const check = async (name, body) => {
    try {
      const detail = await body();
      found.push({ name, ok: true, detail });
    } catch (error) {
      found.push({ name, ok: false, detail: error.message });
    }
  };
  const equal = (one, other, what) => {
    const [left, right] = [one, other].map((value) => JSON.stringify(value));
    if (left !== right) throw new Error(`${what}: ${left}, expected ${right}`);
  };
  const truth = (isTrue, what) => {
    if (!isTrue) throw new Error(what);
  };

  await page.goto(`${origin}/tests/view3d.html`);
  await page.waitForFunction("window.view3d");
  await page.evaluate(prepare, { SOMA, HUES });

  await check("what blocks a piece is what moving it would hit", () =>
    page.evaluate(contactsAgainstMoving).then((count) => {
      truth(count.pieces > 1000 && count.walls > 100, JSON.stringify(count));
      return count;
    }),
  );
  await check("meshes are closed and face outwards", () => page.evaluate(closedMeshes));
  await check("a packing in words", async () => {
    const text = await page.evaluate(() =>
      view3d.describe({
        size: [2, 2, 1],
        cells: [
          { piece: 0, x: 0, y: 0, z: 0 },
          { piece: 1, x: 1, y: 0, z: 0 },
        ],
        pieces: [{ name: "dot" }, { name: "dot" }],
        walls: [[1, 1, 0]],
      }),
    );
    equal(
      text,
      "A box of 2 by 2 by 1 cells with 2 pieces: 2 times dot. 1 cell is empty. "
        + "Layer 1: dot, dot; empty.",
      "text",
    );
  });
  await check("what is no packing is refused", () =>
    page.evaluate(() => {
      const cell = { piece: 0, x: 0, y: 0, z: 0 };
      const bad = [
        { size: [1, 1], cells: [], pieces: [] },
        { size: [1, 1, 1], cells: [{ ...cell, x: 1 }], pieces: [{ name: "a" }] },
        { size: [1, 1, 1], cells: [cell], pieces: [] },
        { size: [1, 1, 1], cells: [cell, cell], pieces: [{ name: "a" }] },
      ];
      const { view, close } = open({});
      const taken = bad.filter((packing) => {
        try {
          view.show(packing);
          return true;
        } catch {
          return false;
        }
      });
      close();
      if (taken.length > 0) throw new Error(`taken: ${JSON.stringify(taken)}`);
    }),
  );

  for (const plain of [false, true]) {
    const how = plain ? "plain canvas" : "WebGL2";
    await page.evaluate((plain) => {
      window.now = open({ plain });
    }, plain);
    await check(`${how}: it is what draws`, async () => {
      equal(await page.evaluate(() => now.view.isWebgl), !plain, "WebGL2");
      truth(
        await page.evaluate(async () => (await picture(now)).some((part) => part > 0)),
        "nothing is drawn",
      );
    });
    await check(`${how}: nothing is drawn while nothing changes`, async () => {
      const before = await page.evaluate(() => settled(now));
      await page.waitForTimeout(400);
      equal(await page.evaluate(() => now.frames.length), before, "frames");
    });
    await check(
      `${how}: each cell that is seen is picked where it is seen, and has its colour there`,
      () => page.evaluate(pickedFaces),
    );
    await check(
      `${how}: what is picked is what is drawn, however it is turned and taken apart`,
      () => page.evaluate(pickedEverywhere),
    );
    await check(`${how}: a click tells piece, cell and face`, async () => {
      const at = await page.evaluate(() => now.view.project([2.5, 0.5, 3]));
      const box = await page.evaluate(() => now.canvas.getBoundingClientRect().toJSON());
      await page.mouse.click(box.x + at[0], box.y + at[1]);
      equal(await page.evaluate(() => now.picked), [5, { cell: [2, 0, 2], face: "top" }], "picked");
      await page.mouse.click(box.x + 3, box.y + 3);
      equal(await page.evaluate(() => now.picked), [null, null], "beside");
    });
    await check(`${how}: a drag turns and is no click`, async () => {
      const box = await page.evaluate(() => now.canvas.getBoundingClientRect().toJSON());
      await page.evaluate(() => {
        now.picked = undefined;
      });
      const before = await taken();
      const middle = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(...middle);
      await page.mouse.down();
      await page.mouse.move(middle[0] + 60, middle[1] - 30, { steps: 4 });
      await page.mouse.up();
      truth((await differs(before)) > 0.02, "nothing has changed");
      equal(await page.evaluate(() => now.picked ?? null), null, "picked");
    });
    await check(`${how}: keys turn, zoom and put back`, async () => {
      await page.evaluate(() => now.view.reset());
      const start = await taken();
      await page.focus("canvas");
      for (const keys of [
        ["ArrowLeft", "ArrowRight"],
        ["ArrowUp", "ArrowDown"],
        ["+", "-"],
      ]) {
        await page.keyboard.press(keys[0]);
        truth((await differs(start)) > 0.01, `${keys[0]} does nothing`);
        await page.keyboard.press(keys[1]);
        truth((await differs(start)) < 0.001, `${keys[1]} does not undo ${keys[0]}`);
      }
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("+");
      await page.keyboard.press("Escape");
      equal(await differs(start), 0, "change after Escape");
    });
    await check(`${how}: the wheel and two fingers zoom, one finger turns`, async () => {
      const wide = () =>
        page.evaluate(() => now.view.project([3, 0, 3])[0] - now.view.project([0, 0, 3])[0]);
      const box = await page.evaluate(() => now.canvas.getBoundingClientRect().toJSON());
      const start = await wide();
      await page.mouse.move(box.x + 50, box.y + 50);
      await page.mouse.wheel(0, -200);
      await page.waitForFunction(
        (start) => now.view.project([3, 0, 3])[0] - now.view.project([0, 0, 3])[0] > start * 1.05,
        start,
      );
      await page.evaluate(() => now.view.reset());
      await page.evaluate(() =>
        fingers(
          now,
          [
            [100, 100],
            [140, 100],
          ],
          [
            [60, 100],
            [180, 100],
          ],
        ),
      );
      const pinched = await wide();
      truth(pinched > 2 * start && pinched < 5 * start, `${start} became ${pinched}`);
      await page.evaluate(() => now.view.reset());
      await page.evaluate(() => fingers(now, [[100, 100]], [[160, 120]]));
      truth(Math.abs((await wide()) - start) > 1, "one finger does nothing");
      equal(await page.evaluate(() => now.picked ?? null), null, "picked by fingers that moved");
      await page.evaluate(() => now.view.reset());
    });
    await check(`${how}: layers are taken off`, async () => {
      await page.evaluate(() => now.view.setLayers(0, 0));
      await page.evaluate(() => settled(now));
      const found = await page.evaluate(() =>
        [
          [0.5, 0.5, 1],
          [2.5, 0.5, 1],
        ].map((place) => now.view.pick(...now.view.project(place))),
      );
      equal(
        found.map((hit) => hit && [hit.piece, hit.cell, hit.face]),
        [
          [0, [0, 0, 0], "top"],
          [0, [2, 0, 0], "top"],
        ],
        "hits",
      );
      await page.evaluate(() => now.view.setLayers(0, 2));
    });
    await check(`${how}: a highlighted piece, marked faces and the theme are seen`, async () => {
      const start = await taken();
      await page.evaluate(() => now.view.highlight(6));
      truth((await differs(start)) > 0.05, "highlight");
      const lit = await taken();
      await page.evaluate(() => now.view.highlight(6, ["top"]));
      truth((await differs(lit)) > 0.005, "faces");
      await page.evaluate(() => now.view.highlight(null));
      equal(await differs(start), 0, "change after all");
      await page.evaluate(() => now.view.setTheme("dark"));
      truth((await differs(start)) > 0, "theme");
      await page.evaluate(() => now.view.setTheme("light"));
    });
    if (!plain) {
      await check("WebGL2: a context that is lost comes back", async () => {
        const start = await taken();
        await page.evaluate(async () => {
          const loser = now.canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
          const gone = new Promise((resolve) =>
            now.canvas.addEventListener("webglcontextlost", resolve, { once: true }),
          );
          loser.loseContext();
          await gone;
          await new Promise((resolve) => setTimeout(resolve, 20));
          now.view.rotate(0.1, 0);
          now.view.rotate(-0.1, 0);
          const back = new Promise((resolve) =>
            now.canvas.addEventListener("webglcontextrestored", resolve, { once: true }),
          );
          loser.restoreContext();
          await back;
        });
        equal(await differs(start), 0, "change");
      });
      await check("WebGL2: a canvas can become a view again", async () => {
        const start = await taken();
        await page.evaluate(async () => {
          now.view.dispose();
          await again(now);
        });
        equal(await differs(start), 0, "change");
      });
    }
    await check(`${how}: after the end nothing is drawn and nothing heard`, async () => {
      const before = await page.evaluate(() => {
        now.view.dispose();
        now.view.dispose();
        return now.frames.length;
      });
      await page.evaluate(() =>
        now.canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" })),
      );
      await page.waitForTimeout(100);
      equal(await page.evaluate(() => now.frames.length), before, "frames");
      await page.evaluate(() => now.close());
    });
  }

  await check("in motion, pictures that come late are coarser, and the last one is not", () =>
    page.evaluate(async () => {
      const { canvas, view, close } = open({ fine: false });
      const frame = () => new Promise(requestAnimationFrame);
      const rest = () => new Promise((resolve) => setTimeout(resolve, 400));
      await rest();
      const whole = canvas.width;
      for (let i = 0; i < 12; i += 1) {
        view.rotate(0.05, 0);
        const began = performance.now();
        while (performance.now() < began + 40);
        await frame();
      }
      const coarse = canvas.width;
      await rest();
      const widths = [whole, coarse, canvas.width];
      view.dispose();
      close();
      if (!(coarse < 0.8 * whole && canvas.width === whole)) throw new Error(`widths ${widths}`);
    }),
  );

  await check("turning a packing of 5x5x5, in milliseconds of our own", () =>
    page.evaluate(turning),
  );
  await check("no complaints on the console", () => equal(complaints, [], "complaints"));
  return found;

  /** Takes the picture; it stays in the page, and has a number. */
  async function taken() {
    return page.evaluate(async () => kept.push(await picture(now)) - 1);
  }

  /** Which share of the picture differs from an earlier one. */
  async function differs(number) {
    return page.evaluate(async (number) => {
      const [before, after] = [kept[number], await picture(now)];
      let count = 0;
      for (let at = 0; at < after.length; at += 4)
        if ([0, 1, 2, 3].some((part) => Math.abs(after[at + part] - before[at + part]) > 2))
          count += 1;
      return (4 * count) / after.length;
    }, number);
  }
}
