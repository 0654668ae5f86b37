// Games that the browser keeps as saved texts, in which the other cards are sealed: they outlive the tab and the program.

import { keepSetting, keptValue } from "./ui.js";
import { indexOf } from "./words.js";

const MOST = 4; // games
const KEY = "games"; // in localStorage
const TAPS = "taps";

/** @typedef {{id: string, text: string, steps: number, title: string, when: number}} Kept `id`: what the server called it */

/** @returns {Kept[]} the newest first */
export function keptGames() {
  return keptValue(KEY, /** @type {Kept[]} */ ([]));
}

/** @param {string} id */
export function keptGame(id) {
  return keptGames().find((game) => game.id === id);
}

/** @param {Kept} game takes the place of what was kept of it */
export function keepGame(game) {
  write([game, ...keptGames().filter(({ id }) => id !== game.id)].slice(0, MOST));
}

/** @param {string} id */
export function forgetGame(id) {
  write(keptGames().filter((game) => game.id !== id));
}

/** @param {Kept[]} games */
function write(games) {
  keepSetting(KEY, JSON.stringify(games));
}

/** The game that this tab shows, by the server's name; "" for none. */
export function shownGame() {
  return sessionStorage.getItem("table") ?? "";
}

/** @param {string} id */
export function showGame(id) {
  if (id) sessionStorage.setItem("table", id);
  else sessionStorage.removeItem("table");
}

/** The cards that were pressed of a step that is not made yet: they outlive the tab as the game does. @param {string} id @param {number} steps @returns {string[]} */
export function keptTaps(id, steps) {
  const kept = keptValue(TAPS, /** @type {{id?: string, steps?: number, cards?: string[]}} */ ({}));
  return kept.id === id && kept.steps === steps ? (kept.cards ?? []) : [];
}

/** @param {string} id @param {number} steps @param {string[]} cards */
export function keepTaps(id, steps, cards) {
  keepSetting(TAPS, JSON.stringify({ id, steps, cards }));
}

/** What a game is called in the list: where it stands. @param {import("./types.js").Live} live @param {string} game */
export function titleOf({ players, score, table }, game) {
  const { tricks, tricks_left } = table;
  const round = (table.record?.rounds?.at(-1) ?? table.record)?.round?.replace("/", " of ");
  const trick = !tricks ? game : tricks_left ? `trick ${Math.max(1, tricks.length)}` : "after the last trick";
  const points = score.sides.map((side, index) => `${side.map((seat) => players[indexOf(seat)]?.name).join(" + ")} ${score.points[index]}`);
  return `${[round && `Round ${round}`, trick].filter(Boolean).join(", ")}. ${points.join(", ")}`;
}
