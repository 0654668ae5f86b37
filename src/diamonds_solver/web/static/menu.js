// The menu, the list of keys, the rules on one page, and what the browser remembers of how the page looks.

import { Gems } from "./board.js";
import { keepSetting, setting } from "./storage.js";
import { Component, Dialog, html, Segments } from "./ui.js";
import { Suit } from "./words.js";

/** @type {[string, string][]} */
export const ON_OFF = [["on", "on"], ["off", "off"]];
const KEYS = [
  ["← → Home End", "the cards of a hand; steps of a game that is looked at"],
  ["1 … 9", "the n-th card that may be played"],
  ["A, B, …", "an initial: whom to rob"],
  ["a", "hint, or advice; once more: its details"],
  ["s", "solve: the value of every move, all cards open"],
  ["n p", "next and previous mistake"],
  ["b", "find something better"],
  ["j", "the other judge"],
  ["z", "hide or show the values"],
  ["f", "turn the table"],
  ["w", "while I play: quiet, warn me, shade"],
  ["e", "explain: what may be played, and what it does"],
  ["l", "log"],
  ["t", "the table as text"],
  ["u", "undo"],
  ["Space", "go on at once"],
  ["Esc", "close, or stop what is being worked out"],
  ["?", "this list"],
];

/** Shows what was chosen before: colours, letters for suits. */
export function showSettings() {
  const root = document.documentElement;
  root.dataset["theme"] = setting("theme", "auto");
  root.dataset["letters"] = setting("letters", "off");
}

/** @param {{onClose: () => void, hasKeys: boolean, setKeys: (hasKeys: boolean) => void}} props */
export function KeyList({ onClose, hasKeys, setKeys }) {
  return html`<${Dialog} title="Keys" onClose=${onClose}>
    <dl class="keys">${KEYS.map(([keys, text]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    <p class="small soft">Keys do nothing while you type in a field. Tab goes from group to group, the arrows go on in a group of cards.</p>
    <div class="row"><span id="single-keys">Single keys</span><${Segments} label="Single keys" value=${hasKeys ? "on" : "off"} choices=${ON_OFF} onChoose=${(/** @type {string} */ value) => setKeys(value === "on")} /></div>
  </${Dialog}>`;
}

/**
 * @typedef {{text: string, onPress: () => void, disabled?: boolean, id?: string}} MenuItem
 * @param {{onClose: () => void, items: MenuItem[], children?: import("./preact.js").Child, title?: string}} props
 */
export function Menu({ onClose, items, children, title = "Menu" }) {
  return html`<${Dialog} title=${title} onClose=${onClose} kind="menu">
    <ul class="items">${items.map(({ text, onPress, disabled = false, id = null }) => html`<li><button type="button" class="quiet" id=${id} disabled=${disabled} onClick=${onPress}>${text}</button></li>`)}</ul>
    ${children}
  </${Dialog}>`;
}

/** Where every menu leads. @param {(screen: string) => void} go @param {(name: string) => void} openSheet @returns {MenuItem[]} */
export function commonItems(go, openSheet) {
  return [
    { text: "Start", onPress: () => go("start") },
    { text: "Rules", onPress: () => openSheet("rules") },
    { text: "Keys", id: "menu-keys", onPress: () => openSheet("keys") },
  ];
}

/** What is chosen in every menu. */
export function Looks() {
  return html`<${Setting} name="theme" label="Colours" choices=${[["light", "light"], ["dark", "dark"], ["auto", "auto"]]} otherwise="auto" />
    <${Setting} name="letters" label="Letters for suits" choices=${ON_OFF} otherwise="off" />`;
}

/**
 * A choice that the browser keeps.
 * @param {{name: string, label: string, choices: [string, string][], otherwise: string, onChoose?: () => void}} props
 */
export function Setting({ name, label, choices, otherwise, onChoose = () => {} }) {
  const choose = (/** @type {string} */ value, /** @type {Event} */ event) => {
    keepSetting(name, value);
    showSettings();
    onChoose();
    const buttons = /** @type {HTMLElement} */ (event.currentTarget).parentElement?.children ?? [];
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === event.currentTarget));
  };
  return html`<div class="opt"><span>${label}</span>
    <div class="seg" role="group" aria-label=${label}>
      ${choices.map(([value, text]) => html`<button type="button" aria-pressed=${String(setting(name, otherwise) === value)} onClick=${(/** @type {Event} */ event) => choose(value, event)}>${text}</button>`)}
    </div>
  </div>`;
}

/** What a suit does for whoever it acts for, and how many points more that are. */
export const ACTIONS = [
  { suit: "D", name: "Secure", points: 2, text: "a crystal from the supply, straight into the vault: 2 points" },
  { suit: "H", name: "Collect", points: 1, text: "a crystal from the supply into the showroom: 1 point" },
  { suit: "S", name: "Bank", points: 1, text: "a crystal from showroom to vault: 1 point more" },
  { suit: "C", name: "Rob", points: 1, text: "a crystal from another player's showroom: 1 point" },
];

