// The deal of the day: the same cards for everybody, made of the date alone, so without a network; how one played it, and how the solver does.
// The solver is the hint: it gets the same seat, the others play by the same seeds.

import { ask, problemsOf, Question } from "./api.js";
import { DAY, gameFor, keptGame, purposeOf } from "./kept.js";
import { dayOf, markedIn, marksIn } from "./mistakes.js";
import { keepSetting, keptValue, valuesLike } from "./storage.js";
import { announce, Component, CopyButton, html, Problems } from "./ui.js";
import { counted, listed, NAMES, spoken, SUITS, writeHand } from "./words.js";

/**
 * @typedef {{points: number, solver: number | null, text: string, levels?: Record<string, number>}} Day how a day was played; `text`: the
 *   record; `levels`: what they make
 */

const PLAYERS = 4;
const CARDS = 10;
const RANKS = 15;
const OTHERS = "normal";
const BESIDE = ["normal", "easy"]; // levels that play the same cards
const MOST = 60; // days that are kept, and other deals
const WEEK = 7;
const DAYS = "days"; // in localStorage

export const today = () => dayOf(new Date());

/** Whether cards are those of a date; others are of a number, written as `1-234567890`. @param {string} day */
export const isDate = (day) => /^\d{4}-/.test(day);

/** Whether cards are passed before they are played: those of a number that begins with 2. @param {string} day */
export const hasPass = (day) => day.startsWith("2-");

/** Numbers that look random, by a seed: mulberry32. @param {number} seed */
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

/** The hands of a day as they are dealt: they follow from the date alone. @param {string} day `2026-11-26` @returns {string[][]} */
export function handsOf(day) {
  const keys = numbers(Number(day.replaceAll("-", "")));
  const deck = SUITS.flatMap((suit) => Array.from({ length: RANKS }, (_, index) => `${suit}${RANKS - index}`));
  const drawn = deck.map((card) => ({ card, key: keys.next().value ?? 0 })).sort((one, two) => one.key - two.key);
  return Array.from({ length: PLAYERS }, (_, seat) => {
    const own = drawn.slice(CARDS * seat, CARDS * (seat + 1)).map(({ card }) => card);
    return deck.filter((card) => own.includes(card));
  });
}

/**
 * The record of a round on the cards of a day; as far as it is played. Where cards are passed, whoever sits first passes and leads first.
 * @param {string} day @param {string[]} [moves] a pass of each seat first, where cards are passed
 */
export function recordOf(day, moves = []) {
  const names = ["You", ...NAMES].slice(0, PLAYERS);
  const gave = hasPass(day) ? moves.slice(0, PLAYERS).map((pass) => pass.split("+")) : [];
  const line = (/** @type {string} */ key) => (/** @type {string[]} */ cards, /** @type {number} */ seat) => `${key} ${names[seat]} ${writeHand(cards)}`;
  const held = handsOf(day)
    .map((cards, seat) => [...cards.filter((card) => !gave[seat]?.includes(card)), ...(gave[(seat || PLAYERS) - 1] ?? [])]);
  const begin = !hasPass(day) ? [`lead ${names[1]}`] : [`dealer ${names.at(-1)}`, gave.length ? `pass ${gave[0]?.length}` : "phase choose", ...gave.map(line("gave"))];
  const played = moves.slice(gave.length);
  return ["diamonds 1", `id day-${day}`, `players ${names.join(" ")}`, ...begin, ...held.map(line("hand")), ...(played.length ? [`play ${played.join(" ")}`] : []), ""].join("\n");
}

/** What the game of a day is begun with. @param {string} day */
export function bodyOf(day) {
  return { text: recordOf(day), sources: Array.from({ length: PLAYERS }, (_, seat) => (seat ? OTHERS : "me")),
    seed: Number(day.replaceAll("-", "")) };
}

// -- what the browser keeps

/** @returns {Record<string, Day>} by day */
function days() {
  const found = valuesLike(keptValue(DAYS, {}), { points: 0, text: "" });
  return Object.fromEntries(Object.entries(found).map(([day, each]) => [day, { solver: null, ...each }]));
}

/** @param {string} day @param {Day} found */
function keepDay(day, found) {
  const all = Object.entries({ ...days(), [day]: found });
  const dated = all.filter(([each]) => isDate(each)).sort(([one], [two]) => (one < two ? -1 : 1));
  const others = all.filter(([each]) => !isDate(each));
  keepSetting(DAYS, JSON.stringify(Object.fromEntries([...others.slice(-MOST), ...dated.slice(-MOST)])));
}

/** The day that a game is played for; "" for none. @param {string} id */
export function dayPlayed(id) {
  const purpose = purposeOf(id);
  return purpose.startsWith(DAY) ? purpose.slice(DAY.length) : "";
}

