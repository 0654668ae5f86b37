// Cards to choose from: the deck in one row of 15 for each suit, what fell at a real table, and what to pass before the first trick.

import { Card, Gems, seatSentence } from "./board.js";
import { keepTaps, keptTaps } from "./kept.js";
import { arrows, Component, html } from "./ui.js";
import { capital, cardOf, Chip, clause, counted, indexOf, spoken, spokenMove, Suit, SUIT_NAMES, SUITS, victimOf, you } from "./words.js";

/**
 * How a key of the deck looks and what it does. `isTaken`: it lies elsewhere, and can be had from there; `isDoubtful`: it would contradict what was
 * told; `owner`: a letter in its corner, in the colour `who`.
 * @typedef {{isOn?: boolean, isGone?: boolean, isTaken?: boolean, isDoubtful?: boolean, owner?: string, who?: string, said?: string}} KeyLook
 */

/**
 * @param {{ranks: number, look: (card: string) => KeyLook, onPress: (card: string) => void, first?: string, only?: string}} props `first`: the suit on top
 */
export function Deck({ ranks, look, onPress, first = "", only = "" }) {
  const suits = [...SUITS].sort((one, two) => Number(two === first) - Number(one === first)).filter((suit) => !only || suit === only);
  return html`<div class="deck" onKeyDown=${arrows}>
    ${suits.map((suit) => html`<div class=${`dk ${suit} ${suit === first ? "led" : ""}`} role="group" aria-label=${SUIT_NAMES[suit]} key=${suit}><span aria-hidden="true"></span>
      ${Array.from({ length: ranks }, (_, index) => {
        const card = `${suit}${index + 1}`;
        const { isOn = false, isGone = false, isTaken = false, isDoubtful = false, owner = "", who = "", said = "" } = look(card);
        return html`<button type="button" class=${`${isOn ? "on" : ""} ${isGone || isTaken ? "gone" : isDoubtful ? "doubtful" : ""}`} style=${who ? { "--who": who } : null} data-card=${card} data-o=${owner || null} aria-pressed=${String(isOn)} disabled=${isGone && !isOn} onClick=${() => onPress(card)}><span aria-hidden="true">${index + 1}</span><span class="sr">${spoken(card)}${said ? `, ${said}` : ""}</span></button>`;
      })}</div>`)}
  </div>`;
}

/**
 * Several cards that make a move together: dealt to me, passed, got.
 * @extends {Component<{
 *   ranks: number, needs: number, pool: string[], title: string, pressed: string[], onPress: (cards: string[]) => void, onDone: (cards: string[]) => void,
 * }, {chosen: string[]}>} `pressed`: before the page was loaded anew
 */
class NeededDeck extends Component {
  state = { chosen: this.props.pressed.filter((card) => this.props.pool.includes(card)).slice(0, this.props.needs) };

  /** @param {string} card */
  press = (card) => {
    const { chosen } = this.state;
    const { needs } = this.props;
    const others = chosen.filter((one) => one !== card);
    const now = others.length < chosen.length ? others : [...chosen, card].slice(0, needs);
    this.setState({ chosen: now });
    this.props.onPress(now);
  };

  render() {
    const { ranks, needs, pool, title, onDone } = this.props;
    const { chosen } = this.state;
    const left = needs - chosen.length;
    const possible = new Set(pool);
    return html`<section class="telling"><h2>${title}</h2>
      <${Deck} ranks=${ranks} look=${(/** @type {string} */ card) => ({ isOn: chosen.includes(card), isGone: !possible.has(card) })} onPress=${this.press} />
      <button type="button" class="main" id="confirm" disabled=${left !== 0} onClick=${() => onDone(chosen)}>${left ? `${left} more` : "Done"}</button></section>`;
  }
}

/**
 * Why a card cannot have been played now: by what was told before, `left` moves ago.
 * @param {import("./types.js").Live} live @param {import("./board.js").View} view @param {string} card @returns {{card: string, text: string, left: number}}
 */
export function slipOf({ table }, view, card) {
  const { players, first, turn, hands } = view;
  const name = players[turn] ?? "";
  const plays = table.tricks.filter(({ trick }) => trick !== null).flatMap(({ trick, leader, moves }) => moves.map(cardOf).filter(Boolean)
    .map((fell, index, cards) => ({ trick, fell, led: cards[0]?.[0], seat: (indexOf(leader) + index) % players.length })));
  const [suit = ""] = card;
  const said = (/** @type {number} */ at, /** @type {string} */ text) => ({ card, text, left: plays.length - 1 - at });
  const fallen = plays.findIndex(({ fell }) => fell === card);
  if (fallen >= 0) return said(fallen, `${clause(players[plays[fallen]?.seat ?? 0] ?? "", "played")} ${spoken(card)} in trick ${plays[fallen]?.trick}`);
  if (hands[first]?.includes(card)) return { card, text: `${capital(spoken(card))} is in your hand`, left: -1 };
  const missing = plays.findIndex(({ seat, led, fell }) => seat === turn && led === suit && fell[0] !== suit);
  return missing >= 0 ? said(missing, `${name} had no ${SUIT_NAMES[suit]} in trick ${plays[missing]?.trick}`) : { card, text: `${name} cannot have ${spoken(card)}`, left: -1 };
}

