// Advice beside the page: one decision at a time, a message whenever there is more to say. The next question ends the one before.

import { adviser } from "./advice.js";
import { loadCore } from "./core.js";
import { passAdviser } from "./passing.js";

const PAUSE = 100; // milliseconds between two words
const MOST = 2000; // worlds
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
    while (id === asked && engine.count() < MOST && (!engine.count() || !engine.isOver())) {
      const next = performance.now() + PAUSE;
      do engine.sample(engine.portion);
      while (performance.now() < next && !engine.isOver());
      const { name, moves } = engine;
      self.postMessage({ id, engine: name, worlds: engine.count(), isExact: engine.exact(), moves, comparison: engine.comparison() });
      await new Promise((resume) => setTimeout(resume)); // for a question that has come in
    }
  } catch (error) {
    self.postMessage({ id, problem: /** @type {Error} */ (error).message });
  }
};
