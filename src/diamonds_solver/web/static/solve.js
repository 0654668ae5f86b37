// The screen Solve: a table whose cards are open, or as far as they are known, and what each move is worth.

import { ask, problemsOf, Question } from "./api.js";
import { Card, colourOf, Gems, Hand, TeamMark, teamOf, viewOf, winningCard } from "./board.js";
import { HintSheet, marksOf } from "./hint.js";
import { MoveList, PiecesTable } from "./pieces.js";
import { SetUp, writeRecord } from "./setup.js";
import { announce, Component, CopyButton, createRef, Dialog, html, Icon, IconButton, Problems, saveFile } from "./ui.js";
import { cardOf, clause, indexOf, MoveChip, plain, possessive, signed, spokenMove, SUIT_NAMES, verbFor, victimOf, you } from "./words.js";

const SECONDS = 20; // that a position is solved for at most
const EASY = 24; // cards from which on it is solved only when it is asked for
const ENDING = 4; // cards in each hand of a random ending

/** @typedef {import("./types.js").Checked} Checked */
/** @typedef {{move: string, value: number | number[] | null, loss: number | null, best: boolean, exact: boolean}} Value */
/** @typedef {{moves: string[], at: number, texts: string[], words: Map<string, string>}} Line a line of best play, and the records along it */

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   text: string, table: Checked | null, problems: import("./types.js").Problem[], past: string[], values: Value[], points: number[] | null, line: Line | null,
 *   advice: import("./types.js").Advice | null, isOpen: boolean, working: string, status: string, isEditing: boolean, isHidden: boolean, first: number,
 *   objective: string, rob: string, outcomes: {move: string, ones: string[]} | null, sheet: string, told: string, draft: import("./setup.js").Draft | null, isSound: boolean, bounds: number[] | null, isStopped: boolean,
 * }>}
 */
export class SolveScreen extends Component {
  state = {
    text: "", table: /** @type {Checked | null} */ (null), problems: /** @type {import("./types.js").Problem[]} */ ([]), past: /** @type {string[]} */ ([]),
    values: /** @type {Value[]} */ ([]), points: /** @type {number[] | null} */ (null), line: /** @type {Line | null} */ (null),
    advice: /** @type {import("./types.js").Advice | null} */ (null), isOpen: false, working: "", status: "", isEditing: false, isHidden: false, first: 0,
    objective: "", rob: "", outcomes: /** @type {{move: string, ones: string[]} | null} */ (null), sheet: "", told: "", draft: /** @type {import("./setup.js").Draft | null} */ (null), isSound: true, // whether the draft is a position
    bounds: /** @type {number[] | null} */ (null), isStopped: false, // between what the best value lies; whether that is to be narrowed
  };
  checks = 0;
  /** @type {{current: HTMLTextAreaElement | null}} */
  area = createRef();

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    const example = this.props.about.examples.find(({ name }) => name === "ending");
    this.put(this.props.given?.text ?? sessionStorage.getItem("position") ?? example?.text ?? "");
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

  /** Takes over a text as the newest one. @param {string} text @param {Line | null} [line] along which it lies */
  async put(text, line = null) {
    const past = this.state.text && this.state.text !== text ? [...this.state.past, this.state.text] : this.state.past;
    await this.read(text, past, line);
  }

  /** @param {string} text @param {string[]} past @param {Line | null} [line] */
  async read(text, past, line = null) {
    Question.stop();
    const number = ++this.checks;
    try {
      const table = /** @type {Checked} */ (await ask("check", { text }));
      if (number !== this.checks) return;
      sessionStorage.setItem("position", text);
      const fresh = { values: [], bounds: null, isStopped: false, points: null, advice: null, problems: [], rob: "", outcomes: null, status: "", told: "", draft: this.isEditingCards(table) ? table.state.record : null };
      this.setState({ text, table, past, line, ...fresh }, () => this.begin());
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
      else if (line && line.moves[line.at] === move) await this.put(found.text, { ...line, at: line.at + 1, texts: [...line.texts.slice(0, line.at + 1), found.text] });
      else await this.put(found.text);
    } catch (error) {
      this.fail(error);
    }
  };