/** The record of a round that was played on the cards of a day, or of another number; "" for none. @param {string} day */
export const playedOn = (day) => days()[day]?.text ?? "";

/** A game for a day is over: the first one counts. @param {string} day @param {import("./types.js").Live} live */
export function finishDay(day, live) {
  if (!days()[day]) keepDay(day, { points: live.score.points[0] ?? 0, solver: null, text: live.record });
}

// -- how the solver plays it

/** Its points; null where it was stopped. @param {string} day @param {(trick: number) => void} onTrick */
async function solverPoints(day, onTrick) {
  /** @type {import("./types.js").Live | null} */
  let live = await ask("play", { action: "begin", ...bodyOf(day) });
  while (live?.turn) {
    const { id, steps, turn, moves, table } = /** @type {import("./types.js").Live} */ (live);
    onTrick(CARDS - table.tricks_left);
    if (turn?.source !== "me") live = await Question.ask("turn", { id, seat: "" }, () => {});
    else {
      const advice = moves.length > 1 ? await Question.ask("hint", { id, seat: "" }, () => {}) : { best: moves[0]?.move };
      if (!advice) return null;
      live = await ask("play", { action: "move", id, steps, move: advice.recommended ?? advice.best });
    }
  }
  return live?.score.points[0] ?? null;
}

/** What a level makes of the same cards; null where it was stopped. @param {string} day @param {string} level */
export async function levelPoints(day, level) {
  const body = bodyOf(day);
  const { id } = await ask("play", { action: "begin", ...body, sources: [level, ...body.sources.slice(1)] });
  const live = await Question.ask("turn", { id, seat: "" }, () => {});
  return live && !live.turn ? Number(live.score.points[0]) : null;
}

/** @param {Day} day */
function sentence({ points, solver }) {
  if (solver === null) return `You made ${counted(points, "point")}`;
  const behind = solver - points;
  return behind < 0 ? `You beat the solver by ${-behind}` : !behind ? "Level with the solver" : `${behind === 1 ? "One" : behind} behind the solver`;
}

/** @param {string} day @param {Intl.DateTimeFormatOptions} how */
export const written = (day, how) => new Date(`${day}T12:00`).toLocaleDateString("en-GB", how);
const DATE = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });

/** The last seven days: beaten or level, played, not played. */
function Week() {
  const all = days();
  const last = Array.from({ length: WEEK }, (_, index) => {
    const date = new Date();
    date.setDate(date.getDate() - WEEK + 1 + index);
    return dayOf(date);
  });
  return html`<ol class="week" aria-label="The last seven days">${last.map((day) => {
    const found = all[day];
    const isWon = found && found.solver !== null && found.points >= found.solver;
    const said = found ? `${counted(found.points, "point")}${found.solver === null ? "" : `, the solver ${found.solver}`}` : "not played";
    return html`<li key=${day}><i class=${isWon ? "won" : found ? "" : day === today() ? "now" : "none"} aria-hidden="true">${isWon ? "✓" : (found?.points ?? "")}</i><span aria-hidden="true">${written(day, { weekday: "narrow" })}</span><span class="sr">${written(day, { weekday: "long" })}: ${said}</span></li>`;
  })}</ol>`;
}

/** What each makes of the same cards, the most on top. @param {{rows: [string, number][]}} props */
function Beside({ rows }) {
  const most = Math.max(1, ...rows.map(([, points]) => points));
  return html`<section class="sheet"><h2>Each on your cards</h2><ul class="beside">${rows.sort(([, one], [, two]) => two - one).map(([name, points]) => html`<li class=${name === "you" ? "on" : ""} key=${name}><span>${name}</span><i aria-hidden="true"><b style=${{ width: `${(100 * points) / most}%` }}></b></i><span class="num">${points}</span></li>`)}</ul></section>`;
}

/** A hand in one row. @param {{cards: string[]}} props */
export function TenCards({ cards }) {
  return html`<div class="ten" role="img" aria-label=${`Your cards: ${listed(cards.map(spoken))}`}>${cards.map((card) => html`<span class=${`card ${card[0]}`}><b>${card.slice(1)}</b></span>`)}</div>`;
}

