// What moves are worth: from `solve` (exact values) or from `advise` (means with intervals), as a list that grows while it is worked out.

import { announce, h, plain, signed, tableHead } from "./dom.js";

const MOST_ROWS = 20; // there are up to 286 ways to pass

/**
 * One row: `loss` is null where it is not known yet; `low` and `high` are the limits of the loss.
 * @typedef {{move: string, value: number | null, loss: number | null, low?: number | null, high?: number | null, best: boolean, note?: string, out?: boolean}} Row
 */

/**
 * The rows of a list of values, and what stands on the cards.
 * @param {Row[]} rows
 * @param {{teller: import("./moves.js").Teller, chance?: boolean, onMove?: ((move: string) => void) | null, sampled?: boolean}} options
 */
export function valuesElement(rows, { teller, chance = false, onMove = null, sampled = false }) {
  const widest = Math.max(...rows.map((row) => row.high ?? row.loss ?? 0), chance ? 0.01 : 1);
  const head = tableHead(["move", "value", "loss", sampled ? "95 % interval" : "", ""], [1, 2]);
  const shown = rows.filter((row, index) => index < MOST_ROWS || row.best);
  const body = shown.map((row) =>
    h(
      "tr",
      { class: row.best ? "best" : row.out ? "out" : null, "data-move": row.move },
      h("th", { scope: "row" }, playable(row.move, teller, onMove)),
      h("td", { class: "number" }, row.value === null ? "…" : signed(row.value, chance)),
      h("td", { class: "number" }, row.loss === null ? "" : plain(row.loss, chance)),
      h("td", { class: "bar" }, lossBar(row, widest, chance)),
      h("td", { class: "mark" }, row.best ? "best" : (row.note ?? "")),
    ),
  );
  const more = rows.length - shown.length;
  const foot = more > 0 ? h("tfoot", {}, h("tr", {}, h("td", { colspan: 5 }, `and ${more} more, none better`))) : null;
  return h("table", { class: "values" }, head, h("tbody", {}, ...body), foot);
}

/** @param {string} move @param {import("./moves.js").Teller} teller @param {((move: string) => void) | null} onMove */
function playable(move, teller, onMove) {
  const element = teller.element(move);
  if (!onMove || !teller.isOffered(move)) return element;
  return h("button", { type: "button", class: "plain", "aria-label": `play ${teller.spoken(move)}`, onclick: () => onMove(move) }, element);
}

/** The loss as a length, its interval as a line with ends; the numbers stand beside it. @param {Row} row @param {number} widest @param {boolean} chance */
function lossBar(row, widest, chance) {
  if (row.loss === null) return null;
  const at = (/** @type {number} */ value) => `${(100 * Math.min(Math.max(value, 0), widest)) / widest}%`;
  const bar = h("span", { class: "length", "aria-hidden": "true" }, fillBar(at(row.loss)));
  if (row.low === null || row.low === undefined || row.high === null || row.high === undefined || row.high === row.low) return bar;
  const line = h("span", { class: "whisker" });
  line.style.left = at(row.low);
  line.style.width = `calc(${at(row.high)} - ${at(row.low)})`;
  bar.append(line);
  return h("span", { class: "interval" }, bar, h("span", { class: "limits" }, `${plain(row.low, chance)} to ${plain(row.high, chance)}`));
}

/** @param {string} width */
function fillBar(width) {
  const fill = h("span", { class: "fill" });
  fill.style.width = width;
  return fill;
}

/** What stands on the cards. @param {Row[]} rows @param {boolean} [chance] */
export function worthOf(rows, chance = false) {
  /** @type {Map<string, import("./seats.js").Worth>} */
  const worth = new Map();
  for (const row of rows) {
    if (row.value === null) continue;
    const loss = row.loss === null ? "" : row.best ? ", best" : `, loss ${plain(row.loss, chance)}`;
    const note = !chance && Math.abs(row.value) >= 10 && !Number.isInteger(row.value) ? signed(row.value).replace(/[\d.]+$/, Math.abs(row.value).toFixed(1)) : signed(row.value, chance);
    worth.set(row.move, { note, said: `value ${signed(row.value, chance)}${loss}`, best: row.best });
  }
  return worth;
}

/** The rows of an answer of `solve`. @param {any} answer @returns {Row[]} */
export function solvedRows(answer) {
  return answer.moves.map((/** @type {any} */ move) => ({
    move: move.move,
    value: Array.isArray(move.value) ? null : move.value,
    loss: move.loss,
    best: move.best,
    note: move.exact ? "" : move.bounds ? `${signed(move.bounds[0])} to ${signed(move.bounds[1])}` : "",
  }));
}

/** The rows of an answer of `advise`, also of one on the way. @param {any} answer @returns {Row[]} */
export function advisedRows(answer) {
  return answer.moves.map((/** @type {any} */ move) => ({
    move: move.move,
    value: move.mean,
    loss: move.loss,
    low: move.interval[0],
    high: move.interval[1],
    best: move.best,
    out: move.excluded,
  }));
}

/** The verdict of an advice in words. @param {any} answer @param {import("./moves.js").Teller} teller */
export function verdictText(answer, teller) {
  if (answer.best === null) return "Nothing is known yet.";
  const best = teller.spoken(answer.best);
  const worlds = answer.exact ? "exact" : `${answer.worlds === 1 ? "1 world" : `${Number(answer.worlds).toLocaleString("en")} worlds`} by ${answer.engine}`;
  /** @type {Record<string, string>} */
  const words = { clear: `Clear: ${best}.`, equal: `Equal: ${best} and others are worth the same.`, "too close": `Too close to call; ${best} leads.` };
  return `${words[answer.verdict] ?? `${answer.verdict}: ${best}.`} ${worlds[0]?.toUpperCase()}${worlds.slice(1)}.`;
}

/** @param {string} text */
export function verdictElement(text) {
  announce(text);
  return h("p", { class: "verdict" }, text);
}

/** An answer that is a text of a terminal: its sentences as paragraphs, which wrap, and its tables as they are. @param {string} text */
export function toldElement(text) {
  /** @type {{isTable: boolean, lines: string[]}[]} */
  const parts = [];
  for (const line of text.split("\n")) {
    const last = parts.at(-1);
    const isTable = /\S {2,}\S/.test(line);
    if (last && !last.isTable && /^ +\S/.test(line) && !isTable) last.lines[last.lines.length - 1] += ` ${line.trim()}`; // a sentence goes on
    else if (last?.isTable === isTable) last.lines.push(line);
    else parts.push({ isTable, lines: [line] });
  }
  const element = h("div", { class: "told-text" });
  for (const { isTable, lines } of parts) {
    if (isTable) element.append(h("pre", { class: "diagram", tabindex: 0 }, lines.join("\n")));
    else element.append(...lines.filter((line) => line.trim()).map((line) => h("p", {}, line)));
  }
  return element;
}
