// A hint in three layers: a ring on the card, a sentence, and details with possible deals and intervals.

import { MoveTable, Reason } from "./choosing.js";
import { FEW, knownRows, reasonOf } from "./judged.js";
import { html, IconButton } from "./ui.js";
import { capital, cardOf, counted, MoveChip, plain, rough, roughPoints, short, spokenMove, SUIT_NAMES, Told } from "./words.js";

export const SURE = 1.28; // standard errors; such a hint is right nine times in ten: benchmarks/results/calibration.md
const MOST_ROWS = 12;
const MOST_NAMED = 3;
export const LONGER = 4; // times the usual amount of work

/**
 * What a hint says. `only`: one move may be made; `same`: every move ends the same; `better`: beyond the margin, and surely so; `probably`:
 * better, nine times in ten; `fine`: the best moves differ by less than the margin; `near`: so do their means, so far; `open`: none of these;
 * `experience`: another one than the samples' best is recommended.
 * @typedef {"only" | "same" | "better" | "probably" | "fine" | "near" | "open" | "experience"} Form
 *
 * `best`: the moves that are named; `other`: the one they are compared with, and what it loses; `lights`: how sure that is, of three.
 * @typedef {{form: Form, best: string[], other: string, loss: number, lights: number}} Verdict
 * @typedef {import("./types.js").Advice} Advice
 */

/** @param {Advice} advice @returns {Verdict} */
export function verdictOf(advice) {
  const lead = advice.best ?? "";
  const margin = advice.delta;
  const others = advice.moves.filter(({ move }) => move !== lead).sort((one, two) => one.loss - two.loss);
  const [second] = others;
  const said = (/** @type {Form} */ form, /** @type {number} */ lights,
    /** @type {import("./types.js").AdvisedMove[]} */ equals, other = second) =>
    ({ form, best: [lead, ...equals.map(({ move }) => move)], other: other?.move ?? "", loss: other?.loss ?? 0, lights });
  const recommended = others.find(({ move }) => move === advice.recommended);
  if (recommended) return { form: "experience", best: [recommended.move], other: lead, loss: recommended.loss, lights: 1 };
  if (!second) return said("only", 3, []);
  const isEqual = advice.verdict === "equal";
  if (advice.exact || advice.verdict !== "too close") {
    const fine = others.filter(({ best, excluded, interval: [, high] }) => best || (isEqual && !excluded) || (high ?? Infinity) <= margin);
    if (fine.length) return said(advice.exact && others.every(({ best }) => best) ? "same" : "fine", 3, fine);
    if (advice.exact || (second.interval[0] ?? 0) > margin) return said("better", 3, []);
    return second.loss > margin ? said("probably", 2, []) : said("near", 1, [second]);
  }
  const rivals = others.filter(({ excluded }) => !excluded);
  const near = rivals.filter(({ loss }) => loss <= margin);
  const doubtful = rivals.find(({ loss, loss_sem: error }) => error === null || (error > 0 && loss / error < SURE));
  if (advice.worlds < FEW) return said("open", 0, [], rivals[0]);
  if (near.length) return said("near", 1, near);
  return doubtful ? said("open", 1, [], doubtful) : said("probably", 2, []);
}

/** What is said of a decision that is none: nothing has to be searched for that. @param {string} move @param {string} decision @returns {Advice} */
export function onlyMove(move, decision) {
  return { best: move, verdict: "clear", exact: true, worlds: 0, engine: "", objective: "", delta: 0, decision,
    moves: [{ move, mean: 0, loss: 0, loss_sem: 0, interval: [0, 0], best: true, excluded: false, sure_loss: 0 }] };
}

const NOTES = /** @type {Record<Form, [string, string]>} */ ({
  only: ["only", "the only one"],
  same: ["fine", "fine"],
  better: ["best", "best"],
  probably: ["best", "probably best"],
  fine: ["fine", "fine"],
  near: ["so far", "fine so far"],
  open: ["so far", "best so far"],
  experience: ["play it", "recommended"],
});

/**
 * The marks on the cards. While the search runs no number is shown.
 * @param {Advice} advice @param {boolean} isChance @param {boolean} [isWorking] @returns {Map<string, import("./board.js").Mark>} by move
 */
export function marksOf(advice, isChance, isWorking = false) {
  const verdict = verdictOf(advice);
  if (isWorking && advice.best) return new Map([[advice.best, { note: NOTES.open[0], said: NOTES.open[1], best: true }]]);
  const [note, said] = NOTES[verdict.form];
  return new Map(
    advice.moves.filter(({ move }) => verdict.form !== "experience" || verdict.best.includes(move)).map(({ move, loss }) => {
      const isBest = verdict.best.includes(move);
      const lost = rough(Math.max(loss, advice.delta), isChance);
      return [move, isBest ? { note, said, best: true } : { note: `−${lost}`, said: `loses ${lost}`, best: false }];
    }),
  );
}

