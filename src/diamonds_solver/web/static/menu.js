// The menu, the list of keys, the rules on one page, and what the browser remembers of how the page looks.

import { Gems } from "./board.js";
import { keepSetting, setting } from "./storage.js";
import { Dialog, html, Segments } from "./ui.js";
import { Suit } from "./words.js";

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
    <div class="row"><span id="single-keys">Single keys</span><${Segments} label="Single keys" value=${hasKeys ? "on" : "off"} choices=${[["on", "on"], ["off", "off"]]} onChoose=${(/** @type {string} */ value) => setKeys(value === "on")} /></div>
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

/** What every menu has. @param {{go: (screen: string) => void, openSheet: (name: string) => void}} props */
export function CommonMenu({ go, openSheet }) {
  return html`<ul class="items">
      <li><button type="button" class="quiet" onClick=${() => go("start")}>Start</button></li>
      <li><button type="button" class="quiet" onClick=${() => openSheet("rules")}>Rules</button></li>
      <li><button type="button" class="quiet" onClick=${() => openSheet("keys")}>Keys</button></li>
    </ul>
    <${Setting} name="theme" label="Colours" choices=${[["light", "light"], ["dark", "dark"], ["auto", "auto"]]} otherwise="auto" />
    <${Setting} name="letters" label="Letters for suits" choices=${[["on", "on"], ["off", "off"]]} otherwise="off" />`;
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

const ACTIONS = [
  { suit: "D", name: "Secure", text: "a crystal from the supply into your vault: 2 points" },
  { suit: "H", name: "Collect", text: "a crystal from the supply into your showroom: 1 point" },
  { suit: "S", name: "Bank", text: "a crystal of your showroom goes into your vault: 1 point more" },
  { suit: "C", name: "Rob", text: "a crystal of another's showroom comes into yours" },
];

/** What the suits do, in a row of four. */
function ActionList() {
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
    <p>The dealer says 1, 2 or 3, and everybody passes that many cards to the left, in teams to the partner. After the last trick whoever has taken most cards of a suit performs its action once more; a tie gives nothing. Whoever has won no trick secures two crystals. Most points win.</p>
    <h3>More ways to play</h3>
    <p>Two players play two cards each to a trick, in turn. In teams, partners sit opposite and add their points; for an award the team chooses who acts. Perfect Diamonds has fewer cards, and all are dealt.</p>
    <div class="row"><button type="button" onClick=${onKeys}>Keys</button></div>
  </${Dialog}>`;
}
