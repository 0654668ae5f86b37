// The page: its screens, each with an address of its own, the bar above them, the keys, the colours.

import { ask, problemsOf } from "./api.js";
import { commonItems, KeyList, Looks, Menu, Rules, showSettings } from "./menu.js";
import { SCREENS } from "./screens.js";
import { keepSetting, setting } from "./storage.js";
import { Component, html, IconButton, keyOf, Problems, show } from "./ui.js";

/**
 * What every screen is given. `go` shows another screen; what it passes on arrives there as `given`, once.
 * @typedef {{about: import("./types.js").About, go: (screen: string, given?: any, isRedirect?: boolean) => void, given: any,
 *   openSheet: (name: string, game?: string) => void, listen: (key: (key: string) => boolean) => void}} ScreenProps
 */

/** @param {{screens: import("./screens.js").ScreenEntry[], name: string, onMenu: () => void, onHelp: () => void}} props */
function TopBar({ screens, name, onMenu, onHelp }) {
  return html`<header class="bar top">
    <${IconButton} name="menu" label="Menu" onClick=${onMenu} />
    <a class="brand" href="#start"><i class="gem" aria-hidden="true"></i>Diamonds</a>
    <nav aria-label="Screens">
      ${screens.filter(({ title }) => title).map((screen) => html`<a href=${`#${screen.name}`} aria-current=${screen.name === name ? "page" : null}>${screen.title}</a>`)}
    </nav>
    <span class="sp"></span>
    <${IconButton} name="help" label="Rules and keys" onClick=${onHelp} />
  </header>`;
}

/** @extends {Component<{about: import("./types.js").About}, {name: string, given: unknown, sheet: string, game: string, hasKeys: boolean}>} */
class Page extends Component {
  state = { name: location.hash.slice(1).split("/")[0] ?? "", given: null, sheet: "", game: "", hasKeys: setting("keys", "on") === "on" };
  /** @type {(key: string) => boolean} of the screen that is shown */
  heard = () => false;
  arrived = ""; // the screen that was shown last

  componentDidMount() {
    addEventListener("hashchange", this.follow);
    addEventListener("keydown", this.key);
    this.load();
    this.arrive();
  }

  componentDidUpdate() {
    this.load();
    this.arrive();
  }

  /** Another screen begins at its top, and so does the reading: what had the focus is gone. */
  arrive() {
    const { name } = this.entry ?? {};
    if (!name || !this.entry?.Screen || name === this.arrived) return;
    const isFirst = !this.arrived;
    this.arrived = name;
    if (isFirst || this.entry.isTable) return;
    scrollTo(0, 0);
    const head = /** @type {HTMLElement | null} */ (document.querySelector("main h1"));
    if (!head || document.activeElement !== document.body) return;
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }

  get screens() {
    return SCREENS.filter(({ part = "" }) => !this.props.about.without?.includes(part));
  }

  get entry() {
    return this.screens.find((screen) => screen.name === this.state.name) ?? SCREENS[0];
  }

  /** Brings the screen that is shown, and once it is there those that may come next. */
  async load() {
    const { entry } = this;
    if (entry && !entry.Screen) {
      entry.Screen = await entry.load?.();
      this.forceUpdate();
    } else await Promise.all(this.screens.filter((one) => !one.Screen).map(async (one) => (one.Screen = await one.load?.())));
  }

  follow = () => {
    const name = location.hash.slice(1).split("/")[0] ?? "";
    if (name !== this.state.name || name === "beat") this.setState({ name, given: null, sheet: "" });
  };

  /**
   * Shows a screen from its top.
   * @param {string} name and what its address has after that @param {unknown} [given]
   * @param {boolean} [isRedirect] one that leads on leaves no way back to it
   */
  go = (name, given = null, isRedirect = false) => {
    this.setState({ name: name.split("/")[0] ?? "", given, sheet: "" });
    if (location.hash.slice(1) === name) return;
    if (isRedirect) location.replace(`#${name}`);
    else location.hash = name;
  };

  /** @param {string} sheet @param {string} [game] that is played */
  openSheet = (sheet, game = "") => this.setState({ sheet, game });

  /** @param {KeyboardEvent} event */
  key = (event) => {
    const key = keyOf(event);
    if (!key || (key !== "Escape" && !this.state.hasKeys)) return;
    if (key === "?") this.openSheet("keys");
    else if (this.heard(key)) event.preventDefault();
  };

  /** @param {(key: string) => boolean} key */
  listen = (key) => {
    this.heard = key;
  };

  /** @param {boolean} hasKeys */
  setKeys = (hasKeys) => {
    keepSetting("keys", hasKeys ? "on" : "off");
    this.setState({ hasKeys });
  };

  render() {
    const { given, sheet, game, hasKeys } = this.state;
    const { entry } = this;
    if (!entry) return null;
    document.title = entry.title ? `${entry.title} · Diamonds` : "Diamonds";
    document.body.className = entry.isTable ? "velvet" : "";
    const close = () => this.setState({ sheet: "" });
    return html`${entry.isTable ? null : html`<${TopBar} screens=${this.screens} name=${entry.name} onMenu=${() => this.openSheet("menu")} onHelp=${() => this.openSheet("rules")} />`}
      ${entry.Screen ? html`<${entry.Screen} key=${entry.name === "beat" ? location.hash : entry.name} about=${this.props.about} go=${this.go} given=${given} openSheet=${this.openSheet} listen=${this.listen} />` : html`<main class="empty">opening …</main>`}
      ${sheet === "menu" ? html`<${Menu} onClose=${close} items=${commonItems(this.go, this.openSheet)}><${Looks} /></${Menu}>` : null}
      ${sheet === "rules" ? html`<${Rules} games=${this.props.about.games} game=${game || setting("game", "diamonds")} onClose=${close} onKeys=${() => this.openSheet("keys")} />` : null}
      ${sheet === "keys" ? html`<${KeyList} onClose=${close} hasKeys=${hasKeys} setKeys=${this.setKeys} />` : null}`;
  }
}

showSettings();
ask("about")
  .then((about) => show(html`<${Page} about=${about} />`))
  .catch((error) => {
    show(html`<main class="start"><${Problems} problems=${problemsOf(error)} /></main>`);
    throw error;
  });
