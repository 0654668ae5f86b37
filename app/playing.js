/**
 * Games against the levels, for the screen Play: what happened is kept as steps, and everything else follows from them by the core's rules.
 * A person sits at seat 0. What the page is given of a game, a `Live`, has no card that this person cannot know.
 */

import { actionText } from "page/motion.js";
import { clause, counted, SUIT_NAMES, you } from "page/words.js";
import { handSize, ranksOf, ROUNDS, START_SHOWROOM } from "./game.js";
import { NONE } from "./core.js";
import { asCards, asSet } from "./knowledge.js";
import { cardName, cardNumber, handText, Mistake, moveName, seatName } from "./notation.js";
import { receiverOf } from "./passing.js";
import { crystals, decisionOf, movesOf, pointsOf, replay, tableOf } from "./rounds.js";
import { dealHands } from "./solving.js";

const TOLD = 12; // of the last steps it is told what happened
const MOST_PASSED = 3;
const MOST_STEPS = 4096; // of a game: apart from each other are the seeds of its decisions
const NAMES = ["You", "Ann", "Bob", "Cy", "Di", "Eve"];
const SUITS = "DHSC";
/** @type {Record<string, string>} */
export const TURNS = {
  card: "a card to play", victim: "whom to rob", actor: "which partner takes the award", pass: "which cards to pass", count: "how many cards to pass", next: "the next round",
};

/**
 * @typedef {{count: number} | {pass: number[]} | {move: number[]} | {next: true}} Step
 * @typedef {import("./core.js").Bytes} Bytes
 */

/**
 * A game as it is kept.
 * @typedef {object} Game
 * @property {boolean} teams
 * @property {boolean} perfect
 * @property {number} rounds
 * @property {boolean} passes whether cards are passed before a round
 * @property {number} dealer of the first round
 * @property {string[]} names
 * @property {string[]} levels of each seat; `me` for the person
 * @property {number} seed
 * @property {Step[]} steps
 * @property {Step[][]} undone what `undo` took back, the last one at the end
 */

/**
 * A round of it.
 * @typedef {object} Round
 * @property {number} number from 1
 * @property {number} dealer
 * @property {number[]} showroom before it
 * @property {number[]} vault
 * @property {number[][]} dealt by seat
 * @property {number} count of cards that are passed; 0: not known yet, or none are
 * @property {(number[] | null)[]} passed by seat
 * @property {number[][]} hands after the pass
 * @property {number[][]} play
 * @property {ReturnType<typeof replay>} table
 */

/** @typedef {{seat: number, decision: string}} Turn `seat` -1: nobody in particular */

export class Playing {
  /** @param {any} core */
  constructor(core) {
    this.core = core;
    /** @type {Map<string, Game>} */
    this.games = new Map();
  }

  /** A new game, or one that was kept. @param {Record<string, any>} fields as the page sends them @returns {string} its name */
  begin({ text = "", players: wanted, sources = [], names = [], teams = "", variant = "", rounds = "", pass = "" }) {
    const players = Number(wanted);
    const random = crypto.getRandomValues(new Uint32Array(4));
    const [first = 0, second = 0] = random;
    const id = random.join("-");
    const fresh = () => ({
      teams: Boolean(teams), perfect: variant === "perfect", rounds: Number(rounds) || (ROUNDS[players] ?? 1), passes: pass !== "no", dealer: second % players,
      names: names.length ? names : NAMES.slice(0, players), levels: sources, seed: first, steps: [], undone: [],
    });
    this.games.set(id, text ? readGame(text) : fresh());
    return id;
  }

  /** @param {string} id */
  find(id) {
    const game = this.games.get(id);
    if (!game) throw new Mistake("E-LIVE", "this game is not kept any more", "begin a new one");
    return game;
  }

  /** How the game stands, for the page. @param {string} id */
  state(id) {
    return live(this.core, id, this.find(id));
  }

  /** The person's move, as the page writes it. @param {string} id @param {string} text */
  move(id, text) {
    const game = this.find(id);
    const { turn, round } = standing(this.core, game);
    const step = readStep(this.core, text, turn, round);
    if (!step || turn?.seat !== (turn?.decision === "next" ? -1 : 0)) throw new Mistake("E-MOVE", `${text} cannot be played now`);
    this.add(game, step);
    game.undone = [];
  }

