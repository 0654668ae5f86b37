// The screen Review: a game looked back at. Two judges, never mixed: by what was known, and in hindsight, all cards open.

import { ask, problemsOf, Question } from "./api.js";
import { DecisionTable, hasSuits, marksOf, MoveName, MoveTable, Reason, Verdict } from "./choosing.js";
import { Judged, reasonOf } from "./judged.js";
import { keepMistakes } from "./mistakes.js";
import { lineSteps } from "./open.js";
import { keepInTab, tabSetting } from "./storage.js";
import { DASHES } from "./story.js";
import { announce, Component, html, Icon, IconButton, Problems, saveFile, Segments } from "./ui.js";
import { capital, clause, counted, indexOf, listed, MoveChip, plain, pointsOf, signed, spokenMove, you } from "./words.js";

/** @typedef {import("./judged.js").Decision} Decision */
/** @typedef {import("./judged.js").Judge} Judge */

const MARK_WORDS = /** @type {Record<string, string>} */ ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" });
const COSTLIEST = 3;
const REACH = 8; // points that the bar reaches to either side
const WIDE = 800; // units of the curve
const HIGH = 62;

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   number: number, judge: Judge, problems: import("./types.js").Problem[], retry: {left: number[], chosen: string} | null, line: number,
 *   tick: number, isOpening: boolean, isOwn: boolean, proving: number,
 * }>}
 */
