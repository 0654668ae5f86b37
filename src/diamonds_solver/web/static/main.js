// The page: its screens, each with an address of its own, the keys, the colours.

import { ask, Problems } from "./api.js";
import { button, h, select } from "./dom.js";
import { GameScreen } from "./game.js";
import { gamesWithHands, HandScreen } from "./hand.js";
import { PositionScreen } from "./position.js";
import { TableScreen } from "./table.js";

/**
 * @typedef {{
 *   name: string, title: string, element: HTMLElement,
 *   enter: () => void, leave: () => void, key: (key: string) => boolean,
 * }} Screen
 */

const THEMES = ["auto", "light", "dark"];
const KEYS = [
  ["← → Home End", "step through the play or the line"],
  ["n p", "next and previous mistake"],
  ["a", "advise: the best move, other hands hidden"],
  ["s", "solve: the value of every move, all cards open"],
  ["Esc", "stop what is being worked out"],
  ["z", "hide or show the values"],
  ["f", "turn the table"],
  ["u", "undo"],
  ["?", "this list"],
];

/** @param {string} name @param {string} otherwise */
function remembered(name, otherwise) {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing: the choice holds for this page
  }
}

let theme = remembered("theme", "auto");
let hasKeys = remembered("keys", "on") === "on";

function showTheme() {
  document.documentElement.dataset["theme"] = theme;
  const chosen = document.getElementById("theme");
  if (chosen) chosen.textContent = { auto: "Auto", light: "Light", dark: "Dark" }[theme] ?? "Auto";
  chosen?.setAttribute("aria-label", `colours: ${theme}`);
}

/** @param {HTMLDialogElement} dialog */
function fillHelp(dialog) {
  const rows = KEYS.map(([keys, text]) => h("div", {}, h("dt", {}, ...(keys ?? "").split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, text)));
  const choice = select("single keys", [["on", "on"], ["off", "off"]], hasKeys ? "on" : "off", (value) => {
    hasKeys = value === "on";
    remember("keys", value);
  });
  const close = button("Close", () => dialog.close(), { class: "primary" });
  dialog.replaceChildren(
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", { class: "keys" }, ...rows),
    h("p", {}, "Keys do nothing while you type in a field. Tab goes from group to group, the arrows go on in a group of cards."),
    h("div", { class: "row" }, choice, close),
  );
}

/** @param {any} about */
function start(about) {
  const game = new GameScreen(about);
  const review = (/** @type {string} */ text) => {
    game.open(text);
    location.hash = "game";
  };
  /** @type {Screen[]} */
  const screens = [new TableScreen(about, review), new PositionScreen(about), game, ...(gamesWithHands(about).length ? [new HandScreen(about)] : [])];
  const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
  const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
  /** @type {Screen | null} */
  let shown = null;

  tabs.replaceChildren(...screens.map((screen) => h("li", {}, h("a", { href: `#${screen.name}` }, screen.title))));
  const show = () => {
    const name = location.hash.slice(1).split("/")[0];
    const screen = screens.find((one) => one.name === name) ?? screens[0];
    if (!screen || screen === shown) return;
    shown?.leave();
    shown = screen;
    document.title = `${screen.title} · Diamonds`;
    for (const link of tabs.querySelectorAll("a")) {
      if (link.getAttribute("href") === `#${screen.name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.replaceChildren(h("h1", { class: "unseen" }, screen.title), screen.element);
    screen.enter();
  };
  const openHelp = () => {
    fillHelp(help);
    help.showModal();
  };
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches("input, textarea, select");
    if (event.key === "Escape" && !help.open) shown?.key("Escape");
    if (isTyping || help.open || !hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") openHelp();
    else if (event.key !== "Escape" && shown?.key(event.key)) event.preventDefault();
  });
  document.getElementById("keys")?.addEventListener("click", openHelp);
  document.getElementById("theme")?.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
    remember("theme", theme);
    showTheme();
  });
  show();
}

showTheme();
ask("about")
  .then(start)
  .catch((error) => {
    const problem = error instanceof Problems ? error.problems[0] : undefined;
    const main = document.getElementById("screen");
    main?.replaceChildren(h("p", { class: "empty" }, problem ? `${problem.message}${problem.hint ? `: ${problem.hint}` : ""}` : String(error)));
    if (!(error instanceof Problems)) throw error;
  });
