// The screen Game: a game that was played. Two judges, never mixed: all cards open, and what could be known then.

import { ask, Problems, Question } from "./api.js";
import { curveElement, lossText } from "./curve.js";
import { announce, button, h, iconButton, plain, saveFile, select, signed, tableHead } from "./dom.js";
import { isCardGame, MoveButtons, pictureElement, Teller } from "./moves.js";
import { RecordBox } from "./recordbox.js";
import { Reviews } from "./reviews.js";
import { tableElement } from "./seats.js";
import { solvedRows, valuesElement, worthOf } from "./values.js";

/** @typedef {import("./seats.js").TableView} TableView */
/** @typedef {import("./reviews.js").Judge} Judge */

/** @type {[string, string][]} how long the cards-open judge may work at a time, in seconds; it goes from the end backwards */
const LIMITS = [["20", "20 s"], ["60", "1 minute"], ["300", "5 minutes"], ["0", "as long as it takes"]];
const SLACK = 0.5; // seconds: an answer that took nearly its time was cut short

export class GameScreen {
  name = "game";
  title = "Game";

  /** @param {any} about */
  constructor(about) {
    this.about = about;
    this.text = "";
    /** @type {any} what the server told of the game: its decisions */
    this.game = null;
    /** @type {Map<number, TableView>} */
    this.tables = new Map();
    this.reviews = new Reviews([]);
    /** @type {Judge} */
    this.judge = "open";
    this.number = 1;
    this.round = 1;
    this.isHidden = false;
    /** @type {{left: number[], seat: number, tried: string} | null} */
    this.retry = null;
    this.checks = 0;
    this.limit = 20; // seconds; 0: none
    this.isBroken = false; // whether the record that is written differs from the game that is shown
    this.isDrawing = false; // whether the curve is about to be drawn
    this.moveButtons = new MoveButtons((move) => this.try(move));
    this.box = new RecordBox((text) => this.load(text));
    this.head = h("h2", { class: "turn-text" }, "Nothing to look at yet.");
    this.felt = h("div", {});
    this.steps = h("div", { class: "row steps" });
    this.side = h("div", { class: "answer" });
    this.status = h("p", { class: "status" });
    this.figure = h("div", {});
    this.list = h("div", { class: "wide" });
    this.players = h("div", { class: "wide", role: "group", "aria-labelledby": "people-title", tabindex: 0 }); // it scrolls on a phone
    this.tabs = h("div", { class: "switch", role: "tablist", "aria-label": "who judges" });
    this.rounds = h("span", {});
    this.reviewButton = button("Review", () => this.review(), { class: "primary", id: "review-game" });
    this.stopButton = button("Stop", () => Question.stop(), { disabled: true });
    this.reportButton = button("Save a report", () => this.report(), { class: "quiet" });
    this.retryButton = button("Retry mistakes", () => this.startRetry(), { id: "retry" });
    this.element = this.build();
  }

  build() {
    const examples = this.about.examples.filter((/** @type {any} */ one) => isGame(one));
    /** @type {[string, string][]} */
    const names = [["", "Examples"], ...examples.map((/** @type {any} */ one) => [one.name, `${one.name}: ${one.about}`])];
    const chosen = select("example", names, "", (name) => {
      const example = examples.find((/** @type {any} */ one) => one.name === name);
      if (example) this.open(example.text);
    });
    chosen.classList.add("narrow");
    this.limitBox = select("at most", LIMITS, String(this.limit), (value) => (this.limit = Number(value)));
    const toolbar = h("div", { class: "toolbar row" }, this.reviewButton, this.stopButton, this.limitBox, this.retryButton, this.rounds, chosen, this.reportButton, this.status);
    const left = h("section", { class: "panel stage", "aria-label": "Table" }, h("header", {}, this.head), this.steps, this.felt);
    const right = h("section", { class: "panel", "aria-label": "What the judge says" }, this.tabs, this.side);
    const course = h("section", { class: "panel", "aria-labelledby": "course-title" }, h("h2", { id: "course-title" }, "The course"), this.figure, this.list);
    const people = h("section", { class: "panel", "aria-labelledby": "people-title" }, h("h2", { id: "people-title" }, "Players"), this.players);
    return h("div", { class: "screen" }, toolbar, h("div", { class: "columns" }, left, right), course, people, this.box.element);
  }

