/**
 * Games looked back at: their decisions, the table before each of them, and what a worker is to judge. Of a round that is over all cards
 * are known, also at a real table, as they have been played; a round that is not over is left out.
 */

import facts from "../src/diamonds_solver/facts.js";
import { NONE } from "./core.js";
import { asCards, asSet, keyOf } from "./knowledge.js";
import { handText, Mistake, moveName, readRecord, seatName } from "./notation.js";
import { choices, passName, receiverOf } from "./passing.js";
import { cardsEach, isFollowed, readGame, roundFields, seatsOf, seen, sidesOf, standing } from "./playing.js";
import { decisionOf, movesOf, openHands, pointsOf, replay, tableOf } from "./rounds.js";
import { write } from "./solving.js";

/** What decisions other than cards and passes are called. @type {Record<string, string>} */
const KINDS = { victim: "robbery", actor: "award" };

/** @typedef {import("./core.js").Bytes} Bytes */
/** @typedef {import("./playing.js").Game} Game */
/** @typedef {import("./playing.js").Round & {whole: number[][], start: Bytes}} Whole a round that is over; `whole`: all hands after the pass */
/**
 * @typedef {object} Decision
 * @property {Whole} round
 * @property {number} seat
 * @property {string} decision
 * @property {string} move
 * @property {number | null} trick
 * @property {number} index of its move in the play; -1: before it
 * @property {Bytes} position before it, as far as its cards are known
 * @property {string[]} moves
 * @property {string} kind
 */

/** A game that this page has kept, or a record of one in the notation. @param {any} core @param {string} text @returns {Game} */
export function gameOf(core, text) {
  if (text.trimStart().startsWith("{")) return readGame(core, text);
  const isChosen = /^phase\s+choose\s*$/m.test(text); // it goes on with how many cards are passed
  const [head = "", ...parts] = text.replace(/(^|\s)#.*$/gm, "").split(/^(?=round\s)/m);
  const rounds = (parts.length ? parts : [""]).map((part) => {
    const lines = `${head}\n${part}`.split("\n");
    const others = lines.filter((line) => !/^(hand|gave|got)\s|^phase\s+choose\s*$/.test(line));
    const cards = (/** @type {string} */ key) => readRecord([...others, ...lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.replace(key, "hand"))].join("\n"));
    const written = cards("hand");
    const sides = { players: written.names.length, sides: written.teams ? written.names.length / 2 : written.names.length };
    const gave = cards("gave").hands;
    const got = gave.map((_, seat) => gave.findLast((_cards, giver) => receiverOf(sides, giver) === seat) ?? []);
    const dealt = written.hands.map((hand, seat) =>
      [...hand.filter((card) => !got[seat]?.includes(card)), ...(gave[seat] ?? [])].sort((a, b) => a - b),
    );
    if (dealt.some((hand) => !hand.length || hand.length !== dealt[0]?.length))
      throw new Mistake("E-GAME", "a game is looked back at where all hands are known", "write the cards of every player");
    return { written, gave, dealt };
  });
  const [first] = rounds;
  if (!first) throw new Mistake("E-GAME", "there is no round");
  const { names, teams, perfect, dealer, thief, won, showroom, vault } = first.written;
  if (won.length || vault.some(Boolean) || showroom.some((count) => count !== facts.game.start_showroom))
    throw new Mistake("E-GAME", "a game is looked back at from its first card", "write all of it, or open it on the page of the program");
  const steps = rounds.flatMap(({ written, gave }, index) => [
    ...(index ? [/** @type {const} */ ({ next: true })] : []),
    ...(gave[0]?.length
      ? [{ count: gave[0].length }, ...names.map((_, place) => ({ pass: gave[(dealer + index + 1 + place) % names.length] ?? [] }))]
      : []),
    ...written.play.map((name) => ({ move: readMove(name) })),
  ]);
  const seed = Number(BigInt(`0x${keyOf(text)}`) & 0xffffffffn);
  return { names, teams, perfect, dealer, ...(thief === NONE ? {} : { thief }), steps, seed, rounds: rounds.length, passes: isChosen ||
    rounds.some(({ gave }) => gave[0]?.length), levels: names.map(() => "me"), undone: [], deals: rounds.map(({ dealt }) => dealt) };
}

