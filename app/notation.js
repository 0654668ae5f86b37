/**
 * Cards, moves and records of open positions as the notation writes them: docs/reference/notation.md. Of its fields those that
 * the screen Solve writes; who writes others is told so.
 */

import { NONE } from "./core.js";

/**
 * What is wrong with a text or a question, as the page shows it.
 */
export class Mistake extends Error {
  /** @param {string} code @param {string} message @param {string} [hint] @param {number} [line] from 1 */
  constructor(code, message, hint, line) {
    super(message);
    this.problem = { code, message, hint: hint ?? null, ...(line ? { line } : {}) };
  }
}

const SUITS = "DHSC";
const KEYS = ["id", "players", "variant", "teams", "round", "dealer", "pass", "hand", "out", "showroom", "vault", "took", "won", "thief", "lead", "play"];

/** @param {number} card */
export const cardName = (card) => `${SUITS[card >> 4]}${card & 15}`;

/** @param {string} name `D15` */
const cardNumber = (name) => 16 * SUITS.indexOf(name[0] ?? "") + Number(name.slice(1));

/** @param {number} seat */
export const seatName = (seat) => `P${seat + 1}`;

/** A move such as `C3>P1`, `>P2` or `P1`. @param {ArrayLike<number>} move */
export function moveName({ 0: card = NONE, 1: actor = NONE, 2: victim = NONE }) {
  return `${card === NONE ? "" : cardName(card)}${actor === NONE ? "" : seatName(actor)}${victim === NONE ? "" : `>${seatName(victim)}`}`;
}

/** A hand, its suits in order and ranks falling. @param {number[]} cards */
export function handText(cards) {
  const suits = [...SUITS].map((letter, suit) => {
    const ranks = cards.filter((card) => card >> 4 === suit).map((card) => card & 15);
    return ranks.length ? letter + ranks.sort((a, b) => b - a).join(",") : "";
  });
  return suits.filter(Boolean).join(" ");
}

/**
 * A text as a keyboard writes it: what phones and word processors make of blanks, quotes, suits and wide characters.
 * @param {string} text
 */
export function spelledPlainly(text) {
  return text
    .replace(/\r\n?/g, "\n").replace(/[\ufeff\ufe0e\ufe0f]/g, "").replace(/[\u00a0\u2007\u202f\u3000]/g, " ")
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[♦♢]/g, "D").replace(/[♥♡]/g, "H").replace(/[♠♤]/g, "S").replace(/[♣♧]/g, "C").normalize("NFC");
}

/** Cards of a text such as `D15,9 H3`. @param {string} text @param {number} [line] */
export function readCards(text, line) {
  let suit = "";
  return text.replace(/([DHSC])\s+(?=\d)/gi, "$1").split(/[\s,]+/).filter((word) => word && word !== "-").map((word) => {
    const [, letter = "", rank = ""] = /^([DHSC]?)(\d{1,2})$/i.exec(word.replace(/^(\d+)([DHSC])$/i, "$2$1")) ?? [];
    suit = letter.toUpperCase() || suit;
    if (!suit || !(Number(rank) >= 1 && Number(rank) <= 15)) throw new Mistake("E-CARD", `${word} is not a card`, "suits are D H S C, ranks 1 to 15", line);
    return cardNumber(suit + Number(rank));
  });
}

/** The seat that a word names: P1.., a name, or the beginning of one name only; -1 for any other. @param {string[]} names @param {string} text */
function seatNamed(names, text) {
  const word = text.toLowerCase();
  const begun = names.flatMap((each, seat) => (each.toLowerCase().startsWith(word) ? [seat] : []));
  const same = names.findIndex((each) => each.toLowerCase() === word);
  const seat = names.includes(text) ? names.indexOf(text) : /^p[1-6]$/.test(word) ? Number(word.slice(1)) - 1 : same >= 0 ? same : begun.length === 1 ? begun[0] ?? -1 : -1;
  return seat < names.length ? seat : -1;
}

