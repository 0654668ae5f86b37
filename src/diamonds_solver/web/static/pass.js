// The screen Pass: what a hand may bring before the round, and which cards to give away where some are passed.

import { ask, problemsOf, Question } from "./api.js";
import { Hand } from "./board.js";
import { Deck } from "./deck.js";
import { SURE } from "./hint.js";
import { announce, Component, html, Problems, Segments } from "./ui.js";
import { capital, Chip, counted, plain, readHand, roughPoints, signed, spoken, writeHand } from "./words.js";

/**
 * @typedef {{mean: number, interval?: [number, number]}} Mean
 * @typedef {{pass: string, value: Mean, loss: number, loss_sem: number, rules?: boolean}} Choice
 * @typedef {Record<"points" | "margin" | "tricks", Mean>} Outlook
 * @typedef {{
 *   passes?: {count: number, verdict: string, passes: Choice[]}[], count?: number, dealt: Outlook, by_rules: Outlook, best: Outlook,
 *   rank: {percentile: number | null}, gain: Mean, samples: number, seed: number,
 * }} Evaluation
 * @typedef {{size: number, rows: {kind: string, cards: {card: string, copies: number}[]}[]}} HandDeck the cards that a hand may have
 */

/** The games whose hands can be evaluated: their names. @param {import("./types.js").About} about */
function gamesWithHands(about) {
  return Object.keys(about.games).filter((name) => about.games[name]?.hands);
}

/**
 * @extends {Component<import("./main.js").ScreenProps, {
 *   game: string, options: Record<string, string>, objective: string, cards: string[], deck: HandDeck | null, count: number, isOpen: boolean,
 *   answer: Evaluation | null, told: string, status: string, isWorking: boolean, problems: import("./types.js").Problem[],
 * }>}
 */
