// Elements made by hand: text only ever becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes `onclick` and the like are listeners; null, undefined and false leave an attribute out
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** @param {string} name of a symbol in index.html @param {string} [kind] a class */
export function icon(name, kind = "icon") {
  return svg("svg", { class: kind, "aria-hidden": "true" }, svg("use", { href: `#${name}` }));
}

/** @param {string} text @param {(event: MouseEvent) => void} onclick @param {Attributes} [attributes] */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", ...attributes, onclick }, text);
}

/** For a screen reader alone. @param {string} text */
export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

/** A button that shows a symbol. @param {string} name @param {string} label @param {() => void} onclick @param {boolean} [disabled] */
export function iconButton(name, label, onclick, disabled = false) {
  return h("button", { type: "button", class: "symbol", "aria-label": label, title: label, disabled, onclick }, icon(name));
}

/**
 * A choice with its label.
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function select(label, options, value, onchange) {
  const box = h("select", { onchange: () => onchange(box.value) }, ...options.map(([name, text]) => h("option", { value: name }, text)));
  box.value = value;
  return field(label, box);
}

let fields = 0;

/** A control with its label. @param {string} label @param {HTMLInputElement | HTMLSelectElement} control */
export function field(label, control) {
  control.id ||= `field-${++fields}`;
  return h("span", { class: "field" }, h("label", { for: control.id }, label), control);
}

/** The head of a table; a column without a title has no header. @param {string[]} titles @param {number[]} numbers columns of numbers */
export function tableHead(titles, numbers) {
  const cells = titles.map((text, index) => h(text ? "th" : "td", { scope: text ? "col" : null, class: numbers.includes(index) ? "number" : null }, text));
  return h("thead", {}, h("tr", {}, ...cells));
}

/** Hands a text to the browser as a file. @param {string} text @param {string} name @param {string} [type] */
export function saveFile(text, name, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

let announced = 0;

/** Tells a screen reader, politely: for verdicts, whose turn it is, and what went wrong. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  const number = ++announced;
  if (live) live.textContent = "";
  setTimeout(() => {
    if (live && number === announced) live.textContent = text;
  }, 60);
}

/**
 * One stop for the Tab key in a group; the arrows go on from there.
 * @param {HTMLElement} group
 * @param {string} [selector] of what can be reached
 */
export function roving(group, selector = "button:not([disabled])") {
  const items = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
  const settle = () => {
    const all = items();
    if (!all.some((item) => item.tabIndex === 0)) all.forEach((item, index) => (item.tabIndex = index ? -1 : 0));
  };
  const all = items();
  all.forEach((item, index) => (item.tabIndex = index ? -1 : 0));
  group.addEventListener("focusin", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches(selector)) items().forEach((item) => (item.tabIndex = item === target ? 0 : -1));
  });
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const here = items();
    const at = here.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || (step === undefined && event.key !== "Home" && event.key !== "End")) return;
    const to = step === undefined ? (event.key === "Home" ? 0 : here.length - 1) : (at + step + here.length) % here.length;
    here[to]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  settle();
  return group;
}

/** A number as people write a value: with its sign, and no sign for nothing. @param {number} value @param {boolean} [chance] */
export function signed(value, chance = false) {
  if (chance) return `${(100 * value).toFixed(0)} %`;
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return Math.abs(value) < 0.005 ? "0" : `${value < 0 ? "−" : "+"}${text}`;
}

/** @param {number} value @param {boolean} [chance] */
export function plain(value, chance = false) {
  if (chance) return `${(100 * value).toFixed(1)} %`;
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return Math.abs(value) < 0.005 ? "0" : `${value < 0 ? "−" : ""}${text}`;
}
