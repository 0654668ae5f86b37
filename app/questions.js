/**
 * What the page asks a server, answered on the phone: the same questions and answers as of web/questions.py. Quick ones are answered at once;
 * for long ones a worker thinks, and goes when it is stopped.
 */

import { Mistake } from "./notation.js";
import { Playing } from "./playing.js";
import { gameOf, Review } from "./reviewing.js";
import { check, deal, played, standing } from "./solving.js";
import { aboutPhone } from "./about.js";

/** @typedef {(line: Record<string, any>) => void} Emit */

export class Questions {
  /** @param {any} core @param {(question: Record<string, any>, emit: Emit, signal: AbortSignal | null) => Promise<any>} think in a worker */
  constructor(core, think) {
    this.core = core;
    this.think = think;
    this.playing = new Playing(core);
    /** @type {Review | null} */
    this.reviewed = null;
  }

  /**
   * The answer to a question; what is known on the way goes to `emit`. Throws Mistake.
   * @param {string} name @param {Record<string, any>} fields @param {Emit} emit @param {AbortSignal | null} signal
   */
  async answer(name, fields, emit, signal) {
    const { core } = this;
    if (name === "about") return aboutPhone();
    if (name === "check") return check(core, fields["text"]);
    if (name === "move") return played(core, fields["text"], fields["move"]);
    if (name === "deal") return deal(core, fields, BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0));
    if (name === "play") return this.play(fields);
    if (name === "turn") return this.turn(fields["id"], emit, signal);
    if (name === "game")
      return fields["number"] ? this.review(fields["text"]).table(/** @type {any} */ (fields)) : this.review(fields["text"]).about();
    if (name === "analyse") return this.judge(fields, emit, signal);
    if (name === "hint") return this.think({ name: "advise", times: fields["times"] ?? 1, ...this.playing.own(fields["id"]) },
      emit, signal);
    if (name === "solve" && fields["proof"]) throw new Mistake("E-PROOF", "a phone writes no certificates", "a computer does: " +
      `diamonds solve "${fields["text"].trim().replaceAll("\n", "; ")}" --no-moves --proof could.proof`);
    if (name === "solve") return this.think({ name, position: standing(core, fields["text"]).position,
      objective: fields["objective"], seconds: fields["time_limit"] }, emit, signal);
    throw new Mistake("E-REQUEST", `the phone does not answer '${name}'`);
  }

  /** The review of a game: of the last one that was asked for it is there. @param {string} text */
  review(text) {
    if (this.reviewed?.text !== text) this.reviewed = new Review(this.core, text);
    return this.reviewed;
  }

  /**
   * Judges the decisions of a round, each as soon as it is judged.
   * @param {Record<string, any>} fields @param {Emit} emit @param {AbortSignal | null} signal
   */
  judge(fields, emit, signal) {
    const review = this.review(fields["text"]);
    const { known = true } = fields;
    const tell = (/** @type {Record<string, any>} */ { number, reply, ...said }) =>
      emit({ event: "judged", decision: review.judged(number, said), reply, words: [] });
    return this.think({ name: "judge", known, tasks: review.tasks(fields) }, tell, signal);
  }

  /** @param {Record<string, any>} fields */
  play(fields) {
    const { playing } = this;
    const { action } = fields;
    const id = action === "begin" ? playing.begin(this.beginning(fields)) : fields["id"];
    if (fields["steps"] !== undefined && fields["steps"] !== playing.find(id).steps.length)
      throw new Mistake("E-TURN", "the game has gone on in another window", "look again, and then choose");
    if (action === "move") playing.move(id, fields["move"]);
    if (action === "undo") playing.undo(id);
    if (action === "redo") playing.redo(id);
    return action === "save" ? { id, text: playing.save(id) } : playing.state(id);
  }

  /** A game that begins with a record, or goes on from a decision of another one, as it is kept. @param {Record<string, any>} fields */
  beginning(fields) {
    const { text = "", sources: levels = [], seed = 0, number = 0 } = fields;
    if (number) return { text: JSON.stringify(this.review(text).before(number)) };
    return text.startsWith("diamonds") ? { text: JSON.stringify({ ...gameOf(this.core, text), levels, seed }) } : fields;
  }

  /** Lets the levels move until the person has to. @param {string} id @param {Emit} emit @param {AbortSignal | null} signal */
  async turn(id, emit, signal) {
    const { playing } = this;
    for (let question = playing.question(id); question; question = playing.question(id)) {
      const { steps } = playing.find(id);
      const seat = `P${question.seat + 1}`;
      emit({ event: "thinking", seat });
      const answer = question.only ?? (await this.think({ name: "decide", ...question }, () => {}, signal));
      if (signal?.aborted || playing.find(id).steps !== steps) break; // the person has taken something back
      playing.decided(id, question.decision, answer);
      emit({ event: "moved", seat, told: [], state: playing.state(id) });
    }
    return playing.state(id);
  }
}
