// Games that the browser keeps as saved texts, in which the other cards are sealed: they outlive the tab and the program.

import { keepSetting, keptValue } from "./ui.js";
import { indexOf } from "./words.js";

const MOST = 4; // games
const KEY = "games"; // in localStorage

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

/** What a game is called in the list: where it stands. @param {import("./types.js").Live} live @param {string} game */
export function titleOf({ players, score, table }, game) {
  const { tricks, tricks_left } = table;
  const round = (table.record?.rounds?.at(-1) ?? table.record)?.round?.replace("/", " of ");
  const trick = !tricks ? game : tricks_left ? `trick ${Math.max(1, tricks.length)}` : "after the last trick";
  const points = score.sides.map((side, index) => `${side.map((seat) => players[indexOf(seat)]?.name).join(" + ")} ${score.points[index]}`);
  return `${[round && `Round ${round}`, trick].filter(Boolean).join(", ")}. ${points.join(", ")}`;
}
