// Runs a program as WebAssembly: node run.mjs PROGRAM.wasm ARGUMENTS...
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node's quick way from WebAssembly into its WASI may collect garbage in the middle of a call, which
// kills it now and then (nodejs/node issues 46777 and 53087). So calls go the slow way.
setFlagsFromString("--no-turbo-fast-api-calls");
const slowly = (call) => (...args) => call(...args);

const [file, ...args] = argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: ["kumiki", ...args],
  preopens: { ".": "." },
  returnOnExit: true,
});
const imports = Object.entries(wasi.wasiImport).map(([name, call]) => [name, slowly(call)]);
const module = await WebAssembly.compile(await readFile(file));
const system = { wasi_snapshot_preview1: Object.fromEntries(imports) };
exit(wasi.start(await WebAssembly.instantiate(module, system)));
