// The table: every seat with its hand, crystals and points, and the trick that lies in the middle.

import { cardElement, cardOf, readHand, spoken, SUIT_NAMES, SUITS, victimOf } from "./cards.js";
import { button, h, icon, roving, unseen } from "./dom.js";

/**
 * What the server tells of a record (`table_dict`).
 * @typedef {{
 *   game: string, text: string, players: string[], notes: string[],
 *   turn?: {seat: string, decision: string, text: string} | null, can_solve?: boolean, diagram?: string, picture?: string | null,
 *   state: {
 *     id: string | null, record: any, to_move: string | null, decision: string, hands: string[], trick: string[],
 *     showroom: number[], vault: number[], points: number[], took: number[][], tricks_left: number, tricks: any[],
 *   },
 *   moves: import("./moves.js").Told[],
 * }} TableView
 *
 * What is known of a move's worth: `note` is short and stands on the card, `said` is for a screen reader.
 * @typedef {{note: string, said: string, best: boolean}} Worth
 */

/**
 * The seats, clockwise from `first`, and the trick.
 * @param {TableView} table
 * @param {{first?: number, worth?: Map<string, Worth>, onMove?: ((move: string) => void) | null, mine?: number}} [options]
 */
export function tableElement(table, { first = 0, worth = new Map(), onMove = null, mine = -1 } = {}) {
  const count = table.players.length;
  const order = table.players.map((_, index) => (first + index) % count);
  const seats = order.map((seat) => seatElement(table, seat, worth, onMove, mine));
  const choices = table.moves.filter(({ move }) => !cardOf(move));
  return h(
    "div",
    { class: "felt" },
    trickElement(table),
    choices.length && onMove ? choicesElement(table, choices, worth, onMove) : null,
    h("div", { class: "seats" }, ...seats),
  );
}

/** @param {TableView} table @param {number} seat @param {Map<string, Worth>} worth @param {((move: string) => void) | null} onMove @param {number} mine */
function seatElement(table, seat, worth, onMove, mine) {
  const { state, players } = table;
  const turn = state.to_move === `P${seat + 1}`;
  const name = players[seat] ?? "";
  const record = state.record;
  const marks = [
    seat === mine && "you",
    (record.dealer ?? "P1") === `P${seat + 1}` && "deals",
    record.teams && `team ${(seat % (players.length / 2)) + 1}`,
  ].filter(Boolean);
  return h(
    "section",
    { class: `seat ${turn ? "turn" : ""}`, "aria-label": `${name}${turn ? ", whose turn it is" : ""}` },
    h(
      "header",
      {},
      h("h3", {}, name),
      marks.length ? h("span", { class: "marks" }, marks.join(", ")) : null,
      turn ? h("span", { class: "badge" }, "to move") : null,
      crystals(state.showroom[seat] ?? 0, state.vault[seat] ?? 0, state.points[seat] ?? 0),
    ),
    handElement(table, seat, turn, worth, onMove),
    won(state.took[seat] ?? []),
  );
}

/** @param {number} showroom @param {number} vault @param {number} points */
export function crystals(showroom, vault, points) {
  return h(
    "dl",
    { class: "crystals" },
    h("div", { title: "showroom" }, h("dt", {}, icon("gem"), h("span", { class: "unseen" }, "showroom")), h("dd", {}, showroom)),
    h("div", { title: "vault" }, h("dt", {}, icon("vault"), h("span", { class: "unseen" }, "vault")), h("dd", {}, vault)),
    h("div", { title: "points", class: "points" }, h("dt", {}, h("span", { class: "unseen" }, "points")), h("dd", {}, `${points} pts`)),
  );
}

/** @param {number[]} took */
export function won(took) {
  const words = SUITS.map((suit, index) => (took[index] ? `${suit}${took[index]}` : "")).filter(Boolean);
  if (!words.length) return null;
  const parts = SUITS.flatMap((suit, index) =>
    took[index] ? [h("span", { class: "count" }, String(took[index]), h("span", { class: `suit-${suit}`, role: "img", "aria-label": SUIT_NAMES[suit] }, icon(`suit-${suit}`, "suit")))] : [],
  );
  return h("p", { class: "won" }, "won ", ...parts);
}

