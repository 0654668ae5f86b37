// The end of a round and of a game: awards one by one, where the points came from, who has won.

import { html } from "./ui.js";
import { clause, counted, indexOf, listed, Suit, SUIT_NAMES, SUITS } from "./words.js";

/** @typedef {import("./types.js").Live} Live */

/** One award in words. @param {import("./motion.js").Step} step @param {string[]} players */
export function awardText(step, players) {
  const name = players[step.seat] ?? "";
  if (!step.suit) return step.text;
  const has = clause(name, `has most ${SUIT_NAMES[step.suit]}`);
  return step.text ? `${has} and ${step.text.slice(name.length + 1)}` : `${has}: nothing moves`;
}

/**
 * The awards of a round, of which the last one is shown now.
 * @param {{steps: import("./motion.js").Step[], players: string[], took: number[][], round: string, onNext: () => void, onSkip: () => void}} props
 */
export function Awards({ steps, players, took, round, onNext, onSkip }) {
  const counts = (/** @type {string} */ suit) =>
    [...players.keys()]
      .map((seat) => ({ name: players[seat], count: took[seat]?.[SUITS.indexOf(suit)] ?? 0 }))
      .filter(({ count }) => count)
      .sort((one, two) => two.count - one.count)
      .map(({ name, count }) => `${name} ${count}`)
      .join(" · ");
  return html`<section class="sheet aw awards" role="region" aria-label="Awards">
    <div class="ttl"><h2>${round ? `Round ${round.split("/")[0]}: awards` : "Awards"}</h2></div>
    <ul>${steps.map((step, index) => html`<li class=${index === steps.length - 1 ? "on" : ""}>
      ${step.suit ? html`<${Suit} suit=${step.suit} />` : html`<i class="gem"></i>`}
      <div>${awardText(step, players)}<div class="counts">${step.suit ? counts(step.suit) : ""}</div></div>
      <span class="got">${step.gems ? html`<i class="gem" aria-hidden="true"></i>${step.gems > 1 ? `+${step.gems}` : ""}` : null}</span>
    </li>`)}</ul>
    <div class="foot"><button type="button" id="awards-skip" onClick=${onSkip}>Skip</button><button type="button" class="main" id="awards-next" onClick=${onNext}>Next</button></div>
  </section>`;
}

/** Who leads or has won, as a sentence. @param {Live} live */
export function resultText(live) {
  const { sides, points, shares } = live.score;
  const names = (/** @type {number[]} */ which) => which.flatMap((side) => sides[side] ?? []).map((seat) => live.players[indexOf(seat)]?.name ?? seat);
  const order = [...sides.keys()].sort((one, two) => (points[two] ?? 0) - (points[one] ?? 0));
  const most = points[order[0] ?? 0] ?? 0;
  const second = order.length > 1 ? (points[order[1] ?? 0] ?? 0) : 0;
  if (shares) {
    const winners = names([...sides.keys()].filter((side) => shares[side]));
    if (!winners.length) return "The game is over";
    const who = winners.length === 1 ? clause(winners[0] ?? "", "wins") : `${listed(winners)} win`;
    return points.some(Boolean) ? `${who}, ${most} : ${second}` : who;
  }
  const first = names(order.filter((side) => points[side] === most));
  const who = first.length === 1 ? clause(first[0] ?? "", "leads") : `${listed(first)} lead`;
  return most > second ? `${who} by ${most - second}` : `${who} with ${counted(most, "point")}`;
}

/** The result as it is said. @param {Live} live */
export function resultSentence(live) {
  return `The game is over. ${resultText(live)}.`;
}

/** Where the points of a round came from: tricks, actions by suit, and the bonus for no trick. @param {{live: Live}} props */
function RoundTable({ live }) {
  const { tricks, points } = live.table;
  const names = live.players.map(({ name }) => name);
  const rows = names.map((name, seat) => {
    const won = tricks.filter((trick) => trick.trick !== null && indexOf(trick.winner) === seat).length;
    const gains = SUITS.map((suit) => tricks.flatMap(({ actions }) => actions).filter((action) => action.suit === suit).reduce((sum, action) => sum + (action.gains[seat] ?? 0), 0));
    return { name, won, gains, bonus: won ? 0 : 4, total: points[seat] ?? 0 };
  });
  const sign = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "");
  const most = Math.max(...rows.map(({ total }) => total));
  return html`<table class="num ends"><thead><tr><td></td><th scope="col">tricks</th>${SUITS.map((suit) => html`<th scope="col"><${Suit} suit=${suit} /></th>`)}<th scope="col">no trick</th><th scope="col">round</th><th scope="col">total</th></tr></thead>
    <tbody>${rows.sort((one, two) => two.total - one.total).map(({ name, won, gains, bonus, total }) => html`<tr class=${total === most ? "win" : ""}><th scope="row">${name}</th><td>${won}</td>${gains.map((gain) => html`<td>${sign(gain)}</td>`)}<td>${sign(bonus)}</td><td>${sign(gains.reduce((sum, gain) => sum + gain, bonus)) || 0}</td><td>${total}</td></tr>`)}</tbody></table>`;
}

