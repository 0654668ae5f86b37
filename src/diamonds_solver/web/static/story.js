// The round as a story, at its end: how the points ran by tricks, and three moments: what cost most, what was best, and luck. They are judged by
// what could be known, as in a review.

import { ask } from "./api.js";
import { Judged, reasonOf } from "./judged.js";
import { Component, html } from "./ui.js";
import { indexOf, MoveChip, roughPoints, Told } from "./words.js";

/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./judged.js").Decision} Decision */
/** @typedef {{kind: "worst" | "best" | "luck", one: Decision, other: string, points: number, why: string}} Moment `other`: the better or the next best move */

export const DASHES = ["", "8 4", "2 4", "10 3 2 3", "14 4", "5 2 1 2"];
const LUCK = 0.75; // points from which on something is told of as luck
const [WIDE, HIGH] = [300, 100]; // units of the race

/**
 * The moments of a round, as far as its decisions are judged. Luck is what became of a decision that one could not know: the value of the
 * next one, or the result, less the value of the move that was made.
 * @param {Decision[]} decisions own ones of a round, in order @param {Map<number, import("./judged.js").Judgement>} said
 * @param {number} margin what counts as equal @param {number | null} result in the points of the values; null: not all are judged, or it is of a team
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
  const worst = judged.filter(isSure).map(({ one, known, why }) => /** @type {Moment} */ ({ kind: "worst", one, other: known.best[0] ?? "", points: -known.loss, why }));
  const best = judged.flatMap(({ one, known, rival }) => (rival && known.best.includes(one.move) && (rival.interval[0] ?? 0) > margin ? [/** @type {Moment} */ ({ kind: "best", one, other: rival.move, points: rival.loss ?? 0, why: "" })] : []));
  const valued = judged.filter(({ known }) => known.mean !== null); // where all moves are alike none is
  const luck = valued.flatMap(({ one, made }, index) => {
    const later = index + 1 < valued.length ? (valued[index + 1]?.known.mean ?? null) : result;
    return later === null ? [] : [/** @type {Moment} */ ({ kind: "luck", one, other: "", points: later - (made.mean ?? 0), why: "" })];
  });
  return [...most(worst), ...most(best), ...most(luck.filter(({ points }) => Math.abs(points) >= LUCK))];
}

/** Points after each trick by side, those before the first one in front. @param {Live} live @returns {number[][]} */
export function raceOf({ table, score }) {
  const { record, tricks, rounds = [] } = table;
  const { showroom, vault } = record.rounds?.at(-1) ?? record;
  const count = score.sides.flat().length;
  const start = rounds.at(-2)?.score ?? Array.from({ length: count }, (_, seat) => (showroom?.[seat] ?? 3) + 2 * (vault?.[seat] ?? 0));
  return [start, ...tricks.map(({ points }) => points)].map((points) => score.sides.map((seats) => seats.reduce((sum, seat) => sum + (points[indexOf(seat)] ?? 0), 0)));
}

