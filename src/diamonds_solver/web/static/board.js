// The table of Diamonds: seats around the felt, the slots of the trick, crystals, and a hand as a fan. Drawn from a `View` alone, which
// `viewOf` makes of the server's state, whether the game is played, reviewed or solved.

import { arrows, Component, createRef, html, Icon } from "./ui.js";
import { capital, cardOf, clause, counted, indexOf, keysOf, readHand,
  short, spoken, Suit, SUIT_NAMES, SUITS, verbFor, you } from "./words.js";

const MOST_GEMS = 8; // drawn in one box; the number beside them says the rest
const MANY = 4; // gems from here on lie close
const MOST_BACKS = 8;

/**
 * A table as it is seen from one side.
 * @typedef {object} View
 * @property {string[]} players
 * @property {number} first the seat at the bottom
 * @property {number} turn whose turn it is; -1 for nobody
 * @property {number} dealer
 * @property {number} thief who has the thief token; -1 in games without it
 * @property {number} teams how many; 0 where each plays alone
 * @property {number[]} showroom
 * @property {number[]} vault
 * @property {number[]} points
 * @property {string[][]} hands the cards that are known
 * @property {number[]} unknown how many cards of each are not
 * @property {string[][]} voids suits that each is known to lack
 * @property {number} leader of the trick; -1 before it
 * @property {string[]} trick its cards
 * @property {number} plays cards of a whole trick
 * @property {number} number of the trick, from 1
 * @property {number} tricks of the round
 * @property {string} round such as `2/4`
 *
 * What is known of a card: `note` stands on it, `said` is for a screen reader; `played`: it is the one that was played; `caption`: who passed it,
 * where there is no note; `tint`: how much it costs, from 0 to 3.
 * @typedef {{note: string, said: string, best?: boolean, played?: boolean, caption?: string, tint?: number}} Mark
 */

/** @param {import("./types.js").RoundRecord} record */
function dealerOf(record) {
  const rounds = record.rounds ?? [record];
  const last = rounds.findLastIndex((round) => round.dealer);
  const count = playersOf(record);
  return last < 0 ? rounds.length - 1 : (indexOf(rounds[last]?.dealer) + rounds.length - 1 - last) % count;
}

/** @param {import("./types.js").RoundRecord} record */
function playersOf(record) {
  return Array.isArray(record.players) ? record.players.length : Number(record.players ?? 4);
}

/**
 * @param {import("./types.js").CardTable} state
 * @param {string[]} players
 * @param {number} [first] the seat at the bottom
 * @param {string | null} [turn] whose turn it is, if the table does not say so
 * @returns {View}
 */
export function viewOf(state, players, first = 0, turn = state.to_move) {
  const count = players.length;
  const current = state.tricks.findLast((trick) => trick.trick !== null);
  const isOpen = current !== undefined && current.winner === null;
  const hands = state.hands.map(readHand);
  const { record } = state;
  const dealer = indexOf(record.dealer);
  const done = state.tricks.filter((trick) => trick.winner !== null).length;
  return {
    players,
    first,
    turn: indexOf(turn),
    dealer: dealer >= 0 && !record.rounds ? dealer : dealerOf(record),
    thief: indexOf(state.thief),
    teams: record.teams ? count / 2 : 0,
    showroom: state.showroom,
    vault: state.vault,
    points: state.points,
    hands: hands.map(({ cards }) => cards),
    unknown: hands.map(({ unknown }) => unknown),
    voids: voidsOf(state.tricks, count),
    leader: isOpen ? indexOf(current.leader) : -1,
    trick: isOpen ? current.moves.map(cardOf).filter(Boolean) : [],
    plays: count === 2 ? 4 : count,
    number: done + (state.tricks_left ? 1 : 0),
    tricks: done + state.tricks_left,
    round: record.rounds?.at(-1)?.round ?? record.round ?? "",
  };
}

/** The round that is played, of a record of several too. @param {import("./types.js").RoundRecord} record */
function roundOf(record) {
  return record.rounds?.at(-1) ?? record;
}

/**
 * The cards that whoever sits at the bottom was passed, from whom, and what they gave to whom; null once they have played a card.
 * @param {import("./types.js").RoundRecord} record @param {View} view
 * @returns {{cards: string[], giver: number, gave: string[], receiver: number} | null}
 */
export function passedTo(record, view) {
  const { first, players, teams } = view;
  const seat = `P${first + 1}`;
  const cards = readHand(roundOf(record).got?.[seat] ?? "").cards;
  const gave = readHand(roundOf(record).gave?.[seat] ?? "").cards;
  const size = view.tricks * (view.plays / players.length);
  if (!cards.length || view.hands[first]?.length !== size) return null;
  return { cards, giver: (first + (teams || players.length - 1)) % players.length,
    gave, receiver: (first + (teams || 1)) % players.length };
}

