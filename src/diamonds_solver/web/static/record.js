// My record: the games of Diamonds that one has played here against the program, by the level of the others; and, of those that are reviewed,
// what one gave away apart from what the cards and the others brought. Kept in the browser alone.

import { Habits } from "./habits.js";
import { purposeOf } from "./kept.js";
import { givenAwayIn } from "./mistakes.js";
import { keepSetting, keptList } from "./storage.js";
import { Component, Dialog, html, saveFile } from "./ui.js";
import { counted, signed } from "./words.js";

const GAMES = "played"; // in localStorage
const MOST = 200; // games,
const MOST_TEXTS = 40; // and records of the last ones, which is what a review is found by
const LAST = 8; // games that are listed
const FEWEST = 5; // games, from which on there is an interval
const [WEEKS, WEEK, MONDAY] = [12, 7 * 86_400_000, 3 / 7]; // of the course that is drawn; milliseconds; 1970 began on a Thursday
const REACH = 6; // points that the axis reaches to either side

/**
 * A game that is over. `margin`: points a round minus the mean of the others; `share` of the victory; `result`: own points and the best other's.
 * @typedef {{id: string, when: number, level: string, players: number, rounds: number, margin: number, share: number, result: [number,
 *   number], text: string}} Played
 * @typedef {import("./types.js").Live} Live
 */

/** @returns {Played[]} the oldest first */
function playedGames() {
  return keptList(GAMES, /** @type {Played} */ ({ id: "", when: 0, level: "",
    players: 0, rounds: 0, margin: 0, share: 0, result: [0, 0], text: "" }));
}

/** Keeps a game of Diamonds that is over, of one person against one level, played for nothing else; once. @param {Live} live */
export function keepPlayed({ id, companion, players, turn, score, table, record }) {
  const own = players.find(({ source }) => source === "me");
  const levels = new Set(players.filter((player) => player !== own).map(({ source }) => source));
  const before = playedGames();
  if (turn || companion || !own || levels.size !== 1 || !Array.isArray(table.vault) ||
    purposeOf(id) || before.some((game) => game.id === id || game.text === record)) return;
  const side = score.sides.findIndex((seats) => seats.includes(own.seat));
  const others = score.points.filter((_, index) => index !== side);
  const points = score.points[side] ?? 0;
  const rounds = table.record.rounds?.length ?? 1;
  const margin = (points - others.reduce((sum, each) => sum + each, 0) / others.length) / rounds;
  const [level = ""] = levels;
  const all = [...before, { id, when: Date.now(), level, players: players.length, rounds, margin,
    share: score.shares?.[side] ?? 0, result: /** @type {[number, number]} */ ([points, Math.max(...others)]), text: record }];
  keepSetting(GAMES, JSON.stringify(all.slice(-MOST)
    .map((game, index, { length }) => (index < length - MOST_TEXTS ? { ...game, text: "" } : game))));
}

/** What the tile says. */
export function recordSummary() {
  const games = playedGames();
  return games.length ? `${counted(games.length, "game")}, ${games.filter(({ share }) => share > 0).length} won` : "Games and points against each level";
}

/** How many standard errors a 95 % interval reaches: Student's t, by Cornish and Fisher. @param {number} freedom */
function studentOf(freedom) {
  const z = 1.96;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3);
}

/** A mean with its interval at 95 %; no `reach` of few numbers. @param {number[]} values */
export function meanOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, count: values.length, reach: values.length < FEWEST ? null
    : studentOf(values.length - 1) * Math.sqrt(variance / values.length) };
}

/**
 * A mean on an axis around 0, its interval as a bar; `most`: above it an estimate is chance.
 * @param {{title: string, note: string, found: ReturnType<typeof meanOf>, most?: number}} props
 */
function Axis({ title, note, found: { mean: estimate, reach }, most = Infinity }) {
  const mean = Math.min(most, estimate);
  const at = (/** @type {number} */ value) => (100 * (Math.max(-REACH, Math.min(REACH, value)) + REACH)) / (2 * REACH);
  const [low, high] = [mean - (reach ?? 0), mean + (reach ?? 0)];
  const isBad = reach !== null && high < 0;
  const said = reach === null ? signed(mean) : `${signed(mean)} points a round, between ${signed(low)} and ${signed(high)}`;
  return html`<li><span>${title}<small class="soft">${note}</small></span>
    <div class="ax" role="img" aria-label=${`${title}, ${note}: ${said}`}>${reach === null ? null : html`<i class=${isBad ? "bad" : ""} style=${{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }}></i>`}<b style=${{ left: `${at(mean)}%` }}></b></div>
    <span class="num" aria-hidden="true"><b>${signed(mean)}</b><small class="soft">${reach === null ? "too few" : `${signed(low)} to ${signed(high)}`}</small></span></li>`;
}

/**
 * What was given away a round in each of the last weeks that had a review, the oldest first.
 * @param {{game: Played, lost: number}[]} reviewed @param {number} now
 */
export function weeksOf(reviewed, now) {
  const ago = (/** @type {number} */ when) => Math.floor(now / WEEK + MONDAY) - Math.floor(when / WEEK + MONDAY);
  const of = (/** @type {number} */ week) => reviewed.filter(({ game }) => ago(game.when) === week);
  const mean = (/** @type {typeof reviewed} */ some) => {
    const lost = some.reduce((sum, one) => sum + one.lost * one.game.rounds, 0);
    return Math.max(0, lost / some.reduce((sum, { game }) => sum + game.rounds, 0)); // an estimate
  };
  const weeks = Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index).map((week) => ({ week, some: of(week) }));
  return weeks.filter(({ some }) => some.length).map(({ week, some }) => ({ week, lost: mean(some) }));
}

