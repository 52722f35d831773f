// The system as the command sees it in a browser: WASI preview 1, as far as `kumiki ask` needs it.
//
// There are arguments, a text on stdin, lines on stdout and stderr, a clock and dice. There are no
// files but one, `stop`, which is there when the page wants the run to end. What is not in the list
// below answers "no such function", which Rust's library takes for an error like any other.

const OK = 0;
const BAD_FILE = 8;
const NOT_THERE = 44;
const NO_FUNCTION = 52;

/** The descriptor of the only folder. */
const ROOT = 3;
const FOLDER = 3;
const FILE = 4;
const TERMINAL = 2;

/** What ends a run from within. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

/** Cuts what is written into lines. */
class Lines {
  constructor(take) {
    this.take = take;
    this.rest = "";
    this.decoder = new TextDecoder();
  }

  write(bytes) {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split("\n");
    this.rest = lines.pop();
    lines.forEach(this.take);
  }

  end() {
    if (this.rest !== "") this.take(this.rest);
    this.rest = "";
  }
}

/**
 * Runs a compiled program to its end and gives its exit code.
 *
 * `out` and `err` take lines; `isStopped` says whether the run is to end with what it has.
 */
export function run(module, { args, stdin, out, err, isStopped }) {
  const encoder = new TextEncoder();
  const input = encoder.encode(stdin ?? "");
  const words = ["kumiki", "ask", ...args].map((word) => encoder.encode(word + "\0"));
  const streams = { 1: new Lines(out), 2: new Lines(err) };
  let read = 0;
  let memory;
  // The memory may grow at any time, and its views are void then.
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const u32 = (at, value) => view().setUint32(at, value, true);
  const u64 = (at, value) => view().setBigUint64(at, BigInt(value), true);

  /** The pieces of memory that a call names. */
  const pieces = (list, count) =>
    Array.from({ length: count }, (_, i) => {
      const at = list + 8 * i;
      return bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
    });

  const status = (at, kind, size = 0) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    u64(at + 32, size);
  };

  const system = {
    args_sizes_get(count, size) {
      u32(count, words.length);
      u32(size, words.reduce((sum, word) => sum + word.length, 0));
      return OK;
    },
    args_get(list, at) {
      for (const word of words) {
        u32(list, at);
        bytes(at, word.length).set(word);
        list += 4;
        at += word.length;
      }
      return OK;
    },
    environ_sizes_get(count, size) {
      u32(count, 0);
      u32(size, 0);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get(clock, _precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      u64(at, Math.round(now * 1e6));
      return OK;
    },
    random_get(at, length) {
      // At most so many at a time.
      for (let from = 0; from < length; from += 65536) {
        crypto.getRandomValues(bytes(at + from, Math.min(65536, length - from)));
      }
      return OK;
    },
    sched_yield: () => OK,
    proc_exit(code) {
      throw new Exit(code);
    },
    fd_read(file, list, count, total) {
      if (file !== 0) return BAD_FILE;
      let given = 0;
      for (const piece of pieces(list, count)) {
        const part = input.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
        given += part.length;
      }
      u32(total, given);
      return OK;
    },
    fd_write(file, list, count, total) {
      const stream = streams[file];
      if (!stream) return BAD_FILE;
      let taken = 0;
      for (const piece of pieces(list, count)) {
        stream.write(piece);
        taken += piece.length;
      }
      u32(total, taken);
      return OK;
    },
    fd_close: () => OK,
    fd_fdstat_get(file, at) {
      if (file > ROOT) return BAD_FILE;
      bytes(at, 24).fill(0);
      view().setUint8(at, file === ROOT ? FOLDER : TERMINAL);
      // All rights.
      u64(at + 8, 0x1fffffffn);
      u64(at + 16, 0x1fffffffn);
      return OK;
    },
    fd_filestat_get(file, at) {
      if (file > ROOT) return BAD_FILE;
      status(at, file === ROOT ? FOLDER : TERMINAL);
      return OK;
    },
    fd_prestat_get(file, at) {
      if (file !== ROOT) return BAD_FILE;
      u32(at, 0);
      u32(at + 4, 1);
      return OK;
    },
    fd_prestat_dir_name(file, at, length) {
      if (file !== ROOT || length < 1) return BAD_FILE;
      bytes(at, 1).set([0x2f]);
      return OK;
    },
    path_filestat_get(_folder, _flags, name, length, at) {
      const path = new TextDecoder().decode(bytes(name, length).slice());
      if (path !== "stop" || !isStopped()) return NOT_THERE;
      status(at, FILE);
      return OK;
    },
    path_open: () => NOT_THERE,
    path_readlink: () => NOT_THERE,
  };

  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = system[name] ?? (() => NO_FUNCTION);
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  memory = exports.memory;
  let code = 0;
  try {
    exports._start();
  } catch (thrown) {
    if (!(thrown instanceof Exit)) throw thrown;
    code = thrown.code;
  } finally {
    streams[1].end();
    streams[2].end();
  }
  return code;
}