/** @param {import("./types.js").Trick[]} tricks @param {number} count */
function voidsOf(tricks, count) {
  /** @type {Set<string>[]} */
  const voids = Array.from({ length: count }, () => new Set());
  for (const { leader, moves } of tricks) {
    const cards = moves.map(cardOf).filter(Boolean);
    cards.forEach((card, index) => {
      if (card[0] !== cards[0]?.[0]) voids[(indexOf(leader) + index) % count]?.add(cards[0]?.[0] ?? "");
    });
  }
  return voids.map((suits) => SUITS.filter((suit) => suits.has(suit)));
}

/** Which card of a trick wins so far; -1 for none. @param {string[]} trick */
export function winningCard(trick) {
  const rank = (/** @type {string} */ card) => (card[0] === trick[0]?.[0] ? Number(card.slice(1)) : 0);
  return trick.reduce((best, card, index) => (rank(card) > rank(trick[best] ?? "") ? index : best), trick.length ? 0 : -1);
}

/** Whose team a seat is of; -1 where each plays alone. @param {View} view @param {number} seat */
export function teamOf(view, seat) {
  return view.teams ? seat % view.teams : -1;
}

/** A person's colour: those around the table in order, whoever sits at the bottom by the lamp. @param {View} view @param {number} seat */
export function colourOf(view, seat) {
  const place = (seat - view.first + view.players.length) % view.players.length;
  return place ? `var(--p${place})` : "var(--lamp)";
}

const TEAM_ICONS = /** @type {const} */ (["circle", "triangle", "square"]);

/** @param {{team: number}} props */
export function TeamMark({ team }) {
  return team < 0 ? null : html`<span class="tm" style=${{ "--tc": `var(--team-${"abc"[team]})` }}><${Icon} name=${TEAM_ICONS[team]} /></span>`;
}

/** The thief token, where the seat has it. @param {{view: View, seat: number}} props */
export function Token({ view, seat }) {
  return view.thief === seat ? html`<span class="chip token" aria-hidden="true" title="the thief: clubs rob this player">T</span>` : null;
}

/** How a seat stands, in a sentence for screen readers. @param {View} view @param {number} seat */
export function seatSentence(view, seat) {
  const name = view.players[seat] ?? "";
  const cards = (view.hands[seat]?.length ?? 0) + (view.unknown[seat] ?? 0);
  const parts = [
    `${view.showroom[seat]} in the showroom`,
    `${view.vault[seat]} in the vault`,
    counted(view.points[seat] ?? 0, "point"),
    counted(cards, "card"),
    view.dealer === seat && verbFor(name, "deals"),
    view.thief === seat && verbFor(name, "has the thief"),
    view.voids[seat]?.length && verbFor(name, `has no ${view.voids[seat]?.map((suit) => SUIT_NAMES[suit]).join(", no ")}`),
    view.teams && seat !== view.first && teamOf(view, seat) === teamOf(view, view.first) && "your partner",
    view.turn === seat && "to play",
  ];
  return `${name}: ${parts.filter(Boolean).join(", ")}`;
}

/** Gems in the showroom or the vault. @param {{kind: "show" | "vault", count: number, gains?: boolean, most?: number}} props `most`: of those that are drawn */
export function Gems({ kind, count, gains = false, most = MOST_GEMS }) {
  const drawn = Math.min(count, most);
  return html`<span class=${`${kind} ${drawn >= MANY ? "many" : ""} ${gains ? "gains" : ""}`}>${Array.from({ length: drawn }, () => html`<i class="gem"></i>`)}<b>${count}</b></span>`;
}

/**
 * A card: a button where something can be done with it, else a picture. `off`: why it may not be played, which it says when it is pressed.
 * @param {{card: string, kind?: string, mark?: Mark | null, off?: string, onPress?: ((event: MouseEvent) => void) | null, label?: string,
 *   pressed?: boolean | null}} props
 */