/** The course of these weeks, where there are several. @param {{weeks: ReturnType<typeof weeksOf>}} props */
export function Weeks({ weeks }) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(0.1, ...weeks.map(({ lost }) => lost));
  const points = weeks.map(({ week, lost }) => `${(100 * (first.week - week)) / (first.week - last.week)},${30 - (28 * lost) / most}`).join(" ");
  const said = (/** @type {number} */ week) => (week ? `${counted(week, "week")} ago` : "this week");
  return html`<h3>Given away a round: ${first.lost.toFixed(1)}, ${last.week ? said(last.week) : "now"} ${last.lost.toFixed(1)}</h3>
    <svg class="weeks" viewBox="0 0 100 31" preserveAspectRatio="none" role="img" aria-label=${weeks.map(({ week, lost }) => `${said(week)} ${lost.toFixed(1)}`).join(", ")}><polyline points=${points} /></svg>
    <p class="scale xs soft" aria-hidden="true"><span>${said(first.week)}</span><span>${said(last.week)}</span></p>`;
}

/** @extends {Component<import("./main.js").ScreenProps, {isAsking: boolean}>} */
export class RecordScreen extends Component {
  state = { isAsking: false };

  componentDidMount() {
    this.props.listen(() => false);
  }

  render() {
    const games = playedGames();
    if (!games.length) return html`<main class="start narrow"><h1>My record</h1><p class="soft" id="none">Play a game, and it is counted here: points against each level, mistakes, luck and skill.</p>
      <div class="foot"><button type="button" class="main" onClick=${() => this.props.go("start")}>Play a game</button></div></main>`;
    const won = games.filter(({ share }) => share > 0).length;
    const order = [...Object.keys(this.props.about.games["diamonds"]?.levels ?? {})];
    const levels = [...new Set(games.map(({ level }) => level))].sort((one, two) => order.indexOf(one) - order.indexOf(two));
    const reviewed = games.flatMap((game) => {
      const lost = game.text ? givenAwayIn(game.text, "You") : null;
      return lost === null ? [] : [{ game, lost: lost / game.rounds }];
    });
    const forget = () => {
      keepSetting(GAMES, "[]");
      this.setState({ isAsking: false });
    };
    return html`<main class="start narrow mine"><h1>My record</h1>
      <dl class="boxes"><div><dd>${games.length}</dd><dt>${games.length === 1 ? "game" : "games"}</dt></div><div><dd>${won}</dd><dt>won, ${Math.round((100 * won) / games.length)} %</dt></div><div><dd>${reviewed.length}</dd><dt>reviewed</dt></div></dl>
      <section class="sheet"><h2>Points a round against each level</h2><ul class="axes">${levels.map((level) => {
        const own = games.filter((game) => game.level === level);
        return html`<${Axis} title=${level} note=${counted(own.length, "game")} found=${meanOf(own.map(({ margin }) => margin))} />`;
      })}</ul><p class="scale xs soft" aria-hidden="true"><span>−${REACH}</span><span>equal</span><span>+${REACH}</span></p>
        <p class="xs soft">Your points minus the others' mean. Bar: 95 % interval${levels.some((level) => games.filter((game) => game.level === level).length < FEWEST) ? `; fewer than ${FEWEST} games are too few for one` : ""}.</p></section>
      <section class="sheet"><h2>Luck and skill</h2>${reviewed.length ? html`<ul class="axes">
          <${Axis} title="Given away" note="by your mistakes" found=${meanOf(reviewed.map(({ lost }) => -lost))} most=${0} />
          <${Axis} title="The cards" note="and the others" found=${meanOf(reviewed.map(({ game, lost }) => game.margin + lost))} />
        </ul><${Weeks} weeks=${weeksOf(reviewed, Date.now())} /><p class="xs soft">Of ${counted(reviewed.length, "game")} that you reviewed, a round: what your decisions cost by what you could know, and what is left of the result without that.</p>` : html`<p class="small soft">Review a game: then what you gave away is told apart from what the cards brought.</p>`}</section>
      <${Habits} ...${this.props} />
      <section class="sheet"><h2>Last games</h2><ol class="played">${games.slice(-LAST).reverse().map(({ id, when, level, players, rounds, share, result, text }) => html`<li key=${id}><b>${share > 0 ? "won" : "lost"} ${result[0]} : ${result[1]}</b><span class="small soft">${new Date(when).toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${level}, ${players} players, ${counted(rounds, "round")}</span>${text ? html`<button type="button" class="link" onClick=${() => this.props.go("review", { text, name: "You" })}>Review<span class="sr"> the game of ${new Date(when).toLocaleString("en-GB")}</span></button>` : null}</li>`)}</ol></section>
      <div class="foot"><button type="button" id="save-record" onClick=${() => saveFile(JSON.stringify(games, null, 1), "record.json", "application/json")}>Save as a file</button><button type="button" class="quiet" id="forget" onClick=${() => this.setState({ isAsking: true })}>Forget all</button></div>
      <p class="xs soft">Kept in this browser alone. Games of Diamonds against one level are counted, not the deal of the day.</p>
      ${this.state.isAsking ? html`<${Dialog} title="Forget all games?" kind="centre" onClose=${() => this.setState({ isAsking: false })}><p>Your record begins anew. Reviews stay.</p><div class="foot"><button type="button" onClick=${() => this.setState({ isAsking: false })}>Keep them</button><button type="button" class="main" id="sure" onClick=${forget}>Forget them</button></div></${Dialog}>` : null}
    </main>`;
  }
}
