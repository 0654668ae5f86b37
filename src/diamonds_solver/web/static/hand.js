// The screen Hand: what a hand may bring before the round, and which cards to pass where some are passed.

import { ask, Problems, Question } from "./api.js";
import { cardElement, readHand, writeHand } from "./cards.js";
import { announce, button, field, h, plain, select, signed, tableHead } from "./dom.js";
import { isCardGame } from "./moves.js";
import { problemList } from "./recordbox.js";
import { HandPicker } from "./setup.js";
import { toldElement, verdictElement } from "./values.js";

/** @typedef {import("./setup.js").HandDeck} HandDeck */

/** The games whose hands can be evaluated: their names. @param {any} about @returns {string[]} */
export function gamesWithHands(about) {
  return Object.keys(about.games).filter((name) => about.games[name].hands);
}

export class HandScreen {
  name = "hand";
  title = "Hand";

  /** @param {any} about */
  constructor(about) {
    this.about = about;
    this.game = gamesWithHands(about)[0] ?? "";
    /** @type {Record<string, string>} what is told of the round, by the names of the game's options */
    this.options = {};
    this.objective = "";
    /** @type {string[]} */
    this.cards = [];
    /** @type {HandDeck | null} what can be chosen; null before the server has told it */
    this.deck = null;
    this.asked = 0;
    this.fields = h("div", { class: "row fields" });
    this.picker = new HandPicker((cards) => this.put(cards));
    this.typed = h("input", { type: "text", class: "hand-text", autocomplete: "off", oninput: () => this.type(), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.evaluate() });
    this.count = h("h2", { class: "turn-text" });
    this.status = h("p", { class: "status" });
    this.trouble = h("div", {});
    this.answer = h("div", { class: "answer" });
    this.goButton = button("Evaluate", () => this.evaluate(), { class: "primary", id: "evaluate" });
    this.stopButton = button("Stop", () => Question.stop(), { disabled: true });
    const tools = h("div", { class: "row" }, this.goButton, this.stopButton, button("Random hand", () => this.deal()), button("Clear", () => this.put([]), { class: "quiet" }));
    const label = field("hand", this.typed);
    label.classList.add("wide-field");
    const left = h("section", { class: "panel", "aria-label": "Hand" }, h("header", {}, this.count), this.fields, this.picker.element, label, this.trouble, tools);
    const right = h("section", { class: "panel", "aria-labelledby": "hand-title" }, h("h2", { id: "hand-title" }, "What it may bring"), this.status, this.answer);
    this.element = h("div", { class: "screen" }, h("div", { class: "columns" }, left, right));
    this.reset();
  }

  enter() {
    if (!this.deck) this.change();
    else this.draw();
  }

  leave() {
    Question.stop();
  }

  get isCards() {
    return isCardGame(this.about, this.game);
  }

  /** Of a game of suits: how many play, and by which rules. */
  get rules() {
    const { decks } = this.about.games[this.game];
    const { players, variant } = this.options;
    return decks.find((/** @type {any} */ deck) => String(deck.players) === players && deck.variant === variant);
  }

  /** What a game begins with. */
  reset() {
    const fewest = this.about.games[this.game].options.hand.find((/** @type {any} */ one) => one.name === "players")?.values[0];
    this.options = this.isCards ? { players: "4", variant: "standard", seat_after: "1" } : fewest ? { players: fewest } : {};
    this.objective = this.about.games[this.game].evaluates[0] ?? "";
    this.cards = [];
    this.deck = null;
  }

  // -- which cards

  /** Asks which cards there are, after a change of the options. */
  async change() {
    const turn = ++this.asked;
    Question.stop();
    this.goButton.disabled = true; // until it is known whether the hand is one
    try {
      const deck = await ask("hand", { game: this.game, ...this.options });
      if (turn !== this.asked) return;
      this.deck = deck;
      if (document.activeElement === this.typed) this.type();
      else this.put(this.cards);
    } catch (error) {
      if (turn === this.asked) this.refuse(error);
    }
  }

  /** @param {string[]} cards those that are not in the deck are left out, and so are too many */
  put(cards) {
    Question.stop();
    const copies = this.copies;
    /** @type {Map<string, number>} */
    const held = new Map();
    this.cards = cards
      .filter((card) => {
        held.set(card, (held.get(card) ?? 0) + 1);
        return (held.get(card) ?? 0) <= (copies.get(card) ?? 0);
      })
      .slice(0, this.deck?.size ?? 0);
    this.answer.replaceChildren();
    this.trouble.replaceChildren();
    this.status.textContent = "";
    this.draw();
  }

  /** How many there are of each card. @returns {Map<string, number>} */
  get copies() {
    return new Map((this.deck?.rows ?? []).flatMap((row) => row.cards.map(({ card, copies }) => /** @type {[string, number]} */ ([card, copies]))));
  }

