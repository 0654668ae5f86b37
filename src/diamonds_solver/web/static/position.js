// The screen Position: a table with all cards, or as far as they are known; what its moves are worth; the line of best play.

import { ask, Problems, Question } from "./api.js";
import { cardOf, readHand } from "./cards.js";
import { announce, button, field, h, iconButton, select, signed } from "./dom.js";
import { cardGame, isCardGame, MoveButtons, pictureElement, Teller } from "./moves.js";
import { RecordBox } from "./recordbox.js";
import { tableElement, turnText } from "./seats.js";
import { namesOf, Setup, writeRecord } from "./setup.js";
import { advisedRows, solvedRows, toldElement, valuesElement, verdictElement, verdictText, worthOf } from "./values.js";

/** @typedef {import("./seats.js").TableView} TableView */
/** @typedef {import("./values.js").Row} Row */

export class PositionScreen {
  name = "position";
  title = "Position";

  /** @param {any} about what the server told when the page began */
  constructor(about) {
    this.about = about;
    /** @type {string[]} the texts so far; the last one is shown */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {TableView | null} */
    this.table = null;
    /** @type {Row[]} */
    this.rows = [];
    this.first = 0;
    this.objective = ""; // empty: the game's first
    this.isEditing = false;
    this.follows = false;
    /** @type {{moves: string[], at: number, texts: string[], words?: import("./moves.js").Told[]} | null} a line of best play, and the records along it as far as they are known */
    this.line = null;
    this.checks = 0;
    this.box = new RecordBox((text) => this.put(text, false));
    /** @type {Map<string, any>} the records of texts that are not complete yet */
    this.drafts = new Map();
    this.moveButtons = new MoveButtons((move) => this.play(move));
    const [game, cards] = cardGame(about);
    this.setup = new Setup(cards.decks, (record) => {
      const text = writeRecord(game, record);
      this.drafts.set(text, record);
      this.setup.show(record);
      this.put(text);
    });
    this.felt = h("div", {});
    this.answer = h("div", { class: "answer" });
    this.status = h("p", { class: "status" });
    this.head = h("h2", { class: "turn-text" }, "A table");
    this.tools = h("div", { class: "row" });
    this.goals = h("span", { class: "goals" });
    this.lineBox = h("div", {});
    this.typed = h("input", { type: "text", autocomplete: "off", placeholder: "C15>P1", onkeydown: (/** @type {KeyboardEvent} */ event) => this.type(event) });
    this.element = this.build();
  }

  build() {
    const examples = this.about.examples.filter((/** @type {any} */ one) => !/broken$/.test(one.name) && one.text.split(/^diam\w+ 1$/m).length === 2);
    /** @type {[string, string][]} */
    const names = [["", "Examples"], ...examples.map((/** @type {any} */ one) => [one.name, `${one.name}: ${one.about}`])];
    const chosen = select("example", names, "", (name) => {
      const example = examples.find((/** @type {any} */ one) => one.name === name);
      if (example) this.put(example.text);
    });
    chosen.classList.add("narrow");
    this.undoButton = button("Undo", () => this.undo(), { class: "quiet" });
    this.redoButton = button("Redo", () => this.redo(), { class: "quiet" });
    this.endingButton = button("Random ending", () => this.deal(4));
    this.editButton = button("Set up", () => this.edit(!this.isEditing), { "aria-pressed": "false" });
    const games = /** @type {[string, string][]} */ (Object.entries(this.about.games).map(([name, game]) => [name, game.title]));
    this.gameBox = select("game", games, games[0]?.[0] ?? "", (name) => this.deal(undefined, name));
    this.gameBox.classList.add("narrow");
    const sources = h("div", { class: "row" }, this.editButton, chosen, this.gameBox, button("Random deal", () => this.deal()), this.endingButton, this.undoButton, this.redoButton);
    const typed = field("move", this.typed);
    typed.classList.add("typed");
    this.solveButton = button("Solve", () => this.solve(), { class: "primary", id: "solve", disabled: true });
    this.adviseButton = button("Advise", () => this.advise(), { id: "advise", disabled: true });
    this.evaluateButton = button("Evaluate", () => this.evaluate(), { id: "evaluate-position", disabled: true });
    this.stopButton = button("Stop", () => Question.stop(), { id: "stop", disabled: true });
    this.tools.append(this.solveButton, this.adviseButton, this.evaluateButton, this.stopButton, this.goals);
    const left = h("section", { class: "panel stage", "aria-label": "Table" }, h("header", {}, this.head, typed), this.felt, this.setup.element);
    const right = h("section", { class: "panel", "aria-labelledby": "values-title" }, h("header", {}, h("h2", { id: "values-title" }, "Values")), this.tools, this.status, this.answer, this.lineBox);
    return h("div", { class: "screen" }, h("div", { class: "toolbar" }, sources), h("div", { class: "columns" }, left, right), this.box.element);
  }