/**
 * The one of the moves that is typed: `d15`, `15` where that is one card or one of the suit led, `15d`, `C3>bob`, `bob`. Throws Mistake.
 * @param {string} text @param {number[][]} moves @param {string[]} names @param {number} led the suit of the trick, -1 if none
 */
export function readMove(text, moves, names, led) {
  const typed = spelledPlainly(text).trim();
  const isSeat = (/** @type {string | undefined} */ word, /** @type {number | undefined} */ seat) => word === undefined || seat === undefined || seat === NONE || seatNamed(names, word) === seat;
  let meant = moves.filter((move) => moveName(move) === typed);
  if (!meant.length && moves.every(([card]) => card === NONE)) {
    const [, first, second] = /^([^>]+?)?\s*(?:>\s*(.+))?$/.exec(typed) ?? [];
    const isRobbery = second === undefined && moves.every((move) => move[1] === NONE); // a name alone is who is robbed
    const [actor, victim] = isRobbery ? [undefined, first] : [first, second];
    const isNamed = (/** @type {string | undefined} */ word, /** @type {number | undefined} */ seat) => word === undefined || (seat !== NONE && isSeat(word, seat));
    if (actor ?? victim) meant = moves.filter((move) => isNamed(actor, move[1]) && isNamed(victim, move[2]));
  } else if (!meant.length) {
    const [, before = "", rank = "", after = "", victim] = /^([DHSC]?)\s*(\d{0,2})\s*([DHSC]?)\s*(?:>\s*(.+))?$/i.exec(typed) ?? [];
    const suit = SUITS.indexOf((before || after).toUpperCase() || " ");
    const fits = moves.filter(([card = NONE]) => (suit < 0 || card >> 4 === suit) && (!rank || (card & 15) === Number(rank)));
    const following = suit < 0 ? fits.filter(([card = NONE]) => card >> 4 === led) : [];
    if ((suit >= 0 || rank) && !(before && after)) meant = (following.length ? following : fits).filter((move) => isSeat(victim, move[2]));
  }
  if (meant.length === 1 && meant[0]) return meant[0];
  if (meant.length) throw new Mistake("E-AMBIGUOUS", `${text} can be ${meant.map(moveName).join(" or ")}`, "write more of it");
  throw new Mistake("E-ILLEGAL", `${text} cannot be played now`, `moves: ${moves.map(moveName).join(", ")}`);
}

/**
 * An open position as it was written down. Seats are numbers from 0.
 * @typedef {object} Written
 * @property {string[]} names
 * @property {boolean} perfect
 * @property {boolean} teams
 * @property {number[][]} hands
 * @property {number[]} out
 * @property {number[]} showroom
 * @property {number[]} vault
 * @property {number[][]} took by seat and suit
 * @property {number[]} won the seats that have won a trick
 * @property {number} lead -1 where it is not said
 * @property {number} thief who has the thief token; NONE in games without it
 * @property {number} dealer
 * @property {string[]} play
 * @property {Record<string, any>} record its fields, as the page has them
 */

