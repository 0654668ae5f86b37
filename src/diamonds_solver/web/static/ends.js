// The end of a round and of a game: awards one by one, where the points came from, who has won.

import { Gems, TeamMark } from "./board.js";
import { html } from "./ui.js";
import { clause, counted, indexOf, listed, possessive, short, Suit, SUIT_NAMES, SUITS, you } from "./words.js";

/** @typedef {import("./types.js").Live} Live */

/** One award: who gets it, and what that does. @param {import("./motion.js").Step} step @param {string[]} players @returns {[string, string]} */
function awardParts(step, players) {
  const name = players[step.seat] ?? "";
  if (step.seat < 0) return [step.text, step.detail ?? ""];
  if (!step.suit) return [`${name} won no trick`, "two crystals as a consolation"];
  return [`${name} took the most ${SUIT_NAMES[step.suit]}`, step.text ? `${you(name)} ${step.text.slice(name.length + 1)}` : "nothing moves"];
}

/** One award in words. @param {import("./motion.js").Step} step @param {string[]} players */
export function awardText(step, players) {
  const [head, rest] = awardParts(step, players);
  const acts = step.seat >= 0 && step.suit && step.text;
  return acts ? `${head} and ${step.text.slice((players[step.seat] ?? "").length + 1)}` : rest ? `${head}: ${rest}` : head;
}

/**
 * The award that is shown now, with all of the round as steps below it.
 * @param {{steps: import("./motion.js").Step[], players: string[], took: number[][], round: string, onNext: () => void, onSkip: () => void}} props
 */
export function Awards({ steps, players, took, round, onNext, onSkip }) {
  const step = steps.at(-1);
  if (!step) return null;
  const { suit = "" } = step;
  const counts = players
    .map((name, seat) => ({ name, seat, count: took[seat]?.[SUITS.indexOf(suit)] ?? 0 }))
    .sort((one, two) => two.count - one.count);
  const most = Math.max(1, counts[0]?.count ?? 0);
  const [head, rest] = awardParts(step, players);
  return html`<section class="sheet aw awards" role="region" aria-label=${round ? `Round ${round.split("/")[0]}: awards` : "Awards"}>
    <div class="award">${suit ? html`<${Suit} suit=${suit} />` : html`<i class="gem"></i>`}<h2>${head}</h2><p>${step.gems ? html`<i class="gem" aria-hidden="true"></i> ` : null}${rest}</p></div>
    ${suit ? html`<ul class="shares">${counts.map(({ name, seat, count }) => html`<li class=${seat === step.seat ? "on" : ""}><span>${you(name)}</span><i aria-hidden="true"><b style=${{ width: `${(100 * count) / most}%` }}></b></i><span>${count}</span></li>`)}</ul>` : null}
    <ol class="five" aria-label="The awards of the round">${[...SUITS, ""].map((one) => {
      const done = steps.findLast((each) => (each.suit ?? "") === one);
      const who = !done ? (one ? SUIT_NAMES[one] : "no trick") : done.seat < 0 ? "nobody" : `${short(you(players[done.seat] ?? ""))}${done.gems ? ` +${(done.box ?? "").startsWith("vault") && one !== "S" ? 2 * done.gems : done.gems}` : ""}`;
      return html`<li class=${done === step ? "on" : done ? "" : "dim"} aria-current=${done === step ? "step" : null}>${one ? html`<${Suit} suit=${one} />` : html`<i class="gem" aria-hidden="true"></i>`}<span>${who}</span></li>`;
    })}</ol>
    <div class="foot"><button type="button" id="awards-skip" onClick=${onSkip}>Skip</button><button type="button" class="main" id="awards-next" onClick=${onNext}>Next</button></div>
  </section>`;
}

/** Who leads or has won, as a sentence. @param {Live} live */
export function resultText(live) {
  const { sides, points, shares } = live.score;
  const names = (/** @type {number[]} */ which) =>
    which.flatMap((side) => sides[side] ?? []).map((seat) => live.players[indexOf(seat)]?.name ?? seat);
  const order = [...sides.keys()].sort((one, two) => (points[two] ?? 0) - (points[one] ?? 0));
  const most = points[order[0] ?? 0] ?? 0;
  const second = order.length > 1 ? (points[order[1] ?? 0] ?? 0) : 0;
  if (shares) {
    const winners = names([...sides.keys()].filter((side) => shares[side]));
    if (!winners.length) return "The game is over";
    const isShared = [...sides.keys()].filter((side) => shares[side]).length > 1;
    const who = isShared ? `${listed(winners)} share the victory` : winners.length === 1 ? clause(winners[0] ?? "", "wins") : `${listed(winners)} win`;
    return points.some(Boolean) ? `${who}, ${most} : ${second}` : who;
  }
  const first = names(order.filter((side) => points[side] === most));
  const who = first.length === 1 ? clause(first[0] ?? "", "leads") : `${listed(first)} lead`;
  return most > second ? `${who} by ${most - second}` : `${who} with ${counted(most, "point")}`;
}

