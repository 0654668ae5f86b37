// The sheets over a live game: its menu, the log, the record, a move that is typed, the table as text.

import { seatSentence } from "./board.js";
import { commonItems, Looks, Menu, ON_OFF, Setting } from "./menu.js";
import { sound } from "./sound.js";
import { CopyButton, createRef, Dialog, html, saveFile } from "./ui.js";
import { said, Told } from "./words.js";

const PACES = [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["instant", "at once"]];

/** @typedef {{table: import("./play.js").PlayScreen, live: import("./types.js").Live}} SheetProps */

/** @param {SheetProps} props */
export function GameSheet({ table, live }) {
  const { sheet, view } = table.state;
  const onClose = () => table.setState({ sheet: "" });
  if (sheet === "menu") return html`<${GameMenu} table=${table} live=${live} />`;
  if (sheet === "leave") {
    return html`<${Dialog} title="Leave this game?" onClose=${onClose} kind="centre"><p>It stays under Resume.</p>
      <div class="foot"><button type="button" onClick=${onClose}>Play on</button>
        <button type="button" class="main" id="sure" onClick=${() => table.leave(true)}>Leave it</button></div></${Dialog}>`;
  }
  if (sheet === "log") {
    const lines = [...table.story].sort(([one], [two]) => two - one).flatMap(([, ones]) => ones);
    return html`<${Dialog} title="Log" onClose=${onClose}><ol class="story">
      ${lines.map(({ text, notation }) => html`<li><${Told} text=${text} />${notation ? html` <small class="soft">${notation}</small>` : null}</li>`)}</ol></${Dialog}>`;
  }
  if (sheet === "type") return html`<${TypedMove} table=${table} live=${live} />`;
  if (sheet === "text") {
    const text = view ? asText(view, table.turnSentence()) : html`<pre class="diagram" tabindex="0">${live.diagram}</pre>`;
    return html`<${Dialog} title="The table as text" onClose=${onClose}>${text}</${Dialog}>`;
  }
  return html`<${Dialog} title="Record" onClose=${onClose} kind="wide">
    <textarea class="record" id="record-text" rows="14" readonly aria-label="record" value=${live.record}></textarea>
    <div class="foot"><${CopyButton} text=${() => live.record} />
      <button type="button" class="main" onClick=${() => saveFile(live.record, "round.dia")}>Save</button></div></${Dialog}>`;
}

/** @param {SheetProps} props */
function GameMenu({ table, live }) {
  const { go, openSheet, about } = table.props;
  const open = (/** @type {string} */ sheet) => table.setState({ sheet });
  const items = [
    { text: "New game", id: "new-game", onPress: () => table.leave() },
    ...(about.without?.includes("files") ? [] : [{ text: "Save", onPress: () => table.keeping.save() }]),
    { text: "Redo", onPress: () => table.act("redo"), disabled: !live.can_redo },
    { text: "Log", onPress: () => open("log") },
    ...(about.without?.includes("record") ? [] : [{ text: "Record", id: "show-record", onPress: () => open("record") }]),
    ...(about.games[live.game]?.typing ? [{ text: "Type a move", id: "type-move", onPress: () => open("type") }] : []),
    { text: "Review", onPress: () => go("review", { text: live.record }) },
    ...commonItems(go, (name) => {
      open("");
      openSheet(name, live.game);
    }),
  ];
  return html`<${Menu} onClose=${() => open("")} items=${items}><h3>Settings</h3>
    <${Setting} name="pace" label="Pace" choices=${PACES} otherwise="normal" />
    <${Setting} name="sound" label="Sound" choices=${ON_OFF} otherwise="off" onChoose=${() => sound("turn")} />
    <${Setting} name="ask" label="Ask before playing" choices=${ON_OFF} otherwise="off" />
    <${Looks} />
  </${Menu}>`;
}

/** @param {SheetProps} props */
function TypedMove({ table, live }) {
  /** @type {{current: HTMLInputElement | null}} */
  const typed = createRef();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = typed.current?.value.trim();
    if (text) table.play(text);
  };
  const like = table.state.view ? "C15>P1" : (live.moves.at(-1)?.written ?? "");
  return html`<${Dialog} title="Type a move" onClose=${() => table.setState({ sheet: "" })} kind="centre">
    <form class="row" onSubmit=${submit}><input ref=${typed} id="typed" type="text" autocomplete="off" aria-label="move" placeholder=${like} />
      <button type="submit" class="main">Play</button></form>
    <p class="small soft">${table.props.about.games[live.game]?.typing}</p></${Dialog}>`;
}

/** @param {import("./board.js").View} view @param {string} sentence */
function asText(view, sentence) {
  const trick = view.trick.map((card, index) => `${view.players[(view.leader + index) % view.players.length]} ${said(card)}`);
  const lines = [trick.length ? `The trick: ${trick.join(", ")}.` : "No card lies on the table.", sentence];
  return html`<ul class="items">${[...view.players.map((_, seat) => `${seatSentence(view, seat)}.`), ...lines].map((text) => html`<li>${text}</li>`)}</ul>`;
}
