// A game being reviewed: what the two judges say of each decision, all rounds, by what was known first, then in hindsight.

import { problemsOf, Question } from "./api.js";
import { capital, indexOf } from "./words.js";

/**
 * @typedef {"known" | "hindsight"} Judge
 *
 * @typedef {import("./types.js").Decision} Decision
 * @typedef {import("./types.js").Game} Game
 *
 * @typedef {{move: string, mean: number | null, loss: number | null, interval: [number | null, number | null], excluded: boolean, sure_loss: number}} KnownMove
 * @typedef {{mean: number | null, best: string[], loss: number, split_loss: number, sure_loss: number, verdict: string, worlds: number,
 *   exact: boolean, moves: KnownMove[]}} Known
 * @typedef {{value: number | null, best: string[], loss: number | null, moves: {move: string, value: number | null}[], line: string[],
 *   points: number[] | null}} Hindsight
 * @typedef {{number: number, mark: string, points: number[] | null, known: Known | null, hindsight: Hindsight | null,
 *   why?: import("./types.js").Why | null, reply: string[]}} Judgement
 *
 * A move of a decision with what it costs; `range` are the limits of the loss, `worse`: beyond sampling error and by more than matters.
 * @typedef {{move: string, value: number | null, loss: number | null, range: [number, number] | null, best: boolean, worse: boolean}} Row
 */

export const FEW = 8; // possible deals; from fewer no more than "probably" is said
const SAME = 1e-9; // points that are none: means of several sides are rounded
const SLACK = 0.5; // seconds: an answer that took nearly its time was cut short

/**
 * The moves of a decision by what was known, the best first.
 * @param {Pick<Known, "moves" | "best">} known @param {number} margin what counts as equal @returns {Row[]}
 */
export function knownRows(known, margin) {
  return known.moves.map(({ move, mean, loss, interval: [low, high], sure_loss: sure }) => ({
    move,
    value: mean,
    loss,
    range: low === null || high === null || low === high ? null : [low, high],
    best: known.best.includes(move),
    worse: sure > 0 && (loss ?? Infinity) > margin,
  }));
}

/** Why the best move is better. @param {Pick<Judgement, "why">} said */
export function reasonOf({ why = null }) {
  return why ? capital(why.text.replace(/^why: /, "")) : "";
}

export class Judged {
  /** @param {Game} game @param {import("./types.js").About} about @param {() => void} onChange */
  constructor(game, about, onChange) {
    this.game = game;
    this.about = about;
    this.onChange = onChange;
    /** @type {Record<Judge, Map<number, Judgement>>} */
    this.said = { known: new Map(), hindsight: new Map() };
    /** @type {Map<string, import("./types.js").MoveText>} moves in the words of a button, where the game has such */
    this.words = new Map();
    this.isRunning = false;
    this.isDone = false;
    /** @type {import("./types.js").Problem[]} */
    this.problems = [];
    this.rounds = [...new Set(game.decisions.map((one) => one.round))];
  }

  /** The objective that moves are valued by. */
  get objective() {
    return Object.values(this.about.games[this.game.game]?.objectives ?? {})[0] ?? { text: "", chance: false, margin: 0 };
  }

  /** How many judgements there are, and of how many. */
  get progress() {
    const free = this.game.decisions.filter((one) => !one.forced).length;
    return { done: this.said.known.size + this.said.hindsight.size, total: free + (this.game.hindsight ? this.game.decisions.length : 0) };
  }

  /** Judges what is not judged yet. */
  async run() {
    this.isRunning = true;
    this.problems = [];
    this.onChange();
    try {
      const judges = [(/** @type {number} */ round) => this.knownOf(round),
        (/** @type {number} */ round) => !this.game.hindsight || this.hindsightOf(round)];
      if (this.first === "hindsight") judges.reverse();
      let isWhole = true;
      for (const work of judges) isWhole &&= await this.each(work);
      this.isDone = isWhole;
    } catch (error) {
      this.problems = problemsOf(error);
    }
    this.isRunning = false;
    this.onChange();
  }

  /** The judge that begins. @returns {Judge} */
  get first() {
    return this.about.review?.first ?? "known";
  }

  /** Whether nobody stopped it. @param {(round: number) => boolean | Promise<boolean>} work */
  async each(work) {
    for (const round of this.rounds) if (!(await work(round))) return false;
    return true;
  }

  /** @param {number} round @param {string} [seat] whose decisions alone */
  async knownOf(round, seat = "") {
    const left = this.ofRound(round).filter((one) => !one.forced && (!seat || one.seat === seat) && !this.said.known.has(one.number));
    return !left.length || (await this.judge("known", { round, hindsight: false, ...(seat ? { seat } : {}) })) !== null;
  }

  /** From the end backwards, in as many questions as it takes: one may not take longer than the server allows. @param {number} round */
  async hindsightOf(round) {
    for (;;) {
      const left = this.unproven(round);
      const until = left.at(-1);
      if (until === undefined) return true;
      const seconds = this.about.seconds;
      const answer = await this.judge("hindsight", { round, known: false, hindsight_limit: seconds, until });
      if (!answer) return false;
      if (this.unproven(round).at(-1) === until || answer.seconds < seconds - SLACK) return true;
    }
  }