/** @param {TableView} table @param {number} seat @param {boolean} turn @param {Map<string, Worth>} worth @param {((move: string) => void) | null} onMove */
function handElement(table, seat, turn, worth, onMove) {
  const { cards, unknown } = readHand(table.state.hands[seat] ?? "");
  if (!cards.length && !unknown) return h("p", { class: "none" }, "no cards");
  const hand = h("div", { class: "hand", role: "group", "aria-label": `${table.players[seat]}'s hand` });
  for (const card of cards) {
    const moves = turn ? table.moves.filter(({ move }) => cardOf(move) === card).map(({ move }) => move) : [];
    hand.append(moves.length ? liveCard(table, card, moves, worth, onMove) : cardElement(card, { state: turn && onMove ? "off" : "" }));
  }
  if (unknown) hand.append(h("span", { class: "hidden-cards" }, h("span", { class: "card back", "aria-hidden": "true" }), `${unknown} hidden`));
  return turn && onMove ? roving(hand) : hand;
}

/**
 * A card that can be played: at once, or after the choice of whom it robs.
 * @param {TableView} table @param {string} card @param {string[]} moves @param {Map<string, Worth>} worth @param {((move: string) => void) | null} onMove
 */
export function liveCard(table, card, moves, worth, onMove) {
  const known = /** @type {Worth[]} */ (moves.map((move) => worth.get(move)).filter(Boolean));
  const shown = known.find((one) => one.best) ?? known[0];
  const label = shown ? `${spoken(card)}, ${shown.said}` : spoken(card);
  const options = { note: shown?.note ?? null, label, state: shown?.best ? "best" : "" };
  if (!onMove) return cardElement(card, options);
  const play = onMove;
  if (moves.length === 1) return cardElement(card, { ...options, onclick: () => play(moves[0] ?? "") });
  const holder = h("span", { class: "robber" });
  const choose = () => {
    if (holder.querySelector(".victims")) return holder.querySelector(".victims")?.remove();
    const list = h("span", { class: "victims", role: "group", "aria-label": `${spoken(card)}: whom to rob` });
    for (const move of moves) {
      const one = worth.get(move);
      const name = table.players[victimOf(move)] ?? move;
      list.append(button(`rob ${name}${one ? ` ${one.note}` : ""}`, () => play(move), { class: one?.best ? "best" : null, "data-move": move }));
    }
    holder.append(list);
    /** @type {HTMLElement | null} */ (list.querySelector("button"))?.focus();
    return undefined;
  };
  holder.append(cardElement(card, { ...options, onclick: choose, label: `${label}, choose whom to rob` }));
  return holder;
}

/** @param {TableView} table @param {{move: string, written: string}[]} choices @param {Map<string, Worth>} worth @param {(move: string) => void} onMove */
export function choicesElement(table, choices, worth, onMove) {
  const who = table.players[Number((table.state.to_move ?? "P1").slice(1)) - 1];
  const text = table.state.decision === "victim" ? `${who} chooses whom to rob` : `${who}'s team chooses who acts`;
  const group = h("div", { class: "choices", role: "group", "aria-label": text }, h("p", {}, text));
  for (const { move, written } of choices) {
    const one = worth.get(move);
    const element = button(`${written.replace(/^>/, "rob ").replace(">", " robs ")}${one ? `  ${one.note}` : ""}`, () => onMove(move), { class: one?.best ? "best" : null, "data-move": move });
    if (one) element.append(unseen(`, ${one.said}`));
    group.append(element);
  }
  return roving(group);
}

/** @param {TableView} table */
export function trickElement(table) {
  const { state, players } = table;
  const trick = state.tricks.at(-1);
  const leader = trick && trick.winner === null ? Number(String(trick.leader).slice(1)) - 1 : -1;
  const cards = state.trick.filter((move) => cardOf(move));
  if (!cards.length) {
    const text = state.decision === "over" || state.decision === "next" ? "the round is over" : inPlay(state.decision) ? "nothing on the table" : "before the first trick";
    return h("div", { class: "trick empty" }, h("p", {}, text));
  }
  const items = cards.map((move, index) => {
    const name = leader >= 0 ? players[(leader + index) % players.length] : "";
    return h("li", {}, cardElement(cardOf(move)), h("span", {}, name));
  });
  return h("ol", { class: "trick", "aria-label": "the trick on the table" }, ...items);
}

/** @param {string} decision */
function inPlay(decision) {
  return ["card", "victim", "actor"].includes(decision);
}

/** @param {TableView} table */
export function turnText(table) {
  const seat = Number((table.state.to_move ?? "P0").slice(1)) - 1;
  if (table.state.decision === "over") return "The round is over.";
  if (seat < 0) return "All choose cards to pass.";
  return `${table.players[seat]} is to move.`;
}
