// The screen Practise: positions from reviewed games in which a player lost something, as questions; what is answered well comes back later.

import { ask, problemsOf, textOf } from "./api.js";
import { DecisionTable, marksOf, MoveName, MoveTable, Reason, Verdict } from "./choosing.js";
import { isDue, keepAnswer, keepReview, lossesOf, progressFile, questionsOf, reviewedGames, takeProgress } from "./mistakes.js";
import { keepSetting, setting } from "./storage.js";
import { announce, Component, html, Problems, saveFile } from "./ui.js";
import { clause, counted, indexOf, plain, pointsOf, you } from "./words.js";

const HIGH = 24; // of a bar, in units of the picture
const STEP = 9;

/** @typedef {import("./mistakes.js").Question} Question */

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   player: string, left: Question[], table: import("./types.js").Checked | null, chosen: string, isShown: boolean, asked: number, right: number, days: number,
 *   problems: import("./types.js").Problem[], note: string,
 * }>}
 */
export class PracticeScreen extends Component {
  state = {
    player: "",
    left: /** @type {Question[]} */ ([]),
    table: /** @type {import("./types.js").Checked | null} */ (null),
    chosen: "",
    isShown: false,
    asked: 0,
    right: 0,
    days: 0,
    problems: /** @type {import("./types.js").Problem[]} */ ([]),
    note: "",
  };
  isGone = false;

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    addEventListener("mistakes", this.begin);
    this.begin();
  }

  /** The questions of who practises here, as soon as there are any. */
  begin = () => {
    if (this.state.player) return;
    const { name = "" } = /** @type {{name?: string}} */ (this.props.given ?? {});
    const names = this.names;
    const usual =
      [name, setting("practise", ""), "You"].find((each) => names.includes(each)) ?? names.find((each) => questionsOf(each).some(isDue));
    this.choose(usual ?? names[0] ?? "");
  };

  componentWillUnmount() {
    this.isGone = true;
    removeEventListener("mistakes", this.begin);
  }

  /** Everybody who plays in the games that are kept. */
  get names() {
    return [...new Set(reviewedGames().flatMap(({ players }) => players))];
  }

  /** @param {string} player @param {boolean} [asksAll] also what is not due */
  choose(player, asksAll = false) {
    if (player) keepSetting("practise", player);
    const all = this.questionsOf(player);
    this.show({ player, left: asksAll ? all : all.filter(isDue), asked: 0, right: 0 });
  }

  /** Those of a player, or of one of their habits. @param {string} player */
  questionsOf(player) {
    const { keys = null } = /** @type {{keys?: string[] | null}} */ (this.props.given ?? {});
    return questionsOf(player).filter(({ mistake }) => !keys || keys.includes(mistake.key));
  }

  /** @param {Partial<PracticeScreen["state"]>} state with another first question */
  show(state) {
    this.setState({ ...state, table: null, chosen: "", isShown: false }, async () => {
      const [question] = this.state.left;
      if (!question) return;
      try {
        const table = await ask("game", { text: question.game.text, number: question.mistake.one.number, seen: true });
        if (!this.isGone && this.state.left[0] === question) this.setState({ table });
      } catch (error) {
        this.setState({ problems: problemsOf(error) });
      }
    });
  }

  next() {
    this.show({ left: this.state.left.slice(1) });
  }

  /** @param {string} move "" to be shown the answer */
  answer(move) {
    const [question] = this.state.left;
    if (!question || this.state.isShown) return;
    const row = question.mistake.rows.find((one) => one.move === move);
    const isRight = row !== undefined && !row.worse;
    const days = keepAnswer(question, isRight, this.props.about.practice_days);
    this.setState(({ asked, right }) => ({ chosen: move, isShown: true, days, asked: asked + 1, right: right + (isRight ? 1 : 0) }));
    if (move) announce(isRight ? "Right" : "No");
  }

  /**
   * Takes reviews, as `diamonds analyse --json` writes them, and answers, as `diamonds practice` does, into what the browser keeps.
   * @param {FileList | null} files
   */
  async take(files) {
    let count = 0;
    this.setState({ problems: [] });
    for (const file of files ?? []) {
      try {
        const text = await textOf(file);
        if (takeProgress(text)) continue;
        for (const line of text.split("\n").filter((each) => each.trim())) {
          const review = JSON.parse(line);
          const game = await ask("game", { text: review.text });
          const objectives = this.props.about.games[game.game]?.objectives ?? {};
          const objective = objectives[review.objective] ?? { chance: false, margin: 0 };
          await keepReview({ game, objective, said: new Map(review.decisions.map((/** @type {any} */ one) => [one.number, one])),
            mistake: review.thresholds["?"], isUsual: review.objective === Object.keys(objectives)[0] });
          count += 1;
        }
      } catch (error) {
        const isText = error instanceof SyntaxError || error instanceof TypeError;
        this.setState({ problems: isText ? [{ code: "E-ANALYSIS", message: `${file.name}: this is not a review`, hint: "'diamonds analyse --json' writes reviews" }] : problemsOf(error) });
        return;
      }
    }
    this.setState({ note: count ? `${counted(count, "game")} taken in` : "Answers taken in" });
    this.choose(this.state.player || this.names[0] || "");
  }

  /** @param {string} key */
  key(key) {
    if (key === "n" && this.state.left.length && !this.isGone) this.next();
    else return false;
    return true;
  }

  render() {
    const { problems, note, player, left } = this.state;
    const games = reviewedGames().length;
    const open = this.props.about.without?.includes("files") ? null : html`<label class="btn">Take in files<input type="file" class="sr" multiple accept=".json,.ndjson,.jsonl" onChange=${(/** @type {Event} */ event) => this.take(/** @type {HTMLInputElement} */ (event.target).files)} /></label>`;
    if (!games) {
      return html`<main class="empty practise"><h1>Practise</h1><p>Review a game first: what went wrong there comes here.</p><${Problems} problems=${problems} />
        <p class="row"><button type="button" class="main" onClick=${() => this.props.go("review")}>Review a game</button>${open}</p></main>`;
    }
    return html`<main class="rev practise">
      ${this.board()}
      <aside class="side" aria-label="Question">
        <h1 class="sr">Practise</h1>
        <${Problems} problems=${problems} />
        ${left.length ? this.question() : this.rest()}
        <${Losses} about=${this.props.about} player=${player} />
        <p class="row">${open}${open ? html`<button type="button" id="save-answers" onClick=${() => saveFile(progressFile(), "practice.json", "application/json")}>Save answers</button>` : null}<button type="button" class="quiet" onClick=${() => this.props.go("review")}>Review</button>${note ? html`<span class="small soft" role="status">${note}</span>` : null}</p>
      </aside>
    </main>`;
  }

  board() {
    const { left, table, isShown, chosen } = this.state;
    const [question] = left;
    if (!question) return null;
    if (!table) return html`<section class="velvet brd" aria-busy="true"></section>`;
    const { one, rows } = question.mistake;
    const marks = isShown ? marksOf(rows, chosen || one.move, question.game.chance) : new Map();
    const title = `${one.trick === null ? "What" : `Trick ${one.trick}: what`} would ${you(question.game.players[indexOf(one.seat)] ?? "")} rather do?`;
    return html`<${DecisionTable} about=${this.props.about} game=${question.game.game} table=${table} one=${one} marks=${marks} title=${title} onChoose=${isShown ? null : (/** @type {string} */ move) => this.answer(move)} />`;
  }

  question() {
    const { left, table, chosen, isShown, days, asked, right } = this.state;
    const [question] = left;
    if (!question) return null;
    const { one, rows, loss, why } = question.mistake;
    const { players, chance } = question.game;
    const words = new Map([one, ...(table?.moves ?? [])].map((move) => [move.move, move]));
    const show = (/** @type {string} */ move) => html`<${MoveName} move=${move} players=${players} words=${words} />`;
    const whose = this.whose(`${left.length} to go${asked ? `, ${right} of ${asked} right` : ""}`);
    if (!isShown) {
      return html`<div class="verdict" id="question"><p><b>${one.decision === "card" ? "Find a better card than" : "Find something better than"}</b> ${show(one.move)}. It gave away about ${pointsOf(loss, chance)}.</p>
        <div class="row"><button type="button" id="show-answer" onClick=${() => this.answer("")}>Show me</button><button type="button" id="skip" onClick=${() => this.next()}>Skip</button></div></div>${whose}`;
    }
    const props = { rows, chosen, show, chance };
    const best = rows.filter((row) => row.best).map((row, place) => html`${place ? ", " : ""}${show(row.move)}`);
    return html`<div class="verdict" id="answer" role="status"><p>${chosen ? html`<${Verdict} ...${props} /> ` : null}${chosen && rows.find((row) => row.move === chosen)?.best ? null : html`Best: <b>${best}</b>. `}<span class="soft">Again in ${counted(days, "day")}.</span></p>
        <div class="row"><button type="button" class="main" id="next" onClick=${() => this.next()}>${left.length > 1 ? "Next" : "Done"}</button></div></div>${whose}
      <${MoveTable} ...${props} played=${one.move} /><${Reason} text=${why} players=${players} />`;
  }

  /** Nothing is left to be asked. */
  rest() {
    const { player, asked, right } = this.state;
    const all = this.questionsOf(player).length;
    return html`<div class="verdict" id="rest"><p><b>${asked ? `${right} of ${asked} right.` : "Nothing is due."}</b> ${all ? `${counted(all, "position")} to learn from.` : `${clause(player, "has")} no mistakes.`}</p>
      ${all ? html`<div class="row"><button type="button" id="all" onClick=${() => this.choose(player, true)}>Ask all again</button></div>` : null}</div>${this.whose()}`;
  }

  /** Below the question, which small screens show first: whose mistakes are asked, and how many are left. @param {string} [left] */
  whose(left = "") {
    const { names } = this;
    const choose = (/** @type {Event} */ { target }) => this.choose(/** @type {HTMLSelectElement} */ (target).value);
    const player = names.length > 1 ? html`<label>Mistakes of <select id="player" onChange=${choose}>${names.map((name) => html`<option selected=${name === this.state.player}>${name}</option>`)}</select></label>` : null;
    return html`<div class="row small">${player}<span class="soft">${left}</span></div>`;
  }
}

