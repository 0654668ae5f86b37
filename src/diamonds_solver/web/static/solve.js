// The screen Solve: a table whose cards are open, or as far as they are known, and what each move is worth.

import { ask, problemsOf, Question } from "./api.js";
import { viewOf } from "./board.js";
import { HintSheet, marksOf } from "./hint.js";
import { Menu } from "./menu.js";
import { GainBar, Line, OpenTable } from "./open.js";
import { MoveList, PiecesTable } from "./pieces.js";
import { draftOf, NARROW, SetUp, writeRecord } from "./setup.js";
import { keepInTab, tabSetting } from "./storage.js";
import { announce, Component, CopyButton, createRef, Dialog, html, IconButton, Problems, saveFile } from "./ui.js";
import { capital, cardOf, clause, indexOf, MoveChip, plain, signed, spokenMove, SUIT_NAMES, verbFor, victimOf, you } from "./words.js";

const SECONDS = 20; // that a position is solved for at most
const EASY = 24; // cards from which on it is solved only when it is asked for
const ENDING = 4; // cards in each hand of a random ending

/** @typedef {import("./types.js").Checked} Checked */
/** @typedef {import("./open.js").PlayLine} PlayLine */
/** @typedef {{move: string, value: number | number[] | null, bounds?: number[] | null, loss: number | null, best: boolean, exact: boolean}} Value */
/** @typedef {[string, string]} Status how far a computation is: what comes first, and the rest */

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   text: string, table: Checked | null, problems: import("./types.js").Problem[], past: string[], values: Value[], line: PlayLine | null, peek: number,
 *   advice: import("./types.js").Advice | null, isOpen: boolean, working: string, status: Status, seconds: number, isEditing: boolean,
 *   isHidden: boolean, first: number, objective: string, rob: string, outcomes: {move: string, ones: string[]} | null, sheet: string,
 *   told: string, draft: import("./setup.js").Draft | null, isSound: boolean, bounds: number[] | null, isStopped: boolean, }>}
 */