/** A move such as `C3>P1`, `>P2` or `P1`. @param {string} name */
function readMove(name) {
  const [, card = "", actor = "", victim = ""] = /^([DHSC]\d{1,2})?(?:P(\d))?(?:>P(\d))?$/.exec(name) ?? [];
  if (!card && !actor && !victim) throw new Mistake("E-PLAY", `${name} is no move`);
  return [card ? 16 * "DHSC".indexOf(card[0] ?? "") + Number(card.slice(1))
    : NONE, actor ? Number(actor) - 1 : NONE, victim ? Number(victim) - 1 : NONE];
}

export class Review {
  /** Throws Mistake. @param {any} core @param {string} text */
  constructor(core, text) {
    this.core = core;
    this.text = text;
    this.game = gameOf(core, text);
    this.rounds = standing(core, this.game).rounds.flatMap((round) => this.whole(round));
    if (!this.rounds.length) throw new Mistake("E-GAME", "no round of this game is over yet", "play a round to its end");
    this.decisions = this.rounds.flatMap((round) => [...this.passesOf(round), ...this.playOf(round)]);
  }

  /** @param {number[][]} hands @param {import("./playing.js").Round} round */
  position(hands, round) {
    const { players, sides } = sidesOf(this.game);
    const tricks = cardsEach(this.game) / (players === 2 ? 2 : 1);
    const position = this.core.position({ ...round, players, sides, leader: (round.dealer + 1) % players, tricks });
    hands.forEach((cards, seat) => (this.core.hands(position)[seat] = asSet(cards)));
    return position;
  }

  /** @param {import("./playing.js").Round} round @returns {Whole[]} none where it is not over */
  whole(round) {
    const { core, game } = this;
    if (decisionOf(core, round.table.position) !== "over") return [];
    const whole = game.names.map((_, seat) => round.table.steps.filter((step) => step.seat === seat && step.move[0] !== NONE)
      .map(({ move }) => move[0] ?? NONE).sort((a, b) => a - b));
    return [{ ...round, whole, start: this.position(whole, round) }];
  }

  /** @param {Whole} round @returns {Decision[]} the passes that are known */
  passesOf(round) {
    const position = this.position(round.dealt, round);
    return this.game.names.flatMap((_, seat) => {
      const cards = round.passed[seat];
      const dealt = round.dealt[seat];
      if (!cards || !dealt?.length) return [];
      return [{ round, seat, decision: "pass", kind: "pass", move: passName(cards),
        trick: null, index: -1, position, moves: choices(dealt, cards.length).map(passName) }];
    });
  }

  /** @param {Whole} round @returns {Decision[]} */
  playOf(round) {
    const { core } = this;
    const tricks = core.get(round.start, "Position", "tricks_left");
    let position = round.start;
    return round.play.map((move, index) => {
      const before = position;
      const decision = decisionOf(core, before);
      const moves = movesOf(core, before).map(moveName);
      if (!moves.includes(moveName(move))) throw new Mistake("E-ILLEGAL", `${moveName(move)} cannot be played in round ${round.number}`);
      [{ position }] = core.played(before, Uint8Array.from(move));
      const left = core.get(before, "Position", "tricks_left");
      const [led = NONE] = core.get(before, "Position", "trick_count") ? core.list(before, "Position", "trick", 1) : [];
      const kind = decision !== "card" ? (KINDS[decision] ?? decision) : led === NONE
        ? "lead" : led >> 4 === (move[0] ?? NONE) >> 4 ? "follow" : "discard";
      // An award has none.
      const trick = decision === "card" ? tricks - left + 1 : core.get(before, "Position", "robber") === NONE ? null : tricks - left;
      return { round, seat: core.toMove(before), decision, kind, move: moveName(move), trick, index, position: before, moves };
    });
  }

  /** What the page lists. */
  about() {
    const { core, text, game, decisions } = this;
    const last = /** @type {Whole} */ (this.rounds.at(-1));
    return { game: "diamonds", text, players: game.names, sides: seatsOf(game), ends: this.rounds.length === game.rounds
      ? pointsOf(core, last.table.position) : null, hindsight: true, decisions: decisions.map((_, index) => this.row(index)) };
  }

  /** @param {number} index */
  row(index) {
    const { round, trick, seat, decision, kind, move, moves } = /** @type {Decision} */ (this.decisions[index]);
    return { number: index + 1, round: round.number, trick, seat: seatName(seat),
      decision, kind, move, written: move, forced: moves.length === 1 };
  }

