// `kumiki serve` on this machine: the same questions, the same lines, all cores and all memory.
//
// The address that it prints has a token behind `#t=`; the page keeps it for as long as the tab is
// open and sends it with every request.

const TOKEN = "kumiki-token";

let token;

// Questions of one page take turns.
const page = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join("-");

/** Takes the token out of the address, if one is there. */
export function begin() {
  const given = /^#t=([\w-]+)/.exec(location.hash);
  try {
    if (given) sessionStorage.setItem(TOKEN, given[1]);
    token = given?.[1] ?? sessionStorage.getItem(TOKEN) ?? undefined;
  } catch {
    token = given?.[1];
  }
  if (given) history.replaceState(null, "", location.pathname + location.search);
}

const headers = () => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});

async function get(path) {
  const response = await fetch(path, { headers: headers() });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The server, if the page came from one. */
export function server() {
  if (token === undefined) return undefined;
  return { hello: () => get("api/hello"), catalogue: () => get("api/catalogue") };
}

/** Lines of JSON, one after another. */
async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  }
  if (rest !== "") yield JSON.parse(rest);
}

class ServerRun {
  constructor(question, { flags, time, memory, hear }) {
    this.hear = hear;
    this.ending = new AbortController();
    const wanted = Object.fromEntries(flags.map((flag) => [flag.replace(/-/g, "_"), true]));
    this.done = this.go(JSON.stringify({ question, limits: { time, memory }, page, ...wanted }));
  }

  async go(body) {
    const { signal } = this.ending;
    const response = await fetch("api/ask", { method: "POST", headers: headers(), body, signal });
    if (!response.ok) throw new Error(`the server refuses: ${(await response.text()).trim()}`);
    let last;
    for await (const line of linesOf(response.body)) {
      if (line.job !== undefined) this.job = line.job;
      else this.hear(line);
      if (line.answer || line.error) last = line;
    }
    if (!last) throw new Error("the server ended without an answer");
    return last;
  }

  stop() {
    const body = JSON.stringify({ job: this.job });
    fetch("api/stop", { method: "POST", headers: headers(), body }).catch(() => this.cancel());
  }

  cancel() {
    this.ending.abort();
  }
}

/** Asks the server. */
export function askServer(question, wishes) {
  return new ServerRun(question, wishes);
}
