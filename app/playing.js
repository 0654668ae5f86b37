/**
 * Games against the levels, and games followed at a real table, for the screen Play: what happened is kept as steps, and everything else
 * follows from them by the core's rules. A person sits at seat 0. What the page is given of a game, a `Live`, has no card that this person
 * cannot know. At a real table the others are `table`: their cards are not known, and their moves are told as they fall.
 */

import facts from "../src/diamonds_solver/facts.js";
import { forgetGame, keepGame, keptGame, titleOf } from "page/kept.js";
import { actionText } from "page/motion.js";
import { isLike } from "page/storage.js";
import { clause, counted, indexOf, NAMES, SUIT_NAMES, SUITS, you } from "page/words.js";
import { NONE } from "./core.js";
import { asCards, asSet, deckOf, handSize, ranksOf, roundsOf } from "./knowledge.js";
import { cardName, handText, Mistake, moveName, readCards, readMove, seatName, spelledPlainly } from "./notation.js";
import { receiverOf } from "./passing.js";
import { crystals, decisionOf, effectsOf, movesOf, played, pointsOf, replay, tableOf, thiefOf } from "./rounds.js";
import { dealHands } from "./solving.js";

const MOST_PASSED = 3;
const MOST_STEPS = 4096; // of a game: apart from each other are the seeds of its decisions
/** @type {Record<string, string>} */
export const TURNS = {
  card: "a card to play", victim: "whom to rob", actor: "which partner takes the award",
  pass: "which cards to pass", count: "how many cards to pass", next: "the next round",
  hand: "the cards dealt to you", got: "the cards you got",
};

/**
 * @typedef {{hand: number[]} | {count: number} | {pass: number[]} | {got: number[]} | {move: number[]} | {next: true}} Step `hand` and
 *   `got`: told at a real table
 * @typedef {import("./core.js").Bytes} Bytes
 */

/**
 * A game as it is kept.
 * @typedef {object} Game
 * @property {boolean} teams
 * @property {boolean} perfect
 * @property {number} [thief] who has the thief token at first, in games with it
 * @property {number} rounds
 * @property {boolean} passes whether cards are passed before a round
 * @property {number} dealer of the first round
 * @property {string[]} names
 * @property {string[]} levels of each seat; `me` for the person, `table` for people at a real table
 * @property {number} seed
 * @property {Step[]} steps
 * @property {Step[][]} undone what `undo` took back, the last one at the end
 * @property {number[][][]} [deals] the hands by round and seat, where they do not follow from the seed
 */

/**
 * A round of it.
 * @typedef {object} Round
 * @property {number} number from 1
 * @property {number} dealer
 * @property {number[]} showroom before it
 * @property {number} thief who has the thief token before it; NONE in games without it
 * @property {number[]} vault
 * @property {number[][]} dealt by seat, as far as they are known
 * @property {number} count of cards that are passed; 0: not known yet, or none are
 * @property {(number[] | null)[]} passed by seat, as far as that is known
 * @property {number[][]} hands after the pass
 * @property {number[][]} play
 * @property {import("./rounds.js").Played} table
 */

/** @typedef {{seat: number, decision: string}} Turn `seat` -1: nobody in particular */

export class Playing {
  /** @param {any} core */
  constructor(core) {
    this.core = core;
    /** @type {Map<string, Game>} */
    this.games = new Map();
    /** @type {Map<string, string>} each as this tab has last saved or read it */
    this.texts = new Map();
  }

  /** A new game, or one that was kept. @param {Record<string, any>} fields as the page sends them @returns {string} its name */
  begin({ text = "", players: wanted, sources = [], names = [], teams = "",
    variant = "", thief = "", rounds = "", pass = "", dealer = "" }) {
    const players = Number(wanted);
    checkNames(names);
    const random = crypto.getRandomValues(new Uint32Array(4));
    const [first = 0, second = 0] = random;
    const id = random.join("-");
    const dealing = dealer ? Number(dealer) - 1 : second % players;
    const fresh = () => ({
      teams: Boolean(teams), perfect: variant === "perfect", ...(thief ? { thief: dealing } : {}),
      rounds: Number(rounds) || (roundsOf[players] ?? 1), passes: pass !== "no", dealer: dealing,
      names: names.length ? names : ["You", ...NAMES].slice(0, players), levels: sources, seed: first, steps: [], undone: [],
    });
    this.games.set(id, text ? readGame(this.core, text) : fresh());
    return id;
  }

