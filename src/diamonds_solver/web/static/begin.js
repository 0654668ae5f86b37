// Before a live game: which game, who sits where, who plays for them.

import { button, field, h, select } from "./dom.js";
import { isCardGame } from "./moves.js";
import { problemList } from "./recordbox.js";

const NAMES = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"];
const PERSON = "person";

/** The form of a new game. It knows what was chosen, also when it is shown again. */
export class BeginForm {
  /**
   * @param {any} about
   * @param {(body: Record<string, unknown>) => void} onBegin what to ask the server for
   */
  constructor(about, onBegin) {
    this.about = about;
    this.onBegin = onBegin;
    this.mode = "play";
    this.game = Object.keys(about.games)[0] ?? "";
    this.variant = "standard";
    this.players = 4;
    this.me = 0;
    this.dealer = 0;
    /** @type {string[]} by seat, as they were typed */
    this.typed = [];
    /** @type {string[]} who plays, by seat: a person, or an engine's level */
    this.who = [PERSON];
    this.level = Object.keys(this.levels)[1] ?? "";
    /** @type {Record<string, string>} the game's options, by name; those that are left to the game are missing */
    this.options = { rounds: "1" };
    /** @type {import("./api.js").Problem[]} */
    this.problems = [];
    this.element = h("div", { class: "begin" });
  }

  /** @returns {Record<string, string>} opponents by name, in words */
  get levels() {
    return this.about.games[this.game].levels;
  }

  /** @returns {import("./setup.js").Deck[]} the decks of the variant that is chosen; none in a game without suits */
  get decks() {
    return this.about.games[this.game].decks.filter((/** @type {any} */ one) => one.variant === this.variant);
  }

  /** @returns {{name: string, text: string, values: string[]}[]} */
  get known() {
    return this.about.games[this.game].options.live;
  }

  /** @returns {number[]} how many can play */
  get counts() {
    const values = this.known.find((one) => one.name === "players")?.values ?? [];
    return this.decks.length ? this.decks.map((deck) => deck.players) : values.map(Number);
  }

  /** Who plays for a seat. @param {number} seat */
  playerOf(seat) {
    return this.who[seat] ?? this.level;
  }

  get isCompanion() {
    return this.mode === "companion";
  }

  get people() {
    return Array.from({ length: this.players }, (_, seat) => seat).filter((seat) => this.playerOf(seat) === PERSON);
  }

  /** The names, with usual ones where none were typed. */
  get names() {
    const [one, ...others] = this.people;
    const isTold = !isCardGame(this.about, this.game); // what happens is told in sentences, such as "Ann stops"
    const alone = this.isCompanion || others.length || isTold ? -1 : one;
    const typed = Array.from({ length: this.players }, (_, seat) => this.typed[seat]?.trim() ?? "");
    const usual = NAMES.filter((name) => !typed.includes(name));
    return typed.map((name, seat) => name || (seat === alone ? "You" : (usual.shift() ?? `P${seat + 1}`)));
  }

  // -- what is shown

