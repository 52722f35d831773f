// What every tab can do: stop, share, print, work offline, from a disk, by keys, on a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checks } from "./view3d.mjs";

const LONG = { command: "pack", file: "bedlam", list: 20, count: true };

/** The address of a question, as the page makes it. */
const linkOf = (page, question) =>
  page.evaluate(async (question) => (await import("./app/link.js")).addressOf(question), question);

/** Looks for barriers, with what stands in the page. */
async function barriers(page, axe) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

export const everywhere = {
  "stop: what was found so far is the answer": {
    quick: true,
    async run({ page, address, answered, shot, figure }) {
      await page.goto(address);
      await page.goto(await linkOf(page, LONG));
      await page.waitForFunction(() => /nodes/.test([...document.querySelectorAll(".progress small")].find((one) => one.checkVisibility())?.textContent));
      await page.waitForTimeout(1200);
      await shot("progress");
      await page.getByRole("button", { name: "Stop" }).locator("visible=true").click();
      await answered();
      assert.match(await page.locator(".answer:visible .words").innerText(), /so far/);
      assert.ok(Number(await figure()) > 0);
      // The next answer is soon there.
      await page.getByRole("tab", { name: "Bricks" }).click();
      await answered(48556);
    },
  },

  "stop: workers that share a question": {
    async run({ page, address, answered, figure }) {
      await page.goto(`${address}?workers=2`);
      await page.goto((await linkOf(page, LONG)).replace("#", "#"));
      await page.locator(".progress small", { hasText: "2 workers" }).locator("visible=true").waitFor();
      await page.waitForTimeout(1500);
      await page.getByRole("button", { name: "Stop" }).locator("visible=true").click();
      await answered();
      assert.match(await page.locator(".answer:visible .words").innerText(), /so far/);
      assert.ok(Number(await figure()) > 0);
    },
  },

  "workers that share a question count all": {
    async run({ page, address, answered }) {
      await page.goto(`${address}?workers=2`);
      const link = await linkOf(page, { command: "pack", file: "pentominoes-3x4x5", list: 3, count: true });
      await page.goto(link);
      await page.locator(".progress small", { hasText: "2 workers" }).locator("visible=true").waitFor();
      await answered(31520);
      assert.match(await page.locator(".answer:visible .words").innerText(), /3940 up to all symmetries/);
    },
  },

  "a time limit holds": {
    async run({ page, address, answered }) {
      await page.goto(address);
      await answered(48556);
      await page.getByRole("tab", { name: "Puzzles" }).click();
      await answered(11520);
      await page.getByLabel("Time limit").locator("visible=true").selectOption("5");
      await page.getByRole("button", { name: /Bedlam/ }).click();
      await answered();
      assert.match(await page.locator(".answer:visible .words").innerText(), /so far/);
      assert.match(await page.locator(".evidence:visible").innerText(), /time-limit/);
    },
  },

  "reload and shared link: the same question": {
    quick: true,
    async run({ page, address, answered, chromium }) {
      await page.goto(address);
      await answered(48556);
      await page.getByLabel("Height").fill("3");
      await page.getByLabel("Height").press("Enter");
      await answered(1102);
      await page.waitForFunction(() => location.hash.startsWith("#q="));
      await page.reload();
      await answered(1102);
      assert.equal(await page.getByLabel("Height").inputValue(), "3");
      const other = await chromium.newPage();
      await other.goto(page.url());
      await other.locator(".words", { hasText: "1102 packings" }).waitFor({ timeout: 60_000 });
      await other.close();
    },
  },

  "what can be taken home": {
    async run({ page, address, answered }) {
      await page.goto(address);
      await answered(48556);
      assert.match(await page.locator(".command:visible code").innerText(), /^kumiki antislide 4x4x4 /);
      const saved = async (name) => {
        const coming = page.waitForEvent("download");
        await page.locator(".acts:visible").getByRole("button", { name, exact: true }).click();
        const chunks = [];
        for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk);
        return Buffer.concat(chunks);
      };
      assert.match((await saved("SVG")).toString(), /^<svg|^<\?xml/);
      assert.equal((await saved("PNG")).subarray(1, 4).toString(), "PNG");
      const answer = JSON.parse(await saved("JSON"));
      assert.equal(answer.count, "48556");
      assert.equal(answer.solutions.length, 1170);
      // The sheet for the printer has the picture, the evidence and the command.
      await page.evaluate(() => (globalThis.print = () => {}));
      await page.locator(".acts:visible").getByRole("button", { name: "Print" }).click();
      await page.locator(".sheet-print img").waitFor({ state: "attached" });
      await page.emulateMedia({ media: "print" });
      assert.ok(await page.locator(".sheet-print img").isVisible());
      assert.ok(!(await page.locator("header.beam").isVisible()));
    },
  },

  "offline, after the first visit": {
    quick: true,
    async run({ page, folder, served, answered }) {
      const server = await served(folder);
      await page.goto(server.address);
      await answered(48556);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        while ((await caches.keys()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      });
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await server.close();
      await page.context().setOffline(true);
      await page.reload();
      await answered(48556);
      await page.getByRole("tab", { name: "Polygons" }).click();
      await answered(370);
    },
  },

  "the single file, from a disk": {
    quick: true,
    async run({ page, folder, answered, shot }) {
      await page.goto(pathToFileURL(path.resolve(folder, "kumiki.html")).href);
      await answered(48556);
      await page.getByRole("tab", { name: "Polygons" }).click();
      await answered(370);
      await page.getByRole("tab", { name: "Puzzles" }).click();
      await answered(11520);
      await page.getByRole("button", { name: /Bedlam/ }).click();
      await page.waitForTimeout(2000);
      await page.getByRole("button", { name: "Stop" }).locator("visible=true").click();
      await answered();
      await shot("single-file");
    },
  },

  "a program that is damaged, or not there, is told": {
    quick: true,
    // Whoever keeps the page has a program that is whole.
    options: { serviceWorkers: "block" },
    async run({ page, address, folder }) {
      const program = await readFile(path.join(folder, "kumiki.wasm.lzma"));
      const told = () => page.locator(".answer:visible .error:not(:empty)").innerText();
      const begin = async (answer) => {
        await page.route("**/kumiki.wasm.lzma", (route) => route.fulfill(answer));
        await page.goto("about:blank");
        await page.goto(address);
      };
      await begin({ body: program.subarray(0, program.length / 2) });
      assert.match(await told(), /^the program could not be loaded: .*damaged/);
      await page.unrouteAll();
      await begin({ status: 404 });
      assert.match(await told(), /^the program could not be loaded: kumiki.wasm.lzma: 404/);
      page.complaints.length = 0;
      // Who asks again loads it again.
      await page.unrouteAll();
      await page.getByLabel("Height").fill("3");
      await page.getByLabel("Height").press("Enter");
      await page.locator(".words", { hasText: "1102 packings" }).waitFor();
    },
  },

  "by keyboard alone": {
    quick: true,
    async run({ page, address, answered }) {
      await page.goto(address);
      await answered(48556);
      const focused = () => page.evaluate(() => document.activeElement?.textContent.trim() || document.activeElement?.getAttribute("aria-label"));
      const tabTo = async (what) => {
        for (let i = 0; i < 60; i += 1) {
          await page.keyboard.press("Tab");
          if (what.test((await focused()) ?? "")) return;
        }
        assert.fail(`the keyboard does not come to ${what}`);
      };
      await tabTo(/^Bricks$/);
      await page.keyboard.press("ArrowRight");
      await answered(11520);
      await page.keyboard.press("End");
      await answered(9862);
      await page.keyboard.press("Home");
      await tabTo(/^A packing in space|Arrow keys turn/);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("n");
      assert.match(await page.locator(".held:visible").innerText(), /What holds/);
      await tabTo(/\u25b6/);
      await page.keyboard.press("Enter");
      assert.match(await page.locator(".step:visible output").innerText(), /^2 of/);
    },
  },

  "a phone": {
    quick: true,
    options: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    async run({ page, address, answered, shot }) {
      await page.goto(address);
      await answered(48556);
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      for (const [tab, count] of [["Bricks", 48556], ["Puzzles", 11520], ["Polygons", 370], ["Sliding tiles", 65], ["Tours and graphs", 9862]]) {
        await page.getByRole("tab", { name: tab }).tap();
        await answered(count);
        assert.ok(await fits(), `${tab} is wider than a phone`);
        await shot(`phone-${tab.toLowerCase().split(" ")[0]}`);
      }
      await page.getByRole("tab", { name: "Sliding tiles" }).tap();
      const position = page.getByLabel("Position, row by row");
      const before = await position.inputValue();
      await page.locator(".board button", { hasText: /^6$/ }).tap();
      assert.notEqual(await position.inputValue(), before);
    },
  },

  "dark": {
    options: { colorScheme: "dark" },
    async run({ page, address, answered, shot, axe }) {
      await page.goto(address);
      await answered(48556);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
      await shot("dark-bricks");
      assert.deepEqual(await barriers(page, axe), []);
      await page.getByRole("tab", { name: "Sliding tiles" }).click();
      await answered(65);
      await shot("dark-sliding");
      assert.deepEqual(await barriers(page, axe), []);
      await page.getByRole("button", { name: "Light" }).click();
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
    },
  },

  "no barriers": {
    quick: true,
    async run({ page, address, answered, axe }) {
      await page.goto(address);
      for (const [tab, count] of [["Bricks", 48556], ["Puzzles", 11520], ["Polygons", 370], ["Sliding tiles", 65], ["Tours and graphs", 9862]]) {
        await page.getByRole("tab", { name: tab }).click();
        await answered(count);
        assert.deepEqual(await barriers(page, axe), [], tab);
      }
      await page.getByRole("tab", { name: "Puzzles" }).click();
      await page.getByRole("button", { name: "Draw your own" }).click();
      assert.deepEqual(await barriers(page, axe), []);
    },
  },

  "nothing jumps while an answer comes": {
    async run({ page, address, answered }) {
      await page.addInitScript(() => {
        globalThis.jumps = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.jumps += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(address);
      await answered(48556);
      await page.waitForTimeout(300);
      const jumps = await page.evaluate(() => globalThis.jumps);
      assert.ok(jumps < 0.1, `layout shift ${jumps}`);
    },
  },

  "the view in space, on WebGL2 and on a plain canvas": {
    async run({ page, served }) {
      const server = await served(fileURLToPath(new URL("..", import.meta.url)));
      const found = await checks(page, server.address.slice(0, -1));
      await server.close();
      const failed = found.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
      assert.deepEqual(failed, []);
      assert.ok(found.length >= 30, `${found.length} checks`);
      const { detail } = found.find(({ name }) => name.startsWith("turning"));
      console.log(`web: ${found.length} checks of the view; turning: ${JSON.stringify(detail)}`);
    },
  },

  "a picture in anybody's page": {
    async run({ page, address, shot }) {
      await page.goto(`${address}embed.html`);
      await page.locator("kumiki-view").first().locator("canvas, img").first().waitFor({ timeout: 60_000 });
      await page.waitForFunction(() => [...document.querySelectorAll("kumiki-view")].every((view) => view.dataset.state === "answered"));
      await shot("embed");
    },
  },
};