/** How many points, or chips, each side had after each round so far; of a game of one round there is one. @param {Live} live @returns {(number | null)[][]} */
function scoresOf({ table, score }) {
  const { rounds = [], earlier = [] } = table;
  const ofSide = (/** @type {number[]} */ points) => (points.length === score.sides.length ? points : score.sides.map((side) => sumOf(side, points)));
  const before = [...rounds.slice(0, -1).map((round) => round.score), ...earlier.map(({ chips }) => chips)];
  return [...before.map((each) => (each ? ofSide(each) : score.sides.map(() => null))), score.points];
}

/** @param {string[]} side its seats @param {number[]} counts by seat */
function sumOf(side, counts) {
  return side.reduce((total, seat) => total + (counts[indexOf(seat)] ?? 0), 0);
}

/** The score by rounds, the winner on top. @param {{live: Live}} props */
function ScoreSheet({ live }) {
  const { sides, points, shares } = live.score;
  const scores = scoresOf(live);
  const isCards = Array.isArray(live.table.vault);
  const order = [...sides.keys()].sort((one, two) => (shares?.[two] ?? 0) - (shares?.[one] ?? 0) || (points[two] ?? 0) - (points[one] ?? 0));
  const unit = isCards ? "points" : live.game === "diams" ? "chips" : "castle cards";
  return html`<table class="num ends scores"><thead><tr><td class="small soft">${scores.length > 1 ? `${unit} after round` : ""}</td>${scores.map((_, index) => html`<th scope="col">${scores.length > 1 ? index + 1 : unit}</th>`)}${isCards ? html`<th scope="col">in the vault</th>` : null}</tr></thead>
    <tbody>${order.map((index) => {
      const side = sides[index] ?? [];
      return html`<tr class=${shares?.[index] ? "win" : ""}><th scope="row">${side.map((seat) => live.players[indexOf(seat)]?.name).join(" + ")}</th>${scores.map((score) => html`<td>${score[index] ?? "–"}</td>`)}${isCards ? html`<td>${sumOf(side, live.table.vault)}</td>` : null}</tr>`;
    })}</tbody></table>`;
}

/**
 * @typedef {{live: Live, sums: import("./preact.js").Child, onReview: (() => void) | null}} EndProps `sums`: how a round was won, of a game
 *   without suits; no `onReview` where nothing can be reviewed
 */

/** @param {EndProps & {onNext: () => void}} props */
export function RoundEnd({ live, sums, onNext, onReview }) {
  const round = (live.table.record?.rounds?.at(-1) ?? live.table.record ?? live.table).round ?? "";
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <h2 id="end-title" tabindex="-1">${resultText(live)}${round ? ` after round ${round.replace("/", " of ")}` : ""}</h2>
    ${sums ?? html`<${RoundTable} live=${live} />`}
    ${scoresOf(live).length > 1 ? html`<details><summary>Score by rounds</summary><${ScoreSheet} live=${live} /></details>` : null}
    <div class="foot">${onReview ? html`<button type="button" id="review" onClick=${onReview}>Review this round</button>` : null}<button type="button" class="main" id="next-round" onClick=${onNext}>Next round</button></div>
  </section></div>`;
}

/**
 * @param {EndProps & {mistakes: number | null, onAgain: () => void, onSave: (() => void) | null, onClose: () => void}} props `mistakes`: how
 *   many the own review has found; null without one
 */
export function GameEnd({ live, sums, mistakes, onReview, onAgain, onSave, onClose }) {
  const round = Array.isArray(live.table.showroom) ? html`<${RoundTable} live=${live} />` : sums;
  const hasRounds = scoresOf(live).length > 1;
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <div class="lead"><i class="gem" aria-hidden="true"></i><div><h2 id="end-title" class="big" tabindex="-1">${resultText(live)}</h2></div></div>
    ${hasRounds || !round ? html`<${ScoreSheet} live=${live} />` : null}
    ${hasRounds && round ? html`<details><summary>The last round</summary>${round}</details>` : round}
    <div class="foot">
      <button type="button" onClick=${onClose}>Look at the table</button>${onSave ? html`<button type="button" onClick=${onSave}>Save</button>` : null}<button type="button" class=${onReview ? "" : "main"} id="again" onClick=${onAgain}>Play again</button>
      ${onReview ? html`<button type="button" class="main" id="review" onClick=${onReview}>${mistakes ? `Review my ${counted(mistakes, "mistake")}` : mistakes === 0 ? "Review the game" : "Review my mistakes"}</button>` : null}
    </div>
  </section></div>`;
}
