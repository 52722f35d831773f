// Sliding tiles: a board to play on, and the fewest moves.

import { AnswerPane } from "./answer.js";
import { choice, field, h, toast } from "./dom.js";
import { catalogue } from "./engine.js";

const BOARDS = ["3x3", "3x4", "4x4", "5x5"];

/** Boards of at most so many cells have a hexadecimal digit for each tile. */
const HEX_CELLS = 16;

/** Which way the tile goes that an arrow key pushes: it comes from there, seen from the blank. */
const ARROWS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, 1], ArrowRight: [0, -1] };

/** A board in play. */
class Board {
  constructor(rows, columns, goal) {
    Object.assign(this, { rows, columns });
    const count = rows * columns;
    this.goal = goal ?? [...Array(count - 1).keys()].map((tile) => tile + 1).concat(0);
    this.tiles = [...this.goal];
  }

  get blank() {
    return this.tiles.indexOf(0);
  }

  /** The place where something is. */
  at(place) {
    return [Math.floor(place / this.columns), place % this.columns];
  }

  /** The tile that a step from the blank leads to, if there is one. */
  beside([down, right]) {
    const [row, column] = this.at(this.blank);
    const [r, c] = [row + down, column + right];
    const isInside = r >= 0 && r < this.rows && c >= 0 && c < this.columns;
    return isInside ? this.tiles[r * this.columns + c] : undefined;
  }

  /** Pushes a tile into the blank, if it is beside it. Says whether it was. */
  push(tile) {
    if (!Object.values(ARROWS).some((step) => this.beside(step) === tile)) return false;
    const [from, to] = [this.tiles.indexOf(tile), this.blank];
    [this.tiles[from], this.tiles[to]] = [0, tile];
    return true;
  }

  /** How far a tile is from where it belongs. */
  distance(tile) {
    const [row, column] = this.at(this.tiles.indexOf(tile));
    const [r, c] = this.at(this.goal.indexOf(tile));
    return Math.abs(row - r) + Math.abs(column - c);
  }

  /** As the command reads it. */
  text() {
    const name = (tile) => (this.tiles.length <= HEX_CELLS ? tile.toString(16) : String(tile));
    return this.tiles.map(name).join(this.tiles.length <= HEX_CELLS ? "" : ",");
  }

  /** Moves by lot, never straight back. Every position that comes so can be solved. */
  shuffle() {
    let last;
    for (let i = 0; i < 80 * this.tiles.length; i += 1) {
      const tiles = Object.values(ARROWS).map((step) => this.beside(step));
      const others = tiles.filter((tile) => tile !== undefined && tile !== last);
      last = others[Math.floor(Math.random() * others.length)];
      this.push(last);
    }
  }
}

/** The tiles of a position as it may be written, or nothing. */
function read(text, count) {
  const words = text.trim().split(/[\s,;/]+/).filter(Boolean);
  const tiles = words.length === count
    ? words.map((word) => parseInt(word, words.some((other) => /[a-f]/i.test(other)) ? 16 : 10))
    : [...words.join("")].map((digit) => parseInt(digit, 16));
  const isAll = tiles.length === count && [...Array(count).keys()].every((tile) => tiles.includes(tile));
  return isAll ? tiles : undefined;
}

