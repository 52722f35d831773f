// One of many solutions: forward, back, and which.

import { grouped, h } from "./dom.js";

export class Browser {
  /** `show` is given the line of the solution that is looked at, or nothing. */
  constructor(show) {
    this.show = show;
    this.back = this.button("Previous", "\u25c0", -1);
    this.forth = this.button("Next", "\u25b6", 1);
    this.where = h("output", { "aria-live": "polite" });
    this.element = h("div", { class: "step", role: "group", "aria-label": "Solutions" }, this.back, this.where, this.forth);
    this.clear();
  }

  button(name, sign, by) {
    const onclick = () => this.go(this.at + by);
    return h("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick }, sign);
  }

  clear() {
    Object.assign(this, { all: [], chosen: [], at: 0, fits: () => true });
    this.told();
  }

  /** Takes one more; the first is shown at once. */
  add(line) {
    // A list that is told again is the same.
    const known = this.all.findIndex((other) => other.number === line.number);
    if (known >= 0) return;
    this.all.push(line);
    if (!this.fits(line)) return;
    this.chosen.push(line);
    if (this.chosen.length === 1) this.go(0);
    else this.told();
  }

  /** Only those that fit, from now on. */
  filter(fits) {
    this.fits = fits;
    this.chosen = this.all.filter(fits);
    this.go(0);
  }

  go(at) {
    this.at = Math.max(0, Math.min(at, this.chosen.length - 1));
    this.told();
    this.show(this.chosen[this.at]);
  }

  told() {
    const count = this.chosen.length;
    this.where.textContent = count ? `${grouped(this.at + 1)} of ${grouped(count)}` : "none";
    this.back.disabled = this.at === 0;
    this.forth.disabled = this.at + 1 >= count;
  }
}