  /** @param {Judge} judge @param {Record<string, unknown>} body */
  judge(judge, body) {
    return Question.ask("analyse", { text: this.game.text, ...body }, (event) => {
      if (event.event !== "judged") return;
      for (const one of event.words) this.words.set(one.move, one);
      const before = this.said[judge].get(event.decision.number);
      const isLess = judge === "hindsight" ? !event.decision.hindsight && before?.hindsight : !event.decision.known;
      if (!isLess) this.said[judge].set(event.decision.number, { ...event.decision, reply: event.reply });
      this.onChange();
    });
  }

  /** @param {number} round */
  ofRound(round) {
    return this.game.decisions.filter((one) => one.round === round);
  }

  /** The numbers of the decisions whose loss in hindsight is not proven. @param {number} round */
  unproven(round) {
    return this.ofRound(round)
      .filter((one) => !one.forced && (this.said.hindsight.get(one.number)?.hindsight?.loss ?? null) === null)
      .map((one) => one.number);
  }

  /** The decisions with a mark, in order; of one seat, or of all (-1). @param {Judge} judge @param {number} [seat] */
  marked(judge, seat = -1) {
    return this.game.decisions.filter((one) => this.said[judge].get(one.number)?.mark && (seat < 0 || indexOf(one.seat) === seat));
  }

  /** The decisions with a mark, what cost most first. @param {Judge} judge @param {number} [seat] */
  costliest(judge, seat = -1) {
    const cost = (/** @type {Decision} */ one) => this.said[judge].get(one.number)?.known?.sure_loss ?? this.loss(judge, one.number) ?? 0;
    return this.marked(judge, seat).sort((a, b) => cost(b) - cost(a));
  }

  /** @param {Judge} judge @param {number} number @returns {number | null} */
  loss(judge, number) {
    return this.said[judge].get(number)?.[judge]?.loss ?? null;
  }

  /** @param {Judge} judge @param {number} number @returns {Row[]} */
  rows(judge, number) {
    const { known, hindsight } = this.said[judge].get(number) ?? {};
    if (judge === "known") return known ? knownRows(known, this.objective.margin) : [];
    return (hindsight?.moves ?? []).map(({ move, value }) => {
      const loss = value === null || hindsight?.value === null || hindsight?.value === undefined ? null : hindsight.value - value;
      const best = hindsight?.best.includes(move) ?? false;
      return { move, value, loss, range: null, best, worse: !best };
    });
  }

  /**
   * What a player stands to end with after a decision, and what the move there gave away: by the last of their decisions in the round that
   * is judged; null before there is one.
   * @param {Judge} judge @param {number} number @param {number} seat @returns {{value: number, loss: number} | null}
   */
  outlook(judge, number, seat) {
    const { decisions } = this.game;
    const round = (decisions[number - 1] ?? decisions.at(-1))?.round;
    for (const one of decisions.slice(0, number).reverse()) {
      const row =
        one.round === round && indexOf(one.seat) === seat ? this.rows(judge, one.number).find(({ move }) => move === one.move) : null;
      if (row && row.value !== null) return { value: row.value, loss: one.number === number ? (row.loss ?? 0) : 0 };
    }
    return null;
  }

  /**
   * Of each side that is not ahead of the others on average, whether it could have been in the last round, all cards open, whatever they
   * did, and when for the last time: `last_chances` of the command. None where that is not proven.
   */
  lastChances() {
    const { sides, ends } = this.game;
    const round = this.ofRound(this.rounds.at(-1) ?? 0);
    const first = round.findIndex((one) => one.trick !== null); // before it others pass, too
    const own = (/** @type {number[]} */ points, /** @type {number[]} */ side) => side.reduce((sum, seat) => sum + (points[seat] ?? 0), 0);
    const ahead = (/** @type {number[]} */ points, /** @type {number[]} */ side) =>
      own(points, side) - own(points, sides.flatMap((other) => (other === side ? [] : other))) / (sides.length - 1);
    return sides.filter((side) => ends && first >= 0 && ahead(ends, side) <= 0).flatMap((side) => {
      const found = [];
      for (const one of round.slice(first).filter((each) => !each.forced && side.includes(indexOf(each.seat))).reverse()) {
        const { points, hindsight } = this.said.hindsight.get(one.number) ?? {};
        if (!points || !hindsight?.points || hindsight.value === null) return [];
        const margin = ahead(points, side) + hindsight.value;
        found.push({ side, one, best: hindsight.best, margin, points: own(points, side) + own(hindsight.points, side) });
        if (margin > SAME) break;
      }
      return found.slice(-1);
    });
  }

  /** What each player has given away before each decision, added up; the last entry is that of the whole game. @param {Judge} judge @returns {number[][]} */
  givenAway(judge) {
    const sums = [this.game.players.map(() => 0)];
    for (const one of this.game.decisions) {
      const next = [...(sums.at(-1) ?? [])];
      const seat = indexOf(one.seat);
      next[seat] = (next[seat] ?? 0) + (this.loss(judge, one.number) ?? 0);
      sums.push(next);
    }
    return sums;
  }
}
