// The sheets over a live game: its menu, the log, the record, a move that is typed, the table as text.

import { seatSentence } from "./board.js";
import { commonItems, Looks, Menu, ON_OFF, Setting } from "./menu.js";
import { sound } from "./sound.js";
import { CopyButton, createRef, Dialog, html, saveFile } from "./ui.js";
import { said, Told } from "./words.js";

const PACES = [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["instant", "at once"]];

/**
 * @typedef {object} SheetProps
 * @property {string} name which sheet
 * @property {import("./types.js").Live} live
 * @property {import("./board.js").View | null} view
 * @property {Map<number, {text: string, notation: string}[]>} story what happened, by step
 * @property {string} sentence whose turn it is
 * @property {string} typing how moves are typed
 * @property {string[]} without parts that this page has not
 * @property {(screen: string, given?: unknown) => void} go
 * @property {() => void} onClose
 * @property {(name: string) => void} onOpen shows another sheet
 * @property {(name: string) => void} onCommon shows a sheet of the page
 * @property {() => void} onRedo
 * @property {(isSure: boolean) => void} onLeave
 * @property {() => void} onSave
 * @property {(text: string) => void} onType
 */

/** @param {SheetProps} props */
export function GameSheet(props) {
  const { name, live, view, story, sentence, onClose } = props;
  if (name === "menu") return html`<${GameMenu} ...${props} />`;
  if (name === "leave") {
    return html`<${Dialog} title="Leave this game?" onClose=${onClose} kind="centre"><p>It stays under Resume.</p>
      <div class="foot"><button type="button" onClick=${onClose}>Play on</button><button type="button" class="main" id="sure" onClick=${() => props.onLeave(true)}>Leave it</button></div></${Dialog}>`;
  }
  if (name === "log") {
    const lines = [...story].sort(([one], [two]) => two - one).flatMap(([, ones]) => ones);
    return html`<${Dialog} title="Log" onClose=${onClose}><ol class="story">${lines.map(({ text, notation }) => html`<li><${Told} text=${text} />${notation ? html` <small class="soft">${notation}</small>` : null}</li>`)}</ol></${Dialog}>`;
  }
  if (name === "type") return html`<${TypedMove} ...${props} />`;
  if (name === "text") return html`<${Dialog} title="The table as text" onClose=${onClose}>${view ? asText(view, sentence) : html`<pre class="diagram" tabindex="0">${live.diagram}</pre>`}</${Dialog}>`;
  return html`<${Dialog} title="Record" onClose=${onClose} kind="wide"><textarea class="record" id="record-text" rows="14" readonly aria-label="record" value=${live.record}></textarea>
    <div class="foot"><${CopyButton} text=${() => live.record} /><button type="button" class="main" onClick=${() => saveFile(live.record, "round.dia")}>Save</button></div></${Dialog}>`;
}

/** @param {SheetProps} props */
function GameMenu({ live, typing, without, go, onClose, onOpen, onCommon, onRedo, onLeave, onSave }) {
  const items = [
    { text: "New game", id: "new-game", onPress: () => onLeave(false) },
    ...(without.includes("files") ? [] : [{ text: "Save", onPress: onSave }]),
    { text: "Redo", onPress: onRedo, disabled: !live.can_redo },
    { text: "Log", onPress: () => onOpen("log") },
    ...(without.includes("record") ? [] : [{ text: "Record", id: "show-record", onPress: () => onOpen("record") }]),
    ...(typing ? [{ text: "Type a move", id: "type-move", onPress: () => onOpen("type") }] : []),
    { text: "Review", onPress: () => go("review", { text: live.record }) },
    ...commonItems(go, (name) => {
      onClose();
      onCommon(name);
    }),
  ];
  return html`<${Menu} onClose=${onClose} items=${items}><h3>Settings</h3>
    <${Setting} name="pace" label="Pace" choices=${PACES} otherwise="normal" />
    <${Setting} name="sound" label="Sound" choices=${ON_OFF} otherwise="off" onChoose=${() => sound("turn")} />
    <${Setting} name="ask" label="Ask before playing" choices=${ON_OFF} otherwise="off" />
    <${Looks} />
  </${Menu}>`;
}

/** @param {SheetProps} props */
function TypedMove({ live, view, typing, onClose, onType }) {
  /** @type {{current: HTMLInputElement | null}} */
  const typed = createRef();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = typed.current?.value.trim();
    if (text) onType(text);
  };
  return html`<${Dialog} title="Type a move" onClose=${onClose} kind="centre">
    <form class="row" onSubmit=${submit}><input ref=${typed} id="typed" type="text" autocomplete="off" aria-label="move" placeholder=${view ? "C15>P1" : (live.moves.at(-1)?.written ?? "")} /><button type="submit" class="main">Play</button></form>
    <p class="small soft">${typing}</p></${Dialog}>`;
}

/** @param {import("./board.js").View} view @param {string} sentence */
function asText(view, sentence) {
  const trick = view.trick.map((card, index) => `${view.players[(view.leader + index) % view.players.length]} ${said(card)}`);
  return html`<ul class="items">${view.players.map((_, seat) => html`<li>${seatSentence(view, seat)}.</li>`)}<li>${trick.length ? `The trick: ${trick.join(", ")}.` : "No card lies on the table."}</li><li>${sentence}</li></ul>`;
}
