// The course of a game: where best play would have led after each decision, a line a player, and what each decision lost.

import { h, plain, svg } from "./dom.js";

const HEIGHT = 250;
const LEFT = 34;
const RIGHT = 78;
const TOP = 10;
const BOTTOM = 66; // of which bars of the losses take most
const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5"];

/**
 * One decision as the curve knows it.
 * @typedef {{number: number, seat: number, ends: (number | null)[] | null, loss: number | null, mark: string}} Point
 */

/**
 * @param {Point[]} points in order
 * @param {string[]} players
 * @param {{at: number, chance: boolean, onChoose: (number: number) => void}} options `at`: the number of the decision that is shown
 */
export function curveElement(points, players, { at, chance, onChoose }) {
  const width = matchMedia("(max-width: 719px)").matches ? 400 : 960; // letters stay large enough to read on a phone
  const known = points.filter((point) => point.ends);
  const height = known.length ? HEIGHT : BOTTOM + TOP; // where no course is known there are losses alone
  const values = known.flatMap((point) => point.ends ?? []).filter((value) => value !== null);
  const low = Math.min(0, ...values);
  const high = Math.max(chance ? 1 : 10, ...values);
  const last = Math.max(points.length - 1, 1);
  const x = (/** @type {number} */ index) => LEFT + ((width - LEFT - RIGHT) * index) / last;
  const y = (/** @type {number} */ value) => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low);
  const most = Math.max(chance ? 0.1 : 2, ...points.map((point) => point.loss ?? 0));
  const bar = (/** @type {number} */ loss) => ((BOTTOM - 22) * loss) / most;
  const step = chance ? 0.25 : high - low > 30 ? 10 : 5;
  const grid = [];
  for (let value = Math.ceil(low / step) * step; known.length && value <= high; value += step) {
    grid.push(svg("line", { class: "grid-line", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    grid.push(svg("text", { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, chance ? `${100 * value}` : value));
  }
  const lines = (known.length ? players : []).map((_, seat) => {
    const path = points.map((point, index) => {
      const end = point.ends?.[seat] ?? null;
      return end === null ? "" : `${x(index).toFixed(1)},${y(end).toFixed(1)}`;
    });
    return svg("polyline", { class: `course seat-line-${seat + 1}`, points: path.filter(Boolean).join(" "), "stroke-dasharray": DASHES[seat] ?? "" });
  });
  const bars = points.map((point, index) =>
    point.loss
      ? svg("rect", { class: point.mark ? "loss marked" : "loss", x: x(index) - 2, width: 4, y: height - 4 - bar(point.loss), height: bar(point.loss) })
      : null,
  );
  const marks = points.map((point, index) => (point.mark ? svg("text", { class: "mark-text", x: x(index), y: height - 8 - bar(point.loss ?? 0), "text-anchor": "middle" }, point.mark) : null));
  const here = points.findIndex((point) => point.number === at);
  const cursor = here >= 0 ? svg("line", { class: "cursor", x1: x(here), x2: x(here), y1: TOP, y2: height - 2 }) : null;
  const picture = svg(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${description(known.length > 0, chance)}; the table of decisions says the same`,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = picture.getBoundingClientRect();
        const index = Math.round((((event.clientX - box.left) * width) / box.width - LEFT) / ((width - LEFT - RIGHT) / last));
        const point = points[Math.max(0, Math.min(points.length - 1, index))];
        if (point) onChoose(point.number);
      },
    },
    ...grid,
    svg("line", { class: "grid-line", x1: LEFT, x2: width - RIGHT, y1: height - 3, y2: height - 3 }),
    ...bars,
    ...marks,
    ...lines,
    ...labels(known, players, y, width),
    cursor,
  );
  return h("figure", { class: "figure" }, picture, legend(known.length ? players : [], chance));
}

/** Names at the ends of the lines, apart where the lines end together. @param {Point[]} known @param {string[]} players @param {(value: number) => number} y @param {number} width */
function labels(known, players, y, width) {
  const last = players.map((_, seat) => known.map((point) => point.ends?.[seat] ?? null).filter((end) => end !== null).at(-1) ?? null);
  const places = players.flatMap((name, seat) => (last[seat] === null ? [] : [{ name, seat, at: y(last[seat] ?? 0) }])).sort((a, b) => a.at - b.at);
  places.forEach((place, index) => {
    const before = places[index - 1];
    if (before && place.at - before.at < 15) place.at = before.at + 15;
  });
  return places.map(({ name, seat, at }) => svg("text", { class: `label seat-text-${seat + 1}`, x: width - RIGHT + 6, y: at + 4 }, name.length > 9 ? `${name.slice(0, 8)}…` : name));
}

/** What the picture shows. @param {boolean} hasCourse @param {boolean} chance */
function description(hasCourse, chance) {
  if (!hasCourse) return "what each decision lost";
  return `${chance ? "chance to win in per cent, as whoever decided could know it" : "points at the end, if all play best from there"}; below, what each decision lost`;
}

/** @param {string[]} players whose lines are drawn @param {boolean} chance */
function legend(players, chance) {
  const items = players.map((name, seat) =>
    h("li", {}, svg("svg", { class: "key", viewBox: "0 0 34 8", "aria-hidden": "true" }, svg("line", { class: `course seat-line-${seat + 1}`, x1: 1, x2: 33, y1: 4, y2: 4, "stroke-dasharray": DASHES[seat] ?? "" })), name),
  );
  return h("figcaption", {}, items.length ? h("ul", { class: "legend" }, ...items) : null, h("span", {}, description(items.length > 0, chance)));
}

/** A loss with its mark. @param {number | null} loss @param {string} mark @param {boolean} [chance] */
export function lossText(loss, mark, chance = false) {
  return `${loss === null ? "?" : plain(loss, chance)}${mark ? ` ${mark}` : ""}`;
}
