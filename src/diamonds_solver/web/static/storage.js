// What the browser keeps: settings and games, by names of our own, as other pages of the same address may share its storage. Where it keeps
// nothing, being full or refused, there is a copy until the page is closed, and the person is told so, once.

import { notify } from "./ui.js";

const PREFIX = "diamonds.";
const FULL = "What you do now is kept only until this page is closed: the browser's storage is full or refused.";

/** What could not be kept, by the name of the store and its own; null: taken away. @type {Map<string, string | null>} */
const copies = new Map();
let isTold = false;

/** @typedef {"localStorage" | "sessionStorage"} Store the second one ends with the tab */

/** @param {Store} store @param {string} name @returns {string | null} */
function read(store, name) {
  const copy = copies.get(`${store} ${name}`);
  if (copy !== undefined) return copy;
  try {
    return globalThis[store].getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Whether it is kept. @param {Store} store @param {string} name @param {string | null} value */
function write(store, name, value) {
  const key = `${store} ${name}`;
  try {
    if (value === null) globalThis[store].removeItem(PREFIX + name);
    else globalThis[store].setItem(PREFIX + name, value);
    copies.delete(key);
    return true;
  } catch {
    copies.set(key, value);
    if (!isTold) notify(FULL);
    isTold = true;
    return false;
  }
}

/** What the browser keeps by a name. @param {string} name @param {string} otherwise */
export const setting = (name, otherwise) => read("localStorage", name) ?? otherwise;

/** Whether it is kept; else it holds until the page is closed. @param {string} name @param {string} value */
export const keepSetting = (name, value) => write("localStorage", name, value);

/** What this tab keeps by a name. @param {string} name */
export const tabSetting = (name) => read("sessionStorage", name) ?? "";

/** @param {string} name @param {string} value "" for nothing */
export const keepInTab = (name, value) => write("sessionStorage", name, value || null);

/**
 * Whether a value has the type of a sample, and at least its fields; all items of a list those of the sample's first.
 * @param {any} value @param {any} sample @returns {boolean}
 */
export function isLike(value, sample) {
  if (typeof value !== typeof sample || value === null || Array.isArray(value) !== Array.isArray(sample)) return false;
  if (Array.isArray(sample)) return !sample.length || value.every((/** @type {any} */ item) => isLike(item, sample[0]));
  return typeof sample !== "object" || Object.entries(sample).every(([name, each]) => isLike(value[name], each));
}

/** @param {string} name @returns {any} */
function parsed(name) {
  try {
    return JSON.parse(setting(name, ""));
  } catch {
    return null;
  }
}

/** What is kept as JSON, if it is like the sample; else the sample. @template T @param {string} name @param {T} sample @returns {T} */
export function keptValue(name, sample) {
  const found = parsed(name);
  return isLike(found, sample) ? found : sample;
}

/** Of a list that is kept as JSON the items that are like the sample. @template T @param {string} name @param {T} sample @returns {T[]} */
export function keptList(name, sample) {
  return keptValue(name, /** @type {T[]} */ ([])).filter((item) => isLike(item, sample));
}

/**
 * Of the values by name that are kept as JSON those that are like the sample.
 * @template T @param {Record<string, any>} values @param {T} sample @returns {Record<string, T>}
 */
export function valuesLike(values, sample) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isLike(value, sample)));
}

/**
 * Names without a prefix, under which earlier versions kept things, and what tells that a value is ours. Others may have such names, too:
 * what any page might keep is copied and stays.
 */
const EARLIER = { games: '"steps":', played: '"margin":', reviews: '"mistakes":',
  practice: '"positions":', days: '"solver":', start: '"level":' };
const WORDS = { theme: /^(light|dark|auto)$/, letters: /^(on|off)$/, keys: /^(on|off)$/, sound: /^(on|off)$/, ask: /^(on|off)$/,
  pace: /^(slow|normal|fast|instant)$/, mode: /^(quiet|warn me|shade)$/, game: /^(diamonds|diams|diamoniak)$/ };

try {
  for (const [name, mark] of Object.entries({ ...EARLIER, ...WORDS })) {
    const value = localStorage.getItem(name);
    const isOurs = value !== null && (typeof mark === "string" ? value.includes(mark) : mark.test(value));
    if (!isOurs || localStorage.getItem(PREFIX + name) !== null) continue;
    if (typeof mark === "string") localStorage.removeItem(name); // there may not be room for both
    localStorage.setItem(PREFIX + name, value);
  }
} catch {
  // refused
}
