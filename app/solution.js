/** Exact values of a position with all cards open, as the page has them: a JSON object such as that of `diamonds solve --json`. */

import { moveName } from "./notation.js";

/** @typedef {import("./core.js").Bytes} Bytes */

export const OBJECTIVES = ["margin", "points"];
const FIRST_NODES = 1 << 18; // then twice as many, until it is solved

/** What a Result says. @param {any} core @param {Bytes} result */
export function readSolution(core, result) {
  const [size, start, moveSize] = [core.size("MoveResult"), core.offset("Result", "moves"), core.size("Move")];
  const get = (/** @type {string} */ name) => core.get(result, "Result", name);
  const scale = get("scale");
  const exact = Boolean(get("exact"));
  const rows = Array.from({ length: get("move_count") }, (_, index) => {
    const bytes = result.slice(start + index * size, start + (index + 1) * size);
    const [lower = 0, upper = 0] = ["lower", "upper"].map((name) => core.get(bytes, "MoveResult", name));
    return { move: moveName(bytes), exact: Boolean(core.get(bytes, "MoveResult", "exact")), lower, upper };
  });
  const moves = rows.map(({ move, exact: isProven, lower, upper }, index) => {
    const loss = exact && isProven ? (get("lower") - lower) / scale : null;
    return { move, value: isProven ? lower / scale : null, bounds: [lower / scale, upper / scale], exact: isProven, loss, best: exact ? loss === 0 : index === get("best") };
  });
  const line = Array.from({ length: get("line_count") }, (_, index) => moveName(result.slice(core.offset("Result", "line") + index * moveSize)));
  const points = core.list(result, "Result", "points", 2).map((/** @type {number} */ gain) => (gain << 16) >> 16);
  return { exact, stopped: Boolean(get("stopped")), value: exact ? get("lower") / scale : null, bounds: [get("lower") / scale, get("upper") / scale], moves, line, points };
}

/**
 * Solves a position in portions, until it is solved or the time is over. Yields what is known by then, the last time all of it.
 * @param {any} core @param {Bytes} position @param {{objective: string, seconds: number}} options
 */
export function* solving(core, position, { objective, seconds }) {
  const ends = performance.now() + 1000 * seconds;
  const players = core.get(position, "Position", "players");
  for (let nodeLimit = FIRST_NODES, again = false; ; nodeLimit *= 2, again = true) {
    const result = core.solve(position, { objective: OBJECTIVES.indexOf(objective), nodeLimit, again });
    const solution = readSolution(core, result);
    const isLast = !solution.stopped || performance.now() > ends;
    const nodes = Number(new DataView(result.buffer).getBigUint64(core.offset("Result", "nodes"), true));
    yield { ...solution, points: solution.line.length ? solution.points.slice(0, players) : null, nodes, isLast };
    if (isLast) return;
  }
}
