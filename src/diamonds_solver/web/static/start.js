// The first screen: a game in one click, and what else there is; options behind one button.

import { ask, problemsOf, textOf, Problems as Wrong } from "./api.js";
import { codeOf, readChallenge } from "./beat.js";
import { LESSON } from "./coach.js";
import { bodyOf, DayCard, dayPlayed, today } from "./daily.js";
import { DAY, forgetGame, keptGames } from "./kept.js";
import { recordSummary } from "./record.js";
import { keepSetting, keptValue, setting, valuesLike } from "./storage.js";
import { Component, createRef, Dialog, html, Icon, Problems, Segments } from "./ui.js";
import { NAMES } from "./words.js";

const USUAL = { players: "4", teams: "", variant: "standard", thief: "",
  level: "normal", people: "1", rounds: "", pass: "", names: "", dealer: "1" };
const FAN = ["C8", "S13", "H15", "D14", "D9"];
const MOST_FILE = 60_000; // characters

/** @typedef {typeof USUAL} Choices by the names of the options; what is empty is left to the game */

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   game: string, choices: Choices & Record<string, string>, problems: import("./types.js").Problem[], trouble: string, opening: string,
 *   sheet: string, over: boolean, day: string, }>}
 */
export class StartScreen extends Component {
  /** @type {{current: HTMLInputElement | null}} */
  file = createRef();
  /** @type {{current: HTMLTextAreaElement | null}} */
  pasted = createRef();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  midnight = undefined;
  state = {
    game: setting("game", "diamonds"),
    choices: /** @type {Choices & Record<string, string>} */ ({ ...USUAL, ...valuesLike(keptValue("start", {}), "") }),
    problems: /** @type {import("./types.js").Problem[]} */ ([]),
    trouble: "", // the tile where it was
    opening: "", // the tile that works
    sheet: "",
    over: false,
    day: today(),
  };

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    document.addEventListener("visibilitychange", this.look);
    this.look();
  }

  componentWillUnmount() {
    document.removeEventListener("visibilitychange", this.look);
    clearTimeout(this.midnight);
  }

  /** The deal of the day is that of the day on which it is looked at. */
  look = () => {
    const next = new Date();
    next.setHours(24, 0, 0, 0);
    clearTimeout(this.midnight);
    this.midnight = setTimeout(this.look, next.getTime() - Date.now());
    this.setState({ day: today() });
  };

  /** @returns {import("./types.js").GameInfo} */
  get info() {
    return this.props.about.games[this.state.game] ?? /** @type {any} */ (Object.values(this.props.about.games)[0]);
  }

  get isCards() {
    return this.info.decks.length > 0;
  }

  /** Whether a new game has an option. @param {string} option */
  has(option) {
    return this.info.options.live.some(({ name }) => name === option);
  }

  /** How many can play. @param {string} variant @returns {string[]} */
  counts(variant) {
    const decks = this.info.decks.filter((deck) => deck.variant === variant);
    return decks.length
      ? decks.map(({ players }) => String(players))
      : (this.info.options.live.find(({ name }) => name === "players")?.values ?? []);
  }

  /** What was chosen, as far as this game has it. */
  get choices() {
    const { choices } = this.state;
    const { decks } = this.info;
    const variant = decks.some((deck) => deck.variant === choices.variant) ? choices.variant : "standard";
    const possible = this.counts(variant);
    const players = possible.includes(choices.players) ? choices.players : (possible.at(-1) ?? "2");
    const teams = decks.find((deck) => deck.variant === variant && String(deck.players) === players)?.teams ? choices.teams : "";
    const people = String(Math.min(Number(choices.people), Number(players)));
    const dealer = Number(choices.dealer) > Number(players) ? "1" : choices.dealer;
    return { ...choices, variant, players, teams, people, dealer };
  }

  /** @param {Record<string, string>} change */
  choose(change) {
    const choices = { ...this.choices, ...change };
    keepSetting("start", JSON.stringify(choices));
    this.setState({ choices });
  }

  /** Of all seats; whoever is alone at the page is You. @param {boolean} isAlone */
  names(isAlone) {
    const typed = this.state.choices.names.split(",").map((name) => name.trim()).filter(Boolean);
    return [...(isAlone ? ["You"] : []), ...typed, ...NAMES.filter((name) => !typed.includes(name))].slice(0, Number(this.choices.players));
  }

  /** What a new game is begun with. @param {boolean} isCompanion */
  body(isCompanion) {
    const { players, people, level, teams, variant, rounds, pass, dealer } = this.choices;
    const source = (/** @type {number} */ seat) => {
      if (isCompanion) return seat ? "table" : "me";
      if (seat < Number(people)) return people === "1" ? "me" : "human";
      return level;
    };
    const known = new Set(this.info.options.live.map(({ name }) => name));
    const own = { teams, rounds, pass, variant: this.isCards ? variant : "", ...(isCompanion ? { dealer } : {}) };
    const names = this.names(isCompanion || people === "1");
    const chosen = Object.entries({ ...this.state.choices, ...own })
      .filter(([name, value]) => value && known.has(name) && name !== "players" && (name !== "dealer" || isCompanion));
    return { game: this.state.game, sources: names.map((_, seat) => source(seat)),
      names, players: Number(players), ...Object.fromEntries(chosen) };
  }

  /** Opens a game, and goes to its table. @param {string} tile @param {Record<string, unknown>} body @param {string} [purpose] what it is played for */
  async begin(tile, body, purpose = "") {
    if (this.state.opening === tile) return;
    this.setState({ opening: tile, trouble: "", problems: [] });
    try {
      this.props.go("play", { live: await ask("play", { action: "begin", ...body }), begun: body.text ? null : body, purpose });
    } catch (error) {
      this.setState({ opening: "", trouble: tile, problems: problemsOf(error) });
    }
  }

  /** A text of any kind: a saved game goes on, a whole game is reviewed, a position is solved. @param {string} text */
  async open(text) {
    const challenge = readChallenge(text);
    if (challenge) return this.props.go(`beat/${codeOf(challenge)}`);
    this.setState({ opening: "file", trouble: "", problems: [], over: false, sheet: "" });
    try {
      if (/^x-live\b/m.test(text)) return await this.begin("file", { text });
      const found = await ask("game", { text });
      const table = await ask("check", { text });
      this.props.go(table.moves.length || !found.decisions.length ? "solve" : "review", { text });
    } catch (error) {
      this.setState({ opening: "", trouble: "file", problems: problemsOf(error) });
    }
    return undefined;
  }

  /** @param {FileList | null | undefined} files */
  async openFile(files) {
    const file = files?.[0];
    if (!file) return;
    try {
      if (file.size > MOST_FILE) throw new Wrong([{ code: "E-TOO-LONG", message: "the file is too long for the page" }]);
      await this.open(await textOf(file));
    } catch (error) {
      this.setState({ trouble: "file", problems: problemsOf(error), over: false });
    }
  }

  /** @param {DragEvent} event */
  drop = (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData("text");
    if (event.dataTransfer?.files.length) this.openFile(event.dataTransfer.files);
    else if (text) this.open(text);
  };

  /** @param {string} name */
  under(name) {
    return this.state.trouble === name ? html`<${Problems} problems=${this.state.problems} />` : null;
  }

  /** @param {{name: string, icon: import("./ui.js").IconName, title: string, text: string, onPress: () => void, kind?: string}} tile */
  tile({ name, icon, title, text, onPress, kind = "" }) {
    return html`<li key=${name}>
      <button type="button" class=${`tile ${kind}`} id=${`tile-${name}`} onClick=${onPress}><span class="ic"><${Icon} name=${icon} /></span><b>${title}</b><span>${this.state.opening === name ? "opening …" : text}</span></button>
      ${this.under(name)}
    </li>`;
  }

  render() {
    const { game, sheet, over, opening } = this.state;
    const { go, about, openSheet } = this.props;
    const kept = keptGames();
    const games = /** @type {[string, string][]} */ (Object.entries(about.games).map(([name, { title }]) => [name, title]));
    const choose = (/** @type {string} */ name) => {
      keepSetting("game", name);
      this.setState({ game: name });
    };
    const learn = () => this.begin("learn", LESSON, "learn");
    return html`<main class=${`start ${over ? "dropping" : ""}`} onDragOver=${(/** @type {DragEvent} */ event) => { event.preventDefault(); this.setState({ over: true }); }} onDragLeave=${() => this.setState({ over: false })} onDrop=${this.drop}>
      <div class="head"><h1>What shall we play?</h1>${games.length > 1 ? html`<${Segments} label="Game" value=${game} choices=${games} onChoose=${choose} />` : null}</div>
      <div class="grid">
        <div class="offers"><section class="offer velvet">
          <div class="art" aria-hidden="true">${FAN.map((card, index) => html`<span class=${`card ${card[0]}`} style=${{ "--j": index - 2 }}><b>${card.slice(1)}</b></span>`)}</div>
          <div class="txt"><h2>Play now</h2><p>${this.summary()}</p>
            <button type="button" class="main" id="deal" onClick=${() => this.begin("deal", this.body(false))}>${opening === "deal" ? "Dealing …" : "Deal the cards"}</button>
          </div>
          ${this.under("deal")}
        </section>${this.isCards ? html`<${DayCard} go=${go} onPlay=${(/** @type {string} */ day) => this.begin("day", bodyOf(day), DAY + day)} />${this.under("day")}` : null}</div>
        <ul class="tiles">
          ${this.isCards && !setting("learnt", "") ? this.tile({ name: "learn", icon: "play",
            title: "New here? Learn in three minutes", text: "Seven tricks, with a word on each", onPress: learn }) : null}
          ${kept[0] ? this.tile({ name: "resume", icon: "play", title: "Resume", text: kept[0].title, onPress: () =>
            this.resume(kept), kind: "tile-resume" }) : null}
          ${this.tile({ name: "companion", icon: "table", title: "Help at a real table",
            text: "Your companion: enter what falls, ask for a hint", onPress: () => this.setState({ sheet: "companion" }) })}
          ${this.tile({ name: "solve", icon: "grid", title: "Solve a position",
            text: "The exact value of every card", onPress: () => go("solve") })}
          ${this.tile({ name: "review", icon: "graph", title: "Review a game",
            text: "Your mistakes, and what was better", onPress: () => go("review") })}
          ${this.isCards ? this.tile({ name: "record", icon: "log", title: "My record",
            text: recordSummary(), onPress: () => go("record") }) : null}
          ${about.without?.includes("hands") ? null : this.tile({ name: "pass", icon: "pass", title: "Choose cards to pass",
            text: "What a hand is worth, and what to give away", onPress: () => go("pass") })}
        </ul>
      </div>
      ${this.options()}
      <p class="soft small">${about.without?.includes("files") ? null : html`Or drop a saved game or a record anywhere on this page.
        <button type="button" class="link" onClick=${() => this.file.current?.click()}>Open a file</button> ·
        <button type="button" class="link" onClick=${() => this.setState({ sheet: "paste" })}>Paste one</button> · `}<button type="button" class="link" onClick=${() => openSheet("rules")}>The rules on one page</button>
        ${this.isCards ? html` · <button type="button" class="link" id="open-beat" onClick=${() => go("beat")}>Beat me on the same cards</button>` : null}
        ${this.isCards && setting("learnt", "") ? html` · <button type="button" class="link" id="learn" onClick=${learn}>Learn the game in three minutes</button>` : null}</p>
      <input ref=${this.file} type="file" hidden id="file" aria-label="a saved game or a record" onChange=${() => this.openFile(this.file.current?.files)} />
      ${this.under("file")}
      ${sheet === "companion" ? this.companionSheet() : null}
      ${sheet === "paste" ? this.pasteSheet() : null}
      ${sheet === "resume" ? this.resumeSheet(kept) : null}
    </main>`;
  }

  /** @param {import("./kept.js").Kept[]} kept */
  resume(kept) {
    if (kept.length > 1) this.setState({ sheet: "resume" });
    else this.props.go("play", { resume: kept[0]?.id });
  }

  /** @param {import("./kept.js").Kept[]} kept */
  resumeSheet(kept) {
    const when = (/** @type {number} */ time) =>
      new Date(time).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    const forget = (/** @type {string} */ id) => {
      forgetGame(id);
      this.setState({ sheet: keptGames().length ? "resume" : "" });
    };
    return html`<${Dialog} title="Games that are not over" onClose=${() => this.setState({ sheet: "" })}>
      <ul class="items">${kept.map(({ id, title, when: time }) => html`<li class="row" key=${id}>
        <button type="button" class="resume" onClick=${() => this.props.go("play", { resume: id })}>${title}</button><span class="soft small">${when(time)}</span>
        ${dayPlayed(id) ? html`<span class="soft small">deal of the day</span>` : html`<button type="button" class="quiet" onClick=${() => forget(id)}>Forget<span class="sr"> ${title}</span></button>`}
      </li>`)}</ul>
    </${Dialog}>`;
  }

  pasteSheet() {
    return html`<${Dialog} title="Paste a record or a saved game" onClose=${() => this.setState({ sheet: "" })} kind="wide">
      <textarea ref=${this.pasted} class="record" rows="12" spellcheck=${false} aria-label="Text of a record"></textarea>
      <div class="row"><button type="button" class="main" id="open-text" onClick=${() => this.open(this.pasted.current?.value ?? "")}>Open</button></div>
    </${Dialog}>`;
  }

  summary() {
    const { players, teams, variant, thief, level, rounds, people } = this.choices;
    const others = Number(people) > 1 ? `${people} people` : level;
    const length = rounds === "1" ? "one round" : this.isCards || this.state.game === "diams" ? "whole game" : "";
    return [`${players} players`, teams && "partners", variant === "perfect" && this.isCards && "Perfect", thief && this.has("thief") && "the thief", others, length].filter(Boolean).join(", ");
  }

  /** @param {string} label @param {string} name @param {[string, string][]} choices */
  option(label, name, choices) {
    const value = this.choices[/** @type {keyof Choices} */ (name)] ?? "";
    return html`<div class="opt" key=${name}><span>${label}</span><${Segments} label=${label} value=${value} choices=${choices} onChoose=${(/** @type {string} */ chosen) => this.choose({ [name]: chosen })} /></div>`;
  }

  /** How many play what: what both ways to begin ask for. @param {boolean} isAlone */
  tableOptions(isAlone) {
    const deck = this.info.decks.find(({ players, variant }) => String(players) === this.choices.players &&
      variant === this.choices.variant);
    return html`${this.option("Players", "players", this.counts(this.choices.variant).map((count) => [count, count]))}
      ${deck?.teams ? this.option("Teams", "teams", [["", "each alone"], ["yes", "partners"]]) : null}
      ${this.isCards ? this.option("Cards", "variant", [["standard", "standard"], ["perfect", "Perfect"]]) : null}
      ${this.has("thief") ? this.option("Clubs rob", "thief", [["", "whom one chooses"], ["yes", "who has the thief"]]) : null}
      ${this.has("rounds") ? this.option("Length", "rounds", [["", "whole game"], ["1", "one round"]]) : null}
      ${this.isCards ? this.option("Before a round", "pass", [["", "cards are passed"], ["no", "no pass"]]) : null}
      <div class="opt"><label for="names">${isAlone ? "Names of the others" : "Names"}</label><input id="names" type="text" autocomplete="off" placeholder=${NAMES.slice(0, Number(this.choices.players) - (isAlone ? 1 : 0)).join(", ")} value=${this.state.choices.names} onInput=${(/** @type {InputEvent} */ event) => this.choose({ names: /** @type {HTMLInputElement} */ (event.target).value })} /></div>`;
  }

  options() {
    const counts = /** @type {[string, string][]} */ (
      Array.from({ length: Number(this.choices.players) }, (_, index) => [String(index + 1), index ? String(index + 1) : "me alone"])
    );
    const levels = /** @type {[string, string][]} */ (Object.keys(this.info.levels).map((name) => [name, name]));
    const others = this.isCards ? [] : this.info.options.live.filter(({ name }) => !["players", "dealer", "rounds"].includes(name));
    const show = (/** @type {Event} */ { currentTarget }) => {
      const details = /** @type {HTMLDetailsElement} */ (currentTarget);
      if (details.open) details.scrollIntoView(); // it is the last of the screen, and opens below the window's edge
    };
    return html`<details class="sheet opts" id="options" onToggle=${show}><summary>Options <span class="soft small">${this.summary()}</span></summary>
      ${this.tableOptions(this.choices.people === "1")}
      ${this.option("Others", "level", levels)}
      ${this.props.about.without?.includes("people") ? null : this.option("People at this page", "people", counts)}
      ${others.map(({ name, text, values }) => (values.length ? this.option(text.split(": ").at(-1) ?? name, name, [["", "as usual"], .../** @type {[string, string][]} */ (values.map((value) => [value, value]))]) : html`<div class="opt"><label for=${name}>${text}</label><input id=${name} type="text" value=${this.state.choices[name] ?? ""} onInput=${(/** @type {InputEvent} */ event) => this.choose({ [name]: /** @type {HTMLInputElement} */ (event.target).value })} /></div>`))}
    </details>`;
  }

  companionSheet() {
    const names = /** @type {[string, string][]} */ (this.names(true).map((name, seat) => [String(seat + 1), name]));
    return html`<${Dialog} title="At a real table" onClose=${() => this.setState({ sheet: "" })} kind="wide">
      <p class="soft">You sit at a real table. Enter what falls, and ask for a hint. Name the others clockwise, from your left.</p>
      ${this.tableOptions(true)}
      ${this.has("dealer") ? this.option("Deals first", "dealer", names) : null}
      ${this.under("companion")}
      <div class="row"><button type="button" class="main" id="begin-companion" onClick=${() => this.begin("companion", this.body(true))}>Begin</button></div>
    </${Dialog}>`;
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Enter" || !document.activeElement?.matches("body, h1")) return false;
    this.begin("deal", this.body(false));
    return true;
  }
}
