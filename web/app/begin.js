// The beginning: while the rest of the page is loaded, a worker loads the program, unless the
// command answers on this machine.

import * as native from "./native.js";
import { prepare } from "./engine.js";

native.begin();
if (!native.server()) prepare();
