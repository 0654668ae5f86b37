// A turn of Diam's by pressing cards: those of the hand, then those of the market that they take. Which presses lead to a move is read from the
// moves alone; the rules are the server's.

import { MoveList, PiecesTable, readCards, TOOLS } from "./pieces.js";
import { Component, html } from "./ui.js";
import { counted, possessive } from "./words.js";

/**
 * What a move is made of. `seat`: whom it is done to.
 * @typedef {{move: string, kind: string, hand: string[], market: string[], seat: string, quality: string}} Parts
 * @typedef {import("./types.js").MoveText} MoveText
 * @typedef {import("./board.js").Mark} Mark
 */

const cardsOf = (/** @type {string} */ text) => text.split("+").filter(Boolean);

/** @param {string} move as it is written: 8=3+5, =8, put:8, safe:8+8+8, -8+7, S:8+8, S?P2:8, B>P2:8, T:8, draw @returns {Parts} */
export function partsOf(move) {
  const none = { move, kind: move, hand: /** @type {string[]} */ ([]), market: /** @type {string[]} */ ([]), seat: "", quality: "" };
  const [, tool = "", sign = "", seat = "", rest = ""] = /^([TBS])([?>]?)(P\d)?:?(.*)$/.exec(move) ?? [];
  if (tool && sign === "?") return { ...none, kind: "sale", hand: [tool, ...cardsOf(rest)], seat };
  if (tool === "B") return { ...none, kind: "break", hand: [tool], seat, quality: rest };
  if (tool === "T") return { ...none, kind: "swap", hand: [tool], market: cardsOf(rest) };
  if (tool) return { ...none, kind: "pile", hand: [tool, ...cardsOf(rest)] };
  const [, word = "", cards = ""] = /^(put:|safe:|-)(.*)$/.exec(move) ?? [];
  if (word) return { ...none, kind: { "put:": "put", "safe:": "safe" }[word] ?? "trim", hand: cardsOf(cards) };
  const [own, taken] = move.split("=");
  if (taken === undefined) return none;
  return own ? { ...none, kind: "take", hand: [own], market: cardsOf(taken) } : { ...none, kind: "show", hand: [taken] };
}

