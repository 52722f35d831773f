// Goes through the page in a browser: node run.mjs FOLDER KUMIKI TOOLS CHROMIUM [--quick] [NAME...]
//
// Each test has a page of its own and may leave no complaint in its log. Pictures of what was seen
// are put into FOLDER/shots.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { answered, browser, figure, open, page as openPage, served } from "./browser.mjs";
import { families } from "./families.mjs";
import { everywhere } from "./everywhere.mjs";
import { native } from "./native.mjs";

const [folder, kumiki, tools, chromiumPath, ...rest] = process.argv.slice(2);
const isQuick = rest.includes("--quick");
const names = rest.filter((word) => !word.startsWith("--"));

const shots = path.join(folder, "shots");
await mkdir(shots, { recursive: true });
const { chromium, axe } = await browser(tools, chromiumPath);
const server = await served(folder);

let [passed, failed] = [0, 0];
for (const [name, { quick, run, options }] of Object.entries({ ...families, ...everywhere, ...native })) {
  if ((isQuick && !quick) || (names.length > 0 && !names.includes(name))) continue;
  const page = await openPage(chromium, options);
  const shot = (what, whole = false) =>
    page.screenshot({ path: path.join(shots, `${what}.png`), fullPage: whole, animations: "disabled" });
  const began = performance.now();
  try {
    await run({ page, chromium, axe, folder, kumiki, shot, isQuick, address: server.address, served, answered: (count) => answered(page, count), figure: () => figure(page), open: (tab) => open(page, tab) });
    if (page.complaints.length > 0) throw new Error(`the page complains: ${page.complaints.join("\n")}`);
    passed += 1;
    console.log(`web: ${name}: ok, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    await shot(`failed-${name.replace(/\W+/g, "-")}`).catch(() => {});
    console.log(`web: ${name}: FAILED: ${error.message}\n${error.stack?.split("\n").slice(1, 4).join("\n")}`);
    if (page.complaints.length > 0) console.log(page.complaints.join("\n"));
  }
  await page.context().close();
}
await server.close();
await chromium.close();
console.log(`web: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
