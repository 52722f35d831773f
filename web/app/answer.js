// The answer: the count, how far the search is, what backs it, and what can be taken home.
//
// What is said here is what `kumiki ask` says; nothing is worked out.

import { drawing, download, grouped, h, toast } from "./dom.js";
import { ask, Cancelled, Stopped } from "./engine.js";
import * as link from "./link.js";

/** So many solutions are drawn on a sheet. */
const DRAWN = 24;

const LIMITS = [
  ["", "no limit"],
  ["5", "5 seconds"],
  ["30", "30 seconds"],
  ["300", "5 minutes"],
];

/** Where in a file something is wrong, if the line of an error says so. */
export function placeOf(error) {
  const place = /\bline (\d+)(?:, column (\d+))?: (.*)$/s.exec(error);
  return place && { line: Number(place[1]), column: Number(place[2] ?? 1), what: place[3] };
}

export class AnswerPane {
  /** `hear` is given every line, `fail` what goes wrong, `begin` is called before a question. */
  constructor({ hear, fail = () => {}, begin = () => {} }) {
    Object.assign(this, { hear, fail, begin });
    this.count = h("p", { class: "count" }, "\u00a0");
    // It is read aloud at the end, and not at each step of the count.
    this.words = h("p", { class: "words", role: "status" });
    this.meter = h("i");
    this.bar = h("div", { class: "bar", role: "progressbar", "aria-label": "Progress" }, this.meter);
    this.note = h("small");
    this.stopper = h("button", { type: "button", onclick: () => this.stop() }, "Stop");
    this.progress = h("div", { class: "progress over" }, this.bar, this.stopper, this.note);
    this.evidence = h("ul", { class: "evidence", "aria-label": "What backs this answer" });
    this.error = h("p", { class: "error", role: "alert" });
    this.text = h("pre", { tabindex: "0", "aria-label": "The answer in words" });
    this.command = h("code", { tabindex: "0", role: "textbox", "aria-readonly": "true", "aria-label": "Command" });
    this.time = h("select", { "aria-label": "Time limit" },
      LIMITS.map(([value, words]) => h("option", { value }, words)));
    const act = (words, onclick) => h("button", { type: "button", onclick }, words);
    this.acts = h("div", { class: "acts" },
      act("Copy link", () => this.copyLink()),
      act("SVG", () => this.saveSvg()),
      act("PNG", () => this.savePng()),
      act("JSON", () => this.saveJson()),
      act("Print", () => this.print()),
      this.fileButton = act("File", () => this.saveFile()));
    this.details = h("details", {}, h("summary", {}, "All of it in words"), this.text);
    this.element = h("section", { class: "answer", "aria-label": "Answer" },
      h("div", { class: "figure" }, this.count, this.words),
      this.progress,
      this.error,
      this.evidence,
      this.details,
      h("div", { class: "command" }, this.command, act("Copy", () => this.copyCommand())),
      this.acts,
      h("label", { class: "note" }, "At most ", this.time));
    this.idle();
  }

  idle() {
    const isAnswered = Boolean(this.line?.answer);
    this.acts.querySelectorAll("button").forEach((button) => (button.disabled = !this.question));
    this.details.hidden = !isAnswered;
    this.fileButton.hidden = !fileOf(this.question)?.text;
    if (fileOf(this.question)?.text) this.fileButton.textContent = fileOf(this.question).name;
  }

  /** Asks; what was asked before is over. Comes with the line of the answer, or nothing. */
  async ask(question, wants = ["text"]) {
    this.run?.cancel();
    Object.assign(this, { question, wants, line: undefined, found: new Map(), began: performance.now() });
    this.error.textContent = "";
    this.note.textContent = "";
    this.evidence.replaceChildren();
    this.text.textContent = "";
    this.count.textContent = "\u2026";
    this.words.textContent = "";
    this.command.textContent = "\u00a0";
    this.stopper.disabled = false;
    this.bar.classList.add("unknown");
    this.progress.classList.remove("over");
    this.element.setAttribute("aria-busy", "true");
    this.idle();
    this.begin(question);
    link.write(question);
    const hear = (line) => this.run === run && this.take(line);
    const run = (this.run = ask(question, { wants, time: Number(this.time.value) || undefined, hear }));
    try {
      const line = await run.done;
      if (this.run !== run) return undefined;
      this.finish(line);
      return line.answer ? line : undefined;
    } catch (error) {
      if (this.run !== run || error instanceof Cancelled) return undefined;
      this.broken(error);
      return undefined;
    }
  }

  take(line) {
    if (line.command) this.command.textContent = line.command;
    if (line.warning) this.tell(line.warning, "warning");
    if (line.forecast && line.seconds >= 3) this.tell(`forecast: ${line.forecast}`, "forecast");
    if (line.progress) this.showProgress(line.progress);
    if (line.solution) this.found.set(line.number, line);
    this.hear(line);
  }

  tell(words, kind) {
    this.evidence.append(h("li", { class: kind }, words));
  }