  enter() {
    if (!this.past.length) {
      const example = this.about.examples.find((/** @type {any} */ one) => one.name === "ending");
      this.put(sessionStorage.getItem("position") ?? example?.text ?? "");
    }
  }

  leave() {
    Question.stop();
  }

  // -- the text and what it says

  /** Takes over a text as the newest one. @param {string} text @param {boolean} [isOurs] made by the page, and not typed */
  put(text, isOurs = true) {
    if (this.past.at(-1) !== text) this.past.push(text);
    this.future = [];
    this.line = null;
    this.read(text, isOurs);
  }

  undo() {
    if (this.past.length < 2) return;
    this.future.push(this.past.pop() ?? "");
    this.read(this.past.at(-1) ?? "");
    announce("undone");
  }

  redo() {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(text);
    this.read(text);
  }

  /** Asks what the text says. @param {string} text @param {boolean} [isOurs] */
  async read(text, isOurs = true) {
    Question.stop();
    const number = ++this.checks;
    if (isOurs) this.box.text = text;
    sessionStorage.setItem("position", text);
    let table = null;
    /** @type {import("./api.js").Problem[]} */
    let problems = [];
    try {
      table = /** @type {TableView} */ (await ask("check", { text }));
    } catch (error) {
      problems = error instanceof Problems ? error.problems : [{ code: "", message: String(error) }];
    }
    if (number !== this.checks) return;
    this.rows = [];
    this.answer.replaceChildren();
    this.status.textContent = "";
    if (table) {
      this.table = table;
      if (isOurs && this.isCards) this.tidy(text, table.text);
      if (this.isCards) this.setup.show(table.state.record);
      this.drawGoals(table.game);
    }
    this.box.show(problems, table?.notes ?? []);
    this.draw(!table);
    const draft = this.drafts.get(text);
    if (!table && draft) this.setup.show(draft);
    if (table && this.follows && !this.isEditing) this.again();
  }

  /** The strict form takes the place of what the page made. @param {string} text @param {string} strict */
  tidy(text, strict) {
    if (text.trimStart().startsWith("#")) return; // an example, with what it is about
    this.box.text = strict;
    this.past[this.past.length - 1] = strict;
  }