/**
 * What stands on the cards of the hand, of marks by move; received cards say from whom.
 * @param {Map<string, import("./board.js").Mark>} byMove @param {ReturnType<typeof import("./board.js").passedTo>} passed @param {string[]} names
 */
export function cardMarks(byMove, passed, names) {
  /** @type {Map<string, import("./board.js").Mark>} */
  const marks = new Map();
  for (const [move, mark] of byMove) {
    const card = cardOf(move);
    if (card && !move.includes("+") && (!marks.has(card) || mark.best)) marks.set(card, mark);
  }
  const best = [...byMove].find(([, mark]) => mark.best)?.[0] ?? "";
  if (best.includes("+")) for (const card of best.split("+")) marks.set(card, { note: "best", said: "best", best: true });
  const from = passed ? (names[passed.giver] ?? "") : "";
  for (const card of passed?.cards ?? []) {
    const mark = marks.get(card);
    marks.set(card, { note: "", best: false, ...mark, caption: `from ${short(from)}`, said: [mark?.said, `from ${from}`].filter(Boolean).join(", ") });
  }
  return marks;
}

/** What the numbers rest on; no deal where all moves come to the same. @param {Pick<Advice, "exact" | "worlds" | "simulations">} advice */
export function basisText({ exact, worlds, simulations = null }) {
  if (exact) return "exact";
  if (!worlds) return "no deal had to be tried";
  if (!simulations) return counted(worlds, "possible deal");
  return `${counted(worlds, "search")} of ${simulations.toLocaleString("en")} games${worlds === 1 ? "" : " each"}`;
}

/** How sure it is, in words beside the lights. @param {Advice} advice @param {Verdict} verdict @param {boolean} isChance */
export function sureText(advice, { form, best, loss }, isChance) {
  const apart = `${best.length > 2 ? "All are within" : "They are less than"} ${roughPoints(advice.delta, isChance)}${best.length > 2 ? "" : " apart"}`;
  return { only: "", same: "", better: "Clear", probably: "Fairly sure", fine: apart, near: `${apart} so far`, open: capital(basisText(advice)), experience: loss > advice.delta ? `The deals tried prefer another by ${roughPoints(loss, isChance)}, but experience weighs more` : "The deals tried show no real difference" }[form];
}

/** A list in a sentence. @param {import("./preact.js").Child[]} parts */
function listed(parts) {
  const shown = parts.length > MOST_NAMED ? [...parts.slice(0, MOST_NAMED), counted(parts.length - MOST_NAMED, "other")] : parts;
  return shown.flatMap((part, index) => (index ? [index === shown.length - 1 ? " or " : ", ", part] : [part]));
}

/** What is done with cards; of other choices their own words say it. @param {Advice} advice */
function verbOf({ decision }) {
  return decision === "card" ? "Play " : decision === "pass" ? "Pass " : "";
}

/**
 * The sentence of a hint in parts, moves drawn by `show`.
 * @param {Advice} advice @param {Verdict} verdict
 * @param {{isChance: boolean, show: (move: string) => import("./preact.js").Child, led?: string, isCards?: boolean, was?: string}} how
 *   `led`: a suit that has to be followed; `was`: the best move of an earlier, shorter search
 * @returns {import("./preact.js").Child[]}
 */
function sentence(advice, verdict, { isChance, show, led = "", isCards = true, was = "" }) {
  const { form, best, other, loss } = verdict;
  const names = listed(best.map(show));
  const verb = isCards ? verbOf(advice) : "";
  const begin = was && !best.includes(was) ? ["Changed: now "] : [];
  const than = isChance ? `${plain(loss, true)} more chance` : `${roughPoints(loss, false)} better`;
  if (form === "only") return !isCards ? ["You can only ", ...names] : ["Nothing to choose: only ", ...names, led ? ` follows ${SUIT_NAMES[led]}` : ` can be ${verb ? "played" : "chosen"}`];
  if (form === "same") return [`Nothing to choose: every ${advice.decision === "card" && isCards ? "card" : "choice"} ends the same`];
  if (form === "experience") return [...begin, verb, ...names, ": chosen by experience of many games"];
  if (form === "open") return [...begin, "Leaning to ", ...names, `: whether it is better than `, show(other), " is open"];
  if (form === "fine" || form === "near") return [...begin, ...names, `: ${best.length > 2 ? "all are" : "either is"} fine${form === "near" ? " so far" : ""}`];
  return [...begin, begin.length ? "" : verb, ...names, `: ${form === "probably" ? "probably" : "about"} ${than} than `, show(other)];
}

