// The end of a round and of a game: awards one by one, where the points came from, who has won.

import { html } from "./ui.js";
import { clause, counted, indexOf, Suit, SUIT_NAMES, SUITS } from "./words.js";

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
    const who = winners.length === 1 ? clause(winners[0] ?? "", "wins") : `${winners.join(" and ")} win`;
    return points.some(Boolean) ? `${who}, ${most} : ${second}` : who;
  }
  const first = names(order.filter((side) => points[side] === most));
  return first.length > 1 || sides.length < 2 ? `${first.join(" and ")} lead with ${counted(most, "point")}` : `${clause(first[0] ?? "", "leads")} by ${most - second}`;
}

/** The result as it is said. @param {Live} live */
export function resultSentence(live) {
  return `The game is over. ${resultText(live)} ${counted(Math.max(...live.score.points), "point")}.`;
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

/** How everybody stands at the end of a game. @param {{live: Live}} props */
function FinalTable({ live }) {
  const { sides, points, shares } = live.score;
  const isCards = Array.isArray(live.table.showroom);
  const order = [...sides.keys()].sort((one, two) => (shares?.[two] ?? 0) - (shares?.[one] ?? 0) || (points[two] ?? 0) - (points[one] ?? 0));
  const sum = (/** @type {string[]} */ side, /** @type {number[]} */ counts) => side.reduce((total, seat) => total + (counts[indexOf(seat)] ?? 0), 0);
  return html`<table class="num ends"><thead><tr><td></td>${isCards ? html`<th scope="col">showroom</th><th scope="col">vault</th>` : null}<th scope="col">points</th></tr></thead>
    <tbody>${order.map((index, place) => {
      const side = sides[index] ?? [];
      return html`<tr class=${shares?.[index] ? "win" : ""}><th scope="row">${place + 1} ${side.map((seat) => live.players[indexOf(seat)]?.name).join(" + ")}</th>${isCards ? html`<td>${sum(side, live.table.showroom)}</td><td>${sum(side, live.table.vault)}</td>` : null}<td>${points[index]}</td></tr>`;
    })}</tbody></table>`;
}

/**
 * @param {{live: Live, sums?: import("./preact.js").Child, onNext: () => void, onReview: (() => void) | null}} props `sums`: of a game without suits
 */
export function RoundEnd({ live, sums = null, onNext, onReview }) {
  const isCards = Array.isArray(live.table.showroom);
  const round = (live.table.record?.rounds?.at(-1) ?? live.table.record)?.round ?? "";
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <h2 id="end-title" tabindex="-1">${resultText(live)}${round ? ` after round ${round.replace("/", " of ")}` : ""}</h2>
    ${isCards ? html`<${RoundTable} live=${live} />` : sums}
    <div class="foot">${onReview ? html`<button type="button" id="review" onClick=${onReview}>Review this round</button>` : null}<button type="button" class="main" id="next-round" onClick=${onNext}>Next round</button></div>
  </section></div>`;
}

/**
 * @param {{live: Live, sums?: import("./preact.js").Child, onReview: (() => void) | null, onAgain: () => void, onSave: (() => void) | null, onClose: () => void}} props
 */
export function GameEnd({ live, sums = null, onReview, onAgain, onSave, onClose }) {
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <div class="lead"><i class="gem" aria-hidden="true"></i><div><h2 id="end-title" class="big" tabindex="-1">${resultText(live)}</h2></div></div>
    ${sums}
    <${FinalTable} live=${live} />
    <div class="foot">
      <button type="button" onClick=${onClose}>Look at the table</button>${onSave ? html`<button type="button" onClick=${onSave}>Save</button>` : null}<button type="button" class=${onReview ? "" : "main"} id="again" onClick=${onAgain}>Play again</button>
      ${onReview ? html`<button type="button" class="main" id="review" onClick=${onReview}>Review my mistakes</button>` : null}
    </div>
  </section></div>`;
}
