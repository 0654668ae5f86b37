// The page for the phone: a companion at a real table. Everything is tapped; what was tapped is kept after every tap.

import { Felt } from "page/board.js";
import { announce, Component, html, IconButton, keepSetting, Segments, setting } from "page/ui.js";
import { Chip, counted, plain, signed, Suit, SUITS } from "page/words.js";
import { NONE } from "./core.js";
import { follow, handSize, PERFECT_RANKS, possibleMoves } from "./game.js";
import { core } from "./host.js";
import { asCards } from "./knowledge.js";

const KEPT = "diamonds-companion";
const MOST_PASSED = 3;
const MOST_HELD = 16; // more cards than that are a deck, in which each suit begins a row
const MOST_ROWS = 16; // the cards of the largest hand; of passes there are more
const VERDICTS = { clear: "is the best", equal: "is fine, and others are as good", "too close": "is ahead; which is best is open" };
const MARGIN = 0.1; // points: moves that differ by less count as equal

/** @param {number} card */
const cardName = (card) => `${SUITS[card >> 4]}${card & 15}`;

/** Who sits where, from the phone's seat to the left. @param {number} count */
function namesOf(count) {
  const between = Array.from({ length: Math.max(0, count - 3) }, (_, i) => (count === 4 ? "Opposite" : `Seat ${i + 3}`));
  return count === 2 ? ["You", "Opposite"] : ["You", "Left", ...between, "Right"];
}

/** What is chosen beside a card: who acts, who is robbed. @param {number[]} move @param {string[]} names */
function choiceText([, actor, victim], names) {
  const robbed = victim === 0 ? "you" : names[victim];
  const robs = victim === NONE ? "" : actor === NONE ? `rob ${robbed}` : `, robs ${robbed}`;
  return actor === NONE ? robs : `${names[actor]} acts${robs}`;
}

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").State} State
 * @typedef {{engine: string, worlds: number, isExact: boolean, moves: number[][], comparison: import("./comparison.js").Comparison}} Advice
 * @typedef {{game: Game | null, rules: import("./game.js").Rules, picked: number[], got: number[], isGetting: boolean, count: number, card: number, advice: Advice | null, problem: string}} Screen
 */

/** @returns {Game | null} */
function keptGame() {
  try {
    return JSON.parse(setting(KEPT, "null"));
  } catch {
    return null; // not what this page has kept
  }
}

/** @extends {Component<{}, Screen>} */
export class Companion extends Component {
  /** @param {{}} props */
  constructor(props) {
    super(props);
    this.asked = 0;
    this.worker = new Worker("worker.js", { type: "module" });
    const rules = { players: 4, teams: false, perfect: false, dealer: 0 };
    /** @type {Screen} */
    this.state = { game: keptGame(), rules, ...NOTHING };
    this.worker.onmessage = ({ data }) => {
      if (data.id === this.asked) {
        this.setState(data.problem ? { problem: data.problem } : { advice: data });
      }
    };
  }

  componentDidMount() {
    this.ask();
  }

  componentWillUnmount() {
    this.worker.terminate();
  }

  /** Another game, or none: kept, drawn, and advice asked for. @param {Game | null} game */
  change(game) {
    keepSetting(KEPT, JSON.stringify(game));
    this.setState({ game, ...NOTHING }, () => this.ask());
  }

  /** @param {import("./game.js").Step} step */
  add(step) {
    const { game } = this.state;
    if (game) {
      this.change({ ...game, steps: [...game.steps, step] });
    }
  }

  undo() {
    const { game } = this.state;
    this.change(game && game.steps.length ? { ...game, steps: game.steps.slice(0, -1) } : null);
  }