  showProgress({ phase, done, all, uneven, nodes, seen, note }) {
    const isKnown = all > 0 && !uneven;
    this.bar.classList.toggle("unknown", !isKnown);
    if (isKnown) {
      this.meter.style.transform = `scaleX(${done / all})`;
      this.bar.setAttribute("aria-valuenow", String(Math.round((100 * done) / all)));
    } else {
      this.bar.removeAttribute("aria-valuenow");
    }
    if (seen > 0) this.count.textContent = `${grouped(seen)}\u2026`;
    const seconds = ((performance.now() - this.began) / 1000).toFixed(1);
    const parts = [phase, nodes > 0 && `${grouped(nodes)} nodes`, note, `${seconds} s`];
    this.note.textContent = parts.filter(Boolean).join(" \u00b7 ");
  }

  over() {
    this.run = undefined;
    this.progress.classList.add("over");
    this.element.setAttribute("aria-busy", "false");
  }

  finish(line) {
    this.over();
    if (line.error) return this.refused(line.error);
    this.line = line;
    const { answer, text = "" } = line;
    const figure = answer.moves ?? answer.count;
    this.count.textContent = figure === undefined ? "\u00a0" : grouped(figure);
    this.words.textContent = headline(text);
    this.text.textContent = text.trim();
    const { nodes, seconds } = answer.profile;
    this.note.textContent = `${seconds.toFixed(2)} s, ${grouped(nodes)} nodes searched`;
    const warnings = [...this.evidence.children].filter((item) => item.className === "warning");
    this.evidence.replaceChildren(...warnings);
    if (answer.stopped_by) this.tell(`stopped early: ${answer.stopped_by}`, "warning");
    answer.evidence.forEach((words) => this.tell(words));
    this.idle();
  }

  refused(error) {
    this.count.textContent = "\u2014";
    this.error.textContent = error;
    this.idle();
    this.fail(error);
  }

  /** There is no answer, but what was listed is there. */
  broken(error) {
    this.over();
    if (!(error instanceof Stopped)) return this.refused(error.message);
    this.count.textContent = this.found.size > 0 ? grouped(this.found.size) : "\u2014";
    this.words.textContent = "Stopped before there was anything to be counted; what was listed stays.";
    this.idle();
  }

  stop() {
    this.stopper.disabled = true;
    this.run?.stop();
  }

  /** The answer with its list, as `kumiki check` reads it. */
  document() {
    const { answer } = this.line ?? {};
    if (!answer) return undefined;
    const solutions = [...this.found.values()].map((line) => line.solution);
    return solutions.length > 0 ? { ...answer, solutions } : answer;
  }

  /** The listed solutions on one sheet, drawn by the library. */
  async sheet() {
    if (this.line?.svg) return this.line.svg;
    if (this.sheetOf?.question === this.question) return this.sheetOf.svg;
    const { question } = this;
    const few = { ...question };
    if (typeof few.list === "number" || few.list === "all") few.list = Math.min(DRAWN, few.list === "all" ? DRAWN : few.list);
    else if (few.sample === undefined && few.command !== "slide") few.list = DRAWN;
    // What is drawn is not counted again.
    delete few.count;
    const line = await ask(few, { wants: ["svg"] }).done;
    if (line.error) throw new Error(line.error);
    this.sheetOf = { question, svg: line.svg };
    return line.svg;
  }

  /** Something that takes a moment and may fail. */
  async trying(work) {
    try {
      await work();
    } catch (error) {
      toast(`That did not work: ${error.message}`);
    }
  }

  copyLink() {
    return this.trying(async () => {
      await navigator.clipboard.writeText(await link.addressOf(this.question));
      toast("The link is copied: it holds the whole question.");
    });
  }

  copyCommand() {
    return this.trying(async () => {
      await navigator.clipboard.writeText(this.command.textContent);
      toast("The command is copied.");
    });
  }

  saveSvg() {
    return this.trying(async () => download("kumiki.svg", await this.sheet(), "image/svg+xml"));
  }

  savePng() {
    return this.trying(async () => {
      const image = new Image();
      image.src = drawing(await this.sheet());
      await image.decode();
      const scale = 2;
      const canvas = h("canvas", { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      download("kumiki.png", blob);
    });
  }

  saveJson() {
    const document = this.document();
    if (document) download("kumiki.json", JSON.stringify(document, null, 1), "application/json");
  }

  saveFile() {
    const file = fileOf(this.question);
    if (file?.text) download(file.name, file.text, "text/plain");
  }

  print() {
    return this.trying(async () => {
      const picture = h("img", { alt: "", src: drawing(await this.sheet()) });
      await picture.decode();
      document.querySelector(".sheet-print")?.remove();
      document.body.append(h("section", { class: "sheet-print" },
        h("h2", {}, this.words.textContent),
        ...(this.line?.answer.evidence ?? []).map((line) => h("p", {}, line)),
        h("p", {}, h("code", {}, this.command.textContent)),
        h("div", { class: "prints whole" }, picture)));
      window.print();
    });
  }
}

/** The first words of an answer; the legend of pieces, and rounds that came to nothing, are for those
 *  who want all of it. */
export function headline(text) {
  const parts = text.split("\n\n");
  const lines = (parts.find((part) => !/^letter +piece/.test(part)) ?? "").split("\n");
  const rounds = /^(no )?solutions? with \d+ moves/;
  return lines.filter((line) => !rounds.test(line)).slice(0, 2).join(" \u00b7 ");
}

/** The file that a question is about, if it is about one. */
export function fileOf(question) {
  const source = question?.file ?? question?.graph;
  return source && typeof source === "object" ? source : undefined;
}
