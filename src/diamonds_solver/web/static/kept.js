// Games that the browser keeps as saved texts, in which the other cards are sealed: they outlive the tab and the program.

import { keepInTab, keepSetting, keptList, keptValue, tabSetting, valuesLike } from "./storage.js";
import { indexOf } from "./words.js";

const MOST = 4; // games that are not over
const MOST_PURPOSES = 24;
const KEY = "games"; // in localStorage
const TAPS = "taps";
const BEGUN = "begun";
const PURPOSES = "purposes";
export const DAY = "day "; // begins the purpose of a game that is kept beside the others: it counts once

/**
 * `id`: what the server called it; `over`: kept until another one is, for who loads the page anew.
 * @typedef {{id: string, text: string, steps: number, title: string, when: number, over?: boolean}} Kept
 */

/** @returns {Kept[]} the newest first */
function allKept() {
  return keptList(KEY, { id: "", text: "", steps: 0, title: "", when: 0 });
}

/** Those that are not over, the newest first. */
export function keptGames() {
  return allKept().filter(({ over }) => !over);
}

/** @param {string} id */
export function keptGame(id) {
  return allKept().find((game) => game.id === id);
}

/** Whether it is kept. @param {Kept} game takes the place of what was kept of it */
export function keepGame(game) {
  const all = [game, ...allKept().filter(({ id }) => id !== game.id)];
  const ofDay = gameFor(DAY);
  const open = all.filter(({ over, id }) => !over && id !== ofDay).slice(0, MOST);
  return write(all.filter((one) => open.includes(one) || (!one.over && one.id === ofDay) || one === all.find(({ over }) => over)));
}

/** @param {string} id */
export function forgetGame(id) {
  write(allKept().filter((game) => game.id !== id));
}

/** @param {Kept[]} games */
function write(games) {
  return keepSetting(KEY, JSON.stringify(games));
}

/** The game that this tab shows, by the server's name; "" for none. */
export function shownGame() {
  return tabSetting("table");
}

/** @param {string} id @param {Record<string, unknown> | null} [begun] the request that began it, with which another one like it begins */
export function showGame(id, begun = null) {
  keepInTab("table", id);
  if (begun) keepSetting(BEGUN, JSON.stringify({ id, begun }));
}

/** The request that began the game, if it is the last one that was begun here. @param {string} id @returns {Record<string, unknown> | null} */
export function begunWith(id) {
  const kept = keptValue(BEGUN, { id: "", begun: {} });
  return kept.id === id ? kept.begun : null;
}

/** @returns {Record<string, string>} by game */
const purposes = () => valuesLike(keptValue(PURPOSES, {}), "");

/**
 * What a game is played for beside itself: a day, as `day 2026-11-26`; `again`: its cards were known before; `learn` and `guided`: to learn the
 * game; "" for nothing.
 * @param {string} id
 */
export const purposeOf = (id) => purposes()[id] ?? "";

/** The newest game that is played for something. @param {string} purpose or how it begins */
export const gameFor = (purpose) => Object.entries(purposes()).findLast(([, each]) => each.startsWith(purpose))?.[0] ?? "";

/** @param {string} id @param {string} purpose */
export function keepPurpose(id, purpose) {
  if (purpose)
    keepSetting(PURPOSES, JSON.stringify(Object.fromEntries([...Object.entries(purposes()), [id, purpose]].slice(-MOST_PURPOSES))));
}

/**
 * The cards that were pressed of a step that is not made yet: they outlive the tab as the game does.
 * @param {string} id @param {number} steps @returns {string[]}
 */
export function keptTaps(id, steps) {
  const kept = keptValue(TAPS, { id: "", steps: 0, cards: [""] });
  return kept.id === id && kept.steps === steps ? kept.cards : [];
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