/**
 * Which card fell. The suit led stands on top; another tap says whom a club robs. A card that contradicts an earlier tap says which.
 * @extends {Component<{live: import("./types.js").Live, view: import("./board.js").View, ranks: number, onPlay: (move: string) => void,
 *   onChange: (left: number) => void}, {card: string, slip: ReturnType<typeof slipOf> | null}>}
 */
class FallenDeck extends Component {
  state = { card: "", slip: /** @type {ReturnType<typeof slipOf> | null} */ (null) };

  get moves() {
    return this.props.live.moves.map(({ move }) => move);
  }

  /** @param {string} card */
  press = (card) => {
    const { live, view, onPlay } = this.props;
    const moves = this.moves.filter((move) => cardOf(move) === card);
    if (moves.length === 1) onPlay(moves[0] ?? "");
    else this.setState({ card: moves.length ? card : "", slip: moves.length ? null : slipOf(live, view, card) });
  };

  render() {
    const { ranks, view, onPlay, onChange } = this.props;
    const { card, slip } = this.state;
    const { players, turn, first } = view;
    const name = players[turn] ?? "";
    const led = view.trick[0]?.[0] ?? "";
    const possible = new Set(this.moves.map(cardOf));
    const victims = this.moves.filter((move) => card && cardOf(move) === card);
    const fallen = new Set([...this.props.live.table.tricks.flatMap(({ moves }) => moves.map(cardOf)), ...(view.hands[first] ?? [])]);
    const hint = led && (view.voids[turn]?.includes(led) ? html`<p class="small">${name} could not follow <${Suit} suit=${led} /> earlier.</p>` : html`<p class="small">Another suit than <${Suit} suit=${led} /> tells that ${clause(you(name), "has")} no ${SUIT_NAMES[led]}.</p>`);
    return html`<section class="telling"><h2>What did ${you(name)} play?</h2>
      ${victims.length ? html`<div class="row victims" role="group" aria-label="whom it robs"><${Chip} card=${card} /> ${clause(name, "robs")}: ${victims.map((move) => html`<button type="button" class="main" data-move=${move} onClick=${() => onPlay(move)}>${you(players[victimOf(move)] ?? "nobody")}</button>`)}</div>` : null}
      ${slip ? html`<div class="row slip" role="alert"><b>${slip.text}.</b> ${slip.left >= 0 && this.props.live.can_undo ? html`<button type="button" id="slip-change" onClick=${() => onChange(slip.left)}>Change that</button>` : null}<button type="button" class="main" id="slip-keep" onClick=${() => this.setState({ slip: null })}>Keep</button></div>` : hint}
      <${Deck} ranks=${ranks} first=${led} look=${(/** @type {string} */ one) => ({ isOn: one === card, isTaken: fallen.has(one), isDoubtful: !possible.has(one) })} onPress=${this.press} />
    </section>`;
  }
}

/**
 * What is told at a real table: the card that fell, several cards, or another choice.
 * @param {{live: import("./types.js").Live, view: import("./board.js").View, ranks: number, onPlay: (move: string) => void,
 *   onChange: (left: number) => void}} props `onChange`: back to an earlier card, after which so many were told
 */
export function TellDeck({ live, view, ranks, onPlay, onChange }) {
  const { turn, moves, id, steps } = live;
  if (turn?.needs) return html`<${NeededDeck} key=${steps} ranks=${ranks} needs=${turn.needs} pool=${turn.pool ?? []} title=${capital(turn.text)} pressed=${keptTaps(id, steps)} onPress=${(/** @type {string[]} */ cards) => keepTaps(id, steps, cards)} onDone=${(/** @type {string[]} */ cards) => onPlay(cards.join(" "))} />`;
  if (turn?.decision === "card") return html`<${FallenDeck} key=${steps} live=${live} view=${view} ranks=${ranks} onPlay=${onPlay} onChange=${onChange} />`;
  return html`<div class="mv" role="group" aria-label=${turn?.text}>${moves.map(({ move }) => html`<button type="button" data-move=${move} onClick=${() => onPlay(move)}>${capital(spokenMove(move, view.players))}</button>`)}</div>`;
}

