// Questions and their answers: in workers of this page, or by `kumiki serve`.
//
// `ask(question, wishes)` gives a run: `run.done` comes with the answer's line, `run.stop()` asks
// for what was found so far, `run.cancel()` ends it. Lines are those of `kumiki ask`, as they are.
//
// # How workers share a question
// A question begins in one worker. If it can be divided and is not soon over, it begins anew in all
// workers, each of which does a share; one of them puts the parts together. What the first worker
// has listed stays on the page meanwhile: the list of the whole is the same.

import { assets } from "./assets.js";
import { askServer, server } from "./native.js";

/** A question whose search takes longer, in milliseconds, is divided. */
const SOON = 400;
/** So many shares for each worker: who is done early takes one more. */
const SHARES = 6;
/** A run that was to stop is ended after so long. */
const PATIENCE = 1200;
/** More workers than this are never begun. */
const MOST = 16;

/** How many workers share a question. */
export function workerCount() {
  const wanted = Number(new URLSearchParams(location.search).get("workers"));
  return Math.max(1, Math.min(wanted || navigator.hardwareConcurrency || 2, MOST));
}

/** The program, which the first worker compiles for all. */
let program;

/** Workers that have nothing to do. */
const idle = [];

/** Begins to load the program, before anything is asked. */
export function prepare() {
  try {
    idle.push(new Hand());
  } catch {
    // Who asks is told.
  }
}

/** One worker, which answers one question at a time. */
class Hand {
  constructor() {
    this.worker = assets.worker();
    this.worker.onmessage = ({ data }) => ("loaded" in data ? this.loaded(data) : this.heard(data));
    this.worker.onerror = (event) => {
      event.preventDefault();
      const reason = `a worker could not go on: ${event.message ?? "no reason given"}`;
      this.loaded?.({ loaded: null, reason });
      this.giveUp?.(new Failed(reason));
    };
    if (program) this.ready = program.then((module) => this.worker.postMessage({ module }));
    else program = this.load();
    program.catch(() => {});
  }

  /** Lets the worker load the program. It may be asked at once, but not ended before that. */
  load() {
    this.ready = Promise.resolve();
    return new Promise((resolve, reject) => {
      this.loaded = ({ loaded, reason }) => {
        this.loaded = undefined;
        if (this.isGone) this.worker.terminate();
        if (loaded) return resolve(loaded);
        // Who asks next tries again.
        program = undefined;
        this.isGone = true;
        this.giveUp?.(unloadable(reason));
        return reject(new Error(reason));
      };
      this.worker.postMessage(assets.program());
    });
  }

  static take() {
    const hand = idle.pop();
    return hand && !hand.isGone ? hand : new Hand();
  }

  /** Runs the command; `take` is given each line. Comes with what it says on stderr. */
  run(args, stdin, take) {
    this.flag = URL.createObjectURL(new Blob(["go on"]));
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        clearTimeout(this.patience);
        URL.revokeObjectURL(this.flag);
        settle(value);
      };
      this.giveUp = (reason) => {
        if (!this.loaded) this.worker.terminate();
        this.isGone = true;
        finish(reject, reason);
      };
      this.heard = (data) => {
        if ("canHear" in data) this.canHear = data.canHear;
        else if (data.lines) data.lines.forEach((line) => take(JSON.parse(line)));
        else if (data.failed) this.giveUp(new Failed(failure(data)));
        else {
          idle.push(this);
          finish(resolve, data.said);
        }
      };
      this.ready.then(
        () => this.worker.postMessage({ args, stdin, flag: this.flag }),
        (error) => this.giveUp(unloadable(error.message)),
      );
    });
  }

  /** Lets the run come to its end with what it has. */
  stop() {
    if (this.isGone) return;
    URL.revokeObjectURL(this.flag);
    const end = () => this.giveUp(new Stopped());
    if (this.canHear === false) end();
    else this.patience = setTimeout(end, PATIENCE);
  }

  /** Ends the run at once. */
  cancel() {
    this.giveUp?.(new Cancelled());
  }
}

/** The run came to no answer: it was stopped where nothing can be told. */
export class Stopped extends Error {}

/** The run was ended by the page. */
export class Cancelled extends Error {}

/** The run came to no answer for another reason, in words. */
export class Failed extends Error {}

const unloadable = (reason) => new Failed(`the program could not be loaded: ${reason}`);

function failure({ failed, said }) {
  const bug = said.find((line) => line.startsWith("error: "));
  if (bug) return bug.slice("error: ".length);
  if (/memory|allocat|unreachable/i.test(failed)) {
    return "there was not enough memory in this browser, expected a smaller question";
  }
  return failed;
}

