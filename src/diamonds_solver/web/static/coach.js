// What a newcomer is told at the table: which cards may be played and why, what a card does, what was just won. All of it follows from the
// table, and from what the rules say that each move does.

import { teamOf, winningCard } from "./board.js";
import { ACTIONS } from "./menu.js";
import { actionText } from "./motion.js";
import { html } from "./ui.js";
import { capital, cardOf, clause, counted, indexOf, listed, possessive, said, SUIT_NAMES, Told } from "./words.js";

/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./board.js").View} View */
/** @typedef {{head: string, text?: string, more?: string}} Words cards in them as `H14` */

/** A round of seven tricks whose first three cards lie there, begun as any record is. */
export const LESSON = {
  text: `diamonds 1
id first-round
players You Ann Bob Cy
hand You D11,8 H14,4 S9 C11,5
hand Ann D13,5 H9,6,1 S4 C12
hand Bob D9,1 H12,5,2 S12 C13
hand Cy D2 H11,3 S14,13,3 C1
lead Ann
play H6 H12 H3
`,
  sources: ["me", "easy", "easy", "easy"],
  seed: 1,
};

/** The whole round after it. */
export const WHOLE_ROUND = { game: "diamonds", players: 4, sources: LESSON.sources, names: ["You", "Ann", "Bob", "Cy"], rounds: "1" };

/** Why a card of another suit may not be played. @param {string} led the suit that was led */
export const mustFollow = (led) => `you have ${SUIT_NAMES[led]}, so you must play one`;

/** @param {string} card */
const rank = (card) => Number(card.slice(1));
/** @param {string} suit */
const one = (suit) => SUIT_NAMES[suit]?.slice(0, -1) ?? "";

/** What all suits do, in short. */
const DEEDS = listed(ACTIONS.map(({ suit, name, points }) => `${SUIT_NAMES[suit]} ${name.toLowerCase()} (+${points})`));

const LEAD = `The others must follow its suit if they can. The highest card of that suit wins, and the suit acts for the winner: ${DEEDS}.`;
const LAST = "This is the last trick. After it, whoever has taken the most cards of a suit gets its action once more.";

/** What an action of a suit does for somebody. @param {string} suit @param {View} view */
function deed(suit, view) {
  const { name = "", text = "" } = ACTIONS.find((action) => action.suit === suit) ?? {};
  return suit === "C" && view.thief >= 0 ? `${name.toLowerCase()}s whoever has the token T: 1 point` : `${name.toLowerCase()}s ${text}`;
}

/** What the last trick did. @param {Live} live @param {View} view */
function lastTrick({ table }, { players }) {
  const trick = table.tricks.findLast(({ trick: number, winner }) => number !== null && winner !== null);
  if (!trick) return "";
  const deeds = trick.actions.map((action) => actionText(players, action)).filter(Boolean);
  const told = [clause(players[indexOf(trick.winner)] ?? "", "takes it"), ...deeds];
  return `Last trick: ${listed(told.map((text) => text.replace(/^You /, "you ")))}.`;
}

/** Who has played the card that wins so far. @param {View} view */
const holderOf = ({ leader, trick, players }) => (leader + winningCard(trick)) % players.length;

/** Whether somebody is on the side of whoever looks. @param {View} view @param {number} seat */
const isOurs = (view, seat) => seat === view.first || (view.teams > 0 && teamOf(view, seat) === teamOf(view, view.first));

/** What to know about a card to play. @param {Live} live @param {View} view @returns {Words} */
function aboutCard(live, view) {
  const { players, trick, first, number, tricks } = view;
  const [led] = trick;
  const news = number === tricks ? LAST : lastTrick(live, view);
  if (!led) return { head: "You lead: play any card.", text: LEAD, more: news };
  const [suit = ""] = led;
  const begin = `${clause(players[view.leader] ?? "", "led")} a ${one(suit)}`;
  if (!view.hands[first]?.some((card) => card[0] === suit)) {
    const text = `It cannot win, but its own suit acts for you at once, whatever its number: ${DEEDS}.`;
    return { head: `${begin}, and you have none: play any card.`, text, more: news };
  }
  const best = trick[winningCard(trick)] ?? "";
  const own = live.moves.map(({ move }) => cardOf(move)).filter((card) => card[0] === suit).sort((a, b) => rank(b) - rank(a));
  const [high = ""] = own;
  const holder = holderOf(view);
  const whose = `${possessive(players[holder] ?? "")} ${best}`;
  const chance = isOurs(view, holder) ? "" : rank(high) > rank(best) ? `Your ${high} beats ${whose}.` : `${whose} beats all of yours.`;
  const text = `The highest ${one(suit)} wins the trick, and its winner ${deed(suit, view)}.`;
  return { head: `${begin}. ${capital(mustFollow(suit))}.`, text, more: [chance, news].filter(Boolean).join(" ") };
}

