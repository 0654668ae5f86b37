// Cards and moves as texts, and the sentences about them. A card is written one way on the page, 15♥, and said one way, "15 of hearts".

import { html } from "./ui.js";

export const SUITS = ["D", "H", "S", "C"];
/** @type {Record<string, string>} */
export const SUIT_NAMES = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };

const MOST_LETTERS = 8; // of a name under a small card

/** What players are called who have no other name. */
export const NAMES = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"];

/** The cards of a text such as `D15,9 H3 +8`, and how many are unknown. @param {string} text */
export function readHand(text) {
  /** @type {string[]} */
  const cards = [];
  let unknown = 0;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (word.startsWith("+")) unknown += Number(word.slice(1));
    else if (/^[DHSC]/.test(word)) cards.push(...word.slice(1).split(",").map((rank) => word[0] + rank));
  }
  return { cards, unknown };
}

/** The text of a hand. @param {Iterable<string>} cards @param {number} [unknown] */
export function writeHand(cards, unknown = 0) {
  const all = [...cards];
  const suits = SUITS.map((suit) => {
    const ranks = all.filter((card) => card[0] === suit).map((card) => Number(card.slice(1)));
    return ranks.length ? suit + ranks.sort((a, b) => b - a).join(",") : "";
  });
  return [...suits, unknown ? `+${unknown}` : ""].filter(Boolean).join(" ");
}

/** The card of a move, or "" for a choice without one. @param {string} move `C3>P1` */
export function cardOf(move) {
  return /^[DHSC]\d+/.exec(move)?.[0] ?? "";
}

/** Whom a move robs, from 0; -1 for nobody. @param {string} move */
export function victimOf(move) {
  return indexOf(/>(P\d)/.exec(move)?.[1]);
}

/** The number of a seat such as P1, from 0; -1 for none. @param {string | null | undefined} seat */
export function indexOf(seat) {
  return seat ? Number(seat.slice(1)) - 1 : -1;
}

/** A card as it is said. @param {string} card */
export function spoken(card) {
  return `${card.slice(1)} of ${SUIT_NAMES[card[0] ?? ""] ?? "?"}`;
}

/** The cards of a move; several where they are passed. @param {string} move `C3>P1`, `D4+S3` */
export function cardsOf(move) {
  return move.split("+").map(cardOf).filter(Boolean);
}

/** What a move says beside its cards. @param {string} move @param {string[]} players */
function choiceOf(move, players) {
  const victim = victimOf(move);
  const actor = /^P(\d)/.exec(move);
  const count = /^\d$/.test(move) && counted(Number(move), "card");
  const acts = actor && clause(players[Number(actor[1]) - 1] ?? "", "acts");
  return [count, acts, victim >= 0 && `${cardOf(move) || acts ? "robs" : "rob"} ${you(players[victim] ?? "")}`].filter(Boolean).join(", ");
}

/** A move as it is said. @param {string} move @param {string[]} players */
export function spokenMove(move, players) {
  return [...cardsOf(move).map(spoken), choiceOf(move, players)].filter(Boolean).join(", ") || move;
}

/** A card in a sentence: 15♥ on a chip of ivory. @param {{card: string}} props */
export function Chip({ card }) {
  return html`<span class=${`k ${card[0]}`} role="img" aria-label=${spoken(card)}><span aria-hidden="true">${card.slice(1)}</span></span>`;
}

/** A move in a sentence: its cards as chips, and whom it robs. @param {{move: string, players: string[]}} props */
export function MoveChip({ move, players }) {
  const cards = cardsOf(move);
  const words = choiceOf(move, players) || (cards.length ? "" : move);
  return html`<span class="mc">${cards.map((card) => html`<${Chip} card=${card} />`)}${words ? ` ${words}` : ""}</span>`;
}

/** A suit as a mark. @param {{suit: string}} props */
export function Suit({ suit }) {
  return html`<i class=${`y ${suit}`} role="img" aria-label=${SUIT_NAMES[suit]}></i>`;
}

const CARD_IN_TEXT = /\b([DHSC])(\d{1,2}(?:,\d{1,2})*)\b/g;

