// The table at a decision, as it is looked back at: seats, trick and hand, or the pieces of a game without suits; and a move chosen there.

import { Felt, Hand, OwnPlate, viewOf } from "./board.js";
import { DiamsTurn } from "./market.js";
import { inColours, MoveList, PiecesTable } from "./pieces.js";
import { Component, html } from "./ui.js";
import { capital, cardOf, cardsOf, counted, indexOf, MoveChip, plain, pointsOf, possessive, rough, Told, you } from "./words.js";

/**
 * @typedef {import("./judged.js").Decision} Decision
 * @typedef {import("./judged.js").Row} Row
 * @typedef {import("./types.js").Checked} Checked
 * @typedef {import("./types.js").MoveText} MoveText
 */

/** Whether a game is drawn with cards of suits. @param {import("./types.js").About} about @param {string} game */
export function hasSuits(about, game) {
  return Boolean(about.games[game]?.decks.length);
}

/**
 * What a move is called: chips for cards of suits, else the words of its button.
 * @param {{move: string, players: string[], words: Map<string, MoveText>}} props
 */
export function MoveName({ move, players, words }) {
  const told = words.get(move);
  if (!told?.words) return html`<${MoveChip} move=${move} players=${players} />`;
  return html`<span>${capital(inColours([told.group, told.words].filter(Boolean).join(": ")))}</span>`;
}

/**
 * What stands on the cards: best, or what they lose; the card that was played is told apart.
 * @param {Row[]} rows @param {string} played @param {boolean} chance
 */
export function marksOf(rows, played, chance) {
  /** @type {Map<string, import("./board.js").Mark>} */
  const marks = new Map();
  for (const { move, loss, best } of rows) {
    const card = cardOf(move);
    if (!card || cardsOf(move).length > 1 || marks.has(card)) continue;
    const isPlayed = card === cardOf(played);
    const lost = loss === null ? "" : rough(loss, chance);
    const isFine = lost === "0" || lost === "0.0 %";
    const note = best ? "best" : isFine ? "fine" : lost && `−${lost}`;
    marks.set(card, { note, said: [best || isFine ? note : lost && `loses ${lost}`, isPlayed && "played"].filter(Boolean).join(", "), best, played: isPlayed });
  }
  return marks;
}

/**
 * The table before a decision. With `onChoose` a move can be chosen there; else the move that was made lies on the table.
 * @extends {Component<{
 *   about: import("./types.js").About, game: string, table: Checked, one: Decision | null, mark?: string, marks?: Map<string, import("./board.js").Mark>,
 *   title: import("./preact.js").Child, onChoose?: ((move: string) => void) | null,
 * }, {among: MoveText[], cards: string[]}>}
 */
export class DecisionTable extends Component {
  state = { among: /** @type {MoveText[]} */ ([]), cards: /** @type {string[]} */ ([]) };

  /** Another decision begins anew. @param {{table: Checked}} before */
  componentDidUpdate(before) {
    if (before.table !== this.props.table && (this.state.among.length || this.state.cards.length)) this.setState({ among: [], cards: [] });
  }

  /** A card that is pressed: chosen among others to pass, played, or played with a choice that is still open. @param {string} card */
  press(card) {
    const { table, one, onChoose } = this.props;
    if (one?.decision === "pass") {
      const { cards } = this.state;
      this.setState({ cards: cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card] });
      return;
    }
    const among = table.moves.filter(({ move }) => cardOf(move) === card);
    if (among.length > 1) this.setState({ among });
    else if (among[0]) onChoose?.(among[0].move);
  }

  render() {
    const { about, game, table, one, title, onChoose = null } = this.props;
    if (!hasSuits(about, game)) return html`<section class="velvet brd" aria-label="Table"><h1>${title}</h1>${this.pieces()}</section>`;
    const choices = onChoose && one ? this.choices() : null;
    const seat = Math.max(0, indexOf(one?.seat ?? table.state.to_move));
    const view = viewOf(table.state, table.players, seat, one ? one.seat : table.state.to_move);
    const card = one && !onChoose ? cardOf(one.move) : "";
    const isCard = one?.decision === "card" && card !== "";
    if (isCard) view.trick = [...view.trick, card];
    if (isCard && view.leader < 0) view.leader = seat;
    const slots = new Map(isCard && this.props.mark ? [[view.trick.length - 1, this.props.mark]] : []);
    const passed = one && !onChoose && one.decision === "pass" ? cardsOf(one.move) : card ? [card] : this.state.cards;
    const canPlay = (/** @type {string} */ own) => one?.decision === "pass" || table.moves.some(({ move }) => cardOf(move) === own);
    const press = onChoose && ["card", "pass"].includes(one?.decision ?? "") ? (/** @type {string} */ own) => this.press(own) : null;
    return html`<section class="velvet brd" aria-label="Table">
      <h1>${title}</h1>
      <${Felt} view=${view} marks=${slots} middle=${["pass", "count"].includes(one?.decision ?? "") ? html`<p class="sr">nothing is played yet</p>` : null} />
      <div class="dock">
        <${OwnPlate} view=${view} />
        ${choices}
        <${Hand} label=${`${possessive(view.players[seat] ?? "")} hand`} cards=${view.hands[seat] ?? []} marks=${this.props.marks ?? new Map()} raised=${new Set(passed)} toggles=${one?.decision === "pass"} canPlay=${canPlay} why="cannot be played here" onPress=${press} />
      </div>
    </section>`;
  }

  /** The table of a game without suits, where a move is chosen as in play. */
  pieces() {
    const { about, game, table, one, onChoose = null } = this.props;
    const decision = one?.decision ?? "";
    const turn = { seat: one?.seat ?? null, source: null, decision, text: about.games[game]?.decisions[decision] ?? "" };
    const common = { players: table.players, table: table.state, game,
      first: Math.max(0, indexOf(one?.seat ?? table.turn?.seat)), told: [] };
    const choosing = { turn, moves: table.moves, marks: new Map(), onPlay: onChoose };
    if (onChoose && one && game === "diams") return html`<${DiamsTurn} key=${one.number} ...${common} ...${choosing} />`;
    const moves = onChoose && one ? html`<${MoveList} key=${one.number} ...${choosing} canPlay=${true} />` : null;
    return html`<${PiecesTable} ...${common} turn=${indexOf(one?.seat)} moves=${moves} />`;
  }

  /** Buttons for what is not one card of the hand. */
  choices() {
    const { table, one, onChoose } = this.props;
    const { among, cards } = this.state;
    const button = (/** @type {MoveText} */ { move }) => html`<button type="button" data-move=${move} onClick=${() => onChoose?.(move)}><${MoveChip} move=${move} players=${table.players} /></button>`;
    if (one?.decision === "pass") {
      const chosen = table.moves.find(
        ({ move }) => cardsOf(move).length === cards.length && cardsOf(move).every((card) => cards.includes(card)),
      );
      return html`<p class="acts"><button type="button" class="main" id="choose-pass" disabled=${!chosen} onClick=${() => chosen && onChoose?.(chosen.move)}>Pass them</button></p>`;
    }
    const shown = one?.decision === "card" ? among : table.moves;
    return shown.length ? html`<div class="acts choices" role="group" aria-label="Moves">${shown.map(button)}</div>` : null;
  }
}