  /** A game as the browser keeps it, where another tab has gone on, or this one was loaded anew. @param {string} id */
  find(id) {
    const kept = keptGame(id);
    if (kept && kept.text !== this.texts.get(id)) {
      try {
        this.games.set(id, readGame(this.core, kept.text));
      } catch (error) {
        forgetGame(id);
        throw error;
      }
      this.texts.set(id, kept.text);
    }
    const game = this.games.get(id);
    if (!game) throw new Mistake("E-LIVE", "this game is not kept any more", "begin a new one");
    return game;
  }

  /** How the game stands, for the page. @param {string} id */
  state(id) {
    return live(this.core, id, this.find(id));
  }

  /** @param {string} id */
  save(id) {
    const text = JSON.stringify(this.find(id));
    this.texts.set(id, text);
    return text;
  }

  /** Keeps a change, of a game that is kept: at once, as another tab may look. @param {string} id */
  keep(id) {
    if (!keptGame(id)) return;
    const shown = this.state(id);
    keepGame({ id, text: this.save(id), steps: shown.steps, title: titleOf(shown, "Diamonds"),
      when: Date.now(), ...(shown.over ? { over: true } : {}) });
  }

  /** The person's move, as the page writes it. @param {string} id @param {string} text */
  move(id, text) {
    const game = this.find(id);
    const step = readStep(this.core, text, game, standing(this.core, game));
    if (!step) throw new Mistake("E-ILLEGAL", `${text} cannot be played now`);
    game.steps = [...game.steps, step];
    game.undone = [];
    this.keep(id);
  }

  /** Takes back the person's last step, and what the others did since; at a real table the last step. @param {string} id */
  undo(id) {
    const game = this.find(id);
    const from = standing(this.core, game).log.findLastIndex(({ seat }) => seat <= 0 || isFollowed(game));
    if (from < 0) return;
    game.undone = [...game.undone, game.steps.slice(from)];
    game.steps = game.steps.slice(0, from);
    this.keep(id);
  }

  /** @param {string} id */
  redo(id) {
    const game = this.find(id);
    game.steps = [...game.steps, ...(game.undone.at(-1) ?? [])];
    game.undone = game.undone.slice(0, -1);
    this.keep(id);
  }

  /** What a level has to decide now; null where none has to. @param {string} id */
  question(id) {
    const game = this.find(id);
    const { turn, round } = standing(this.core, game);
    if (!turn || turn.seat < 0 || game.levels[turn.seat] === "me" || isFollowed(game)) return null;
    const { seat, decision } = turn;
    const moves = ["count", "pass"].includes(decision) ? [] : movesOf(this.core, round.table.position);
    const level = game.levels[seat] ?? "";
    const place = game.steps.length;
    // normal makes the moves of the command's
    const seed = level === "normal" ? /** @type {any} */ (this.core.seedOf(game.seed, place) >> 2n) : game.seed * MOST_STEPS + place;
    return { round: seen(game, round, seat), decision, count: round.count,
      level, seed, seat, only: moves.length === 1 ? (moves[0] ?? null) : null };
  }

  /** What a level has decided. @param {string} id @param {string} decision @param {any} answer */
  decided(id, decision, answer) {
    const game = this.find(id);
    game.steps = [...game.steps, decision === "count" ? { count: answer } : decision === "pass" ? { pass: answer } : { move: answer }];
    this.keep(id);
  }

  /** What the person has to decide, for advice. @param {string} id */
  own(id) {
    const game = this.find(id);
    const { turn, round } = standing(this.core, game);
    if (turn?.seat !== 0) throw new Mistake("E-TURN", "it is not your turn");
    return { round: seen(game, round, 0), decision: turn.decision, count: round.count, seed: game.seed };
  }
}

