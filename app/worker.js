// Advice beside the page: one decision at a time, a message whenever there is more to say. The next question ends the one before.

import { adviser, working } from "./advice.js";
import { loadCore } from "./core.js";
import { passAdviser } from "./passing.js";

const PAUSE = 100; // milliseconds between two words
const MEGABYTES = 1; // of a table, until a world is to be solved

const core = loadCoreFrom(new URL("core.wasm", import.meta.url));
let asked = 0;

/** @param {URL} address */
async function loadCoreFrom(address) {
  return loadCore(await (await fetch(address)).arrayBuffer(), MEGABYTES);
}

self.onmessage = async ({ data: { id, round, passed, seed } }) => {
  asked = id;
  if (!round) {
    return; // nothing to decide: the last question is over
  }
  try {
    const options = { seed, utility: { goal: "margin", roundsLeft: 0, sigma: 0 } };
    const engine = passed ? passAdviser(await core, round, { count: passed, ...options }) : adviser(await core, round, options);
    let next = performance.now() + PAUSE;
    const tell = () => self.postMessage({ id, engine: engine.name, worlds: engine.samples.columns().length, isExact: engine.samples.isExact(), moves: engine.moves, comparison: engine.comparison() });
    for (const done of working(engine)) {
      if (!done || performance.now() < next) continue;
      tell();
      await new Promise((resume) => setTimeout(resume)); // for a question that has come in
      if (id !== asked) break;
      next = performance.now() + PAUSE;
    }
    if (id === asked) tell();
    engine.samples.free();
  } catch (error) {
    self.postMessage({ id, problem: /** @type {Error} */ (error).message });
  }
};
