// What every screen is drawn with: Preact, htm, icons, sheets, and the one place that speaks to screen readers.

import htm from "./htm.js";
import { Component, createRef, h, render } from "./preact.js";

export { Component, createRef };
export const html = htm.bind(h);

/** Draws the page, in place of what stood there while it was loaded. @param {import("./preact.js").Child} child */
export function show(child) {
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  page.replaceChildren();
  render(child, page);
}

const COPIED = 2000; // milliseconds that a button says so

const LINES = {
  again: "M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",
  bulb: "M8 1.5a4.2 4.2 0 0 0-2.4 7.7c.5.4.7.9.7 1.5h3.4c0-.6.2-1.1.7-1.5A4.2 4.2 0 0 0 8 1.5ZM6.5 12.7h3M7 14.5h2",
  close: "M4 4l8 8M12 4l-8 8",
  fairy: "M8 9 4 3.5M8 9l4-5.5M8 9v5.5M8 9c-3 0-5.5-1.5-6-5 3 0 5 1 6 5ZM8 9c3 0 5.5-1.5 6-5-3 0-5 1-6 5Z",
  first: "M12 3 7 8l5 5M4 3v10",
  graph: "M2 13 6 7l3 3 5-7",
  grid: "M2 3h12v10H2ZM2 8h12M6 3v10M10 3v10",
  help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 13v.1",
  last: "M4 3l5 5-5 5M12 3v10",
  log: "M3 4h10M3 8h10M3 12h6",
  loupe: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM10 10l4 4",
  menu: "M2 4h12M2 8h12M2 12h12",
  more: "M3 8v.1M8 8v.1M13 8v.1",
  next: "M6 3l5 5-5 5",
  pass: "M2 8h9M8 4.5 11.5 8 8 11.5M14 3v10",
  prev: "M10 3 5 8l5 5",
  shield: "M8 1.5 13.5 3.5v4c0 3.5-2.3 5.7-5.5 7-3.2-1.3-5.5-3.5-5.5-7v-4Z",
  swap: "M3 5h9L9.5 2.5M13 11H4l2.5 2.5",
  table: "M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM5.5 2.2a6.3 6.3 0 0 1 5 0" +
    "M13.8 5.5a6.3 6.3 0 0 1 0 5M10.5 13.8a6.3 6.3 0 0 1-5 0M2.2 10.5a6.3 6.3 0 0 1 0-5",
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
};
const SHAPES = {
  circle: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z",
  play: "M5 3l8 5-8 5Z",
  square: "M1.5 1.5h13v13h-13Z",
  star: "M8 1l2.2 4.7 5 .6-3.7 3.5 1 5.2L8 12.4 3.5 15l1-5.2L.8 6.3l5-.6Z",
  triangle: "M8 1 15.5 15H.5Z",
  witch: "M9 1.5l2.7 9.5H15v2H1v-2h3Z",
};

/** @typedef {keyof typeof LINES | keyof typeof SHAPES} IconName */

/** @param {{name: IconName}} props */
export function Icon({ name }) {
  const path = name in LINES ? LINES[/** @type {keyof typeof LINES} */ (name)] : "";
  return html`<svg class=${`x ${path ? "stroked" : ""}`} viewBox="0 0 16 16" aria-hidden="true"><path d=${path || SHAPES[/** @type {keyof typeof SHAPES} */ (name)]} /></svg>`;
}

/** A button that shows an icon alone. @param {{name: IconName, label: string, onClick: () => void, kind?: string, disabled?: boolean}} props */
export function IconButton({ name, label, onClick, kind = "quiet", disabled = false }) {
  return html`<button type="button" class=${`ico ${kind}`} title=${label} disabled=${disabled} onClick=${onClick}><${Icon} name=${name} /><span class="sr">${label}</span></button>`;
}

/**
 * A choice of one among a few, as a row of buttons.
 * @param {{label: string, value: string, choices: [string, string][], onChoose: (value: string) => void}} props
 */