  /** @param {boolean} isBroken */
  draw(isBroken = false) {
    const table = this.table;
    if (this.undoButton) this.undoButton.disabled = this.past.length < 2;
    if (this.redoButton) this.redoButton.disabled = !this.future.length;
    this.editButton?.setAttribute("aria-pressed", String(this.isEditing));
    if (table && !this.isCards) this.isEditing = false;
    if (this.editButton) this.editButton.hidden = !this.isCards;
    if (this.endingButton) this.endingButton.hidden = !this.isCards;
    const box = this.gameBox?.querySelector("select");
    if (box && table) box.value = table.game;
    this.setup.element.hidden = !this.isEditing;
    this.felt.hidden = this.isEditing;
    this.felt.classList.toggle("stale", isBroken);
    if (!table) return;
    const { isCards } = this;
    this.typed.placeholder = isCards ? "C15>P1" : (table.moves.at(-1)?.written ?? "");
    this.head.textContent = isBroken ? "The record is not complete yet." : isCards ? turnText(table) : decisionText(table);
    this.drawTable(table, isBroken);
    const isOver = isBroken || (isCards ? table.state.decision === "over" : !table.turn);
    const isOpen = isCards ? table.state.hands.every((hand) => !readHand(hand).unknown) && ["card", "victim", "actor"].includes(table.state.decision) : table.can_solve;
    if (this.solveButton) this.solveButton.disabled = isOver || !isOpen;
    if (this.adviseButton) this.adviseButton.disabled = isOver;
    if (this.evaluateButton) {
      this.evaluateButton.hidden = isCards || !this.about.games[table.game].evaluates.length; // hands of cards have a screen of their own
      this.evaluateButton.disabled = isOver;
    }
    this.drawLine();
  }

  /** A table of cards, or of another game its picture and a button for each move. @param {TableView} table @param {boolean} [isBroken] */
  drawTable(table, isBroken = false) {
    const onMove = isBroken ? null : (/** @type {string} */ move) => this.play(move);
    const worth = worthOf(this.rows, this.isChance);
    if (this.isCards) this.felt.replaceChildren(tableElement(table, { first: this.first, worth, onMove }));
    else this.felt.replaceChildren(pictureElement(table), isBroken ? "" : this.moveButtons.element(table.moves, worth, decisionText(table)));
  }

  get isCards() {
    return this.table !== null && isCardGame(this.about, this.table.game);
  }

  get teller() {
    return new Teller(this.table?.players ?? [], this.isCards, this.table?.moves, this.line?.words);
  }

  /** @returns {Record<string, {text: string, chance: boolean}>} */
  get objectives() {
    return this.table ? this.about.games[this.table.game].objectives : {};
  }

  /** What values count: that of the last question, if the game has it, else the game's first. */
  get goal() {
    return this.objective in this.objectives ? this.objective : (Object.keys(this.objectives)[0] ?? "");
  }

  /** The same for `solve`, which may not have it. */
  get solveGoal() {
    const solves = this.table ? this.about.games[this.table.game].solves : [];
    return solves.includes(this.goal) ? this.goal : (solves[0] ?? "");
  }

  get isChance() {
    return Boolean(this.objectives[this.goal]?.chance);
  }

  /** What can be asked for in a game. @param {string} game */
  drawGoals(game) {
    const { solves } = this.about.games[game];
    const goals = Object.entries(this.objectives).filter(([name]) => solves.includes(name));
    const values = /** @type {[string, string][]} */ (goals.map(([name, { text }]) => [name, text]));
    const choose = (/** @type {string} */ value) => {
      this.objective = value;
      if (this.rows.length) this.again();
    };
    this.goals.replaceChildren(values.length > 1 ? select("counts", values, this.goal, choose) : "");
  }

  /** @param {boolean} on */
  edit(on) {
    this.isEditing = on;
    if (this.table && this.isCards) this.setup.show(this.table.state.record);
    this.draw(!this.table);
  }

  /** A random deal like the table that is shown, or of another game. @param {number} [cards] @param {string} [game] */
  async deal(cards, game = this.table?.game) {
    const { table } = this;
    const isSame = game === table?.game;
    const record = (isSame && this.isCards && table?.state.record) || {};
    const players = table ? table.players.length : namesOf(record).length;
    try {
      const dealt = await ask("deal", { ...(game ? { game } : {}), ...(isSame ? { players } : {}), ...(cards ? { cards } : {}), ...(record.variant ? { variant: record.variant } : {}), ...(record.teams ? { teams: true } : {}) });
      this.put(dealt.text);
    } catch (error) {
      this.box.show(error instanceof Problems ? error.problems : []);
    }
  }

  // -- moves