  enter() {
    if (this.game) return;
    const example = this.about.examples.find((/** @type {any} */ one) => one.name === "game4");
    this.open(sessionStorage.getItem("game") ?? example?.text ?? "");
  }

  leave() {
    Question.stop();
  }

  /** Shows a game, from wherever it comes. @param {string} text */
  open(text) {
    this.box.text = text;
    this.load(text);
  }

  /** @param {string} text */
  async load(text) {
    Question.stop();
    const number = ++this.checks;
    sessionStorage.setItem("game", text);
    try {
      const game = await ask("game", { text });
      if (number !== this.checks) return;
      this.game = game;
      this.text = text;
      this.showBroken(false);
      this.tables.clear();
      this.reviews = new Reviews(game.decisions);
      this.retry = null;
      if (!game.hindsight) this.judge = "known";
      this.box.show([]);
      this.round = game.decisions[0]?.round ?? 1;
      const first = game.decisions.find((/** @type {any} */ one) => one.trick !== null) ?? game.decisions[0];
      this.go(first?.number ?? 1);
    } catch (error) {
      if (number !== this.checks) return;
      this.box.show(error instanceof Problems ? error.problems : [{ code: "", message: String(error) }]);
      this.showBroken(true);
    }
  }

  /** Whether the record, far below the table, is broken: the game that is shown is then the one before. @param {boolean} is */
  showBroken(is) {
    this.isBroken = is;
    this.felt.classList.toggle("stale", is);
    this.reviewButton.disabled = is;
    if (is) this.head.textContent = this.brokenText;
  }

  get brokenText() {
    return this.game ? "The record below has a mistake; this is the game before." : "The record below has a mistake.";
  }

  // -- where we are

  /** The decisions of the round that is shown. @returns {any[]} */
  get decisions() {
    return this.reviews.ofRound(this.round);
  }

  /** @returns {any} */
  get decision() {
    return this.game?.decisions[this.number - 1] ?? null;
  }

  get said() {
    return this.reviews.of(this.judge, this.number);
  }

  /** @param {number} number */
  async go(number) {
    if (!this.game) return;
    this.number = Math.max(1, Math.min(this.game.decisions.length + 1, number));
    this.round = this.decision?.round ?? this.round;
    if (!this.tables.has(this.number)) {
      const wanted = this.number;
      try {
        this.tables.set(wanted, await ask("game", { text: this.text, number: wanted }));
      } catch (error) {
        this.box.show(error instanceof Problems ? error.problems : []);
      }
      if (wanted !== this.number) return;
    }
    this.draw();
  }

  /** The next decision with a mark, forwards or backwards. @param {number} by */
  mistake(by) {
    const marked = this.reviews.marked(this.judge);
    const next = by > 0 ? marked.find((number) => number > this.number) : marked.reverse().find((number) => number < this.number);
    if (next === undefined) announce("no more mistakes that way");
    else this.go(next);
  }

  // -- judging

  /** Asks the judge of the tab for the round that is shown. */
  async review() {
    const { judge, round } = this;
    this.reviewButton.disabled = true;
    this.stopButton.disabled = false;
    this.status.textContent = "looking";
    try {
      if (judge === "open") await this.reviewOpen(round);
      else await this.reviewKnown(round);
    } catch (error) {
      this.status.textContent = error instanceof Problems ? error.message : String(error);
    } finally {
      this.reviewButton.disabled = this.isBroken;
      this.stopButton.disabled = true;
      this.draw();
    }
  }

  /** @param {number} round */
  async reviewKnown(round) {
    const answer = await this.judgement("known", { round, hindsight: false });
    if (!answer) return;
    this.reviews.players.known.set(round, answer.players);
    this.tellReviewed(round, `${answer.seconds.toFixed(1)} s${answer.whole ? "" : "; not whole: the time is up"}`);
  }

