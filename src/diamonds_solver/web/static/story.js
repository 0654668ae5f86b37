// The round as a story, at its end: how the points ran by tricks, and three moments: what cost most, what was best, and luck. They are
// judged by what could be known, as in a review.

import { ask } from "./api.js";
import { TeamMark } from "./board.js";
import { Judged, reasonOf } from "./judged.js";
import { Component, html } from "./ui.js";
import { counted, indexOf, MoveChip, roughPoints, Told } from "./words.js";

/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./judged.js").Decision} Decision */
/**
 * `other`: the better move, or the next best one.
 * @typedef {{kind: "worst" | "best" | "luck", one: Decision, other: string, points: number, why: string}} Moment
 */

export const DASHES = ["", "8 4", "2 4", "10 3 2 3", "14 4", "5 2 1 2"];
const LUCK = 0.75; // points from which on something is told of as luck
const [WIDE, HIGH] = [300, 100]; // units of the race

/**
 * The moments of a round. Luck is what became of a decision that one could not know: the value of the
 * next one, or the result, less the value of the move that was made.
 * @param {Decision[]} decisions own ones of a round, in order @param {Map<number, import("./judged.js").Judgement>} said
 * @param {number} margin what counts as equal
 * @param {number | null} result in the points of the values; null: it is of a team
 * @returns {Moment[]}
 */
export function momentsOf(decisions, said, margin, result) {
  const judged = decisions.flatMap((one) => {
    const judgement = said.get(one.number);
    const known = judgement?.known;
    const made = known?.moves.find(({ move }) => move === one.move);
    const rivals = (known?.moves ?? []).filter(({ move }) => move !== one.move).sort((a, b) => (a.loss ?? 0) - (b.loss ?? 0));
    return known && made ? [{ one, known, made, rival: rivals[0], why: reasonOf(judgement) }] : [];
  });
  const most = (/** @type {Moment[]} */ found) => [...found].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, 1);
  const isSure = (/** @type {(typeof judged)[number]} */ { known, made }) => known.sure_loss > 0 && known.loss > margin && made.excluded;
  /** @type {(kind: Moment["kind"], one: Decision, points: number, other?: string, why?: string) => Moment} */
  const moment = (kind, one, points, other = "", why = "") => ({ kind, one, points, other, why });
  const worst = judged.filter(isSure).map(({ one, known, why }) => moment("worst", one, -known.loss, known.best[0], why));
  const best = judged.flatMap(({ one, known, rival }) => {
    const isBetter = rival && known.best.includes(one.move) && (rival.interval[0] ?? 0) > margin;
    return isBetter ? [moment("best", one, rival.loss ?? 0, rival.move)] : [];
  });
  const valued = judged.filter(({ known }) => known.mean !== null); // where all moves are alike none is
  const luck = valued.flatMap(({ one, made }, index) => {
    const later = index + 1 < valued.length ? (valued[index + 1]?.known.mean ?? null) : result;
    return later === null ? [] : [moment("luck", one, later - (made.mean ?? 0))];
  });
  return [...most(worst), ...most(best), ...most(luck.filter(({ points }) => Math.abs(points) >= LUCK))];
}

/** Points after each trick by side, those before the first one in front. @param {Live} live @returns {number[][]} */
export function raceOf({ table, score }) {
  const { record, tricks, rounds = [] } = table;
  const { showroom, vault } = record.rounds?.at(-1) ?? record;
  const count = score.sides.flat().length;
  const start = rounds.at(-2)?.score ?? Array.from({ length: count }, (_, seat) => (showroom?.[seat] ?? 3) + 2 * (vault?.[seat] ?? 0));
  /** @type {(points: number[], seats: string[]) => number} */
  const sumOf = (points, seats) => seats.reduce((sum, seat) => sum + (points[indexOf(seat)] ?? 0), 0);
  return [start, ...tricks.map(({ points }) => points)].map((points) => score.sides.map((seats) => sumOf(points, seats)));
}