  /** @param {string} move */
  play(move) {
    const { table, line } = this;
    if (!table) return;
    if (!this.isCards) {
      this.playByServer(move);
      return;
    }
    const { record } = table.state;
    this.put(writeRecord(table.game, { ...record, play: `${record.play ? `${record.play} ` : ""}${move}` }));
    if (line && line.moves[line.at] === move) this.line = { ...line, at: line.at + 1 };
  }

  /** A move whose record the server writes, also where chance adds to it: then what came is chosen first. @param {string} move @param {string} [outcome] */
  async playByServer(move, outcome) {
    try {
      const found = await ask("move", { text: this.past.at(-1) ?? "", move, ...(outcome ? { outcome } : {}) });
      if (found.outcomes) this.askOutcome(move, found.outcomes);
      else {
        const line = this.line;
        this.put(found.text);
        if (line && line.moves[line.at] === move) this.line = { ...line, at: line.at + 1, texts: [...line.texts.slice(0, line.at + 1), found.text] };
      }
    } catch (error) {
      this.box.show(error instanceof Problems ? error.problems : [{ code: "", message: String(error) }]);
      if (error instanceof Problems) announce(error.message);
    }
  }

  /** @param {string} move @param {string[]} outcomes */
  askOutcome(move, outcomes) {
    const title = `${this.teller.spoken(move)}: what came?`;
    const moves = outcomes.map((one) => ({ move: one, written: one, words: one, group: title }));
    const buttons = new MoveButtons((one) => this.playByServer(move, one));
    buttons.opened.add(title);
    const back = button("Back", () => this.draw(), { class: "quiet" });
    this.felt.lastElementChild?.replaceWith(h("div", { class: "outcomes" }, buttons.element(moves, new Map(), title), h("div", { class: "row" }, back)));
    /** @type {HTMLElement | null} */ (this.felt.querySelector(".outcomes button"))?.focus();
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (event.key !== "Enter") return;
    const wanted = this.typed.value.trim().toUpperCase();
    if (!wanted) return;
    const found = meant(wanted, this.table?.moves ?? []);
    if (found.length === 1) {
      this.typed.value = "";
      this.play(found[0] ?? "");
    } else {
      const text = found.length ? `say which: ${found.join(", ")}` : `there is no such move: ${wanted}`;
      this.status.textContent = text;
      announce(text);
    }
  }

  // -- questions

  again() {
    if (this.solveButton && !this.solveButton.disabled) return this.solve();
    return Promise.resolve();
  }

  /** @param {string} name @param {Record<string, unknown>} body @param {(event: any) => void} onEvent */
  async question(name, body, onEvent) {
    const started = performance.now();
    if (this.stopButton) this.stopButton.disabled = false;
    this.status.textContent = "working";
    try {
      const answer = await Question.ask(name, { text: this.past.at(-1) ?? "", ...body }, onEvent);
      if (!answer) {
        this.status.textContent = "stopped; what is shown holds";
        this.follows = false;
      } else this.status.textContent = `${((performance.now() - started) / 1000).toFixed(2)} s`;
      return answer;
    } catch (error) {
      this.box.show(error instanceof Problems ? error.problems : [{ code: "", message: String(error) }]);
      this.status.textContent = "";
      if (error instanceof Problems) announce(error.message);
      return null;
    } finally {
      if (this.stopButton) this.stopButton.disabled = !Question.running;
    }
  }

