// The screen Hand: what a hand may bring before the round, and which cards to pass.

import { ask, Problems, Question } from "./api.js";
import { cardElement, readHand, writeHand } from "./cards.js";
import { button, field, h, plain, select, signed, tableHead } from "./dom.js";
import { cardGame } from "./moves.js";
import { HandPicker } from "./setup.js";
import { verdictElement } from "./values.js";

export class HandScreen {
  name = "hand";
  title = "Hand";

  /** @param {any} about */
  constructor(about) {
    this.about = about;
    this.players = 4;
    this.variant = "standard";
    this.teams = false;
    this.seat = 1;
    this.objective = "margin";
    /** @type {string[]} */
    this.cards = [];
    this.fields = h("div", { class: "row fields" });
    this.picker = new HandPicker((cards) => this.put(cards));
    this.typed = h("input", { type: "text", class: "hand-text", autocomplete: "off", placeholder: "D15,9,3 H12,4 S7,2 C14,4,1", oninput: () => this.put(readHand(this.typed.value.toUpperCase()).cards) });
    this.count = h("h2", { class: "turn-text" });
    this.status = h("p", { class: "status" });
    this.answer = h("div", { class: "answer" });
    this.goButton = button("Evaluate", () => this.evaluate(), { class: "primary", id: "evaluate" });
    this.stopButton = button("Stop", () => Question.stop(), { disabled: true });
    const tools = h("div", { class: "row" }, this.goButton, this.stopButton, button("Random hand", () => this.deal()), button("Clear", () => this.put([]), { class: "quiet" }));
    const label = field("hand", this.typed);
    label.classList.add("wide-field");
    const left = h("section", { class: "panel", "aria-label": "Hand" }, h("header", {}, this.count), this.fields, this.picker.element, label, tools);
    const right = h("section", { class: "panel", "aria-labelledby": "hand-title" }, h("h2", { id: "hand-title" }, "What it may bring"), this.status, this.answer);
    this.element = h("div", { class: "screen" }, h("div", { class: "columns" }, left, right));
  }

  get deck() {
    const decks = /** @type {import("./setup.js").Deck[]} */ (cardGame(this.about)[1].decks);
    return /** @type {import("./setup.js").Deck} */ (decks.find((deck) => deck.players === this.players && deck.variant === this.variant) ?? decks[0]);
  }

  enter() {
    this.draw();
  }

  leave() {
    Question.stop();
  }

  /** @param {string[]} cards */
  put(cards) {
    Question.stop();
    this.cards = [...new Set(cards)].filter((card) => Number(card.slice(1)) <= this.deck.ranks).slice(0, this.deck.hand);
    this.answer.replaceChildren();
    this.status.textContent = "";
    this.draw();
  }

  draw() {
    const deck = this.deck;
    const has = (/** @type {string} */ variant) => cardGame(this.about)[1].decks.some((/** @type {any} */ one) => one.players === this.players && one.variant === variant);
    const change = (/** @type {() => void} */ what) => {
      what();
      if (!has(this.variant)) this.variant = "standard";
      if (!this.deck.teams) this.teams = false;
      this.seat = Math.min(this.seat, this.players);
      this.put(this.cards);
    };
    const counts = /** @type {[string, string][]} */ ([2, 3, 4, 5, 6].map((count) => [String(count), String(count)]));
    /** @type {[string, string][]} */
    const variants = has("perfect") ? [["standard", "standard"], ["perfect", "Perfect Diamonds"]] : [["standard", "standard"]];
    const seats = /** @type {[string, string][]} */ (Array.from({ length: this.players }, (_, index) => [String(index + 1), index === 0 ? "left of the dealer, leads" : index + 1 === this.players ? "the dealer" : `${index + 1} after the dealer`]));
    this.fields.replaceChildren(
      select("players", counts, String(this.players), (value) => change(() => (this.players = Number(value)))),
      select("game", variants, this.variant, (value) => change(() => (this.variant = value))),
      deck.teams ? select("teams", [["no", "each alone"], ["yes", "partners"]], this.teams ? "yes" : "no", (value) => change(() => (this.teams = value === "yes"))) : "",
      select("I am", seats, String(this.seat), (value) => change(() => (this.seat = Number(value)))),
      select("counts", [["margin", "lead over the others"], ["points", "own points"]], this.objective, (value) => change(() => (this.objective = value))),
    );
    this.count.textContent = `${this.cards.length} of ${deck.hand} cards`;
    this.picker.show(deck.ranks, deck.hand, this.cards);
    if (document.activeElement !== this.typed) this.typed.value = writeHand(this.cards);
    this.goButton.disabled = this.cards.length !== deck.hand;
  }

  async deal() {
    const dealt = await ask("deal", { players: this.players, variant: this.variant });
    this.put(readHand(dealt.state.hands[0]).cards);
  }

  async evaluate() {
    if (this.goButton.disabled) return;
    const body = { hand: writeHand(this.cards), players: this.players, variant: this.variant, seat_after: this.seat, objective: this.objective, ...(this.teams ? { teams: true } : {}) };
    this.stopButton.disabled = false;
    this.status.textContent = "playing rounds";
    try {
      const answer = await Question.ask("evaluate", body, (event) => {
        if (event.event === "progress") this.status.textContent = `${Math.round((100 * event.rounds) / event.total)} % of ${event.total.toLocaleString("en")} rounds`;
      });
      this.status.textContent = answer ? `${answer.samples.toLocaleString("en")} random deals, seed ${answer.seed}; rule-based players in all seats` : "stopped";
      if (answer) this.show(answer);
    } catch (error) {
      this.status.textContent = error instanceof Problems ? error.message : String(error);
    } finally {
      this.stopButton.disabled = true;
    }
  }

  /** @param {any} answer */
  show(answer) {
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