/**
 * How the points ran, a line for each side; moments are marked on one's own, `own`, by the place of its row.
 * @param {{rows: number[][], names: string[], last: import("./preact.js").Child, own?: number, hasTeams?: boolean, marks?: {kind: string,
 *   place: number}[]}} props
 */
export function Race({ rows, names, last, own = -1, hasTeams = false, marks = [] }) {
  const [least, most] = [Math.min(...rows.flat()), Math.max(...rows.flat())];
  const x = (/** @type {number} */ place) => (WIDE * place) / Math.max(1, rows.length - 1);
  const y = (/** @type {number} */ points) => HIGH - 6 - ((HIGH - 12) * (points - least)) / Math.max(1, most - least);
  // From one's left.
  const turn = (/** @type {number} */ side) => (own < 0 ? side + 1 : (side - own + names.length) % names.length || names.length);
  const colour = (/** @type {number} */ side) => (side === own ? "var(--accent)" : `var(--p${turn(side)})`);
  const dash = (/** @type {number} */ side) => (side === own ? "" : DASHES[own < 0 ? side : turn(side)]);
  const ends = rows.at(-1) ?? [];
  const order = [...names.keys()].sort((one, two) => (ends[two] ?? 0) - (ends[one] ?? 0));
  /** @type {(place: number, side: number) => string} */
  const point = (place, side) => `${x(place).toFixed(1)} ${y(rows[place]?.[side] ?? 0).toFixed(1)}`;
  const path = (/** @type {number} */ side) => `M${rows.map((_, place) => point(place, side)).join("L")}`;
  const line = (/** @type {number} */ side, /** @type {string} */ d, kind = "") =>
    html`<path key=${side} class=${kind} d=${d} style=${{ stroke: colour(side) }} stroke-dasharray=${dash(side)} />`;
  const each = names.map((name, side) => `${name} ${rows.map((row) => row[side]).join(", ")}`);
  return html`<ul class="race-ends">${order.map((side) => html`<li key=${side}>
      <svg viewBox="0 0 22 6" aria-hidden="true">${line(side, "M0 3H22")}</svg>
      <b>${ends[side]}</b> ${hasTeams ? html`<${TeamMark} team=${side} />` : null}${names[side]}</li>`)}</ul>
    <svg class="race" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label=${`Points on the way: ${each.join("; ")}`}>
      ${names.map((_, side) => line(side, path(side), side === own ? "own" : ""))}
      ${marks.map(({ kind, place }) => html`<path key=${kind} class=${`at ${kind}`} d=${`M${point(place, own)}h0`} />`)}
    </svg>
    <p class="race-axis xs soft" aria-hidden="true"><span>start</span>${last}</p>`;
}

/** The race of the round that has just been played. @param {{live: Live, moments: Moment[]}} props */
function LiveRace({ live: { score, players, viewer, table }, live, moments }) {
  const tricks = table.tricks.filter(({ trick }) => trick !== null).length;
  const own = score.sides.findIndex((seats) => viewer !== null && seats.includes(viewer));
  const names = score.sides.map((seats) => seats.map((seat) => players[indexOf(seat)]?.name ?? seat).join(" + "));
  const marks =
    own < 0 ? [] : moments.flatMap(({ one, kind }) => (one.trick !== null && kind !== "luck" ? [{ kind, place: one.trick }] : []));
  return html`<${Race} rows=${raceOf(live)} names=${names} own=${own} hasTeams=${names.length < score.sides.flat().length} marks=${marks} last=${tricks > 1 ? html`<span>after trick ${tricks}</span>` : null} />`;
}

/** What a moment was, in words. @param {{moment: Moment, players: string[]}} props */
function MomentWords({ moment: { kind, one, other, points, why }, players }) {
  const move = html`<${MoveChip} move=${one.move} players=${players} />`;
  const rival = html`<${MoveChip} move=${other} players=${players} />`;
  const much = roughPoints(points, false);
  const passing = one.decision === "count" ? "Passing " : "";
  const reason = why ? html`. <${Told} text=${why} />` : null;
  if (kind === "worst") return html`<p>${passing}${move} gave away about <b>${much}</b></p><small>${passing}${rival} was better${reason}</small>`;
  if (kind === "best") return html`<p>${passing}${move} was right: worth about <b>${much}</b></p><small>more than the next best, ${rival}</small>`;
  const way = points > 0 ? "your way" : "against you";
  return html`<p>After ${passing.toLowerCase()}${move} it fell ${way}: <b>${much}</b></p><small>by luck: you could not know</small>`;
}

