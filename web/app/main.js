// The page: its tabs, and what its address says.

import "./begin.js";
import { assets } from "./assets.js";
import { h, toast } from "./dom.js";
import * as link from "./link.js";
import * as native from "./native.js";
import { workerCount } from "./engine.js";
import { theme } from "./theme.js";
import * as bricks from "./bricks.js";
import * as puzzles from "./puzzles.js";
import * as polygons from "./polygons.js";
import * as sliding from "./sliding.js";
import * as graphs from "./graphs.js";

/** The page is kept for use without a network after so long, in milliseconds, or an answer. */
const KEEP = 5000;

/** The tabs: their names, their words, the commands they ask, and who fills them. */
const TABS = [
  ["bricks", "Bricks", ["antislide"], bricks],
  ["puzzles", "Puzzles", ["pack"], puzzles],
  ["polygons", "Polygons", ["tile"], polygons],
  ["sliding", "Sliding tiles", ["slide"], sliding],
  ["tours", "Tours and graphs", ["tours", "graph"], graphs],
].map(([name, words, commands, family]) => ({ name, words, commands, family }));

const bar = document.getElementById("tabs");
const main = document.getElementById("main");

for (const tab of TABS) {
  tab.button = h("button", {
    type: "button",
    role: "tab",
    id: `tab-${tab.name}`,
    "aria-controls": `panel-${tab.name}`,
    onclick: () => choose(tab),
  }, tab.words);
  tab.panel = h("section", { role: "tabpanel", id: `panel-${tab.name}`, "aria-labelledby": `tab-${tab.name}`, hidden: true });
  bar.append(tab.button);
  main.append(tab.panel);
}

bar.addEventListener("keydown", (event) => {
  const at = TABS.findIndex((tab) => tab.button === document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  const tab = TABS[(to + TABS.length) % TABS.length];
  tab.button.focus();
  choose(tab);
});

/** Opens a tab, with a question if there is one. */
function choose(tab, question) {
  for (const other of TABS) {
    const isOpen = other === tab;
    other.button.setAttribute("aria-selected", String(isOpen));
    other.button.tabIndex = isOpen ? 0 : -1;
    other.panel.hidden = !isOpen;
  }
  tab.button.scrollIntoView({ block: "nearest", inline: "nearest" });
  const isNew = !tab.bench;
  tab.bench ??= tab.family.open(tab.panel);
  if (question || isNew) return tab.bench.ask(question);
  return link.write(tab.bench.pane.question, tab.name);
}

async function follow() {
  const { question, tab: name, broken } = await link.read();
  if (broken) toast("The link is damaged: there is no question in it.");
  const tab = TABS.find((tab) => (question ? tab.commands.includes(question.command) : tab.name === name));
  return choose(tab ?? TABS[0], tab && question);
}

async function begin() {
  theme.begin(document.getElementById("theme"));
  const where = document.getElementById("where");
  if (native.server()) {
    const { version, threads } = await native.server().hello();
    where.textContent = `Kumiki ${version} on this machine, ${threads} threads`;
  } else {
    const workers = workerCount();
    where.textContent = `in this page, ${workers === 1 ? "one worker" : `${workers} workers`}`;
  }
  const answered = follow();
  addEventListener("hashchange", follow);
  if (assets.isKeepable && !native.server() && "serviceWorker" in navigator) {
    // The page is kept when nobody waits for an answer.
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, KEEP))]);
    navigator.serviceWorker.register("sw.js").catch(() => {});
  }
  await answered;
}

begin().catch((error) => toast(`The page could not begin: ${error.message}`));