/** What the suits do, in a row of four. */
function ActionList() {
  return html`<ul class="actions">${ACTIONS.map(({ suit, name, text }) => html`<li><${Suit} suit=${suit} /><span><b>${name}</b> ${text}</span></li>`)}</ul>`;
}

/** The rules of each game: headings, and what stands below them. @type {Record<string, () => import("./preact.js").Child>} */
const RULES = {
  diamonds: () => html`
    <p>Win crystals. One in your showroom <${Gems} kind="show" count=${1} /> is worth 1 point and can be robbed; one in your vault <${Gems} kind="vault" count=${1} /> is worth 2 and is safe. Everybody begins with 3 in the showroom.</p>
    <h3>A trick</h3>
    <p>The leader plays any card, and all must follow its suit. The highest card of that suit takes the trick, and its suit acts for the winner. Whoever cannot follow plays any card, and that card's suit acts at once for the one who played it.</p>
    <${ActionList} />
    <h3>Before and after</h3>
    <p>The dealer says 1, 2 or 3, and everybody passes that many cards to the left, in teams to the partner. After the last trick whoever has taken most cards of a suit performs its action once more; a tie gives nothing. Whoever has won no trick secures two crystals. Most points win.</p>
    <h3>More ways to play</h3>
    <p>Two players play two cards each to a trick, in turn. In teams, partners sit opposite and add their points; for an award the team chooses who acts. Perfect Diamonds has fewer cards, and all are dealt.</p>
    <h3>The thief</h3>
    <p>With the thief clubs rob nobody of your choice: they take a crystal from the showroom of whoever has the token <span class="chip">T</span>, which then goes to the left. If that is yourself, or there is no crystal, nothing is taken, and the token goes on all the same.</p>`,
  diams: () => html`
    <p>Collect diamonds of one quality. Cards have qualities 1 to 10, five of each, one of them with a loupe °. The market lies open; your hand and your safe are secret.</p>
    <h3>A turn</h3>
    <p>First draw a card, or open two cards of the pile onto the market. Then make one move:</p>
    <ul class="told"><li>Show a card of your hand, and take all cards of its quality from the market. You keep the one you showed.</li>
      <li>Put a card on the market, and take cards from there whose qualities add up to it: an 8 for 4, 2 and 2.</li>
      <li>Lay three to five cards of one quality in your safe; only cards in the safe score.</li>
      <li>Put a card on the market.</li>
      <li>Use a tool: Passe-passe takes any diamond of the market, Perce-blindage one out of another's safe, Secur'express adds cards to a pile of your safe. Or show a tool and a card to another player: whoever has that quality must put all of it on the market, and you take it.</li></ul>
    <p>At the end of your turn you may hold five cards; the rest goes to the market.</p>
    <h3>The end</h3>
    <p>When the closing card comes, everybody else has one last turn. A pile scores its quality for three cards, twice that for four, three times for five; qualities 8, 9 and 10 count 1. Most left in hand: +3. Most loupes in the safe: +5. The best get 4, 3, 2, 1 and 0 chips; most chips after three rounds win.</p>`,
  diamoniak: () => html`
    <p>Build your castle: whoever has all six castle cards of their colour first wins. There are no hands; every card that is drawn lies open.</p>
    <h3>A turn</h3>
    <p>Either buy: pay three diamonds to another player for a castle card of your colour. Or draw at least one card from the pile, and go on or stop after each.</p>
    <ul class="told"><li>Your first castle card of a colour that nobody builds is your colour. Cards of your colour join the castle; others lie beside it.</li>
      <li>Diamonds and fairies lie beside your castle, and you may draw on.</li>
      <li>A witch ends your turn: you give up three cards of your choice, or one fairy in their place.</li></ul>
    <p>When the pile is used up, the discards are shuffled and are the new pile.</p>`,
};

/** @extends {Component<{games: Record<string, {title: string}>, game: string, onClose: () => void, onKeys: () => void}, {game: string}>} */
export class Rules extends Component {
  state = { game: this.props.game in RULES ? this.props.game : "diamonds" };

  render() {
    const games = /** @type {[string, string][]} */ (Object.entries(this.props.games)
      .filter(([name]) => name in RULES).map(([name, { title }]) => [name, title]));
    return html`<${Dialog} title="The rules on one page" onClose=${this.props.onClose} kind="wide">
      ${games.length > 1 ? html`<${Segments} label="Game" value=${this.state.game} choices=${games} onChoose=${(/** @type {string} */ game) => this.setState({ game })} />` : null}
      ${RULES[this.state.game]?.()}
      <div class="row"><button type="button" onClick=${this.props.onKeys}>Keys</button></div>
    </${Dialog}>`;
  }
}
