// Setting up a table by hand: choose who receives, then press suits and ranks. The record is kept as the JSON form of the notation.

import { readHand, spoken, SUITS, SUIT_NAMES, writeHand } from "./cards.js";
import { button, h, icon, roving, select, unseen } from "./dom.js";

/** @typedef {{players: number, variant: string, suits: string, ranks: number, hand: number, teams: boolean}} Deck */

const OUT = -1;
const ORDER = ["players", "variant", "teams", "round", "dealer", "pass", "phase", "see"];

/** The record as text, in the order that the server writes it. @param {string} game @param {any} record @returns {string} */
export function writeRecord(game, record) {
  const lines = [`${game} 1`];
  const add = (/** @type {string} */ key, /** @type {any} */ value) => {
    if (value === undefined || value === null || value === "") return;
    const words = Array.isArray(value) ? value.map(quoted) : [typeof value === "boolean" ? (value ? "yes" : "no") : value];
    lines.push(`${key} ${words.join(" ")}`);
  };
  add("id", record.id);
  for (const key of ORDER) add(key, record[key]);
  for (const key of ["hand", "out", "void", "gave", "got"]) {
    if (key === "out") add("out", record.out);
    else for (const [seat, text] of Object.entries(record[key] ?? {})) add(key, `${seat} ${text}`);
  }
  for (const key of ["showroom", "vault"]) add(key, record[key]);
  for (const [seat, text] of Object.entries(record.took ?? {})) add("took", `${seat} ${text}`);
  for (const key of ["won", "lead", "play", "best", "value"]) add(key, record[key]);
  for (const key of Object.keys(record)) if (key.startsWith("x-")) add(key, record[key]);
  return `${lines.join("\n")}\n`;
}

