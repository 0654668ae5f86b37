// A game at the server and in the browser: found again after the page was loaded anew, kept after every move, brought back where the program
// has lost it, and saved as a file.

import { ask, codeOf, problemsOf } from "./api.js";
import { forgetGame, keepGame, keepPurpose, keepTaps, keptGame, keptTaps, purposeOf, showGame, shownGame, titleOf } from "./kept.js";
import { saveFile } from "./ui.js";

export const OTHER_ADDRESS =
  { code: "E-ADDRESS", message: "the program was started again: open the address that it prints. Your game is kept here." };

/** @typedef {import("./play.js").PlayScreen} PlayScreen */

export class Keeping {
  /** @param {PlayScreen} table */
  constructor(table) {
    this.table = table;
  }

  /** Comes back to a game after the page was loaded anew, or left. @param {string} id */
  async resume(id) {
    try {
      await this.fetch(id).catch((error) => this.revive(id, error));
    } catch (error) {
      const [trouble = null] = problemsOf(error);
      const isKept = keptGame(id) !== undefined;
      if (!isKept) showGame("");
      if (isKept && codeOf(error) !== "E-LIVE") this.table.setState({ trouble: codeOf(error) === "E-REQUEST" ? OTHER_ADDRESS : trouble });
      else this.table.props.go("start");
      return;
    }
    await this.table.go();
  }

  /** @param {string} id */
  async fetch(id) {
    this.table.take(await ask("play", { action: "state", id, seat: this.table.seat }));
    showGame(id);
  }

  /** Another tab has played on: what it keeps has other moves. Its engines play there. */
  follow = async () => {
    const { live } = this.table;
    if (!live?.turn || this.table.isActing || this.table.isThinking || keptGame(live.id)?.steps === live.steps) return;
    try {
      await this.fetch(live.id);
      if (this.table.live?.steps !== live.steps)
        this.table.setState({ trouble: { code: "", message: "This game goes on in another tab." } });
    } catch {
      // the next move tells what is wrong
    }
  };

  /** Goes on from what the browser has kept of a game that the server has no longer. @param {string} id @param {unknown} error why */
  async revive(id, error) {
    const kept = keptGame(id);
    if (codeOf(error) !== "E-LIVE" || !kept) throw error;
    const live = await ask("play", { action: "begin", text: kept.text });
    keepTaps(live.id, live.steps, keptTaps(id, live.steps));
    keepPurpose(live.id, purposeOf(id));
    this.table.take(live);
    forgetGame(id);
    showGame(live.id);
  }

  /** So that the game outlives the program. */
  async keep() {
    const { live } = this.table;
    if (!live || keptGame(live.id)?.steps === live.steps) return;
    const { id, steps, game, turn } = live;
    try {
      const { text } = await ask("play", { action: "save", id });
      if (this.table.live?.id === id) keepGame({ id, text, steps,
        title: titleOf(live, this.table.props.about.games[game]?.title ?? ""), when: Date.now(), ...(turn ? {} : { over: true }) });
    } catch {
      // the next move tries again
    }
  }

  /**
   * Shows how a game stands that has gone on in another window, or that the program has lost: the browser then has it. Returns whether it
   * can go on.
   * @param {unknown} error
   */
  async recover(error) {
    const id = this.table.live?.id ?? "";
    const code = codeOf(error);
    try {
      if (code === "E-TURN") await this.fetch(id);
      else await this.revive(id, error);
    } catch (later) {
      this.table.fail(later);
      return false;
    }
    if (code === "E-TURN") this.table.fail(error);
    else this.table.setState({ trouble: { code: "",
      message: "The program was started again: the game goes on from where the browser kept it." } });
    return true;
  }

  async save() {
    const { live } = this.table;
    const id = live?.id ?? shownGame();
    const kept = keptGame(id);
    try {
      saveFile(kept && (!live || kept.steps === live.steps) ? kept.text : (await ask("play", { action: "save", id })).text, "game.dia");
    } catch (error) {
      if (kept) saveFile(kept.text, "game.dia");
      else this.table.fail(error);
    }
  }
}
