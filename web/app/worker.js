// A worker: answers one question after another with the command, each in fresh memory.
//
// In: {module}, once; then {id, args, stdin, flag} for each run. `flag` is the address of a blob
// that is there until the page wants the run to stop: a worker that is busy hears no messages, but
// it can look whether that address still leads anywhere.
//
// Out: {id, lines} while a run goes on; {id, code, said} at its end, `said` being stderr; or
// {id, failed} if it could not go on.

import { run } from "./wasi.js";

/** Lines are sent at most so often, in milliseconds. */
const PAUSE = 40;
/** It is looked for a stop at most so often. */
const GLANCE = 100;

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

function answer({ id, args, stdin, flag }) {
  let lines = [];
  let sent = 0;
  let looked = performance.now();
  let isStopped = false;
  const said = [];
  const send = () => {
    if (lines.length > 0) postMessage({ id, lines });
    lines = [];
    sent = performance.now();
  };
  // Where blobs cannot be read at all, nothing can be told by them.
  const canHear = flag !== undefined && isThere(flag);
  postMessage({ id, canHear });
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
    postMessage({ id, code, said });
  } catch (error) {
    send();
    postMessage({ id, failed: String(error), said });
  }
}

onmessage = ({ data }) => {
  if (data.module) module = data.module;
  else answer(data);
};