export function Card({ card, kind = "", mark = null, off = "", onPress = null, label = "", pressed = null }) {
  const said = [label || spoken(card), mark?.said, off].filter(Boolean).join(", ");
  const classes = `card ${card[0]} ${kind} ${mark?.best ? "best" : ""} ${mark?.played ? "was-played" : ""} ${mark?.caption ? "got" : ""} ${mark?.tint ? `sh${mark.tint}` : ""} ${off ? "off" : ""}`;
  const inside = [html`<b aria-hidden="true">${card.slice(1)}</b>`, mark?.note || mark?.caption ? html`<span class=${mark.note ? "v" : "from"} aria-hidden="true">${mark.note || mark.caption}</span>` : null];
  if (!onPress && !off) return html`<span class=${classes} role="img" aria-label=${said} data-card=${card}>${inside}</span>`;
  const states = { "aria-disabled": off ? "true" : null, "aria-pressed": pressed === null ? null : String(pressed) };
  return html`<button type="button" class=${classes} data-card=${card} ...${states} onClick=${onPress}>${inside}<span class="sr">${said}</span></button>`;
}

/**
 * A plate: who sits there, and what they have.
 * @param {{view: View, seat: number, gains: string, isThinking: boolean, action?: {text: string, onPress: () => void} | null, isSafe: boolean}} props
 */
function Plate({ view, seat, gains, isThinking, action = null, isSafe }) {
  const place = (seat - view.first + view.players.length) % view.players.length;
  const name = view.players[seat] ?? "";
  const team = teamOf(view, seat);
  const cards = (view.hands[seat]?.length ?? 0) + (view.unknown[seat] ?? 0);
  const most = (view.showroom[seat] ?? 0) + (view.vault[seat] ?? 0) > MOST_GEMS ? MANY : MOST_GEMS;
  const isPartner = team >= 0 && team === teamOf(view, view.first);
  const style = { "--who": colourOf(view, seat), ...(team >= 0 ? { "--tc": `var(--team-${"abc"[team]})` } : {}) };
  const gaining = (/** @type {string} */ box) => gains === `${box}${seat}`;
  return html`<section class=${`seat s${place} ${view.turn === seat ? "turn" : ""} ${action ? "v" : ""} ${isSafe ? "spared" : ""} ${team >= 0 ? "team" : ""}`} style=${style} data-seat=${seat}>
    <p class="sr">${seatSentence(view, seat)}</p>
    <header aria-hidden="true">
      <span class=${`av ${isThinking ? "dots" : ""}`}>${[...name][0]}</span><${TeamMark} team=${team} />
      <h2>${name}</h2>
      ${isPartner ? html`<span class="tag">partner</span>` : null}
      ${view.dealer === seat ? html`<span class="chip">D</span>` : null}
      <${Token} view=${view} seat=${seat} />
      <span class="pts">${view.points[seat]}</span>
    </header>
    <div class="cr" aria-hidden="true">
      <${Gems} kind="show" count=${view.showroom[seat]} gains=${gaining("show")} most=${most} />
      <${Gems} kind="vault" count=${view.vault[seat]} gains=${gaining("vault")} most=${most} />
    </div>
    <div class="rest" aria-hidden="true">
      <span class="backs">${Array.from({ length: Math.min(cards, MOST_BACKS) }, () => html`<i></i>`)}</span><span>${cards}</span>
      ${isSafe ? html`<span class="void">nothing to rob</span>` : view.voids[seat]?.length ? html`<span class="void">no ${view.voids[seat]?.map((suit) => html`<${Suit} suit=${suit} />`)}</span>` : null}
    </div>
    ${action ? html`<button type="button" class="main rob" data-victim=${seat} onClick=${action.onPress}>${action.text}</button>` : null}
  </section>`;
}

/**
 * The slots of the trick, each with its name.
 * @param {{view: View, marks?: Map<number, string>, isNamed?: boolean}} props `marks`: by place in the trick; `isNamed`: names stand in
 *   empty slots
 */
export function Trick({ view, marks = new Map(), isNamed = false }) {
  const count = view.players.length;
  const winner = winningCard(view.trick);
  const isTwo = view.plays !== count;
  const slots = Array.from({ length: view.plays }, (_, slot) => {
    const seat = isTwo ? (view.leader < 0 ? -1 : (view.leader + slot) % count) : (view.first + 1 + slot) % count;
    const index = isTwo ? slot : view.leader < 0 ? -1 : (seat - view.leader + count) % count;
    const card = index >= 0 ? view.trick[index] : undefined;
    return { slot, seat, index, card };
  });
  return html`<div class="trick" role="group" aria-label="The trick">
    ${slots.map(({ slot, seat, index, card }) => {
      const isNext = !card && seat === view.turn && (!isTwo || index === view.trick.length);
      const name = short(you(view.players[seat] ?? ""));
      const wins = card !== undefined && index === winner;
      const hole = isTwo ? String(slot + 1) : isNext || isNamed ? name : "";
      const inside = card ? html`<${Card} card=${card} />` : html`<div class="hole">${hole}</div>`;
      return html`<div key=${slot} class=${`slot ${isNext ? "now" : ""} ${wins ? "win" : ""}`} data-slot=${slot} data-of=${seat}>${inside}
        <span>${wins ? html`<${Icon} name="star" />` : null} ${isNext && !isTwo ? "" : `${isTwo && card ? `${slot + 1} · ` : ""}${name}`}${wins ? html`<span class="sr"> wins so far</span>` : null}${index >= 0 && marks.get(index) ? html` <b class="slot-mark">${marks.get(index)}</b>` : null}</span></div>`;
    })}
  </div>`;
}