/** The card on the first screen. @param {{go: (screen: string, given?: unknown) => void, onPlay: (day: string) => void}} props */
export function DayCard({ go, onPlay }) {
  const day = today();
  const found = days()[day];
  const begun = gameFor(DAY + day);
  const isBegun = keptGame(begun) !== undefined;
  const cards = handsOf(day)[0] ?? [];
  const press = () => (found ? go("daily") : isBegun ? go("play", { resume: begun }) : onPlay(day));
  return html`<section class="offer day velvet" aria-labelledby="day-title">
    <div class="when"><h2 id="day-title">Deal of the day</h2><span>${written(day, DATE)}</span><p>${found ? `${found.points}${found.solver === null ? " points" : ` : ${found.solver}`} today, the next one at midnight` : "One round, the same for everybody"}</p></div>
    <${TenCards} cards=${cards} />
    <div class="row"><${Week} /><span class="sp"></span><button type="button" id="day" onClick=${press}>${found ? "See it" : isBegun ? "Go on" : "Play"}</button></div>
  </section>`;
}

/**
 * How the deal of a day was played.
 * @extends {Component<import("./main.js").ScreenProps, {day: string, trick: number, problems: import("./types.js").Problem[]}>}
 */
export class DailyScreen extends Component {
  state = { day: /** @type {string} */ (this.props.given?.day ?? today()),
    trick: 0, problems: /** @type {import("./types.js").Problem[]} */ ([]) };
  isGone = false;

  componentDidMount() {
    this.props.listen(() => false);
    this.solve();
  }

  componentWillUnmount() {
    this.isGone = true;
    Question.stop();
  }

  /** Lets the solver play it, once. */
  async solve() {
    const { day } = this.state;
    const found = days()[day];
    if (!found || found.solver !== null) return;
    try {
      const levels = /** @type {Record<string, number>} */ ({});
      for (const level of BESIDE) levels[level] = (await levelPoints(day, level)) ?? NaN;
      const solver = await solverPoints(day, (trick) => this.isGone || this.setState({ trick }));
      if (solver === null || Object.values(levels).some(Number.isNaN)) return;
      keepDay(day, { ...found, solver, levels });
      announce(`${sentence({ ...found, solver })}.`);
      if (!this.isGone) this.forceUpdate();
    } catch (error) {
      if (!this.isGone) this.setState({ problems: problemsOf(error) });
    }
  }

  /** @param {string} day */
  async play(day) {
    try {
      const live = await ask("play", { action: "begin", ...bodyOf(day) });
      this.props.go("play", { live, purpose: days()[day] ? "again" : DAY + day });
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
  }

  render() {
    const { day, trick, problems } = this.state;
    const found = days()[day];
    if (!found) return html`<main class="start narrow"><h1 class="sr">Deal of the day</h1><${DayCard} go=${this.props.go} onPlay=${(/** @type {string} */ chosen) => this.play(chosen)} /><${Problems} problems=${problems} /></main>`;
    const { points, solver, text, levels } = found;
    const marks = marksIn(text, "You");
    const count = markedIn(text, "You");
    const copied = () => `Diamonds ${written(day, { day: "numeric", month: "short" })} ${points} : ${solver ?? "–"} ${(marks ?? []).map((mark) => mark || "✓").join("")}`.trim();
    return html`<main class="start narrow">
      <section class="offer velvet score"><p>Deal of the day · ${written(day, DATE)}</p><h1>${sentence(found)}</h1>
        <p class="big num"><span><b>${points}</b> you</span> <i aria-hidden="true">:</i> <span><b>${solver ?? "…"}</b> solver</span></p>
        ${solver === null && !problems.length ? html`<p class="small" role="status">The solver plays your cards: trick ${Math.min(CARDS, trick + 1)} of ${CARDS}</p>` : null}<${Week} /></section>
      <${Problems} problems=${problems} />
      ${solver !== null && levels ? html`<${Beside} rows=${/** @type {[string, number][]} */ ([["solver", solver], ["you", points], ...Object.entries(levels)])} />` : null}
      ${marks ? html`<section class="sheet"><h2>Your ten tricks: ${count ? counted(count, "mistake") : "no mistake"}</h2><ol class="tricks">${marks.map((mark, index) => html`<li><b class=${`m ${{ "?!": "m1", "?": "m2", "??": "m3" }[mark] ?? ""}`}>${mark || "✓"}</b><span>${index + 1}</span></li>`)}</ol></section>` : null}
      <div class="foot"><${CopyButton} text=${copied} label="Copy result" /><button type="button" id="day-again" onClick=${() => this.play(day)}>Play it again</button><button type="button" id="day-beat" onClick=${() => this.props.go(`beat/${day.replaceAll("-", "")}//`)}>Challenge somebody</button>
        <button type="button" class="main" id="review" onClick=${() => this.props.go("review", { text, name: "You" })}>${count ? `Review my ${counted(count, "mistake")}` : count === 0 ? "Review the round" : "Review my mistakes"}</button></div>
      <p class="soft small">The solver plays what a hint says at your place; the others answer by the same rules. It plays for its points compared with the others' average. Playing again does not count. The next deal comes at midnight.</p>
    </main>`;
  }
}
