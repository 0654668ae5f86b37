// The core on the page itself, for what is answered at once: rules, random deals. What takes long is asked of workers.

import { loadCore } from "./core.js";

export const core = await loadCore(await (await fetch("core.wasm")).arrayBuffer(), 1);