/**
 * @param {{moment: Moment, players: string[], who?: string, onLook: (number: number) => void, onTry?: ((number: number) => void) | null}}
 *   props `who`: whose it is, where several are told
 */
export function MomentItem({ moment, players, who = "", onLook, onTry = null }) {
  const { kind, one: { trick, decision, number } } = moment;
  return html`<li class=${kind}>
    <span class="moment-at"><b>${trick ?? decision}</b>${trick === null ? null : html`<small>trick</small>`}</span>
    <div>${who ? html`<p class="xs soft">${who}</p>` : null}<${MomentWords} moment=${moment} players=${players} /></div>
    <span class="moment-do"><button type="button" onClick=${() => onLook(number)}>Look</button>
      ${onTry ? html`<button type="button" class="moment-try" onClick=${() => onTry(number)}>Try it</button>` : null}</span></li>`;
}

/**
 * The story of the round that has just been played, by whoever sits at the bottom.
 * @extends {Component<{
 *   live: Live, about: import("./types.js").About, onLook: (number: number) => void, onTry: ((number: number) => void) | null,
 * }, {tick: number, isDone: boolean}>}
 */
export class Story extends Component {
  state = { tick: 0, isDone: false };
  /** @type {Judged | null} */
  judged = null;
  isGone = false;

  componentDidMount() {
    this.judge().catch(() => {}).finally(() => this.isGone || this.setState({ isDone: true })); // what cannot be judged has no moments
  }

  componentWillUnmount() {
    this.isGone = true;
  }

  /** Judges the own decisions of the last round. */
  async judge() {
    const { live, about } = this.props;
    if (!live.viewer) return;
    const game = await ask("game", { text: live.record });
    this.judged = new Judged(game, about, () => this.isGone || this.setState(({ tick }) => ({ tick: tick + 1 })));
    if (!this.isGone) await this.judged.knownOf(Math.max(...this.judged.rounds), live.viewer);
  }

  render() {
    const { live, onLook, onTry } = this.props;
    const { judged } = this;
    const round = Math.max(...(judged?.rounds ?? []));
    const own = judged?.ofRound(round).filter(({ seat, forced }) => seat === live.viewer && !forced) ?? [];
    const { isDone } = this.state;
    const result = isDone && !live.table.record.teams ? raceOf(live).at(-1) : null;
    const mine = live.score.sides.findIndex((seats) => live.viewer !== null && seats.includes(live.viewer));
    const others = (result ?? []).filter((_, side) => side !== mine);
    const margin = result ? (result[mine] ?? 0) - others.reduce((sum, each) => sum + each, 0) / others.length : null;
    // All at once: what cost most of some decisions may not be what did of all, and buttons would move under the finger.
    const moments = judged && isDone ? momentsOf(own, judged.said.known, judged.objective.margin, margin) : [];
    const done = own.filter(({ number }) => judged?.said.known.has(number)).length;
    const names = live.players.map(({ name }) => name);
    const work = own.length ? `${done} of ${counted(own.length, "decision")} judged` : "being looked for …";
    return html`<${LiveRace} live=${live} moments=${moments} />
      ${live.viewer ? html`<section class="moments" aria-label="Moments"><h3>Your moments${isDone ? null : html` <small class="soft">${work}</small>`}</h3><ol>${moments.map((moment) => html`<${MomentItem} key=${moment.kind} moment=${moment} players=${names} onLook=${onLook} onTry=${onTry} />`)}${isDone ? null : [0, 1, 2].map(() => html`<li aria-hidden="true"></li>`)}</ol>
        ${isDone && !moments.length ? html`<p class="small soft">No card of yours stands out.</p>` : null}</section>` : null}`;
  }
}
