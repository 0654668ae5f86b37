// A table that is set up: choose a player, press their cards on the deck, and count their crystals. The record is kept as the notation's fields.

import { Gems, Hand } from "./board.js";
import { Deck } from "./deck.js";
import { Component, html, Problems, Segments } from "./ui.js";
import { clause, counted, indexOf, listed, NAMES, possessive, readHand, writeHand } from "./words.js";

const OUT = -1;
export const NARROW = "(max-width: 719px)"; // a phone's window: rules are folded, a table turns with the play
/** @param {number} seat */
const colourOf = (seat) => (seat === OUT ? "var(--felt-soft)" : `var(--p${seat + 1})`);
const MOST = 117; // crystals in one box
const ORDER = ["players", "variant", "teams", "round", "dealer", "pass", "phase", "see"];

/** @typedef {import("./types.js").RoundRecord & Record<string, any>} Draft */

/** The record as text, in the order that the server writes it. @param {string} game @param {Draft} record */
export function writeRecord(game, record) {
  const lines = [`${game} 1`];
  const add = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (value === undefined || value === null || value === "") return;
    const words = Array.isArray(value) ? value.map(quoted) : [value === true ? "yes" : value === false ? "no" : value];
    lines.push(`${key} ${words.join(" ")}`);
  };
  const addEach = (/** @type {string} */ key) => Object.entries(record[key] ?? {}).forEach(([seat, text]) => add(key, `${seat} ${text}`));
  add("id", record["id"]);
  for (const key of ORDER) add(key, record[key]);
  addEach("hand");
  add("out", record.out);
  for (const key of ["void", "gave", "got"]) addEach(key);
  for (const key of ["showroom", "vault"]) add(key, record[key]);
  addEach("took");
  for (const key of ["won", "thief", "lead", "play"]) add(key, record[key]);
  return `${lines.join("\n")}\n`;
}