  async solve() {
    const table = this.table;
    if (!table || this.solveButton?.disabled) return;
    this.follows = true;
    const kept = this.line;
    this.rows = table.moves.map(({ move }) => ({ move, value: null, loss: null, best: false }));
    this.showRows(table);
    /** @type {import("./moves.js").Told[]} */
    let words = [];
    const answer = await this.question("solve", { objective: this.solveGoal }, (event) => {
      if (event.event === "words") words = event.words;
      if (event.event === "move") {
        const row = this.rows.find((one) => one.move === event.move);
        if (row) row.value = event.value;
        this.showRows(table);
      } else if (event.event === "progress") {
        this.status.textContent = `${(event.nodes / 1e6).toFixed(1)} M positions, value ${signed(event.bounds[0])} to ${signed(event.bounds[1])}`;
      }
    });
    if (!answer || this.table !== table) return;
    this.rows = solvedRows(answer);
    this.line = kept ?? { moves: answer.line, at: 0, texts: [this.past.at(-1) ?? ""], words };
    this.showRows(table);
    const best = answer.moves.filter((/** @type {any} */ move) => move.best).map((/** @type {any} */ move) => (this.isCards ? move.move : this.teller.spoken(move.move)));
    const number = (/** @type {any} */ value) => (Array.isArray(value) ? value.map((one) => signed(one, this.isChance)).join(", ") : signed(value ?? 0, this.isChance));
    const value = answer.exact ? `worth ${number(answer.value)}` : `worth ${number(answer.bounds?.[0])} to ${number(answer.bounds?.[1])} so far`;
    if (best.length) this.answer.prepend(verdictElement(`Best: ${best.join(", ")}, ${value}.`));
    this.drawLine();
  }

  async advise() {
    const table = this.table;
    if (!table || this.adviseButton?.disabled) return;
    const objective = { objective: this.goal };
    this.follows = false;
    this.line = null;
    this.rows = [];
    const answer = await this.question("advise", objective, (event) => {
      if (event.event === "start") this.status.textContent = event.hidden;
      if (event.event !== "advice") return;
      this.rows = advisedRows(event);
      this.showRows(table, true);
    });
    if (!answer || this.table !== table) return;
    this.rows = advisedRows(answer);
    this.showRows(table, true);
    this.answer.prepend(verdictElement(verdictText(answer, this.teller)));
    if (answer.why) this.answer.append(h("p", { class: "why" }, answer.why.text));
  }

  /** What the position may bring to each player when it is played out. */
  async evaluate() {
    const { table } = this;
    if (!table || this.evaluateButton?.disabled) return;
    const { evaluates } = this.about.games[table.game];
    this.follows = false;
    let text = "";
    const answer = await this.question("evaluate", evaluates.includes(this.goal) ? { objective: this.goal } : {}, (event) => {
      if (event.event === "progress") this.status.textContent = `${event.rounds.toLocaleString("en")} games`;
      if (event.event === "told") text = event.text;
    });
    if (!answer || this.table !== table) return;
    this.answer.replaceChildren(toldElement(text));
    announce("evaluated");
  }

  /** @param {TableView} table @param {boolean} [sampled] */
  showRows(table, sampled = false) {
    const onMove = table.moves.length ? (/** @type {string} */ move) => this.play(move) : null;
    this.answer.replaceChildren(valuesElement(this.rows, { teller: this.teller, chance: this.isChance, onMove, sampled }));
    const { card, move } = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset ?? {};
    this.drawTable(table);
    const same = card ? `button[data-card="${card}"]` : move ? `button[data-move="${CSS.escape(move)}"]` : null;
    if (same) /** @type {HTMLElement | null} */ (this.felt.querySelector(same))?.focus();
  }

  // -- the line

  drawLine() {
    const line = this.line;
    const table = this.table;
    this.lineBox.replaceChildren();
    if (!line?.moves.length || !table) return;
    const chips = line.moves.map((move, index) => h("li", { class: index < line.at ? "done" : null, "aria-current": index === line.at ? "step" : null }, this.teller.element(move)));
    this.lineBox.replaceChildren(
      h("h3", {}, "Best play"),
      h(
        "div",
        { class: "row steps" },
        iconButton("first", "to the start of the line", () => this.step(-line.at), line.at === 0),
        iconButton("back", "a move back", () => this.step(-1), line.at === 0),
        iconButton("next", "the next move of the line", () => this.step(1), line.at >= line.moves.length),
        iconButton("last", "to the end of the line", () => this.step(line.moves.length - line.at), line.at >= line.moves.length),
        h("span", {}, `${line.at} of ${line.moves.length}`),
      ),
      h("ol", { class: "line" }, ...chips),
    );
  }