  /** @param {Game} game @param {Step} step */
  add(game, step) {
    game.steps = [...game.steps, step];
  }

  /** Takes back the person's last step, and what the others did since. @param {string} id */
  undo(id) {
    const game = this.find(id);
    const from = standing(this.core, game).log.findLastIndex(({ seat }) => seat <= 0);
    if (from < 0) return;
    game.undone = [...game.undone, game.steps.slice(from)];
    game.steps = game.steps.slice(0, from);
  }

  /** @param {string} id */
  redo(id) {
    const game = this.find(id);
    game.steps = [...game.steps, ...(game.undone.at(-1) ?? [])];
    game.undone = game.undone.slice(0, -1);
  }

  /** What a level has to decide now; null where none has to. @param {string} id */
  question(id) {
    const game = this.find(id);
    const { turn, round } = standing(this.core, game);
    if (!turn || turn.seat <= 0) return null;
    const { seat, decision } = turn;
    const moves = ["count", "pass"].includes(decision) ? [] : movesOf(this.core, round.table.position);
    const seed = game.seed * MOST_STEPS + game.steps.length;
    return { round: seen(game, round, seat), decision, count: round.count, level: game.levels[seat] ?? "", seed, seat, only: moves.length === 1 ? (moves[0] ?? null) : null };
  }

  /** What a level has decided. @param {string} id @param {string} decision @param {any} answer */
  decided(id, decision, answer) {
    this.add(this.find(id), decision === "count" ? { count: answer } : decision === "pass" ? { pass: answer } : { move: answer });
  }

  /** What the person has to decide, for advice. @param {string} id */
  own(id) {
    const game = this.find(id);
    const { turn, round } = standing(this.core, game);
    if (turn?.seat !== 0) throw new Mistake("E-TURN", "it is not your turn");
    return { round: seen(game, round, 0), decision: turn.decision, count: round.count, seed: game.seed };
  }
}

/** @param {string} text @returns {Game} */
function readGame(text) {
  try {
    const game = JSON.parse(text);
    if (Array.isArray(game.steps) && Array.isArray(game.levels)) return game;
  } catch {
    // no game of this page
  }
  throw new Mistake("E-GAME", "this is no saved game of this page");
}

/** @param {any} core @param {string} text @param {Turn | null} turn @param {Round} round @returns {Step | null} */
function readStep(core, text, turn, round) {
  if (turn?.decision === "next") return text === "next" ? { next: true } : null;
  if (turn?.decision === "count") return /^[1-3]$/.test(text) ? { count: Number(text) } : null;
  if (turn?.decision === "pass") {
    const cards = text.split(/[\s+]+/).map(cardNumber);
    return new Set(cards).size === round.count && cards.length === round.count && cards.every((card) => round.dealt[0]?.includes(card)) ? { pass: cards } : null;
  }
  const move = turn && movesOf(core, round.table.position).find((legal) => moveName(legal) === text);
  return move ? { move } : null;
}

// -- what follows from the steps

/** @param {any} core @param {Game} game @param {number} number @param {number} dealer @param {number[]} showroom @param {number[]} vault */
function begun(core, { perfect, names, seed }, number, dealer, showroom, vault) {
  const dealt = dealHands(core, { players: names.length, perfect }, BigInt(seed), BigInt(number));
  const passed = names.map(() => /** @type {number[] | null} */ (null));
  return { number, dealer, showroom, vault, dealt, count: 0, passed, play: /** @type {number[][]} */ ([]) };
}

/** @param {Game} game */
const sidesOf = ({ names, teams }) => ({ players: names.length, sides: teams ? names.length / 2 : names.length });

/** A round with all that follows from what happened in it. @param {any} core @param {Game} game @param {ReturnType<typeof begun>} round @returns {Round} */
function played(core, game, round) {
  const { dealer, showroom, vault, dealt, passed, play } = round;
  const { players, sides } = sidesOf(game);
  const tricks = handSize({ players, perfect: game.perfect }) / (players === 2 ? 2 : 1);
  const isPassed = passed.every(Boolean);
  const hands = dealt.map((hand, seat) => (isPassed ? hand.filter((card) => !passed[seat]?.includes(card)) : hand));
  if (isPassed) passed.forEach((cards, giver) => hands[receiverOf({ players, sides }, giver)]?.push(...(cards ?? [])));
  hands.forEach((hand) => hand.sort((a, b) => a - b));
  const position = core.position({ players, sides, leader: (dealer + 1) % players, tricks, showroom, vault });
  hands.forEach((hand, seat) => (core.hands(position)[seat] = asSet(hand)));
  return { ...round, hands, table: replay(core, position, play, 1) };
}

