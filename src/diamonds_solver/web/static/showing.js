// What has happened on a table of cards, shown step by step, none of it lost: a card flies, a suit acts, a trick goes, awards wait for Next.

import { awardText } from "./ends.js";
import { Stage } from "./motion.js";
import { sound } from "./sound.js";
import { clause, said } from "./words.js";

/** @typedef {import("./motion.js").Step} Step */
/** @typedef {{text: string, card?: string, isMine?: boolean}} LogLine what happened last */
/**
 * The screen with the table, as far as it is needed here. `first`: the seat at the bottom; `heard`: what is to be heard; `draw` is done
 * when it is on the page; `settle`: shows how the game stands.
 * @typedef {object} Table
 * @property {{current: HTMLElement | null}} root
 * @property {string[]} names
 * @property {number} first
 * @property {string[]} heard
 * @property {import("./types.js").Live | null} live
 * @property {import("./deciding.js").PlayState} state
 * @property {(change: Partial<import("./deciding.js").PlayState>) => Promise<unknown>} draw
 * @property {(selector: string) => void} focusOn
 * @property {() => Promise<void>} settle
 */

export class Showing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.stage = new Stage(() => table.root.current);
    /** @type {Step[]} that wait */
    this.queue = [];
    this.isRunning = false;
    this.done = Promise.resolve(); // when all is shown
    this.isSkipping = false; // the awards that are left
    this.hasNext = false; // whether Next was pressed at the award that is shown
    /** @type {(() => void) | null} */
    this.onNext = null;
  }

  /** Shows what waits; once nothing does, the table settles. */
  start() {
    this.done = this.run();
  }

  async run() {
    this.isRunning = true;
    for (let step = this.queue.shift(); step && this.table.live; step = this.queue.shift()) await this.show(step);
    this.isRunning = this.isSkipping = false;
    await this.table.settle();
  }

  /** @param {Step} step */
  async show(step) {
    const { stage, table } = this;
    const { view, seat, card, text } = step;
    const name = table.names[seat] ?? "";
    const say = text && seat >= 0 ? { seat, text } : null;
    if (step.kind === "told") {
      table.heard.push(text);
      await table.draw({ live: step.live ?? null, say, last: { text } });
      await stage.wait("rest");
      await table.draw({ say: null });
      return;
    }
    if (step.kind === "card") {
      const from = stage.origin(seat, card ?? "");
      if (seat !== table.first) table.heard.push(`${clause(name, "plays")} ${said(card ?? "")}${text ? `, ${text}` : ""}.`);
      await table.draw({ view, say: null, last: { card: card ?? "", text: `${clause(name, "plays")}`.trim(), isMine: seat === table.first } });
      await stage.fly(`.trick [data-card="${card}"]`, from);
      sound("card");
      return;
    }
    if (text) table.heard.push(`${step.kind === "award" ? awardText(step, table.names) : text}.`);
    if (step.kind === "rest") await stage.wait("rest");
    else if (step.kind === "trick") {
      await stage.slide(seat);
      await table.draw({ view, last: { text } });
    } else {
      const { awards: before, last: lastLine } = table.state;
      const awards = step.kind === "award" ? [...before, step] : [];
      const last = step.kind === "award" ? { text: awardText(step, table.names) } : text
        ? { text, ...(lastLine?.card ? { card: lastLine.card } : {}) } : lastLine;
      this.hasNext = false;
      await table.draw({ say, awards, last });
      if (step.kind === "award") table.focusOn("#awards-next");
      if (step.gems) await stage.gem(step);
      if (step.gems) sound("gem");
      const token = stage.place(".token");
      await table.draw({ view, gains: step.gems ? (step.box ?? "") : "" });
      if (step.passesToken) await stage.fly(".token", token);
      if (step.kind === "award" && !this.isSkipping && (stage.isHurried || stage.pace !== Infinity)) await this.next();
      else await stage.wait("after");
      await table.draw({ gains: "", say: null });
    }
  }

  /** Until Next is pressed, which may have been while the crystal moved. */
  async next() {
    if (!this.hasNext) await new Promise((done) => (this.onNext = () => done(null)));
    this.onNext = null;
  }

  /** Ends what is shown now at once. @param {boolean} [isAll] and all awards */
  skip(isAll = false) {
    this.isSkipping ||= isAll;
    this.hasNext = true;
    this.stage.skip();
    this.onNext?.();
  }
}