/** What a question comes to that is divided among all workers. */
class Division {
  constructor(question, flags, limits, take) {
    Object.assign(this, { question, flags, limits, take });
    this.count = workerCount();
    this.of = SHARES * this.count;
    this.progress = [];
    this.hands = [];
  }

  /** Tells how far all shares are, as one. */
  told(index, progress) {
    this.progress[index] = progress;
    const sum = (name) => this.progress.reduce((all, part) => all + (part?.[name] ?? 0), 0);
    const all = { ...progress, note: `${this.count} workers` };
    for (const name of ["done", "all", "nodes", "seen"]) all[name] = sum(name);
    // What is not begun is counted as large as what is.
    all.all *= this.of / this.progress.length;
    this.take({ progress: all });
  }

  /** Does a share. */
  async share(hand, index) {
    let part;
    await hand.run([...this.limits(), "--shard", `${index + 1}/${this.of}`], JSON.stringify(this.question), (line) => {
      if (line.progress) this.told(index, line.progress);
      else if (line.part !== undefined) part = line;
      else if (line.error) this.error ??= line;
      else if (line.forecast || line.warning) this.take(line);
    });
    return part;
  }

  async run() {
    const parts = [];
    let next = 0;
    const work = async (worker) => {
      while (next < this.of && !this.isStopped && !this.error) {
        const index = next++;
        const hand = (this.hands[worker] = Hand.take());
        parts.push(await this.share(hand, index));
        if (!parts.at(-1)?.done) return;
      }
    };
    const workers = Promise.all(Array.from({ length: this.count }, (_, worker) => work(worker)));
    // A share that fails is missing, and the others are of no use.
    workers.catch(() => this.cancel());
    await workers;
    if (this.error) return this.take(this.error);
    const left = parts.length < this.of && "interrupt";
    const stopped = parts.find((part) => !part.done)?.stopped_by ?? left;
    const text = parts.map((part) => part.part).join("\n");
    const merging = ["--merge", ...(stopped ? ["--stopped", stopped] : []), ...this.flags];
    this.hands = [Hand.take()];
    return this.hands[0].run(merging, text, this.take);
  }

  stop() {
    this.isStopped = true;
    this.hands.forEach((hand) => hand.stop());
  }

  cancel() {
    this.isStopped = true;
    this.hands.forEach((hand) => hand.cancel());
  }
}

/** A run in workers of this page. */
class Run {
  constructor(question, { flags, time, memory, hear }) {
    Object.assign(this, { time, memory, hear, began: performance.now() });
    this.flags = flags.map((flag) => `--${flag}`);
    this.done = this.go(question);
  }

  /** The limits of a run that begins now. */
  get limits() {
    const limits = ["--stop-file", "/stop"];
    const left = this.time && Math.max(1, Math.ceil(this.began + this.time * 1000 - performance.now()));
    if (left) limits.push("--time-limit", `${left}ms`);
    if (this.memory) limits.push("--memory-limit", String(this.memory));
    return limits;
  }

  /** Takes a line; the last one is the answer. */
  take = (line) => {
    if (line.divisible && workerCount() > 1) this.timer = setTimeout(() => this.share(), SOON);
    if (line.answer || line.error) this.last = line;
    if (line.number) this.listed = Math.max(this.listed ?? 0, line.number);
    this.hear(line);
  };

  async go(question) {
    const hand = (this.worker = Hand.take());
    const args = [...this.limits, ...this.flags];
    const first = hand.run(args, JSON.stringify(question), this.take);
    this.share = () => {
      if (this.worker !== hand || this.isStopped) return;
      this.worker = new Division(question, this.flags, () => this.limits, this.take);
      hand.cancel();
    };
    try {
      this.said = await first;
    } catch (error) {
      if (this.worker === hand || this.isCancelled) throw error;
      this.said = await this.worker.run();
    } finally {
      clearTimeout(this.timer);
    }
    if (!this.last) throw new Failed(this.said?.join(" ") || "the run ended without an answer");
    return this.last;
  }

  stop() {
    this.isStopped = true;
    this.worker.stop();
  }

  cancel() {
    this.isCancelled = true;
    this.worker.cancel();
  }
}

/**
 * Asks a question. `wants` are flags of `kumiki ask`: text, svg, svg-each; `time` in seconds and
 * `memory` in bytes are limits; `hear` is given every line.
 */
export function ask(question, { wants = ["text"], time, memory, hear = () => {} } = {}) {
  const wishes = { flags: wants, time, memory, hear };
  return server() ? askServer(question, wishes) : new Run(question, wishes);
}

let known;

/** What comes with Kumiki. */
export function catalogue() {
  const here = async () => {
    let all;
    await Hand.take().run(["--catalogue"], "", (line) => (all = line));
    return all;
  };
  known ??= server() ? server().catalogue() : here();
  return known;
}
