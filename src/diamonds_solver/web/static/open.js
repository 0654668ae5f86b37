// A table whose hands are open: a plate with its hand at each seat, what each still gains, and a line of play that is pointed at.

import { Gems, Hand, TeamMark, Token, teamOf, Trick, winningCard } from "./board.js";
import { actionText } from "./motion.js";
import { arrows, Component, createRef, html, Icon } from "./ui.js";
import { cardOf, clause, counted, indexOf, plain, possessive, short, signed, spoken, spokenMove } from "./words.js";

const DELAY = 150; // milliseconds that a card of the line is pointed at before the table shows it

/** @typedef {import("./types.js").Checked} Checked */
/** @typedef {import("./board.js").View} View */
/**
 * @typedef {{index: number, seat: number, move: string, trick: number, wins: boolean}} LineStep `seat`: -1 where no card is played;
 *   `trick`: its number, of its first card only
 */
/**
 * A line of play: its moves, how many of them are made, the tables along it as far as they are known.
 * @typedef {{moves: string[], at: number, tables: Checked[], words: Map<string, string>, ends: number[] | null, isProven: boolean}}
 *   PlayLine `ends`: the points at its end
 */

/** @param {number} seat */
const colourOf = (seat) => `var(--p${seat + 1})`;

/**
 * The moves of a line with who makes them, by tricks.
 * @param {Checked} table before it
 * @param {string[]} moves
 * @param {number} turn
 * @param {number | null} [first] the number of the trick that it begins in
 * @returns {LineStep[]}
 */
export function lineSteps({ state, players }, moves, turn, first = null) {
  const count = players.length;
  const plays = count === 2 ? 4 : count;
  const current = state.tricks.findLast((each) => each.trick !== null);
  const isOpen = current !== undefined && current.winner === null;
  let cards = isOpen ? current.moves.map(cardOf).filter(Boolean) : [];
  let leader = isOpen ? indexOf(current.leader) : turn;
  let number = first ?? (current?.trick ?? 0) + (isOpen ? 0 : 1);
  /** @type {LineStep[]} */
  const steps = [];
  for (const [index, move] of moves.entries()) {
    const isCard = cardOf(move) !== "";
    steps.push({ index, seat: isCard ? (leader + cards.length) % count : -1,
      move, trick: isCard && !cards.length ? number : 0, wins: false });
    if (!isCard) continue;
    cards.push(cardOf(move));
    if (cards.length < plays) continue;
    const winner = winningCard(cards);
    const won = steps.filter(({ seat }) => seat >= 0).at(winner - plays);
    if (won) won.wins = true;
    leader = (leader + winner) % count;
    cards = [];
    number += 1;
  }
  return steps;
}

/** What a move did, as the rules tell it: whom it robbed, what was won, who took the trick. @param {Checked} before @param {Checked} after */
function deeds(before, after) {
  const actions = (/** @type {Checked} */ { state }) => state.tricks.flatMap((trick) => trick.actions);
  const takers = (/** @type {Checked} */ { state }) => state.tricks.filter(({ winner }) => winner !== null);
  const taken = takers(after).length > takers(before).length
    ? [clause(after.players[indexOf(takers(after).at(-1)?.winner)] ?? "", "takes the trick")] : [];
  return [...taken, ...actions(after).slice(actions(before).length).map((action) => actionText(after.players, action)).filter(Boolean)]
    .join(", ");
}

/**
 * What each still gains: as wide as it is much, with name and number; what is not proven is hatched.
 * @param {{players: string[], gains: number[] | null, open: string}} props `open`: what is said where the gains are not known
 */
export function GainBar({ players, gains, open }) {
  const parts = (gains ?? []).map((gain, seat) => ({ gain, seat })).filter(({ gain }) => gain)
    .sort((one, two) => Number(two.gain < 0) - Number(one.gain < 0));
  const said = gains ? `still to gain: ${players.map((name, seat) => `${name} ${plain(gains[seat] ?? 0)}`).join(", ")}` : open;
  return html`<div class="gainbar"><span aria-hidden="true">To gain</span><div class="gb" role="img" aria-label=${said}>
    ${parts.map(({ gain, seat }) => html`<span key=${seat} class=${gain < 0 ? "loss" : ""} style=${{ "--who": colourOf(seat), "--f": Math.abs(gain) }}><em>${players[seat]}</em><i>${players[seat]?.[0]}</i> ${signed(gain)}</span>`)}
    ${parts.length ? null : html`<span class="unproven"><em class="bounds">${gains ? "nobody gains any more" : open}</em></span>`}
  </div></div>`;
}

/**
 * The felt with all hands, as far as they are known; whoever is at the bottom has the largest cards.
 * @param {{
 *   view: View, marks: Map<string, import("./board.js").Mark>, ends: number[] | null, canPlay: (card: string) => boolean,
 *   onPress: ((card: string) => void) | null, middle: import("./preact.js").Child, }} props `marks`: on the cards of who is to play;
 *   `middle`: in place of the trick
 */
