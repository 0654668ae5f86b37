// Help while one plays: the hint that is asked for, and what comes unasked: nothing; a question before a card that surely costs much; or tints
// by value. That rests on the hint, too, which is then asked for at once and kept hidden. What marks mean is what they mean in a review.

import { problemsOf, Question } from "./api.js";
import { HintSheet, hintText, LONGER, marksOf, onlyMove, verdictOf } from "./hint.js";
import { toldMove } from "./pieces.js";
import { keepSetting, setting } from "./storage.js";
import { announce, Dialog, html } from "./ui.js";
import { cardOf, Chip, problemText, rough, roughPoints, spokenMove, victimOf, you } from "./words.js";

/** @typedef {import("./types.js").Advice} Advice */
/** @typedef {NonNullable<import("./deciding.js").PlayState["hint"]>} Hint */

/** @type {[string, string][]} */
const MODES = [
  ["quiet", "Nothing, unless you ask for a hint"],
  ["warn me", "Asks before a card that surely gives away half a point or more"],
  ["shade", "Tints each card by what it loses"],
];
const MARKS = /** @type {Record<string, [number, string]>} */ ({ "?!": [1, "an inaccuracy"],
  "?": [2, "a mistake"], "??": [3, "a blunder"] });

/**
 * Why there is no help unasked in a game; "" where it is there for the choosing.
 * @param {import("./types.js").Live} live @param {boolean} isSealed whether all play the same cards
 */
export function withoutModes({ companion, players, table }, isSealed) {
  if (isSealed) return "In the deal of the day, and on the cards of a challenge, nothing helps.";
  if (companion) return "At a real table the hint comes by itself.";
  if (!Array.isArray(table.vault)) return "Cards are tinted, and asked about, in Diamonds alone.";
  const people = players.filter(({ source }) => ["me", "human"].includes(source)).length;
  if (people === 1) return "";
  return people ? "Several people play here: nobody is helped unasked." : "Nobody plays here but the program.";
}

/** What a card surely costs, where that is much and the search is over; else 0. @param {Advice | null | undefined} advice @param {string} move */
function costOf(advice, move) {
  const found = advice?.moves.find((each) => each.move === move);
  return found && (MARKS[found.mark ?? ""]?.[0] ?? 0) > 1 ? found.loss : 0;
}

/**
 * Tints: the mark that each card would get in a review, and a tick where it is fine.
 * @param {Advice} advice @param {boolean} isChance @returns {Map<string, import("./board.js").Mark>} by move
 */
