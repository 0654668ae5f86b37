// Habits: what one does more often than others and loses by, in the games that were reviewed here. The program finds them, as
// `diamonds practice --habits` does; a phone has no such program.

import { problemsOf, Question } from "./api.js";
import { judgedOf, questionsOf } from "./mistakes.js";
import { Bars } from "./practice.js";
import { Component, html, Problems } from "./ui.js";
import { capital, counted } from "./words.js";

const PLAYER = "You";
const MOST = 400_000; // characters of the games that are sent: the program takes half a million

/** @typedef {import("./types.js").Habit} Habit */

/** The last games, as many as have room together. @param {ReturnType<typeof judgedOf>} games */
export function lastOf(games) {
  let room = MOST;
  const first = games.findLastIndex((game) => (room -= JSON.stringify(game).length) < 0);
  return games.slice(first + 1);
}

/**
 * @extends {Component<import("./main.js").ScreenProps, {found: import("./types.js").Habits | null,
 *   problems: import("./types.js").Problem[], isLooking: boolean, done: number}>}
 */
export class Habits extends Component {
  state = { found: /** @type {import("./types.js").Habits | null} */ (null),
    problems: /** @type {import("./types.js").Problem[]} */ ([]), isLooking: false, done: 0 };
  games = lastOf(judgedOf(PLAYER));

  get isThere() {
    return !this.props.about.without?.includes("habits");
  }

  componentDidMount() {
    if (this.isThere && this.games.length) void this.look();
  }

  componentWillUnmount() {
    Question.stop();
  }

  async look() {
    this.setState({ isLooking: true, done: 0, problems: [] });
    try {
      this.setState({ found: await Question.ask("habits", { games: this.games }, ({ done = 0 }) => this.setState({ done })) });
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
    this.setState({ isLooking: false });
  }

  render() {
    const { found, problems, isLooking } = this.state;
    return html`<section class="sheet" id="habits" aria-busy=${String(isLooking)}><h2>Habits</h2><${Problems} problems=${problems} />${found ? this.found(found) : html`<p class="small soft">${this.before()}</p>`}</section>`;
  }

  before() {
    if (!this.isThere)
      return "Habits are found by the program on a computer: its page names them in the games that you play and review there.";
    if (!this.games.length)
      return "Review your games with four players: after some twenty of them, what you do too often and lose by is named here.";
    const { isLooking, done } = this.state;
    return isLooking
      ? html`Looking for habits … <progress max=${this.games.length} value=${done} aria-label="games read"></progress> <button type="button" class="link" id="stop-habits" onClick=${() => Question.stop()}>Stop</button>`
      : html`<button type="button" class="link" id="look" onClick=${() => this.look()}>Look for habits</button>`;
  }

  /** @param {import("./types.js").Habits} found */
  found({ missing, decisions, habits, past }) {
    if (missing) return html`<p class="small">${capital(missing)}.</p>`;
    return html`${habits.length ? html`<ul class="habits">${habits.map((habit) => this.habit(habit))}</ul>` : html`<p class="small">None that costs you more than others lose in the same decisions.</p>`}
      ${past.length ? html`<h3>Found earlier, and not any more</h3><ul class="habits">${past.map((habit) => this.habit(habit))}</ul>` : null}
      <p class="xs soft">Of ${counted(decisions, "judged card")}, points: more than others lose in the same decisions. Bars: how often, game by game.</p>`;
  }

  /** @param {Habit} habit */
  habit({ text, share_text: share, by_game: games, course, shown }) {
    const places = shown.map(([game, number]) => `${number} ${this.games[game]?.text}`);
    const asked = questionsOf(PLAYER).filter(({ game, mistake }) => places.includes(`${mistake.one.number} ${game.text}`)).map(({ mistake }) => mistake.key);
    return html`<li key=${text}><p><b>${capital(text)}</b></p><p class="small soft row"><span>${share}</span><${Bars} values=${games.filter((each) => each !== null)} chance /></p>
      ${course ? html`<p class="small">${capital(course.text)}.</p>` : null}
      ${asked.length ? html`<button type="button" class="link" onClick=${() => this.props.go("practise", { name: PLAYER, keys: asked })}>Practise ${counted(asked.length, "position")}<span class="sr">: ${text}</span></button>` : null}</li>`;
  }
}
