// The tables of the games without suits, with their pieces: market, safes and tools of Diam's; castles, pile and cards aside of Diamoniak.

import { arrows, Component, html, Icon } from "./ui.js";
import { capital, counted, plain } from "./words.js";

const MANY = 24; // buttons; where there are more, large groups are folded, if there are several
const LARGE = 6;
const CASTLE = 6; // parts of a whole one
const MOST_BACKS = 6;
export const TOOLS = /** @type {Record<string, {name: string, icon: import("./ui.js").IconName}>} */ ({
  T: { name: "Passe-passe", icon: "swap" },
  B: { name: "Perce-blindage", icon: "shield" },
  S: { name: "Secur'express", icon: "pass" },
});
const COLOURS = /** @type {Record<string, {name: string, icon: import("./ui.js").IconName}>} */ ({
  R: { name: "red", icon: "triangle" },
  G: { name: "green", icon: "circle" },
  B: { name: "blue", icon: "square" },
  Y: { name: "yellow", icon: "star" },
});

/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./types.js").DiamsTable} DiamsTable */
/** @typedef {import("./types.js").DiamoniakTable} DiamoniakTable */

/** A sentence of Diamoniak, with the names of colours in place of letters. @param {string} text */
export const inColours = (text) => text.replace(/\bcastle (cards?) ([RGBY])\b/g, (_, cards, colour) => `${COLOURS[colour]?.name} castle ${cards}`);

/** A move in words; as it is written, with names for seats, where the table has none. @param {Live | null} live @param {string} move */
export function toldMove(live, move) {
  const told = live?.moves.find((one) => one.move === move);
  if (told?.words) return inColours([told.group, told.words].filter(Boolean).join(": "));
  return move.replace(/\bP(\d)\b/g, (seat, number) => live?.players[Number(number) - 1]?.name ?? seat);
}

// -- Diam's

/** The cards of a text such as `9*,7 3 +2`, and how many are hidden. @param {string} text */
export function readCards(text) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  return { cards: words.filter((word) => !word.startsWith("+")),
    hidden: words.filter((word) => word.startsWith("+")).reduce((sum, word) => sum + Number(word.slice(1)), 0) };
}

/**
 * Cards that can be pressed, by their places in a row.
 * @typedef {{isOn: (place: number) => boolean, isOff: (place: number) => boolean, isBest: (place: number) => boolean, onPress: (place: number) => void}} Picks
 */

/**
 * A card of Diam's: a quality, with a loupe or without, or a tool; a button where it can be pressed.
 * @param {{card: string, place?: number, picks?: Picks | null, gap?: string}} props
 */
function DiamsCard({ card, place = 0, picks = null, gap = "" }) {
  const tool = TOOLS[card];
  const hasLoupe = card.endsWith("*");
  const quality = card.replace("*", "");
  const isClosing = quality === "X";
  const said = tool?.name ?? (isClosing ? "the closing card" : `${quality}${hasLoupe ? " with a loupe" : ""}`);
  const inside = tool ? html`<${Icon} name=${tool.icon} /><span aria-hidden="true">${tool.name}</span>` : isClosing ? html`<${Icon} name="close" />` : html`<b aria-hidden="true">${quality}</b>${hasLoupe ? html`<span class="lp"><${Icon} name="loupe" /></span>` : null}`;
  const classes = `card ${tool || isClosing ? "tl" : "dm"} ${gap}`;
  if (!picks) return html`<span class=${classes} role="img" aria-label=${said}>${inside}</span>`;
  const [isOn, isOff] = [picks.isOn(place), picks.isOff(place)];
  return html`<button type="button" class=${`${classes} ${isOn ? "up" : ""} ${isOff ? "dim" : ""} ${picks.isBest(place) ? "best" : ""}`} data-card=${card} aria-pressed=${String(isOn)} aria-disabled=${isOff ? "true" : null} onClick=${() => picks.onPress(place)}>${inside}${isOn ? html`<span class="tick" aria-hidden="true">✓</span>` : null}<span class="sr">${said}${picks.isBest(place) ? ", part of the best move" : ""}</span></button>`;
}

