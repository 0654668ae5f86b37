// Advice beside the page: one decision at a time, a message whenever there is more to say. The next question ends the one before.

import { adviser, engineFor } from "./advice.js";
import { loadCore } from "./core.js";

const PORTION = 20; // worlds between two words
const MOST = 2000;
const MEGABYTES = 1; // no table: nothing is solved

const core = loadCoreFrom(new URL("core.wasm", import.meta.url));
let asked = 0;

/** @param {URL} address */
async function loadCoreFrom(address) {
  return loadCore(await (await fetch(address)).arrayBuffer(), MEGABYTES);
}

self.onmessage = async ({ data: { id, round, seed } }) => {
  asked = id;
  if (!round) {
    return; // nothing to decide: the last question is over
  }
  const utility = { goal: "margin", roundsLeft: 0, sigma: 0 };
  const engine = engineFor(round, utility.goal);
  const { moves, sample, comparison } = adviser(await core, round, { engine, seed, utility });
  for (let worlds = PORTION; worlds <= MOST && id === asked; worlds += PORTION) {
    try {
      sample(PORTION);
    } catch (error) {
      self.postMessage({ id, problem: /** @type {Error} */ (error).message });
      return;
    }
    self.postMessage({ id, engine, worlds, moves, comparison: comparison() });
    await new Promise((resume) => setTimeout(resume)); // for a question that has come in
  }
};