export function Segments({ label, value, choices, onChoose }) {
  return html`<div class="seg" role="group" aria-label=${label}>
    ${choices.map(([name, text]) => html`<button type="button" aria-pressed=${String(name === value)} data-value=${name} onClick=${() => onChoose(name)}>${text}</button>`)}
  </div>`;
}

/**
 * What is wrong, with what would help. `onPlace` shows where it is.
 * @param {{problems: import("./types.js").Problem[], onPlace?: (problem: import("./types.js").Problem) => void}} props
 */
export function Problems({ problems, onPlace }) {
  if (!problems.length) return null;
  const place = (/** @type {import("./types.js").Problem} */ problem) => (onPlace ? html`<button type="button" class="link" onClick=${() => onPlace(problem)}>Line ${problem.line}</button>: ` : `Line ${problem.line}: `);
  return html`<div class="problems" role="alert"><ul>
    ${problems.map((problem) => ({ problem, ...problem })).map(({ problem, message, hint, line, code }) => html`<li>${line ? place(problem) : ""}${message}${hint ? html` <span class="soft">${hint}</span>` : null} <code class="xs soft">${code}</code></li>`)}
  </ul></div>`;
}

/**
 * A dialog over the page, with its focus; Esc closes it.
 * @extends {Component<{title: string, onClose: () => void, children?: import("./preact.js").Child, kind?: string}>}
 */
export class Dialog extends Component {
  /** @type {{current: HTMLDialogElement | null}} */
  box = createRef();

  componentDidMount() {
    this.box.current?.showModal();
  }

  render() {
    const { title, onClose, children, kind = "" } = this.props;
    return html`<dialog ref=${this.box} class=${`sheet ${kind}`} aria-labelledby="dialog-title" onClose=${onClose}>
      <header class="ttl"><h2 id="dialog-title" tabindex="-1" autofocus>${title}</h2><${IconButton} name="close" label="Close" onClick=${() => this.box.current?.close()} /></header>
      ${children}
    </dialog>`;
  }
}

/**
 * Copies a text, and says for two seconds whether that was done.
 * @extends {Component<{text: () => string, label?: string}, {said: string}>}
 */
export class CopyButton extends Component {
  state = { said: "" };

  async copy() {
    const copied = navigator.clipboard?.writeText(this.props.text()) ?? Promise.reject(new Error("there is none without https"));
    const isDone = await copied.then(() => true, () => false);
    this.setState({ said: isDone ? "Copied" : "Not copied: select the text" });
    announce(isDone ? "copied" : "not copied");
    setTimeout(() => this.setState({ said: "" }), COPIED);
  }

  render() {
    return html`<button type="button" onClick=${() => this.copy()}>${this.state.said || (this.props.label ?? "Copy")}</button>`;
  }
}

let announced = 0;

/** Speaks to a screen reader, politely. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  const number = ++announced;
  if (live) live.textContent = "";
  setTimeout(() => {
    if (live && number === announced) live.textContent = text;
  }, 60);
}

/** Says something beside the page, until its button is pressed. @param {string} text @param {string} [label] @param {() => void} [onPress] */
export function notify(text, label = "OK", onPress = () => {}) {
  const place = document.getElementById("notice");
  if (!place) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", () => {
    place.replaceChildren();
    onPress();
  });
  place.replaceChildren(text, button);
}

/** Hands a text to the browser as a file. @param {string} text @param {string} name @param {string} [type] */
export function saveFile(text, name, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The key that a screen may hear; "" where it is for a field, a button, a dialog or the browser. @param {KeyboardEvent} event */
export function keyOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTaken = document.querySelector("dialog[open]") !== null || target.matches("input, textarea, select") ||
    ([" ", "Enter"].includes(event.key) && target.matches("button, summary, a"));
  return isTaken || event.ctrlKey || event.metaKey || event.altKey ? "" : event.key;
}

/** The arrow keys go from button to button in a group. @param {KeyboardEvent} event */
export function arrows(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const items = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button:not([disabled])")]);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0 || (step === undefined && event.key !== "Home" && event.key !== "End")) return;
  items[step === undefined ? (event.key === "Home" ? 0 : items.length - 1) : (at + step + items.length) % items.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