/** How the points ran, a line for each side; the moments are marked on one's own. @param {{live: Live, moments: Moment[]}} props */
function Race({ live, moments }) {
  const { score, players, viewer, table } = live;
  const rows = raceOf(live);
  const tricks = table.tricks.filter(({ trick }) => trick !== null).length;
  const [least, most] = [Math.min(...rows.flat()), Math.max(...rows.flat())];
  const x = (/** @type {number} */ place) => (WIDE * place) / Math.max(1, rows.length - 1);
  const y = (/** @type {number} */ points) => HIGH - 6 - ((HIGH - 12) * (points - least)) / Math.max(1, most - least);
  const own = score.sides.findIndex((seats) => viewer !== null && seats.includes(viewer));
  const names = score.sides.map((seats) => seats.map((seat) => players[indexOf(seat)]?.name ?? seat).join(" + "));
  const turn = (/** @type {number} */ side) => (side - own + names.length) % names.length || names.length; // around the table, from one's left
  const colour = (/** @type {number} */ side) => (side === own ? "var(--accent)" : `var(--p${turn(side)})`);
  const dash = (/** @type {number} */ side) => (side === own ? "" : DASHES[turn(side)]);
  const ends = rows.at(-1) ?? [];
  const order = [...names.keys()].sort((one, two) => (ends[two] ?? 0) - (ends[one] ?? 0));
  const path = (/** @type {number} */ side) => rows.map((row, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(row[side] ?? 0).toFixed(1)}`).join("");
  const marks = own < 0 ? [] : moments.filter(({ one, kind }) => one.trick !== null && kind !== "luck");
  return html`<ul class="race-ends">${order.map((side) => html`<li key=${side}><svg viewBox="0 0 22 6" aria-hidden="true"><path d="M0 3H22" style=${{ stroke: colour(side) }} stroke-dasharray=${dash(side)} /></svg><b>${ends[side]}</b> ${names[side]}</li>`)}</ul>
    <svg class="race" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label=${`Points after each trick: ${names.map((name, side) => `${name} ${rows.map((row) => row[side]).join(", ")}`).join("; ")}`}>
      ${names.map((_, side) => html`<path key=${side} class=${side === own ? "own" : ""} d=${path(side)} style=${{ stroke: colour(side) }} stroke-dasharray=${dash(side)} />`)}
      ${marks.map(({ one, kind }) => html`<path key=${kind} class=${`at ${kind}`} d=${`M${x(one.trick ?? 0)} ${y(rows[one.trick ?? 0]?.[own] ?? 0)}h0`} />`)}
    </svg>
    <p class="race-axis xs soft" aria-hidden="true"><span>start</span>${tricks > 1 ? html`<span>after trick ${tricks}</span>` : null}</p>`;
}

/** What a moment was, in words. @param {{moment: Moment, players: string[]}} props */
function MomentWords({ moment: { kind, one, other, points, why }, players }) {
  const move = html`<${MoveChip} move=${one.move} players=${players} />`;
  const rival = html`<${MoveChip} move=${other} players=${players} />`;
  const much = roughPoints(points, false);
  if (kind === "worst") return html`<p>${move} gave away about <b>${much}</b></p><small>${rival} was better${why ? html`. <${Told} text=${why} />` : null}</small>`;
  if (kind === "best") return html`<p>${move} was right: worth about <b>${much}</b></p><small>more than the next best, ${rival}</small>`;
  return html`<p>After ${move} it fell ${points > 0 ? "your way" : "against you"}: <b>${much}</b></p><small>by luck: you could not know</small>`;
}

/**
 * The story of the round that has just been played, by whoever sits at the bottom.
 * @extends {Component<{live: Live, about: import("./types.js").About, onLook: (number: number) => void, onTry: ((number: number) => void) | null}, {tick: number, isDone: boolean}>}
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
    const result = this.state.isDone && !live.table.record.teams ? raceOf(live).at(-1) : null;
    const mine = live.score.sides.findIndex((seats) => live.viewer !== null && seats.includes(live.viewer));
    const others = (result ?? []).filter((_, side) => side !== mine);
    const margin = result ? (result[mine] ?? 0) - others.reduce((sum, each) => sum + each, 0) / others.length : null;
    const moments = judged ? momentsOf(own, judged.said.known, judged.objective.margin, margin) : [];
    const done = own.filter(({ number }) => judged?.said.known.has(number)).length;
    const names = live.players.map(({ name }) => name);
    const place = (/** @type {Decision} */ one) => (one.trick === null ? html`<b>${one.decision}</b>` : html`<b>${one.trick}</b><small>trick</small>`);
    return html`<${Race} live=${live} moments=${moments} />
      ${live.viewer ? html`<section class="moments" aria-label="Moments"><h3>${this.state.isDone || !own.length ? "Your moments" : html`Your moments <small class="soft">${done} of ${own.length} decisions judged</small>`}</h3>
        <ol>${moments.map((moment) => html`<li class=${moment.kind} key=${moment.kind}><span class="moment-at">${place(moment.one)}</span><div><${MomentWords} moment=${moment} players=${names} /></div>
          <span class="moment-do"><button type="button" onClick=${() => onLook(moment.one.number)}>Look</button>${onTry ? html`<button type="button" class="moment-try" onClick=${() => onTry(moment.one.number)}>Try it</button>` : null}</span></li>`)}</ol>
        ${this.state.isDone && !moments.length ? html`<p class="small soft">No card of yours stands out, for better or worse.</p>` : null}</section>` : null}`;
  }
}
