// A worker: answers one question after another with the command, each in fresh memory.
//
// In: the program, once, as {module}, as the {address} of what was packed, or as what was {packed};
// then {args, stdin, flag} for each run. `flag` is the address of a blob that is there until the
// page wants the run to stop: a worker that is busy hears no messages, but it can look whether that
// address still leads anywhere.
//
// Out: {loaded}, the module, if it was not given, or null and a {reason}; {lines} while a run goes
// on; {code, said} at its end, `said` being stderr; or {failed} if it could not go on.

import { unpackedPieces } from "./lzma.js";
import { run } from "./wasi.js";

/** Lines are sent at most so often, in milliseconds. */
const PAUSE = 40;
/** It is looked for a stop at most so often. */
const GLANCE = 100;

/** The program, when it is there. */
let module;

/** Whether a blob is still there. */
function isThere(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

function answer(module, { args, stdin, flag }) {
  let lines = [];
  let sent = 0;
  let looked = performance.now();
  let isStopped = false;
  const said = [];
  const send = () => {
    if (lines.length > 0) postMessage({ lines });
    lines = [];
    sent = performance.now();
  };
  // Where blobs cannot be read at all, nothing can be told by them.
  const canHear = flag !== undefined && isThere(flag);
  postMessage({ canHear });
  try {
    const code = run(module, {
      args,
      stdin,
      out(line) {
        lines.push(line);
        if (performance.now() - sent >= PAUSE) send();
      },
      err: (line) => said.push(line),
      isStopped() {
        const now = performance.now();
        if (canHear && !isStopped && now - looked >= GLANCE) {
          looked = now;
          isStopped = !isThere(flag);
          send();
        }
        return isStopped;
      },
    });
    send();
    postMessage({ code, said });
  } catch (error) {
    send();
    postMessage({ failed: String(error), said });
  }
}

/** What was packed. */
async function fetched(address) {
  const response = await fetch(address);
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const hint = "if this is 'kumiki serve', open the address that it has printed, with #t=";
  throw new Error(`${address.split("/").at(-1)}: ${response.status}; ${hint}`);
}

/** Compiles a program while it is unpacked. */
async function load({ address, packed }) {
  const pieces = unpackedPieces(packed ?? (await fetched(address)));
  let damage;
  const pull = (stream) => {
    try {
      const { value, done } = pieces.next();
      if (done) stream.close();
      else stream.enqueue(value);
    } catch (error) {
      damage = error;
      stream.error(error);
    }
  };
  const headers = { "content-type": "application/wasm" };
  const compiling = WebAssembly.compileStreaming(new Response(new ReadableStream({ pull }), { headers }));
  // The compiler does not say what has ended its stream.
  return compiling.catch((error) => Promise.reject(damage ?? error));
}

onmessage = ({ data }) => {
  if (data.module) module = Promise.resolve(data.module);
  else if (data.args) module.then((module) => answer(module, data), () => {});
  else {
    module = load(data);
    module.then(
      (loaded) => postMessage({ loaded }),
      (error) => postMessage({ loaded: null, reason: error.message }),
    );
  }
};
