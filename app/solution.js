/** Exact values of a position with all cards open, as the page has them: a JSON object such as that of `diamonds solve --json`. */

import { moveName } from "./notation.js";

/** @typedef {import("./core.js").Bytes} Bytes */

export const OBJECTIVES = ["margin", "points"];
const FIRST_NODES = 1 << 18; // then twice as many, until it is solved

/** The moves of a Result, in the order of the core, and between what their values are. @param {any} core @param {Bytes} result */
export function movesOf(core, result) {
  const [size, start, scale] = [core.size("MoveResult"), core.offset("Result", "moves"), core.get(result, "Result", "scale")];
  return Array.from({ length: core.get(result, "Result", "move_count") }, (_, index) => {
    const move = result.slice(start + index * size, start + (index + 1) * size);
    const [lower = 0, upper = 0] = ["lower", "upper"].map((name) => core.get(move, "MoveResult", name) / scale);
    return { move, exact: Boolean(core.get(move, "MoveResult", "exact")), lower, upper };
  });
}

/** How many nodes were searched for a Result. @param {any} core @param {Bytes} result */
export const nodesOf = (core, result) => Number(new DataView(result.buffer).getBigUint64(core.offset("Result", "nodes"), true));

/** What a Result says. @param {any} core @param {Bytes} result */
export function readSolution(core, result) {
  const moveSize = core.size("Move");
  const get = (/** @type {string} */ name) => core.get(result, "Result", name);
  const scale = get("scale");
  const exact = Boolean(get("exact"));
  const moves = movesOf(core, result).map(({ move, exact: isProven, lower, upper }, index) => {
    const loss = exact && isProven ? get("lower") / scale - lower : null;
    return { move: moveName(move), value: isProven ? lower : null, bounds: [lower, upper],
      exact: isProven, loss, best: exact ? loss === 0 : index === get("best") };
  });
  const line = Array.from({ length: get("line_count") }, (_, index) =>
    moveName(result.slice(core.offset("Result", "line") + index * moveSize)),
  );
  const points = core.list(result, "Result", "points", 2).map((/** @type {number} */ gain) => (gain << 16) >> 16);
  return { exact, stopped: Boolean(get("stopped")), value: exact ? get("lower") / scale : null,
    bounds: [get("lower") / scale, get("upper") / scale], moves, line, points };
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
    yield { ...solution, points: solution.line.length ? solution.points.slice(0, players) : null, nodes: nodesOf(core, result), isLast };
    if (isLast) return;
  }
}