/** Reads a record. Throws Mistake. @param {string} text @returns {Written} */
export function readRecord(text) {
  text = spelledPlainly(text);
  /** @type {Map<string, {rest: string, line: number}[]>} */
  const fields = new Map();
  const rows = text.split("\n").flatMap((row, index) => row.replace(/(^|\s)#.*/, "").split(";").map((part) => ({ words: part.trim(), line: index + 1 })));
  const [first, ...others] = rows.filter(({ words }) => words);
  if (first?.words.replace(/\s+/g, " ") !== "diamonds 1") throw new Mistake("E-MAGIC", "this is no record of Diamonds", "it begins with 'diamonds 1'", first?.line ?? 1);
  for (const { words, line } of others) {
    const [key = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(words)?.slice(1) ?? [];
    if (!KEYS.includes(key)) throw new Mistake("E-FIELD", `the phone does not read '${key}'`, "it reads open positions of one round", line);
    fields.set(key, [...(fields.get(key) ?? []), { rest, line }]);
  }
  const field = (/** @type {string} */ key) => (key === "play" ? (fields.get(key) ?? []) : (fields.get(key) ?? []).slice(0, 1)).map(({ rest }) => rest).join(" ");
  const line = (/** @type {string} */ key) => fields.get(key)?.[0]?.line ?? 1;
  const words = (/** @type {string} */ key) => (field(key).match(/"[^"]*"|[^\s,]+/g) ?? []).map((word) => word.replaceAll('"', ""));
  const given = words("players");
  const count = given.length === 1 ? Number(given[0]) : given.length;
  if (!(count >= 2 && count <= 6)) throw new Mistake("E-PLAYERS", "2 to 6 players play Diamonds", "write 'players Ann Bob Cy'", line("players"));
  const names = given.length === 1 ? Array.from({ length: count }, (_, seat) => seatName(seat)) : given;
  const seatOf = (/** @type {string} */ name, /** @type {number} */ at) => {
    const seat = seatNamed(names, name);
    if (seat < 0) throw new Mistake("E-SEAT", `${name} is not a player`, `players: ${names.join(", ")}`, at);
    return seat;
  };
  const each = (/** @type {string} */ key) => (fields.get(key) ?? []).map(({ rest, line: at }) => {
    const [name = "", content = ""] = /^("[^"]*"|\S+)\s*(.*)$/.exec(rest)?.slice(1) ?? [];
    return { seat: seatOf(name.replaceAll('"', ""), at), content, at };
  });
  const hands = names.map(() => /** @type {number[]} */ ([]));
  for (const { seat, content, at } of each("hand")) hands[seat] = readCards(content, at);
  const took = names.map(() => [0, 0, 0, 0]);
  for (const { seat, content, at } of each("took")) {
    for (const word of content.split(/[\s,]+/).filter(Boolean)) {
      if (!/^[DHSC]\d+$/.test(word)) throw new Mistake("E-TOOK", `${word} is not a number of cards`, "write 'took P1 D3 H2'", at);
      /** @type {number[]} */ (took[seat])[SUITS.indexOf(word[0] ?? "")] = Number(word.slice(1));
    }
  }
  const numbers = (/** @type {string} */ key, /** @type {number} */ usual) => {
    const counts = words(key).map(Number);
    const code = counts.length && counts.length !== count ? "E-COUNT" : counts.every((number) => number >= 0) ? "" : "E-NUMBER";
    if (code) throw new Mistake(code, `'${key}' has a number for each player`, undefined, line(key));
    return counts.length ? counts : names.map(() => usual);
  };
  const won = words("won").filter((name) => name !== "-").map((name) => seatOf(name.split(":")[0] ?? "", line("won")));
  const perfect = field("variant") === "perfect";
  const teams = field("teams") === "yes";
  const thief = field("thief");
  const showroom = numbers("showroom", 3);
  const vault = numbers("vault", 0);
  const named = (/** @type {"hand" | "took"} */ key) => Object.fromEntries(each(key).map(({ seat, content }) => [seatName(seat), content]));
  return {
    names, perfect, teams, hands, took, showroom, vault,
    out: readCards(field("out"), line("out")),
    won: [...new Set([...won, ...took.flatMap((counts, seat) => (counts.some(Boolean) ? [seat] : []))])],
    lead: field("lead") ? seatOf(field("lead"), line("lead")) : -1,
    dealer: field("dealer") ? seatOf(field("dealer"), line("dealer")) : 0,
    thief: thief ? seatOf(thief, line("thief")) : NONE,
    play: field("play").split(/[\s/]+/).filter(Boolean).map((word) => word.replace(/^[dhsc]/, (suit) => suit.toUpperCase()).replace(/>(.+)$/, (_, name) => `>${seatName(seatOf(name, line("play")))}`)),
    record: {
      players: given.length === 1 ? count : names, ...(perfect ? { variant: "perfect" } : {}), ...(teams ? { teams } : {}), ...(field("out") ? { out: field("out") } : {}),
      hand: named("hand"), took: named("took"), showroom, vault, ...(thief ? { thief: seatName(seatOf(thief, line("thief"))) } : {}), ...(field("lead") ? { lead: seatName(seatOf(field("lead"), line("lead"))) } : {}), ...(field("play") ? { play: field("play") } : {}),
    },
  };
}