  /** A decision as it is judged: with the points before it. @param {number} number @param {object} said */
  judged(number, said) {
    const index = number - 1;
    return { known: null, hindsight: null, ...this.row(index),
      points: pointsOf(this.core, /** @type {Decision} */ (this.decisions[index]).position), ...said };
  }

  /** The game up to a decision: to a card of the play, or to where everybody passes. @param {number} number @returns {Game} */
  before(number) {
    const decision = this.decisions[number - 1];
    if (!decision) throw new Mistake("E-REQUEST", `number must be a whole number from 1 to ${this.decisions.length}, not ${number}`);
    const { round, index } = decision;
    const { steps } = this.game;
    const begins = steps.flatMap((step, at) => ("next" in step ? [at + 1] : []))[round.number - 2] ?? 0;
    const first = steps.findIndex((step, at) => at >= begins && ("move" in step || (index < 0 && "pass" in step)));
    return { ...this.game, steps: steps.slice(0, first + Math.max(0, index)), undone: [] };
  }

  /**
   * The table before a decision, or at the end. `seen`: as its seat saw it; `line`: after these moves.
   * @param {{number: number, seen?: boolean, line?: string[]}} wanted @returns {import("page/types.js").Checked}
   */
  table({ number, seen: isSeen = false, line = [] }) {
    const { core, game, decisions } = this;
    const one = decisions[number - 1];
    const round = /** @type {Whole} */ (one?.round ?? this.rounds.at(-1));
    const play = one ? round.play.slice(0, Math.max(0, one.index)) : round.play;
    const start = one && one.index < 0 ? one.position : round.start;
    const { position, tricks } = replay(core, start, [...play, ...line.map(readMove)], 1);
    const record = roundFields(game, round);
    const hands = isSeen && one ? this.seenHands(one) : openHands(core, position);
    const moves = one && !line.length ? one.moves.map((move) => ({ move, written: move })) : [];
    const text = write(core, start, { ...game, out: [] }) + (play.length ? `play ${play.map(moveName).join(" ")}\n` : "");
    return { game: "diamonds", text, players: game.names, state: tableOf(core, { position, tricks }, record, hands), turn: null,
      moves, can_solve: false, notes: [], ...(isSeen && one ? { key: keyOf(JSON.stringify([this.known(one), one.decision])) } : {}) };
  }

  /** What whoever decides knows of the hands: the own one, and what was passed on. @param {Decision} one */
  seenHands({ seat, index, position, round }) {
    const { core, game } = this;
    const gave = index < 0 ? [] : (round.passed[seat] ?? []);
    return game.names.map((_, other) => {
      const cards = asCards(core.hands(position)[other]);
      // Before the pass others' cards are not told at a real table.
      const count = index < 0 ? (round.dealt[seat]?.length ?? 0) : cards.length;
      const open = other === seat ? cards : cards.filter((card) => other === receiverOf(sidesOf(game), seat) && gave.includes(card));
      return [handText(open), count > open.length ? `+${count - open.length}` : ""].filter(Boolean).join(" ");
    });
  }

  /** What whoever decides knows of the round. @param {Decision} one */
  known({ seat, index, round }) {
    const own = seen(this.game, { ...round, hands: round.whole }, seat);
    return index < 0
      ? { ...own, hand: round.dealt[seat] ?? [], gave: [], got: [], play: [] }
      : { ...own, play: round.play.slice(0, index) };
  }

  /** Whether a seat's decisions are judged by what it knew: the person's, or everybody's where nobody here has played. @param {number} seat */
  isJudged(seat) {
    const { names } = this.game;
    return names.includes("You") ? names[seat] === "You" : !isFollowed(this.game) || seat === 0;
  }

  /** What a worker is to judge: of one judge, in one round, the last one first. @param {Record<string, any>} fields as the page sends them */
  tasks({ round, known = true, until = this.decisions.length }) {
    const rows = this.decisions.map((one, index) => ({ one, ...this.row(index) }))
      .filter((row) => row.round === round && row.number <= until).reverse();
    if (known) return rows.filter(({ forced, one }) => !forced && this.isJudged(one.seat)).map(({ one, number, move }) => ({ number, move,
      decision: one.decision, count: one.round.count, seed: this.game.seed, round: this.known(one) }));
    return rows.filter(({ one }) => one.index >= 0)
      .map(({ one, number, move, forced }) => ({ number, move, forced, position: one.position }));
  }
}
