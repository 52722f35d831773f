// Measures the page: node measure.mjs FOLDER KUMIKI TOOLS CHROMIUM [NAME...]
//
// Nothing is asserted: what is measured depends on the machine and on what else it does. Of each
// there are several, taken in turns with what they are compared with; the median and the least are
// told.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { browser, page as openPage, served } from "./browser.mjs";

const [folder, kumiki, tools, chromiumPath, ...names] = process.argv.slice(2);
const { chromium } = await browser(tools, chromiumPath);
const server = await served(folder);
const single = pathToFileURL(path.resolve(folder, "kumiki.html")).href;

const sorted = (values) => [...values].sort((one, other) => one - other);
const median = (values) => sorted(values)[values.length >> 1];
const told = (values, digits = 2) => `${median(values).toFixed(digits)} (least ${Math.min(...values).toFixed(digits)})`;

/** A page, closed when it is not needed any more. */
async function within(options, work) {
  const page = await openPage(chromium, options);
  try {
    return await work(page);
  } finally {
    await page.context().close();
  }
}

/** When the open tab shows a count, in seconds since the page was asked for. */
const shown = (page, count) =>
  page.waitForFunction((count) => {
    const pane = [...document.querySelectorAll(".answer")].find((one) => one.checkVisibility());
    const figure = pane?.querySelector(".count").textContent.replace(/\s/g, "");
    return figure === count && performance.now() / 1000;
  }, String(count), { polling: "raf" }).then((handle) => handle.jsonValue());

/** Asks in the page, without drawing: when the answer was there, in seconds, and its profile. */
const asked = (page, question) =>
  page.evaluate(async (question) => {
    const { ask } = await import("./app/engine.js");
    const began = performance.now();
    const { answer, error } = await ask(question, { wants: [] }).done;
    if (error) throw new Error(error);
    return { seconds: (performance.now() - began) / 1000, searched: answer.profile.seconds };
  }, question);

/** What the native command takes for a search, in seconds. */
async function natively(question) {
  const child = promisify(execFile)(kumiki, ["ask", "--threads", "1"], { maxBuffer: 1 << 28 });
  child.child.stdin.end(JSON.stringify(question));
  const lines = (await child).stdout.trim().split("\n");
  return JSON.parse(lines.at(-1)).answer.profile.seconds;
}

const text = await readFile(new URL("../../examples/pent6x10.dlx", import.meta.url), "utf8");
const COMPARED = [
  ["pent6x10", { command: "cover", file: { name: "pent6x10.dlx", text } }],
  ["decagon", { command: "tile", file: "decagon" }],
  ["5x5x5", { command: "antislide", box: "5x5x5" }],
];

const measures = {
  async "first answer"() {
    for (const [what, address] of [["folder", server.address], ["single file", single]]) {
      const times = [];
      for (let i = 0; i < 7; i += 1) {
        times.push(await within({}, async (page) => {
          await page.goto(address, { waitUntil: "commit" });
          return shown(page, 48556);
        }));
      }
      console.log(`first answer, ${what}: ${told(times)} s`);
    }
  },

  async "against native"() {
    for (const [what, question] of COMPARED) {
      const [first, later, native] = [[], [], []];
      for (let i = 0; i < 5; i += 1) {
        native.push(await natively(question));
        await within({}, async (page) => {
          await page.goto(`${server.address}?workers=1`);
          await shown(page, 48556);
          first.push((await asked(page, question)).searched);
          later.push((await asked(page, question)).searched);
        });
      }
      const ratio = (values) => (Math.min(...values) / Math.min(...native)).toFixed(2);
      console.log(`${what}: native ${told(native)} s, first ${told(first)} s, later ${told(later)} s; ratios of the least ${ratio(first)}, ${ratio(later)}`);
    }
  },

  async "two workers"() {
    const times = { 1: [], 2: [] };
    for (let i = 0; i < 3; i += 1) {
      for (const count of [1, 2]) {
        await within({}, async (page) => {
          await page.goto(`${server.address}?workers=${count}`);
          await shown(page, 48556);
          times[count].push((await asked(page, { command: "pack", file: "bedlam" })).seconds);
        });
      }
    }
    const gains = times[1].map((one, i) => one / times[2][i]);
    console.log(`bedlam: one worker ${told(times[1])} s, two ${told(times[2])} s; gain ${sorted(gains).map((gain) => gain.toFixed(2)).join(", ")}`);
  },

  async "turning"() {
    await within({}, async (page) => {
      await page.goto(server.address);
      await shown(page, 48556);
      const question = { command: "antislide", box: "5x5x5", list: 1 };
      await page.goto(await page.evaluate(async (question) => (await import("./app/link.js")).addressOf(question), question));
      await page.locator(".step:visible output", { hasText: "1 of 1" }).waitFor();
      await page.waitForTimeout(1000);
      const canvas = page.locator("canvas:visible");
      const { x, y, width, height } = await canvas.boundingBox();
      const frames = await page.evaluateHandle(() => {
        const frames = { at: [], isOver: false };
        const next = (at) => {
          frames.at.push(at);
          if (!frames.isOver) requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
        return frames;
      });
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      for (let i = 0; i < 240; i += 1) {
        await page.mouse.move(x + width / 2 + 150 * Math.sin(i / 20), y + height / 2 + 60 * Math.sin(i / 33));
      }
      await page.mouse.up();
      const at = await frames.evaluate((frames) => {
        frames.isOver = true;
        return frames.at;
      });
      const lengths = at.slice(1).map((time, i) => time - at[i]);
      const worst = sorted(lengths);
      const share = (part) => worst[Math.floor(part * (worst.length - 1))].toFixed(1);
      console.log(`turning 5x5x5: ${lengths.length} frames, median ${share(0.5)} ms, 95 % ${share(0.95)} ms, longest ${share(1)} ms`);
    });
  },

  async "stop"() {
    const [stops, nexts, instead] = [[], [], []];
    for (let i = 0; i < 5; i += 1) {
      await within({}, async (page) => {
        await page.goto(`${server.address}?workers=2`);
        await shown(page, 48556);
        const [stopped, next, given] = await page.evaluate(async () => {
          const { ask } = await import("./app/engine.js");
          const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
          const long = { command: "pack", file: "bedlam" };
          const short = { command: "antislide", box: "3x3x3" };
          const first = ask(long);
          await pause(3500);
          const asked = performance.now();
          first.stop();
          await first.done;
          const had = performance.now();
          await ask(short).done;
          const answered = performance.now();
          const second = ask(long);
          second.done.catch(() => {});
          await pause(3500);
          const left = performance.now();
          second.cancel();
          await ask(short).done;
          return [had - asked, answered - asked, performance.now() - left];
        });
        stops.push(stopped);
        nexts.push(next);
        instead.push(given);
      });
    }
    console.log(`stop: what was found ${told(stops, 0)} ms, and another answer ${told(nexts, 0)} ms; an answer instead of another ${told(instead, 0)} ms`);
  },
};

for (const [name, measure] of Object.entries(measures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  await measure();
}
console.log(`load: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`);
await server.close();
await chromium.close();
