// What the tests share: a server of files on this machine, a browser, and pages that may not
// complain.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder on a port of its own. */
export async function served(folder) {
  let requests = 0;
  const server = createServer(async ({ url }, answer) => {
    requests += 1;
    const name = decodeURIComponent(new URL(url, "http://localhost").pathname);
    try {
      const bytes = await readFile(path.join(folder, name.endsWith("/") ? `${name}index.html` : name));
      answer.writeHead(200, { "content-type": TYPES[name.endsWith("/") ? ".html" : path.extname(name)] ?? "application/octet-stream" });
      answer.end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close, requests: () => requests };
}

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** A browser, and the text of what looks for barriers. */
export async function browser(tools, executablePath) {
  const require = createRequire(path.resolve(tools, "node_modules", "x.js"));
  const { chromium } = require("playwright-core");
  const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
  return { chromium: await chromium.launch({ executablePath, args: ARGUMENTS }), axe };
}

/** What a blob that is gone says in the log: that is how workers hear of a stop. */
const STOP = /ERR_FILE_NOT_FOUND/;

/** A page that notes every complaint. */
export async function page(chromium, options = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.complaints = [];
  page.on("console", (message) => {
    const isStop = STOP.test(message.text()) && message.location().url.startsWith("blob:");
    if (message.type() === "error" && !isStop) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(error.stack));
  return page;
}

/** The digits of the count that the open tab shows. */
export const figure = async (page) =>
  (await page.locator(".answer:visible .count").innerText()).replace(/[\s\u202f]/g, "");

/** Waits until the open tab shows a count, and its search is over. */
export async function answered(page, count) {
  await page.waitForFunction(
    (count) => {
      const pane = [...document.querySelectorAll(".answer")].find((pane) => pane.checkVisibility());
      if (!pane || pane.getAttribute("aria-busy") !== "false") return false;
      const shown = pane.querySelector(".count").textContent.replace(/\s/g, "");
      return count === undefined ? shown !== "" : shown === String(count);
    },
    count,
  ).catch(async (error) => {
    const shown = await page.locator(".answer:visible").innerText().catch(() => "no answer");
    throw new Error(`expected ${count}, the page says: ${shown}\n${error.message}`);
  });
}

export const open = async (page, tab) => page.getByRole("tab", { name: tab }).click();
