// Moves of any game: as cards where the game is one of cards, else in the words that the server gives, as buttons under headings.

import { moveElement, spokenMove } from "./cards.js";
import { button, h, roving, unseen } from "./dom.js";

/** @typedef {{move: string, written: string, group?: string, words?: string}} Told a move as the server tells it (`move_dicts`) */

const MANY = 24; // buttons; where there are more, large groups are folded, if there are several
const LARGE = 6;

/** How the moves of one table are said and shown. */
export class Teller {
  /** @param {string[]} players @param {boolean} isCards @param {Told[]} [moves] those that can be made @param {Iterable<Told>} [named] others, such as later ones */
  constructor(players, isCards, moves = [], named = []) {
    this.players = players;
    this.isCards = isCards;
    this.offered = new Set(moves.map(({ move }) => move));
    this.told = new Map([...named, ...moves].map((one) => [one.move, one]));
  }

  /** @param {string} move */
  spoken(move) {
    if (this.isCards) return spokenMove(move, this.players);
    const told = this.told.get(move);
    return told?.words ? [told.group, told.words].filter(Boolean).join(": ") : this.named(move);
  }

  /** @param {string} move */
  element(move) {
    if (this.isCards) return moveElement(move, this.players);
    const told = this.told.get(move);
    const group = told?.group ? h("span", { class: "victim" }, told.group) : null;
    return h("span", { class: "move told", title: told?.words ? told.written : null }, h("span", {}, told?.words ?? this.named(move)), group);
  }

  /** Whether a move can be made here as it is named: not a draw that has to be told with its card. @param {string} move */
  isOffered(move) {
    return this.isCards || this.offered.has(move);
  }

  /** A move as it is written, with names for seats. @param {string} move */
  named(move) {
    return move.replace(/\bP(\d)\b/g, (seat, number) => this.players[Number(number) - 1] ?? seat);
  }
}

/** Whether a game is one of cards of suits, which the page lays out by itself. @param {any} about @param {string} game */
export function isCardGame(about, game) {
  return about.games[game].decks.length > 0;
}

/** The game that hands and decks are set up for: its name, and what the server tells of it. @param {any} about @returns {[string, any]} */
export function cardGame(about) {
  return /** @type {[string, any]} */ (Object.entries(about.games).find(([, game]) => game.decks.length));
}

/** The table of a game that the page does not lay out: its picture, with the diagram for whoever reads. @param {{picture?: string | null, diagram?: string}} table */
export function pictureElement({ picture, diagram = "" }) {
  if (!picture) return h("pre", { class: "diagram", tabindex: 0 }, diagram);
  const image = h("img", { class: "picture", alt: "the table; the text below says the same", src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
  return h("div", { class: "pictured" }, image, h("details", {}, h("summary", {}, "The table as text"), h("pre", { class: "diagram", tabindex: 0 }, diagram)));
}

/** Buttons for moves. Groups that were opened stay open when the values on them change. */
export class MoveButtons {
  /** @param {(move: string) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    /** @type {Set<string>} */
    this.opened = new Set();
  }

  /** @param {Told[]} moves @param {Map<string, import("./seats.js").Worth>} worth @param {string} label */
  element(moves, worth, label) {
    /** @type {Map<string, Told[]>} */
    const groups = new Map();
    for (const one of moves) groups.set(one.group ?? "", [...(groups.get(one.group ?? "") ?? []), one]);
    const parts = [...groups].map(([group, ones]) => this.groupElement(group, ones, worth, groups.size > 1 && moves.length > MANY && ones.length > LARGE));
    return h("div", { class: "move-groups", role: "group", "aria-label": label }, ...parts);
  }

  /** @param {string} group @param {Told[]} ones @param {Map<string, import("./seats.js").Worth>} worth @param {boolean} folds */
  groupElement(group, ones, worth, folds) {
    const buttons = roving(h("div", { class: "row", role: "group", "aria-label": group || null }, ...ones.map((one) => this.buttonElement(one, worth.get(one.move)))));
    if (!folds) return h("div", { class: "move-group" }, group ? h("p", { class: "group-title" }, group) : null, buttons);
    const hasBest = ones.some((one) => worth.get(one.move)?.best);
    const element = h("details", { class: "move-group", open: hasBest || this.opened.has(group) }, h("summary", { class: "group-title" }, `${group} (${ones.length})`), buttons);
    element.addEventListener("toggle", () => (element.open ? this.opened.add(group) : this.opened.delete(group)));
    return element;
  }

  /** @param {Told} one @param {import("./seats.js").Worth | undefined} worth */
  buttonElement(one, worth) {
    const element = button(one.words ?? one.written, () => this.onMove(one.move), { class: worth?.best ? "best" : null, "data-move": one.move, title: one.words && one.words !== one.written ? one.written : null });
    if (worth) element.append(h("span", { class: "worth", "aria-hidden": "true" }, worth.note), unseen(`, ${worth.said}`));
    return element;
  }
}