  /** The hand as people write it. */
  get text() {
    return this.isCards ? writeHand(this.cards) : this.cards.join(",");
  }

  type() {
    if (!this.deck) return; // when it comes it is read what was typed
    const text = this.typed.value.toUpperCase();
    this.put(this.isCards ? readHand(text).cards : text.split(/[\s,+]+/).filter(Boolean));
  }

  /** A random hand, each card of the deck as likely as any other. */
  deal() {
    const left = [...this.copies].flatMap(([card, copies]) => Array(copies).fill(card));
    const cards = [];
    for (let size = this.deck?.size ?? 0; size > 0 && left.length; size--) cards.push(left.splice(Math.floor(Math.random() * left.length), 1)[0]);
    const order = [...this.copies.keys()];
    this.typed.blur();
    this.put(cards.sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  }

  // -- what is shown

  draw() {
    const { deck } = this;
    if (!deck) return;
    const { evaluates, objectives } = this.about.games[this.game];
    const names = gamesWithHands(this.about);
    const games = /** @type {[string, string][]} */ (names.map((name) => [name, this.about.games[name].title]));
    const aims = /** @type {[string, string][]} */ (evaluates.map((/** @type {string} */ name) => [name, objectives[name]?.text ?? name]));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["key"];
    this.fields.replaceChildren(
      names.length > 1 ? keyed("game", select("game", games, this.game, (name) => this.chooseGame(name))) : "",
      ...(this.isCards ? this.cardFields() : this.optionFields()),
      keyed("objective", select("counts", aims, this.objective, (value) => this.setObjective(value))),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.fields.querySelector(`[data-key="${focused}"]`))?.focus();
    this.count.textContent = `${this.cards.length} of ${deck.size} cards`;
    this.picker.show(deck, this.cards);
    const example = this.isCards ? "D15,9,3 H12,4 S7,2 C14,4,1" : "9,3,T";
    this.typed.placeholder = example;
    if (document.activeElement !== this.typed) this.typed.value = this.text;
    this.goButton.disabled = this.cards.length !== deck.size;
  }

  /** @param {string} value */
  setObjective(value) {
    this.objective = value;
    this.put(this.cards);
  }

  /** @param {string} name */
  chooseGame(name) {
    this.game = name;
    this.reset();
    this.change();
  }

  /** @param {string} name @param {string} value an empty one: what the game does by itself */
  set(name, value) {
    if (value) this.options[name] = value;
    else delete this.options[name];
    this.change();
  }

  /** What can be chosen of a game of suits. */
  cardFields() {
    const { decks } = this.about.games[this.game];
    const players = Number(this.options["players"]);
    const counts = [...new Set(decks.map((/** @type {any} */ deck) => deck.players))].map((count) => /** @type {[string, string]} */ ([String(count), String(count)]));
    const variants = decks.filter((/** @type {any} */ deck) => deck.players === players).map((/** @type {any} */ { variant }) => [variant, variant === "standard" ? variant : `${variant[0].toUpperCase()}${variant.slice(1)} ${this.about.games[this.game].title}`]);
    const seats = /** @type {[string, string][]} */ (Array.from({ length: players }, (_, index) => [String(index + 1), index === 0 ? "left of the dealer, leads" : index + 1 === players ? "the dealer" : `${index + 1} after the dealer`]));
    return [
      keyed("players", select("players", counts, String(players), (value) => this.choosePlayers(value))),
      keyed("variant", select("rules", variants, this.options["variant"] ?? "standard", (value) => this.set("variant", value))),
      this.rules?.teams ? keyed("teams", select("teams", [["", "each alone"], ["yes", "partners"]], this.options["teams"] ?? "", (value) => this.set("teams", value))) : "",
      keyed("seat", select("I am", seats, this.options["seat_after"] ?? "1", (value) => this.set("seat_after", value))),
    ];
  }

  /** @param {string} value */
  choosePlayers(value) {
    this.options["players"] = value;
    if (!this.rules) this.options["variant"] = "standard";
    if (!this.rules?.teams) delete this.options["teams"];
    if (Number(this.options["seat_after"]) > Number(value)) this.options["seat_after"] = value;
    this.change();
  }

  /** What can be chosen of another game, each option as the game words it. */
  optionFields() {
    return this.about.games[this.game].options.hand.map((/** @type {any} */ { name, text, values }) => {
      if (name === "players") return keyed(name, select(name, values.map((/** @type {string} */ value) => [value, value]), this.options[name] ?? "", (value) => this.setPlayers(value)));
      if (name === "first") return keyed(name, select("begins", this.seats(), this.options[name] ?? "1", (value) => this.set(name, value)));
      const [, label = name] = /: (.*)/.exec(text) ?? [];
      const options = /** @type {[string, string][]} */ ([["", "as usual"], ...values.map((/** @type {string} */ value) => [value, value])]);
      if (!values.length) return "";
      const element = keyed(name, select(label, options, this.options[name] ?? "", (value) => this.set(name, value)));
      element.classList.add("long");
      return element;
    });
  }

  /** Who sits where, as seen from the hand. @returns {[string, string][]} */
  seats() {
    return Array.from({ length: Number(this.options["players"]) }, (_, index) => [String(index + 1), index ? `${index + 1}. player` : "I do"]);
  }

  /** @param {string} value */
  setPlayers(value) {
    this.options["players"] = value;
    delete this.options["first"];
    this.change();
  }

  // -- the question

  async evaluate() {
    if (this.goButton.disabled) return;
    const body = { game: this.game, hand: this.text, ...this.options, objective: this.objective };
    let told = "";
    this.stopButton.disabled = false;
    this.trouble.replaceChildren();
    this.status.textContent = "playing rounds";
    try {
      const answer = await Question.ask("evaluate", body, (event) => {
        if (event.event === "progress") this.status.textContent = `${Math.round((100 * event.rounds) / event.total)} % of ${event.total.toLocaleString("en")} rounds`;
        if (event.event === "told") told = event.text;
      });
      this.status.textContent = answer ? "" : "stopped";
      if (answer?.passes) this.show(answer);
      else if (answer) this.tell(told);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.stopButton.disabled = true;
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    const problems = error instanceof Problems ? error.problems : [{ code: "", message: String(error) }];
    this.status.textContent = "";
    this.trouble.replaceChildren(problemList(problems));
    announce(problems.map(({ message }) => message).join("; "));
  }

  /** An answer in the game's own words. @param {string} text */
  tell(text) {
    this.answer.replaceChildren(toldElement(text));
    announce("evaluated");
  }

  /** An answer with the best cards to pass. @param {any} answer */
  show(answer) {
    this.status.textContent = `${answer.samples.toLocaleString("en")} random deals, seed ${answer.seed}; rule-based players in all seats`;
    const best = answer.passes[answer.passes.length - 1]?.passes[0];
    const better = Math.round(answer.rank.percentile ?? 0);
    const rows = [
      ["no pass", answer.dealt],
      ["by rules", answer.by_rules],
      ["your best", answer.best],
    ].map(([text, part]) =>
      h("tr", {}, h("th", { scope: "row" }, text), ...["points", "margin", "tricks"].map((key) => h("td", { class: "number" }, number(part, key)))),
    );
    this.answer.replaceChildren(
      verdictElement(`Better than ${better} % of hands in this seat${best ? `; passing well gains ${plain(answer.gain.mean)} against the rules` : ""}.`),
      h("table", { class: "values" }, tableHead(["", "points", "lead", "tricks"], [1, 2, 3]), h("tbody", {}, ...rows)),
      ...answer.passes.map((/** @type {any} */ choices) => this.passElement(choices)),
    );
  }

  /** The best choices of one number of cards. @param {any} choices */
  passElement(choices) {
    const rows = choices.passes.map((/** @type {any} */ one, /** @type {number} */ index) =>
      h(
        "tr",
        { class: index === 0 ? "best" : null },
        h("th", { scope: "row" }, h("span", { class: "row" }, ...one.pass.split("+").map((/** @type {string} */ card) => cardElement(card, { state: "small" })))),
        h("td", { class: "number" }, signed(one.value.mean)),
        h("td", { class: "number" }, plain(one.loss)),
        h("td", { class: "mark" }, [index === 0 && choices.verdict, one.rules && "the rules' choice"].filter(Boolean).join(", ")),
      ),
    );
    const head = tableHead(["cards", "value", "loss", ""], [1, 2]);
    return h("div", {}, h("h3", {}, `Pass ${choices.count}`), h("table", { class: "values" }, head, h("tbody", {}, ...rows)));
  }

  /** @param {string} key */
  key(key) {
    if (key === "a" || key === "s") this.evaluate();
    else if (key === "Escape") Question.stop();
    else return false;
    return true;
  }
}

/** A mean of the answer with half of its interval. @param {any} part @param {string} key */
function number(part, key) {
  const found = part[key];
  const half = found.interval ? (found.interval[1] - found.interval[0]) / 2 : null;
  const text = key === "margin" ? signed(found.mean) : found.mean.toFixed(2);
  return h("span", {}, text, half === null ? null : h("small", {}, `± ${half.toFixed(2)}`));
}

/** A field that keeps the focus when the form is drawn again. @param {string} key @param {HTMLElement} element */
function keyed(key, element) {
  const control = element.querySelector("select, input");
  if (control instanceof HTMLElement) control.dataset["key"] = key;
  return element;
}