/** The piles of a safe, each as `7×3`; of hidden ones the number alone. @param {{text: string}} props */
function Safe({ text }) {
  const piles = text.split(/\s+/).filter(Boolean);
  return html`<span class="row diams-safes">${piles.map((pile) => {
    const { cards, hidden } = readCards(pile);
    const quality = cards[0]?.replace("*", "") ?? "?";
    const loupes = cards.filter((card) => card.endsWith("*")).length;
    const count = cards.length + hidden;
    return html`<span class="diams-safe" role="img" aria-label=${`a pile of ${count}${cards.length ? ` of quality ${quality}` : ", hidden"}${loupes ? `, ${counted(loupes, "loupe")}` : ""}`}><b>${quality}</b>×${count}${loupes ? html` <${Icon} name="loupe" />` : null}</span>`;
  })}</span>`;
}

/** @param {{count: number}} props */
function Backs({ count }) {
  return html`<span class="backs" aria-hidden="true">${Array.from({ length: Math.min(count, MOST_BACKS) }, () => html`<i></i>`)}</span><span>${counted(count, "card")}</span>`;
}

/**
 * @param {{players: string[], table: DiamsTable, first: number, points: number[], picks?: {hand: Picks, market: Picks} | null}} props
 * @returns {Pieces}
 */
function diamsPieces({ players, table, first, points, picks = null }) {
  const hand = (/** @type {number} */ seat) => readCards(String(table.hand?.[`P${seat + 1}`] ?? ""));
  const safe = (/** @type {number} */ seat) => String(table.safe?.[`P${seat + 1}`] ?? "");
  const market = readCards(table.market ?? "").cards;
  const used = [...(table.used ?? "")].filter((letter) => TOOLS[letter]);
  const own = hand(first);
  return {
    points: players.map((_, seat) => counted(points[seat] ?? table.chips?.[seat] ?? 0, table.chips?.length ? "chip" : "point")),
    seat: (seat) => html`<div class="rest">${hand(seat).cards.length ? html`<span class="row diams-open">${hand(seat).cards.map((card) => html`<b>${TOOLS[card]?.name ?? card.replace("*", "°")}</b>`)}</span>` : null}${hand(seat).hidden ? html`<${Backs} count=${hand(seat).hidden} />` : null}</div><${Safe} text=${safe(seat)} />`,
    middle: html`<section class="mk" style=${{ "--n": market.length }} aria-label="Market"><div><span class="cap">market · ${counted(market.length, "card")}</span><div class="cards" onKeyDown=${arrows}>${market.map((card, place) => html`<${DiamsCard} key=${place} card=${card} place=${place} picks=${picks?.market ?? null} gap=${place && Number.parseInt(card, 10) !== Number.parseInt(market[place - 1] ?? "", 10) ? "g" : ""} />`)}</div></div>
      <div class="stock"><span class="pile" aria-hidden="true"><i></i></span><span>${typeof table.pile === "number" ? `${table.pile} left` : table.pile}</span>${used.length ? html`<span class="cap">used: ${used.map((letter) => TOOLS[letter]?.name).join(", ")}</span>` : null}</div></section>`,
    own: html`<span class="cap">safe</span>${safe(first) ? html`<${Safe} text=${safe(first)} />` : html`<span class="cap">empty</span>`}`,
    hand: html`<div class="hand" style=${{ "--n": own.cards.length, "--c": own.cards.length }} role="group" aria-label="Your hand"><div class="fan" style=${{ "--m": own.cards.length }}>${own.cards.map((card, index) => html`<${DiamsCard} key=${index} card=${card} place=${index} picks=${picks?.hand ?? null} />`)}${own.hidden ? html`<span class="cap">${own.hidden} hidden</span>` : null}</div></div>`,
  };
}

