// The screen Table: a live game. Against the program, or as a companion at a real table, where the page knows what its user tells.

import { ask, Problems, Question } from "./api.js";
import { BeginForm } from "./begin.js";
import { cardElement, cardOf, readHand, spoken, SUITS, SUIT_NAMES, victimOf } from "./cards.js";
import { announce, button, field, h, icon, roving, saveFile, select } from "./dom.js";
import { isCardGame, MoveButtons, pictureElement, Teller } from "./moves.js";
import { RecordBox } from "./recordbox.js";
import { choicesElement, crystals, liveCard, trickElement, won } from "./seats.js";
import { advisedRows, valuesElement, verdictElement, verdictText, worthOf } from "./values.js";

/** @typedef {import("./seats.js").TableView} TableView */
/** @typedef {import("./values.js").Row} Row */

const PAUSE = 550; // milliseconds that a card of an engine is seen before the next one falls

/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

export class TableScreen {
  name = "table";
  title = "Table";

  /** @param {any} about @param {(text: string) => void} onReview takes a record to the screen Game */
  constructor(about, onReview) {
    this.about = about;
    this.onReview = onReview;
    /** @type {any} what the server told last; null: no game */
    this.state = null;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Set<string>} cards that are chosen, where several make a move */
    this.chosen = new Set();
    /** @type {string[]} the same where there are several of a card */
    this.pooled = [];
    this.isHidden = false;
    this.isThinking = false;
    this.seat = ""; // of several people at this page the one who looks at it
    this.form = new BeginForm(about, (body) => this.start(body));
    this.moveButtons = new MoveButtons((move) => this.play(move));
    this.element = h("div", { class: "screen" });
    this.head = h("h2", { class: "turn-text" }, "A game");
    this.others = h("div", { class: "others" });
    this.middle = h("div", { class: "middle" });
    this.own = h("div", {});
    this.trouble = h("p", { class: "trouble" });
    this.last = h("div", { class: "last" });
    this.typed = h("input", { type: "text", autocomplete: "off", placeholder: "C15>P1", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.type() });
    this.answer = h("div", { class: "answer" });
    this.status = h("p", { class: "status" });
    this.hintButton = button("Hint", () => this.hint(), { class: "primary", id: "hint" });
    this.stopButton = button("Stop", () => Question.stop(), { id: "table-stop", disabled: true });
    this.hideButton = button("Hide", () => this.hide(), { "aria-pressed": "false" });
    this.undoButton = button("Undo", () => this.act("undo"), { class: "quiet" });
    this.redoButton = button("Redo", () => this.act("redo"), { class: "quiet" });
    this.seconds = "2";
    this.objective = ""; // of the hint; empty: the game's first
    this.box = new RecordBox(() => {}, true);
  }

  enter() {
    if (this.state) {
      this.draw();
      return;
    }
    const kept = sessionStorage.getItem("table");
    if (kept) this.resume(kept);
    else this.drawForm();
  }

  leave() {
    Question.stop();
  }

  /** Comes back to a game after the page was loaded anew. @param {string} id */
  async resume(id) {
    try {
      this.take(await ask("play", { action: "state", id }));
      this.go();
    } catch {
      sessionStorage.removeItem("table");
      this.drawForm();
    }
  }

  // -- before the game

  /** @param {import("./api.js").Problem[]} [problems] */
  drawForm(problems = []) {
    const from = sessionStorage.getItem("position");
    const goOn = from
      ? h(
          "section",
          { class: "panel" },
          h("h2", {}, "Go on from the screen Position"),
          h("p", { class: "why" }, "The program takes all seats but the one whose turn it is; its cards have to be known."),
          h("div", { class: "row" }, button("Play from there", () => this.goOn(from), { id: "go-on" })),
        )
      : null;
    this.form.draw(problems, goOn);
    this.element.replaceChildren(this.form.element);
  }

  /** @param {string} text */
  async goOn(text) {
    try {
      const table = await ask("check", { text });
      const me = Number(String(table.turn?.seat ?? table.state.to_move ?? "P1").slice(1)) - 1;
      const isOpen = table.can_solve;
      await this.start({ text: table.text, sources: table.players.map((/** @type {string} */ _, /** @type {number} */ seat) => (seat === me ? "me" : isOpen ? this.form.level : "table")) });
    } catch (error) {
      this.drawForm(problemsOf(error));
    }
  }

  /** @param {Record<string, unknown>} body */
  async start(body) {
    try {
      this.seat = "";
      this.take(await ask("play", { action: "begin", ...body }));
      sessionStorage.setItem("table", this.state.id);
      this.go();
    } catch (error) {
      this.drawForm(problemsOf(error));
    }
  }

  // -- the game

  /** @param {any} state */
  take(state) {
    if (state.steps !== this.state?.steps || state.id !== this.state?.id) {
      this.rows = [];
      this.answer.replaceChildren();
      this.status.textContent = "";
      this.chosen.clear();
      this.pooled = [];
    }
    this.state = state;
    if (state.hand_over) this.seat = "";
    this.trouble.textContent = "";
    this.draw();
  }

  /** Whether the one whose turn it is sits before the page, and looks at it. */
  get isMine() {
    const { turn, viewer } = this.state;
    return Boolean(turn?.seat) && turn.seat === viewer && turn.source !== "table";
  }

  get isCards() {
    return isCardGame(this.about, this.state.game);
  }

  get teller() {
    return new Teller(this.view.players, this.isCards, this.state.moves);
  }

  get mine() {
    return this.state.viewer === null ? -1 : Number(this.state.viewer.slice(1)) - 1;
  }

  /** The state as the parts that draw tables know it. @returns {TableView} */
  get view() {
    const { state } = this;
    const turn = state.turn;
    const players = state.players.map((/** @type {any} */ player) => player.name);
    return { game: state.game, text: state.record, players, notes: [], state: { ...state.table, to_move: turn?.seat ?? null, decision: turn?.decision ?? "over" }, moves: state.moves };
  }

  /** Lets the engines play until it is a person's turn. */
  async go() {
    const id = this.state.id;
    const isEngine = () => this.state?.id === id && this.state.turn?.source && !["me", "human", "table"].includes(this.state.turn.source);
    if (this.isThinking) return;
    if (!isEngine()) {
      if (this.state.hand_over) announce(this.turnText());
      this.focusHand();
      return;
    }
    this.isThinking = true;
    this.setBusy(true);
    /** @type {any[]} */
    const queue = [];
    /** @type {string[]} what the engines did, to be heard */
    const told = [];
    let isDone = false;
    const shown = (async () => {
      while (!isDone || queue.length) {
        const next = queue.shift();
        if (!next) await sleep(30);
        else if (this.state?.id === id) {
          this.take(next);
          await sleep(motion() ? PAUSE : 60);
        }
      }
    })();
    try {
      const final = await Question.ask("turn", { id, seat: this.seat }, (event) => {
        if (event.event === "moved") {
          queue.push(event.state);
          told.push(...event.told);
        }
        if (event.event === "thinking") this.status.textContent = `${this.nameOf(event.seat)} thinks`;
      });
      isDone = true;
      await shown;
      if (final && this.state?.id === id) this.take(final);
    } catch (error) {
      isDone = true;
      this.fail(error);
    } finally {
      this.isThinking = false;
      this.setBusy(false);
      this.status.textContent = "";
    }
    if (this.state?.id === id && !isEngine()) {
      announce([...told, this.turnText()].join(" "));
      this.focusHand();
    }
  }

  /** @param {string} seat */
  nameOf(seat) {
    return this.state.players[Number(seat.slice(1)) - 1]?.name ?? seat;
  }

  turnText() {
    const { turn } = this.state;
    if (!turn) return "The game is over.";
    if (turn.seat === null) return turn.needs ? `${turn.text[0]?.toUpperCase()}${turn.text.slice(1)}.` : "The round is over.";
    if (this.state.hand_over) return `It is ${this.nameOf(turn.seat)}'s turn.`;
    const isYou = this.isMine && turn.source === "me";
    const name = this.nameOf(turn.seat);
    return `${!isYou ? name : name === "You" ? "Your turn" : `Your turn, ${name}`}: ${turn.text}.`;
  }

  focusHand() {
    if (document.activeElement && document.activeElement !== document.body && !this.element.contains(document.activeElement)) return;
    const target = /** @type {HTMLElement | null} */ (this.element.querySelector("#look, .mine button, .choices button, .picker button:not([disabled]), .move-groups button"));
    target?.focus({ preventScroll: true });
  }

  draw() {
    if (!this.state) return;
    const { state } = this;
    const view = this.view;
    const turn = state.turn;
    const canAsk = this.isMine && turn.decision !== "over" && turn.decision in this.about.games[state.game].decisions;
    this.hintButton.disabled = !canAsk || this.isThinking;
    this.undoButton.disabled = !state.can_undo;
    this.redoButton.disabled = !state.can_redo;
    this.head.textContent = this.turnText();
    this.typed.disabled = Boolean(state.hand_over);
    this.typed.placeholder = this.isCards ? "C15>P1" : (this.state.moves.at(-1)?.written ?? "");
    const worth = this.isHidden ? new Map() : worthOf(this.rows, this.isChance);
    if (this.isCards) this.drawCards(view, worth);
    else this.drawPicture(worth);
    this.box.text = state.record;
    if (this.element.firstElementChild?.className !== "toolbar row") this.drawFrame();
  }

  /** A table of cards, which are tapped. @param {TableView} view @param {Map<string, any>} worth */
  drawCards(view, worth) {
    this.others.replaceChildren(...view.players.map((_, seat) => seat).filter((seat) => seat !== this.mine).map((seat) => this.otherElement(view, seat)));
    this.middle.replaceChildren(...this.middleElements(view, worth));
    this.own.replaceChildren(this.mine >= 0 ? this.ownElement(view, worth) : "");
    this.drawLast(view);
  }

  /** The table of another game as a picture, with a button for each move. @param {Map<string, any>} worth */
  drawPicture(worth) {
    const { turn, hand_over: covered, moves } = this.state;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (!turn || turn.decision === "next") parts.push(this.scoreElement());
    if (covered) parts.push(this.coverElement());
    else if (turn?.decision === "next") parts.push(h("div", { class: "choices" }, button("Next round", () => this.play("next"), { class: "primary" })));
    else if (turn?.needs) parts.push(this.poolElement(turn));
    else if (moves.length && !this.isThinking) parts.push(this.moveButtons.element(moves, worth, turn?.text ?? ""));
    this.others.replaceChildren();
    this.middle.replaceChildren(pictureElement(this.state), ...parts);
    this.own.replaceChildren(h("ol", { class: "story", "aria-label": "what happened" }, ...this.state.story.map(storyElement)));
    this.last.replaceChildren();
  }

  /** Between two people at one page: nobody's cards are shown, nor sent, until the next one says so. */
  coverElement() {
    const name = this.nameOf(this.state.hand_over);
    return h(
      "section",
      { class: "cover", "aria-label": `hand over to ${name}` },
      h("p", {}, `Hand over to ${name}.`),
      button(`I am ${name}`, () => this.look(), { class: "primary", id: "look" }),
    );
  }

  async look() {
    this.seat = this.state.hand_over;
    try {
      this.take(await ask("play", { action: "state", id: this.state.id, seat: this.seat }));
      announce(this.turnText());
      this.focusHand();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Several cards make the move, in the order in which they are pressed; of some there are several. @param {any} turn */
  poolElement(turn) {
    const full = this.pooled.length >= turn.needs;
    const count = (/** @type {string[]} */ cards, /** @type {string} */ card) => cards.filter((one) => one === card).length;
    const ones = [...new Set(/** @type {string[]} */ (turn.pool))].map((card) => {
      const held = count(this.pooled, card);
      const add = () => this.pool([...this.pooled, card]);
      return button(card, add, { class: held ? "best" : null, "data-card": card, disabled: full || held >= count(turn.pool, card) });
    });
    const chosen = this.pooled.map((card, index) => button(card, () => this.pool(this.pooled.filter((_, other) => other !== index)), { "aria-label": `take back ${card}` }));
    return h(
      "div",
      { class: "picker", role: "group", "aria-label": turn.text },
      h("p", {}, `Choose ${turn.text}:`),
      roving(h("div", { class: "row move-group" }, ...ones)),
      chosen.length ? h("div", { class: "row chosen", role: "group", "aria-label": "chosen" }, h("span", {}, "chosen:"), ...chosen) : null,
      this.confirmElement(turn, this.pooled.join(" "), this.pooled.length),
    );
  }

  /** @param {string[]} cards */
  pool(cards) {
    this.pooled = cards;
    this.redraw();
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (this.element.querySelector(".picker button:not([disabled])"))?.focus();
  }

  /** Whether advice is in chances. */
  get isChance() {
    const { objectives } = this.about.games[this.state.game];
    return Boolean(objectives[this.objective || (Object.keys(objectives)[0] ?? "")]?.chance);
  }

  drawFrame() {
    const seconds = select("think", [["1", "1 s"], ["2", "2 s"], ["5", "5 s"], ["15", "15 s"]], this.seconds, (value) => (this.seconds = value));
    const toolbar = h(
      "div",
      { class: "toolbar row" },
      this.undoButton,
      this.redoButton,
      button("Save", () => this.save(), { class: "quiet" }),
      button("Review", () => this.onReview(this.state.record), { class: "quiet", id: "review" }),
      button("New game", () => this.end(), { class: "quiet", id: "new-game" }),
    );
    const typed = field("move", this.typed);
    typed.classList.add("typed");
    const stage = h("section", { class: "panel stage", "aria-label": "Table" }, h("header", {}, this.head, typed), this.trouble, this.others, this.middle, this.own, this.last);
    const advice = h(
      "section",
      { class: "panel", "aria-labelledby": "advice-title" },
      h("header", {}, h("h2", { id: "advice-title" }, "Advice")),
      h("div", { class: "row" }, this.hintButton, this.stopButton, this.hideButton, seconds),
      this.status,
      this.answer,
    );
    this.element.replaceChildren(toolbar, h("div", { class: "columns" }, stage, advice), this.box.element);
  }

  /** @param {TableView} view @param {number} seat */
  otherElement(view, seat) {
    const turn = view.state.to_move === `P${seat + 1}`;
    const { cards, unknown } = readHand(view.state.hands[seat] ?? "");
    const name = view.players[seat] ?? "";
    const source = this.state.players[seat].source;
    return h(
      "section",
      { class: `seat ${turn ? "turn" : ""}`, "aria-label": `${name}${turn ? ", whose turn it is" : ""}` },
      h("header", {}, h("h3", {}, name), h("span", { class: "marks" }, ["table", "human"].includes(source) ? "" : source), turn ? h("span", { class: "badge" }, "to move") : null),
      crystals(view.state.showroom[seat] ?? 0, view.state.vault[seat] ?? 0, view.state.points[seat] ?? 0),
      cards.length ? h("div", { class: "hand" }, ...cards.map((card) => cardElement(card, { state: "small" }))) : null,
      h("p", { class: "hidden-cards" }, unknown ? `${unknown} ${cards.length ? "more, hidden" : "cards"}` : cards.length ? "" : "no cards"),
      won(view.state.took[seat] ?? []),
    );
  }

  /** The trick, and what the one whose turn it is can choose where it is no card of a hand that is seen. @param {TableView} view @param {Map<string, any>} worth */
  middleElements(view, worth) {
    const turn = this.state.turn;
    /** @type {HTMLElement[]} */
    const parts = [trickElement(view)];
    if (this.state.hand_over) return [...parts, this.coverElement()];
    const play = (/** @type {string} */ move) => this.play(move);
    if (!turn) parts.push(this.scoreElement());
    else if (turn.decision === "next") parts.push(this.scoreElement(), h("div", { class: "choices" }, button("Next round", () => this.play("next"), { class: "primary" })));
    else if (turn.decision === "count" && view.moves.length) {
      const group = h("div", { class: "choices", role: "group", "aria-label": turn.text }, h("p", {}, `${turn.text}:`));
      for (const { move } of view.moves) {
        const one = worth.get(move);
        group.append(button(`${move}${one ? `  ${one.note}` : ""}`, () => this.play(move), { class: one?.best ? "best" : null, "data-move": move }));
      }
      parts.push(roving(group));
    } else if (turn.needs && (turn.decision !== "pass" || !this.isMine)) parts.push(this.pickerElement(turn));
    else if (view.moves.length && !cardOf(view.moves[0]?.move ?? "")) parts.push(choicesElement(view, view.moves, worth, play));
    else if (turn.source === "table" && view.moves.length) parts.push(this.fallenElement(view));
    return parts;
  }

  /** Which card fell, of those that a hidden hand may hold. @param {TableView} view */
  fallenElement(view) {
    const who = this.nameOf(this.state.turn.seat);
    /** @type {Map<string, string[]>} */
    const byCard = new Map();
    for (const { move } of view.moves) byCard.set(cardOf(move), [...(byCard.get(cardOf(move)) ?? []), move]);
    const victims = h("div", { class: "choices", hidden: true });
    const press = (/** @type {string} */ card) => {
      const moves = byCard.get(card) ?? [];
      if (moves.length === 1) return this.play(moves[0] ?? "");
      victims.replaceChildren(h("p", {}, `${card}: whom does ${who} rob?`), ...moves.map((move) => button(view.players[victimOf(move)] ?? move, () => this.play(move), { "data-move": move })));
      victims.hidden = false;
      /** @type {HTMLElement | null} */ (victims.querySelector("button"))?.focus();
      return undefined;
    };
    const grid = cardGrid(this.ranks, (card) => ({ held: false, disabled: !byCard.has(card), onclick: () => press(card) }));
    return h("div", { class: "picker", role: "group", "aria-label": `the card that ${who} plays` }, h("p", {}, `What does ${who} play?`), victims, grid);
  }

  /** Several cards make the move: cards dealt, passed or got. @param {any} turn */
  pickerElement(turn) {
    const pool = new Set(turn.pool);
    const full = this.chosen.size >= turn.needs;
    const grid = cardGrid(this.ranks, (card) => ({
      held: this.chosen.has(card),
      disabled: !pool.has(card) || (full && !this.chosen.has(card)),
      onclick: () => this.choose(card),
    }));
    return h("div", { class: "picker", role: "group", "aria-label": turn.text }, h("p", {}, `Choose ${turn.text}:`), grid, this.confirmElement(turn));
  }

  /** @param {any} turn @param {string} [move] @param {number} [size] how many cards it has */
  confirmElement(turn, move = [...this.chosen].join(" "), size = this.chosen.size) {
    const left = turn.needs - size;
    const text = left ? `${left} more` : "Done";
    return h("div", { class: "row" }, button(text, () => this.play(move), { class: "primary", id: "confirm", disabled: left !== 0 }));
  }

  /** @param {string} card */
  choose(card) {
    if (!this.chosen.delete(card)) this.chosen.add(card);
    this.redraw();
  }

  get ranks() {
    const { state } = this;
    const record = state.table.record;
    const deck = this.about.games[state.game].decks.find((/** @type {any} */ one) => one.players === state.players.length && one.variant === (record.variant ?? "standard"));
    return deck?.ranks ?? 15;
  }

  /** @param {TableView} view @param {Map<string, any>} worth */
  ownElement(view, worth) {
    const turn = this.state.turn;
    const seat = this.mine;
    const isMine = this.isMine;
    const { cards } = readHand(view.state.hands[seat] ?? "");
    const passes = isMine && turn.decision === "pass";
    const hand = h("div", { class: "hand", role: "group", "aria-label": "your hand" });
    for (const card of cards) {
      const moves = isMine && !this.isThinking ? view.moves.filter(({ move }) => cardOf(move) === card).map(({ move }) => move) : [];
      if (passes) {
        const held = this.chosen.has(card);
        const options = { state: held ? "best" : "", label: `${spoken(card)}${held ? ", chosen" : ""}` };
        const full = this.chosen.size >= turn.needs && !held;
        hand.append(full ? cardElement(card, { state: "off" }) : cardElement(card, { ...options, onclick: () => this.choose(card) }));
      } else if (moves.length) hand.append(liveCard(view, card, moves, worth, (move) => this.play(move)));
      else hand.append(cardElement(card, { state: isMine && turn.decision === "card" ? "off" : "" }));
    }
    return h(
      "section",
      { class: `seat mine ${isMine ? "turn" : ""}`, "aria-label": "your seat" },
      h(
        "header",
        {},
        h("h3", {}, view.players[seat] ?? ""),
        (view.players[seat] ?? "") === "You" || turn?.source === "human" ? null : h("span", { class: "marks" }, "you"),
        isMine ? h("span", { class: "badge" }, "to move") : null,
        crystals(view.state.showroom[seat] ?? 0, view.state.vault[seat] ?? 0, view.state.points[seat] ?? 0),
      ),
      cards.length ? roving(hand) : null,
      passes ? h("div", {}, h("p", { class: "why" }, `Choose ${turn.needs} to pass.`), this.confirmElement(turn)) : null,
      won(view.state.took[seat] ?? []),
    );
  }

  scoreElement() {
    const { score } = this.state;
    const most = Math.max(...score.points);
    const rows = score.sides.map((/** @type {string[]} */ side, /** @type {number} */ index) =>
      h(
        "tr",
        { class: score.points[index] === most ? "best" : null },
        h("th", { scope: "row" }, side.map((seat) => this.nameOf(seat)).join(" and ")),
        h("td", { class: "number" }, `${score.points[index]} points`),
        h("td", {}, score.shares?.[index] ? (score.shares[index] === 1 ? "wins" : "shares the victory") : ""),
      ),
    );
    return h("table", { class: "values score" }, h("caption", { class: "unseen" }, "score"), h("tbody", {}, ...rows));
  }

  /** The trick before, which would be gone as soon as the next card falls. @param {TableView} view */
  drawLast(view) {
    const done = view.state.tricks.filter((/** @type {any} */ trick) => trick.winner);
    const trick = done.at(-1);
    this.last.replaceChildren();
    if (!trick) return;
    const cards = trick.moves.filter((/** @type {string} */ move) => cardOf(move)).map((/** @type {string} */ move) => cardElement(cardOf(move), { state: "small" }));
    this.last.append(h("p", {}, `Trick ${trick.trick} to ${this.nameOf(trick.winner)}: `), h("span", { class: "row" }, ...cards));
  }

  // -- what the user does

  /** @param {string} move */
  async play(move) {
    await this.act("move", { move, steps: this.state.steps });
  }

  /** @param {string} action @param {Record<string, unknown>} [body] */
  async act(action, body = {}) {
    Question.stop();
    try {
      this.take(await ask("play", { action, id: this.state.id, seat: this.seat, ...body }));
      if (action === "undo") announce(`Undone. ${this.turnText()}`);
      while (this.isThinking) await sleep(20);
      await this.go();
    } catch (error) {
      this.fail(error);
    }
  }

  type() {
    const text = this.typed.value.trim();
    if (!text || !this.state) return;
    this.typed.value = "";
    this.play(text);
  }

  /** @param {unknown} error */
  fail(error) {
    const problem = problemsOf(error)[0];
    const text = problem ? `${problem.message}${problem.hint ? ` (${problem.hint})` : ""}` : "";
    this.trouble.textContent = text;
    announce(text);
  }

  /** @param {boolean} on */
  setBusy(on) {
    this.stopButton.disabled = !on;
    this.draw();
  }

  async hint() {
    if (this.hintButton.disabled) return;
    const id = this.state.id;
    const steps = this.state.steps;
    const isSame = () => this.state?.id === id && this.state.steps === steps;
    this.isHidden = false;
    this.hideButton.setAttribute("aria-pressed", "false");
    this.answer.hidden = false;
    this.stopButton.disabled = false;
    const { teller } = this;
    try {
      const answer = await Question.ask("hint", { id, seat: this.seat, time_limit: Number(this.seconds) }, (event) => {
        if (!isSame()) return;
        if (event.event === "start") this.status.textContent = event.hidden;
        if (event.event === "start") this.objective = event.objective;
        if (event.event === "advice") this.showAdvice(event);
      });
      if (!isSame()) return;
      if (!answer) {
        this.status.textContent = "stopped; what is shown holds";
        return;
      }
      this.showAdvice(answer);
      this.answer.prepend(verdictElement(verdictText(answer, teller)));
      if (answer.why) this.answer.append(h("p", { class: "why" }, answer.why.text));
      this.status.textContent = "";
    } catch (error) {
      this.fail(error);
    } finally {
      this.stopButton.disabled = true;
    }
  }

  /** @param {any} answer */
  showAdvice(answer) {
    this.rows = advisedRows(answer);
    const onMove = (/** @type {string} */ move) => this.play(move);
    this.answer.replaceChildren(valuesElement(this.rows, { teller: this.teller, chance: this.isChance, onMove, sampled: true }));
    this.redraw();
  }

  /** Draws again, and the focus stays on its card or move. */
  redraw() {
    const { card, move } = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset ?? {};
    this.draw();
    const same = card ? `button[data-card="${card}"]` : move ? `button[data-move="${CSS.escape(move)}"]` : null;
    if (same) /** @type {HTMLElement | null} */ (this.element.querySelector(same))?.focus();
  }

  hide() {
    this.isHidden = !this.isHidden;
    this.answer.hidden = this.isHidden;
    this.hideButton.setAttribute("aria-pressed", String(this.isHidden));
    this.draw();
  }

  async save() {
    try {
      const { text } = await ask("play", { action: "save", id: this.state.id });
      saveFile(text, "game.dia");
    } catch (error) {
      this.fail(error);
    }
  }

  end() {
    Question.stop();
    this.state = null;
    sessionStorage.removeItem("table");
    this.element.replaceChildren();
    this.drawForm();
  }

  /** @param {string} key */
  key(key) {
    if (!this.state) return false;
    if (key === "a") this.hint();
    else if (key === "z") this.hide();
    else if (key === "u" || key === "ArrowLeft") this.act("undo");
    else if (key === "ArrowRight" && this.state.can_redo) this.act("redo");
    else if (key === "Escape") Question.stop();
    else return false;
    return true;
  }
}

/** What happened, in words; small beside it as records write it. @param {{text: string, notation: string}} line */
function storyElement({ text, notation }) {
  return h("li", {}, text, notation ? h("small", { class: "notation" }, notation) : null);
}

/** @param {unknown} error */
function problemsOf(error) {
  return error instanceof Problems ? error.problems : [{ code: "", message: String(error), hint: null }];
}

/** Whether things may move: else the next state is shown at once. */
function motion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * All cards of the deck in rows of suits.
 * @param {number} ranks @param {(card: string) => {held: boolean, disabled: boolean, onclick: () => void}} how
 */
function cardGrid(ranks, how) {
  const rows = SUITS.map((suit) => {
    const row = h("div", { class: "slots", role: "group", "aria-label": SUIT_NAMES[suit] });
    for (let rank = 1; rank <= ranks; rank++) {
      const card = `${suit}${rank}`;
      const { held, disabled, onclick } = how(card);
      const attributes = { "aria-pressed": String(held), "aria-label": spoken(card), "data-card": card, disabled };
      row.append(h("button", { type: "button", class: `slot suit-${suit} ${held ? "held" : ""}`, ...attributes, onclick }, h("span", {}, rank)));
    }
    return h("div", { class: `grid-row suit-${suit}` }, icon(`suit-${suit}`, "suit"), row);
  });
  return roving(h("div", { class: "grid" }, ...rows));
}
