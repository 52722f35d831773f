// The same page from `kumiki serve`: the command answers, with all cores.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Begins a server, and gives the address it prints and what ends it. */
async function served(kumiki) {
  const server = spawn(kumiki, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  const gone = new Promise((resolve) => server.once("exit", resolve));
  const close = () => {
    server.kill("SIGINT");
    return gone;
  };
  const ended = gone.then((code) => Promise.reject(new Error(`kumiki serve ended: ${code}`)));
  ended.catch(() => {});
  const first = new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
  return { address: await Promise.race([first, ended]), close };
}

export const native = {
  "kumiki serve: the page asks the command": {
    quick: true,
    async run({ page, kumiki, answered, figure, open, shot }) {
      const server = await served(kumiki);
      try {
        await page.goto(server.address);
        await answered(48556);
        assert.match(await page.locator("#where").innerText(), /^Kumiki .* on this machine, \d+ threads?$/);
        // The token is for this tab, and not for the history.
        assert.ok(!page.url().includes("#t="));
        await open("Puzzles");
        await answered(11520);
        await page.getByRole("button", { name: /Bedlam/ }).click();
        await page.waitForFunction(() => /nodes/.test([...document.querySelectorAll(".progress small")].find((one) => one.checkVisibility())?.textContent));
        await page.getByRole("button", { name: "Stop" }).locator("visible=true").click();
        await answered();
        assert.match(await page.locator(".answer:visible .words").innerText(), /so far/);
        assert.ok(Number(await figure()) >= 0);
        await open("Polygons");
        await answered(370);
        await page.reload();
        await answered(370);
        await shot("served");
      } finally {
        assert.equal(await server.close(), 0, "exit code");
      }
    },
  },
};
