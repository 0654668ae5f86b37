// Cards: how they look, what a screen reader says, and the texts of hands and moves.

import { h, icon, unseen } from "./dom.js";

export const SUITS = ["D", "H", "S", "C"];
/** @type {Record<string, string>} */
export const SUIT_NAMES = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };

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

/** @param {Iterable<string>} cards */
export function writeHand(cards) {
  const all = [...cards];
  return SUITS.map((suit) => {
    const ranks = all.filter((card) => card[0] === suit).map((card) => Number(card.slice(1)));
    return ranks.length ? suit + ranks.sort((a, b) => b - a).join(",") : "";
  })
    .filter(Boolean)
    .join(" ");
}

/** The card of a move, or "" for a choice without one. @param {string} move `C3>P1` */
export function cardOf(move) {
  return /^[DHSC]\d+/.exec(move)?.[0] ?? "";
}

/** Whom a move robs, from 0; -1 for nobody. @param {string} move */
export function victimOf(move) {
  const found = />P(\d)/.exec(move);
  return found ? Number(found[1]) - 1 : -1;
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
  const count = /^\d$/.test(move) && `${move} card${move === "1" ? "" : "s"}`;
  return [count, actor && `${players[Number(actor[1]) - 1]} acts`, victim >= 0 && `robs ${players[victim]}`].filter(Boolean).join(", ");
}

/** A move as it is said. @param {string} move @param {string[]} players */
export function spokenMove(move, players) {
  return [...cardsOf(move).map(spoken), choiceOf(move, players)].filter(Boolean).join(", ") || move;
}

/**
 * A card to press, or one that only lies there.
 * @param {string} card
 * @param {{onclick?: () => void, label?: string, note?: string | null, state?: string}} [options]
 */
export function cardElement(card, { onclick, label, note, state = "" } = {}) {
  const kind = `card suit-${card[0]} ${state}`.trim();
  const said = label ?? spoken(card);
  const hidden = { "aria-hidden": "true" };
  const inside = [h("span", { class: "rank", ...hidden }, card.slice(1)), icon(`suit-${card[0]}`, "suit"), note ? h("span", { class: "worth", ...hidden }, note) : null];
  if (onclick) return h("button", { type: "button", class: kind, "data-card": card, onclick }, ...inside, unseen(said));
  return h("span", { class: kind, role: "img", "aria-label": said, "data-card": card }, ...inside);
}

/** A move in a list: the cards, small, and whom it robs. @param {string} move @param {string[]} players */
export function moveElement(move, players) {
  const cards = cardsOf(move).map((card) => cardElement(card, { state: "small" }));
  const words = choiceOf(move, players) || (cards.length ? "" : move); // a move of another game is shown as it is written
  return h("span", { class: "move" }, ...cards, words && h("span", { class: "victim" }, words));
}
