// The rules on one page.

import { Dialog, html } from "./ui.js";
import { Gems } from "./board.js";
import { Suit } from "./words.js";

const ACTIONS = [
  { suit: "D", name: "Secure", text: "a crystal from the supply into your vault: 2 points" },
  { suit: "H", name: "Collect", text: "a crystal from the supply into your showroom: 1 point" },
  { suit: "S", name: "Bank", text: "a crystal of your showroom goes into your vault: 1 point more" },
  { suit: "C", name: "Rob", text: "a crystal of another's showroom comes into yours" },
];

/** What the suits do, in a row of four. */
export function ActionList() {
  return html`<ul class="actions">${ACTIONS.map(({ suit, name, text }) => html`<li><${Suit} suit=${suit} /><span><b>${name}</b> ${text}</span></li>`)}</ul>`;
}

/** @param {{onClose: () => void, onKeys: () => void}} props */
export function Rules({ onClose, onKeys }) {
  return html`<${Dialog} title="The rules on one page" onClose=${onClose} kind="wide">
    <p>Win crystals. One in your showroom <${Gems} kind="show" count=${1} /> is worth 1 point and can be robbed; one in your vault <${Gems} kind="vault" count=${1} /> is worth 2 and is safe. Everybody begins with 3 in the showroom.</p>
    <h3>A trick</h3>
    <p>The leader plays any card, and all must follow its suit. The highest card of that suit takes the trick, and its suit acts for the winner. Whoever cannot follow plays any card, and that card's suit acts at once for the one who played it.</p>
    <${ActionList} />
    <h3>Before and after</h3>
    <p>The dealer says 1, 2 or 3: so many cards everybody passes to the left, in teams to the partner. After the last trick whoever has taken most cards of a suit performs its action once more; a tie gives nothing. Whoever has won no trick secures two crystals. Most points win.</p>
    <h3>More ways to play</h3>
    <p>Two players play two cards each to a trick, in turn. In teams, partners sit opposite and add their points; for an award the team chooses who acts. Perfect Diamonds has fewer cards, and all are dealt.</p>
    <div class="row"><button type="button" onClick=${onKeys}>Keys</button></div>
  </${Dialog}>`;
}