export function open(root) {
  let board = new Board(4, 4);
  let solution = [];
  let step = 0;
  let timer;
  let start;

  const grid = h("div", { class: "board", role: "group", "aria-label": "Board. Arrow keys push tiles." });
  const view = h("div", { class: "view", tabindex: "0", role: "application", "aria-label": "Sliding tiles: arrow keys push tiles into the blank" }, grid);
  const told = h("span", { class: "caption", role: "status" });
  const moves = h("div", { class: "moves", role: "group", "aria-label": "Moves of the solution" });
  const button = (name, sign, onclick) => h("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick }, sign);
  const player = h("div", { class: "step", role: "group", "aria-label": "Solution" },
    button("To the start", "|\u25c0", () => stepTo(0)),
    button("Step back", "\u25c0", () => stepTo(step - 1)),
    button("Play", "\u25b6\u25b6", () => play()),
    button("Step", "\u25b6", () => stepTo(step + 1)),
    button("To the end", "\u25b6|", () => stepTo(solution.length)));
  const place = h("output", { "aria-live": "polite" });
  player.append(place);

  const buttons = new Map();
  const build = () => {
    grid.style.setProperty("--n", board.columns);
    grid.style.setProperty("--rows", board.rows);
    buttons.clear();
    for (const tile of board.goal) {
      const one = h("button", { type: "button", tabindex: "-1", onclick: () => push(tile) }, tile === 0 ? "" : String(tile));
      one.classList.toggle("blank", tile === 0);
      buttons.set(tile, one);
    }
    draw();
  };
  const draw = () => {
    grid.replaceChildren(...board.tiles.map((tile) => buttons.get(tile)));
    for (const [tile, one] of buttons) one.classList.toggle("home", tile !== 0 && board.distance(tile) === 0);
    start.value = board.text();
    start.setAttribute("aria-invalid", "false");
  };

  /** A push by hand: what was solved is over. */
  const push = (tile) => {
    if (!board.push(tile)) return false;
    if (solution[step]?.tile === tile) {
      step += 1;
      showStep();
    } else forget();
    draw();
    const isSolved = board.tiles.every((tile, at) => tile === board.goal[at]);
    told.textContent = isSolved ? "Solved." : `${tile} pushed`;
    return true;
  };
  const forget = () => {
    clearInterval(timer);
    solution = [];
    step = 0;
    moves.replaceChildren();
    place.textContent = "";
    player.querySelectorAll("button").forEach((one) => (one.disabled = true));
  };
  view.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    const tile = board.beside(ARROWS[event.key]);
    if (tile !== undefined) push(tile);
  });

  const showStep = () => {
    [...moves.children].forEach((one, at) => (at === step - 1 ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current")));
    moves.children[step - 1]?.scrollIntoView({ block: "nearest" });
    place.textContent = `${step} of ${solution.length}`;
    const sad = solution.filter((move) => move.isSad).length;
    told.textContent = solution.length === 0 ? "Solved." : `${solution.length} moves, ${sad} of them sad`;
  };
  const stepTo = (to) => {
    clearInterval(timer);
    walk(to);
  };
  const walk = (to) => {
    const end = Math.max(0, Math.min(to, solution.length));
    while (step < end) board.push(solution[step++].tile);
    while (step > end) board.push(solution[--step].tile);
    draw();
    showStep();
  };
  const play = () => {
    clearInterval(timer);
    if (step === solution.length) walk(0);
    timer = setInterval(() => {
      walk(step + 1);
      if (step === solution.length) clearInterval(timer);
    }, 160);
  };

  /** Takes the answer onto the board. A move is sad if its tile goes away from where it belongs. */
  const take = ({ answer }) => {
    const pushes = answer.solution;
    if (pushes === undefined) return;
    const tiles = Array.isArray(pushes) ? pushes.map(Number) : [...pushes].map((digit) => parseInt(digit, 16));
    forget();
    const begin = [...board.tiles];
    solution = tiles.map((tile) => {
      const before = board.distance(tile);
      board.push(tile);
      return { tile, isSad: board.distance(tile) > before };
    });
    board.tiles = begin;
    moves.replaceChildren(...solution.map(({ tile, isSad }, at) =>
      h("button", {
        type: "button",
        class: isSad ? "sad" : undefined,
        "aria-label": `move ${at + 1}: tile ${tile}${isSad ? ", sad" : ""}`,
        onclick: () => stepTo(at + 1),
      }, String(tile))));
    player.querySelectorAll("button").forEach((one) => (one.disabled = solution.length === 0));
    draw();
    showStep();
  };

  const pane = new AnswerPane({
    hear() {},
    fail: (error) => start.setAttribute("aria-invalid", String(/start|tile|position|board/i.test(error))),
  });

  start = h("input", {
    type: "text",
    spellcheck: "false",
    autocapitalize: "off",
    onchange: () => {
      const tiles = read(start.value, board.tiles.length);
      if (tiles) {
        board.tiles = tiles;
        forget();
        draw();
        told.textContent = "";
      } else start.setAttribute("aria-invalid", "true");
    },
    onkeydown: (event) => {
      if (event.key === "Enter") {
        start.dispatchEvent(new Event("change"));
        go();
      }
    },
  });
  const size = choice(BOARDS.map((name) => [name, name]), () => resize(size.value), "4x4");
  const resize = (name, goal) => {
    const [rows, columns] = name.split("x").map(Number);
    board = new Board(rows, columns, goal);
    known.value = "";
    forget();
    build();
  };
  const known = choice([["", "choose\u2026"]], () => {
    if (!known.value) return;
    const [list, at] = known.value.split(" ");
    const { board: name, goal, positions } = lists.find((one) => one.name === list);
    const picked = known.value;
    size.value = name;
    const [rows, columns] = name.split("x").map(Number);
    resize(name, read(goal, rows * columns));
    known.value = picked;
    board.tiles = read(positions[at].start, rows * columns);
    draw();
    told.textContent = `known to take ${positions[at].moves} moves`;
  });
  let lists = [];
  catalogue().then((all) => {
    lists = all.positions;
    const names = { korf100: "Korf\u2019s hundred", korf24: "Korf and Felner, 24 puzzle" };
    for (const list of lists) {
      known.append(h("optgroup", { label: names[list.name] ?? list.name },
        list.positions.map((position, at) => h("option", { value: `${list.name} ${at}` }, `no. ${at + 1}: ${position.moves} moves`))));
    }
  });
  const all = h("input", { type: "checkbox" });
  const shuffle = () => {
    board.shuffle();
    forget();
    draw();
    told.textContent = "Shuffled: play, or ask for the fewest moves.";
    view.focus({ preventScroll: true });
  };

  const question = () => {
    const asked = { command: "slide", start: board.text(), board: `${board.rows}x${board.columns}` };
    const goal = new Board(board.rows, board.columns).text();
    const own = Object.assign(new Board(board.rows, board.columns), { tiles: board.goal }).text();
    if (own !== goal) asked.goal = own;
    if (all.checked) asked.all = true;
    return asked;
  };

  async function go() {
    if (start.value !== board.text() && !read(start.value, board.tiles.length)) {
      return toast(`That is no position of a ${size.value} board.`);
    }
    forget();
    const before = board.text();
    const line = await pane.ask(question());
    if (!line) return undefined;
    // Somebody may have played on meanwhile.
    if (board.text() !== before) board.tiles = read(before, board.tiles.length);
    return take(line);
  }

  root.append(h("div", { class: "bench" },
    h("div", { class: "stage" },
      view,
      h("div", { class: "strip" }, player, told),
      moves),
    h("div", { class: "side" },
      h("fieldset", {},
        h("legend", {}, "The fewest moves"),
        h("p", { class: "note" }, "Play with mouse, finger or arrow keys; type or paste a board; or take one of Korf\u2019s."),
        h("div", { class: "row" }, field("Board", size), h("div", { class: "grow" }, field("Position, row by row, 0 for the blank", start))),
        h("div", { class: "row" }, field("Known positions", known), h("button", { type: "button", onclick: shuffle }, "Shuffle"),
          h("button", { type: "button", class: "main", onclick: () => go() }, "Solve")),
        h("label", { class: "note" }, all, " count all shortest solutions")),
      pane.element)));
  build();
  forget();

  return {
    pane,
    ask(asked) {
      if (asked) {
        size.value = BOARDS.includes(asked.board) ? asked.board : "4x4";
        const [rows, columns] = (asked.board ?? "4x4").split("x").map(Number);
        resize(`${rows}x${columns}`, asked.goal && read(asked.goal, rows * columns));
        all.checked = Boolean(asked.all);
        board.tiles = read(asked.start ?? "", rows * columns) ?? board.tiles;
      } else {
        board.tiles = read("ca6098dfb73254e1", 16);
      }
      draw();
      return go();
    },
  };
}