const SAMPLE = { teams: false, perfect: false, rounds: 1, passes: false,
  dealer: 0, names: [""], levels: [""], seed: 0, steps: [{}], undone: [[{}]] };

/** A game of this page as it was kept, each of its steps a possible one. Throws Mistake. @param {any} core @param {string} text @returns {Game} */
export function readGame(core, text) {
  try {
    const game = JSON.parse(text);
    const { names, levels, dealer, teams, perfect } = game;
    const isGame = isLike(game, SAMPLE) && roundsOf[names.length] && levels.length === names.length &&
      names[dealer] !== undefined && !(teams && names.length % 2) && handSize({ players: names.length, perfect }) > 0;
    let now = isGame && beginning(core, game);
    for (const step of game.steps) now = now && isPossible(core, game, now, step) && after(core, game, now, step);
    if (now) return game;
  } catch {
    // no game of this page
  }
  throw new Mistake("E-GAME", "this is not a saved game of this page");
}

/** What a player may be called, as in records. Throws Mistake. @param {string[]} names */
function checkNames(names) {
  const twin = names.find((name, seat) => names.indexOf(name) < seat);
  if (twin !== undefined) throw new Mistake("E-NAME", `two players are called '${twin}'`);
  const wrong = names.find((name) => /^(p?\d+(\..*)?|[dhsc]\d+|\d+[dhsc]|[-?]|\s.*|.*\s|)$/i.test(name) ||
    /[>:=/,;\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(name));
  if (wrong !== undefined) throw new Mistake("E-NAME", `a player cannot be called '${wrong}'`, "names are not seats, numbers or cards, and do not contain > : = / , ;");
}

/** Whether a step can come next, whoever makes it. @param {any} core @param {Game} game @param {Standing} now @param {any} step */
function isPossible(core, game, { turn, round }, step) {
  if (!turn) return false;
  const { decision } = turn;
  if ("move" in step) return ["card", "victim", "actor"].includes(decision) && possibleMoves(core, game, turn, round).some((move) => `${move}` === `${step.move}`);
  const told = step[decision];
  if (decision === "next" || decision === "count") return decision === "next" ? told === true : [1, 2, 3].includes(told);
  const { needs, pool } = needed(game, round, turn);
  return Array.isArray(told) && told.length === needs && new Set(told).size === needs && told.every((card) => pool.includes(card));
}

/** @param {any} core @param {string} text @param {Game} game @param {Standing} now @returns {Step | null} */
function readStep(core, text, game, now) {
  const { turn, round } = now;
  if (!turn || (turn.seat > 0 && !isFollowed(game))) return null;
  const { decision } = turn;
  const typed = spelledPlainly(text).trim();
  if (["card", "victim", "actor"].includes(decision)) {
    const trick = round.table.tricks.at(-1);
    const led = trick?.trick && trick.winner === null ? SUITS.indexOf(trick.moves[0]?.[0] ?? "") : -1;
    const { position } = round.table;
    const [showroom, thief] = [crystals(core, position, "showroom"), thiefOf(core, position)];
    const victims = game.names.flatMap((_, seat) =>
      seat !== turn.seat && showroom[seat] && (thief === NONE || thief === seat) ? [seat] : [],
    );
    return { move: readMove(text, possibleMoves(core, game, turn, round), game.names, led, victims) };
  }
  const told = decision === "next" ? typed !== "" && "next".startsWith(typed.toLowerCase())
    : decision === "count" ? Number(/^[1-3]$/.exec(typed)) : readCards(typed.replaceAll("+", " "));
  const step = /** @type {Step} */ (/** @type {unknown} */ ({ [decision]: told }));
  return isPossible(core, game, now, step) ? step : null;
}

/** How many cards a decision is of, and from which they are chosen. @param {Game} game @param {Round} round @param {Turn} turn */
function needed(game, { dealt, count }, { seat, decision }) {
  const rules = { players: game.names.length, perfect: game.perfect };
  const own = dealt[seat] ?? [];
  const deck = deckOf(ranksOf(rules));
  if (decision === "hand") return { needs: cardsEach(game), pool: deck };
  return { needs: count, pool: decision === "pass" ? own : deck.filter((card) => !own.includes(card)) };
}

/**
 * The legal moves; at a real table those with each card that the seat may hold, whatever it holds beside it.
 * @param {any} core @param {Game} game @param {Turn} turn @param {Round} round @returns {number[][]}
 */
function possibleMoves(core, game, { seat }, round) {
  const { position } = round.table;
  const legal = movesOf(core, position);
  if (!seat || !isFollowed(game) || legal.some(([card]) => card === NONE)) return legal;
  const moved = round.table.steps.filter(({ move }) => move[0] !== NONE);
  const known = new Set([...[...core.hands(position)].slice(0, game.names.length).flatMap(asCards), ...moved.map(({ move }) => move[0])]);
  const isVoid = (/** @type {number} */ suit) =>
    moved.some((step) => step.seat === seat && step.led === suit && (step.move[0] ?? NONE) >> 4 !== suit);
  const unseen = deckOf(ranksOf({ players: game.names.length, perfect: game.perfect })).filter(
    (card) => !known.has(card) && !isVoid(card >> 4),
  );
  const cards = [...asCards(core.hands(position)[seat]), ...unseen];
  return cards.flatMap((card) => {
    const alone = position.slice();
    core.hands(alone)[seat] = 1n << BigInt(card);
    return movesOf(core, alone);
  });
}

// -- what follows from the steps

/** Whether a game is played at a real table, and followed here. @param {Game} game */
export const isFollowed = ({ levels }) => levels.includes("table");

/**
 * @param {any} core @param {Game} game @param {number} number @param {number} dealer @param {number[]} showroom @param {number[]} vault
 * @param {number} thief
 */
function begun(core, game, number, dealer, showroom, vault, thief) {
  const { perfect, names, seed } = game;
  const dealt = game.deals?.[number - 1] ?? (isFollowed(game) ? names.map(() => /** @type {number[]} */ ([]))
    : dealHands(core, { players: names.length, perfect }, BigInt(seed), BigInt(number)));
  const passed = names.map(() => /** @type {number[] | null} */ (null));
  return { number, dealer, showroom, vault, thief, dealt, count: 0, passed, play: /** @type {number[][]} */ ([]) };
}

/** @param {Game} game */
export const sidesOf = ({ names, teams }) => ({ players: names.length, sides: teams ? names.length / 2 : names.length });

/** The seats of each side. @param {Game} game */
export const seatsOf = (game) => Array.from({ length: sidesOf(game).sides }, (_, side) =>
  game.names.flatMap((_name, seat) => (seat % sidesOf(game).sides === side ? [seat] : [])));

/** How many cards each is dealt. @param {Game} game */
export const cardsEach = ({ names, perfect, deals }) => deals?.[0]?.[0]?.length || handSize({ players: names.length, perfect });

/** Who passes to the person. @param {Game} game */
function giverOf(game) {
  return game.names.findIndex((_, seat) => receiverOf(sidesOf(game), seat) === 0);
}

/** Whether the pass is over, as far as the person sees it. @param {Game} game @param {{passed: (number[] | null)[]}} round */
function isPassed(game, { passed }) {
  return isFollowed(game) ? Boolean(passed[0] && passed[giverOf(game)]) : passed.every(Boolean);
}

/**
 * A round before its first card, with all that follows from the pass so far.
 * @param {any} core @param {Game} game @param {ReturnType<typeof begun>} round @returns {Round}
 */
function laidOut(core, game, round) {
  const { dealer, dealt, passed } = round;
  const { players, sides } = sidesOf(game);
  const tricks = cardsEach(game) / (players === 2 ? 2 : 1);
  const isOver = isPassed(game, round);
  const hands = dealt.map((hand, seat) => (isOver ? hand.filter((card) => !passed[seat]?.includes(card)) : [...hand]));
  if (isOver) passed.forEach((cards, giver) => hands[receiverOf({ players, sides }, giver)]?.push(...(cards ?? [])));
  hands.forEach((hand) => hand.sort((a, b) => a - b));
  const position = core.position({ ...round, players, sides, leader: (dealer + 1) % players, tricks });
  hands.forEach((hand, seat) => (core.hands(position)[seat] = asSet(hand)));
  return { ...round, hands, table: replay(core, position, [], 1) };
}

/** Who passes next, left of the dealer first; -1 for nobody. @param {{dealer: number, passed: (number[] | null)[]}} round */
function passer({ dealer, passed }) {
  const order = passed.map((_, index) => (dealer + 1 + index) % passed.length);
  return order.find((seat) => passed[seat] === null) ?? -1;
}

/** Whose turn it is; null where the game is over. @param {any} core @param {Game} game @param {Round} round @returns {Turn | null} */
function turnOf(core, game, round) {
  const { passes, rounds } = game;
  if (isFollowed(game) && !round.dealt[0]?.length) return { seat: 0, decision: "hand" };
  if (passes && !round.count) return { seat: round.dealer, decision: "count" };
  if (passes && isFollowed(game) && !isPassed(game, round)) return { seat: 0, decision: round.passed[0] ? "got" : "pass" };
  if (passes && !isFollowed(game) && passer(round) >= 0) return { seat: passer(round), decision: "pass" };
  const { position } = round.table;
  const decision = decisionOf(core, position);
  if (decision !== "over") return { seat: core.toMove(position), decision };
  return round.number < rounds ? { seat: -1, decision: "next" } : null;
}

/**
 * How a game stands: its rounds, the last of which is played now, whose turn it is, who made each step, and what is told of it.
 * @typedef {{rounds: Round[], round: Round, log: {seat: number, lines: string[], events?: import("./rounds.js").TableEvent[]}[], turn: Turn | null}} Standing
 */

/** @type {WeakMap<Game, {step: Step | null, standing: Standing}[]>} how games stood after each of their steps: a new one goes on from there */
const trails = new WeakMap();

/** @param {any} core @param {Game} game @returns {Standing} */
export function standing(core, game) {
  const { steps } = game;
  const trail = trails.get(game) ?? [{ step: null, standing: beginning(core, game) }];
  trails.set(game, trail);
  let same = 0;
  while (same < steps.length && trail[same + 1]?.step === steps[same]) same++;
  trail.length = same + 1;
  let now = /** @type {Standing} */ (trail[same]?.standing);
  for (const step of steps.slice(same)) {
    now = after(core, game, now, step);
    trail.push({ step, standing: now });
  }
  return now;
}

/** @param {any} core @param {Game} game @returns {Standing} */
function beginning(core, game) {
  const none = game.names.map(() => 0);
  const round = laidOut(core, game, begun(core, game, 1, game.dealer, none.map(() => facts.game.start_showroom), none, game.thief ?? NONE));
  return { rounds: [round], round, log: [], turn: turnOf(core, game, round) };
}

/** How a game stands after one more step. @param {any} core @param {Game} game @param {Standing} before @param {Step} step @returns {Standing} */
function after(core, game, { rounds, round: now, log }, step) {
  const { names } = game;
  const on = (/** @type {Round} */ round, /** @type {Standing["log"][number]} */ told, earlier = rounds.slice(0, -1)) =>
    ({ rounds: [...earlier, round], round, log: [...log, told], turn: turnOf(core, game, round) });
  if ("move" in step) {
    const round = { ...now, play: [...now.play, step.move], table: played(core, now.table, step.move, 1) };
    const { seat = -1, events = [] } = round.table.steps.at(-1) ?? {};
    return on(round, { seat, lines: moveLines(core, game, round), events });
  }
  if ("next" in step) {
    const { position } = now.table;
    const next = begun(core, game, now.number + 1, (now.dealer + 1) % names.length,
      crystals(core, position, "showroom"), crystals(core, position, "vault"), thiefOf(core, position));
    return on(laidOut(core, game, next), { seat: -1, lines: [] }, rounds);
  }
  if ("count" in step) return on({ ...now, count: step.count }, { seat: now.dealer, lines: [`${clause(names[now.dealer] ?? "", "says")}: pass ${counted(step.count, "card")}`] });
  if ("hand" in step) return on(laidOut(core, game, { ...now, dealt: now.dealt.map((cards, seat) => (seat ? cards : step.hand)) }), { seat: 0, lines: [`You hold ${handText(step.hand)}`] });
  const [giver, cards] = "got" in step ? [giverOf(game), step.got] : [isFollowed(game) ? 0 : passer(now), step.pass];
  const round = laidOut(core, game, { ...now, passed: now.passed.map((each, seat) => (seat === giver ? cards : each)) });
  return on(round, "got" in step ? { seat: 0, lines: [`You get ${handText(cards)}`] } : { seat: giver, lines: passLines(game, round, giver) });
}

/** What a seat has seen of a round. @param {Game} game @param {Round} round @param {number} seat @returns {import("./knowledge.js").Round} */
export function seen(game, round, seat) {
  const { dealer, showroom, vault, thief, hands, passed, play } = round;
  const { players, sides } = sidesOf(game);
  const giver = passed.findIndex((_, other) => receiverOf({ players, sides }, other) === seat);
  const [gave, got] = isPassed(game, round) ? [passed[seat] ?? [], passed[giver] ?? []] : [[], []];
  const ranks = ranksOf({ players, perfect: game.perfect });
  return { players, sides, ranks, leader: (dealer + 1) % players, showroom, vault, thief, seat,
    hand: hands[seat] ?? [], receiver: receiverOf({ players, sides }, seat), gave, giver, got, play };
}

// -- words

/** What the person hears of a pass. @param {Game} game @param {{passed: (number[] | null)[]}} round @param {number} giver */
function passLines(game, round, giver) {
  const { names } = game;
  const { passed } = round;
  const to = receiverOf(sidesOf(game), giver);
  const cards = passed[giver] ?? [];
  const lines = [`${clause(names[giver] ?? "", "passes")} ${giver ? counted(cards.length, "card") : handText(cards)} to ${you(names[to] ?? "")}`];
  return isPassed(game, round) ? [...lines, `You get ${handText(passed[giverOf(game)] ?? [])}`] : lines;
}

/** How a round begins, as a record has it. @param {Game} game @param {{number: number, dealer: number, thief: number}} round */
export function roundFields({ names, perfect, teams, rounds }, { number, dealer, thief }) {
  const token = thief === NONE ? {} : { thief: seatName(thief) };
  return { players: names, ...(perfect ? { variant: "perfect" } : {}), ...(teams ? { teams } : {}), round: `${number}/${rounds}`, dealer: seatName(dealer), ...token };
}

/** What the person passed and got, as a record has it. @param {Game} game @param {Round} round */
function ownPass(game, round) {
  if (!isPassed(game, round)) return {};
  const { passed } = round;
  return { gave: { [seatName(0)]: handText(passed[0] ?? []) }, got: { [seatName(0)]: handText(passed[giverOf(game)] ?? []) } };
}

/** What the last move did. @param {any} core @param {Game} game @param {Round} round */
function moveLines(core, { names }, { number, table }) {
  const step = table.steps.at(-1);
  if (!step) return [];
  const { events, isOver } = step;
  /** @type {string[]} */
  const lines = [];
  for (const { kind, seat, card = "", suit = "", gains = [] } of events) {
    const name = names[indexOf(seat)] ?? "";
    const did = actionText(names, { seat: seat ?? "", suit, gains });
    if (kind === "card") lines.push(clause(name, `plays ${card}`));
    else if (kind === "trick") lines.push(clause(name, "takes the trick"));
    else if (did && kind === "award" && suit) lines.push(`most ${SUIT_NAMES[suit]}: ${did}`);
    else if (did && kind === "action" && lines.length === 1) lines[0] += `: ${did}`; // of the card
    else if (did) lines.push(did);
  }
  const points = pointsOf(core, table.position);
  return isOver ? [...lines, `round ${number} is over: ${names.map((name, other) => `${name} ${points[other]}`).join(", ")}`] : lines;
}

// -- for the page

/** @param {any} core @param {string} id @param {Game} game @returns {import("page/types.js").Live} */
function live(core, id, game) {
  const { names, levels, undone } = game;
  const { rounds, round, turn, log } = standing(core, game);
  const { position } = round.table;
  const now = { ...roundFields(game, round), ...ownPass(game, round) };
  const record = rounds.length > 1 ? { ...now, rounds: [...rounds.slice(0, -1).map((each) => roundFields(game, each)), now] } : now;
  const hands = shownHands(core, game, round);
  const points = pointsOf(core, position);
  const members = seatsOf(game);
  const source = turn && turn.seat >= 0 ? (levels[turn.seat] ?? null) : null;
  const isOwn = turn !== null && (turn.seat <= 0 || isFollowed(game));
  const chosen = turn && isOwn && ["hand", "pass", "got"].includes(turn.decision) ? needed(game, round, turn) : null;
  const isBefore = turn !== null && ["hand", "count", "pass", "got"].includes(turn.decision);
  const words = turn?.decision === "got" ? `${TURNS["got"]} from ${names[giverOf(game)]}` : TURNS[turn?.decision ?? ""];
  const first = Math.max(0, log.length - facts.told_steps);
  return {
    id,
    steps: game.steps.length,
    game: "diamonds",
    companion: isFollowed(game),
    viewer: seatName(0),
    players: names.map((name, seat) => ({ seat: seatName(seat), name, source: levels[seat] ?? "" })),
    turn: turn && { seat: turn.seat < 0 ? null : seatName(turn.seat), source, decision: turn.decision,
      text: words ?? "", needs: chosen?.needs ?? null, pool: chosen?.pool.map(cardName) ?? [] },
    over: !turn,
    score: { sides: members.map((seats) => seats.map(seatName)),
      points: members.map((seats) => seats.reduce((sum, seat) => sum + (points[seat] ?? 0), 0)),
      shares: turn ? null : core.shares(position) },
    can_undo: log.some(({ seat }) => seat <= 0 || isFollowed(game)),
    can_redo: undone.length > 0,
    table: { ...tableOf(core, round.table, record, hands),
      ...(rounds.length > 1
        ? { rounds: rounds.map((each) => ({ score: each === round ? null : pointsOf(core, each.table.position) })) } : {}),
      ...(turn && isBefore ? { to_move: turn.decision === "pass" ? null : seatName(turn.seat), decision: turn.decision } : {}) },
    record: JSON.stringify({ ...game, undone: [] }), // what a review reads
    moves: isOwn && !chosen ? ownMoves(core, game, turn, round) : [],
    untold: first,
    story: log.slice(first).flatMap(({ lines }, index) => lines.map((text) => ({ step: first + index + 1, text, notation: "" }))),
    events: log.slice(first).flatMap(({ events = [] }, index) => events.map((event) => ({ step: first + index + 1, ...event }))),
    hand_over: null,
  };
}

/** What the person knows of the hands. @param {any} core @param {Game} game @param {Round} round @returns {string[]} */
function shownHands(core, game, { dealt, table }) {
  const size = dealt[0]?.length ?? 0;
  return game.names.map((_, seat) => {
    const cards = asCards(core.hands(table.position)[seat]);
    if (!seat) return handText(cards);
    if (!isFollowed(game)) return `+${cards.length}`;
    const left = size - table.steps.filter((step) => step.seat === seat && step.move[0] !== NONE).length;
    return `${handText(cards)} +${left - cards.length}`;
  });
}

/** @type {WeakMap<Round, import("./rounds.js").TableEvent[][]>} what each of the person's moves does: asked of the core once for each state of a round */
const effects = new WeakMap();

/**
 * @param {any} core @param {Game} game @param {Turn} turn @param {Round} round
 * @returns {import("page/types.js").MoveText[]} the person's with what each does
 */
function ownMoves(core, game, turn, round) {
  const text = (/** @type {string} */ move) => ({ move, written: move });
  if (turn.decision === "next") return [text("next")];
  if (turn.decision === "count") return Array.from({ length: MOST_PASSED }, (_, index) => text(String(index + 1)));
  const moves = possibleMoves(core, game, turn, round);
  if (turn.seat) return moves.map((move) => text(moveName(move)));
  const does = effects.get(round) ?? effectsOf(core, round.table.position, moves);
  effects.set(round, does);
  return moves.map((move, index) => ({ ...text(moveName(move)), does: does[index] ?? [] }));
}