/** What a player lost by kind of decision, with a bar for each game. @param {{about: import("./types.js").About, player: string}} props */
function Losses({ about, player }) {
  const rows = lossesOf(player);
  if (!rows.length) return null;
  const games = new Set(rows.map(({ game }) => game));
  return html`<table class="small losses"><caption class="small">Lost for each decision, ${counted(Math.max(...rows.map((row) => row.games.length)), "game")}</caption>
    <thead><tr><th>decision</th><th>number</th><th>lost</th><th>trend</th></tr></thead>
    <tbody>${rows.map(({ game, chance, kind, number, loss, games: values }) => html`<tr key=${`${game} ${kind}`}><td>${games.size > 1 ? `${about.games[game]?.title}: ` : ""}${kind}</td><td>${number}</td><td>${plain(loss, chance)}</td><td><${Bars} values=${values} chance=${chance} /></td></tr>`)}</tbody></table>`;
}

/** @param {{values: (number | null)[], chance: boolean}} props */
export function Bars({ values, chance }) {
  const shown = values.slice(-20);
  const most = Math.max(1e-9, ...shown.map((value) => value ?? 0));
  const words = shown.map((value) => (value === null ? "none" : plain(value, chance))).join(", ");
  return html`<svg class="bars" viewBox=${`0 0 ${STEP * shown.length} ${HIGH}`} width=${STEP * shown.length} height=${HIGH} role="img" aria-label=${`by game: ${words}`}>
    ${shown.map((value, place) => (value === null ? null : html`<rect x=${STEP * place + 1} width=${STEP - 2} y=${HIGH - Math.max(1, (HIGH * Math.max(0, value)) / most)} height=${Math.max(1, (HIGH * Math.max(0, value)) / most)} />`))}
  </svg>`;
}