  /** Goes along the line; its values stay those of its start. @param {number} by */
  async step(by) {
    const { line, table } = this;
    if (!line || !table) return;
    if (!this.isCards) {
      await this.stepByServer(by);
      return;
    }
    const { record } = table.state;
    const to = Math.max(0, Math.min(line.moves.length, line.at + by));
    const played = String(record.play ?? "").split(/\s+/).filter((word) => word && word !== "/");
    const start = played.slice(0, played.length - line.at);
    const follows = this.follows;
    this.follows = false;
    this.past.push(writeRecord(table.game, { ...record, play: [...start, ...line.moves.slice(0, to)].join(" ") || undefined }));
    this.future = [];
    this.line = { ...line, at: to };
    await this.read(this.past.at(-1) ?? "");
    this.follows = follows;
  }

  /** As `step`, where the server writes the records; the line ends where chance has a say. @param {number} by */
  async stepByServer(by) {
    const { line, follows } = this;
    if (!line) return;
    const to = Math.max(0, Math.min(line.moves.length, line.at + by));
    const texts = [...line.texts];
    try {
      while (texts.length <= to) texts.push((await ask("move", { text: texts.at(-1), move: line.moves[texts.length - 1] })).text);
    } catch (error) {
      this.box.show(error instanceof Problems ? error.problems : []);
      return;
    }
    this.follows = false;
    this.past.push(texts[to] ?? "");
    this.future = [];
    this.line = { ...line, at: to, texts };
    await this.read(texts[to] ?? "");
    this.follows = follows;
  }

  /** @param {string} key */
  key(key) {
    if (key === "a") this.advise();
    else if (key === "s") this.solve();
    else if (key === "z") this.answer.hidden = !this.answer.hidden;
    else if (key === "f" && this.table) {
      this.first = (this.first + 1) % this.table.players.length;
      this.draw();
    } else if (key === "u") this.undo();
    else if (key === "Escape") Question.stop();
    else if (key === "ArrowRight") this.step(1);
    else if (key === "ArrowLeft") this.step(-1);
    else if (key === "Home") this.step(-1000);
    else if (key === "End") this.step(1000);
    else return false;
    return true;
  }

  /** @type {HTMLButtonElement | undefined} */
  undoButton;
  /** @type {HTMLButtonElement | undefined} */
  endingButton;
  /** @type {HTMLElement | undefined} */
  gameBox;
  /** @type {HTMLButtonElement | undefined} */
  evaluateButton;
  /** @type {HTMLButtonElement | undefined} */
  redoButton;
  /** @type {HTMLButtonElement | undefined} */
  editButton;
  /** @type {HTMLButtonElement | undefined} */
  solveButton;
  /** @type {HTMLButtonElement | undefined} */
  adviseButton;
  /** @type {HTMLButtonElement | undefined} */
  stopButton;
}

/** Who decides what, in a game that the page does not lay out. @param {TableView} table */
function decisionText(table) {
  if (!table.turn) return table.moves.length ? "" : "Nothing is to be decided.";
  return `${table.players[Number(table.turn.seat.slice(1)) - 1]} decides: ${table.turn.text}.`;
}

/**
 * The legal moves that a text can mean: in full, the beginning of it, without the victim, or the rank alone where only one card has it.
 * @param {string} wanted @param {{move: string, written: string}[]} moves
 */
export function meant(wanted, moves) {
  const exact = moves.filter(({ move, written }) => move.toUpperCase() === wanted || written.toUpperCase() === wanted);
  if (exact.length) return exact.map(({ move }) => move);
  return moves.filter(({ move }) => cardOf(move) === wanted || cardOf(move).slice(1) === wanted).map(({ move }) => move);
}