/**
 * The hint as one sentence, to be read.
 * @param {Advice} advice @param {string[]} players @param {boolean} isChance
 * @param {{written?: (move: string) => string, led?: string, isCards?: boolean, was?: string}} [how]
 */
export function hintText(advice, players, isChance, { written = (move) => spokenMove(move, players), ...how } = {}) {
  const verdict = verdictOf(advice);
  const sure = sureText(advice, verdict, isChance);
  return `${capital(sentence(advice, verdict, { isChance, show: written, ...how }).join(""))}.${sure ? ` ${sure}.` : ""}`;
}

/**
 * The sheet of a hint.
 * @param {{
 *   advice: Advice | null, players: string[], isChance: boolean, isWorking: boolean, isOpen: boolean, trouble: string, seconds: number,
 *   led?: string, was?: string, onClose: () => void, onLonger: () => void, onStop: () => void, onDetails: () => void,
 *   chip?: (move: string) => import("./preact.js").Child, isCards?: boolean, }} props `chip`: how a move is shown
 */
export function HintSheet({ advice, players, isChance, isWorking, isOpen, trouble, seconds,
  led = "", was = "", onClose, onLonger, onStop, onDetails, chip, isCards = true }) {
  const show = chip ?? ((/** @type {string} */ move) => html`<${MoveChip} move=${move} players=${players} />`);
  const found = advice && advice.best !== null ? { advice, verdict: verdictOf(advice) } : null;
  const hasChoice = found !== null && !["only", "same"].includes(found.verdict.form);
  const isSure = found !== null && ["better", "fine"].includes(found.verdict.form);
  const head = () => {
    if (!found) return isWorking ? "Looking at possible deals …" : "Nothing is known yet";
    if (isWorking) return html`Still thinking: leaning to ${show(found.advice.best ?? "")}`;
    return sentence(found.advice, found.verdict, { isChance, show, led, isCards, was });
  };
  const lights = isWorking ? 0 : (found?.verdict.lights ?? 0);
  const sure = found && (isWorking ? basisText(found.advice) : sureText(found.advice, found.verdict, isChance));
  const why = found && found.verdict.lights > 1 && !isWorking ? reasonOf(found.advice) : "";
  return html`<section class="sheet hint" aria-label="Hint" aria-busy=${String(isWorking)}>
    <h2>${head()}</h2>
    <${IconButton} name="close" label="Close the hint" kind="quiet x1" onClick=${onClose} />
    ${hasChoice ? html`<div class="row small soft"><span class="meter" aria-hidden="true">${[1, 2, 3].map((light) => html`<i class=${light <= lights ? "on" : ""}></i>`)}</span><span class="sure">${sure}</span></div>` : null}
    ${trouble ? html`<p class="problems" role="alert">${trouble}</p>` : null}
    ${isWorking || hasChoice || trouble ? html`<div class="row">
      ${isWorking ? html`<button type="button" id="hint-stop" onClick=${onStop}>Stop, that is enough</button>` : isSure ? null : html`<button type="button" id="hint-longer" onClick=${onLonger}>${trouble ? "Try again" : "Think longer"}</button>`}
      ${hasChoice ? html`<button type="button" id="hint-details" aria-expanded=${String(isOpen)} onClick=${onDetails}>Details</button>` : null}
    </div>` : html`<p class="small soft" id="hint-none">Play it, and it goes on.</p>`}
    ${isOpen && why ? html`<${Reason} text=${why} players=${players} />` : null}
    ${isOpen && found && hasChoice ? html`<${Details} advice=${found.advice} isChance=${isChance} show=${show} seconds=${seconds} />` : null}
  </section>`;
}

/** @param {{advice: Advice, isChance: boolean, show: (move: string) => import("./preact.js").Child, seconds: number}} props */
function Details({ advice, isChance, show, seconds }) {
  const isEarly = Boolean(advice.recommended) && advice.recommended !== advice.best; // the table calls no other card the best one
  const rows = knownRows({ moves: [...advice.moves].sort((one, two) => two.mean - one.mean),
    best: advice.moves.flatMap(({ move, best }) => (best && !isEarly ? [move] : [])) }, 0);
  return html`<div class="details">
    <${MoveTable} rows=${rows} show=${show} chance=${isChance} most=${MOST_ROWS} limits=${advice.exact || advice.worlds >= FEW} />
    <p class="xs soft">${advice.exact ? "Exact." : `${capital(basisText(advice))}, ${seconds.toFixed(1)} s, ${advice.engine}.`} Uses only what you can know.</p>
    ${(advice.notes ?? []).map((note) => html`<p class="xs soft"><${Told} text=${capital(note)} />.</p>`)}
  </div>`;
}