/** How a round of Diam's was won. @param {{live: Live}} props */
export function DiamsSums({ live }) {
  const table = /** @type {DiamsTable} */ (/** @type {unknown} */ (live.table));
  const hasChips = Boolean(table.chips?.length);
  const rows = live.players.map(({ name }, seat) => {
    const safe = String(table.safe?.[`P${seat + 1}`] ?? "");
    const hand = readCards(String(table.hand?.[`P${seat + 1}`] ?? "")).cards;
    const left = hand.reduce((sum, card) => sum + (Number.parseInt(card, 10) || 0), 0);
    const [piles = "", most = 0, loupes = 0] = table.sources?.[seat] ?? [];
    const chips = hasChips ? `+${(live.score.points[seat] ?? 0) - (table.chips[seat] ?? 0)} = ${live.score.points[seat]}` : "";
    return { name, safe, left, count: safe.split("*").length - 1, piles, most, loupes, points: table.points?.[seat] ?? "", chips };
  });
  return html`<ul class="sums">${rows.map(({ name, safe, left, count, piles, most, loupes, points, chips }) => html`<li><h3>${name}</h3>${hasChips ? html`<span class="chips">${chips} <small class="soft">chips</small></span>` : null}
      <p><b>${piles}</b> <${Safe} text=${safe} />${most ? html` <b>+ ${most}</b>` : null} <small class="soft">${left} left</small>${loupes ? html` <b>+ ${loupes}</b>` : null} <small class="soft">${counted(count, "loupe")}</small> <b class="whole">= ${points}</b></p></li>`)}</ul>`;
}

// -- Diamoniak

/** Cards counted by kind, such as `R2 Y D4`. @param {string} text @returns {{kind: string, count: number}[]} */
function readCounts(text) {
  return [...text.matchAll(/([A-Z])(\d*)/g)].map(([, kind = "", count]) => ({ kind, count: Number(count || 1) }));
}

/** Cards of Diamoniak of one kind. @param {{kind: string, count: number}} props */
function Token({ kind, count }) {
  const colour = COLOURS[kind];
  const name = colour ? `${colour.name} castle card` : ({ D: "diamond", F: "fairy", W: "witch" }[kind] ?? kind);
  const inside = colour ? html`<${Icon} name=${colour.icon} />` : kind === "D" ? html`<i class="gem"></i>` : html`<${Icon} name=${kind === "F" ? "fairy" : "witch"} />`;
  return html`<span class=${`tk ${kind} ${count > 1 ? "several" : ""}`} role="img" aria-label=${counted(count, name)}>${inside}${count > 1 ? html`<b>${count}</b>` : null}</span>`;
}

/** A castle, of six parts. @param {{text: string}} props such as `R2` */
function Castle({ text }) {
  const colour = COLOURS[text[0] ?? ""];
  if (!colour) return html`<div class="castle no">no castle yet</div>`;
  const built = Number(text.slice(1));
  return html`<div class=${`castle ${text[0]}`} role="img" aria-label=${`${colour.name} castle, ${built} of ${CASTLE}`}>${Array.from({ length: CASTLE }, (_, part) => html`<i class=${part < built ? "on" : ""}>${part < built ? html`<${Icon} name=${colour.icon} />` : null}</i>`)}</div>`;
}

