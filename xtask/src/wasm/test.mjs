// Runs a test program as WebAssembly: node test.mjs PROGRAM.wasm ARGUMENTS...
// If a signal ends Node itself, which is an accident of Node and no answer, it is run again.
import { spawnSync } from "node:child_process";
import { argv, execPath, exit } from "node:process";
import { fileURLToPath } from "node:url";

const run = fileURLToPath(new URL("run.mjs", import.meta.url));
const node = ["--no-warnings", "--single-threaded-gc", run, ...argv.slice(2)];
for (let attempt = 1; attempt <= 3; attempt += 1) {
  const { status, signal } = spawnSync(execPath, node, { stdio: "inherit" });
  if (signal === null) exit(status);
  console.log(`wasm: node was killed (${signal}), asked again`);
}
exit(1);