/**
 * The felt with everybody but the one at the bottom.
 * @param {{
 *   view: View, gains?: string, thinking?: number, victims?: Map<number, () => void> | null, marks?: Map<number, string>, middle?: import("./preact.js").Child,
 * }} props `gains`: a box that has just gained, such as `vault2`. `victims`: who can be robbed now, and how. `middle`: in place of the trick
 */
export function Felt({ view, gains = "", thinking = -1, victims = null, marks, middle = null }) {
  const others = Array.from({ length: view.players.length - 1 }, (_, index) => (view.first + 1 + index) % view.players.length);
  return html`<div class="felt" data-n=${view.players.length}>
    ${others.map((seat) => {
      const rob = victims?.get(seat);
      const action = rob ? { text: `Rob ${short(you(view.players[seat] ?? ""))}`, onPress: rob } : null;
      return html`<${Plate} key=${seat} view=${view} seat=${seat} gains=${gains} isThinking=${thinking === seat} action=${action} isSafe=${victims !== null && !view.showroom[seat]} />`;
    })}
    <div class="supply" aria-hidden="true"><i></i><span>supply</span></div>
    ${middle ?? html`<${Trick} view=${view} marks=${marks} />`}
  </div>`;
}

/** The plate of whoever sits at the bottom. @param {{view: View, gains?: string}} props */
export function OwnPlate({ view, gains = "" }) {
  const seat = view.first;
  const team = teamOf(view, seat);
  const style = { "--who": "var(--lamp)", ...(team >= 0 ? { "--tc": `var(--team-${"abc"[team]})` } : {}) };
  return html`<section class=${`me ${view.turn === seat ? "turn" : ""} ${team >= 0 ? "team" : ""}`} style=${style} data-seat=${seat}>
    <p class="sr">${seatSentence(view, seat)}</p>
    <span class="av" aria-hidden="true">${view.players[seat]?.[0]}</span><${TeamMark} team=${team} />
    <h2 aria-hidden="true">${view.players[seat]}</h2>
    ${view.dealer === seat ? html`<span class="chip" aria-hidden="true">D</span>` : null}
    <${Token} view=${view} seat=${seat} />
    <span class="lab" aria-hidden="true"><${Gems} kind="show" count=${view.showroom[seat]} gains=${gains === `show${seat}`} /><small>showroom</small></span>
    <span class="lab" aria-hidden="true"><${Gems} kind="vault" count=${view.vault[seat]} gains=${gains === `vault${seat}`} /><small>vault</small></span>
    <span class="pts" aria-hidden="true">${view.points[seat]}</span>
  </section>`;
}

/** The points of the teams. @param {{view: View}} props */
export function TeamStrip({ view }) {
  if (!view.teams) return null;
  const sides = Array.from({ length: view.teams }, (_, team) => [...view.players.keys()].filter((seat) => teamOf(view, seat) === team));
  return html`<p class="teams">
    ${sides.map((seats, team) => html`<span><${TeamMark} team=${team} /><em>${seats.map((seat) => view.players[seat]).join(" + ")}</em> <b>${seats.reduce((sum, seat) => sum + (view.points[seat] ?? 0), 0)}</b></span>`)}
  </p>`;
}

const ROW = 5; // cards that a phone shows in one row

/** Where a hand is split into two rows on a phone: after a suit, if that is near its half. @param {string[]} cards */
function splitOf(cards) {
  if (cards.length <= ROW) return cards.length;
  const half = Math.floor(cards.length / 2);
  const after = cards.map((card, index) => (index && card[0] !== cards[index - 1]?.[0] ? index : 0)).filter(Boolean);
  const near = after.filter((index) => Math.abs(index - cards.length / 2) <= 1 && Math.max(index, cards.length - index) <= 8);
  return near[0] ?? half;
}