  /** @param {import("./api.js").Problem[]} [problems] @param {HTMLElement | null} [more] what else stands below */
  draw(problems = this.problems, more = this.more ?? null) {
    this.problems = problems;
    this.more = more;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["key"];
    const file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", id: "saved-file", onchange: () => this.open(file.files) });
    const begin = h(
      "section",
      { class: "panel", "aria-labelledby": "begin-title" },
      h("h2", { id: "begin-title" }, "A new game"),
      h(
        "div",
        { class: "modes", role: "group", "aria-label": "kind of game" },
        this.modeElement("play", "Play", "against the program, with friends, or both; nobody sees another's cards"),
        this.modeElement("companion", "Companion", "you sit at a real table, tell what falls, and ask"),
      ),
      this.gameFields(),
      this.isCompanion ? this.companionFields() : null,
      this.seatList(),
      this.moreFields(),
      problemList(problems),
      h("div", { class: "row" }, button("Begin", () => this.onBegin(this.body()), { class: "primary", id: "begin" }), button("Open a saved game", () => file.click()), file),
    );
    this.element.replaceChildren(begin, more ?? "");
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** @param {string} mode @param {string} title @param {string} text */
  modeElement(mode, title, text) {
    const choose = () => {
      this.mode = mode;
      this.draw([]);
    };
    return h("button", { type: "button", class: "choice", "aria-pressed": String(this.mode === mode), "data-mode": mode, "data-key": mode, onclick: choose }, h("b", {}, title), h("span", {}, text));
  }

  /** The game with its variants, how many play, and what the form knows of card games. */
  gameFields() {
    /** @type {[string, string][]} */
    const games = Object.entries(this.about.games).flatMap(([name, game]) => {
      const variants = [...new Set(game.decks.map((/** @type {any} */ deck) => deck.variant))];
      const others = variants.filter((one) => one !== "standard").map((one) => [`${name}/${one}`, `${one[0]?.toUpperCase()}${one.slice(1)} ${game.title}`]);
      return /** @type {[string, string][]} */ ([[name, game.title], ...others]);
    });
    const chosen = this.variant === "standard" ? this.game : `${this.game}/${this.variant}`;
    const counts = /** @type {[string, string][]} */ (this.counts.map((count) => [String(count), String(count)]));
    return h(
      "div",
      { class: "row fields" },
      keyed("game", select("game", games, chosen, (value) => this.chooseGame(value))),
      keyed("players", select("players", counts, String(this.players), (value) => this.choosePlayers(Number(value)))),
      ...(isCardGame(this.about, this.game) ? this.cardFields() : []),
      this.isCompanion ? null : keyed("opponents", this.opponentsField()),
    );
  }

  /** @param {string} value the game, and after a slash its variant */
  chooseGame(value) {
    const [game = "", variant = "standard"] = value.split("/");
    if (game !== this.game) this.options = isCardGame(this.about, game) ? { rounds: "1" } : {};
    this.game = game;
    this.variant = variant;
    if (!(this.level in this.levels)) this.level = Object.keys(this.levels)[1] ?? "";
    const counts = this.counts;
    this.choosePlayers(counts.includes(this.players) ? this.players : Math.min(Math.max(this.players, counts[0] ?? 2), counts.at(-1) ?? 2));
  }

  /** @param {number} players */
  choosePlayers(players) {
    this.players = players;
    if (!this.decks.find((deck) => deck.players === players)?.teams) delete this.options["teams"];
    this.me = this.dealer = 0;
    this.draw([]);
  }

  cardFields() {
    const teams = this.decks.find((deck) => deck.players === this.players)?.teams;
    return [
      teams ? this.choice("teams", "teams", [["", "each alone"], ["yes", "partners"]]) : null,
      this.choice("rounds", "rounds", [["1", "one round"], ["", "a whole game"]]),
      this.choice("pass", "pass", [["", "cards are passed"], ["no", "no pass"]]),
    ];
  }

  /** An option of the game. @param {string} name @param {string} label @param {[string, string][]} values an empty one: what the game does by itself */
  choice(name, label, values) {
    return keyed(
      name,
      select(label, values, this.options[name] ?? "", (value) => {
        if (value) this.options[name] = value;
        else delete this.options[name];
      }),
    );
  }

  /** One choice for all seats of the program. */
  opponentsField() {
    const levels = new Set(Array.from({ length: this.players }, (_, seat) => this.playerOf(seat)).filter((one) => one !== PERSON));
    const mixed = levels.size > 1;
    const values = /** @type {[string, string][]} */ ([...(mixed ? [["", "different ones"]] : []), ...Object.entries(this.levels).map(([name, text]) => [name, `${name}: ${text}`])]);
    return select("opponents", values, mixed ? "" : ([...levels][0] ?? this.level), (value) => {
      this.level = value || this.level;
      this.who = this.who.map((one) => (one === PERSON ? one : this.level));
      this.draw([]);
    });
  }

  companionFields() {
    const seats = /** @type {[string, string][]} */ (this.names.map((name, seat) => [String(seat), name]));
    const hasDealer = this.known.some((one) => one.name === "dealer");
    return h(
      "div",
      { class: "row fields" },
      keyed("me", select("I am", seats, String(this.me), (value) => (this.me = Number(value)))),
      hasDealer ? keyed("dealer", select("deals", seats, String(this.dealer), (value) => (this.dealer = Number(value)))) : null,
    );
  }

  /** A row for each seat: a name, and who plays. */
  seatList() {
    const levels = /** @type {[string, string][]} */ (Object.keys(this.levels).map((name) => [name, name]));
    const rows = this.names.map((name, seat) => {
      const typed = h("input", {
        type: "text",
        value: this.typed[seat] ?? "",
        placeholder: name,
        maxlength: 20,
        autocomplete: "off",
        "aria-label": `name of player ${seat + 1}`,
        "data-key": `name-${seat}`,
        oninput: () => {
          this.typed[seat] = typed.value;
          this.rename();
        },
      });
      if (this.isCompanion) return h("li", {}, typed);
      const who = h("select", { "aria-label": `who plays for player ${seat + 1}`, "data-key": `who-${seat}` }, ...[[PERSON, this.people.length > 1 ? "a person here" : "you"], ...levels].map(([value, text]) => h("option", { value }, text)));
      who.value = this.playerOf(seat);
      who.addEventListener("change", () => {
        this.who = Array.from({ length: 6 }, (_, each) => (each === seat ? who.value : this.playerOf(each)));
        this.draw([]);
      });
      return h("li", {}, typed, who);
    });
    const text = this.people.length > 1 ? "Several people here hand the page over: each one's cards show only when they say that they are there." : "";
    return h("div", { class: "seats" }, h("ol", { class: "seat-rows", "aria-label": "seats" }, ...rows), !this.isCompanion && text ? h("p", { class: "why" }, text) : null);
  }

  /** Shows changed names where they stand: to draw all anew would lose the press of a button that ends the typing. */
  rename() {
    this.names.forEach((name, seat) => {
      this.element.querySelector(`[data-key="name-${seat}"]`)?.setAttribute("placeholder", name);
      for (const option of this.element.querySelectorAll(`[data-key="me"] [value="${seat}"], [data-key="dealer"] [value="${seat}"]`)) option.textContent = name;
    });
  }

  /** The other options of a game that is not laid out by the page, each as the game words it. */
  moreFields() {
    const others = this.known.filter((one) => !["players", "dealer"].includes(one.name));
    if (isCardGame(this.about, this.game) || !others.length) return null;
    const fields = others.map((one) => {
      const label = one.text.includes(": ") ? one.text.slice(one.text.indexOf(": ") + 2) : one.name;
      if (one.values.length) return this.choice(one.name, label, [["", "as usual"], ...one.values.map((value) => /** @type {[string, string]} */ ([value, value]))]);
      const typed = h("input", { type: "text", value: this.options[one.name] ?? "", placeholder: one.text, oninput: () => (this.options[one.name] = typed.value.trim()) });
      return field(label, typed);
    });
    return h("details", { class: "more", open: this.isMore ?? false, ontoggle: (/** @type {any} */ event) => (this.isMore = event.target.open) }, h("summary", {}, "Rules that can be chosen"), h("div", { class: "row fields" }, ...fields));
  }

  // -- what comes of it

  body() {
    const people = this.people;
    const source = (/** @type {number} */ seat) => (this.playerOf(seat) !== PERSON ? this.playerOf(seat) : people.length > 1 ? "human" : "me");
    const sources = Array.from({ length: this.players }, (_, seat) => (this.isCompanion ? (seat === this.me ? "me" : "table") : source(seat)));
    const hasDealer = this.isCompanion && this.known.some((one) => one.name === "dealer");
    const variant = isCardGame(this.about, this.game) ? { variant: this.variant } : {};
    const chosen = Object.fromEntries(Object.entries(this.options).filter(([, value]) => value));
    return { game: this.game, sources, names: this.names, players: this.players, ...variant, ...chosen, ...(hasDealer ? { dealer: this.dealer + 1 } : {}) };
  }

  /** @param {FileList | null} files */
  async open(files) {
    const file = files?.[0];
    if (file) this.onBegin({ text: await file.text() });
  }

  /** @type {HTMLElement | null | undefined} */
  more;
  /** @type {boolean | undefined} */
  isMore;
}

/** A field that keeps the focus when the form is drawn again. @param {string} key @param {HTMLElement} element */
function keyed(key, element) {
  const control = element.querySelector("select, input");
  if (control instanceof HTMLElement) control.dataset["key"] = key;
  return element;
}