/** Whether all of the chosen cards are among some. @param {string[]} chosen @param {string[]} cards */
function holds(chosen, cards) {
  const left = [...cards];
  return chosen.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const quality = (/** @type {string} */ card) => Number.parseInt(card, 10) || 0;
const shown = (/** @type {string} */ card) => TOOLS[card]?.name ?? card.replace("*", "°");

/** What a button says. @param {Parts} parts @param {string[]} market @param {string[]} players */
function labelOf({ kind, hand, market: taken, seat, quality: which }, market, players) {
  const name = players[Number(seat.slice(1)) - 1] ?? "";
  const [first = ""] = hand;
  const rest = hand.slice(1).map(shown).join(" ");
  const same = market.filter((card) => quality(card) === quality(first)).length;
  return (
    {
      draw: "Draw a card",
      open: "Open two cards",
      take: `Take ${counted(taken.length, "card")} for the ${shown(first)}`,
      show: same === 1 ? `Show ${shown(first)}, take the ${quality(first)}` : `Show ${shown(first)}, take all ${same} of quality ${quality(first)}`,
      put: `Put ${shown(first)} on the market`,
      safe: `Lay ${hand.map(shown).join(" ")} in the safe`,
      trim: `Put ${hand.map(shown).join(" ")} on the market`,
      pile: `Add ${rest} to your pile`,
      sale: `Show ${rest} to ${name}`,
      break: `Take ${shown(which)} out of the safe of ${name}`,
      swap: `Take ${taken.map(shown).join(" ")} with Passe-passe`,
    }[kind] ?? ""
  );
}

/**
 * The table of Diam's in one's own turn.
 * @extends {Component<{
 *   players: string[], table: import("./types.js").DiamsTable, game: string, first: number, turn: import("./types.js").Turn, points?: number[], told: string[],
 *   trouble?: import("./preact.js").Child, actions?: import("./preact.js").Child,
 *   moves: MoveText[], marks: Map<string, Mark>, onPlay: (move: string) => void,
 * }, {hand: number[], market: number[]}>} state: the places of what is pressed; `trouble`: in place of the line that says what to press
 */
export class DiamsTurn extends Component {
  state = { hand: /** @type {number[]} */ ([]), market: /** @type {number[]} */ ([]) };

  get hand() {
    const { table, first } = this.props;
    return readCards(String(table.hand?.[`P${first + 1}`] ?? "")).cards;
  }

  get market() {
    return readCards(this.props.table.market ?? "").cards;
  }

  /** The moves that have all of these cards. @param {number[]} hand @param {number[]} market */
  fitting(hand, market) {
    const own = hand.map((place) => this.hand[place] ?? "");
    const taken = market.map((place) => this.market[place] ?? "");
    return this.props.moves.map(({ move }) => partsOf(move)).filter((parts) => holds(own, parts.hand) && holds(taken, parts.market));
  }

  /** Whether a card can be pressed beside those that are. @param {"hand" | "market"} where @param {number} place */
  fits(where, place) {
    const { hand, market } = this.state;
    const next = { hand, market, [where]: [...this.state[where], place] };
    return this.fitting(next.hand, next.market).length > 0;
  }

  /**
   * A card goes down again, or is added; one of the hand is pressed in place of those that it does not go with.
   * @param {"hand" | "market"} where @param {number} place
   */
  press(where, place) {
    const pressed = this.state[where];
    if (pressed.includes(place)) this.setState(where === "hand"
      ? { hand: pressed.filter((each) => each !== place), market: [] } : { market: pressed.filter((each) => each !== place) });
    else if (this.fits(where, place)) this.setState(where === "hand" ? { hand: [...pressed, place] } : { market: [...pressed, place] });
    else if (where === "hand" && this.fitting([place], []).length) this.setState({ hand: [place], market: [] });
  }

  /** The moves of exactly what is pressed, and what could still be added. */
  get options() {
    const { hand, market } = this.state;
    const fitting = this.fitting(hand, market);
    const ready = fitting.filter((parts) => parts.hand.length === hand.length && parts.market.length === market.length);
    return { fitting, ready: [...new Map(ready.map((parts) => [parts.move, parts])).values()] };
  }

  /** @param {number[]} places @param {string[]} cards @param {"hand" | "market"} where @returns {import("./pieces.js").Picks} */
  picks(places, cards, where) {
    const { marks } = this.props;
    const best = [...marks].find(([, mark]) => mark.best)?.[0];
    const ringed = best === undefined ? [] : [...partsOf(best)[where]];
    const rings = cards.map((card) => {
      const at = ringed.indexOf(card);
      if (at >= 0) ringed.splice(at, 1);
      return at >= 0;
    });
    const isBegun = this.state.hand.length + this.state.market.length > 0;
    return {
      isOn: (place) => places.includes(place),
      isOff: (place) =>
        isBegun && !places.includes(place) && !this.fits(where, place) && (where === "market" || !this.fitting([place], []).length),
      isBest: (place) => rings[place] ?? false,
      onPress: (place) => this.press(where, place),
    };
  }

  /** In place of the log: the sum of what is taken so far, or what can be pressed. @param {Parts[]} fitting @param {Parts[]} ready */
  line(fitting, ready) {
    const { hand, market } = this.state;
    const { turn, players, first: seat } = this.props;
    const [own] = hand;
    const whole = own === undefined ? 0 : quality(this.hand[own] ?? "");
    const values = market.map((place) => quality(this.market[place] ?? ""));
    const sum = values.reduce((total, value) => total + value, 0);
    if (hand.length === 1 && whole && fitting.some(({ kind }) => kind === "take")) {
      return html`<p class="log sum" role="status"><b>${values.length ? `${values.join(" + ")} = ${sum}` : "0"} of ${whole}</b><i class="full" aria-hidden="true"><i style=${{ width: `${Math.min(100, (100 * sum) / whole)}%` }}></i></i></p>`;
    }
    const first = turn.decision === "trim" ? "press the cards that you put away" : "press a card of your hand";
    const words = hand.length + market.length ? (ready.length ? "" : "press another card") : ready.length ? turn.text : first;
    return html`<p class="log"><span class="turn-text"><b>${possessive(players[seat] ?? "")} turn${words ? ":" : ""}</b> ${words}</span></p>`;
  }

  /** @param {Parts[]} ready */
  panel(ready) {
    const { players, marks, moves, turn, onPlay } = this.props;
    const first = ready.find(({ kind }) => kind === "take") ?? ready.find(({ kind }) => !["put", "trim"].includes(kind)) ?? ready[0];
    return html`<div class="mv turns" role="group" aria-label=${turn.text}><div class="row">${ready.map((parts) => html`<button type="button" key=${parts.move} class=${marks.get(parts.move)?.best || (!marks.size && parts === first) ? "main" : ""} data-move=${parts.move} onClick=${() => onPlay(parts.move)}>${labelOf(parts, this.market, players)}${marks.get(parts.move)?.note ? html` <small>${marks.get(parts.move)?.note}</small>` : null}</button>`)}</div></div>
      <details class="all-moves"><summary>All ${counted(moves.length, "move")}</summary><${MoveList} moves=${moves} turn=${turn} marks=${marks} canPlay=${true} onPlay=${onPlay} /></details>`;
  }

  render() {
    const { players, table, game, first, turn, points, told, trouble, actions } = this.props;
    const { hand, market } = this.state;
    const { fitting, ready } = this.options;
    return html`<${PiecesTable} players=${players} table=${table} game=${game} first=${first} turn=${Number(turn.seat?.slice(1)) - 1} points=${points} told=${told} dock=${html`${trouble ?? this.line(fitting, ready)}${actions}`} moves=${this.panel(ready)}
      picks=${{ hand: this.picks(hand, this.hand, "hand"), market: this.picks(market, this.market, "market") }} />`;
  }
}