/** @param {{players: string[], table: DiamoniakTable, first: number}} props @returns {Pieces} */
function diamoniakPieces({ players, table, first }) {
  const aside = (/** @type {number} */ seat) => readCounts(table.aside?.[`P${seat + 1}`] ?? "");
  const castle = (/** @type {number} */ seat) => html`<${Castle} text=${table.castle?.[`P${seat + 1}`] ?? ""} />`;
  const cards = (/** @type {{kind: string, count: number}[]} */ ones) => html`<div class="row as">${ones.map((one) => html`<${Token} ...${one} />`)}</div>`;
  const pile = readCounts(table.pile ?? "");
  const left = pile.reduce((sum, { count }) => sum + count, 0);
  const witches = pile.find(({ kind }) => kind === "W")?.count ?? 0;
  const gone = readCounts(table.discard ?? "");
  return {
    points: players.map((_, seat) => `${table.castle?.[`P${seat + 1}`]?.slice(1) ?? 0} of ${CASTLE}`),
    seat: (seat) => html`${castle(seat)}${cards(aside(seat))}`,
    middle: html`<section class="mid" aria-label="Pile and discards"><figure><span class="pile" aria-hidden="true"><i></i></span><figcaption>pile ${left}<br /><span>${counted(witches, "witch")}${left ? `: ${plain(witches / left, true)} for the next card` : ""}</span></figcaption></figure>
      <div class="drawn"><span class="cap">in the pile</span>${cards(pile)}</div>
      ${gone.length ? html`<div class="drawn"><span class="cap">discards ${gone.reduce((sum, { count }) => sum + count, 0)}</span>${cards(gone)}</div>` : null}</section>`,
    own: castle(first),
    hand: html`<div class="aside" role="group" aria-label="Beside your castle">${aside(first).length ? cards(aside(first)) : html`<span class="cap">nothing beside the castle</span>`}</div>`,
  };
}

// -- the table

/**
 * What a game puts on the table: words of the points, of a seat, in the middle, before the own seat.
 * @typedef {{points: string[], seat: (seat: number) => import("./preact.js").Child, middle: import("./preact.js").Child,
 *   own: import("./preact.js").Child, hand: import("./preact.js").Child}} Pieces
 */

/** Sentences that begin with a player, in one line as long as that is the same one. @param {string[]} told @param {string[]} players */
function byPlayer(told, players) {
  /** @type {{name: string, text: string}[]} */
  const lines = [];
  for (const text of told) {
    const name = players.find((each) => text.startsWith(`${each} `)) ?? "";
    const last = lines.at(-1);
    if (last?.name === name && name) last.text += `, ${text.slice(name.length + 1)}`;
    else lines.push({ name, text });
  }
  return lines.map(({ text }) => text);
}

/**
 * Seats around the felt, the pieces between them, the own ones below.
 * @param {{
 *   players: string[], table: object, game: string, first: number, turn: number, points?: number[], told?: string[],
 *   dock?: import("./preact.js").Child, moves: import("./preact.js").Child, isCovered?: boolean, picks?: {hand: Picks, market: Picks} |
 *   null, onSkip?: (() => void) | null, }} props `picks`: what can be pressed; `onSkip`: ends what is shown; `told`: what the others did
 *   since one's own last move
 */
export function PiecesTable({ players, table, game, first, turn, points = [],
  told = [], dock = null, moves, isCovered = false, picks = null, onSkip = null }) {
  const given = { players, table: /** @type {any} */ (table), first, points, picks };
  const pieces = game === "diams" ? diamsPieces(given) : diamoniakPieces(given);
  const others = Array.from({ length: players.length - 1 }, (_, index) => (first + 1 + index) % players.length);
  return html`<div class="felt pieces" data-n=${players.length} onClick=${onSkip}>
      ${others.map((seat, index) => html`<section class=${`seat s${index + 1} ${turn === seat ? "turn" : ""}`} key=${seat} style=${{ "--who": `var(--p${index + 1})` }} data-seat=${seat}>
        <header><span class="av" aria-hidden="true">${[...(players[seat] ?? "")][0]}</span><h2>${players[seat]}</h2><span class="pts small">${pieces.points[seat]}</span></header>${pieces.seat(seat)}</section>`)}
      ${pieces.middle}
    </div>
    <div class="dock">${told.length ? html`<ul class="since" aria-label="Since your last move">${byPlayer(told, players).map((text) => html`<li>${text}</li>`)}</ul>` : null}<section class=${`me ${turn === first ? "turn" : ""}`} style=${{ "--who": "var(--lamp)" }} data-seat=${first}><span class="av" aria-hidden="true">${players[first]?.[0]}</span><h2>${players[first]}</h2>${pieces.own}<span class="pts small">${pieces.points[first]}</span></section>${dock}${isCovered ? null : pieces.hand}${moves}</div>`;
}