export class ReviewScreen extends Component {
  state = { number: 1, judge: /** @type {Judge} */ (this.props.about.review?.first ?? "known"),
    problems: /** @type {import("./types.js").Problem[]} */ ([]),
    retry: /** @type {{left: number[], chosen: string} | null} */ (null), line: -1, tick: 0, isOpening: true, isOwn: false, proving: 0 };
  /** @type {Judged | null} */
  judged = null;
  /** @type {Map<string, import("./types.js").Checked>} tables by decision and what is shown of it */
  tables = new Map();
  name = ""; // whose mistakes are looked for; "" for everybody
  hasMoved = false; // whether the person has chosen a decision, or the first mistake is shown
  kept = Promise.resolve(); // when the mistakes are there for practice
  keptMarks = -1; // how many of them
  /** @type {import("./preact.js").Child} */
  drawn = null; // the board as it was last drawn: it stays until the next table is there
  isDrawing = false;
  isGone = false;

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    const { text = "", name = "", number = 0, judged = null } =
      /** @type {{text?: string, name?: string, number?: number, judged?: Judged | null}} */ (this.props.given ?? {});
    const example = this.props.about.examples.find((one) => one.name === "game4");
    if (judged) this.begin(judged, "", number);
    else this.open(text || tabSetting("game") || example?.text || "", name, number);
  }

  /** Whether the page can do something here. @param {string} what */
  has = (what) => !this.props.about.without?.includes(what);

  /** The list of moves is scrolled to the decision that is shown. @param {unknown} _ @param {ReviewScreen["state"]} before */
  componentDidUpdate(_, before) {
    const cell = /** @type {HTMLElement | null} */ (document.querySelector(".course .cur"));
    const box = cell?.closest(".course");
    if (!cell || !box || before.number === this.state.number) return;
    const { top, bottom } = box.getBoundingClientRect();
    const here = cell.getBoundingClientRect();
    if (here.top < top || here.bottom > bottom) box.scrollTop += (here.top + here.bottom - top - bottom) / 2;
  }

  componentWillUnmount() {
    this.isGone = true;
    Question.stop();
  }

  /** @param {string} text @param {string} name @param {number} number of the decision to begin with; 0: the first one */
  async open(text, name, number) {
    try {
      const game = await ask("game", { text });
      if (this.isGone) return;
      keepInTab("game", text);
      await this.begin(new Judged(game, this.props.about, this.draw), name, number);
      await this.run();
    } catch (error) {
      this.setState({ isOpening: false, problems: problemsOf(error) });
    }
  }

  /** Shows a game, which may be judged already. @param {Judged} judged @param {string} name @param {number} number */
  async begin(judged, name, number) {
    const { players, decisions } = judged.game;
    this.judged = judged;
    this.name = players.includes(name) ? name : players.includes("You") ? "You" : "";
    const first = judged.marked(judged.first, this.seat)[0] ?? decisions.find((one) => judged.said[judged.first].has(one.number)) ??
      decisions.find((one) => one.trick !== null) ?? decisions.find((one) => !one.forced);
    this.setState({ isOpening: false });
    await this.go(number || (first?.number ?? 1), number > 0);
  }

  async run() {
    await this.judged?.run();
    if (!this.judged || this.isGone) return;
    if (this.judged.isDone || this.judged.said.known.size) await (this.kept = keepMistakes(this.judged));
    const count = this.judged.marked(this.judged.first, this.seat).length;
    if (this.judged.isDone) announce(`The review is done: ${counted(count, "marked decision")}.`);
  }

  /** Draws once for all that comes within a frame. The first mistake is shown, unless the person has chosen something. */
  draw = () => {
    if (this.isDrawing || this.isGone) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      if (this.isGone) return;
      this.setState(({ tick }) => ({ tick: tick + 1 }));
      const [first] = this.judged?.marked(this.judged.first, this.seat) ?? [];
      if (!this.hasMoved && first) this.go(first.number);
      this.keep();
    });
  };

  /** Practice has what is known so far, also of a review that is left before its end. */
  keep() {
    const { judged } = this;
    const marks = judged?.marked("known").length ?? 0;
    if (!judged?.said.known.size || marks === this.keptMarks) return;
    this.keptMarks = marks;
    this.kept = this.kept.then(() => keepMistakes(judged)).then(() => {
      dispatchEvent(new Event("mistakes")); // the screen Practise may have come first
    });
  }

  get seat() {
    return this.judged?.game.players.indexOf(this.name) ?? -1;
  }

  get one() {
    return this.judged?.game.decisions[this.state.number - 1] ?? null;
  }

  /** Which table is shown: not that in hindsight while something better is looked for. */
  get tableKey() {
    return `${this.state.number} ${this.state.retry || this.state.judge === "known" ? "known" : "hindsight"} ${this.state.line}`;
  }

  /** @param {number} number @param {boolean} [isChosen] */
  async go(number, isChosen = true) {
    const { judged } = this;
    if (!judged) return;
    this.hasMoved ||= isChosen;
    this.setState({ number: Math.max(1, Math.min(judged.game.decisions.length + 1, number)), line: -1 }, () => this.fetch());
  }

  /** The table that is to be shown, unless it is there. */
  async fetch() {
    const { judged, one } = this;
    const { number, judge, retry, line } = this.state;
    const key = this.tableKey;
    if (!judged || this.tables.has(key)) return this.forceUpdate();
    const moves = line >= 0 ? this.lineMoves().slice(0, line + 1) : [];
    const isSeen = one !== null && (judge === "known" || retry !== null) && line < 0;
    try {
      const table = await ask("game",
        { text: judged.game.text, number, ...(isSeen ? { seen: true } : {}), ...(moves.length ? { line: moves } : {}) });
      this.tables.set(key, table);
      if (!this.isGone) this.forceUpdate();
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
    return undefined;
  }

  /** To the next decision, or to the next of one's own that had a choice. @param {number} by 1 or -1 */
  step(by) {
    const { judged } = this;
    const { number, isOwn } = this.state;
    if (!judged) return;
    const own = judged.game.decisions.filter((one) => indexOf(one.seat) === this.seat && !one.forced).map((one) => one.number);
    const next = by > 0 ? own.find((each) => each > number) : own.findLast((each) => each < number);
    if (!isOwn || this.seat < 0) this.go(number + by);
    else if (next !== undefined) this.go(next);
    else announce("no decision of yours that way");
  }

  /** @param {number} by */
  mistake(by) {
    const marked = this.judged?.marked(this.state.judge, this.seat).map((one) => one.number) ?? [];
    const next =
      by > 0 ? (marked.find((number) => number > this.state.number) ?? marked[0]) : marked.findLast((number) => number < this.state.number);
    if (next === undefined) announce("no mistakes that way");
    else this.go(next);
  }

  /** @param {Judge} judge */
  choose(judge) {
    this.setState({ judge, line: -1, retry: null }, () => this.fetch());
  }

  // -- find better

  retry() {
    const left = this.judged?.costliest(this.state.judge, this.seat).map((one) => one.number) ?? [];
    const from = left.includes(this.state.number) ? this.state.number : left[0];
    if (from === undefined) return;
    this.hasMoved = true;
    this.setState({ retry: { left: [from, ...left.filter((number) => number !== from)], chosen: "" }, number: from, line: -1 }, () =>
      this.fetch(),
    );
  }

  nextRetry() {
    const left = this.state.retry?.left.slice(1) ?? [];
    if (left[0] === undefined) this.endRetry();
    else this.setState({ retry: { left, chosen: "" }, number: left[0], line: -1 }, () => this.fetch());
  }

  endRetry() {
    this.setState({ retry: null }, () => this.fetch());
  }

  /** @param {string} move */
  answer(move) {
    const { retry } = this.state;
    const row = this.judged?.rows(this.state.judge, this.state.number).find((one) => one.move === move);
    if (!retry || !this.judged) return;
    this.setState({ retry: { ...retry, chosen: move } });
    announce(`${row && !row.worse ? "Right" : "No"}: ${spokenMove(move, this.judged.game.players)}`);
  }

  // -- the line of best play

  /** Best play in hindsight: after the move that was made, or in its place. */
  lineMoves() {
    const { number } = this.state;
    const said = this.judged?.said.hindsight.get(number);
    const { one } = this;
    if (!said?.hindsight || !one) return [];
    return said.hindsight.loss ? [one.move, ...said.reply] : said.hindsight.line;
  }

  /** @param {number} line */
  point(line) {
    this.setState({ line }, () => this.fetch());
  }

  // -- keys

  /** @param {string} key */
  key(key) {
    const { judged } = this;
    const { retry, judge } = this.state;
    if (!judged || this.isGone) return false;
    if (key === "ArrowRight") this.step(1);
    else if (key === "ArrowLeft") this.step(-1);
    else if (key === "Home") this.go(1);
    else if (key === "End") this.go(judged.game.decisions.length + 1);
    else if (key === "n") this.mistake(1);
    else if (key === "p") this.mistake(-1);
    else if (key === "j" && judged.game.hindsight) this.choose(judge === "known" ? "hindsight" : "known");
    else if (key === "b") this.retry();
    else if (key === "Escape" && retry) this.endRetry();
    else if (key === "Escape" && judged.isRunning) Question.stop();
    else return false;
    return true;
  }

  // -- drawing

  render() {
    const { judged } = this;
    const { problems, isOpening } = this.state;
    if (!judged) return html`<main class="empty"><h1>Review</h1>${isOpening ? html`<p>opening …</p>` : html`<${Problems} problems=${problems} />`}<p><button type="button" onClick=${() => this.props.go("start")}>Start</button></p></main>`;
    return html`<main class="rev">${this.board()}<aside class="side" aria-label="What the judge says">${this.side()}</aside>${this.footer()}</main>`;
  }

  /** What the board shows, in words. */
  title() {
    const { judged, one } = this;
    if (!judged) return "";
    if (!one) return "The end of the game";
    const place = placeOf(judged, one);
    const name = judged.game.players[indexOf(one.seat)] ?? "";
    if (this.state.retry) return `${capital(place)}: what would ${you(name)} rather do?`;
    const verb =
      { pass: "passed", count: "chose to pass", victim: "chose to", actor: "chose: " }[one.decision] ??
      (hasSuits(this.props.about, judged.game.game) ? "played" : "chose:");
    return html`${capital(place)}: ${clause(name, verb)} ${this.moveName(one.move)}`;
  }

  /** @param {string} move */
  moveName = (move) => {
    const { judged, one } = this;
    const table = this.tables.get(this.tableKey);
    const told = [...(judged?.words.values() ?? []), ...(table?.moves ?? []), ...(one ? [one] : [])];
    return html`<${MoveName} move=${move} players=${judged?.game.players ?? []} words=${new Map(told.map((each) => [each.move, each]))} />`;
  };

  board() {
    const { judged, one } = this;
    const { retry, judge, number, line } = this.state;
    const table = this.tables.get(this.tableKey);
    if (!judged || !table) return (!retry && this.drawn) || html`<section class="velvet brd" aria-busy="true"></section>`;
    const said = judged.said[judge].get(number);
    const isAsking = retry !== null && !retry.chosen;
    const marks = isAsking || !one || line >= 0 ? new Map() : marksOf(judged.rows(judge, number), one.move, judged.objective.chance);
    const title = line >= 0 ? "Best play in hindsight" : this.title();
    return this.drawn = html`<${DecisionTable} about=${this.props.about} game=${judged.game.game} table=${table} one=${line >= 0 ? null : one} mark=${said?.mark} marks=${marks} title=${title} onChoose=${isAsking ? (/** @type {string} */ move) => this.answer(move) : null} />`;
  }

  side() {
    const { judged } = this;
    const { judge, retry, problems } = this.state;
    if (!judged) return null;
    const { done, total } = judged.progress;
    /** @type {[string, string][]} */
    const judges = [["known", "Known at the time"], ["hindsight", "In hindsight"]];
    const work = judged.isRunning
      ? html`<p class="work small soft"><progress max=${total} value=${done} aria-label="judged"></progress> ${done} of ${total} <button type="button" class="link" id="stop" onClick=${() => Question.stop()}>Stop</button></p>`
      : judged.isDone ? null : html`<p class="work small soft">${done} of ${total} judged <button type="button" class="link" id="go-on" onClick=${() => this.run()}>Go on</button></p>`;
    return html`
      ${judged.game.hindsight && this.has("known") ? html`<${Segments} label="Judge" value=${judge} choices=${judges} onChoose=${(/** @type {Judge} */ value) => this.choose(value)} />` : null}
      ${judge === "known" && this.props.about.review ? html`<p class="xs soft">${this.props.about.review.note}</p>` : null}${work}<${Problems} problems=${[...problems, ...judged.problems]} />
      ${retry ? null : html`${this.worst()}${this.lastChances()}`}
      <div class="judgement" role="group" aria-label="This decision" tabindex="0">${retry ? this.retrying() : this.verdict()}</div>
      ${this.list()}`;
  }

  retrying() {
    const { judged, one } = this;
    const { retry, judge, number } = this.state;
    if (!judged || !one || !retry) return null;
    const name = you(judged.game.players[indexOf(one.seat)] ?? "");
    const rows = judged.rows(judge, number);
    const props = { rows, chosen: retry.chosen, show: this.moveName, chance: judged.objective.chance };
    const next = html`<button type="button" class=${retry.chosen ? "main" : ""} id="next-retry" onClick=${() => this.nextRetry()}>${retry.chosen ? (retry.left.length > 1 ? "Next one" : "Done") : "Skip"}</button>`;
    if (!retry.chosen) {
      const better = one.decision === "card" ? "Find a better card" : "Find a better move";
      return html`<div class="verdict" id="retry"><p><b>${better} for ${name}.</b> ${this.moveName(one.move)} was played here. Choose another one.</p>
        <div class="row"><button type="button" id="show-answer" onClick=${() => this.endRetry()}>Show me</button>${next}</div></div>`;
    }
    return html`<div class="verdict" id="retry" role="status"><p><${Verdict} ...${props} /></p><div class="row">${next}<button type="button" onClick=${() => this.setState({ retry: { ...retry, chosen: "" } })}>Try again</button></div></div>
      <${MoveTable} ...${props} played=${one.move} />${this.why()}`;
  }

  why() {
    const { judged } = this;
    const said = judged?.said[this.state.judge].get(this.state.number);
    return html`<${Reason} text=${said ? reasonOf(said) : ""} players=${judged?.game.players ?? []} />`;
  }

  /** What the judge says of the move that was made, with its mark. */
  said() {
    const { judged, one } = this;
    if (!judged) return null;
    return one ? html`<${Sentence} judged=${judged} judge=${this.state.judge} one=${one} show=${this.moveName} />` : "The game is over.";
  }

  verdict() {
    const { judged, one } = this;
    const { judge, number } = this.state;
    if (!judged) return null;
    if (!one) return html`<p class="verdict">The game is over.</p>`;
    const rows = judged.rows(judge, number);
    return html`<div class="verdict"><p>${this.said()}</p></div>
      ${one.forced || !rows.length ? null : html`<${MoveTable} rows=${rows} played=${one.move} show=${this.moveName} chance=${judged.objective.chance} />`}
      ${judge === "known" ? this.why() : this.line()}`;
  }

  /** Best play by tricks, with names; each move is played on the board when it is pointed at. */
  line() {
    const { judged, one } = this;
    if (!judged || !one) return null;
    const moves = this.lineMoves().slice(0, 40);
    if (!moves.length) return null;
    const head = this.judged?.loss("hindsight", one.number) ? html`After ${this.moveName(one.move)}: ` : "Best play: ";
    const players = judged.game.players;
    const skip = this.judged?.loss("hindsight", one.number) ? 1 : 0;
    const start = this.tables.get(`${one.number} hindsight -1`);
    const steps = start && hasSuits(this.props.about, judged.game.game) ? lineSteps(start, moves, indexOf(one.seat), one.trick)
      : moves.map((move, index) => ({ index, seat: -1, move, trick: 0 }));
    const chip = (/** @type {string} */ move) => (skip || hasSuits(this.props.about, judged.game.game) ? html`<${MoveChip} move=${move} players=${players} />` : this.moveName(move));
    const step = (/** @type {number} */ index, /** @type {import("./preact.js").Child} */ words) => (this.has("lines")
      ? html`<button type="button" class="link step" aria-pressed=${String(this.state.line === index)} onMouseEnter=${() => this.point(index)} onClick=${() => this.point(this.state.line === index && this.hasMoved ? -1 : index)} onFocus=${() => this.point(index)} onBlur=${() => this.point(-1)}>${words}</button>`
      : html`<span class="step">${words}</span>`);
    return html`<p class="bestplay small" onMouseLeave=${() => this.state.line >= 0 && this.point(-1)}><span class="soft">${head}</span>
      ${steps.slice(skip).map(({ index, seat, move, trick }) => html`${trick && index ? html` <span class="soft">· trick ${trick}:</span> ` : " "}${step(index, html`${seat < 0 ? "" : `${players[seat]} `}${chip(move)}`)}`)}</p>`;
  }

  /** What cost most. */
  worst() {
    const { judged } = this;
    const { judge, number } = this.state;
    const all = judged?.costliest(judge, this.seat) ?? [];
    if (!judged || !all.length) return judged?.isDone ? html`<p class="small">${this.name ? `${clause(this.name, "has")} no marked decision.` : "No decision has a mark."}</p>` : null;
    return html`<div class="worst"><h2 class="xs soft">What cost most</h2><ol class="row">
      ${all.slice(0, COSTLIEST).map((one) => html`<li><button type="button" class="cell" aria-current=${one.number === number ? "step" : null} onClick=${() => this.go(one.number)}>${this.markOf(one)} ${this.name ? "" : `${judged.game.players[indexOf(one.seat)]} `}<${MoveName} move=${one.move} players=${judged.game.players} words=${new Map([[one.move, one]])} /> <span class="soft">−${plain(judged.loss(judge, one.number) ?? 0, judged.objective.chance)}</span></button></li>`)}
    </ol></div>`;
  }

  /** Whether those who lost could have won, in the words of the command. */
  lastChances() {
    const { judged } = this;
    if (!judged) return null;
    const { players, sides } = judged.game;
    const [names, isDuel] = [players.map(you), sides.length === 2];
    const lines = judged.lastChances().filter(({ side }) => this.seat < 0 || side.includes(this.seat))
      .map(({ side, one, best, margin, points }) => {
      const moves = best.slice(0, 3).map((move, index) => html`${index ? " or " : ""}<${MoveChip} move=${move} players=${players} />`);
      const answer = margin > 0 ? html`Yes: from ${placeOf(judged, one)} on, with ${moves}${side[1] === undefined ? "" : ` of ${names[indexOf(one.seat)]}`}, whatever they play: by ${amount(margin)}${isDuel ? "" : " more than their average"}.` : `No: best play from ${placeOf(judged, one)} on brings ${amount(points)}, they have ${amount(points - margin)}${isDuel ? "" : " on average"}.`;
      return html`<p class="chance small">Could ${listed(side.map((seat) => names[seat] ?? ""))} have ${isDuel ? "won" : "beaten all others together"}? ${answer} <button type="button" class="link" onClick=${() => this.setState({ judge: "hindsight" }, () => this.go(one.number))}>Show me</button>${this.has("proofs") ? html` <button type="button" class="link" disabled=${this.state.proving > 0} onClick=${() => this.prove(one.number)}>${this.state.proving === one.number ? "Proving …" : "Certificate"}</button>` : null}</p>`;
    });
    return lines.length > 1 ? html`<details class="small"><summary>Could they have won?</summary>${lines}</details>` : lines;
  }

  /** @param {Decision} one */
  markOf(one) {
    const mark = this.judged?.said[this.state.judge].get(one.number)?.mark ?? "";
    return mark && this.state.retry?.left[0] !== one.number ? html`<b class=${`m ${markClass(mark)}`}><span aria-hidden="true">${mark}</span><span class="sr">${MARK_WORDS[mark]}</span></b>` : null;
  }

  /** The moves of the round by tricks; in a game without tricks by turns. */
  list() {
    const { judged } = this;
    if (!judged) return null;
    const { players, decisions } = judged.game;
    const round = this.one?.round ?? decisions.at(-1)?.round ?? 1;
    const rows = rowsOf(judged.ofRound(round));
    const choices = judged.rounds.map((each) => [String(each), String(each)]);
    return html`<div class="row small">
        ${choices.length > 1 ? html`<span class="soft">Round</span><${Segments} label="Round" value=${String(round)} choices=${choices} onChoose=${(/** @type {string} */ value) => this.go(judged.ofRound(Number(value))[0]?.number ?? 1)} />` : null}
        ${this.name ? html`<button type="button" class="quiet" id="only-own" aria-pressed=${String(this.state.isOwn)} onClick=${() => this.setState({ isOwn: !this.state.isOwn })}>Only ${this.name === "You" ? "mine" : this.name}</button>` : null}
        <span class="sp"></span>
        ${this.has("practise") ? html`<button type="button" class="quiet" id="practise" title="Practise these mistakes" disabled=${!judged.said.known.size} onClick=${() => this.practise()}>Practise</button>` : null}
        ${this.has("report") ? html`<button type="button" class="quiet" id="report" title="Save a report" onClick=${() => this.report()}>Report</button>` : null}
      </div>
      <div class="course"><table class="moves"><caption class="sr">Moves of round ${round} by tricks</caption>
        <thead><tr><td></td>${players.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map(({ title, ones }) => html`<tr key=${`${round} ${title}`}><th scope="row">${title}</th>${players.map((_, seat) => html`<td>${ones.filter((one) => indexOf(one.seat) === seat).map((one) => this.cell(one))}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }

  /** @param {Decision} one */
  cell(one) {
    const isHere = one.number === this.state.number;
    return html`<button type="button" class=${`cell ${isHere ? "cur" : ""}`} data-number=${one.number} aria-current=${isHere ? "step" : null} onClick=${() => this.go(one.number)}><${MoveName} move=${one.move} players=${this.judged?.game.players ?? []} words=${new Map([[one.move, one]])} />${this.markOf(one)}</button>`;
  }

  footer() {
    const { judged } = this;
    if (!judged) return null;
    const { number, judge } = this.state;
    const total = judged.game.decisions.length;
    const marked = judged.marked(judge, this.seat).length;
    const isAsking = this.state.retry !== null && !this.state.retry.chosen;
    const seat = this.seat >= 0 ? this.seat : indexOf(this.one?.seat);
    return html`<footer class="ft">
      <${Outlook} name=${judged.game.players[seat] ?? ""} found=${isAsking || seat < 0 ? null : judged.outlook(judge, number, seat)} chance=${judged.objective.chance} />
      <p class="said small" aria-hidden="true">${isAsking ? "What would have been better?" : this.said()}</p>
      <div class="steps" role="group" aria-label="Step">
        <${IconButton} kind="edge" name="first" label="Start of the game" onClick=${() => this.go(1)} disabled=${number <= 1} />
        <${IconButton} kind="" name="prev" label="Back" onClick=${() => this.step(-1)} disabled=${number <= 1} />
        <${IconButton} kind="" name="next" label="Forward" onClick=${() => this.step(1)} disabled=${number > total} />
        <${IconButton} kind="edge" name="last" label="End of the game" onClick=${() => this.go(total + 1)} disabled=${number > total} />
        <button type="button" id="next-mistake" disabled=${!marked} onClick=${() => this.mistake(1)}>Next mistake</button>
        <button type="button" class="main" id="find-better" disabled=${!marked} onClick=${() => this.retry()}><${Icon} name="again" />Find better</button>
      </div>
      <${Curve} judged=${judged} judge=${judge} number=${number} onChoose=${(/** @type {number} */ value) => this.go(value)} />
    </footer>`;
  }

  /** Practises what has been judged so far. */
  async practise() {
    if (this.judged?.isRunning) await keepMistakes(this.judged);
    await this.kept;
    this.props.go("practise", { name: this.name });
  }

  /** Saves a certificate of what a decision was worth: `diamonds verify` checks it. @param {number} number */
  async prove(number) {
    this.setState({ proving: number, problems: [] });
    try {
      const { text } = await ask("game", { text: this.judged?.game.text, number });
      const found = await Question.ask("solve", { text, objective: "margin", proof: true }, () => {});
      if (found) saveFile(found.proof, "could.proof");
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
    this.setState({ proving: 0 });
  }

  /** Saves the game as a page of its own, which needs neither this program nor a network. */
  async report() {
    try {
      const found = await Question.ask("report", { text: this.judged?.game.text }, () => {});
      if (found) saveFile(found.html, "game.html", "text/html");
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
  }
}

/** @param {number} points a mean of several sides may be no whole number */
const amount = (points) => String(Number(points.toFixed(2)));
/** Where a decision is, in words. @param {Judged} judged @param {Decision} one */
export function placeOf(judged, one) {
  return [judged.rounds.length > 1 && `round ${one.round}`, one.trick !== null && `trick ${one.trick}`].filter(Boolean).join(", ") || `decision ${one.number}`;
}

/**
 * What a judge says of a move that was made, with its mark.
 * @param {{judged: Judged, judge: Judge, one: Decision, show: (move: string) => import("./preact.js").Child}} props
 */
export function Sentence({ judged, judge, one, show }) {
  const said = judged.said[judge].get(one.number);
  const { chance } = judged.objective;
  const rows = judged.rows(judge, one.number);
  const best = rows.filter((row) => row.best);
  const loss = judged.loss(judge, one.number);
  const names = best.slice(0, 3).map((row, place) => html`${place ? ", " : ""}${show(row.move)}`);
  const was = html`<b>${names}</b>${best.length > 3 ? ` and ${best.length - 3} more` : ""} ${best.length > 1 ? "were" : "was"} ${loss ? "better" : "best"}`;
  const mark = said?.mark ? html`<b class=${`m ${markClass(said.mark)}`} title=${MARK_WORDS[said.mark]}>${said.mark}</b> ` : null;
  const move = show(one.move);
  const isWorse = judge === "hindsight" || said?.mark || rows.find((row) => row.move === one.move)?.worse;
  const words = () => {
    if (one.forced) return "There was no choice.";
    if (!said?.[judge]) return judged.isRunning ? "Not judged yet." : "Not judged: it was left out, cards are hidden, or the time was up.";
    if (loss === null) return said.mark ? html`${move} gave something away; how much is open.` : "Whether it gave something away is open.";
    if (!loss || best.some((row) => row.move === one.move)) return html`${move} was as good as any.`;
    if (isWorse) return html`${move} gave away about ${pointsOf(loss, chance)}. ${was}.`;
    if (said.known?.verdict === "equal") return html`${move} was fine: nothing was better by ${pointsOf(judged.objective.margin, chance)} or more.`;
    return html`${move} may have given away ${pointsOf(loss, chance)}: which move was best is open.`;
  };
  return html`${mark}${words()}`;
}

/** @param {string} mark */
function markClass(mark) {
  return { "?!": "m1", "?": "m2", "??": "m3" }[mark] ?? "";
}

/** The rows of the list: tricks, and what is decided between them; in a game without tricks the turns around the table. @param {Decision[]} decisions */
function rowsOf(decisions) {
  const hasTricks = decisions.some((one) => one.trick !== null);
  /** @type {{title: string, ones: Decision[]}[]} */
  const rows = [];
  let before = /** @type {Decision | null} */ (null);
  for (const one of decisions) {
    const isSame = before && (hasTricks ? one.trick === before.trick : indexOf(one.seat) >= indexOf(before.seat));
    if (!isSame) rows.push({ title: hasTricks ? (one.trick === null
      ? (rows.length ? "end" : "pass") : String(one.trick)) : String(rows.length + 1), ones: [] });
    rows.at(-1)?.ones.push(one);
    before = one;
  }
  return rows;
}

/**
 * What a player stands to end with, as a slim bar: to the right of the middle ahead of the others; what the move here gave away is told apart.
 * @param {{name: string, found: ReturnType<Judged["outlook"]>, chance: boolean}} props
 */
function Outlook({ name, found, chance }) {
  const [least, most] = chance ? [0, 1] : [-REACH, REACH];
  const at = (/** @type {number} */ value) => (100 * (Math.max(least, Math.min(most, value)) - least)) / (most - least);
  const span = (/** @type {number} */ from, /** @type {number} */ to) => ({ left: `${Math.min(at(from), at(to))}%`, width: `${Math.abs(at(to) - at(from))}%` });
  const { value = 0, loss = 0 } = found ?? {};
  const said = !found ? "not known yet" : chance ? `${plain(value, true)} to win` : `${signed(value)} compared with the others' average`;
  return html`<div class="look small"><span>${clause(name, "stands")} at</span>
    <div class="lk" role="meter" aria-label=${`${clause(name, "stands")} at`} aria-valuemin=${least} aria-valuemax=${most} aria-valuenow=${Math.max(least, Math.min(most, value))} aria-valuetext=${said}>${found ? html`<i style=${span(0, value)}></i>${loss > 0 ? html`<i class="lost" style=${span(value, value + loss)}></i>` : null}` : null}</div>
    <b class="num">${found ? (chance ? plain(value, true) : signed(value)) : "–"}</b></div>`;
}

/**
 * Points given away, added up, a line for each player; a click leads to the decision.
 * @param {{judged: Judged, judge: Judge, number: number, onChoose: (number: number) => void}} props
 */
function Curve({ judged, judge, number, onChoose }) {
  const { players, decisions } = judged.game;
  const sums = judged.givenAway(judge);
  const { chance } = judged.objective;
  const last = Math.max(1, decisions.length);
  const most = Math.max(chance ? 0.1 : 1, ...(sums.at(-1) ?? []));
  const x = (/** @type {number} */ place) => (WIDE * place) / last;
  const y = (/** @type {number} */ sum) => 4 + ((HIGH - 8) * sum) / most;
  const path = (/** @type {number} */ seat) => sums.map((sum, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(sum[seat] ?? 0).toFixed(1)}`).join("");
  const colour = (/** @type {number} */ seat) => (players[seat] === "You" ? "var(--accent)" : `var(--p${seat + 1})`);
  const ends = sums.at(-1) ?? [];
  const words = chance ? "chances given away so far" : "points given away so far";
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    onChoose(Math.max(1, Math.min(last, Math.round((last * (event.clientX - box.left)) / box.width))));
  };
  const starts = decisions.filter((one, place) => place && one.round !== decisions[place - 1]?.round).map((one) => one.number - 1);
  return html`<div class="cv"><span class="xs soft">${words}</span>
      <svg class="curve" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label=${`${words}: ${players.map((name, seat) => `${name} ${plain(ends[seat] ?? 0, chance)}`).join(", ")}`} onClick=${click}>
        ${starts.map((place) => html`<path class="round-begins" d=${`M${x(place)} 0V${HIGH}`} />`)}
        ${players.map((_, seat) => html`<path d=${path(seat)} style=${{ stroke: colour(seat) }} stroke-dasharray=${DASHES[seat] ?? ""} />`)}
        ${judged.marked(judge).map((one) => html`<circle cx=${x(one.number)} cy=${y(sums[one.number]?.[indexOf(one.seat)] ?? 0)} r="4" class=${markClass(judged.said[judge].get(one.number)?.mark ?? "")} />`)}
        <path class="here" d=${`M${x(number)} 0V${HIGH}`} />
      </svg></div>
    <ul class="leg small">${players.map((name, seat) => html`<li><svg viewBox="0 0 22 6" aria-hidden="true"><path d="M0 3H22" style=${{ stroke: colour(seat) }} stroke-dasharray=${DASHES[seat] ?? ""} /></svg>${name} ${plain(ends[seat] ?? 0, chance)}</li>`)}</ul>`;
}