export class SolveScreen extends Component {
  state = {
    text: "", table: /** @type {Checked | null} */ (null), problems: /** @type {import("./types.js").Problem[]} */ ([]),
    past: /** @type {string[]} */ ([]), values: /** @type {Value[]} */ ([]), line: /** @type {PlayLine | null} */ (null),
    peek: -1, // how many moves of the line are made on the table that is shown; -1: as many as it stands at
    advice: /** @type {import("./types.js").Advice | null} */ (null), isOpen: false,
    working: "", status: /** @type {Status} */ (["", ""]), seconds: 0, isEditing: false, isHidden: false,
    first: -1, // the seat at the bottom; -1: of who is to play
    objective: "", rob: "", outcomes: /** @type {{move: string, ones: string[]} | null} */ (null),
    sheet: "", told: "", draft: /** @type {import("./setup.js").Draft | null} */ (null),
    isSound: true, // whether the draft is a position
    bounds: /** @type {number[] | null} */ (null), isStopped: false, // between what the best value lies; whether that is to be narrowed
  };
  checks = 0;
  /** @type {{current: HTMLTextAreaElement | null}} */
  area = createRef();

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    const example = this.props.about.examples.find(({ name }) => name === "ending");
    this.put((this.props.given?.text ?? tabSetting("position")) || (example?.text ?? ""));
  }

  componentWillUnmount() {
    this.checks++;
    Question.stop();
  }

  get info() {
    return this.props.about.games[this.state.table?.game ?? ""];
  }

  get isCards() {
    return (this.info?.decks.length ?? 0) > 0;
  }

  get players() {
    return this.state.table?.players ?? [];
  }

  /** What values count: what was chosen, if it can be asked for, else the first. @param {string[]} possible */
  goal(possible) {
    return possible.includes(this.state.objective) ? this.state.objective : (possible[0] ?? "");
  }

  get isChance() {
    return Boolean(this.info?.objectives[this.goal(this.state.advice ? Object.keys(this.info.objectives) : this.info.solves)]?.chance);
  }

  // -- the position

  /** Takes over a text as the newest one. @param {string} text @param {PlayLine | null} [line] along which it lies */
  async put(text, line = null) {
    const past = this.state.text && this.state.text !== text ? [...this.state.past, this.state.text] : this.state.past;
    await this.read(text, past, line);
  }

  /** @param {string} text @param {string[]} past @param {PlayLine | null} [line] */
  async read(text, past, line = null) {
    Question.stop();
    const number = ++this.checks;
    try {
      const table = /** @type {Checked} */ (await ask("check", { text }));
      if (number !== this.checks) return;
      keepInTab("position", text);
      const fresh = { values: [], bounds: null, isStopped: false, peek: -1, advice: null, problems: [], rob: "", outcomes: null,
        status: /** @type {Status} */ (["", ""]), told: "", draft: this.isEditingCards(table) ? table.state.record : null };
      const first = this.state.first >= 0 && this.state.first < table.players.length
        ? this.state.first : Math.max(0, indexOf(table.state.to_move));
      this.setState({ text, table, past, line, first, ...fresh }, () => this.begin());
    } catch (error) {
      if (number === this.checks) this.setState({ text, past, problems: problemsOf(error) });
    }
  }

  /** @param {Checked} table */
  isEditingCards(table) {
    return this.state.isEditing && (this.props.about.games[table.game]?.decks.length ?? 0) > 0;
  }

  /** The values of an easy position come by themselves. */
  begin() {
    const { table, isEditing } = this.state;
    const cards = table && this.isCards ? table.state.hands.join(" ").match(/\d+/g)?.length : EASY;
    if (table?.can_solve && table.moves.length && !isEditing && (cards ?? 0) <= EASY) this.solve();
  }

  undo() {
    const { past } = this.state;
    const text = past.at(-1);
    if (text !== undefined) this.read(text, past.slice(0, -1));
  }

  /** @param {string} move @param {string} [outcome] what chance adds */
  play = async (move, outcome) => {
    const { text, line } = this.state;
    try {
      const found = await ask("move", { text, move, ...(outcome ? { outcome } : {}) });
      if (found.outcomes) this.setState({ outcomes: { move, ones: found.outcomes } });
      else if (line && line.moves[line.at] === move)
        await this.put(found.text, { ...line, at: line.at + 1, tables: [...line.tables.slice(0, line.at + 1), found] });
      else await this.put(found.text);
    } catch (error) {
      this.fail(error);
    }
  };

  /** Goes along the line, to where so many of its moves are made. @param {number} at */
  async go(at) {
    const { line } = this.state;
    const to = Math.max(0, Math.min(line?.moves.length ?? 0, at));
    const table = await this.along(to);
    if (line && table) await this.put(table.text, { ...line, at: to });
  }

  /** The table along the line; null where the line ends, as chance has a say. @param {number} to */
  async along(to) {
    const { line } = this.state;
    try {
      while (line && line.tables.length <= to) {
        const { length } = line.tables;
        const table = await ask("move", { text: line.tables[length - 1]?.text, move: line.moves[length - 1] });
        if (!table.state) return null;
        if (line.tables.length === length) line.tables.push(table); // unless another one came first
      }
    } catch (error) {
      this.fail(error);
      return null;
    }
    return line?.tables[to] ?? null;
  }

  /** Shows the table along the line while it is pointed at. @param {number} at -1: not any more */
  async peek(at) {
    const { line } = this.state;
    if (at >= 0 && !(await this.along(at))) return;
    if (line === this.state.line) this.setState({ peek: at });
  }

  /** @param {string} card */
  press = (card) => {
    const moves = this.state.table?.moves.map(({ move }) => move).filter((move) => cardOf(move) === card) ?? [];
    if (moves.length === 1) this.play(moves[0] ?? "");
    else if (moves.length) this.setState({ rob: card });
  };

  /** A random deal like the table that is shown, or of another game. @param {number} [cards] @param {string} [game] */
  async deal(cards, game = this.state.table?.game) {
    const { table } = this.state;
    const record = (this.isCards && game === table?.game && table?.state.record) || {};
    try {
      const same = game === table?.game ? { players: table?.players.length } : {};
      const dealt = await ask("deal", { ...(game ? { game } : {}), ...same, ...(cards ? { cards } : {}), ...(record.variant
        ? { variant: record.variant } : {}), ...(record.teams ? { teams: true } : {}), ...(table?.state.thief ? { thief: true } : {}) });
      this.setState({ isEditing: false, draft: null, sheet: "", first: -1 }, () => this.put(dealt.text));
    } catch (error) {
      this.fail(error);
    }
  }

  /** The next seat comes to the bottom. */
  turn() {
    this.setState({ first: (Math.max(0, this.state.first) + 1) % (this.state.table?.players.length ?? 1) });
  }

  /** The program takes all seats but that of whoever is to move; what is hidden is told as at a real table. */
  async playOn() {
    const { table, text } = this.state;
    if (!table) return;
    const me = indexOf(table.turn?.seat ?? table.state.to_move ?? "P1");
    try {
      const sources = table.players.map((_, seat) => (seat === me ? "me" : table.can_solve ? "normal" : "table"));
      this.props.go("play", { live: await ask("play", { action: "begin", text, sources }) });
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const problems = problemsOf(error);
    this.setState({ problems, working: "", status: ["", ""] });
    announce(problems.map(({ message }) => message).join("; "));
  }

  // -- questions

  /** @param {string} name @param {Record<string, unknown>} body @param {(event: any) => void} onEvent */
  async ask(name, body, onEvent) {
    const { text } = this.state;
    const began = performance.now();
    const isSame = () => this.state.text === text;
    this.setState({ working: name, status: [name === "solve" ? "Solving" : "Working", ""], problems: [] });
    try {
      const answer = await Question.ask(name, { text, ...body }, (event) => isSame() && onEvent(event));
      if (!isSame() || this.state.working !== name) return null;
      const seconds = (performance.now() - began) / 1000;
      const isWhole = answer && (name !== "solve" || (answer.exact && answer.moves?.every((/** @type {Value} */ { exact }) => exact)));
      /** @type {Status} */
      const status = isWhole ? [name === "solve" ? "Solved" : "Done", `in ${seconds.toFixed(2)} s${name === "solve" ? " · exact" : ""}`] : ["Stopped", `after ${seconds.toFixed(1)} s · what is shown ${name === "solve" ? "is proven" : "holds"}`];
      this.setState({ working: "", isStopped: name === "solve" && !isWhole, status, seconds });
      return answer;
    } catch (error) {
      if (isSame()) this.fail(error);
      return null;
    }
  }

  async solve() {
    const { table, line, isStopped } = this.state;
    if (!table?.can_solve || !this.info) return;
    let values = isStopped
      ? this.state.values
      : table.moves.map(({ move }) => /** @type {Value} */ ({ move, value: null, bounds: null, loss: null, best: false, exact: true }));
    let bounds = isStopped ? this.state.bounds : null;
    const narrow = (/** @type {number[] | null | undefined} */ before, /** @type {number[]} */ [low = 0, high = 0]) =>
      before ? [Math.max(low, before[0] ?? low), Math.min(high, before[1] ?? high)] : [low, high];
    /** @type {Map<string, string>} */
    const words = new Map();
    this.setState({ values, bounds, advice: null });
    const answer = await this.ask("solve",
      { objective: this.goal(this.info.solves), time_limit: Math.min(SECONDS, this.props.about.seconds) }, (event) => {
      if (event.event === "words") for (const one of event.words) words.set(one.move, [one.group, one.words].filter(Boolean).join(": "));
      if (event.event === "progress") this.setState({ status: ["Solving", `· ${event.nodes.toLocaleString("en")} positions`], bounds: (bounds = narrow(bounds, event.bounds)) });
      if (event.event !== "move") return;
      values = values.map((row) => (row.move === event.move ? { ...row, value: event.value } : row));
      this.setState({ values });
    });
    if (!answer) return;
    const { exact } = answer;
    const before = new Map(values.map((row) => [row.move, row]));
    const found = answer.moves.map((/** @type {Value} */ row) => ({ ...row, value: row.value ??
      before.get(row.move)?.value ?? null, bounds: row.bounds ? narrow(before.get(row.move)?.bounds, row.bounds) : null }));
    const isNew = !line || (line.at === 0 && !line.isProven);
    const ends = exact && answer.points
      ? answer.points.map((/** @type {number} */ gain, /** @type {number} */ seat) => gain + (table.state.points?.[seat] ?? 0)) : null;
    const fresh = answer.line.length || exact ? { moves: answer.line, at: 0, tables: [table], words, ends, isProven: exact } : null;
    this.setState({ values: found, bounds: exact || !answer.bounds ? null : narrow(bounds, answer.bounds), line: isNew ? fresh : line });
    const best = answer.moves.filter((/** @type {Value} */ move) => move.best).map((/** @type {Value} */ { move }) => this.spoken(move));
    if (best.length) announce(`Best: ${best.join(", ")}, ${exact ? `worth ${this.number(answer.value)}` : "not proven"}.`);
  }

  async advise() {
    const { table } = this.state;
    if (!table?.moves.length || !this.info) return;
    this.setState({ values: [], line: null, isHidden: false });
    const answer = await this.ask("advise", { objective: this.goal(Object.keys(this.info.objectives)) }, (event) => {
      if (event.event === "start") this.setState({ status: ["Thinking", event.hidden ? `· ${event.hidden}` : ""] });
      if (event.event === "advice") this.setState({ advice: event });
    });
    if (answer) this.setState({ advice: answer });
  }

  /** What the position may bring to each player when it is played out. */
  async evaluate() {
    let told = "";
    const { info } = this;
    if (!info) return;
    const answer = await this.ask("evaluate", { objective: this.goal(info.evaluates) }, (event) => {
      if (event.event === "progress") this.setState({ status: ["Playing", `· ${event.rounds.toLocaleString("en")} games`] });
      if (event.event === "told") told = event.text;
    });
    if (answer) this.setState({ told });
  }

  // -- words

  /** @param {number | number[] | null} value */
  number(value) {
    if (value === null) return "…";
    return Array.isArray(value) ? value.map((one) => signed(one, this.isChance)).join(", ") : signed(value, this.isChance);
  }

  /** @param {string} move */
  spoken(move) {
    if (this.isCards) return spokenMove(move, this.players);
    const { table, line } = this.state;
    const one = table?.moves.find((found) => found.move === move);
    return one?.words ? [one.group, one.words].filter(Boolean).join(": ") : (line?.words.get(move) ?? move);
  }

  /** @param {string} move */
  shown(move) {
    return this.isCards ? html`<${MoveChip} move=${move} players=${this.players} />` : html`<b>${this.spoken(move)}</b>`;
  }

  /** What stands on the moves. @returns {Map<string, import("./board.js").Mark>} */
  get marks() {
    const { values, advice, isHidden, working } = this.state;
    if (isHidden) return new Map();
    if (advice && advice.best !== null) return marksOf(advice, this.isChance, working === "advise");
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map();
    for (const { move, value, bounds = null, loss, best, exact } of values) {
      if (value === null && !bounds) continue;
      const note = value === null ? this.between(bounds ?? []) : this.number(value);
      const said = value === null ? `between ${note.replace(" to ", " and ")}` : [`value ${note}`, loss === null ? "" : best ? "best" : `loses ${plain(loss, this.isChance)}`].filter(Boolean).join(", ");
      marks.set(move, { note, said: exact && value !== null ? said : `${said}, not proven`, best });
    }
    return marks;
  }

  /** @param {number[]} bounds */
  between([low = 0, high = 0]) {
    return low === high ? this.number(low) : `${this.number(low)} to ${this.number(high)}`;
  }

  /** @param {string} key */
  key(key) {
    const { sheet, isHidden, rob, outcomes, table, line } = this.state;
    const at = line?.at ?? 0;
    if (sheet) return false;
    if (key === "a") this.advise();
    else if (key === "s" && this.state.working) Question.stop();
    else if (key === "s") this.solve();
    else if (key === "z") this.setState({ isHidden: !isHidden });
    else if (key === "f" && table) this.turn();
    else if (key === "u") this.undo();
    else if (key === "Escape" && (rob || outcomes)) this.setState({ rob: "", outcomes: null });
    else if (key === "Escape") Question.stop();
    else if (key === "ArrowRight") this.go(at + 1);
    else if (key === "ArrowLeft") this.go(at - 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(Infinity);
    else return false;
    return true;
  }

  // -- drawing

  render() {
    const { table, problems, isEditing, draft, told, advice, working, isHidden, isOpen, seconds, sheet } = this.state;
    if (!table) return html`<main class="pos velvet"><h1 class="empty">Solve a position</h1><${Problems} problems=${problems} /></main>`;
    const { line, peek } = this.state;
    const shown = (peek >= 0 && line?.tables[peek]) || table;
    return html`<main class=${`pos velvet ${this.isCards ? "" : "other"} ${isEditing ? "editing" : ""}`}>
      ${isEditing && draft ? html`<${SetUp} record=${draft} decks=${this.info?.decks ?? []} problems=${problems} tools=${this.tools(true)} onChange=${this.draft} />` : html`${this.isCards ? this.cardTable(shown, shown === table) : this.otherTable(table)}
        <${Problems} problems=${problems} />
        ${told ? html`<pre class="diagram told-text" tabindex="0">${told}</pre>` : null}
        ${advice && !isHidden ? html`<${HintSheet} advice=${advice} players=${this.players} isChance=${this.isChance} isWorking=${working === "advise"} isOpen=${isOpen} trouble="" seconds=${seconds} chip=${(/** @type {string} */ move) => this.shown(move)} isCards=${this.isCards}
          onClose=${() => this.setState({ advice: null })} onStop=${() => Question.stop()} onLonger=${() => this.advise()} onDetails=${() => this.setState({ isOpen: !isOpen })} />` : null}
        ${this.controls(table)}`}
      ${sheet === "more" ? html`<${Menu} title="More" items=${this.items()} onClose=${() => this.setState({ sheet: "" })}>${this.goals()}</${Menu}>` : sheet ? this.sheet() : null}
    </main>`;
  }

  /** @param {import("./setup.js").Draft} record */
  draft = (record) => {
    this.setState({ draft: record, isSound: false });
    const text = writeRecord(this.state.table?.game ?? "diamonds", record);
    const number = ++this.checks;
    ask("check", { text }).then(
      (table) => number === this.checks && this.setState({ text, table, problems: [], isSound: true, values: [],
        bounds: null, isStopped: false, line: null, advice: null, past: [...this.state.past, this.state.text] }),
      (error) => number === this.checks && this.setState({ problems: problemsOf(error) }),
    );
  };

  /** The felt with what each still gains. @param {Checked} table @param {boolean} isNow whether it is the position, and not pointed at only */
  cardTable(table, isNow) {
    const { rob, line, bounds, working } = this.state;
    const turn = indexOf(table.state.to_move);
    const first = matchMedia(NARROW).matches && turn >= 0 ? turn : Math.max(0, this.state.first);
    const view = viewOf(table.state, table.players, first);
    const name = table.players[turn] ?? "";
    const isOver = table.state.decision === "over";
    const led = view.trick[0]?.[0];
    const follows = led && turn >= 0 ? `; ${SUIT_NAMES[led]} were led${view.hands[turn]?.some((card) => card[0] === led) ? "" : `, ${you(name)} ${verbFor(name, "has none")}`}` : "";
    const head = turn >= 0 ? `${clause(name, "is to play")}, trick ${view.number} of ${view.tricks}${follows}` : isOver ? "The round is over" : "All choose cards to pass";
    const { marks } = this;
    /** @type {Map<string, import("./board.js").Mark>} */
    const own = new Map();
    if (isNow) for (const [move, mark] of marks) if (cardOf(move) && (!own.has(cardOf(move)) || mark.best)) own.set(cardOf(move), mark);
    const choices = isNow && turn >= 0 ? table.moves.filter(({ move }) => (rob ? cardOf(move) === rob : !cardOf(move))) : [];
    const legal = new Set(table.moves.map(({ move }) => cardOf(move)));
    const gains = line?.ends?.map((end, seat) => end - (view.points[seat] ?? 0)) ?? null;
    const isOpen = bounds !== null && bounds[0] !== bounds[1];
    const open = bounds ? (isOpen ? `open: ${this.between(bounds)} for ${you(name)}` : `best for ${you(name)}: ${this.between(bounds)}; the rest is open`) : working === "solve" ? "open" : "not solved";
    const middle = choices.length
      ? html`<div class="passing counts" role="group" aria-label="Choose"><h2>${rob ? "Who is robbed?" : capital(table.turn?.text ?? "choose")}</h2><div class="row">${choices.map(({ move }) => html`<button type="button" class=${marks.get(move)?.best ? "main" : ""} data-move=${move} onClick=${() => this.play(move)}>${rob ? you(table.players[victimOf(move)] ?? "") : capital(spokenMove(move, table.players))}${marks.get(move) ? html` <small>${marks.get(move)?.note}</small>` : null}</button>`)}</div></div>`
      : turn < 0 ? html`<p class="passing">${head}</p>` : null;
    return html`<h1 class="turn-text sr">${head}</h1><${GainBar} players=${table.players} gains=${gains} open=${open} />
      <${OpenTable} view=${view} marks=${own} ends=${line?.ends ?? null} canPlay=${(/** @type {string} */ card) => legal.has(card)} onPress=${isNow && legal.size && !choices.some(({ move }) => !cardOf(move)) ? this.press : null} middle=${middle} />`;
  }

  /** @param {Checked} table */
  otherTable(table) {
    const { outcomes } = this.state;
    const seat = indexOf(table.turn?.seat);
    const head = table.turn ? clause(table.players[seat] ?? "", `decides: ${table.turn.text}.`) : "There is nothing to decide.";
    return html`<div class="ptop"><h1 class="turn-text">${head}</h1></div>
      <${PiecesTable} players=${table.players} table=${table.state} game=${table.game} first=${(Math.max(0, seat) + this.state.first) % table.players.length} turn=${seat} moves=${this.otherMoves(table)} />
      ${outcomes ? html`<button type="button" onClick=${() => this.setState({ outcomes: null })}>Back</button>` : null}`;
  }

  /** @param {Checked} table */
  otherMoves(table) {
    const { outcomes, text } = this.state;
    if (!table.turn) return null;
    const moves = outcomes?.ones.map((one) => ({ move: one, written: one, words: one, group: `${this.spoken(outcomes.move)}: what came?` })) ?? table.moves;
    return html`<${MoveList} key=${text + String(outcomes?.move)} moves=${moves} turn=${table.turn} marks=${outcomes ? new Map() : this.marks} canPlay=${true} onPlay=${(/** @type {string} */ move) => (outcomes ? this.play(outcomes.move, move) : this.play(move))} />`;
  }

  /** @param {Checked} table */
  controls(table) {
    const { line, status, working, values, advice, isStopped, peek } = this.state;
    const shown = peek >= 0 ? peek : (line?.at ?? 0);
    const turn = indexOf(line?.tables[0]?.state.to_move);
    const isOpen = table.can_solve && table.moves.length > 0;
    const main = working ? html`<button key="stop" type="button" id="stop" onClick=${() => Question.stop()}>Stop</button>`
      : isStopped ? html`<button key="go-on" type="button" class="main" id="go-on" onClick=${() => this.solve()}>Go on</button>`
        : values.length || advice || !table.moves.length ? null
          : isOpen || !this.canAdvise ? html`<button key="solve" type="button" id="solve" disabled=${!isOpen} onClick=${() => this.solve()}>Solve</button>` : html`<button key="advise" type="button" class="main" id="advise" onClick=${() => this.advise()}>Advise</button>`;
    return html`<div class="pv">${line ? html`<${Line} line=${line} turn=${turn} isCards=${this.isCards} shown=${shown} onPoint=${(/** @type {number} */ at) => this.peek(at)} onGo=${(/** @type {number} */ at) => this.go(at)} move=${(/** @type {string} */ move) => this.shown(move)} />` : null}
      <div class="ctl">
        <${IconButton} name="prev" label="A move back" kind="" disabled=${!line || line.at === 0} onClick=${() => this.go((line?.at ?? 0) - 1)} />
        <${IconButton} name="next" label="The next move of best play" kind="" disabled=${!line || line.at >= line.moves.length} onClick=${() => this.go((line?.at ?? 0) + 1)} />
        <p class="status small" role="status"><b>${status[0]}</b> ${status[1]}</p>${main}
        <span class="sp"></span>${this.goals()}${this.tools(false)}
        <${IconButton} name="more" label="More" kind="more" onClick=${() => this.setState({ sheet: "more" })} />
      </div></div>`;
  }

  get canAdvise() {
    return !this.props.about.without?.includes("advise");
  }

  /** What values count. */
  goals() {
    const goals = this.info?.solves ?? [];
    if (goals.length < 2 || !this.isCards) return null;
    return html`<select class="roomy" aria-label="What values count" onChange=${(/** @type {Event} */ event) => this.setState({ sheet: "", objective: /** @type {HTMLSelectElement} */ (event.target).value, isStopped: false, line: null }, () => this.solve())}>${goals.map((goal) => html`<option value=${goal} selected=${goal === this.goal(goals)}>${capital(this.info?.objectives[goal]?.text ?? "")}</option>`)}</select>`;
  }

  /** What is behind "More". @returns {import("./menu.js").MenuItem[]} */
  items() {
    const { table, past } = this.state;
    const item = (/** @type {string} */ text, /** @type {string} */ id, /** @type {() => void} */ work, disabled = false) =>
      ({ text, id, disabled, onPress: () => this.setState({ sheet: "" }, work) });
    const isFree = Boolean(table?.moves.length);
    return [
      item("Record", "show-record", () => this.setState({ sheet: "record" })),
      ...(this.props.about.without?.includes("play-on") ? [] : [item("Play from here", "play-here", () => this.playOn())]),
      ...(this.canAdvise ? [item("Advise", "advise-anyway", () => this.advise(), !isFree)] : []),
      ...(!this.isCards && this.info?.evaluates.length ? [item("Evaluate", "evaluate-position", () => this.evaluate())] : []),
      item("Undo", "undo", () => this.undo(), !past.length),
      item("Turn the table", "turn", () => this.turn()),
      item("Random", "random", () => this.deal()),
    ];
  }

  /** @param {boolean} isEditing */
  tools(isEditing) {
    const { table, isSound } = this.state;
    const done = () => this.setState({ isEditing: false, draft: null, first: -1 }, () => this.read(this.state.text, this.state.past));
    if (isEditing) return html`<button type="button" onClick=${() => this.deal()}>Random</button><button type="button" onClick=${() => this.deal(ENDING)}>Random ending</button><button type="button" class="main" id="done" disabled=${!isSound} onClick=${done}>Done</button>`;
    const playOn = this.props.about.without?.includes("play-on") ? null : html`<button key="play-on" type="button" class="roomy" id="play-on" onClick=${() => this.playOn()}>Play from here</button>`;
    return this.isCards ? html`${playOn}<button key="set-up" type="button" id="set-up" onClick=${() => this.setState({ isEditing: true, isSound: true, draft: table && draftOf(table) })}>Set up</button>` : playOn;
  }

  /** Selects what is wrong in the record. @param {import("./types.js").Problem} problem */
  mark({ line = 1, column = 1, length = 1 }) {
    const area = this.area.current;
    if (!area) return;
    const before = area.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    area.focus();
    area.setSelectionRange(start, start + length);
  }

  sheet() {
    const { text, problems } = this.state;
    const { about } = this.props;
    const examples = about.examples.filter((one) => !/broken$/.test(one.name) && one.text.split(/^diam\w+ 1$/m).length === 2);
    const close = () => this.setState({ sheet: "" });
    const open = async () => {
      const typed = this.area.current?.value ?? "";
      this.setState({ isEditing: false, draft: null, first: -1 });
      await this.put(typed);
      if (!this.state.problems.length) close();
    };
    return html`<${Dialog} title="Record" onClose=${close} kind="wide">
      <textarea ref=${this.area} class="record" id="record-text" rows="12" spellcheck=${false} aria-label="Text of the record" value=${text}></textarea>
      <${Problems} problems=${problems} onPlace=${(/** @type {import("./types.js").Problem} */ problem) => this.mark(problem)} />
      <div class="row">
        <select id="examples" aria-label="Examples" onChange=${(/** @type {Event} */ event) => { const one = examples.find(({ name }) => name === /** @type {HTMLSelectElement} */ (event.target).value); if (one && this.area.current) this.area.current.value = one.text; }}><option value="">Examples</option>${examples.map(({ name, about: words }) => html`<option value=${name}>${name}: ${words}</option>`)}</select>
        ${Object.entries(about.games).map(([name, { title }]) => html`<button type="button" onClick=${() => this.deal(undefined, name)}>Random ${title}</button>`)}
      </div>
      <div class="foot"><${CopyButton} text=${() => this.area.current?.value ?? ""} /><button type="button" onClick=${() => saveFile(text, "round.dia")}>Save</button><button type="button" class="main" id="open-text" onClick=${open}>Open</button></div>
    </${Dialog}>`;
  }
}
