// What the page says unasked while one plays: nothing; a question before a card that surely costs much; or tints by value. All of it rests
// on the hint of the decision, which is then asked for at once and kept hidden. What marks mean is what they mean in a review.

import { verdictOf } from "./hint.js";
import { setting } from "./storage.js";
import { Dialog, html } from "./ui.js";
import { cardOf, Chip, rough, roughPoints, victimOf, you } from "./words.js";

/** @typedef {import("./types.js").Advice} Advice */

/** @type {[string, string][]} */
const MODES = [
  ["quiet", "Nothing, unless you ask for a hint"],
  ["warn me", "Asks before a card that surely gives away half a point or more"],
  ["shade", "Tints each card by what it loses"],
];
const MARKS = /** @type {Record<string, [number, string]>} */ ({ "?!": [1, "an inaccuracy"], "?": [2, "a mistake"], "??": [3, "a blunder"] });

/** Why there is no help unasked in a game; "" where it is there for the choosing. @param {import("./types.js").Live} live @param {boolean} isSealed whether all play the same cards */
export function withoutModes({ companion, players, table }, isSealed) {
  if (isSealed) return "In the deal of the day, and on the cards of a challenge, nothing helps.";
  if (companion) return "At a real table the hint comes by itself.";
  if (!Array.isArray(table.vault)) return "Cards are tinted, and asked about, in Diamonds alone.";
  const people = players.filter(({ source }) => ["me", "human"].includes(source)).length;
  if (people === 1) return "";
  return people ? "Several people play here: nobody is helped unasked." : "Nobody plays here but the program.";
}

export function mode() {
  return setting("mode", "quiet");
}

/** The mode after this one. */
export function nextMode() {
  const names = MODES.map(([name]) => name);
  return names[(names.indexOf(mode()) + 1) % names.length] ?? "quiet";
}

/** What a card surely costs, where that is much and the search is over; else 0. @param {Advice | null | undefined} advice @param {string} move */
export function costOf(advice, move) {
  const found = advice?.moves.find((each) => each.move === move);
  return found && (MARKS[found.mark ?? ""]?.[0] ?? 0) > 1 ? found.loss : 0;
}

/** Tints: the mark that each card would get in a review, and a tick where it is fine. @param {Advice} advice @param {boolean} isChance @returns {Map<string, import("./board.js").Mark>} by move */
export function shadesOf(advice, isChance) {
  const { best, form } = verdictOf(advice);
  return new Map(
    [...advice.moves].sort((one, two) => one.loss - two.loss).map(({ move, mark = "", loss }) => {
      const [tint = 0, name] = MARKS[mark] ?? [];
      const isFine = form !== "open" && best.includes(move);
      return [move, { note: tint ? mark : isFine ? "✓" : "", said: tint ? `${name}, loses ${rough(loss, isChance)}` : isFine ? "fine" : "", tint }];
    }),
  );
}

/** @param {{name: string, onPress: () => void}} props */
export function ModeChip({ name, onPress }) {
  return html`<button type="button" class="quiet mchip" id="mode" aria-label=${`While I play: ${name}`} onClick=${onPress}><i class="dot" aria-hidden="true"></i>${name}</button>`;
}

/** @param {{why: string, onClose: () => void, onChoose: (name: string) => void}} props `why`: there is no choice */
export function ModeSheet({ why, onClose, onChoose }) {
  return html`<${Dialog} title="While I play" onClose=${onClose} kind="menu">
    <div class="modes" role="radiogroup" aria-labelledby="dialog-title">${MODES.map(([name, text]) => html`<label key=${name}><input type="radio" name="mode" value=${name} disabled=${why !== ""} checked=${name === (why ? "quiet" : mode())} onChange=${() => onChoose(name)} /><b>${name}</b><span class="small soft">${text}</span></label>`)}</div>
    <p class="small soft">${why || "Only what you can know is used."}</p>
  </${Dialog}>`;
}

/**
 * The question before a costly card, in place of the actions.
 * @param {{move: string, loss: number, isChance: boolean, players: string[], onAgain: () => void, onBetter: () => void, onPlay: () => void}} props
 */
export function Warning({ move, loss, isChance, players, onAgain, onBetter, onPlay }) {
  const victim = victimOf(move);
  return html`<div class="acts three" role="alertdialog" aria-labelledby="sure" aria-describedby="not-yet">
    <div class="asks"><b id="sure">Sure? ${victim >= 0 ? `Robbing ${you(players[victim] ?? "")} with ` : ""}<${Chip} card=${cardOf(move)} /> ${victim >= 0 ? "costs" : "gives away"} about ${roughPoints(loss, isChance)}.</b><small id="not-yet">As far as you can know. Nothing is played yet.</small></div>
    <button type="button" id="play-it" onClick=${onPlay}>Play it</button><button type="button" id="show-better" onClick=${onBetter}>Show better</button><button type="button" class="main" id="think-again" onClick=${onAgain}>Think again</button>
  </div>`;
}