/** A name as the notation has it. @param {unknown} word */
function quoted(word) {
  const text = String(word);
  return /^[^\s";#,>/=|]+$/.test(text) ? text : `"${text.replaceAll('"', "'")}"`;
}

/** How many play. @param {any} record @returns {number} */
export function playersOf(record) {
  return Array.isArray(record.players) ? record.players.length : Number(record.players ?? 4);
}

/** @param {any} record @returns {string[]} */
export function namesOf(record) {
  return Array.isArray(record.players) ? record.players.map(String) : Array.from({ length: playersOf(record) }, (_, seat) => `P${seat + 1}`);
}

/** The grid of suits and ranks and what goes with it. It changes the record it is given by `onChange(record)`. */
export class Setup {
  /** @param {Deck[]} decks @param {(record: any) => void} onChange */
  constructor(decks, onChange) {
    this.decks = decks;
    this.onChange = onChange;
    this.receiver = 0;
    /** @type {any} */
    this.record = { players: ["Ann", "Bob", "Cy", "Di"] };
    this.element = h("div", { class: "setup" });
  }

  get deck() {
    const players = playersOf(this.record);
    const variant = this.record.variant ?? "standard";
    return this.decks.find((deck) => deck.players === players && deck.variant === variant) ?? /** @type {Deck} */ (this.decks[0]);
  }

  /** @param {any} record */
  show(record) {
    this.record = record;
    if (this.receiver >= playersOf(record)) this.receiver = 0;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["key"];
    const open = this.element.querySelector("details")?.open ?? false;
    const crystals = this.crystals();
    crystals.open = open;
    this.element.replaceChildren(this.game(), this.receivers(), this.grid(), crystals);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** A change is a new record, without the play: that was of another table. @param {any} fields @param {boolean} [keepPlay] */
  change(fields, keepPlay = false) {
    const record = { ...this.record, ...fields };
    if (!keepPlay) for (const key of ["play", "best", "value"]) delete record[key];
    this.onChange(record);
  }

  game() {
    const counts = [...new Set(this.decks.map((deck) => deck.players))];
    const players = select("players", counts.map((count) => [String(count), String(count)]), String(playersOf(this.record)), (text) =>
      this.onChange(blank(Number(text), "standard", false)),
    );
    const hasPerfect = this.decks.some((deck) => deck.players === playersOf(this.record) && deck.variant === "perfect");
    /** @type {[string, string][]} */
    const variants = hasPerfect ? [["standard", "standard"], ["perfect", "Perfect Diamonds"]] : [["standard", "standard"]];
    const variant = select("variant", variants, this.record.variant ?? "standard", (text) =>
      this.onChange(blank(playersOf(this.record), text, Boolean(this.record.teams))),
    );
    const teams = this.deck.teams
      ? select("teams", [["no", "each alone"], ["yes", "partners"]], this.record.teams ? "yes" : "no", (text) =>
          this.change({ teams: text === "yes" ? true : undefined }),
        )
      : null;
    const names = namesOf(this.record);
    const lead = this.record.lead ?? `P${(Number(String(this.record.dealer ?? "P1").slice(1)) % names.length) + 1}`;
    const leads = select("leads", names.map((name, seat) => [`P${seat + 1}`, name]), lead, (text) => this.change({ lead: text }));
    return h("div", { class: "row fields" }, players, variant, teams, leads);
  }

  /** Whose cards are pressed now, with the cards that each has. */
  receivers() {
    const names = namesOf(this.record);
    const group = h("div", { class: "receivers", role: "group", "aria-label": "who receives the cards" });
    const add = (/** @type {number} */ seat, /** @type {string} */ name, /** @type {number} */ count) => {
      const attributes = { class: `receiver seat-${seat + 1}`, "aria-pressed": String(seat === this.receiver), "data-key": `to-${seat}` };
      const choose = () => {
        this.receiver = seat;
        this.show(this.record);
      };
      const element = h("button", { type: "button", ...attributes, onclick: choose }, h("span", {}, name), " ", h("b", {}, count), unseen(" cards"));
      group.append(element);
    };
    names.forEach((/** @type {string} */ name, /** @type {number} */ seat) => add(seat, name, this.held(seat).length));
    add(OUT, "out", this.held(OUT).length);
    const left = this.deck.suits.length * this.deck.ranks - this.owners().size;
    const clear = button("Clear", () => this.change({ hand: {}, out: undefined, took: {}, showroom: undefined, vault: undefined }), { class: "quiet" });
    return h("div", { class: "row" }, roving(group), h("span", { class: "left" }, `${left} left`), clear);
  }

  /** The cards of a seat, or those that nobody has. @param {number} seat @returns {string[]} */
  held(seat) {
    return readHand(String(seat === OUT ? (this.record.out ?? "") : (this.record.hand?.[`P${seat + 1}`] ?? ""))).cards;
  }

  /** @returns {Map<string, number>} */
  owners() {
    /** @type {Map<string, number>} */
    const owners = new Map();
    for (let seat = OUT; seat < playersOf(this.record); seat++) for (const card of this.held(seat)) owners.set(card, seat);
    return owners;
  }

  grid() {
    const owners = this.owners();
    const names = namesOf(this.record);
    const rows = SUITS.map((suit) => {
      const row = h("div", { class: "slots", role: "group", "aria-label": SUIT_NAMES[suit] });
      for (let rank = 1; rank <= this.deck.ranks; rank++) {
        const card = `${suit}${rank}`;
        const owner = owners.get(card);
        const who = owner === undefined ? "" : owner === OUT ? "out" : (names[owner] ?? "");
        row.append(
          h(
            "button",
            {
              type: "button",
              class: `slot suit-${suit} ${owner === undefined ? "" : `taken seat-${owner + 1}`} ${owner === this.receiver ? "held" : ""}`,
              "aria-label": `${spoken(card)}${who ? `, ${who}` : ""}`,
              "aria-pressed": String(owner === this.receiver),
              "data-key": card,
              onclick: () => this.press(card),
            },
            h("span", {}, rank),
            h("small", { "aria-hidden": "true" }, who.slice(0, 2)),
          ),
        );
      }
      return h("div", { class: `grid-row suit-${suit}` }, icon(`suit-${suit}`, "suit"), row);
    });
    return roving(h("div", { class: "grid" }, ...rows));
  }

  /** Gives a card to the receiver, or takes it back. @param {string} card */
  press(card) {
    const from = this.owners().get(card);
    const hand = { ...this.record.hand };
    let out = this.held(OUT);
    if (from === OUT) out = out.filter((other) => other !== card);
    else if (from !== undefined) hand[`P${from + 1}`] = writeHand(this.held(from).filter((other) => other !== card));
    if (from !== this.receiver) {
      if (this.receiver === OUT) out = [...out, card];
      else hand[`P${this.receiver + 1}`] = writeHand([...readHand(String(hand[`P${this.receiver + 1}`] ?? "")).cards, card]);
    }
    for (const seat of Object.keys(hand)) if (!hand[seat]) delete hand[seat];
    this.change({ hand, out: writeHand(out) || undefined });
  }

  crystals() {
    const names = namesOf(this.record);
    const count = names.length;
    const row = (/** @type {string} */ key, /** @type {number} */ usual) => {
      const numbers = Array.isArray(this.record[key]) ? this.record[key].map(Number) : Array(count).fill(usual);
      return names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
        const input = h("input", {
          type: "number",
          min: 0,
          max: 117,
          value: numbers[seat],
          "aria-label": `${name}'s ${key}`,
          "data-key": `${key}-${seat}`,
          onchange: () => {
            const changed = [...numbers];
            changed[seat] = Math.max(0, Math.min(117, Math.trunc(Number(input.value)) || 0));
            this.change({ [key]: changed.every((/** @type {number} */ value) => value === usual) ? undefined : changed });
          },
        });
        return h("td", {}, input);
      });
    };
    const took = names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
      const input = h("input", {
        type: "text",
        value: this.record.took?.[`P${seat + 1}`] ?? "",
        placeholder: "D2 C4",
        "aria-label": `cards that ${name} has won, by suit`,
        "data-key": `took-${seat}`,
        onchange: () => {
          const all = { ...this.record.took, [`P${seat + 1}`]: input.value.trim().toUpperCase() };
          if (!input.value.trim()) delete all[`P${seat + 1}`];
          this.change({ took: all });
        },
      });
      return h("td", {}, input);
    });
    const head = h("tr", {}, h("td", {}), ...names.map((/** @type {string} */ name) => h("th", { scope: "col" }, name)));
    const lines = [
      h("tr", {}, h("th", { scope: "row" }, "showroom"), ...row("showroom", 3)),
      h("tr", {}, h("th", { scope: "row" }, "vault"), ...row("vault", 0)),
      h("tr", {}, h("th", { scope: "row" }, "cards won"), ...took),
    ];
    return h("details", { class: "crystal-table" }, h("summary", {}, "Crystals and cards won"), h("div", { class: "wide" }, h("table", {}, head, ...lines)));
  }
}