/** Who passes next, left of the dealer first; -1 for nobody. @param {{dealer: number, passed: (number[] | null)[]}} round */
function passer({ dealer, passed }) {
  const order = passed.map((_, index) => (dealer + 1 + index) % passed.length);
  return order.find((seat) => passed[seat] === null) ?? -1;
}

/** Whose turn it is; null where the game is over. @param {any} core @param {Game} game @param {Round} round @returns {Turn | null} */
function turnOf(core, { passes, rounds }, round) {
  if (passes && !round.count) return { seat: round.dealer, decision: "count" };
  if (passes && passer(round) >= 0) return { seat: passer(round), decision: "pass" };
  const { position } = round.table;
  const decision = decisionOf(core, position);
  if (decision !== "over") return { seat: core.toMove(position), decision };
  return round.number < rounds ? { seat: -1, decision: "next" } : null;
}

/** How a game stands: its rounds, whose turn it is, who made each step, and what is told of it. @param {any} core @param {Game} game */
function standing(core, game) {
  const none = game.names.map(() => 0);
  let now = begun(core, game, 1, game.dealer, none.map(() => START_SHOWROOM), none);
  /** @type {Round[]} */
  const rounds = [];
  /** @type {{seat: number, lines: string[]}[]} */
  const log = [];
  const moved = () => {
    const round = played(core, game, now);
    round.table.steps.forEach((step, index) => log.push({ seat: step.seat, lines: moveLines(core, game, round, index) }));
    rounds.push(round);
    return round;
  };
  for (const step of game.steps) {
    if ("count" in step) {
      log.push({ seat: now.dealer, lines: [`${clause(game.names[now.dealer] ?? "", "lets")} ${counted(step.count, "card")} be passed`] });
      now = { ...now, count: step.count };
    } else if ("pass" in step) {
      const giver = passer(now);
      now = { ...now, passed: now.passed.map((cards, seat) => (seat === giver ? step.pass : cards)) };
      log.push({ seat: giver, lines: passLines(game, now, giver) });
    } else if ("move" in step) now = { ...now, play: [...now.play, step.move] };
    else {
      const { position } = moved().table;
      log.push({ seat: -1, lines: [] });
      now = begun(core, game, now.number + 1, (now.dealer + 1) % none.length, crystals(core, position, "showroom"), crystals(core, position, "vault"));
    }
  }
  const round = moved();
  return { rounds, round, log, turn: turnOf(core, game, round) };
}

/** What a seat has seen of a round. @param {Game} game @param {Round} round @param {number} seat @returns {import("./knowledge.js").Round} */
function seen(game, { dealer, showroom, vault, hands, passed, play }, seat) {
  const { players, sides } = sidesOf(game);
  const gave = passed.every(Boolean) ? (passed[seat] ?? []) : [];
  const ranks = ranksOf({ players, perfect: game.perfect });
  return { players, sides, ranks, leader: (dealer + 1) % players, showroom, vault, seat, hand: hands[seat] ?? [], receiver: receiverOf({ players, sides }, seat), gave, play };
}

// -- words

/** What the person hears of a pass. @param {Game} game @param {{passed: (number[] | null)[]}} round @param {number} giver */
function passLines(game, { passed }, giver) {
  const { names } = game;
  const to = receiverOf(sidesOf(game), giver);
  const cards = passed[giver] ?? [];
  const lines = [`${clause(names[giver] ?? "", "passes")} ${giver ? counted(cards.length, "card") : handText(cards)} to ${you(names[to] ?? "")}`];
  const from = names.findIndex((_, seat) => receiverOf(sidesOf(game), seat) === 0);
  return passed.every(Boolean) ? [...lines, `You get ${handText(passed[from] ?? [])}`] : lines;
}

/** What the person passed and got, as a record has it. @param {Game} game @param {Round} round */
function ownPass(game, { passed }) {
  if (!passed.every(Boolean)) return {};
  const giver = passed.findIndex((_, seat) => receiverOf(sidesOf(game), seat) === 0);
  return { gave: { [seatName(0)]: handText(passed[0] ?? []) }, got: { [seatName(0)]: handText(passed[giver] ?? []) } };
}

