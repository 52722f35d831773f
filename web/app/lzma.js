// What `xz --format=lzma` has made small, as it was. Browsers know gzip only, which leaves the
// program larger by a half.
//
// # The idea
// Bits are told from `code`, which lies somewhere in `range`. The range is cut in two, as likely as
// each value of this bit has been in a place like this, and the half says which it is. Bits make
// bytes, or say that something is repeated: how long it is, and from how far back.
//
// # The format
// A byte says how much of the place and of the byte before chooses the likelihoods of a byte; four
// say how large a dictionary is, which is not needed, because everything is at hand; eight say how
// long the whole is. Then come the bits.

/** So many bytes are handed over at a time. */
const PIECE = 1 << 18;
const HEAD = 13;

/** What the last steps were is one of so many; from `REPEATED` on, the last one was no byte. */
const STATES = 12;
const REPEATED = 7;

/** Where the likelihoods of each kind of bits begin. */
const AT = {};
let count = 0;
for (const [kind, size] of [
  ["repeat", 16 * STATES],
  ["again", STATES],
  ["notFirst", STATES],
  ["notSecond", STATES],
  ["notThird", STATES],
  ["longer", 16 * STATES],
  ["far", 4 * 64],
  ["near", 128],
  ["low", 16],
  ["length", 2 + 256 + 256],
  ["lengthAgain", 2 + 256 + 256],
  ["bytes", 0],
]) {
  AT[kind] = count;
  count += size;
}

/** The bytes that were packed, piece by piece. */
export function* unpackedPieces(packed) {
  const head = new DataView(packed.buffer, packed.byteOffset);
  const whole = new Uint8Array(Number(head.getBigUint64(5, true)));
  const advance = unpacker(packed, whole);
  for (let from = 0; from < whole.length; ) {
    const to = advance(Math.min(from + PIECE, whole.length));
    yield whole.subarray(from, to);
    from = to;
  }
}

/** A function that unpacks at least so far, and says how far it has come. */
function unpacker(packed, whole) {
  const [lc, lp, pb] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
  const [byPlace, byStep] = [(1 << lp) - 1, (1 << pb) - 1];
  const likely = new Uint16Array(count + (0x300 << (lc + lp))).fill(1 << 10);
  // The range and the code, as numbers of 32 bits; the first byte of the code is 0.
  const cut = new Uint32Array([-1, new DataView(packed.buffer, packed.byteOffset).getUint32(HEAD + 1)]);
  let read = HEAD + 5;
  let at = 0;
  let state = 0;
  // From how far back was repeated, last and before.
  let [back, second, third, fourth] = [0, 0, 0, 0];

  const settle = (range, code) => {
    if (range >= 1 << 24) {
      cut[0] = range;
      cut[1] = code;
    } else {
      cut[0] = range << 8;
      cut[1] = (code << 8) | packed[read++];
    }
  };
  const bit = (which) => {
    const share = likely[which];
    const range = cut[0];
    const code = cut[1];
    const bound = (range >>> 11) * share;
    if (code < bound) {
      likely[which] = share + ((2048 - share) >>> 5);
      settle(bound, code);
      return 0;
    }
    likely[which] = share - (share >>> 5);
    settle(range - bound, code - bound);
    return 1;
  };
  /** Bits behind others until they make up so much: the same as `bit` again and again, but faster. */
  const bits = (from, told, much) => {
    let range = cut[0];
    let code = cut[1];
    while (told < much) {
      const which = from + told;
      const share = likely[which];
      const bound = (range >>> 11) * share;
      told <<= 1;
      if (code < bound) {
        range = bound;
        likely[which] = share + ((2048 - share) >>> 5);
      } else {
        range -= bound;
        code -= bound;
        likely[which] = share - (share >>> 5);
        told |= 1;
      }
      if (range < 1 << 24) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | packed[read++]) >>> 0;
      }
    }
    cut[0] = range;
    cut[1] = code;
    return told;
  };
  /** A number of so many bits, the highest first. */
  const number = (from, count) => bits(from, 1, 1 << count) - (1 << count);
  /** The lowest first. */
  const reversed = (from, bits) => {
    let [told, sum] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const one = bit(from + told);
      told = (told << 1) | one;
      sum |= one << i;
    }
    return sum;
  };
  /** Bits of which each value is as likely as the other. */
  const even = (bits) => {
    let told = 0;
    for (let i = 0; i < bits; i += 1) {
      const half = cut[0] >>> 1;
      const one = cut[1] < half ? 0 : 1;
      settle(half, cut[1] - one * half);
      told = (told << 1) | one;
    }
    return told;
  };
  const length = (from, step) => {
    if (bit(from) === 0) return 2 + number(from + 2 + 8 * step, 3);
    if (bit(from + 1) === 0) return 10 + number(from + 130 + 8 * step, 3);
    return 18 + number(from + 258, 8);
  };
  const distance = (length) => {
    const group = number(AT.far + 64 * Math.min(length - 2, 3), 6);
    if (group < 4) return group;
    const bits = (group >> 1) - 1;
    const base = (2 | (group & 1)) << bits;
    if (group < 14) return base + reversed(AT.near + base - group, bits);
    return base + 16 * even(bits - 4) + reversed(AT.low, 4);
  };
  const byte = () => {
    const before = at > 0 ? whole[at - 1] : 0;
    const from = AT.bytes + 0x300 * (((at & byPlace) << lc) + (before >> (8 - lc)));
    let told = 1;
    if (state >= REPEATED) {
      // What would be repeated is another byte, but perhaps not in its first bits.
      let expected = whole[at - back - 1] | 0x100;
      do {
        expected <<= 1;
        const one = (expected >> 8) & 1;
        told = (told << 1) | bit(from + ((1 + one) << 8) + told);
        if ((told & 1) !== one) break;
      } while (told < 0x100);
    }
    told = bits(from, told, 0x100);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    return told;
  };
  /** How much is repeated. */
  const repeat = (step) => {
    if (bit(AT.again + state) === 0) {
      [fourth, third, second] = [third, second, back];
      const much = length(AT.length, step);
      back = distance(much);
      state = state < REPEATED ? 7 : 10;
      return much;
    }
    if (bit(AT.notFirst + state) === 0) {
      if (bit(AT.longer + 16 * state + step) === 0) {
        state = state < REPEATED ? 9 : 11;
        return 1;
      }
    } else if (bit(AT.notSecond + state) === 0) [back, second] = [second, back];
    else if (bit(AT.notThird + state) === 0) [back, second, third] = [third, back, second];
    else [back, second, third, fourth] = [fourth, back, second, third];
    const much = length(AT.lengthAgain, step);
    state = state < REPEATED ? 8 : 11;
    return much;
  };

  return (goal) => {
    while (at < goal) {
      const step = at & byStep;
      if (bit(AT.repeat + 16 * state + step) === 0) {
        whole[at] = byte();
        at += 1;
      } else {
        const end = at + repeat(step);
        const far = back + 1;
        if (far > at || end > whole.length || read > packed.length) throw new Error("it is damaged");
        // What is repeated may begin before it is all there.
        for (let to = at; to < end; to += 1) whole[to] = whole[to - far];
        at = end;
      }
    }
    return at;
  };
}