  /**
   * With all cards open, the last decision first, in as many questions as the time takes: one may not take longer than the server allows.
   * What is proven stays; the next question, also after Stop, is of the decisions before it.
   * @param {number} round
   */
  async reviewOpen(round) {
    const started = performance.now();
    const spent = () => (performance.now() - started) / 1000;
    for (;;) {
      const before = this.reviews.unproven(round);
      const until = before.at(-1);
      const seconds = Math.min(this.about.seconds, this.limit ? this.limit - spent() : Infinity);
      const answer = await this.judgement("open", { round, known: false, hindsight_limit: seconds, ...(until ? { until } : {}) });
      if (!answer) return;
      const left = this.reviews.unproven(round);
      const isCut = left.length > 0 && answer.seconds > seconds - SLACK;
      const isStuck = left.at(-1) === until; // the next decision takes longer than one question may
      if (isCut) this.reviews.cut.add(round);
      else this.reviews.cut.delete(round);
      this.reviews.summarise(round, answer.players);
      if (isCut && !isStuck && (!this.limit || this.limit - spent() > SLACK)) continue;
      const time = `${spent().toFixed(1)} s`;
      this.tellReviewed(round, isCut ? `${time}: the time is up, ${left.length} of ${this.reviews.ofRound(round).length} decisions are not proven` : time);
      return;
    }
  }

  /**
   * One question to a judge: the answer, or null where it was stopped or is of another game. What is judged is shown as it comes.
   * @param {Judge} judge @param {Record<string, unknown>} body
   */
  async judgement(judge, body) {
    const { text } = this;
    const answer = await Question.ask("analyse", { text, ...body }, (event) => {
      if (event.event === "judged" && text === this.text) this.hear(judge, event.decision, event.words);
      if (event.event === "progress") this.status.textContent = `${event.done} of ${event.total} judgements`;
    });
    if (!answer || text !== this.text) {
      this.status.textContent = "stopped";
      if (judge === "open" && text === this.text && this.reviews.judged.open.size) this.reviews.cut.add(this.round);
      return null;
    }
    for (const one of answer.decisions) this.reviews.keep(judge, one);
    return answer;
  }

  /** @param {number} round @param {string} text */
  tellReviewed(round, text) {
    const marked = this.reviews.ofRound(round).filter((one) => this.reviews.of(this.judge, one.number)?.mark).length;
    this.status.textContent = text;
    announce(`Round ${round}: ${marked} marked decision${marked === 1 ? "" : "s"}. ${text}`);
  }