/** An empty table. @param {number} players @param {string} variant @param {boolean} teams */
export function blank(players, variant, teams) {
  const names = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"].slice(0, players);
  return { players: names, ...(variant === "perfect" ? { variant } : {}), ...(teams ? { teams: true } : {}) };
}

/**
 * The cards that a hand may have, as the server tells them.
 * @typedef {{size: number, rows: {kind: string, cards: {card: string, copies: number}[]}[]}} HandDeck
 */

/** A hand chosen card by card, of a set size; for screens with one hand. */
export class HandPicker {
  /** @param {(cards: string[]) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {string[]} */
    this.cards = [];
    this.element = h("div", { class: "picker" });
  }

  /** @param {HandDeck} deck @param {string[]} cards */
  show({ size, rows }, cards) {
    this.cards = cards;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["key"];
    const grid = h("div", { class: "grid" }, ...rows.map(({ kind, cards: ones }) => this.rowElement(kind, ones, cards.length >= size)));
    const isMany = rows.some((row) => row.cards.some(({ copies }) => copies > 1));
    this.element.replaceChildren(roving(grid), isMany ? this.chosenElement() : "");
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]:not([disabled])`))?.focus();
  }

  /** @param {string} kind @param {{card: string, copies: number}[]} ones @param {boolean} isFull */
  rowElement(kind, ones, isFull) {
    const isSuit = SUITS.includes(kind);
    const row = h("div", { class: "slots", role: "group", "aria-label": SUIT_NAMES[kind] ?? kind });
    for (const { card, copies } of ones) {
      const held = this.cards.filter((one) => one === card).length;
      const attributes = { "aria-pressed": String(held > 0), "data-key": card, disabled: isFull && !held };
      const said = `${isSuit ? spoken(card) : card}${held > 1 ? `, ${held} of them` : ""}`;
      const inside = [h("span", { "aria-hidden": "true" }, isSuit ? card.slice(1) : card), held > 1 ? h("small", { "aria-hidden": "true" }, `× ${held}`) : null, unseen(said)];
      const onclick = () => this.press(card, held < copies && !isFull);
      row.append(h("button", { type: "button", class: `slot ${isSuit ? `suit-${kind}` : ""} ${held ? "held" : ""}`, ...attributes, onclick }, ...inside));
    }
    if (isSuit) return h("div", { class: `grid-row suit-${kind}` }, icon(`suit-${kind}`, "suit"), row);
    return h("div", { class: "kind-row" }, h("p", { class: "group-title" }, kind), row);
  }

  /** What was chosen, to be taken back: where there are several of a card a second press takes one more. */
  chosenElement() {
    const take = (/** @type {number} */ index) => this.onChange(this.cards.filter((_, other) => other !== index));
    const buttons = this.cards.map((card, index) => button(card, () => take(index), { "aria-label": `take back ${card}`, "data-key": `back-${index}` }));
    return h("div", { class: "row chosen", role: "group", "aria-label": "chosen" }, h("span", {}, this.cards.length ? "chosen:" : "Press cards, or type them below."), ...buttons);
  }

  /** @param {string} card @param {boolean} canAdd */
  press(card, canAdd) {
    const at = this.cards.lastIndexOf(card);
    const isOnly = !canAdd && at >= 0;
    this.onChange(isOnly ? this.cards.filter((_, index) => index !== at) : [...this.cards, card]);
  }
}
