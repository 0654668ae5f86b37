// What a press on a card and a key mean at the table, from how the game stands: nothing here draws, asks or keeps anything.

import { cardOf, keysOf, victimOf } from "./words.js";

/** @typedef {import("./types.js").Live} Live */

/**
 * What the table shows.
 * @typedef {object} PlayState
 * @property {Live | null} live as it is shown
 * @property {import("./board.js").View | null} view of a game of cards
 * @property {boolean} isBusy whether steps are being shown
 * @property {string} gains
 * @property {number} thinking
 * @property {{seat: number, text: string} | null} say
 * @property {import("./showing.js").LogLine | null} last
 * @property {Set<string>} raised cards that are chosen
 * @property {string} queued the card that is played as soon as it can be
 * @property {{card: string, moves: Map<number, string>} | null} robbing
 * @property {import("./motion.js").Step[]} awards
 * @property {{advice: import("./types.js").Advice | null, was: string, isWorking: boolean, isOpen: boolean, trouble: string,
 *   seconds: number, isHidden: boolean} | null} hint
 * @property {string} warning a move that is asked about before it is played
 * @property {string} objective of the hint
 * @property {import("./types.js").Problem | null} trouble
 * @property {string} sheet
 * @property {boolean} isClosed whether the end of the game was put away
 * @property {string | null} asked what the bubble explains: a grey card, "" for the decision; null: nothing
 */

/**
 * What follows from a press: a change of what is shown, a move, a card that waits for its turn, or one that may not be played.
 * @typedef {{change?: Partial<PlayState>, move?: string, queue?: string, refuse?: string}} Effect
 */

/** Whether the one whose turn it is sits before the page, and looks at it. @param {Live | null} live */
export function isMine(live) {
  return Boolean(live?.turn?.seat) && live?.turn?.seat === live?.viewer && live?.turn?.source !== "table";
}

/** Whether an engine moves next. @param {Live | null} live */
export function isEngine(live) {
  return !["me", "human", "table"].includes(live?.turn?.source || "me");
}

/**
 * Whether a card that is pressed while others play, or while that is shown, is played as soon as it can be.
 * @param {PlayState} state @param {Live | null} live as it stands, which may be shown later
 */
export function canQueue({ isBusy }, live) {
  if (!live?.turn || !live.viewer || live.companion || !live.table.tricks_left) return false;
  return !["count", "pass", "next"].includes(live.turn.decision) && (isBusy || isEngine(live));
}

/**
 * What pressing a card of one's hand does.
 * @param {PlayState} state @param {string} card
 * @param {{live?: Live | null, isDouble?: boolean, asksFirst?: boolean}} [how] `live`: as it stands; `isDouble`: the second press of a double click,
 *   which queues nothing; `asksFirst`: a card is chosen by one press, and played by another
 * @returns {Effect}
 */
export function pressed(state, card, { live: standing = state.live, isDouble = false, asksFirst = false } = {}) {
  if (canQueue(state, standing)) return isDouble ? {} : { queue: state.queued === card ? "" : card };
  const { live, raised, hint, trouble } = state;
  if (!live || state.isBusy || !isMine(live)) return {};
  const calm = { trouble: trouble?.code ? trouble : null, asked: null };
  const needs = live.turn?.needs;
  if (needs) {
    const chosen = new Set(raised);
    if (!chosen.delete(card) && chosen.size < needs) chosen.add(card);
    // a hint may lie over the button that passes
    return { change: { ...calm, raised: chosen, hint: hint && chosen.size === needs ? { ...hint, isHidden: true } : hint } };
  }
  const moves = live.moves.map(({ move }) => move).filter((move) => cardOf(move) === card);
  const [only = "", ...others] = moves;
  if (!only) return { change: calm, refuse: card };
  const lifted = { ...calm, raised: new Set([card]), warning: "" };
  if (asksFirst && !raised.has(card)) return { change: { ...lifted, robbing: null } };
  if (!others.length) return { change: calm, move: only };
  return { change: { ...lifted, robbing: { card, moves: new Map(moves.map((move) => [victimOf(move), move])) } } };
}

/**
 * The moves that rob, by whom: with the card that is chosen, or at an award; null where nobody is robbed now.
 * @param {PlayState} state @returns {Map<number, string> | null}
 */
export function victimsOf({ live, robbing, isBusy }) {
  if (isBusy || !isMine(live)) return null;
  return robbing?.moves ?? (live?.turn?.decision === "victim" ? new Map(live.moves.map(({ move }) => [victimOf(move), move])) : null);
}

/** What keys do where nothing else has them. @type {Record<string, string>} */
const KEYS = { a: "hint", e: "explain", l: "log", t: "text", u: "undo", w: "mode", z: "values" };

/**
 * What a key does: `skip`, `unqueue`, `unask`, `quiet`, `stop`, `close`, `rob` with the move, `number`, or one of the keys above; "" for nothing.
 * @param {PlayState} state @param {string} key @param {boolean} isThinking whether an engine is
 * @returns {{name: string, move?: string}}
 */
export function keyed(state, key, isThinking) {
  const { live, hint, isBusy, robbing, raised } = state;
  const isOpen = hint !== null && !hint.isHidden;
  const named = (/** @type {[string, boolean][]} */ ...all) => ({ name: all.find(([, holds]) => holds)?.[0] ?? "" });
  if (!live) return { name: "" };
  if (key === " ") return { name: "skip" };
  if (key === "Escape") {
    const isAtWork = (isOpen && hint.isWorking) || (isThinking && !isBusy);
    return named(["unqueue", state.queued !== ""], ["unask", state.warning !== ""], ["quiet", state.asked !== null],
      ["stop", isAtWork], ["close", isOpen || robbing !== null || raised.size > 0]);
  }
  const victims = [...(victimsOf(state) ?? [])];
  const keys = keysOf(victims.map(([seat]) => live.players[seat]?.name ?? ""));
  const [, move] = victims[keys.findIndex((one) => one.toLowerCase() === key.toLowerCase())] ?? [];
  if (move) return { name: "rob", move };
  // Enter presses Next, and Tab goes on. What was explained shows as soon as it is one's turn.
  if (isBusy && KEYS[key] !== "explain") return { name: "" };
  return { name: /^[1-9]$/.test(key) ? "number" : (KEYS[key] ?? "") };
}

/** The request that begins another game like this one. @param {Live} live @param {boolean} isCards */
export function another({ game, players, table: { record } }, isCards) {
  const [one] = record.rounds ?? [record];
  const rounds = one?.round?.split("/")[1] ?? "";
  const cards = isCards
    ? { variant: record.variant ?? "standard", ...(record.teams ? { teams: true } : {}), ...(rounds ? { rounds } : {}) }
    : {};
  return { game, players: players.length, sources: players.map(({ source }) => source), names: players.map(({ name }) => name), ...cards };
}
