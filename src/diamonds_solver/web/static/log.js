// The line above the hand: what went wrong; else what was passed, what happened last, and whose turn it is.

import { html } from "./ui.js";
import { capital, Chip, clause, you } from "./words.js";

/** A card that was passed, in the line. @param {string[]} cards */
const chips = (cards) => cards.map((card) => html` <${Chip} card=${card} />`);

/**
 * @param {{words: [string, string], last: import("./showing.js").LogLine | null, trouble: import("./preact.js").Child, passed: import("./preact.js").Child}} props
 *   `words`: whose turn it is, the bold part and the rest
 */
export function Log({ words: [head, rest], last, trouble, passed }) {
  return html`<p class="log">${trouble ?? html`${passed}${last && (last.text || last.card) ? html`<span class="old">${last.text} ${last.card ? html`<${Chip} card=${last.card} />` : null} ·</span>` : null}<span class="turn-text"><b>${head}</b> ${rest}</span>`}</p>`;
}

/**
 * What was passed: `mustFollow`: there is more to say in the line.
 * @param {{passed: NonNullable<ReturnType<typeof import("./board.js").passedTo>>, names: string[], isPartner: boolean, mustFollow: boolean}} props
 */
export function PassLine({ passed: { cards, giver, gave, receiver }, names, isPartner, mustFollow }) {
  return html`<span class=${`news ${mustFollow ? "" : "first"}`}>${isPartner ? "Your partner " : ""}${clause(names[giver] ?? "", "passes")} you${chips(cards)}<span class="gave"> · you gave${chips(gave)} to ${you(names[receiver] ?? "")}</span></span>`;
}

/**
 * What went wrong; a game whose program is gone can be saved and tried again.
 * @param {{trouble: import("./types.js").Problem, isGone: boolean, onSave: () => void, onRetry: () => void}} props
 */
export function Trouble({ trouble: { code, message, hint }, isGone, onSave, onRetry }) {
  return html`<span class="trouble" role="alert">${code === "E-GONE" ? "The program has ended. Your game is kept here." : `${capital(message)}${hint ? ` (${hint})` : ""}`}
    ${isGone ? html` <button type="button" onClick=${onSave}>Save</button> <button type="button" id="retry" onClick=${onRetry}>Try again</button>` : null}</span>`;
}