/** A sentence of the server, with its cards as chips. @param {{text: string}} props */
export function Told({ text }) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(CARD_IN_TEXT)) {
    parts.push(text.slice(from, found.index), ...(found[2] ?? "").split(",").map((rank) => html`<${Chip} card=${`${found[1]}${rank}`} />`));
    from = found.index + found[0].length;
  }
  return html`<span>${parts}${text.slice(from)}</span>`;
}

/** A sentence of the server as it is said. @param {string} text */
export function said(text) {
  return text.replace(CARD_IN_TEXT, (_, suit, ranks) =>
    ranks.split(",").map((/** @type {string} */ rank) => spoken(suit + rank)).join(", "));
}

/** A name within a sentence. @param {string} name */
export function you(name) {
  return name === "You" ? "you" : name;
}

/** A verb as it goes with a name: "plays", "play" with You. @param {string} who @param {string} verb of the third person, with what follows */
export function verbFor(who, verb) {
  if (who !== "You") return verb;
  return verb.replace(/^is\b/, "are").replace(/^has\b/, "have").replace(/^(\w*ss)es\b|^(\w+)s\b/, "$1$2");
}

/** "Ann plays", "You play". @param {string} who @param {string} verb of the third person, with what follows */
export function clause(who, verb) {
  return `${who} ${verbFor(who, verb)}`;
}

/** The keys that choose among names: their initials, or numbers where two are alike. @param {string[]} names */
export function keysOf(names) {
  const initials = names.map((name) => [...name][0] ?? "");
  return new Set(initials.map((initial) => initial.toLowerCase())).size === names.length
    ? initials
    : names.map((_, index) => String(index + 1));
}

/** "Ann's", "Your". @param {string} name */
export function possessive(name) {
  return name === "You" ? "Your" : `${name}'s`;
}

/** A number of things: "1 point", "2 points", "2 fairies". @param {number} number @param {string} noun */
export function counted(number, noun) {
  const plural = /(s|sh|ch)$/.test(noun) ? `${noun}es` : `${noun.replace(/([^aeiou])y$/, "$1ie")}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

/** A name where there is room for a word. @param {string} name */
export function short(name) {
  const [word = ""] = name.trim().split(/\s+/);
  return word.length > MOST_LETTERS ? `${word.slice(0, MOST_LETTERS - 1)}…` : word;
}

/** A list in a sentence: "Ann, Bob and Cy". @param {string[]} parts */
export function listed(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

/** A difference as it is said: "1 point", "0.52 points", "4.1 %". @param {number} value @param {boolean} chance */
export function pointsOf(value, chance) {
  const text = plain(value, chance);
  return chance ? text : `${text} ${text === "1" ? "point" : "points"}`;
}

/** A number as people write a value: with its sign, and no sign for nothing. @param {number} value @param {boolean} [chance] */
export function signed(value, chance = false) {
  return chance ? plain(value, true) : `${value >= 0.005 ? "+" : ""}${plain(value)}`;
}

/** @param {number} value @param {boolean} [chance] as a part of one */
export function plain(value, chance = false) {
  if (chance) {
    const share = Math.abs(100 * value).toFixed(1);
    return `${value < 0 && Number(share) ? "−" : ""}${share} %`;
  }
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return Math.abs(value) < 0.005 ? "0" : `${value < 0 ? "−" : ""}${text}`;
}

/** An amount as a sentence or a card has it: one decimal, details have two. @param {number} value @param {boolean} chance */
export function rough(value, chance) {
  return chance ? plain(value, true) : String(Number(Math.abs(value).toFixed(1)));
}

/** The same with its unit. @param {number} value @param {boolean} chance */
export function roughPoints(value, chance) {
  const text = rough(value, chance);
  return chance ? text : `${text} ${text === "1" ? "point" : "points"}`;
}

/** @param {string} text */
export function capital(text) {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

/** What went wrong, as a sentence, with its hint. @param {import("./types.js").Problem} problem */
export const problemText = ({ message, hint }) => `${capital(message)}${hint ? ` (${hint})` : ""}`;
