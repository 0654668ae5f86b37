/** The levels of the opponents, as players/kinds.py and games/diamonds/playing/players.py have them, from what their seat may know. */

import facts from "../src/diamonds_solver/facts.js";
import { adviser, working } from "./advice.js";
import { MARGIN, NONE } from "./core.js";
import { asCards, asSet, knowledge, passGame } from "./knowledge.js";
import { passAdviser } from "./passing.js";

/** @typedef {import("./knowledge.js").Round} Round */
/**
 * What is asked of a level: a number of cards, the cards to pass, or a move.
 * @typedef {{round: Round, decision: string, count: number, level: string, seed: number}} Decision
 */

const MOST_PASSED = 3;

/** A number from 0 to below 1, by a seed and an index. @param {any} core @param {number} seed @param {number} index */
const chance = (core, seed, index) => Number(core.seedOf(seed, index) >> 11n) / 2 ** 53;

/** Any cards of a hand. @param {any} core @param {number[]} hand @param {number} count @param {number} seed */
function anyCards(core, hand, count, seed) {
  const rest = [...hand];
  return Array.from({ length: count }, (_, index) => rest.splice(Math.floor(chance(core, seed, index + 1) * rest.length), 1)[0] ?? 0);
}

/** What is decided without a search: the pass by the net, where there is one, else by rules. @param {any} core @param {Decision} question */
function byRules(core, { round, decision, count, seed }) {
  const hand = asSet(round.hand);
  if (decision === "count") return core.passCount(passGame(round), hand);
  if (decision === "pass") return asCards(core.passChoices(passGame(round), [hand], count)[0]);
  const known = knowledge(core, round);
  return core.playerMove(core.worlds(known, BigInt(seed), 0n, 1), known.seen, BigInt(seed));
}

/** Anything that may be decided. @param {any} core @param {Decision} question */
function atRandom(core, { round, decision, count, seed }) {
  if (decision === "count") return 1 + Math.floor(chance(core, seed, 1) * MOST_PASSED);
  if (decision === "pass") return anyCards(core, round.hand, count, seed);
  const moves = core.moves(knowledge(core, round).position);
  const index = 3 * Math.floor((chance(core, seed, 1) * moves.length) / 3);
  return [...moves.slice(index, index + 3)];
}

/** What advice finds best. @param {any} core @param {Decision} question */
function byAdvice(core, question) {
  const { round, decision, count, seed } = question;
  if (decision === "count") return byRules(core, question);
  const engine = decision === "pass" ? passAdviser(core, round, { count, seed, utility: MARGIN })
    : adviser(core, round, { seed, utility: MARGIN, withSources: false });
  if (!engine.isDecided) Array.from(working(engine, facts.levels.strong_share, () => false));
  engine.samples.free();
  return engine.moves[engine.recommended(engine.comparison())] ?? [NONE, NONE, NONE];
}

/**
 * What a level decides: with the same seed the same.
 * @param {any} core @param {Decision} question
 * @returns {number | number[]}
 */
export function decide(core, question) {
  const isByNet = question.decision === "pass" && core.hasPassNet(passGame(question.round), asSet(question.round.hand));
  if (question.level === "strong" && !isByNet) return byAdvice(core, question);
  return question.level === "easy" && chance(core, question.seed, 0) < facts.levels.easy_slips
    ? atRandom(core, question)
    : byRules(core, question);
}