  /** Asks for advice if a card or a pass is to be chosen; an earlier question ends. */
  ask() {
    this.asked += 1;
    const { worker } = this;
    const { game, isGetting, count } = this.state;
    const state = game && follow(core, game);
    const isPass = state?.stage === "pass" && !isGetting;
    const isTurn = state?.stage === "play" && state.turn === 0;
    worker.postMessage({ id: this.asked, round: isPass || isTurn ? state?.round : null, passed: isPass ? count : 0, seed: 1 });
    if (isTurn) {
      announce("Your turn");
    }
  }

  /** @param {object} _ @param {Screen} screen */
  render(_, screen) {
    const { game } = screen;
    if (!game) {
      return this.setup(screen.rules);
    }
    const state = follow(core, game);
    const drawn = { hand: () => this.hand(state, game), pass: () => this.pass(state, screen), play: () => this.play(state, screen), end: () => this.end(state), over: () => this.end(state) };
    return html`<main class="table"><div class="bar"><h1>Round ${state.number}</h1><span class="sp"></span>
        <${IconButton} name="undo" label="Undo the last tap" onClick=${() => this.undo()} />
        <${IconButton} name="close" label="End this game" onClick=${() => this.change(null)} /></div>
      ${drawn[state.stage]()}</main>`;
  }

  /** @param {import("./game.js").Rules} rules */
  setup(rules) {
    const { players, teams, perfect, dealer } = rules;
    const set = (/** @type {Partial<import("./game.js").Rules>} */ change) => this.setState({ rules: { ...rules, ...change } });
    const kinds = [["alone", "Each alone"], ...(players === 4 || players === 6 ? [["teams", "Teams"]] : []), ...(PERFECT_RANKS[players] ? [["perfect", "Perfect"]] : [])];
    const kind = teams ? "teams" : perfect ? "perfect" : "alone";
    return html`<main class="table"><div class="bar"><h1>At a real table</h1></div>
      <p class="soft">Tap what you see at the table, and this phone says what to play. Nothing leaves the phone. Diam's and Diamoniak are not here yet.</p>
      <div class="field"><span>Players</span><${Segments} label="Players" value=${String(players)} choices=${["2", "3", "4", "5", "6"].map((n) => [n, n])}
        onChoose=${(/** @type {string} */ n) => set({ players: Number(n), teams: false, perfect: false, dealer: 0 })} /></div>
      <div class="field"><span>Game</span><${Segments} label="Game" value=${kind} choices=${kinds}
        onChoose=${(/** @type {string} */ name) => set({ teams: name === "teams", perfect: name === "perfect" })} /></div>
      <div class="field"><span>Who deals first?</span><${Segments} label="Dealer" value=${String(dealer)} choices=${namesOf(players).map((name, seat) => [String(seat), name])}
        onChoose=${(/** @type {string} */ seat) => set({ dealer: Number(seat) })} /></div>
      <button type="button" class="main go" onClick=${() => this.change({ rules, steps: [] })}>Begin</button></main>`;
  }

  /** Cards to tap. @param {number[]} deck @param {Set<number>} possible @param {number[]} picked @param {(card: number) => void} onPick */
  picks(deck, possible, picked, onPick) {
    return html`<div class="picks" role="group" aria-label="Cards">
      ${deck.map((card, index) => {
        const name = cardName(card);
        const isNext = deck.length > MOST_HELD && index > 0 && (deck[index - 1] ?? 0) >> 4 !== card >> 4;
        return html`${isNext ? html`<span class="suit"></span>` : null}<button type="button" class=${`pick ${name[0]}`} data-card=${name} disabled=${!possible.has(card)} aria-pressed=${String(picked.includes(card))}
          onClick=${() => onPick(card)}>${name.slice(1)}<${Suit} suit=${name[0]} /></button>`;
      })}</div>`;
  }

