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
const KEYS = ["id", "players", "variant", "teams", "round", "dealer", "pass",
  "hand", "out", "showroom", "vault", "took", "won", "thief", "lead", "play"];
const MOST_CRYSTALS = 117; // in one box

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
 * A text as a keyboard writes it: what phones and word processors make of blanks, quotes, dashes, suits and wide
 * characters, and without the marks that nobody sees.
 * @param {string} text
 */
export function spelledPlainly(text) {
  return text
    .replace(/\r\n?/g, "\n").replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufe0e\ufe0f]/g, "")
    .replace(/[\u00a0\u2007\u202f\u3000]/g, " ")
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2018\u2019]/g, "'").replace(/[\u2010-\u2014\u2212]/g, "-")
    .replace(/[♦♢]/g, "D").replace(/[♥♡]/g, "H").replace(/[♠♤]/g, "S").replace(/[♣♧]/g, "C").normalize("NFC");
}

/** Cards of a text such as `D15,9 H3`: a suit holds until the next one. @param {string} text @param {number} [line] */
export function readCards(text, line) {
  if (text.trim() === "-") return [];
  /** @type {number[]} */
  const cards = [];
  let [suit, isUsed] = ["", true];
  const wrong = (/** @type {string} */ what) => new Mistake("E-CARD", what, "suits are D H S C, ranks 1 to 15", line);
  const plain = text.replace(/(?<![^\s,])(\d+)([DHSC])(?=[\s,>]|$)(?!\s+\d+(?:[\s,]|$))/gi, "$2$1");
  for (const [token, letter, rank] of plain.matchAll(/([DHSC])|(\d+)|[\s,]+|[^DHSC\d\s,]+/gi)) {
    if (letter) {
      if (!isUsed) throw wrong("a suit without a rank");
      [suit, isUsed] = [letter.toUpperCase(), false];
    } else if (rank) {
      if (!suit) throw wrong(`${rank} has no suit`);
      if (!(Number(rank) >= 1 && Number(rank) <= 15)) throw new Mistake("E-RANK", `rank ${rank} does not exist`, "ranks run from 1 to 15", line);
      const card = cardNumber(suit + Number(rank));
      if (cards.includes(card)) throw new Mistake("E-CARD-TWICE", `${cardName(card)} is here already`, undefined, line);
      cards.push(card);
      isUsed = true;
    } else if (/[^\s,]/.test(token)) throw wrong(`${token} is not a card`);
  }
  if (!isUsed) throw wrong("a suit without a rank");
  return cards;
}

/** The seat that a word names: P1.., a name, or the beginning of one name only; -1 for any other. @param {string[]} names @param {string} text */
function seatNamed(names, text) {
  const word = text.toLowerCase();
  const begun = names.flatMap((each, seat) => (each.toLowerCase().startsWith(word) ? [seat] : []));
  const same = names.findIndex((each) => each.toLowerCase() === word);
  const seat = names.includes(text) ? names.indexOf(text)
    : /^p[1-6]$/.test(word) ? Number(word.slice(1)) - 1
    : same >= 0 ? same : begun.length === 1 ? begun[0] ?? -1 : -1;
  return seat < names.length ? seat : -1;
}

/**
 * The one of the moves that is typed: `d15`, `15` where that is one card or one of the suit led, `15d`, `C3>bob`, `bob`. Throws Mistake.
 * @param {string} text @param {number[][]} moves @param {string[]} names @param {number} led the suit of the trick, -1 if none
 * @param {number[]} victims the seats that a club robs that does not follow suit, where it is not its move that says whom
 */
