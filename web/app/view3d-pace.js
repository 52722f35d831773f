// How finely pictures are drawn while they change: more coarsely where the machine is too slow.
//
// Pictures that come one after another are in motion. If they come too late, each has fewer points;
// when nothing moves any more, the last one is drawn again as finely as the screen can show.

/** Pictures come too late if they are so far apart on average, in milliseconds. */
const LATE = 22;
/** Nothing moves if there was no picture for so long. */
const STILL = 150;
/** The least share of points along each side, and how fast it is found. */
const LEAST = 0.5;
const COARSER = 0.75;
const FINER = 1.3;

export class Pace {
  /** `redraw` is called when nothing moves any more, if the last picture was a coarse one. */
  constructor(redraw) {
    Object.assign(this, { redraw, share: 1, last: -Infinity, mean: 0 });
  }

  /** Which share of points along each side a picture has that is drawn now. */
  next(now) {
    const apart = now - this.last;
    this.last = now;
    clearTimeout(this.timer);
    if (apart > STILL) {
      // It is the last one of a motion, or the first one.
      this.mean = 0;
      return 1;
    }
    if (this.mean === 0) this.share = Math.min(1, this.share * FINER);
    this.mean = this.mean === 0 ? apart : 0.7 * this.mean + 0.3 * apart;
    if (this.mean > LATE && this.share > LEAST) {
      this.share = Math.max(LEAST, this.share * COARSER);
      this.mean = LATE;
    }
    if (this.share < 1) this.timer = setTimeout(this.redraw, STILL + 20);
    return this.share;
  }

  end() {
    clearTimeout(this.timer);
  }
}
