// What happens in a game of Diamonds, step by step, and how a step is seen: a card flies, a gem moves, a trick rests
// and slides to its winner.

import { setting } from "./storage.js";
import { clause, counted, indexOf, listed, SUIT_NAMES, SUITS, you } from "./words.js";

const TIMES = { card: 240, gem: 480, after: 500, rest: 900, slide: 320, glow: 420 }; // milliseconds at the pace "normal"
const PACES = /** @type {Record<string, number>} */ ({ slow: 0.6, normal: 1, fast: 2.5, instant: Infinity });
const ARC = 60; // pixels that a gem rises
const LARGE = 1.9; // times its size at the top

/**
 * One step, and the table after it. `box`: what has gained; `seat` -1: nobody, of an award, and `detail` says why; `live`: of a game without suits.
 * @typedef {{
 *   kind: "card" | "action" | "rest" | "trick" | "award" | "told", view?: any, live?: import("./types.js").Live, seat: number, text: string,
 *   card?: string, suit?: string, victim?: number, gems?: number, box?: string, detail?: string, passesToken?: boolean,
 * }} Step
 */

/**
 * A table after a suit has acted, or after the bonus for no trick.
 * @param {import("./board.js").View} view @param {number} at @param {string} suit @param {number[]} gains
 */
function acted(view, at, suit, gains) {
  const showroom = [...view.showroom];
  const vault = [...view.vault];
  const gain = gains[at] ?? 0;
  const thief = suit === "C" && view.thief >= 0 ? (view.thief + 1) % view.players.length : view.thief;
  if (suit === "D" || !suit) vault[at] = (vault[at] ?? 0) + gain / 2;
  else if (suit === "S" && gain) {
    showroom[at] = (showroom[at] ?? 0) - 1;
    vault[at] = (vault[at] ?? 0) + 1;
  } else if (suit !== "S") gains.forEach((each, index) => (showroom[index] = (showroom[index] ?? 0) + each));
  return { ...view, thief, showroom, vault, points: showroom.map((count, index) => count + 2 * (vault[index] ?? 0)) };
}

/** What a suit did, in words; "" where it moved nothing. @param {string[]} players @param {import("./types.js").Action} action */
export function actionText(players, { seat, suit, gains }) {
  const name = players[indexOf(seat)] ?? "";
  if (!gains.some(Boolean)) return "";
  if (suit === "C") return `${clause(name, "robs")} ${you(players[gains.findIndex((gain) => gain < 0)] ?? "")}`;
  return clause(name, { D: "secures a crystal", H: "collects a crystal", S: "banks a crystal" }[suit] ?? "has won no trick: two crystals");
}

/** @param {import("./board.js").View} view @param {import("./types.js").TableEvent} event an action or an award @returns {Step} */
function actionStep(view, { kind, seat: who, suit = "", gains = [] }) {
  const seat = indexOf(who);
  const text = actionText(view.players, { seat: who ?? "", suit, gains });
  const after = acted(view, seat, suit, gains);
  const gems = text ? (suit ? 1 : (gains[seat] ?? 0) / 2) : 0; // the bonus for no trick lies in the vault
  return { kind, view: after, seat, text, suit, victim: gains.findIndex((gain) => gain < 0), gems, box: `${"HC".includes(suit || "D") ? "show" : "vault"}${seat}`, passesToken: after.thief !== view.thief };
}

/**
 * An award that nobody gets: as many cards of a suit for several sides, none at all, or no crystal to move.
 * @param {import("./board.js").View} view @param {string} suit @param {number[]} counts cards of it by seat @returns {Step}
 */
export function nobodyStep(view, suit, counts) {
  const { players, teams } = view;
  const sides = Array.from({ length: teams || players.length }, (_, side) =>
    [...players.keys()].filter((seat) => seat % (teams || players.length) === side),
  );
  const totals = sides.map((seats) => seats.reduce((sum, seat) => sum + (counts[seat] ?? 0), 0));
  const most = Math.max(...totals);
  const first = sides.filter((_, side) => totals[side] === most).map((seats) => seats.map((seat) => players[seat] ?? ""));
  const step = (/** @type {string} */ text, detail = "") => /** @type {Step} */ ({ kind: "award", view, seat: -1, text, detail, suit });
  if (!most) return step(`Nobody took ${SUIT_NAMES[suit]}`);
  if (first.length > 1) return step(`Nobody: a tie for most ${SUIT_NAMES[suit]}`, `${listed(first.map((names) => names.join(" + ")))} took ${counted(most, "card")} each`);
  const [names = []] = first;
  return step(`Nobody: no crystal to ${suit === "S" ? "bank" : "rob"}`, `${listed(names)} took the most ${SUIT_NAMES[suit]}`);
}

/** @param {import("./board.js").View} view @param {number} seat @param {string} card */
function played(view, seat, card) {
  const isKnown = view.hands[seat]?.includes(card);
  const hands = view.hands.map((cards, index) => (index === seat ? cards.filter((one) => one !== card) : cards));
  const unknown = view.unknown.map((count, index) => (index === seat && !isKnown ? Math.max(0, count - 1) : count));
  return { ...view, hands, unknown, leader: view.trick.length ? view.leader : seat, trick: [...view.trick, card], turn: -1 };
}

/**
 * The steps by which what happened is seen.
 * @param {import("./board.js").View} view of the table before it @param {import("./types.js").TableEvent[]} events
 * @param {number[][]} took cards won by seat and suit, as awards count them
 */
