// A hint in three layers: a ring on the card, a sentence, and details with possible deals and intervals.

import { MoveTable, Reason } from "./choosing.js";
import { FEW, knownRows, reasonOf } from "./judged.js";
import { html, IconButton } from "./ui.js";
import { capital, counted, MoveChip, plain, pointsOf, spokenMove } from "./words.js";

export const SURE = 1.28; // standard errors; such a hint is right nine times in ten: docs/results/calibration.md
const MOST_ROWS = 12;
export const LONGER = 10; // seconds

/**
 * What a hint comes to. `lights`: how sure it is, of three; `marks`: what stands on the cards.
 * @typedef {{best: string[], other: string, loss: number, lights: number, sure: string, isFew: boolean, isClose: boolean}} Verdict
 */

/** @param {import("./types.js").Advice} advice @returns {Verdict} */
export function verdictOf(advice) {
  const rows = [...advice.moves].sort((one, two) => two.mean - one.mean);
  const best = rows.filter((row) => row.best);
  const other = rows.find((row) => !row.best);
  const error = other?.loss_sem ?? 0;
  const isFew = !advice.exact && advice.worlds < FEW;
  const isFair = other !== undefined && (error === 0 || other.loss / error >= SURE);
  const isClose = advice.verdict === "too close" && !isFair;
  const lights = isFew ? 0 : advice.verdict !== "too close" ? 3 : isFair ? 2 : 1;
  const moves = isClose && other ? [...new Set([advice.best ?? "", other.move])] : best.map(({ move }) => move);
  const lead = advice.best ?? "";
  return { best: isFew || !moves.length ? [lead] : moves, other: other?.move ?? "", loss: other?.loss ?? 0, lights, sure: ["Too few samples", "Too close to call", "Fairly sure", "Clear"][lights] ?? "", isFew, isClose };
}

/** The marks on the cards. @param {import("./types.js").Advice} advice @param {boolean} isChance @returns {Map<string, import("./board.js").Mark>} by move */
export function marksOf(advice, isChance) {
  const { best } = verdictOf(advice);
  return new Map(
    advice.moves.map(({ move, loss }) => {
      const isBest = best.includes(move);
      return [move, { note: isBest ? "best" : loss < 0.005 ? "0" : `−${plain(loss, isChance)}`, said: isBest ? "best" : `loses ${plain(loss, isChance)}`, best: isBest }];
    }),
  );
}

/** A list in a sentence. @param {import("./preact.js").Child[]} parts */
function listed(parts) {
  return parts.flatMap((part, index) => (index ? [index === parts.length - 1 ? " or " : ", ", part] : [part]));
}

/** What is done with cards; of other choices their own words say it. @param {import("./types.js").Advice} advice */
function verbOf({ decision }) {
  return decision === "card" ? "Play " : decision === "pass" ? "Pass " : "";
}

/** What is said of several moves. @param {Pick<Verdict, "best" | "isClose">} verdict */
function fineText({ best, isClose }) {
  return isClose ? "either may be best" : `${best.length > 2 ? "all are" : "either is"} fine`;
}

/** The hint as one sentence, to be read. @param {import("./types.js").Advice} advice @param {string[]} players @param {boolean} isChance @param {(move: string) => string} [written] */
export function hintText(advice, players, isChance, written = (move) => spokenMove(move, players)) {
  const { best, other, loss, isFew, isClose, sure } = verdictOf(advice);
  const names = listed(best.map(written)).join("");
  if (advice.moves.length === 1) return `Only one card: ${names}.`;
  if (isFew) return `Probably ${names}: only ${counted(advice.worlds, "deal")} tried.`;
  if (isClose || best.length > 1) return `${names}: ${fineText({ best, isClose })}. ${sure}.`;
  return `${capital(verbOf(advice) + names)}: ${isChance ? `${plain(loss, true)} more chance` : `about ${pointsOf(loss, false)} better`} than ${written(other)}. ${sure}.`;
}

/**
 * The sheet of a hint.
 * @param {{
 *   advice: import("./types.js").Advice | null, players: string[], isChance: boolean, isWorking: boolean, isOpen: boolean, trouble: string, seconds: number,
 *   onClose: () => void, onLonger: () => void, onStop: () => void, onDetails: () => void, chip?: (move: string) => import("./preact.js").Child, isCards?: boolean,
 * }} props `chip`: how a move is shown
 */
export function HintSheet({ advice, players, isChance, isWorking, isOpen, trouble, seconds, onClose, onLonger, onStop, onDetails, chip, isCards = true }) {
  const show = chip ?? ((/** @type {string} */ move) => html`<${MoveChip} move=${move} players=${players} />`);
  const verdict = advice && advice.best !== null ? verdictOf(advice) : null;
  const head = () => {
    if (!advice || !verdict) return "Looking at possible deals …";
    const names = listed(verdict.best.map(show));
    if (advice.moves.length === 1) return isCards ? "Only one card" : "Only one move";
    if (verdict.isFew) return html`Probably ${names}: only ${counted(advice.worlds, "deal")} tried`;
    if (verdict.isClose || verdict.best.length > 1) return html`${names}: ${fineText(verdict)}`;
    return html`${isCards ? verbOf(advice) : ""}${names}: ${isChance ? `${plain(verdict.loss, true)} more chance` : `about ${pointsOf(verdict.loss, false)} better`} than ${show(verdict.other)}`;
  };
  const why = verdict && verdict.lights > 1 && advice && !isWorking ? reasonOf(advice) : "";
  return html`<section class="sheet hint" aria-label="Hint">
    <h2>${head()}</h2>
    <${IconButton} name="close" label="Close the hint" kind="quiet x1" onClick=${onClose} />
    ${verdict && advice && advice.moves.length > 1 ? html`<div class="row small soft"><span class="meter" aria-hidden="true">${[1, 2, 3].map((light) => html`<i class=${light <= verdict.lights ? "on" : ""}></i>`)}</span><span class="sure">${verdict.sure}</span></div>` : null}
    ${trouble ? html`<p class="problems" role="alert">${trouble}</p>` : null}
    <div class="row">
      ${isWorking ? html`<button type="button" id="hint-stop" onClick=${onStop}>Stop</button>` : html`<button type="button" id="hint-longer" onClick=${onLonger}>Think longer: ${LONGER} s</button>`}
      <button type="button" id="hint-details" aria-expanded=${String(isOpen)} onClick=${onDetails}>Details</button>
    </div>
    ${isOpen && why ? html`<${Reason} text=${why} players=${players} />` : null}
    ${isOpen && verdict && advice ? html`<${Details} advice=${advice} verdict=${verdict} isChance=${isChance} show=${show} seconds=${seconds} />` : null}
  </section>`;
}

/** @param {{advice: import("./types.js").Advice, verdict: Verdict, isChance: boolean, show: (move: string) => import("./preact.js").Child, seconds: number}} props */
function Details({ advice, verdict, isChance, show, seconds }) {
  const rows = knownRows({ moves: [...advice.moves].sort((one, two) => two.mean - one.mean), best: advice.moves.flatMap(({ move, best }) => (best ? [move] : [])) }, 0);
  return html`<div class="details">
    <${MoveTable} rows=${rows} show=${show} chance=${isChance} most=${MOST_ROWS} limits=${!verdict.isFew} />
    <p class="xs soft">${advice.exact ? "Exact." : `${counted(advice.worlds, "possible deal")}, ${seconds.toFixed(1)} s, ${advice.engine}.`} Uses only what you can know.</p>
  </div>`;
}