export function readMove(text, moves, names, led, victims) {
  const typed = spelledPlainly(text).trim();
  let meant = moves.filter((move) => moveName(move) === typed);
  if (!meant.length && moves.every(([card]) => card === NONE)) {
    const [, first, second] = /^([^>]+?)?\s*(?:>\s*(.+))?$/.exec(typed) ?? [];
    const isRobbery = second === undefined && moves.every((move) => move[1] === NONE); // a name alone is who is robbed
    const [actor, victim] = isRobbery ? [undefined, first] : [first, second];
    const isNamed = (/** @type {string | undefined} */ word, /** @type {number | undefined} */ seat) =>
      word === undefined || (seat !== NONE && seatNamed(names, word) === seat);
    if (actor ?? victim) meant = moves.filter((move) => isNamed(actor, move[1]) && isNamed(victim, move[2]));
  } else if (!meant.length) {
    const [, before = "", rank = "", after = "", victim] = /^([DHSC]?)\s*(\d{0,2})\s*([DHSC]?)\s*(?:>\s*(.+))?$/i.exec(typed) ?? [];
    const suit = SUITS.indexOf((before || after).toUpperCase() || " ");
    const fits = moves.filter(([card = NONE]) => (suit < 0 || card >> 4 === suit) && (!rank || (card & 15) === Number(rank)));
    const following = suit < 0 ? fits.filter(([card = NONE]) => card >> 4 === led) : [];
    const clubs = SUITS.indexOf("C");
    const robbed = (/** @type {number[]} */ [card = NONE, , seat = NONE]) =>
      seat !== NONE ? [seat] : card >> 4 === clubs && led >= 0 && led !== clubs ? victims : [];
    const isRobbed = (/** @type {number[]} */ move) => victim === undefined || robbed(move).includes(seatNamed(names, victim));
    if ((suit >= 0 || rank) && !(before && after)) meant = (following.length ? following : fits).filter(isRobbed);
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
 * @property {[number, number | null][] | null} wins as `won` has them, with the numbers of tricks; null where it is not there
 * @property {number} lead -1 where it is not said
 * @property {number} thief who has the thief token; NONE in games without it
 * @property {number} dealer
 * @property {number} round of a game that has the usual number of them
 * @property {string[]} play
 * @property {number[]} marks after how many moves of it a / stands
 * @property {Record<string, any>} record its fields, as the page has them
 */

/** One field of a record. @typedef {{key: string, words: string[], line: number}} Field */

const TOKEN = /(;)|(#.*)|((?:[^\s;"]|"(?:[^"\\]|\\.)*")+)|(".*)/g;

/** The lines of a record, each as its fields and its comment. Throws Mistake. @param {string} text @returns {{fields: Field[], comment: string}[]} */
export function linesOf(text) {
  return spelledPlainly(text).split("\n").map((row, index) => {
    /** @type {string[][]} */
    const fields = [[]];
    let comment = "";
    for (const [token, end, rest, , open] of row.matchAll(TOKEN)) {
      if (open) throw new Mistake("E-QUOTE", "a quote is not closed", "close the quotes on the same line", index + 1);
      if (rest) comment = rest;
      else if (end) fields.push([]);
      else fields.at(-1)?.push(token);
    }
    const named = fields.flatMap(([key, ...words]) => (key === undefined ? [] : [{ key: key.toLowerCase(), words, line: index + 1 }]));
    return { fields: named, comment };
  });
}

/** A word, or what it says in quotes. @param {string} word */
function unquoted(word) {
  try {
    return word.startsWith('"') ? String(JSON.parse(word)) : word;
  } catch {
    return word;
  }
}

const PIECE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g; // of a list with commas; one in quotes is of a name

/** The players of a record: their names, or P1.. where it has their number alone. Throws Mistake. @param {Field | undefined} field */
function readPlayers(field) {
  const pieces = field?.words.flatMap((word) => word.match(PIECE) ?? []) ?? [];
  const [first = ""] = pieces;
  const isNumber = pieces.length === 1 && /^(?:[+-]?\d|-?(?:NaN|Infinity)$)/.test(first);
  const count = isNumber ? (/^\d{1,6}$/.test(first) ? Number(first) : 0) : pieces.length;
  if (!(count >= 2 && count <= 6))
    throw new Mistake("E-PLAYERS", "2 to 6 players play Diamonds", "write 'players Ann Bob Cy'", field?.line ?? 1);
  const names = isNumber ? Array.from({ length: count }, (_, seat) => seatName(seat)) : pieces.map(unquoted);
  for (const [seat, name] of isNumber ? [] : names.entries()) {
    if (name === pieces[seat] && name.includes('"')) throw new Mistake("E-QUOTE", `${name} is not a text in quotes`, "put quotes around the whole name", field?.line);
    const isTaken = /^(?:[DHSC]\d+|\d+[DHSC]|P\d+|\d+(?:\..*)?|-|\?|\s.*|.*\s|)$/i.test(name) || /[>:=/,;]/.test(name);
    if (isTaken || names.indexOf(name) < seat) throw new Mistake("E-NAME", isTaken ? `a player cannot be called '${name}'` : `two players are called ${name}`, undefined, field?.line);
  }
  return { names, isNumber };
}

/** A whole number. Throws Mistake. @param {string} text @param {number} line */
function readNumber(text, line) {
  if (!/^[+-]?\d{1,6}$/.test(text)) throw new Mistake("E-NUMBER", `'${text}' is not a whole number`, undefined, line);
  return Number(text);
}

/** Reads a record. Throws Mistake. @param {string} text @returns {Written} */
export function readRecord(text) {
  const [first, ...others] = linesOf(text).flatMap(({ fields }) => fields);
  if (first?.key !== "diamonds")
    throw new Mistake("E-MAGIC", "this is not a record of Diamonds", "it begins with 'diamonds 1'", first?.line ?? 1);
  if (first.words.join(" ") !== "1") throw new Mistake("E-VERSION", "the phone reads format 1", "write 'diamonds 1'", first.line);
  /** @type {Map<string, Field[]>} */
  const fields = new Map();
  for (const field of others) {
    if (!KEYS.includes(field.key)) throw new Mistake("E-FIELD", `the phone does not read '${field.key}'`, "it reads open positions of one round", field.line);
    fields.set(field.key, [...(fields.get(field.key) ?? []), field]);
  }
  const twice = (/** @type {Field | undefined} */ field, what = field?.key) => {
    if (field) throw new Mistake("E-FIELD-TWICE", `'${what}' appears twice`, undefined, field.line);
  };
  for (const [key, [, again]] of fields) if (!["hand", "took", "play"].includes(key)) twice(again);
  const count = (/** @type {Field} */ { key, words, line }, wanted = 1) => {
    if (words.length !== wanted) throw new Mistake("E-COUNT", `'${key}' takes ${wanted} word${wanted === 1 ? "" : "s"}, not ${words.length}`, undefined, line);
  };
  const { names, isNumber } = readPlayers(fields.get("players")?.[0]);
  const seatOf = (/** @type {string} */ word, /** @type {number} */ line) => {
    const seat = seatNamed(names, unquoted(word));
    if (seat < 0) throw new Mistake("E-SEAT", `${word} is not a player`, `players: ${names.join(", ")}`, line);
    return seat;
  };
  /**
   * What one field says, read from its words; `usual` where it is not there.
   * @template T @param {string} key @param {T} usual @param {(field: Field) => T} read @returns {T}
   */
  const only = (key, usual, read) => {
    const field = fields.get(key)?.[0];
    return field ? read(field) : usual;
  };
  const choice = (/** @type {string} */ key, /** @type {string} */ no, /** @type {string} */ yes) => only(key, false, (field) => {
    count(field);
    const word = field.words[0]?.toLowerCase();
    if (word !== no && word !== yes) throw new Mistake("E-WORD", `'${field.words[0]}' is not a value of '${key}'`, `write ${no} or ${yes}`, field.line);
    return word === yes;
  });
  const seat = (/** @type {string} */ key, /** @type {number} */ usual) => only(key, usual, (field) => {
    count(field);
    return seatOf(field.words[0] ?? "", field.line);
  });
  const each = (/** @type {string} */ key) => (fields.get(key) ?? []).map(({ words: [name, ...words], line }, index, all) => {
    if (name === undefined || !words.length) throw new Mistake("E-COUNT", `'${key}' needs a player and cards`, undefined, line);
    const owner = seatOf(name, line);
    if (all.slice(0, index).some(({ words: [other = ""] }) => seatOf(other, line) === owner)) twice(all[index], `${key} ${name}`);
    return { seat: owner, words, line };
  });
  const hands = names.map(() => /** @type {number[]} */ ([]));
  for (const { seat: owner, words, line } of each("hand")) hands[owner] = readCards(words.join(" "), line);
  const took = names.map(() => [0, 0, 0, 0]);
  for (const { seat: owner, words, line } of each("took")) {
    const counts = /** @type {number[]} */ (took[owner]);
    const seen = new Set();
    for (const word of words.flatMap((part) => part.split(",")).filter(Boolean)) {
      const suit = /^[DHSC]\d+$/i.test(word) ? SUITS.indexOf(word.charAt(0).toUpperCase()) : -1;
      if (suit < 0 || seen.has(suit)) throw new Mistake("E-TOOK", `${word} is not a number of cards`, "write 'took P1 D3 H2'", line);
      seen.add(suit);
      counts[suit] = readNumber(word.slice(1), line);
    }
  }
  const crystals = (/** @type {string} */ key, /** @type {number} */ usual) => only(key, names.map(() => usual), (field) => {
    const numbers = field.words.flatMap((word) => word.split(",")).filter(Boolean).map((word) => readNumber(word, field.line));
    if (numbers.some((number) => number < 0 || number > MOST_CRYSTALS)) throw new Mistake("E-CRYSTALS", `the box holds ${MOST_CRYSTALS} crystals`, undefined, field.line);
    if (numbers.length !== names.length) throw new Mistake("E-COUNT", `'${key}' has a number for each player`, undefined, field.line);
    return numbers;
  });
  const wins = only("won", /** @type {[number, number | null][] | null} */ (null), ({ words, line }) => {
    if (!words.length) throw new Mistake("E-COUNT", "'won' needs players",
      "write 'won P1 P3:2', or 'won -' where nobody has won a trick", line);
    const said = words.flatMap((word) => word.split(",")).filter((word) => word && word !== "-").map((word) => {
      const [name = "", number, more] = word.split(":");
      const winner = seatOf(name, line);
      const tricks = number ? readNumber(number, line) : null;
      if (more !== undefined || (tricks !== null && tricks < 0)) throw new Mistake("E-WON", `${word} is not a player and a number of tricks`, undefined, line);
      return /** @type {[number, number | null]} */ ([winner, tricks]);
    });
    if (new Set(said.map(([winner]) => winner)).size < said.length) throw new Mistake("E-WON", "a player appears twice", undefined, line);
    return said;
  });
  const round = only("round", 1, ({ words, line }) => {
    const parts = words.flatMap((word) => word.split("/")).filter(Boolean).map((word) => readNumber(word, line));
    if (parts.length > 2) throw new Mistake("E-COUNT", "'round' takes the number of the round, as in 2 or 2/4", undefined, line);
    const [number = 1, last] = parts;
    if (number < 1 || (last !== undefined && number > last)) throw new Mistake("E-ROUND", `there is no round ${number} of ${last}`, undefined, line);
    return last === undefined ? number : 1;
  });
  only("pass", null, (field) => {
    count(field);
    const number = readNumber(field.words[0] ?? "", field.line);
    if (number < 1 || number > 3) throw new Mistake("E-PASS", `${number} cards cannot be passed`, undefined, field.line);
    return null;
  });
  for (const key of ["id", "out"]) only(key, null, ({ words, line }) => {
    if (!words.length) throw new Mistake("E-COUNT", `'${key}' needs ${key === "id" ? "a name" : "cards"}`, undefined, line);
    return null;
  });
  const tokens = (fields.get("play") ?? [])
    .flatMap(({ words, line }) => words.flatMap((word) => word.match(/\/|(?:[^,/"]|"(?:[^"\\]|\\.)*")+/g) ?? []).map((word) => {
    if (word === "/") return word;
    const [, what = "", victim] = /^("[^"]*"|[^>]*)(?:>(.+))?$/.exec(word) ?? [];
    if (/^=|:$|^\d+\.$/.test(what)) throw new Mistake("E-PLAY-MARK", `the phone does not read '${what}' in a play`, "it reads '/' between tricks", line);
    if (/^\d+$/.test(what)) throw new Mistake("E-CARD", `'${what}' has no suit`, undefined, line);
    const [card] = /^(?:[DHSC]\d+|\d+[DHSC])$/i.test(what) ? readCards(what, line) : [];
    const actor = card === undefined && what ? seatNamed(names, unquoted(what)) : NONE;
    if (actor < 0) throw new Mistake("E-PLAY", `'${what}' is neither a card nor a player`, undefined, line);
    return moveName([card ?? NONE, actor, victim === undefined ? NONE : seatOf(victim, line)]);
  }));
  const play = tokens.filter((word) => word !== "/");
  const marks = tokens.flatMap((word, index) => (word === "/" ? [tokens.slice(0, index).filter((before) => before !== "/").length] : []));
  const trickSize = names.length === 2 ? 4 : names.length;
  const most = [0, 1, 2, 3]
    .map((suit) => took.reduce((sum, counts) => sum + (counts[suit] ?? 0), 0) + hands.flat().filter((card) => card >> 4 === suit).length);
  if (Math.max(...most) > 15 || took.some((counts) => counts.reduce((sum, number) => sum + number, 0) % trickSize)) throw new Mistake("E-TOOK", "'took' has other cards than tricks can have", `a trick has ${trickSize} cards`, fields.get("took")?.[0]?.line);
  const perfect = choice("variant", "standard", "perfect");
  const teams = choice("teams", "no", "yes");
  const [lead, thief, dealer] = [seat("lead", -1), seat("thief", NONE), seat("dealer", 0)];
  const [showroom, vault] = [crystals("showroom", 3), crystals("vault", 0)];
  const out = only("out", /** @type {number[]} */ ([]), ({ words, line }) => readCards(words.join(" "), line));
  const named = (/** @type {"hand" | "took"} */ key) =>
    Object.fromEntries(each(key).map(({ seat: owner, words }) => [seatName(owner), words.join(" ")]));
  return {
    names, perfect, teams, hands, took, showroom, vault, out, wins, lead, dealer, thief, round, play, marks,
    won: [...new Set([...(wins ?? []).flatMap(([winner, tricks]) => (tricks === 0 ? [] : [winner])),
      ...took.flatMap((counts, owner) => (counts.some(Boolean) ? [owner] : []))])],
    record: {
      players: isNumber ? names.length : names, ...(perfect ? { variant: "perfect" } : {}),
      ...(teams ? { teams } : {}), ...(out.length ? { out: handText(out) } : {}),
      hand: named("hand"), took: named("took"), showroom, vault, ...(thief === NONE ? {} : { thief: seatName(thief) }),
      ...(lead < 0 ? {} : { lead: seatName(lead) }), ...(tokens.length ? { play: tokens.join(" ") } : {}),
    },
  };
}