  /** @param {number[]} cards @param {number} card @param {number} most */
  toggled(cards, card, most) {
    return cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card].slice(0, most);
  }

  /** @param {State} state @param {Game} game */
  hand({ deck }, game) {
    const { picked } = this.state;
    const size = handSize(game.rules);
    return html`<p class="ask">Your cards: ${picked.length} of ${size}</p>
      ${this.picks(deck, new Set(picked.length < size ? deck : picked), picked, (card) => this.setState({ picked: this.toggled(picked, card, size) }))}
      <button type="button" class="main go" disabled=${picked.length !== size} onClick=${() => this.add({ hand: [...picked].sort((a, b) => a - b) })}>These are my cards</button>`;
  }

  /** @param {State} state @param {Screen} screen */
  pass({ deck, round }, { picked, got, isGetting, count, advice }) {
    const [cards, asked] = isGetting ? [got, `Cards you got: ${got.length} of ${count}`] : [picked, `Cards you pass: ${picked.length} of ${count}`];
    const own = new Set(round.hand);
    const possible = new Set(deck.filter((card) => own.has(card) !== isGetting && (cards.length < count || cards.includes(card))));
    const done = () => (isGetting ? this.add({ gave: picked, got }) : this.setState({ isGetting: true }, () => this.ask()));
    const amounts = Array.from({ length: MOST_PASSED }, (_, i) => [String(i + 1), counted(i + 1, "card")]);
    return html`<div class="field"><span>How many cards are passed?</span><${Segments} label="Passed" value=${String(count)} choices=${amounts}
        onChoose=${(/** @type {string} */ n) => this.setState({ ...NOTHING, count: Number(n) }, () => this.ask())} /></div>
      <p class="ask">${asked}</p>
      ${this.picks(deck, possible, cards, (card) => this.setState({ [isGetting ? "got" : "picked"]: this.toggled(cards, card, count) }))}
      <button type="button" class="main go" disabled=${cards.length !== count} onClick=${done}>${isGetting ? "Begin the round" : "Passed"}</button>
      ${isGetting ? null : this.advice(advice, [])}`;
  }

  /** @param {State} state */
  felt(state) {
    const { round, known, turn, showroom, vault, trick, leader } = state;
    const { players, sides } = round;
    const view = {
      players: namesOf(players),
      first: 0,
      turn,
      dealer: -1,
      teams: sides < players ? sides : 0,
      showroom,
      vault,
      points: showroom.map((crystals, seat) => crystals + 2 * (vault[seat] ?? 0)),
      hands: known.sizes.map(() => []),
      unknown: known.sizes,
      voids: known.voids.map((suits) => [...suits].map((suit) => SUITS[suit])),
      leader: trick.length ? leader : -1,
      trick: trick.map(cardName),
      plays: players === 2 ? 4 : players,
      number: 1,
      tricks: 1,
      round: "",
    };
    return html`<div class="felt-box velvet"><${Felt} view=${view} /></div>
      <p class="standing"><span>You: ${showroom[0]} shown, ${vault[0]} in the vault, ${counted(view.points[0], "point")}</span></p>`;
  }

  /** @param {State} state @param {Screen} screen */
  play(state, { card, advice }) {
    const { turn, deck, round } = state;
    const names = namesOf(round.players);
    const who = turn === 0 ? "You play" : `${names[turn]} plays`;
    const moves = possibleMoves(core, state);
    const isChoice = moves.some(([tapped]) => tapped === NONE);
    const open = isChoice ? moves : moves.filter(([tapped]) => tapped === card);
    const tap = (/** @type {number} */ tapped) => {
      const [only, ...others] = moves.filter(([other]) => other === tapped);
      if (others.length) {
        this.setState({ card: tapped });
      } else {
        this.add({ move: only });
      }
    };
    const question = !isChoice ? html`<${Chip} card=${cardName(card)} /> robs whom?` : moves.some(([, , victim]) => victim !== NONE) ? `${names[turn]}: who is robbed?` : "Who acts for the team?";
    const choices = html`<p class="ask">${question}</p>
      <div class="seg">${open.map((move) => html`<button type="button" data-move=${move.join("-")} onClick=${() => this.add({ move })}>${choiceText(move, names)}</button>`)}</div>`;
    const cards = html`<p class="ask">${who}: tap the card</p>${this.picks(turn === 0 ? asCards(core.hands(state.known.position)[0]) : deck, new Set(moves.map(([tapped]) => tapped)), [], tap)}`;
    return html`${this.felt(state)}${open.length ? choices : cards}${turn === 0 ? this.advice(advice, names) : null}`;
  }

  /** @param {Advice | null} advice @param {string[]} names where it is about a move, not about cards to pass */
  advice(advice, names) {
    if (this.state.problem) {
      return html`<p class="soft" role="alert">No advice: ${this.state.problem}. Was a card tapped wrongly? The arrow takes taps back.</p>`;
    }
    if (!advice) {
      return html`<p class="soft" data-advice="">Looking at deals …</p>`;
    }
    const { comparison: found, moves, worlds, engine, isExact } = advice;
    const basis = !worlds ? "Nothing to choose" : isExact ? `Exact: all ${counted(worlds, "possible deal")}, with the play after this card open` : `${counted(worlds, "deal")} by ${engine}`;
    const order = moves.map((_, move) => move).sort((a, b) => Number(b === found.leader) - Number(a === found.leader) || found.loss[a] - found.loss[b]);
    const isFine = found.verdict === "clear" && found.loss.some((loss, move) => move !== found.leader && loss < MARGIN);
    const known = (/** @type {string} */ text) => (worlds ? text : "");
    const chips = (/** @type {number[]} */ cards) => cards.map((card) => html`<${Chip} card=${cardName(card)} /> `);
    const text = (/** @type {number[]} */ move) => !names.length ? chips(move) : html`${move[0] === NONE ? "" : html`<${Chip} card=${cardName(move[0])} />`} ${choiceText(move, names)}`;
    return html`<section data-advice=${worlds}><p>${text(moves[found.leader])} ${VERDICTS[isFine ? "equal" : found.verdict]}</p>
      <table class="moves"><thead><tr><th>${names.length ? "move" : "pass"}</th><th>mean</th><th>loss</th><th>95 % interval</th><th>best in</th></tr></thead><tbody>
        ${order.slice(0, MOST_ROWS).map((move) => html`<tr class=${move === found.leader ? "best" : ""}><td>${text(moves[move])}</td><td>${known(signed(found.mean[move]))}</td><td>${plain(found.loss[move])}</td>
          <td>${isExact || move === found.leader || !isFinite(found.high[move]) ? "" : `${plain(found.low[move])} to ${plain(found.high[move])}`}</td><td>${known(`${Math.round(100 * found.bestShare[move])} %`)}</td></tr>`)}</tbody></table>
      <p class="soft">${basis}; points gained less the others' mean.${isExact ? "" : " Intervals cover the luck of the deals only."}</p></section>`;
  }

  /** @param {State} state */
  end(state) {
    const { showroom, vault, stage, number } = state;
    const names = namesOf(showroom.length);
    return html`<p class="ask">${stage === "over" ? "The game is over" : `Round ${number} is over`}</p>
      <table class="moves"><thead><tr><th>player</th><th>showroom</th><th>vault</th><th>points</th></tr></thead><tbody>
        ${names.map((name, seat) => html`<tr><td>${name}</td><td>${showroom[seat]}</td><td>${vault[seat]}</td><td>${(showroom[seat] ?? 0) + 2 * (vault[seat] ?? 0)}</td></tr>`)}</tbody></table>
      <button type="button" class="main go" onClick=${() => (stage === "over" ? this.change(null) : this.add({ next: true }))}>${stage === "over" ? "A new game" : "Next round"}</button>`;
  }
}

/** What is tapped of a step that is not complete. */
const NOTHING = { picked: [], got: [], isGetting: false, count: 1, card: -1, advice: null, problem: "" };