/** Who plays when, and what has fallen: in place of the felt while cards are told. @param {{view: import("./board.js").View}} props */
export function Order({ view }) {
  const count = view.players.length;
  const start = view.leader >= 0 ? view.leader : Math.max(0, view.turn);
  return html`<ol class="order">${Array.from({ length: count }, (_, place) => {
    const seat = (start + place) % count;
    const cards = view.leader < 0 ? [] : view.trick.filter((_card, index) => (view.leader + index) % count === seat);
    return html`<li key=${seat} class=${seat === view.turn ? "now" : ""}><b>${view.players[seat]}</b><span>${cards.map((card) => html`<${Chip} card=${card} /> `)}</span>
      <small class="cr"><${Gems} kind="show" count=${view.showroom[seat]} most=${1} /><${Gems} kind="vault" count=${view.vault[seat]} most=${1} /><span class="sr">, ${seatSentence(view, seat)}</span></small></li>`;
  })}</ol>`;
}

/**
 * What is decided before the first trick, and for a team after the last one: how many cards are passed, which, who acts.
 * @param {{
 *   live: import("./types.js").Live, view: import("./board.js").View, raised: Set<string>, marks: Map<string, import("./board.js").Mark>,
 *   onPress: (card: string) => void, onPlay: (move: string) => void,
 * }} props `raised`: the cards that are chosen to be passed
 */
export function BeforeTrick({ live, view, raised, marks, onPress, onPlay }) {
  const { players, first, teams } = view;
  const needs = live.turn?.needs ?? 0;
  if (!needs) {
    const moves = live.moves.map(({ move }) => move);
    if (live.turn?.decision !== "count") return html`<${ActorChoice} key=${moves.join(" ")} moves=${moves} players=${players} marks=${marks} onPlay=${onPlay} />`;
    return html`<div class="passing counts" role="group" aria-label="How many cards are passed"><h2>How many cards does everybody pass to ${teams ? "their partner" : "the left"}?</h2>
      <div class="row">${moves.map((move) => html`<button type="button" class=${marks.get(move)?.best ? "main" : ""} data-move=${move} onClick=${() => onPlay(move)}>${move}</button>`)}</div></div>`;
  }
  const to = players[(first + (teams || 1)) % players.length] ?? "";
  const from = players[(first + (teams || players.length - 1)) % players.length] ?? "";
  const where = teams ? `${to} is your partner.` : players.length > 2 ? `${to} sits on your left.` : "";
  const cards = [...raised];
  const left = needs - cards.length;
  return html`<div class="passing"><h2>Pass ${counted(needs, "card")} to ${to}</h2>
    <p>${where} You get ${needs} from ${from}, after you chose.</p>
    <div class="slots">${cards.map((card) => html`<${Card} card=${card} onPress=${() => onPress(card)} label=${`${spoken(card)}, take back`} />`)}${Array.from({ length: left }, () => html`<div class="hole"></div>`)}</div>
    <button type="button" class="main" id="confirm" disabled=${left !== 0} onClick=${() => onPlay(cards.join(" "))}>${left ? `Choose ${left} more` : html`Pass ${cards.map((card) => html` <${Chip} card=${card} />`)}`}</button></div>`;
}

/**
 * Who acts for a team, and then whom they rob: two short lists, as all pairs at once do not fit a phone.
 * @extends {Component<{
 *   moves: string[], players: string[], marks: Map<string, import("./board.js").Mark>, onPlay: (move: string) => void,
 * }, {actor: string}>}
 */
class ActorChoice extends Component {
  state = { actor: "" };

  render() {
    const { moves, players, marks, onPlay } = this.props;
    const { actor } = this.state;
    const of = (/** @type {string} */ seat) => moves.filter((move) => actorOf(move) === seat);
    const title = actor ? "Who is robbed?" : "Who acts for your team?";
    const button = (/** @type {string} */ move, /** @type {string} */ words) => html`<button type="button" class=${marks.get(move)?.best ? "main" : ""} data-move=${move} onClick=${() => onPlay(move)}>${capital(words)}</button>`;
    const choice = (/** @type {string} */ seat) => {
      const [move = "", ...others] = of(seat);
      if (!others.length) return button(move, spokenMove(move, players));
      const isBest = of(seat).some((each) => marks.get(each)?.best);
      return html`<button type="button" class=${isBest ? "main" : ""} onClick=${() => this.setState({ actor: seat })}>${capital(spokenMove(seat, players))}</button>`;
    };
    return html`<div class="passing counts" role="group" aria-label=${title}><h2>${title}</h2>
      <div class="row">${actor ? of(actor).map((move) => button(move, you(players[victimOf(move)] ?? ""))) : [...new Set(moves.map(actorOf))].map(choice)}
        ${actor ? html`<button type="button" onClick=${() => this.setState({ actor: "" })}>Back</button>` : null}</div></div>`;
  }
}

/** The seat of a move that performs an award: P1 of P1>P2. @param {string} move */
function actorOf(move) {
  return move.replace(/>.*/, "");
}

/** Before several people's turns: nobody's hand is seen until the one says so. @param {{name: string, onLook: () => void}} props */
export function Cover({ name, onLook }) {
  return html`<section class="cover" aria-label=${`Hand over to ${name}`}><p>Hand the page over to ${name}.</p><button type="button" class="main" id="look" onClick=${onLook}>I am ${name}</button></section>`;
}
