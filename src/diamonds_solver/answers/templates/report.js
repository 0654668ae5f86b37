// Steps through the decisions of the page, one at a time. Without this script all of them are there, one below the other.

const root = document.documentElement;
const body = document.body;

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T[]}
 */
function all(selector, kind) {
  return [...document.querySelectorAll(selector)].flatMap((found) => (found instanceof kind ? [found] : []));
}

const decisions = all("article.decision", HTMLElement);
const tabs = all("[role=tab]", HTMLButtonElement);
const said = document.getElementById("said");
const place = document.getElementById("at");
const letters = document.getElementById("letters");

let at = 0;

/** The judge whose side is shown: known or open. */
function judge() {
  return body.dataset.judge ?? "";
}

/** What a screen reader is told, and nobody else. @param {string} text */
function say(text) {
  if (said) said.textContent = text;
}

/** Shows one decision. @param {number} index @param {boolean} [silent] */
function show(index, silent = false) {
  const decision = decisions[Math.max(0, Math.min(index, decisions.length - 1))];
  if (!decision) return;
  decisions[at].classList.remove("now");
  at = decisions.indexOf(decision);
  decision.classList.add("now");
  for (const round of all("section.round", HTMLElement)) round.classList.toggle("now", round.contains(decision));
  for (const link of all(".play a", HTMLAnchorElement)) {
    if (link.hash === `#${decision.id}`) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  if (place) place.textContent = `${at + 1} / ${decisions.length}`;
  for (const tab of tabs) tab.setAttribute("aria-controls", `${decision.id}-${tab.dataset.judge}`);
  moveCursors();
  if (silent) return;
  window.history.replaceState(null, "", `#${decision.id}`);
  decision.scrollIntoView({ block: "start" });
  const heading = decision.querySelector("h3");
  const verdict = decision.querySelector(`.side-${judge()} .said p`);
  say(`${heading?.textContent ?? ""}. ${verdict?.textContent ?? ""}`);
}

/** The line in each curve that says where we are. */
function moveCursors() {
  for (const chart of all(".chart", SVGSVGElement)) {
    const x = Number(chart.dataset.left) + at * Number(chart.dataset.step);
    chart.querySelector(".cursor")?.setAttribute("transform", `translate(${x})`);
  }
}

/** The next decision in a direction that lost enough, by the judge that is shown. @param {1 | -1} direction */
function showMistake(direction) {
  for (let index = at + direction; index >= 0 && index < decisions.length; index += direction) {
    if (decisions[index].dataset[judge()]) {
      show(index);
      return;
    }
  }
  say(direction > 0 ? "No further mistake" : "No mistake before");
}

/** @param {string} key @param {boolean} [focus] */
function choose(key, focus = false) {
  body.dataset.judge = key;
  for (const tab of tabs) {
    const chosen = tab.dataset.judge === key;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus({ preventScroll: true });
  }
  moveCursors();
}

function chooseOther() {
  const other = tabs.find((tab) => tab.dataset.judge !== judge());
  if (!other?.dataset.judge) return;
  choose(other.dataset.judge, tabs.some((tab) => tab === document.activeElement));
  decisions[at].scrollIntoView({ block: "start" });
}

/** @type {Record<string, () => void>} */
const steps = {
  first: () => show(0),
  back: () => show(at - 1),
  on: () => show(at + 1),
  last: () => show(decisions.length - 1),
  "mistake-back": () => showMistake(-1),
  "mistake-on": () => showMistake(1),
};
/** @type {Record<string, () => void>} */
const keys = { ArrowLeft: steps.back, ArrowRight: steps.on, Home: steps.first, End: steps.last };
/** @type {Record<string, () => void>} */
const letterKeys = { n: steps["mistake-on"], p: steps["mistake-back"], t: chooseOther };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (target instanceof HTMLInputElement || (target instanceof Element && target.closest(".scroll, pre") && event.key.startsWith("Arrow"))) return;
  if (target instanceof Element && target.getAttribute("role") === "tab" && event.key.startsWith("Arrow")) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") chooseOther();
    return;
  }
  const lettersCount = !(letters instanceof HTMLInputElement) || letters.checked;
  const action = keys[event.key] ?? (lettersCount ? letterKeys[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
}

/** Shows the decision that the address names. @param {boolean} silent */
function showAddressed(silent) {
  const index = decisions.findIndex((decision) => `#${decision.id}` === window.location.hash);
  if (index >= 0) show(index, silent);
  else if (silent) show(0, true);
}

/** @param {HTMLButtonElement} button */
function setUpTheme(button) {
  let dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const told = () => button.setAttribute("aria-pressed", String(dark));
  button.addEventListener("click", () => {
    dark = !dark;
    root.dataset.theme = dark ? "dark" : "light";
    told();
  });
  told();
}

/** A click into a curve goes to the decision nearest to it. @param {SVGSVGElement} chart */
function setUpChart(chart) {
  chart.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) return;
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    show(Math.round((x - Number(chart.dataset.left)) / Number(chart.dataset.step)));
  });
}

function start() {
  root.classList.add("js");
  for (const decision of decisions) {
    for (const tab of tabs) {
      const side = decision.querySelector(`.side.side-${tab.dataset.judge}`);
      side?.setAttribute("role", "tabpanel");
      side?.setAttribute("id", `${decision.id}-${tab.dataset.judge}`);
    }
  }
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab.dataset.judge ?? ""));
  for (const button of all("[data-step]", HTMLButtonElement)) {
    button.addEventListener("click", () => steps[button.dataset.step ?? ""]?.());
  }
  for (const button of all("#theme", HTMLButtonElement)) setUpTheme(button);
  all(".chart", SVGSVGElement).forEach(setUpChart);
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => showAddressed(false));
  showAddressed(true);
}

if (decisions.length) start();
