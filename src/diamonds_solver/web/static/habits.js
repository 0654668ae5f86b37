// Habits: what one does more often than others and loses by, in the games that were reviewed here. The program finds them, as
// `diamonds practice --habits` does; a phone has no such program.

import { ask, problemsOf } from "./api.js";
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

/** @extends {Component<import("./main.js").ScreenProps, {found: import("./types.js").Habits | null, problems: import("./types.js").Problem[]}>} */
export class Habits extends Component {
  state = { found: /** @type {import("./types.js").Habits | null} */ (null), problems: /** @type {import("./types.js").Problem[]} */ ([]) };
  games = lastOf(judgedOf(PLAYER));

  get isThere() {
    return !this.props.about.without?.includes("habits");
  }

  async componentDidMount() {
    if (!this.isThere || !this.games.length) return;
    try {
      this.setState({ found: await ask("habits", { games: this.games }) });
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
  }

  render() {
    const { found, problems } = this.state;
    return html`<section class="sheet" id="habits" aria-busy=${String(this.isThere && this.games.length > 0 && !found && !problems.length)}><h2>Habits</h2><${Problems} problems=${problems} />${found ? this.found(found) : problems.length ? null : html`<p class="small soft">${this.before()}</p>`}</section>`;
  }

  before() {
    if (!this.isThere) return "Habits are found by the program on a computer: its page names them in the games that you play and review there.";
    if (!this.games.length) return "Review your games with four players: after some twenty of them, what you do too often and lose by is named here.";
    return "Looking for habits …";
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