  /** One more decision is judged: its chip, the curve and what stands beside the table grow. @param {Judge} judge @param {any} said @param {import("./moves.js").Told[]} words */
  hear(judge, said, words) {
    for (const one of words) this.reviews.named.set(one.move, one);
    this.reviews.keep(judge, said);
    const one = this.game.decisions[said.number - 1];
    if (judge !== this.judge || one.round !== this.round) return;
    const chip = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-number="${said.number}"]`));
    const isFocused = chip === document.activeElement;
    const fresh = this.chip(one);
    chip?.replaceWith(fresh);
    if (isFocused) fresh.focus();
    if (said.number === this.number && !this.retry) this.drawHere();
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.drawCourse();
    });
  }

  /** Saves the round as a page of its own, which needs neither this program nor a network. */
  async report() {
    this.stopButton.disabled = false;
    this.status.textContent = "looking";
    try {
      const found = await Question.ask("report", { text: this.text, round: this.round, hindsight_limit: Math.min(this.about.seconds, this.limit || Infinity) }, (event) => {
        if (event.event === "progress") this.status.textContent = `${event.done} of ${event.total} judgements`;
      });
      if (found) saveFile(found.html, "game.html", "text/html");
      this.status.textContent = found ? "saved" : "stopped";
    } catch (error) {
      this.status.textContent = error instanceof Problems ? error.message : String(error);
    } finally {
      this.stopButton.disabled = true;
    }
  }

  /** @param {Judge} judge */
  choose(judge) {
    this.judge = judge;
    this.retry = null;
    this.draw();
    /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-selected=true]"))?.focus();
  }

  /** The loss of a decision by the judge of the tab, or null. @param {any} one */
  lossOf(one) {
    if (!one || one.forced) return one ? 0 : null;
    return this.judge === "open" ? (one.hindsight?.loss ?? null) : (one.known?.loss ?? null);
  }

  // -- drawing

  draw() {
    const table = this.tables.get(this.number);
    if (!this.game || !table) return;
    this.head.textContent = this.isBroken ? this.brokenText : this.headText(this.decision);
    this.drawSteps();
    this.drawTabs();
    this.drawHere();
    this.drawCourse();
    this.drawList();
    this.drawPlayers();
    const rounds = [...new Set(this.game.decisions.map((/** @type {any} */ each) => each.round))];
    const choices = /** @type {[string, string][]} */ (rounds.map((round) => [String(round), String(round)]));
    this.rounds.replaceChildren(rounds.length > 1 ? select("round", choices, String(this.round), (value) => this.go(this.game.decisions.find((/** @type {any} */ each) => each.round === Number(value)).number)) : "");
    this.reviewButton.textContent = this.judge === "open" && this.reviews.cut.has(this.round) ? "Go on" : "Review";
    if (this.limitBox) this.limitBox.hidden = this.judge !== "open";
    this.retryButton.disabled = !this.reviews.marked(this.judge).length;
  }

  /** The table before the decision that is shown, and what the judge says of it. */
  drawHere() {
    const table = this.tables.get(this.number);
    if (!table) return;
    const hides = this.retry !== null || this.isHidden;
    const rows = this.said && !hides ? this.rowsOf(this.said) : [];
    const options = { worth: worthOf(rows, this.isChance), onMove: this.retry ? (/** @type {string} */ move) => this.try(move) : null };
    if (this.isCards) this.felt.replaceChildren(tableElement(table, options));
    else this.felt.replaceChildren(pictureElement(table), this.retry ? this.moveButtons.element(table.moves, new Map(), "moves") : "");
    this.drawSide(rows, hides);
  }

  get isCards() {
    return isCardGame(this.about, this.game.game);
  }

  /** How moves at the table that is shown are told. */
  get teller() {
    const one = this.decision;
    return new Teller(this.game.players, this.isCards, [...(this.tables.get(this.number)?.moves ?? []), ...(one ? [one] : [])], this.reviews.named.values());
  }

  /** Whether the judge's values are chances; those of an objective that hindsight cannot count are points. */
  get isChance() {
    const { objectives, solves } = this.about.games[this.game.game];
    const names = Object.keys(objectives);
    const name = this.judge === "open" ? (names.find((one) => solves.includes(one)) ?? names[0]) : names[0];
    return Boolean(objectives[name ?? ""]?.chance);
  }

  /** @param {any} one */
  headText(one) {
    if (!one) return "The end of the game.";
    const isLong = this.game.decisions.at(-1).round > 1 || one.trick !== null;
    const place = isLong ? `Round ${one.round}${one.trick === null ? "" : `, trick ${one.trick}`}` : `Decision ${one.number}`;
    const name = this.game.players[Number(one.seat.slice(1)) - 1];
    if (this.retry) return `${place}: ${name}, what else?`;
    return this.isCards ? `${place}: ${name} ${verb(one)} ${this.teller.spoken(one.move)}` : `${place}: ${name}: ${this.teller.spoken(one.move)}`;
  }

  drawSteps() {
    const total = this.game.decisions.length;
    this.steps.replaceChildren(
      iconButton("first", "to the start", () => this.go(1), this.number <= 1),
      iconButton("back", "a decision back", () => this.go(this.number - 1), this.number <= 1),
      iconButton("next", "the next decision", () => this.go(this.number + 1), this.number > total),
      iconButton("last", "to the end", () => this.go(total + 1), this.number > total),
      button("‹ mistake", () => this.mistake(-1), { "aria-label": "the mistake before" }),
      button("mistake ›", () => this.mistake(1), { "aria-label": "the next mistake", id: "next-mistake" }),
      h("span", {}, `${this.number} of ${total}`),
    );
  }

  drawTabs() {
    const tab = (/** @type {Judge} */ judge, /** @type {string} */ text) =>
      button(text, () => this.choose(judge), { role: "tab", "aria-selected": String(this.judge === judge), tabindex: this.judge === judge ? 0 : -1 });
    this.tabs.replaceChildren(this.game.hindsight ? tab("open", "Cards open") : "", tab("known", "As known then"));
    this.tabs.onkeydown = (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      if (this.game.hindsight) this.choose(this.judge === "open" ? "known" : "open");
    };
  }

  /** The moves of a decision with what is known of their values. @param {any} said @returns {import("./values.js").Row[]} */
  rowsOf(said) {
    if (this.judge === "known") return [];
    const { moves, best, value } = said.hindsight ?? {};
    return (moves ?? []).map((/** @type {any} */ move) => ({ move: move.move, value: move.value, loss: move.value === null ? null : value - move.value, best: best.includes(move.move) }));
  }

  /** @param {import("./values.js").Row[]} rows @param {boolean} hides */
  drawSide(rows, hides) {
    const { said, decision: one } = this;
    this.side.replaceChildren();
    if (this.retry) {
      this.side.append(...this.retryElements());
      return;
    }
    if (!one) return;
    if (!said) {
      const text = this.judge === "open" ? "Review looks at this round with all cards open: exact, but nobody could know it." : "Review asks, for each decision, what a player who sees only their own hand could know.";
      this.side.append(h("p", { class: "why" }, text));
      return;
    }
    if (hides) {
      this.side.append(h("p", { class: "why" }, "Hidden; z shows it again."));
      return;
    }
    if (one.forced) this.side.append(h("p", { class: "verdict" }, "There was no choice."));
    else if (this.judge === "open") this.side.append(...this.openElements(said, rows));
    else this.side.append(...this.knownElements(said));
    if (said.mark && said.refutation?.length) {
      this.side.append(h("h3", {}, "What it leads to"), h("ol", { class: "line" }, ...said.refutation.map((/** @type {string} */ move) => h("li", {}, this.teller.element(move)))));
    }
    if (said.why) this.side.append(h("p", { class: "why" }, said.why.text));
  }

  /** @param {any} said @param {import("./values.js").Row[]} rows */
  openElements(said, rows) {
    const found = said.hindsight;
    if (!found) return [h("p", { class: "why" }, "Not known: cards are hidden, or the time was up.")];
    const best = found.best.map((/** @type {string} */ move) => this.teller.spoken(move)).join("; ");
    const text = found.loss === 0 ? "Nothing better was possible." : found.loss === null ? "Its loss is not proven." : `Loses ${plain(found.loss, this.isChance)}: best was ${best}.`;
    const known = rows.filter((row) => row.value !== null);
    const parts = [h("p", { class: "verdict" }, markElement(said.mark), text), known.length ? valuesElement(known, { teller: this.teller, chance: this.isChance }) : null];
    if (rows.length > known.length) parts.push(h("div", { class: "row" }, button("All values", () => this.solve(), { id: "all-values" })));
    return parts.filter((part) => part !== null);
  }

  /** @param {any} said */
  knownElements(said) {
    const found = said.known;
    if (!found) return [h("p", { class: "why" }, "Not judged: the time was up, or the player's own cards are hidden.")];
    const best = found.best.map((/** @type {string} */ move) => this.teller.spoken(move)).join("; ");
    const [low, high] = found.interval;
    const interval = low === null || high === null || low === high ? "" : ` (95 %: ${plain(low, this.isChance)} to ${plain(high, this.isChance)})`;
    const text = found.loss ? `Loses ${plain(found.loss, this.isChance)}${interval}: best was ${best}.` : `As good as any: worth ${signed(found.mean, this.isChance)}.`;
    return [h("p", { class: "verdict" }, markElement(said.mark), text), h("p", { class: "why" }, `${found.verdict}; ${found.exact ? "exact" : `${found.worlds.toLocaleString("en")} worlds`}`)];
  }

  drawCourse() {
    const points = this.decisions.map((one) => {
      const said = this.reviews.of(this.judge, one.number);
      return { number: one.number, seat: Number(one.seat.slice(1)) - 1, ends: this.endsOf(one, said), loss: this.lossOf(said), mark: this.retry ? "" : (said?.mark ?? "") };
    });
    const isKnown = points.some((point) => point.ends || point.loss);
    const options = { at: this.number, chance: this.isChance, onChoose: (/** @type {number} */ number) => this.go(number) };
    this.figure.replaceChildren(isKnown ? curveElement(points, this.game.players, options) : h("p", { class: "why" }, "Not reviewed yet."));
  }

  /**
   * Where the game was going, by player, as the judge knows it: the points at the end of best play with all cards open; by what was known
   * the chance of the one who decides, and nothing where values are gains, which are no points at the end.
   * @param {any} one @param {any} said @returns {(number | null)[] | null}
   */
  endsOf(one, said) {
    if (this.judge === "known") {
      const mean = this.isChance ? (said?.known?.mean ?? null) : null;
      return mean === null ? null : this.game.players.map((/** @type {string} */ _, /** @type {number} */ seat) => (one.seat === `P${seat + 1}` ? mean : null));
    }
    return said?.hindsight?.points?.map((/** @type {number} */ gained, /** @type {number} */ seat) => gained + (said.points?.[seat] ?? 0)) ?? null;
  }

  /** The decisions by tricks, or by turns where there are none. */
  drawList() {
    /** @type {Map<string, any[]>} */
    const tricks = new Map();
    let turn = 0;
    let seat = "";
    for (const one of this.decisions) {
      if (one.seat !== seat) turn += 1;
      seat = one.seat;
      const isPass = one.decision === "count" || one.decision === "pass";
      const place = !this.isCards ? `turn ${turn}` : one.trick !== null ? `trick ${one.trick}` : isPass ? "the pass" : "the end";
      tricks.set(place, [...(tricks.get(place) ?? []), one]);
    }
    const rows = [...tricks].map(([place, ones]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, place),
        h("td", {}, h("span", { class: "moves" }, ...ones.map((one) => this.chip(one)))),
      ),
    );
    this.list.replaceChildren(h("table", { class: "values list" }, h("caption", { class: "unseen" }, "decisions by tricks"), h("tbody", {}, ...rows)));
  }

  /** @param {any} one */
  chip(one) {
    const said = this.retry ? null : this.reviews.of(this.judge, one.number);
    const loss = said && !one.forced ? this.lossOf(said) : null;
    const name = this.game.players[Number(one.seat.slice(1)) - 1];
    const inside = [h("span", { class: "who" }, name), new Teller(this.game.players, this.isCards, [one]).element(one.move), said?.mark ? h("b", { class: "mark" }, lossText(loss, said.mark, this.isChance)) : null];
    const attributes = { class: `chip ${said?.mark ? "marked" : ""}`, "aria-current": one.number === this.number ? "step" : null, "data-number": one.number };
    return h("button", { type: "button", ...attributes, onclick: () => this.go(one.number) }, ...inside);
  }

  drawPlayers() {
    const rounds = [...this.reviews.players[this.judge]];
    const key = this.judge === "open" ? "hindsight" : "known";
    const rows = rounds.flatMap(([round, players]) =>
      players.map((/** @type {any} */ player) => {
        const found = player[key];
        const interval = found?.interval && found.interval[0] !== null ? ` (${plain(found.interval[0], this.isChance)} to ${plain(found.interval[1], this.isChance)})` : "";
        const marks = Object.entries(player.marks).filter(([, count]) => count).map(([mark, count]) => `${count} ${mark}`).join("  ");
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, player.name),
          h("td", { class: "number" }, round),
          h("td", { class: "number" }, player.decisions),
          h("td", { class: "number" }, found ? `${plain(found.loss, this.isChance)}${interval}` : ""),
          h("td", {}, marks),
          h("td", { class: "number" }, player.luck ? signed(player.luck.value) : ""),
        );
      }),
    );
    const head = tableHead(["player", "round", "choices", "loss a decision", "marks", "luck"], [1, 2, 3, 5]);
    this.players.replaceChildren(rows.length ? h("table", { class: "values" }, head, h("tbody", {}, ...rows)) : h("p", { class: "why" }, "Not reviewed yet."));
  }

  // -- all values of one decision

  async solve() {
    const { number } = this;
    const table = this.tables.get(number);
    if (!table) return;
    this.stopButton.disabled = false;
    this.status.textContent = "solving";
    try {
      const answer = await Question.ask("solve", { text: table.text }, () => {});
      const said = this.reviews.of("open", number);
      if (answer && said?.hindsight) {
        const rows = solvedRows(answer);
        said.hindsight.moves = rows.map((row) => ({ move: row.move, value: row.value }));
        said.hindsight.best = rows.filter((row) => row.best).map((row) => row.move);
      }
      this.status.textContent = answer ? `${answer.seconds.toFixed(2)} s` : "stopped";
    } catch (error) {
      this.status.textContent = error instanceof Problems ? error.message : String(error);
    } finally {
      this.stopButton.disabled = true;
      this.draw();
    }
  }

  // -- retry

  /** @param {number} [seat] of whom; -1: of all */
  startRetry(seat = -1) {
    const left = this.reviews.marked(this.judge, seat);
    if (!left.length) return;
    this.retry = { left, seat, tried: "" };
    this.go(left[0] ?? 1);
  }

  retryElements() {
    const { retry } = this;
    if (!retry) return [];
    const players = this.game.players;
    const people = /** @type {[string, string][]} */ ([["-1", "everybody"], ...players.map((/** @type {string} */ name, /** @type {number} */ seat) => [String(seat), name])]);
    const whose = select("mistakes of", people, String(retry.seat), (value) => this.startRetry(Number(value)));
    return [
      h("p", { class: "verdict" }, retry.tried || "Choose a better move on the table."),
      h("div", { class: "row" }, button("Show", () => this.endRetry(), { id: "show-answer" }), button("Next one", () => this.nextRetry(), { id: "next-retry" }), whose),
      h("p", { class: "why" }, `${retry.left.length} left`),
    ];
  }

  /** @param {string} move */
  async try(move) {
    const { retry, said } = this;
    if (!retry || !said) return;
    const text = this.judge === "open" ? await this.lossInHindsight(move) : await this.lossAsKnown(move);
    if (this.retry !== retry) return;
    retry.tried = text;
    announce(text);
    this.draw();
  }

  /** What a move would have cost with all cards open. @param {string} move */
  async lossInHindsight(move) {
    let { moves, best, value } = this.said.hindsight;
    const name = this.teller.spoken(move);
    if (best.includes(move)) return `Right: ${name} loses nothing.`;
    if (moves.find((/** @type {any} */ one) => one.move === move)?.value === null) await this.solve();
    ({ moves, best, value } = this.said.hindsight);
    const found = moves.find((/** @type {any} */ one) => one.move === move)?.value ?? null;
    if (best.includes(move)) return `Right: ${name} loses nothing.`;
    return found === null ? `${name} is not among the best; how much it loses is not proven.` : `${name} loses ${plain(value - found, this.isChance)}. Try again.`;
  }

  /** What could be known of a move; those that cannot be told from the best one count as right. @param {string} move */
  async lossAsKnown(move) {
    const name = this.teller.spoken(move);
    if (this.said.known.best.includes(move)) return `Right: ${name} is best, as far as could be known.`;
    const table = this.tables.get(this.number);
    this.status.textContent = "asking the adviser";
    const answer = await Question.ask("advise", { text: table?.text ?? "", seat: this.said.seat, time_limit: 1 }, () => {}).catch(() => null);
    this.status.textContent = "";
    const found = answer?.moves.find((/** @type {any} */ one) => one.move === move);
    if (!found) return `${name} was not judged.`;
    return found.excluded ? `${name} loses ${plain(found.loss, this.isChance)}. Try again.` : `${name} cannot be told from the best: that counts as right.`;
  }

  nextRetry() {
    const { retry } = this;
    if (!retry) return;
    retry.left.shift();
    retry.tried = "";
    if (retry.left.length) this.go(retry.left[0] ?? 1);
    else this.endRetry();
  }

  endRetry() {
    this.retry = null;
    this.draw();
  }

  /** @param {string} key */
  key(key) {
    if (key === "ArrowRight") this.go(this.number + 1);
    else if (key === "ArrowLeft") this.go(this.number - 1);
    else if (key === "Home") this.go(1);
    else if (key === "End") this.go((this.game?.decisions.length ?? 0) + 1);
    else if (key === "n") this.mistake(1);
    else if (key === "p") this.mistake(-1);
    else if (key === "a") this.review();
    else if (key === "s") this.solve();
    else if (key === "z") {
      this.isHidden = !this.isHidden;
      this.draw();
    } else if (key === "Escape") {
      if (Question.running) Question.stop();
      else if (this.retry) this.endRetry();
    } else return false;
    return true;
  }

  /** @type {HTMLElement | undefined} */
  limitBox;
}

/** Whether an example is one game, or part of one, that was played. @param {{name: string, text: string}} example */
function isGame({ name, text }) {
  return !/broken$/.test(name) && text.split(/^diam\w+ 1$/m).length === 2 && /^play /m.test(text);
}

/** @param {any} one */
function verb(one) {
  return { count: "passes", pass: "passes", victim: "chooses:", actor: "chooses:" }[/** @type {"count" | "pass" | "victim" | "actor"} */ (one.decision)] ?? "plays";
}

/** @param {string} mark */
function markElement(mark) {
  return mark ? h("b", { class: "mark" }, `${mark} `) : null;
}