/** What decided where the most points are those of several: the vault; "" elsewhere. @param {Live} live */
export function tieText({ score: { sides, points, shares }, players, table: { vault } }) {
  const most = Math.max(...points);
  const tied = [...sides.keys()].filter((side) => points[side] === most);
  const winners = tied.filter((side) => shares?.[side]);
  const [first] = winners;
  if (!Array.isArray(vault) || tied.length < 2 || first === undefined) return "";
  const inVault = (/** @type {number} */ side) => sumOf(sides[side] ?? [], vault);
  if (winners.length > 1) return `They have as much in the vault too: ${inVault(first)} each`;
  const names = (/** @type {number} */ side) => (sides[side] ?? []).map((seat) => players[indexOf(seat)]?.name ?? seat);
  const [name = "", ...partners] = names(first);
  const has = partners.length ? `${listed([name, ...partners])} have` : clause(name, "has");
  const others = tied.filter((side) => side !== first).map((side) => `${listed(names(side).map(possessive))} ${inVault(side)}`.replace(/^Your/, "your"));
  return `${has} more in the vault: ${inVault(first)} to ${listed(others)}`;
}

/** The result as it is said. @param {Live} live */
export function resultSentence(live) {
  const tie = tieText(live);
  return `The game is over. ${resultText(live)}.${tie ? ` ${tie}.` : ""}`;
}

/** The sides, who has won or has most on top. @param {Live} live @returns {number[]} */
function orderOf({ score: { sides, points, shares } }) {
  return [...sides.keys()].sort((one, two) => (shares?.[two] ?? 0) - (shares?.[one] ?? 0) || (points[two] ?? 0) - (points[one] ?? 0));
}

/** Who a side is: its mark, in teams, and its names. @param {{live: Live, side: number}} props */
function SideName({ live, side }) {
  const seats = live.score.sides[side] ?? [];
  return html`${seats.length > 1 ? html`<${TeamMark} team=${side} /> ` : null}${seats.map((seat) => live.players[indexOf(seat)]?.name).join(" + ")}`;
}

/**
 * Where the points of a round came from: tricks, actions by suit, and the bonus for no trick; players of a team one below the other, with
 * their sum.
 * @param {{live: Live}} props
 */
function RoundTable({ live }) {
  const { tricks, points } = live.table;
  const { sides, shares } = live.score;
  const sign = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "");
  const rowOf = (/** @type {number} */ seat) => {
    const won = tricks.filter((trick) => trick.trick !== null && indexOf(trick.winner) === seat).length;
    const gains = SUITS.map((suit) => tricks.flatMap(({ actions }) => actions)
      .filter((action) => action.suit === suit).reduce((sum, action) => sum + (action.gains[seat] ?? 0), 0));
    const all = [...gains, won ? 0 : 4];
    return [won, ...all, all.reduce((sum, gain) => sum + gain), points[seat] ?? 0];
  };
  const cells = (/** @type {number[]} */ [won, ...gains]) => html`<td>${won}</td>${gains.map((gain, place) => html`<td>${place === gains.length - 1 ? gain : sign(gain) || (place === gains.length - 2 ? 0 : "")}</td>`)}`;
  const most = Math.max(...points);
  const order = orderOf(live);
  if (!shares) order.sort((one, two) => sumOf(sides[two] ?? [], points) - sumOf(sides[one] ?? [], points));
  return html`<table class="num ends"><thead><tr><td></td><th scope="col">tricks</th>${SUITS.map((suit) => html`<th scope="col"><${Suit} suit=${suit} /></th>`)}<th scope="col">no trick</th><th scope="col">round</th><th scope="col">total</th></tr></thead>
    ${order.map((side) => {
      const seats = (sides[side] ?? []).map(indexOf);
      const rows = seats.map(rowOf);
      const hasWon = shares ? Boolean(shares[side]) : seats.length === 1 && points[seats[0] ?? 0] === most;
      const total = rows.reduce((sum, row) => sum.map((value, place) => value + (row[place] ?? 0)));
      return html`<tbody class=${hasWon ? "win" : ""} key=${side}>${seats.length > 1 ? html`<tr class="sum"><th scope="row"><${SideName} live=${live} side=${side} /></th>${cells(total)}</tr>` : null}
        ${seats.map((seat, place) => html`<tr class=${seats.length > 1 ? "of-team" : ""} key=${seat}><th scope="row">${live.players[seat]?.name}</th>${cells(rows[place] ?? [])}</tr>`)}</tbody>`;
    })}</table>`;
}

/** How many points, or chips, each side had after each round so far; of a game of one round there is one. @param {Live} live @returns {(number | null)[][]} */
function scoresOf({ table, score }) {
  const { rounds = [], earlier = [] } = table;
  const ofSide = (/** @type {number[]} */ points) =>
    points.length === score.sides.length ? points : score.sides.map((side) => sumOf(side, points));
  const before = [...rounds.slice(0, -1).map((round) => round.score), ...earlier.map(({ chips }) => chips)];
  return [...before.map((each) => (each ? ofSide(each) : score.sides.map(() => null))), score.points];
}