const PASS = "As many come to you, and you see them afterwards. High cards win; with none of a suit you may play any card when it is led.";
/** Of decisions of which nothing depends on the table. @type {Record<string, Words>} */
const TOLD = {
  actor: { head: "Who acts for your team?", text: "The action of the suit is for one of you; your points are added up." },
  count: { head: "You deal: choose 1, 2 or 3.", text: "Everybody passes that many cards, and sees what comes only afterwards." },
  victim: { head: "Whom do you rob?", text: "Press a player: a crystal of that showroom comes into yours. Vaults are safe." },
};

/**
 * What whoever sits at the bottom has to know to decide.
 * @param {Live} live @param {View} view
 * @param {{card?: string, isRobbing?: boolean}} [about] a grey card that was pressed; whether a card waits to be told whom it robs
 * @returns {Words}
 */
export function explained(live, view, { card = "", isRobbing = false } = {}) {
  const { players, first, trick, teams } = view;
  const decision = live.turn?.decision ?? "";
  const led = trick[0]?.[0] ?? "";
  if (card && led && decision === "card") {
    const text = `${clause(players[view.leader] ?? "", "led")} a ${one(led)}. Only somebody who has none may play another suit.`;
    return { head: `${capital(mustFollow(led))}.`, text };
  }
  if (card) return { head: `${card} cannot be played now.` };
  if (isRobbing || decision === "victim") return /** @type {Words} */ (TOLD["victim"]);
  if (decision === "pass") {
    const to = players[(first + (teams || 1)) % players.length] ?? "";
    return { head: `Choose ${counted(live.turn?.needs ?? 0, "card")} for ${to}.`, text: PASS };
  }
  return TOLD[decision] ?? aboutCard(live, view);
}

/**
 * What a move does, on its card: what it wins, or keeps; "" where that is open.
 * @param {import("./types.js").MoveText} move @param {Live} live @param {View} view
 */
function noteOf({ move, does = [] }, live, view) {
  const card = cardOf(move);
  const best = view.trick[winningCard(view.trick)] ?? "";
  if (!best || !card) return "";
  const own = `P${view.first + 1}`;
  const acts = does.filter(({ kind, seat }) => kind === "action" && seat === own);
  const gain = acts.reduce((sum, { gains }) => sum + (gains?.[view.first] ?? 0), 0);
  if (card[0] !== best[0]) return gain ? `+${gain} now` : "no effect";
  const taker = does.find(({ kind }) => kind === "trick")?.seat;
  if (taker === own) return gain ? `wins +${gain}` : "wins";
  if (!taker && rank(card) > rank(best)) return `beats ${rank(best)}`;
  if (isOurs(view, holderOf(view))) return "";
  const high = Math.max(...live.moves.map((other) => cardOf(other.move)).filter((other) => other[0] === best[0]).map(rank));
  return high > rank(best) ? `saves ${high}` : "loses";
}

/** What each move does, on its card. @param {Live} live @param {View} view @returns {Map<string, import("./board.js").Mark>} by move */
export function consequences(live, view) {
  const moves = live.turn?.decision === "card" ? live.moves : [];
  const notes = moves.map((move) => /** @type {const} */ ([move.move, noteOf(move, live, view)]));
  return new Map(notes.filter(([, note]) => note).map(([move, note]) => [move, { note, said: note }]));
}

/** The same as it is said. @param {Words} words */
export const spokenWords = ({ head, text = "", more = "" }) => said([head, text, more].filter(Boolean).join(" "));

/** A bubble over the own plate. @param {{words: Words, kind: string}} props */
export function Bubble({ words: { head, text, more }, kind }) {
  return html`<div class=${`coach ${kind}`} role="note"><i class="gem" aria-hidden="true"></i>
    <p><b><${Told} text=${head} /></b>${text ? html` <${Told} text=${text} />` : null}
      ${more ? html`<small><${Told} text=${more} /></small>` : null}</p></div>`;
}