export function OpenTable({ view, marks, ends, canPlay, onPress, middle }) {
  const { players, first, turn } = view;
  const count = players.length;
  const plate = (/** @type {number} */ seat) => {
    const isTurn = seat === turn;
    const name = players[seat] ?? "";
    const cards = view.hands[seat] ?? [];
    const unknown = view.unknown[seat] ?? 0;
    const place = (seat - first + count) % count;
    return html`<section class=${`oh p${place} ${isTurn ? "turn" : ""} ${cards.length > 8 ? "many" : ""}`} key=${seat} style=${{ "--who": colourOf(seat), "--m": cards.length }} aria-label=${name} data-seat=${seat}>
      <header><span class="av" aria-hidden="true">${[...name][0]}</span><${TeamMark} team=${teamOf(view, seat)} /><h2>${name}</h2>${isTurn ? html`<span class="tag">to play</span>` : null}
        <${Token} view=${view} seat=${seat} /><span class="cr"><${Gems} kind="show" count=${view.showroom[seat]} /><${Gems} kind="vault" count=${view.vault[seat]} /></span></header>
      <div class="body">${unknown && !cards.length ? null : html`<${Hand} cards=${cards} label=${`${possessive(name)} hand`} marks=${isTurn ? marks : new Map()} canPlay=${isTurn ? canPlay : null} onPress=${isTurn ? onPress : null} />`}
        ${unknown ? html`<span class="backs" aria-hidden="true">${Array.from({ length: unknown }, () => html`<i></i>`)}</span><p class="small">${cards.length ? "and " : ""}${unknown} hidden</p>` : null}
        <p class="ev">${ends ? html`<span>ends with </span><b>${plain(ends[seat] ?? 0)}</b> ` : null}<span class="now">${view.points[seat]} now</span></p></div>
    </section>`;
  };
  const seats = Array.from({ length: count }, (_, index) => (first + 1 + index) % count);
  return html`<div class="open-hands" data-n=${count}>${seats.slice(0, -1).map(plate)}
    <div class="felt middle" data-n=${count}>${middle ?? html`<${Trick} view=${view} isNamed=${true} />`}</div>${plate(first)}</div>`;
}

/**
 * The line of best play, by tricks. Pointing at a card, or focus, shows the table after it; pressing goes there.
 * @extends {Component<{line: PlayLine, turn: number, isCards: boolean, shown: number, onPoint: (at: number) => void, onGo: (at: number) =>
 *   void, move: (move: string) => import("./preact.js").Child}>} `shown`: how many of the moves are made on the table that is shown
 */
export class Line extends Component {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** @type {{current: HTMLElement | null}} */
  box = createRef();

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  /** The card that the table shows is in sight. */
  componentDidUpdate() {
    const box = this.box.current;
    const here = /** @type {HTMLElement | null} */ (box?.querySelector(".at") ?? null);
    if (!box || !here) return;
    const [one, two] = [box.getBoundingClientRect(), here.getBoundingClientRect()];
    if (two.left < one.left || two.right > one.right) box.scrollLeft += (two.left + two.right - one.left - one.right) / 2;
  }

  /** @param {number} at -1: back to where the line stands */
  point(at) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.props.onPoint(at), DELAY);
  }

  /** What the move before the table that is shown did. @param {LineStep | undefined} step */
  doing(step) {
    const { line, isCards, shown, move } = this.props;
    const [before, after] = [line.tables[shown - 1], line.tables[shown]];
    if (!step) return line.moves[0] === undefined ? null : html`begins with ${move(line.moves[0])}`;
    const name = before?.players[step.seat] ?? "";
    const did = (isCards && before && after ? deeds(before, after) : "") || (step.trick ? "leads" : "");
    return html`${name} ${move(step.move)} ${did.startsWith(`${name} `) ? did.slice(name.length) : did}`;
  }

  render() {
    const { line, turn, isCards, shown, move, onGo } = this.props;
    const [start] = line.tables;
    const players = start?.players ?? [];
    const steps = start && isCards ? lineSteps(start, line.moves, turn)
      : line.moves.map((each, index) => ({ index, seat: -1, move: each, trick: 0, wins: false }));
    /** @type {LineStep[][]} */
    const groups = [];
    for (const step of steps) {
      if (step.trick || !groups.length) groups.push([]);
      groups.at(-1)?.push(step);
    }
    const stop = Math.max(0, shown - 1);
    const button = (/** @type {LineStep} */ { index, seat, move: made, wins }) => {
      const card = isCards ? cardOf(made) : "";
      const isHere = index === shown - 1;
      return html`<button type="button" key=${index} class=${`pc ${isHere ? "at" : ""} ${card ? "" : "words"}`} style=${seat < 0 ? null : { "--who": colourOf(seat) }} aria-current=${isHere ? "step" : null} tabindex=${index === stop ? 0 : -1}
        onMouseEnter=${() => this.point(index + 1)} onFocus=${() => this.point(index + 1)} onBlur=${() => this.point(-1)}
        onClick=${() => { clearTimeout(this.timer); onGo(index + 1); }}>
        <span class="sr">${seat < 0 ? "" : `${players[seat]}: `}${card ? (cardOf(made) === made ? spoken(card) : spokenMove(made, players)) : ""}${wins ? ", wins the trick" : ""}</span>
        ${card ? html`<span class=${`card ${card[0]}`} aria-hidden="true"><b>${card.slice(1)}</b></span><i class="w" aria-hidden="true">${wins ? html`<${Icon} name="star" />` : null}${short(players[seat] ?? "")}</i>` : move(made)}</button>`;
    };
    return html`<div class="line"><p class="lab"><span><b>${line.isProven ? "Best play" : "Best so far"}</b> · ${shown ? `${shown} of ${line.moves.length}` : counted(line.moves.length, "move")}${line.isProven ? "" : ", not proven"}</span><small>${this.doing(steps[shown - 1])}</small></p>
      <div class="pvs" ref=${this.box} role="group" aria-label="The line of play" onKeyDown=${arrows} onMouseLeave=${() => this.point(-1)}>${groups.map((group) => html`<div class="trk">${group.map(button)}</div>`)}</div></div>`;
  }
}