/** A name as the notation has it. @param {unknown} word */
function quoted(word) {
  const text = String(word);
  return /^[^\s";#,>/=|]+$/.test(text) ? text : `"${text.replaceAll('"', "'")}"`;
}

/** @param {Draft} record @returns {string[]} */
export function namesOf(record) {
  return Array.isArray(record.players) ? record.players.map(String) : Array.from({ length: Number(record.players ?? 4) }, (_, seat) => `P${seat + 1}`);
}

/**
 * What is set up of a table: its record, with unknown cards in the hands that it does not tell.
 * @param {import("./types.js").Checked} table @returns {Draft}
 */
export function draftOf({ state: { record } }) {
  const { cards, unknown } = readHand(Object.values(record.hand ?? {})[0] ?? "");
  const hidden = writeHand([], cards.length + unknown);
  return hidden ? { ...record, hand: Object.fromEntries(namesOf(record).map((_, seat) => [`P${seat + 1}`, record.hand?.[`P${seat + 1}`] ?? hidden])) } : record;
}

/** An empty table. @param {number} players @param {string} [variant] @param {boolean} [teams] @returns {Draft} */
function blank(players, variant = "standard", teams = false) {
  return { players: NAMES.slice(0, players), ...(variant === "standard" ? {} : { variant }), ...(teams ? { teams: true } : {}) };
}

/** What is said of hands that are not equally long; "" for others. @param {number[]} sizes @param {string[]} names */
function unevenText(sizes, names) {
  const usual =
    sizes.toSorted((one, two) => sizes.filter((size) => size === two).length - sizes.filter((size) => size === one).length)[0] ?? 0;
  const odd = names.flatMap((name, seat) => (sizes[seat] === usual ? [] : [clause(name, `has ${counted(sizes[seat] ?? 0, "card")}`)]));
  return odd.length ? `${listed(odd)}, the others have ${usual}: everybody needs as many` : "";
}

/**
 * @extends {Component<{
 *   record: Draft, decks: import("./types.js").Deck[], problems: import("./types.js").Problem[], tools: import("./preact.js").Child,
 *   onChange: (record: Draft) => void, }, {receiver: number}>}
 */
export class SetUp extends Component {
  state = { receiver: 0 };

  get names() {
    return namesOf(this.props.record);
  }

  /** The one who is given cards: where it is not at the table any more, the first. */
  get receiver() {
    return this.state.receiver < this.names.length ? this.state.receiver : 0;
  }

  get deck() {
    const variant = this.props.record.variant ?? "standard";
    return this.props.decks.find((deck) => deck.players === this.names.length && deck.variant === variant) ?? this.props.decks[0];
  }

  /** The cards of a seat, or those that are out of the play, and how many are unknown. @param {number} seat */
  held(seat) {
    const { record } = this.props;
    return readHand(String(seat === OUT ? (record.out ?? "") : (record.hand?.[`P${seat + 1}`] ?? "")));
  }

  /** How many cards a seat has. @param {number} seat */
  size(seat) {
    const { cards, unknown } = this.held(seat);
    return cards.length + unknown;
  }

  /** @param {Draft} change */
  change(change) {
    this.props.onChange({ ...this.props.record, ...change });
  }

  /** Gives a card to the receiver, in place of an unknown one, or takes it back. @param {string} card */
  press = (card) => {
    const { record } = this.props;
    const { receiver } = this;
    const seats = [OUT, ...this.names.keys()];
    /** @type {Record<string, string>} */
    const hand = {};
    let out = "";
    for (const seat of seats) {
      const { cards, unknown } = this.held(seat);
      const isGiven = seat === receiver && !cards.includes(card);
      const others = cards.filter((one) => one !== card);
      const text = isGiven ? writeHand([...others, card], Math.max(0, unknown - 1)) : writeHand(others, unknown);
      if (seat === OUT) out = text;
      else if (text) hand[`P${seat + 1}`] = text;
    }
    this.props.onChange({ ...record, hand, out });
  };

  /** Leaves the rules, and who deals, leads and has the thief: what was played, passed and seen goes, also what is not drawn here. */
  clear() {
    const { players, variant, teams, round, dealer, thief, lead } = this.props.record;
    this.props.onChange({ players, variant, teams, round, dealer, thief, lead });
  }

  /** @param {"showroom" | "vault"} box @param {number} seat @param {number} by */
  count(box, seat, by) {
    const numbers = this.numbers(box);
    this.change({ [box]: numbers.map((number, index) => (index === seat ? Math.min(MOST, Math.max(0, number + by)) : number)) });
  }

  /** @param {"showroom" | "vault"} box @returns {number[]} */
  numbers(box) {
    const numbers = this.props.record[box];
    return Array.isArray(numbers) ? numbers.map(Number) : this.names.map(() => (box === "showroom" ? 3 : 0));
  }

  /** The rules: how many play, with which cards, and how. */
  rules() {
    const { record, decks } = this.props;
    const { names } = this;
    const counts = [...new Set(decks.map(({ players }) => players))].map(
      (count) => /** @type {[string, string]} */ ([String(count), String(count)]),
    );
    const hasPerfect = decks.some(({ players, variant }) => players === names.length && variant === "perfect");
    const said = [counted(names.length, "player"), record.variant ?? "standard",
      record.teams ? "partners" : "", record.thief ? "the thief" : ""].filter(Boolean).join(", ");
    return html`<details class="rules" open=${!matchMedia(NARROW).matches}><summary>${said}</summary><div class="row">
      <${Segments} label="Players" value=${String(names.length)} choices=${counts} onChoose=${(/** @type {string} */ value) => this.props.onChange(blank(Number(value)))} />
      ${hasPerfect ? html`<${Segments} label="Cards" value=${record.variant ?? "standard"} choices=${[["standard", "standard"], ["perfect", "Perfect"]]} onChoose=${(/** @type {string} */ value) => this.props.onChange(blank(names.length, value, Boolean(record.teams)))} />` : null}
      ${this.deck?.teams ? html`<${Segments} label="Teams" value=${record.teams ? "yes" : ""} choices=${[["", "each alone"], ["yes", "partners"]]} onChoose=${(/** @type {string} */ value) => this.change({ teams: Boolean(value) })} />` : null}
      <${Segments} label="Clubs rob" value=${record.thief ? "yes" : ""} choices=${[["", "whom one chooses"], ["yes", "who has the thief"]]} onChoose=${(/** @type {string} */ value) => this.change({ thief: value ? (record.dealer ?? "P1") : undefined })} />
    </div></details>`;
  }

  /** The one who is given cards: their hand, crystals, and what else is theirs. @param {number} seat @param {boolean} leads */
  plate(seat, leads) {
    const { record } = this.props;
    const name = this.names[seat] ?? "";
    const has = record.thief === `P${seat + 1}`;
    const { cards } = this.held(seat);
    return html`<div class="stp" role="group" aria-label=${seat === OUT ? "Out of play" : name} style=${{ "--who": colourOf(seat) }}>
      ${seat === OUT ? html`<p class="small">What nobody holds and nobody has won is out of play.</p>` : html`<span class="av" aria-hidden="true">${[...name][0]}</span><b class="name">${name}</b>
      ${/** @type {const} */ (["showroom", "vault"]).map((box) => html`<span class="box"><button type="button" onClick=${() => this.count(box, seat, -1)}>−<span class="sr"> one crystal less in the ${box} of ${name}</span></button><${Gems} kind=${box === "vault" ? "vault" : "show"} count=${this.numbers(box)[seat]} /><button type="button" onClick=${() => this.count(box, seat, 1)}>+<span class="sr"> one crystal more in the ${box} of ${name}</span></button></span>`)}
      <button type="button" class=${leads ? "on" : ""} aria-pressed=${String(leads)} onClick=${() => this.change({ lead: `P${seat + 1}` })}>leads</button>
      ${record.thief ? html`<button type="button" class=${has ? "on" : ""} aria-pressed=${String(has)} onClick=${() => this.change({ thief: `P${seat + 1}` })}>has the thief</button>` : null}
      <label class="small">has won <input type="text" size="8" placeholder="D2 C4" value=${record.took?.[`P${seat + 1}`] ?? ""} aria-label=${`cards that ${name} has won, by suit`} onChange=${(/** @type {InputEvent} */ event) => this.took(seat, /** @type {HTMLInputElement} */ (event.target).value)} /></label>`}
      <${Hand} cards=${cards} label=${seat === OUT ? "Out of play" : `${possessive(name)} hand`} /></div>`;
  }

  render() {
    const { record, problems, tools } = this.props;
    const { names, receiver } = this;
    const owners = new Map(
      [OUT, ...names.keys()].flatMap((seat) => this.held(seat).cards.map((card) => /** @type {[string, number]} */ ([card, seat]))),
    );
    const name = (/** @type {number} */ seat) => (seat === OUT ? "out of play" : (names[seat] ?? ""));
    const look = (/** @type {string} */ card) => {
      const owner = owners.get(card);
      if (owner === undefined) return {};
      return { isOn: owner === receiver, isTaken: owner !== receiver,
        owner: owner === OUT ? "×" : ([...(names[owner] ?? "")][0] ?? ""), who: colourOf(owner), said: name(owner) };
    };
    const uneven = unevenText(names.map((_, seat) => this.size(seat)), names);
    const leader = record.lead ? indexOf(String(record.lead)) : (indexOf(String(record.dealer ?? "P1")) + 1) % names.length;
    return html`<section class="setup">
      ${this.rules()}
      <div class=${`order rc ${names.length > 4 ? "many" : ""}`} role="group" aria-label="Give cards to">
        ${[...names.keys(), OUT].map((seat) => html`<button type="button" class=${seat === receiver ? "now" : ""} style=${{ "--who": colourOf(seat) }} aria-pressed=${String(seat === receiver)} onClick=${() => this.setState({ receiver: seat })}><b>${seat === OUT ? "Out" : names[seat]}</b><span>${this.size(seat)}<span class="sr"> cards</span>${seat === leader ? " · leads" : ""}${record.thief === `P${seat + 1}` ? html` <span class="chip token">T<span class="sr">, has the thief</span></span>` : null}</span>
          ${seat === OUT ? null : html`<small class="cr" aria-hidden="true"><${Gems} kind="show" count=${this.numbers("showroom")[seat]} most=${1} /><${Gems} kind="vault" count=${this.numbers("vault")[seat]} most=${1} /></small>`}</button>`)}
      </div>
      <div class="row"><h1>${receiver === OUT ? "Press what is out of play" : `Press ${possessive(name(receiver))} cards`}</h1><span class="small">${counted((this.deck?.ranks ?? 15) * 4 - owners.size, "card")} left</span>
        <button type="button" class="quiet" id="clear" onClick=${() => this.clear()}>Clear</button></div>
      <div class="wrong"><${Problems} problems=${uneven ? [{ code: "", message: uneven }] : problems.map(({ code, message, hint }) => ({ code, message, hint }))} /></div>
      <${Deck} ranks=${this.deck?.ranks ?? 15} look=${look} onPress=${this.press} />
      ${this.plate(receiver, receiver === leader)}
      <div class="row tools">${tools}</div>
    </section>`;
  }

  /** @param {number} seat @param {string} text */
  took(seat, text) {
    const took = { ...this.props.record.took, [`P${seat + 1}`]: text.trim().toUpperCase() };
    if (!text.trim()) delete took[`P${seat + 1}`];
    this.change({ took });
  }
}