/** What a move did. @param {any} core @param {Game} game @param {Round} round @param {number} index */
function moveLines(core, { names }, { number, table }, index) {
  const step = table.steps[index];
  if (!step) return [];
  const { seat, move, winner, effects, isOver } = step;
  const actions = effects.map(({ kind, seat: actor, suit, gains }) => ({ kind, suit, text: actionText(names, { seat: seatName(actor), suit: SUITS[suit] ?? "", gains }) }));
  const own = actions.find(({ kind, text }) => kind === 0 && text)?.text;
  const card = move[0] ?? NONE;
  const lines = card === NONE ? [] : [`${clause(names[seat] ?? "", "plays")} ${cardName(card)}${own ? `: ${own}` : ""}`];
  if (winner >= 0) lines.push(clause(names[winner] ?? "", "takes the trick"));
  for (const { kind, suit, text } of actions) if (kind && text) lines.push(kind === 1 ? text : `most ${SUIT_NAMES[SUITS[suit] ?? ""]}: ${text}`);
  const points = pointsOf(core, table.position);
  return isOver ? [...lines, `round ${number} is over: ${names.map((name, other) => `${name} ${points[other]}`).join(", ")}`] : lines;
}

// -- for the page

/** @param {any} core @param {string} id @param {Game} game @returns {import("page/types.js").Live} */
function live(core, id, game) {
  const { names, levels, perfect, teams, undone } = game;
  const { rounds, round, turn, log } = standing(core, game);
  const { position } = round.table;
  const fields = (/** @type {Round} */ { number, dealer }) => ({ players: names, ...(perfect ? { variant: "perfect" } : {}), ...(teams ? { teams } : {}), round: `${number}/${game.rounds}`, dealer: seatName(dealer) });
  const now = { ...fields(round), ...ownPass(game, round) };
  const record = rounds.length > 1 ? { ...now, rounds: [...rounds.slice(0, -1).map(fields), now] } : now;
  const hands = [...core.hands(position).slice(0, names.length)].map((hand, seat) => (seat ? `+${asCards(hand).length}` : handText(asCards(hand))));
  const { sides } = sidesOf(game);
  const points = pointsOf(core, position);
  const members = Array.from({ length: sides }, (_, side) => names.flatMap((_name, seat) => (seat % sides === side ? [seat] : [])));
  const source = turn && turn.seat >= 0 ? (levels[turn.seat] ?? null) : null;
  const needs = turn?.decision === "pass" ? round.count : null;
  const isOwn = turn !== null && turn.seat <= 0;
  const first = Math.max(0, log.length - TOLD);
  return {
    id,
    steps: game.steps.length,
    game: "diamonds",
    companion: false,
    viewer: seatName(0),
    players: names.map((name, seat) => ({ seat: seatName(seat), name, source: levels[seat] ?? "" })),
    turn: turn && { seat: turn.seat < 0 ? null : seatName(turn.seat), source, decision: turn.decision, text: TURNS[turn.decision] ?? "", needs: isOwn ? needs : null, pool: needs && isOwn ? (round.dealt[0] ?? []).map(cardName) : [] },
    over: !turn,
    score: { sides: members.map((seats) => seats.map(seatName)), points: members.map((seats) => seats.reduce((sum, seat) => sum + (points[seat] ?? 0), 0)), shares: turn ? null : core.shares(position) },
    can_undo: log.some(({ seat }) => seat <= 0),
    can_redo: undone.length > 0,
    table: { ...tableOf(core, round.table, record, hands), ...(turn?.decision === "pass" || turn?.decision === "count" ? { to_move: turn.decision === "count" ? seatName(turn.seat) : null, decision: turn.decision } : {}) },
    record: "",
    moves: isOwn ? ownMoves(core, turn, position).map((move) => ({ move, written: move })) : [],
    story: log.slice(first).flatMap(({ lines }, index) => lines.map((text) => ({ step: first + index + 1, text, notation: "" }))),
    hand_over: null,
  };
}

/** @param {any} core @param {Turn} turn @param {Bytes} position @returns {string[]} */
function ownMoves(core, { decision }, position) {
  if (decision === "next") return ["next"];
  if (decision === "count") return Array.from({ length: MOST_PASSED }, (_, index) => String(index + 1));
  return decision === "pass" ? [] : movesOf(core, position).map(moveName);
}