/**
 * A hand as a fan. One stop for the Tab key; the arrows go on from there.
 * @extends {Component<{
 *   cards: string[], label?: string, marks?: Map<string, Mark>, raised?: Set<string>, toggles?: boolean,
 *   canPlay?: ((card: string) => boolean) | null, why?: string, onPress?: ((card: string, isDouble: boolean) => void) | null,
 *   onOff?: ((card: string) => void) | null, }>}
 */
export class Hand extends Component {
  /** @type {{current: HTMLElement | null}} */
  box = createRef();

  componentDidMount() {
    this.settle();
  }

  componentDidUpdate() {
    this.settle();
  }

  /** Lets Tab reach one card: that which has the focus, else the first that can be played. */
  settle() {
    const cards = /** @type {HTMLElement[]} */ ([...(this.box.current?.querySelectorAll("button") ?? [])]);
    const stop =
      cards.find((card) => card === document.activeElement) ?? cards.find((card) => !card.hasAttribute("aria-disabled")) ?? cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }

  render() {
    const { cards, label = "Your hand", marks = new Map(), raised = new Set(),
      toggles = false, canPlay = null, why = "", onPress = null, onOff = null } = this.props;
    const split = splitOf(cards);
    const rows = [cards.slice(0, split), cards.slice(split)].filter((row) => row.length);
    return html`<div ref=${this.box} class=${`hand ${rows.length > 1 ? "two" : ""}`} style=${{ "--n": cards.length, "--c": cards.length }} role="group" aria-label=${label} onKeyDown=${arrows} onFocusIn=${() => this.settle()}>
      ${rows.map((row, number) => html`<div class="fan" style=${{ "--m": row.length }}>
        ${row.map((card, index) => {
          const before = index ? row[index - 1] : number ? rows[0]?.at(-1) : undefined;
          const gap = before && before[0] !== card[0] ? "g" : "";
          const off = onPress && canPlay && !canPlay(card) ? why || "cannot be played now" : "";
          const up = raised.has(card);
          const kind = `${gap} ${up ? "up" : ""} ${card.length < 3 ? "d1" : ""}`;
          return html`<${Card} key=${card} card=${card} kind=${kind} mark=${marks.get(card)} off=${off} pressed=${toggles ? up : null} onPress=${off ? onOff && (() => onOff(card)) : onPress && ((/** @type {MouseEvent} */ { detail }) => onPress(card, detail > 1))} />`;
        })}
      </div>`)}
    </div>`;
  }
}

/**
 * What the one whose turn it is can do, in a few words: the bold part, and the rest.
 * @param {import("./types.js").Live | null} live @param {View | null} view of a game of cards
 * @param {{names: string[], isMine: boolean, isThinking: boolean, victims: number[] | null}} how `victims`: who can be robbed with the card that is chosen
 * @returns {[string, string]}
 */
export function turnWords(live, view, { names, isMine, isThinking, victims }) {
  if (!live?.turn) return ["", ""];
  const { turn } = live;
  const name = turn.seat ? (names[indexOf(turn.seat)] ?? "") : "";
  if (live.hand_over) return ["", clause(name, "is next")];
  if (turn.source === "table") return ["", view && turn.decision === "card" ? `What did ${name} play?` : `${name}: ${turn.text}`];
  if (!isMine) return turn.seat ? ["", `${clause(name, "is")} ${isThinking ? "thinking …" : "to move"}`] : ["", capital(turn.text)];
  const mine = name === "You" ? "Your turn:" : `Your turn, ${name}:`;
  if (!view) return [mine, turn.text];
  if (turn.decision === "card" && victims) return ["Whom do you rob?", `Press a player, or ${keysOf(victims.map((seat) => names[seat] ?? "")).join(", ")}`];
  if (turn.decision === "victim") return ["Whom do you rob?", "Press a player"];
  if (turn.decision === "count") return [mine, "say how many cards everybody passes"];
  if (turn.decision === "pass") return [mine, `choose ${counted(turn.needs ?? 0, "card")} from your hand`];
  if (turn.decision === "actor") return [mine, "who acts for your team?"];
  if (turn.needs) return [mine, turn.text];
  const led = view.trick[0]?.[0];
  if (!led) return [mine, "lead a card"];
  const winner = (view.leader + winningCard(view.trick)) % view.players.length;
  const partner =
    view.teams && winner !== view.first && teamOf(view, winner) === teamOf(view, view.first) ? "your partner wins so far" : "play a card";
  const follows = view.hands[view.first]?.some((card) => card[0] === led);
  return follows ? [`Follow ${SUIT_NAMES[led]}:`, partner] : [`No ${SUIT_NAMES[led]}:`, "any card, its suit acts for you"];
}