function shadesOf(advice, isChance) {
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

/** The choice of what comes unasked. @param {{help: Helping, onClose: () => void}} props */
export function ModeSheet({ help, onClose }) {
  const why = help.without;
  const radio = (/** @type {string} */ name) => html`<input type="radio" name="mode" value=${name} disabled=${why !== ""}
    checked=${name === help.mode} onChange=${() => help.choose(name)} />`;
  return html`<${Dialog} title="While I play" onClose=${onClose} kind="menu">
    <div class="modes" role="radiogroup" aria-labelledby="dialog-title">
      ${MODES.map(([name, text]) => html`<label key=${name}>${radio(name)}<b>${name}</b><span class="small soft">${text}</span></label>`)}</div>
    <p class="small soft">${why || "Only what you can know is used."}</p>
  </${Dialog}>`;
}

/** The question before a costly card, in place of the actions. @param {{help: Helping, move: string, onPlay: () => void}} props */
export function Warning({ help, move, onPlay }) {
  const { names, state: { hint } } = help.table;
  const victim = victimOf(move);
  const whom = victim >= 0 ? `Robbing ${you(names[victim] ?? "")} with ` : "";
  const cost = `${victim >= 0 ? "costs" : "gives away"} about ${roughPoints(costOf(hint?.advice, move), help.isChance)}`;
  return html`<div class="acts three" role="alertdialog" aria-labelledby="sure" aria-describedby="not-yet">
    <div class="asks"><b id="sure">Sure? ${whom}<${Chip} card=${cardOf(move)} /> ${cost}.</b>
      <small id="not-yet">As far as you can know. Nothing is played yet.</small></div>
    <button type="button" id="play-it" onClick=${onPlay}>Play it</button>
    <button type="button" id="show-better" onClick=${() => help.unask(true)}>Show better</button>
    <button type="button" class="main" id="think-again" onClick=${() => help.unask()}>Think again</button>
  </div>`;
}

/**
 * Help at the table: the hint, on request or unasked, and the question before a costly card. The table's state has what is shown of it.
 */
export class Helping {
  warned = ""; // the decision in which the person was asked whether they are sure

  /** @param {import("./play.js").PlayScreen} table */
  constructor(table) {
    this.table = table;
  }

  /** Why nothing helps unasked here; "" where it does if it is chosen. */
  get without() {
    const { live, isSealed } = this.table;
    return live ? withoutModes(live, isSealed) : "no game";
  }

  /** What helps unasked here: "quiet", "warn me", "shade". */
  get mode() {
    return this.without ? "quiet" : setting("mode", "quiet");
  }

  /** @param {string} [name] that is chosen; else the next one */
  choose(name = MODES[(MODES.findIndex(([each]) => each === this.mode) + 1) % MODES.length]?.[0] ?? "quiet") {
    keepSetting("mode", name);
    announce(`While I play: ${name}.`);
    this.table.setState({ warning: "" }, () => this.watch());
  }

  /** Whether values are chances to win. */
  get isChance() {
    const { live, objective } = this.table.state;
    const objectives = (live && this.table.props.about.games[live.game]?.objectives) || {};
    return Boolean(objectives[objective || (Object.keys(objectives)[0] ?? "")]?.chance);
  }

  get canAsk() {
    const { isMine, isSealed, props, state: { live, isBusy } } = this.table;
    const decision = live?.turn?.decision ?? "over";
    return isMine && !isBusy && !isSealed && decision !== "over" && decision in (props.about.games[live?.game ?? ""]?.decisions ?? {});
  }

  /** Asks for the hint of a card at once, where it is needed unasked; it stays hidden. */
  watch() {
    const { live, state } = this.table;
    const isCard = live?.turn?.decision === "card" && live.moves.length > 1;
    if (this.mode !== "quiet" && isCard && this.canAsk && !state.hint) this.ask(1, true);
  }

  /** @param {number} times the usual amount of work @param {boolean} isHidden whether it is for what helps unasked */
  async ask(times = 1, isHidden = false) {
    const { table } = this;
    const { live, names, seat, led, isCards } = table;
    if (!live || !this.canAsk) return;
    const isSame = () => table.live?.id === live.id && table.live.steps === live.steps;
    const began = performance.now();
    const none = { advice: null, was: "", isOpen: false, trouble: "", seconds: 0, isWorking: true, isHidden: false };
    const update = (/** @type {Partial<Hint>} */ change) => table.setState(({ hint }) => ({ hint: { ...none, ...hint, ...change } }));
    const { hint: there } = table.state;
    const was = there?.advice?.best ? (verdictOf(there.advice).best[0] ?? "") : "";
    const written = (/** @type {string} */ move) => (isCards ? spokenMove(move, names) : toldMove(live, move));
    const say = (/** @type {Advice} */ advice) =>
      table.state.hint?.isHidden || announce(hintText(advice, names, this.isChance, { written, led, isCards, was }));
    if (there?.isHidden && times === 1 && (there.advice || there.isWorking)) {
      await table.draw({ hint: { ...there, isHidden: false }, warning: "" });
      if (there.advice && !there.isWorking) say(there.advice);
      return;
    }
    const [only, ...others] = live.moves;
    if (only && !others.length) {
      const advice = onlyMove(only.move, live.turn?.decision ?? "");
      update({ advice, isWorking: false, isHidden: false });
      say(advice);
      return;
    }
    update({ was, isWorking: true, isHidden, trouble: "" });
    const found = (/** @type {Advice} */ advice) => ({ advice, seconds: (performance.now() - began) / 1000 });
    try {
      const answer = await Question.ask("hint", { id: live.id, seat, times }, (event) => {
        if (!isSame()) return;
        if (event.event === "start") table.setState({ objective: event.objective });
        if (event.event === "advice") update(found(event));
      });
      if (!isSame()) return;
      update({ isWorking: false, ...(answer ? found(answer) : {}) });
      if (answer) say(answer);
    } catch (error) {
      const problem = problemsOf(error)[0];
      if (isSame()) update({ isWorking: false, trouble: problem ? problemText(problem) : "" });
    }
  }

  /** Puts the hint away, and lets go of a card; what helps unasked still needs the hint. */
  close() {
    const isNeeded = this.mode !== "quiet";
    if (!isNeeded) Question.stop();
    this.table.setState(({ hint }) => ({ hint: hint && isNeeded ? { ...hint, isHidden: true } : null, robbing: null, raised: new Set() }));
  }

  /** Whether a move waits for an answer to the question that comes before it: once in a decision. @param {string} move */
  warns(move) {
    const { hint, live } = this.table.state;
    const decision = `${live?.id} ${live?.steps}`;
    const isCostly = this.mode === "warn me" && hint?.isHidden && !hint.isWorking && costOf(hint.advice, move) > 0;
    if (!isCostly || this.warned === decision) return false;
    this.warned = decision;
    this.table.setState({ warning: move, robbing: null, raised: new Set([cardOf(move)]) }, () => this.table.focusOn("#think-again"));
    return true;
  }

  /** Lets go of the card that was asked about. @param {boolean} [isShown] whether the hint comes */
  unask(isShown = false) {
    this.table.setState(({ hint }) =>
      ({ warning: "", raised: new Set(), hint: hint && isShown ? { ...hint, isHidden: false } : hint }), () => this.table.focus());
  }

  /** What stands on the cards, by move. */
  get marks() {
    const { hint } = this.table.state;
    if (!hint?.advice || hint.advice.best === null) return new Map();
    if (!hint.isHidden) return marksOf(hint.advice, this.isChance, hint.isWorking);
    return this.mode === "shade" && !hint.isWorking ? shadesOf(hint.advice, this.isChance) : new Map();
  }

  /** The hint, where it is to be seen. @param {import("./types.js").Live} live */
  sheet(live) {
    const { names, led, isCards, state: { hint } } = this.table;
    if (!hint || hint.isHidden) return null;
    const chip = isCards ? undefined : (/** @type {string} */ move) => html`<b>${toldMove(live, move)}</b>`;
    return html`<${HintSheet} ...${hint} players=${names} isChance=${this.isChance} led=${led} chip=${chip} isCards=${isCards} onClose=${() => this.close()}
      onStop=${() => Question.stop()} onLonger=${() => this.ask(LONGER)} onDetails=${() => this.table.setState({ hint: { ...hint, isOpen: !hint.isOpen } })} />`;
  }
}