  /** Goes along the line. @param {number} by */
  async step(by) {
    const { line } = this.state;
    if (!line) return;
    const to = Math.max(0, Math.min(line.moves.length, line.at + by));
    const texts = [...line.texts];
    try {
      while (texts.length <= to) texts.push((await ask("move", { text: texts.at(-1), move: line.moves[texts.length - 1] })).text);
    } catch (error) {
      this.fail(error); // the line ends where chance has a say
      return;
    }
    await this.put(texts[to] ?? "", { ...line, at: to, texts });
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
      const dealt = await ask("deal", { ...(game ? { game } : {}), ...same, ...(cards ? { cards } : {}), ...(record.variant ? { variant: record.variant } : {}), ...(record.teams ? { teams: true } : {}) });
      this.setState({ isEditing: false, draft: null, sheet: "" }, () => this.put(dealt.text));
    } catch (error) {
      this.fail(error);
    }
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
    this.setState({ problems, working: "", status: "" });
    announce(problems.map(({ message }) => message).join("; "));
  }

  // -- questions

  /** @param {string} name @param {Record<string, unknown>} body @param {(event: any) => void} onEvent */
  async ask(name, body, onEvent) {
    const { text } = this.state;
    const began = performance.now();
    const isSame = () => this.state.text === text;
    this.setState({ working: name, status: name === "solve" ? "proving …" : "", problems: [] });
    try {
      const answer = await Question.ask(name, { text, ...body }, (event) => isSame() && onEvent(event));
      if (!isSame() || this.state.working !== name) return null;
      const time = `${((performance.now() - began) / 1000).toFixed(2)} s`;
      const isWhole = answer?.exact && answer.moves?.every((/** @type {Value} */ { exact }) => exact);
      const proof = isWhole ? `solved in ${time}` : `stopped after ${time}; what is shown is proven`;
      this.setState({ working: "", isStopped: name === "solve" && !isWhole, status: name === "solve" ? proof : answer ? time : "stopped; what is shown holds" });
      return answer;
    } catch (error) {
      if (isSame()) this.fail(error);
      return null;
    }
  }

  async solve() {
    const { table, line, text, isStopped } = this.state;
    if (!table?.can_solve || !this.info) return;
    let values = isStopped ? this.state.values : table.moves.map(({ move }) => ({ move, value: /** @type {Value["value"]} */ (null), loss: /** @type {number | null} */ (null), best: false, exact: true }));
    let bounds = isStopped ? this.state.bounds : null;
    const narrow = (/** @type {number[]} */ [low = 0, high = 0]) => (bounds = bounds ? [Math.max(low, bounds[0] ?? low), Math.min(high, bounds[1] ?? high)] : [low, high]);
    /** @type {Map<string, string>} */
    const words = new Map();
    this.setState({ values, bounds, advice: null });
    const answer = await this.ask("solve", { objective: this.goal(this.info.solves), time_limit: Math.min(SECONDS, this.props.about.seconds) }, (event) => {
      if (event.event === "words") for (const one of event.words) words.set(one.move, [one.group, one.words].filter(Boolean).join(": "));
      if (event.event === "progress") this.setState({ status: `${(event.nodes / 1e6).toFixed(1)} M positions`, bounds: narrow(event.bounds) });
      if (event.event !== "move") return;
      values = values.map((row) => (row.move === event.move ? { ...row, value: event.value } : row));
      this.setState({ values });
    });
    if (!answer) return;
    const { exact } = answer;
    const before = new Map(values.map((row) => [row.move, row.value]));
    const found = answer.moves.map((/** @type {Value} */ row) => ({ ...row, value: row.value ?? before.get(row.move) ?? null }));
    this.setState({ values: found, bounds: exact || !answer.bounds ? null : narrow(answer.bounds), points: answer.points ?? null, line: line ?? (exact || answer.line.length ? { moves: answer.line, at: 0, texts: [text], words } : null) });
    const best = answer.moves.filter((/** @type {Value} */ move) => move.best).map((/** @type {Value} */ { move }) => this.spoken(move));
    if (best.length) announce(`Best: ${best.join(", ")}, ${exact ? `worth ${this.number(answer.value)}` : "not proven"}.`);
  }

  async advise() {
    const { table } = this.state;
    if (!table?.moves.length || !this.info) return;
    this.setState({ values: [], line: null, points: null, isHidden: false });
    const answer = await this.ask("advise", { objective: this.goal(Object.keys(this.info.objectives)) }, (event) => {
      if (event.event === "start") this.setState({ status: event.hidden });
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
      if (event.event === "progress") this.setState({ status: `${event.rounds.toLocaleString("en")} games` });
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
    const known = values.filter(({ value }) => value !== null);
    return new Map(known.map(({ move, value, loss, best, exact }) => {
      const said = loss === null ? `value ${this.number(value)}` : `value ${this.number(value)}, ${best ? "best" : `loses ${plain(loss, this.isChance)}`}`;
      return [move, { note: this.number(value), said: exact ? said : `${said}, not proven`, best }];
    }));
  }

  /** @param {string} key */
  key(key) {
    const { sheet, isHidden, first, rob, outcomes, table } = this.state;
    if (sheet) return false;
    if (key === "a") this.advise();
    else if (key === "s" && this.state.working) Question.stop();
    else if (key === "s") this.solve();
    else if (key === "z") this.setState({ isHidden: !isHidden });
    else if (key === "f" && table) this.setState({ first: (first + 1) % table.players.length });
    else if (key === "u") this.undo();
    else if (key === "Escape" && (rob || outcomes)) this.setState({ rob: "", outcomes: null });
    else if (key === "Escape") Question.stop();
    else if (key === "ArrowRight") this.step(1);
    else if (key === "ArrowLeft") this.step(-1);
    else if (key === "Home") this.step(-1000);
    else if (key === "End") this.step(1000);
    else return false;
    return true;
  }

  // -- drawing

  render() {
    const { table, problems, isEditing, draft, told, advice, working, isHidden, isOpen, status, sheet } = this.state;
    if (!table) return html`<main class="pos velvet"><h1 class="empty">Solve a position</h1><${Problems} problems=${problems} /></main>`;
    const trouble = html`<${Problems} problems=${problems} />`;
    return html`<main class=${`pos velvet ${this.isCards ? "" : "other"}`}>
      ${isEditing && draft ? html`<${SetUp} record=${draft} decks=${this.info?.decks ?? []} problems=${problems} tools=${this.tools(true)} onChange=${this.draft} />` : html`${this.isCards ? this.cardTable(table) : this.otherTable(table)}
        ${trouble}
        ${told ? html`<pre class="diagram told-text" tabindex="0">${told}</pre>` : null}
        ${advice && !isHidden ? html`<${HintSheet} advice=${advice} players=${this.players} isChance=${this.isChance} isWorking=${working === "advise"} isOpen=${isOpen} trouble="" seconds=${Number.parseFloat(status) || 0} chip=${(/** @type {string} */ move) => this.shown(move)} isCards=${this.isCards}
          onClose=${() => this.setState({ advice: null })} onStop=${() => Question.stop()} onLonger=${() => this.advise()} onDetails=${() => this.setState({ isOpen: !isOpen })} />` : null}
        ${this.controls(table)}`}
      ${sheet ? this.sheet() : null}
    </main>`;
  }

  /** @param {import("./setup.js").Draft} record */
  draft = (record) => {
    this.setState({ draft: record, isSound: false });
    const text = writeRecord(this.state.table?.game ?? "diamonds", record);
    const number = ++this.checks;
    ask("check", { text }).then(
      (table) => number === this.checks && this.setState({ text, table, problems: [], isSound: true, values: [], bounds: null, isStopped: false, line: null, advice: null, past: [...this.state.past, this.state.text] }),
      (error) => number === this.checks && this.setState({ problems: problemsOf(error) }),
    );
  };

  /** @param {Checked} table */
  cardTable(table) {
    const { first, rob, points } = this.state;
    const view = viewOf(table.state, table.players, first);
    const { marks } = this;
    const order = table.players.map((_, index) => (first + index) % table.players.length);
    const led = view.trick[0]?.[0];
    const isOver = table.state.decision === "over";
    const name = view.turn >= 0 ? clause(table.players[view.turn] ?? "", "is to play") : isOver ? "The round is over" : "All choose cards to pass";
    const final = points?.map((gain, seat) => gain + (view.points[seat] ?? 0));
    const best = Math.max(1, ...(final ?? view.points));
    const choices = table.moves.filter(({ move }) => (rob ? cardOf(move) === rob : !cardOf(move)));
    const legal = new Set(table.moves.map(({ move }) => cardOf(move)));
    const win = winningCard(view.trick);
    return html`<div class="ptop"><h1 class="turn-text">${name}<span class="small">${isOver ? "" : `trick ${view.number} of ${view.tricks}`}${led && view.turn >= 0 ? `; ${SUIT_NAMES[led]} were led${view.hands[view.turn]?.some((card) => card[0] === led) ? "" : `, ${you(table.players[view.turn] ?? "")} ${verbFor(table.players[view.turn] ?? "", "has none")}`}` : ""}</span></h1>
        ${isOver ? null : html`<div class="ptrick" role="group" aria-label="The trick">${Array.from({ length: view.plays }, (_, index) => {
          const start = view.leader >= 0 ? view.leader : view.turn;
          const seat = (start + index) % table.players.length;
          const card = view.trick[index];
          return html`<div class=${`slot ${index === win ? "win" : ""} ${index === view.trick.length && start >= 0 ? "now" : ""}`}>${card ? html`<${Card} card=${card} />` : html`<div class="hole"></div>`}<span>${index === win ? html`<${Icon} name="star" />` : null} ${start >= 0 ? table.players[seat] : ""}</span></div>`;
        })}</div>`}
      </div>
      <div class="hrows">${order.map((seat) => {
        const isTurn = seat === view.turn;
        const cards = view.hands[seat] ?? [];
        /** @type {Map<string, import("./board.js").Mark>} */
        const own = new Map();
        if (isTurn) for (const [move, mark] of marks) if (cardOf(move) && (!own.has(cardOf(move)) || mark.best)) own.set(cardOf(move), mark);
        const ends = final?.[seat];
        return html`<section class=${`hrow ${isTurn ? "turn" : ""}`} key=${seat} style=${{ "--who": `var(--p${seat + 1})` }} aria-label=${table.players[seat]}>
          <header><span class="av" aria-hidden="true">${table.players[seat]?.[0]}</span><${TeamMark} team=${teamOf(view, seat)} /><h2>${table.players[seat]}</h2>${isTurn ? html`<span class="tag">to play</span>` : null}<span class="cr"><${Gems} kind="show" count=${view.showroom[seat]} /><${Gems} kind="vault" count=${view.vault[seat]} /></span></header>
          <div class="hbox"><${Hand} cards=${cards} label=${`${possessive(table.players[seat] ?? "")} hand`} marks=${own} canPlay=${isTurn ? (/** @type {string} */ card) => legal.has(card) : null} onPress=${isTurn && legal.size > 0 && !choices.some(({ move }) => !cardOf(move)) ? this.press : null} />
            ${view.unknown[seat] ? html`<p class="small">${cards.length ? "and " : ""}${view.unknown[seat]} hidden</p>` : null}
            ${isTurn && choices.length ? html`<div class="row choices">${choices.map(({ move }) => html`<button type="button" class=${marks.get(move)?.best ? "main" : ""} data-move=${move} onClick=${() => this.play(move)}>${rob ? `Rob ${you(table.players[victimOf(move)] ?? "")}` : spokenMove(move, table.players)}${marks.get(move) ? html` <small>${marks.get(move)?.note}</small>` : null}</button>`)}</div>` : null}</div>
          <div class="ev">${ends === undefined ? null : html`<small>ends with</small><b>${plain(ends)}</b><i style=${{ width: `${(100 * Math.max(0, ends)) / best}%`, background: colourOf({ ...view, first: -1 }, seat) }}></i>`}<small>${view.points[seat]} now</small></div>
        </section>`;
      })}</div>`;
  }

  /** @param {Checked} table */
  otherTable(table) {
    const { outcomes } = this.state;
    const seat = indexOf(table.turn?.seat);
    const head = table.turn ? clause(table.players[seat] ?? "", `decides: ${table.turn.text}.`) : "Nothing is to be decided.";
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
    const { line, past, status, working, values, bounds, isStopped } = this.state;
    const best = values.filter((value) => value.best);
    const next = line?.moves.slice(line.at, line.at + 3) ?? [];
    const goals = this.info?.solves ?? [];
    return html`<div class="ctl">
      <${IconButton} name="prev" label="A move back" kind="" disabled=${!line || line.at === 0} onClick=${() => this.step(-1)} />
      <${IconButton} name="next" label="The next move of best play" kind="" disabled=${!line || line.at >= line.moves.length} onClick=${() => this.step(1)} />
      <p class="log finding">${best.length ? html`${bounds ? "Best so far" : "Best"}: ${best.map(({ move }, index) => html`${index ? " or " : ""}${this.shown(move)}`)}${next.length > 1 ? html`, then ${next.slice(1).map((move) => html`${this.shown(move)} `)}` : ""}` : null}${bounds ? html` <span class="bounds">${best.length ? "worth" : "The best is worth"} ${this.number(bounds[0] ?? null)} to ${this.number(bounds[1] ?? null)}</span>` : null}${line ? html`<span class="small dn steps"> ${line.at} of ${line.moves.length}</span>` : null}</p>
      <span class="sp"></span><span class="small dn status">${status}</span>
      ${goals.length > 1 && this.isCards ? html`<select aria-label="What values count" onChange=${(/** @type {Event} */ event) => this.setState({ objective: /** @type {HTMLSelectElement} */ (event.target).value, isStopped: false }, () => this.solve())}>${goals.map((goal) => html`<option value=${goal} selected=${goal === this.goal(goals)}>${this.info?.objectives[goal]?.text}</option>`)}</select>` : null}
      ${working ? html`<button key="stop" type="button" id="stop" onClick=${() => Question.stop()}>Stop</button>` : html`${isStopped ? html`<button key="go-on" type="button" class="main" id="go-on" onClick=${() => this.solve()}>Go on</button>` : values.length ? null : html`<button key="solve" type="button" id="solve" disabled=${!table.can_solve || !table.moves.length} onClick=${() => this.solve()}>Solve</button>`}
        ${this.props.about.without?.includes("advise") ? null : html`<button key="advise" type="button" id="advise" disabled=${!table.moves.length} onClick=${() => this.advise()}>Advise</button>`}
        ${!this.isCards && this.info?.evaluates.length ? html`<button key="evaluate-position" type="button" id="evaluate-position" onClick=${() => this.evaluate()}>Evaluate</button>` : null}`}
      <button key="undo" type="button" id="undo" disabled=${!past.length} onClick=${() => this.undo()}>Undo</button>
      ${this.tools(false)}
    </div>`;
  }

  /** @param {boolean} isEditing */
  tools(isEditing) {
    const { table, isSound } = this.state;
    const done = () => this.setState({ isEditing: false, draft: null }, () => this.read(this.state.text, this.state.past));
    return html`${isEditing ? html`<button type="button" onClick=${() => this.deal()}>Random</button><button type="button" onClick=${() => this.deal(ENDING)}>Random ending</button>` : this.props.about.without?.includes("play-on") ? null : html`<button key="play-on" type="button" id="play-on" onClick=${() => this.playOn()}>Play from here</button>`}
      <button key="show-record" type="button" id="show-record" onClick=${() => this.setState({ sheet: "record" })}>Record</button>
      ${isEditing ? html`<button type="button" class="main" id="done" disabled=${!isSound} onClick=${done}>Done</button>` : this.isCards ? html`<button key="set-up" type="button" id="set-up" onClick=${() => this.setState({ isEditing: true, isSound: true, draft: table?.state.record ?? null })}>Set up</button>` : html`<button type="button" onClick=${() => this.deal()}>Random</button>`}`;
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
      this.setState({ isEditing: false, draft: null });
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
