// Runs the command as WebAssembly: node run.mjs kumiki.wasm ARGUMENTS...
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const [file, ...args] = argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: ["kumiki", ...args],
  preopens: { ".": "." },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(file));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