/**
 * Moves compared: what each is worth and what it loses, with its limits as a bar; without `limits` nothing is said of them.
 * @param {{rows: Row[], show: (move: string) => import("./preact.js").Child, played?: string, chosen?: string, chance: boolean,
 *   most?: number, limits?: boolean}} props
 */
export function MoveTable({ rows, show, played = "", chosen = "", chance, most = 8, limits = true }) {
  const shown = rows.filter(({ move }, place) => place < most || move === played || move === chosen);
  const longest = Math.max(chance ? 0.1 : 1, ...shown.map(({ loss, range }) => range?.[1] ?? loss ?? 0));
  const percent = (/** @type {number} */ value) => `${Math.min(100, (100 * Math.max(0, value)) / longest)}%`;
  return html`<table class="small num compared"><thead><tr><th scope="col">move</th><th scope="col">worth</th><th scope="col">loses</th>${limits ? html`<th scope="col">95 % interval</th>` : null}</tr></thead><tbody>
    ${shown.map(({ move, value, loss, range, best }) => html`<tr class=${move === played ? "was" : ""} key=${move}>
      <td>${show(move)}${move === played ? html` <span class="soft">played</span>` : ""}${move === chosen && move !== played ? html` <span class="soft">your answer</span>` : ""}</td>
      <td class="soft">${value === null ? "–" : plain(value, chance)}</td>
      <td>${best ? html`<b>best</b>` : loss === null ? "–" : loss ? `−${plain(loss, chance)}` : "0"}</td>
      ${limits ? html`<td>${loss && !best ? html`<div class="rangebar" aria-hidden="true">${range ? html`<i style=${{ left: percent(range[0]), width: `${(100 * (Math.min(longest, range[1]) - Math.max(0, range[0]))) / longest}%` }}></i>` : null}<b style=${{ left: percent(loss) }}></b></div>${range ? html`<span class="limits xs soft">${plain(range[0], chance)} to ${plain(range[1], chance)}</span>` : null}` : null}</td>` : null}
    </tr>`)}
  </tbody></table>${shown.length < rows.length ? html`<p class="small soft">and ${counted(rows.length - shown.length, "other move")}, worse on average</p>` : null}`;
}

/** Why the best move is better: the server's sentence with cards as chips and with names. @param {{text: string, players: string[]}} props */
export function Reason({ text, players }) {
  if (!text) return null;
  return html`<p class="small soft"><${Told} text=${text.replace(/>P(\d)/g, (_, seat) => ` (robs ${you(players[Number(seat) - 1] ?? "")})`)} /></p>`;
}

/**
 * Whether an answer is right, in a sentence.
 * @param {{rows: Row[], chosen: string, show: (move: string) => import("./preact.js").Child, chance: boolean}} props
 */
export function Verdict({ rows, chosen, show, chance }) {
  const row = rows.find(({ move }) => move === chosen);
  const best = rows.find((other) => other.best);
  if (row?.best) return html`<b>Right:</b> ${show(chosen)} is best.`;
  if (row && !row.worse) return html`<b>Right:</b> ${show(chosen)} is as good as ${show(best?.move ?? "")}.`;
  return html`<b>No:</b> ${show(chosen)} ${row?.loss ? `loses about ${pointsOf(row.loss, chance)}` : "is worse"}.`;
}
