// The main path of each tab, to a figure that is known from elsewhere.

import assert from "node:assert/strict";

/** A puzzle whose fifth line has an unknown character. */
const MALFORMED = 'kumiki = 1\ntitle = "Broken"\n\n[box]\nlayers = """\n##\n#x\n"""\n';

export const families = {
  "bricks: 4x4x4 has 48556 packings in 1171 classes": {
    quick: true,
    async run({ page, address, answered, shot }) {
      await page.goto(address);
      await answered(48556);
      const words = await page.locator(".answer:visible .words").innerText();
      assert.match(words, /\b1171 up to all symmetries/);
      // One begins with the three that need the fewest bricks.
      assert.match(await page.locator(".step:visible output").innerText(), /^1 of 3$/);
      await page.getByRole("button", { name: /^13 \(1\)$/ }).click();
      assert.match(await page.locator(".step:visible output").innerText(), /^1 of 1$/);
      await page.getByRole("button", { name: /^12 \(3\)$/ }).click();
      await page.getByRole("button", { name: /^24 \(1\)$/ }).click();
      assert.match(await page.locator(".strip .caption:visible").innerText(), /12 bricks, 24 symmetries/);
      await shot("bricks");
    },
  },

  "bricks: a brick that is pressed says what holds it": {
    quick: true,
    async run({ page, address, answered, shot }) {
      await page.goto(address);
      await answered(48556);
      const canvas = page.locator("canvas:visible");
      const { x, y, width, height } = await canvas.boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 90, y + height / 2 + 30, { steps: 6 });
      await page.mouse.up();
      assert.match(await page.locator(".held:visible").innerText(), /^Press a piece/);
      await page.mouse.click(x + width / 2, y + height / 2);
      assert.match(await page.locator(".held:visible").innerText(), /brick .*left: .*top: /);
      await page.getByLabel("Apart").first().fill("60");
      await shot("bricks-apart");
      await page.getByLabel("Layers").first().fill("2");
      await shot("bricks-layers");
    },
  },

  "bricks: another box, and one that is none": {
    async run({ page, address, answered, figure }) {
      await page.goto(address);
      await answered(48556);
      await page.getByLabel("Height").fill("3");
      await page.getByLabel("Height").press("Enter");
      await answered(1102);
      await page.getByRole("combobox", { name: "Bricks" }).fill("2x");
      await page.getByRole("combobox", { name: "Bricks" }).press("Enter");
      await page.locator(".answer:visible .error:not(:empty)").waitFor();
      assert.equal(await figure(), "\u2014");
      assert.equal(await page.getByRole("combobox", { name: "Bricks" }).getAttribute("aria-invalid"), "true");
    },
  },

  "puzzles: the Soma cube has 240 classes": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Puzzles");
      await answered(11520);
      assert.match(await page.locator(".step:visible output").innerText(), /^1 of 240$/);
      await shot("puzzles");
      await page.getByRole("button", { name: "Next" }).locator("visible=true").click();
      assert.match(await page.locator(".step:visible output").innerText(), /^2 of 240$/);
      await page.getByRole("button", { name: "Drawn" }).click();
      await page.locator(".view.paper img:visible").waitFor();
      await shot("puzzles-drawn");
    },
  },

  "puzzles: pieces keep their names and colours": {
    quick: true,
    async run({ page, address, answered, open }) {
      await page.goto(address);
      await open("Puzzles");
      await answered(11520);
      const held = async () => {
        await page.locator("canvas:visible").press("n");
        return page.locator(".held:visible").innerText();
      };
      assert.match(await held(), /What holds [VLTZABP]\?/);
    },
  },

  "puzzles: own pieces, drawn on the grid": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Puzzles");
      await answered(11520);
      await page.getByRole("button", { name: "Draw your own" }).click();
      await page.getByLabel("Columns of the box").fill("4");
      await page.getByLabel("Columns of the box").press("Tab");
      await page.getByRole("button", { name: "Add a piece" }).click();
      const piece = page.getByRole("group", { name: "Piece", exact: true }).last();
      await piece.getByLabel("Name of the piece").fill("I");
      for (const row of [1, 2, 3]) await piece.getByRole("button", { name: `row ${row}, column 1` }).click();
      await shot("puzzles-own");
      await page.getByRole("button", { name: "Pack them" }).click();
      await answered();
      const words = await page.locator(".answer:visible .words").innerText();
      assert.match(words, /^My puzzle: 52 packings/);
      assert.match(await page.locator(".evidence:visible").innerText(), /the judge/);
      await shot("puzzles-own-packed");
    },
  },

  "puzzles: what is wrong stands beside its line": {
    quick: true,
    async run({ page, address, open, shot, answered }) {
      await page.goto(address);
      await open("Puzzles");
      await answered(11520);
      await page.getByRole("button", { name: "Text or file" }).locator("visible=true").click();
      await page.locator("input[type=file]").first().setInputFiles({ name: "broken.toml", mimeType: "text/plain", buffer: Buffer.from(MALFORMED) });
      await page.locator(".text:visible .numbers b").waitFor();
      assert.equal(await page.locator(".text:visible .numbers b").innerText(), "7");
      assert.match(await page.locator(".answer:visible .error").innerText(), /broken\.toml: line 7/);
      await shot("puzzles-error");
    },
  },

  "puzzles: a file of Knuth's DLX": {
    async run({ page, address, answered, open }) {
      await page.goto(address);
      await open("Puzzles");
      await answered(11520);
      const text = "A B C D E F G\nC E\nA D G\nB C F\nA D F\nB G\nD E G\n";
      await page.locator("input[type=file]").first().setInputFiles({ name: "small.dlx", mimeType: "text/plain", buffer: Buffer.from(text) });
      await answered(1);
    },
  },

  "polygons: 37 ways to colour the star": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Polygons");
      await answered(370);
      assert.match(await page.locator(".answer:visible .words").innerText(), /37 up to all symmetries/);
      assert.equal(await page.locator(".sheets:visible button").count(), 37);
      await page.locator(".sheets:visible button").nth(20).click();
      assert.match(await page.locator(".step:visible output").innerText(), /^21 of 37$/);
      await shot("polygons");
      await page.getByRole("button", { name: "Text or file" }).locator("visible=true").click();
      await page.locator("textarea:visible").fill("kumiki = 1\nring = 5\n");
      await page.getByRole("button", { name: "Tile it" }).click();
      await page.locator(".text:visible .numbers b").waitFor();
      await shot("polygons-error");
    },
  },

  "sliding tiles: 65 moves, played to the end": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Sliding tiles");
      await answered(65);
      assert.equal(await page.locator(".moves button").count(), 65);
      await shot("sliding");
      const step = page.getByRole("button", { name: "Step", exact: true });
      for (let i = 0; i < 65; i += 1) await step.click();
      assert.match(await page.locator(".strip .caption:visible").innerText(), /65 moves/);
      assert.equal(await page.getByLabel("Position, row by row").inputValue(), "123456789abcdef0");
      assert.equal(await page.locator(".board button.home").count(), 15);
    },
  },

  "sliding tiles: played by keys, shuffled, and solved": {
    async run({ page, address, answered, open }) {
      await page.goto(address);
      await open("Sliding tiles");
      await answered(65);
      await page.getByLabel("Board", { exact: true }).selectOption("3x3");
      const board = page.getByRole("application");
      await board.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.getByLabel("Position, row by row").inputValue(), "123405786");
      await page.getByRole("button", { name: "Solve", exact: true }).locator("visible=true").click().catch(() => {});
      await answered(2);
      await page.getByRole("button", { name: "Shuffle" }).click();
      await page.getByRole("button", { name: "Solve", exact: true }).locator("visible=true").click();
      await answered();
      await page.getByRole("button", { name: "To the end" }).click();
      assert.equal(await page.getByLabel("Position, row by row").inputValue(), "123456780");
    },
  },

  "tours: 2432932 on 8x8 that the half-turn preserves": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Tours and graphs");
      await answered(9862);
      await page.getByLabel("Tours", { exact: true }).selectOption("half-turn");
      await page.getByLabel("Rows").fill("8");
      await page.getByLabel("Rows").press("Tab");
      await page.getByLabel("Columns", { exact: true }).fill("8");
      await page.getByLabel("Columns", { exact: true }).press("Tab");
      await answered(2432932);
      await page.locator(".draw:visible polygon").waitFor();
      await shot("tours");
    },
  },

  "graphs: paths of a drawn graph": {
    quick: true,
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Tours and graphs");
      await answered(9862);
      await page.getByRole("button", { name: "Draw a graph" }).click();
      await page.getByLabel("What is counted").selectOption("paths");
      await page.getByRole("button", { name: "Count" }).click();
      await answered(5);
      await shot("graphs-drawn");
      // A vertex more, by the mouse, and an edge to it.
      const pad = page.locator(".draw:visible");
      const { x, y, width, height } = await pad.boundingBox();
      await page.mouse.click(x + width / 2, y + 12);
      const before = await page.locator("textarea:visible").inputValue();
      await page.locator(".draw:visible .vertex").last().click();
      await page.locator(".draw:visible .vertex").first().click();
      const after = await page.locator("textarea:visible").inputValue();
      assert.equal(after.split("\n").length, before.split("\n").length + 1);
    },
  },

  "graphs: 1072 cycles through all cells of 6x6": {
    async run({ page, address, answered, open, shot }) {
      await page.goto(address);
      await open("Tours and graphs");
      await answered(9862);
      await page.getByRole("button", { name: "A graph", exact: true }).click();
      await answered(1072);
      await shot("graphs");
    },
  },
};
