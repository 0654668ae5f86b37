// A hint in three layers: a ring on the card, a sentence, and details with possible deals and intervals.

import { Reason } from "./choosing.js";
import { FEW, reasonOf } from "./judged.js";
import { html, IconButton } from "./ui.js";
import { capital, counted, MoveChip, plain, pointsOf, signed, spokenMove } from "./words.js";

const SURE = 1.28; // standard errors: nine samples in ten favour the move
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
  const [low, high] = other?.interval ?? [null, null];
  const error = low === null || high === null ? 0 : (high - low) / 2 / 1.96;
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

/** The hint as one sentence, to be read. @param {import("./types.js").Advice} advice @param {string[]} players @param {boolean} isChance @param {(move: string) => string} [written] */
export function hintText(advice, players, isChance, written = (move) => spokenMove(move, players)) {
  const { best, other, loss, isFew, isClose, sure } = verdictOf(advice);
  const names = listed(best.map(written)).join("");
  if (advice.moves.length === 1) return `Only one card: ${names}.`;
  if (isFew) return `Probably ${names}: only ${counted(advice.worlds, "deal")} tried.`;
  if (isClose || best.length > 1) return `${names}: ${best.length > 2 ? "all are" : "either is"} fine. ${sure}.`;
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
    if (verdict.isClose || verdict.best.length > 1) return html`${names}: ${verdict.best.length > 2 ? "all are" : "either is"} fine`;
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
    ${isOpen && advice ? html`<${Details} advice=${advice} isChance=${isChance} show=${show} seconds=${seconds} isCards=${isCards} />` : null}
  </section>`;
}

/** @param {{advice: import("./types.js").Advice, isChance: boolean, show: (move: string) => import("./preact.js").Child, seconds: number, isCards: boolean}} props */
function Details({ advice, isChance, show, seconds, isCards }) {
  const rows = [...advice.moves].sort((one, two) => two.mean - one.mean).slice(0, MOST_ROWS);
  const more = advice.moves.length - rows.length;
  const isFew = verdictOf(advice).isFew;
  const widest = Math.max(...rows.map((row) => row.interval[1] ?? row.loss), isChance ? 0.01 : 1);
  const at = (/** @type {number} */ value) => `${(100 * Math.min(Math.max(value, 0), widest)) / widest}%`;
  return html`<div class="details">
    <table class="small num"><thead><tr><th scope="col">${isCards ? "card" : "move"}</th><th scope="col">worth</th><th scope="col">loses</th>${isFew ? null : html`<th scope="col">95 % interval</th>`}</tr></thead>
      <tbody>${rows.map(({ move, mean, loss, best, interval: [low, high] }) => html`<tr class=${best ? "b" : ""}><td>${show(move)}</td><td>${signed(mean, isChance)}</td><td>${best ? "best" : plain(loss, isChance)}</td>
        ${isFew ? null : html`<td>${best || low === null || high === null || low === high ? null : html`<span class="rangebar" aria-hidden="true"><i style=${{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }}></i><b style=${{ left: at(loss) }}></b></span><span class="xs soft">${plain(low, isChance)} to ${plain(high, isChance)}</span>`}</td>`}</tr>`)}</tbody>
    </table>
    <p class="xs soft">${more > 0 ? `And ${more} more, none better. ` : ""}${advice.exact ? "Exact." : `${counted(advice.worlds, "possible deal")}, ${seconds.toFixed(1)} s, ${advice.engine}.`} Uses only what you can know.</p>
  </div>`;
}