/** The cards that a witch takes. @param {string} move such as `-RYY` */
function takenByWitch(move) {
  const cards = [...move.slice(1)];
  return html`<span class="row as">${[...new Set(cards)].map((kind) => html`<${Token} kind=${kind} count=${cards.filter((card) => card === kind).length} />`)}</span>`;
}

/**
 * The moves as buttons under headings, or several cards that make one.
 * @extends {Component<{
 *   moves: import("./types.js").MoveText[], turn: import("./types.js").Turn, marks: Map<string, import("./board.js").Mark>,
 *   canPlay: boolean, onPlay: (move: string) => void, }, {chosen: string[]}>}
 */
export class MoveList extends Component {
  state = { chosen: /** @type {string[]} */ ([]) };

  render() {
    const { moves, turn, marks, canPlay, onPlay } = this.props;
    if (!canPlay || turn.decision === "next") return null;
    if (turn.needs) return this.pool(turn.needs, turn.pool ?? []);
    /** @type {Map<string, import("./types.js").MoveText[]>} */
    const groups = new Map();
    for (const one of moves) groups.set(one.group ?? "", [...(groups.get(one.group ?? "") ?? []), one]);
    const folds = groups.size > 1 && moves.length > MANY;
    const show = (/** @type {import("./types.js").MoveText} */ { move, written, words = "" }) => html`<button type="button" class=${marks.get(move)?.best ? "main" : ""} data-move=${move} title=${words ? written : null} onClick=${() => onPlay(move)}>${turn.decision === "witch" ? takenByWitch(move) : capital(inColours(words || written))}${marks.get(move) ? html` <small>${marks.get(move)?.note}</small>` : null}</button>`;
    return html`<div class="mv" role="group" tabindex="-1" aria-label=${turn.text}>${[...groups].map(([group, ones]) => {
      const inside = html`<div class="row" role="group" aria-label=${group || null}>${ones.map(show)}</div>`;
      if (folds && ones.length > LARGE) return html`<details key=${group} open=${ones.some(({ move }) => marks.get(move)?.best)}><summary>${group} (${ones.length})</summary>${inside}</details>`;
      return html`<div class="group" key=${group}>${group ? html`<p class="small">${group}</p>` : null}${inside}</div>`;
    })}</div>`;
  }

  /** @param {number} needs @param {string[]} cards of some there are several */
  pool(needs, cards) {
    const { chosen } = this.state;
    const count = (/** @type {string[]} */ among, /** @type {string} */ card) => among.filter((one) => one === card).length;
    const left = needs - chosen.length;
    return html`<div class="mv" role="group" aria-label=${this.props.turn.text}>
      <div class="row">${[...new Set(cards)].map((card) => html`<button type="button" data-card=${card} aria-pressed=${String(chosen.includes(card))} disabled=${!left || count(chosen, card) >= count(cards, card)} onClick=${() => this.setState({ chosen: [...chosen, card] })}>${TOOLS[card]?.name ?? card}</button>`)}</div>
      ${chosen.length ? html`<div class="row chosen" role="group" aria-label="chosen">chosen: ${chosen.map((card, index) => html`<button type="button" onClick=${() => this.setState({ chosen: chosen.filter((_, other) => other !== index) })}><span class="sr">take back </span>${card}</button>`)}</div>` : null}
      <button type="button" class="main" id="confirm" disabled=${left !== 0} onClick=${() => this.props.onPlay(chosen.join(" "))}>${left ? `${left} more` : "Done"}</button>
    </div>`;
  }
}