/** @param {string[]} side its seats @param {number[]} counts by seat */
function sumOf(side, counts) {
  return side.reduce((total, seat) => total + (counts[indexOf(seat)] ?? 0), 0);
}

/** The seats of a side that has won. @param {Live} live */
function winnersOf({ score: { sides, shares } }) {
  return sides[shares?.findIndex(Boolean) ?? 0] ?? [];
}

/** The score by rounds, the winner on top. @param {{live: Live}} props */
function ScoreSheet({ live }) {
  const { sides, shares } = live.score;
  const scores = scoresOf(live);
  const isCards = Array.isArray(live.table.vault);
  const unit = isCards ? "points" : live.game === "diams" ? "chips" : "castle cards";
  const isTie = tieText(live) ? "tie" : "";
  return html`<table class="num ends scores"><thead><tr><td class="small soft">${scores.length > 1 ? `${unit} after round` : ""}</td>${scores.map((_, index) => html`<th scope="col">${scores.length > 1 ? index + 1 : unit}</th>`)}${isCards ? html`<th scope="col" class=${isTie}>in the vault</th>` : null}</tr></thead>
    <tbody>${orderOf(live).map((side) => html`<tr class=${shares?.[side] ? "win" : ""}><th scope="row"><${SideName} live=${live} side=${side} /></th>${scores.map((score) => html`<td>${score[side] ?? "–"}</td>`)}${isCards ? html`<td class=${isTie}>${sumOf(sides[side] ?? [], live.table.vault)}</td>` : null}</tr>`)}</tbody></table>`;
}

/**
 * @typedef {{live: Live, sums?: import("./preact.js").Child, story?: import("./preact.js").Child, onReview?: () => void}} EndProps `sums`: how a round
 *   was won, of a game without suits; `story`: of one with suits
 */

/** @param {EndProps & {onNext: () => void}} props */
export function RoundEnd({ live, sums, story, onNext, onReview }) {
  const round = (live.table.record?.rounds?.at(-1) ?? live.table.record ?? live.table).round ?? "";
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <h2 id="end-title" tabindex="-1">${resultText(live)}${round ? ` after round ${round.replace("/", " of ")}` : ""}</h2>
    ${sums ?? html`${story}<details><summary>Table of points</summary><${RoundTable} live=${live} /></details>`}
    ${scoresOf(live).length > 1 ? html`<details><summary>Score by rounds</summary><${ScoreSheet} live=${live} /></details>` : null}
    <div class="foot">${onReview ? html`<button type="button" id="review" onClick=${onReview}>Review this round</button>` : null}<button type="button" class="main" id="next-round" onClick=${onNext}>Next round</button></div>
  </section></div>`;
}

/**
 * @param {EndProps & {mistakes?: number | null, onAgain: () => void, onWhole?: () => void, onSave?: (() => void) | null, onClose: () => void}} props
 *   `mistakes`: how many the own review has found; null without one; `onWhole`: after a lesson
 */
export function GameEnd({ live, sums, story, mistakes, onReview, onAgain, onWhole, onSave, onClose }) {
  const round = Array.isArray(live.table.showroom) ? html`<${RoundTable} live=${live} />` : sums;
  const hasRounds = scoresOf(live).length > 1;
  const tie = tieText(live);
  return html`<div class="over"><section class="sheet aw" role="dialog" aria-labelledby="end-title">
    <div class="lead"><i class="gem" aria-hidden="true"></i><div><h2 id="end-title" class="big" tabindex="-1">${resultText(live)}</h2></div></div>
    ${tie ? html`<p class="tied"><${Gems} kind="vault" count=${sumOf(winnersOf(live), live.table.vault)} /> ${tie}</p>` : null}
    ${story}
    ${hasRounds || !round || tie ? html`<${ScoreSheet} live=${live} />` : null}
    ${round && (story || hasRounds) ? html`<details><summary>${story ? "Table of points" : "The last round"}</summary>${round}</details>` : round}
    <div class="foot">
      <button type="button" onClick=${onClose}>Look at the table</button>${onSave ? html`<button type="button" onClick=${onSave}>Save</button>` : null}<button type="button" class=${onReview || onWhole ? "" : "main"} id="again" onClick=${onAgain}>${onWhole ? "Once more" : "Play again"}</button>
      ${onWhole ? html`<button type="button" class="main" id="whole-round" onClick=${onWhole}>Play a whole round</button>` : null}
      ${onReview ? html`<button type="button" class="main" id="review" onClick=${onReview}>${mistakes ? `Review my ${counted(mistakes, "mistake")}` : mistakes === 0 ? "Review the game" : "Review my mistakes"}</button>` : null}
    </div>
  </section></div>`;
}