export class PassScreen extends Component {
  state = {
    game: gamesWithHands(this.props.about)[0] ?? "", options: /** @type {Record<string, string>} */ ({}),
    objective: "", cards: /** @type {string[]} */ ([]), deck: /** @type {HandDeck | null} */ (null), count: 0,
    isOpen: false, answer: /** @type {Evaluation | null} */ (null), told: "", status: "",
    isWorking: false, problems: /** @type {import("./types.js").Problem[]} */ ([]),
  };
  asked = 0;

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    this.chooseGame(this.state.game);
  }

  componentWillUnmount() {
    this.asked++;
    Question.stop();
  }

  get info() {
    return this.props.about.games[this.state.game];
  }

  get isCards() {
    return (this.info?.decks.length ?? 0) > 0;
  }

  /** The hand as people write it. @param {string[]} [cards] */
  text(cards = this.state.cards) {
    return this.isCards ? writeHand(cards) : cards.join(",");
  }

  // -- which cards

  /** @param {string} game */
  chooseGame(game) {
    const info = this.props.about.games[game];
    const fewest = info?.options.hand.find(({ name }) => name === "players")?.values[0] ?? "";
    /** @type {Record<string, string>} */
    const options = info?.decks.length ? { players: "4", variant: "standard", seat_after: "1" } : { players: fewest };
    this.setState({ game, cards: [], deck: null, objective: info?.evaluates[0] ?? "" }, () => this.change(options));
  }

  /** Asks which cards there are, after a change of the options. @param {Record<string, string>} options */
  async change(options) {
    const turn = ++this.asked;
    Question.stop();
    const { decks } = this.info ?? { decks: [] };
    const deckOf = (/** @type {string} */ variant) =>
      decks.find((deck) => String(deck.players) === options["players"] && deck.variant === variant);
    const known = { ...options };
    if (this.isCards && !deckOf(known["variant"] ?? "standard")) known["variant"] = "standard";
    if (!deckOf(known["variant"] ?? "")?.teams) delete known["teams"];
    for (const name of ["seat_after", "first"]) if (Number(known[name] ?? 1) > Number(known["players"])) known[name] = "1";
    this.setState({ options: known });
    try {
      const chosen = Object.fromEntries(Object.entries(known).filter(([, value]) => value));
      const deck = /** @type {HandDeck} */ (await ask("hand", { game: this.state.game, ...chosen }));
      if (turn === this.asked) this.setState({ deck, problems: [] }, () => this.put(this.state.cards));
    } catch (error) {
      if (turn === this.asked) this.setState({ problems: problemsOf(error) });
    }
  }

  /** How many there are of each card. @returns {Map<string, number>} */
  get copies() {
    return new Map(
      (this.state.deck?.rows ?? []).flatMap((row) => row.cards.map(({ card, copies }) => /** @type {[string, number]} */ ([card, copies]))),
    );
  }

  /** @param {string[]} cards those that are not in the deck are left out, and so are too many */
  put(cards) {
    Question.stop();
    const { copies } = this;
    const kept = cards
      .filter((card, index) => cards.slice(0, index + 1).filter((one) => one === card).length <= (copies.get(card) ?? 0))
      .slice(0, this.state.deck?.size ?? 0);
    const order = [...copies.keys()];
    if (this.isCards) kept.sort((one, two) => order.findIndex((card) => card[0] === one[0]) -
      order.findIndex((card) => card[0] === two[0]) || Number(two.slice(1)) - Number(one.slice(1)));
    this.setState({ cards: kept, answer: null, told: "", status: "", problems: [] }, () =>
      kept.length === this.state.deck?.size && this.evaluate());
  }

  /** @param {string} card */
  press = (card) => {
    const { cards, deck } = this.state;
    const at = cards.lastIndexOf(card);
    const canAdd = cards.filter((one) => one === card).length < (this.copies.get(card) ?? 0) && cards.length < (deck?.size ?? 0);
    this.put(at >= 0 && (this.isCards || !canAdd) ? cards.filter((_, index) => index !== at) : canAdd ? [...cards, card] : cards);
  };

  /** A random hand, each card of the deck as likely as any other. */
  deal() {
    const left = [...this.copies].flatMap(([card, copies]) => Array(copies).fill(card));
    const cards = [];
    for (let size = this.state.deck?.size ?? 0; size > 0 && left.length; size--)
      cards.push(left.splice(Math.floor(Math.random() * left.length), 1)[0]);
    this.put(cards);
  }

  /** @param {string} text */
  type(text) {
    const typed = text.toUpperCase();
    this.put(this.isCards ? readHand(typed).cards : typed.split(/[\s,+]+/).filter(Boolean));
  }

  // -- the question

  async evaluate() {
    const { game, options, objective, cards, deck } = this.state;
    if (!deck || cards.length !== deck.size) return;
    const isSame = () => this.state.cards === cards;
    const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value));
    let told = "";
    this.setState({ isWorking: true, answer: null, told: "", problems: [], status: "playing rounds" });
    try {
      const answer = await Question.ask("evaluate", { game, hand: this.text(), ...chosen, objective }, (event) => {
        if (event.event === "progress" && isSame()) this.setState({ status: `${Math.round((100 * event.rounds) / event.total)} % of ${event.total.toLocaleString("en")} rounds` });
        if (event.event === "told") told = event.text;
      });
      if (!isSame()) return;
      const best = answer?.passes ? [...answer.passes]
        .sort((one, two) => two.passes[0].value.mean - one.passes[0].value.mean)[0]?.count : 0;
      this.setState({ isWorking: false, status: answer ? "" : "stopped",
        answer: answer?.passes ? answer : null, told: answer ? told : "", count: best ?? 0 });
      if (answer) announce(answer.passes ? `Give away ${this.given(answer, best ?? 0).map(spoken).join(" and ")}.` : "evaluated");
    } catch (error) {
      if (isSame()) this.setState({ isWorking: false, status: "", problems: problemsOf(error) });
    }
  }

  /** The best cards to pass of one number. @param {Evaluation} answer @param {number} count */
  given(answer, count) {
    return answer.passes?.find((one) => one.count === count)?.passes[0]?.pass.split("+") ?? [];
  }

  /** @param {string} key */
  key(key) {
    if (key === "a" || key === "s") this.evaluate();
    else if (key === "Escape") Question.stop();
    else return false;
    return true;
  }

  // -- drawing

  render() {
    const { cards, deck, answer, count, problems, isWorking, status, told } = this.state;
    const size = deck?.size ?? 0;
    const isWhole = size > 0 && cards.length === size;
    const given = new Set(answer ? this.given(answer, count) : []);
    const held = new Set(cards);
    return html`<main class="hx">
      <section class="velvet pick">
        <h1>Your hand</h1>
        <p class="turn-text">${!deck ? "opening …" : answer ? this.gift(answer) : isWhole ? (isWorking ? "Playing rounds …" : counted(size, "card")) : `Choose ${counted(size - cards.length, cards.length ? "more card" : "card")}`}</p>
        ${this.isCards ? html`<${Deck} ranks=${deck ? Math.max(...deck.rows.map((row) => row.cards.length)) : 15} look=${(/** @type {string} */ card) => ({ isOn: held.has(card), isGone: isWhole && !held.has(card) })} onPress=${this.press} />` : this.kinds()}
        <div class="row">
          <button type="button" onClick=${() => this.deal()}>Random</button><button type="button" onClick=${() => this.put([])}>Clear</button>
          <input type="text" class="hand-text" autocomplete="off" aria-label="The hand as text" placeholder=${this.isCards ? "D15,9,3 H12,4 S7,2 C14,4,1" : "9,3,T"} value=${this.text()} onChange=${(/** @type {InputEvent} */ event) => this.type(/** @type {HTMLInputElement} */ (event.target).value)} />
        </div>
        <${Problems} problems=${problems} />
        ${this.settings()}
        ${this.isCards && cards.length ? html`<${Hand} cards=${cards} raised=${given} marks=${new Map([...given].map((card) => [card, { note: "", said: "give it away", best: true }]))} />` : null}
      </section>
      <section class="res" aria-label="What the hand is worth">
        ${answer ? this.result(answer) : html`<h2>${isWorking ? "Playing rounds …" : "What is it worth?"}</h2><p class="soft status">${status || (told ? "" : "Choose a hand; then it is played in many random deals.")}</p>`}
        ${isWorking ? html`<div class="row"><button type="button" id="stop" onClick=${() => Question.stop()}>Stop</button></div>` : isWhole && !answer && !told ? html`<div class="row"><button type="button" class="main" id="evaluate" onClick=${() => this.evaluate()}>Evaluate</button></div>` : null}
        ${told ? html`<details open=${!answer}><summary>Details</summary><pre class="diagram told-text" tabindex="0">${told}</pre></details>` : null}
      </section>
    </main>`;
  }

  /** What to give away, in words: also above the deck, as on a phone the rest is below the window. @param {Evaluation} answer */
  gift(answer) {
    const given = this.given(answer, this.state.count);
    return html`Give away ${given.map((card, index) => html`${index ? (index === given.length - 1 ? " and " : ", ") : ""}<${Chip} card=${card} />`)}`;
  }

  /** @param {Evaluation} answer */
  result(answer) {
    const { count } = this.state;
    const passes = answer.passes ?? [];
    const all = passes.find((one) => one.count === count)?.passes ?? [];
    const second = all[1];
    const say = [...passes].sort((one, two) => (two.passes[0]?.value.mean ?? 0) - (one.passes[0]?.value.mean ?? 0))[0]?.count;
    const better = Math.round(answer.rank.percentile ?? 0);
    return html`<h2 class="finding">${this.gift(answer)}</h2>
      ${second ? html`<p class="soft">${this.against(second)}</p>` : null}
      <ul class="o3">${passes.map((one) => html`<li><button type="button" class=${one.count === count ? "b" : ""} aria-pressed=${String(one.count === count)} onClick=${() => this.setState({ count: one.count })}><span class="n">${counted(one.count, "card")}</span><span class="row">${one.passes[0]?.pass.split("+").map((card) => html`<${Chip} card=${card} />`)}</span><span class="gain">${signed(one.passes[0]?.value.mean ?? 0)}</span></button></li>`)}</ul>
      <p class="soft small">${this.state.objective === "margin" ? "Your points compared with the others' average" : capital(this.info?.objectives[this.state.objective]?.text ?? "value")}, over many deals. If you deal, say ${say}.</p>
      <div><b>Better than ${better} of 100 hands</b><div class="meterb" aria-hidden="true"><i style=${{ left: `${better}%` }}></i></div><div class="row xs soft"><span>weak</span><span class="sp"></span><span>strong</span></div></div>
      <table class="small num"><thead><tr><td></td><th scope="col">points</th><th scope="col">lead</th><th scope="col">tricks</th></tr></thead><tbody>
        ${/** @type {[string, Outlook][]} */ ([["no pass", answer.dealt], ["by rules", answer.by_rules], ["your best", answer.best]]).map(([name, part]) => html`<tr><th scope="row">${name}</th><td>${plain(part.points.mean)}</td><td>${signed(part.margin.mean)}</td><td>${part.tricks.mean.toFixed(2)}</td></tr>`)}
      </tbody></table>
      <p class="xs soft">${answer.samples.toLocaleString("en")} random deals, seed ${answer.seed}; rule-based players in all seats.</p>`;
  }

  /** How sure the best pass is, against the second one. @param {{pass: string, loss: number, loss_sem: number}} second */
  against({ pass, loss, loss_sem: error }) {
    const { margin = 0, chance = false } = this.info?.objectives[this.state.objective] ?? {};
    const chips = pass.split("+").map((card) => html` <${Chip} card=${card} />`);
    if (loss <= margin) return html`Either is fine so far, this or${chips}: less than ${roughPoints(margin, chance)} apart.`;
    return loss > SURE * error ? html`Probably ${roughPoints(loss, chance)} better than${chips}.` : html`Whether it is better than${chips} is open.`;
  }

  /** The cards of a game without suits, some of them several times. */
  kinds() {
    const { deck, cards } = this.state;
    const isFull = cards.length === deck?.size;
    return html`${deck?.rows.map(({ kind, cards: ones }) => html`<div class="kind" role="group" aria-label=${kind}><p class="small">${kind}</p><div class="row">${ones.map(({ card }) => {
      const held = cards.filter((one) => one === card).length;
      return html`<button type="button" class=${held ? "main" : ""} data-card=${card} aria-pressed=${String(held > 0)} disabled=${isFull && !held} onClick=${() => this.press(card)}>${card}${held > 1 ? html` <small>× ${held}</small>` : null}</button>`;
    })}</div></div>`)}
    <div class="row chosen" role="group" aria-label="chosen">${cards.map((card, index) => html`<button type="button" onClick=${() => this.put(cards.filter((_, other) => other !== index))}><span class="sr">take back </span>${card}</button>`)}</div>`;
  }

  settings() {
    const { about } = this.props;
    const { game, options, objective } = this.state;
    const games = /** @type {[string, string][]} */ (gamesWithHands(about).map((name) => [name, about.games[name]?.title ?? name]));
    const players = Number(options["players"] ?? 4);
    const aims = /** @type {[string, string][]} */ (
      (this.info?.evaluates ?? []).map((name) => [name, this.info?.objectives[name]?.text ?? name])
    );
    const choose = (/** @type {string} */ name) => (/** @type {string} */ value) => this.change({ ...options, [name]: value });
    const seats = Array.from({ length: players }, (_, index) => /** @type {[string, string]} */ ([String(index + 1), !this.isCards ? (index ? String(index + 1) : "me") : index === 0 ? "1st, leads" : index + 1 === players ? "dealer" : `${index + 1}.`]));
    const opt = (/** @type {string} */ label, /** @type {string} */ name, /** @type {[string, string][]} */ choices) => html`<div class="opt" key=${name}><span>${label}</span><${Segments} label=${label} value=${options[name] ?? ""} choices=${choices} onChoose=${choose(name)} /></div>`;
    const option = (/** @type {string} */ name) => this.info?.options.hand.find((one) => one.name === name);
    const plainChoices = (/** @type {string[]} */ values) => values.map((value) => /** @type {[string, string]} */ ([value, value]));
    const deck = this.info?.decks.find((one) => one.players === players && one.variant === options["variant"]);
    const seat = seats[Number(options["seat_after"] ?? 1) - 1]?.[1] ?? "";
    return html`<details class="opts"><summary>${this.info?.title}, ${counted(players, "player")}${this.isCards ? `, ${{ "1st, leads": "I lead", dealer: "I deal" }[seat] ?? `I sit ${seat} after the dealer`}` : ""}</summary>
      ${games.length > 1 ? html`<div class="opt"><span>Game</span><${Segments} label="Game" value=${game} choices=${games} onChoose=${(/** @type {string} */ name) => this.chooseGame(name)} /></div>` : null}
      ${opt("Players", "players", plainChoices(option("players")?.values ?? []))}
      ${this.isCards && this.info?.decks.some((one) => one.players === players && one.variant === "perfect")
        ? opt("Cards", "variant", [["standard", "standard"], ["perfect", "Perfect"]]) : null}
      ${deck?.teams ? opt("Teams", "teams", [["", "each alone"], ["yes", "partners"]]) : null}
      ${this.isCards ? opt("I sit", "seat_after", seats) : null}
      ${option("first") ? opt("Begins", "first", [["", "me"], ...seats.slice(1)]) : null}
      ${option("loupes") ? opt("Loupes", "loupes", [["", "as usual"], ...plainChoices(option("loupes")?.values ?? [])]) : null}
      ${option("cloture") ? opt("Closing card", "cloture", [["", "as usual"], ...plainChoices(option("cloture")?.values ?? [])]) : null}
      ${aims.length > 1 ? html`<div class="opt"><span>Counts</span><select aria-label="What counts" onChange=${(/** @type {Event} */ event) => this.setState({ objective: /** @type {HTMLSelectElement} */ (event.target).value }, () => this.put(this.state.cards))}>${aims.map(([name, text]) => html`<option value=${name} selected=${name === objective}>${text}</option>`)}</select></div>` : null}
    </details>`;
  }
}