export function stepsOf(view, events, took) {
  /** @type {Step[]} */
  const steps = [];
  for (const event of events) {
    const { kind, card = "", suit = "" } = event;
    const seat = indexOf(event.seat);
    if (kind === "card") {
      view = played(view, seat, card);
      steps.push({ kind, view, seat, card, text: "" });
    } else if (kind === "trick") {
      steps.push({ kind: "rest", view, seat, text: "" });
      view = { ...view, trick: [], leader: -1, number: Math.min(view.number + 1, view.tricks) };
      steps.push({ kind, view, seat, text: clause(view.players[seat] ?? "", "takes the trick") });
    } else if (seat < 0) steps.push(nobodyStep(view, suit, took.map((counts) => counts[SUITS.indexOf(suit)] ?? 0)));
    else {
      const step = actionStep(view, event);
      view = step.view;
      const last = steps.at(-1);
      if (!step.text && last?.kind === "card") last.text = "moves nothing";
      if (step.text || step.passesToken || kind === "award") steps.push(step);
    }
  }
  return steps;
}

/** Shows steps on the page, one after the other, at the pace that was chosen. */
export class Stage {
  /** @param {() => HTMLElement | null} root of the table */
  constructor(root) {
    this.root = root;
    /** @type {Set<() => void>} */
    this.running = new Set();
    this.isHurried = false; // somebody has chosen already what they play next
  }

  get pace() {
    return this.isHurried ? Infinity : PACES[setting("pace", "normal")] ?? 1;
  }

  get isStill() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches || this.pace === Infinity;
  }

  /** Ends what is shown now at once. */
  skip() {
    for (const end of this.running) end();
  }

  /** @param {keyof typeof TIMES} what */
  async wait(what) {
    const time = TIMES[what] / this.pace;
    if (!time) return;
    await new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.running.delete(end);
        done(null);
      };
      const timer = setTimeout(end, time);
      this.running.add(end);
    });
  }

  /** @param {string} selector @returns {DOMRect | undefined} */
  place(selector) {
    return this.root()?.querySelector(selector)?.getBoundingClientRect();
  }

  /** Where a seat's card comes from: the hand, or the plate. @param {number} seat @param {string} card */
  origin(seat, card) {
    return this.place(`.hand [data-card="${card}"]`) ?? this.place(`[data-seat="${seat}"]`);
  }

  /** @param {Element | null | undefined} element @param {Keyframe[]} frames @param {keyof typeof TIMES} what @param {string} easing @param {FillMode} [fill] */
  async animate(element, frames, what, easing, fill = "none") {
    if (!element || this.isStill) return;
    const motion = element.animate(frames, { duration: TIMES[what] / this.pace, easing, fill });
    const end = () => motion.finish();
    this.running.add(end);
    await motion.finished.catch(() => {});
    this.running.delete(end);
  }

  /** A card, or the thief token, flies to where it now lies. @param {string} selector @param {DOMRect | undefined} from */
  async fly(selector, from) {
    const element = this.root()?.querySelector(selector);
    const to = element?.getBoundingClientRect();
    if (!from || !to) return;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${Math.min(1.4, from.width / to.width)})`;
    await this.animate(element, [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      "card", "cubic-bezier(.2, .7, .2, 1)");
  }

  /**
   * A card that was passed comes from the plate of the giver to its place in the hand.
   * @param {string} card @param {number} seat @param {number} place among those that come
   */
  async arrive(card, seat, place) {
    const element = this.root()?.querySelector(`.hand [data-card="${card}"]`);
    const [from, to] = [this.place(`[data-seat="${seat}"]`), element?.getBoundingClientRect()];
    if (!from || !to || this.isStill) return;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(.5)`;
    await this.animate(element, [{ transform: start, opacity: 0 }, { transform: start, offset: place / (place + 4) },
      { transform: "none" }], "gem", "cubic-bezier(.2, .7, .2, 1)");
  }

  /** Gems move where the suit sends them. @param {Step} step */
  async gem({ seat, suit, victim = -1, box = "" }) {
    const from = suit === "S" ? this.place(`[data-seat="${seat}"] .show`) : suit === "C" ? this.place(`[data-seat="${victim}"] .show`) : this.place(".supply i");
    const to = this.place(`[data-seat="${seat}"] .${box.replace(/\d/, "")}`);
    if (this.isStill || !to) return;
    const start = from?.width ? from : new DOMRect(innerWidth / 2, innerHeight / 2);
    const gem = document.createElement("i");
    gem.className = "gem fly";
    document.body.append(gem);
    const middle = (/** @type {DOMRect} */ place) => [place.left + place.width / 2, place.top + place.height / 2];
    const [x0 = 0, y0 = 0] = middle(start);
    const [x1 = 0, y1 = 0] = middle(to);
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => `translate(${x}px, ${y}px) scale(${size})`;
    const frames = [{ transform: at(x0, y0, 1) },
      { transform: at((x0 + x1) / 2, (y0 + y1) / 2 - ARC, LARGE), offset: 0.5 }, { transform: at(x1, y1, 1) }];
    await this.animate(gem, frames, "gem", "cubic-bezier(.45, 0, .2, 1)");
    gem.remove();
  }

  /** The trick slides to its winner. @param {number} seat */
  async slide(seat) {
    const to = this.place(`[data-seat="${seat}"]`);
    if (!to) return;
    const cards = [...(this.root()?.querySelectorAll(".trick .card") ?? [])];
    await Promise.all(
      cards.map((card) => {
        const from = card.getBoundingClientRect();
        const end = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.25)`;
        return this.animate(card, [{}, { transform: end, opacity: 0 }], "slide", "ease-in", "forwards");
      }),
    );
  }
}
