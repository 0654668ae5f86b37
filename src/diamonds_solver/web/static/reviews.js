// What the judges have said of a game so far: of its decisions, and of the players by round.

/** @typedef {"open" | "known"} Judge */

export class Reviews {
  /** @param {any[]} decisions of the game, as the server told them */
  constructor(decisions) {
    this.decisions = decisions;
    /** @type {Record<Judge, Map<number, any>>} by number of decision */
    this.judged = { open: new Map(), known: new Map() };
    /** @type {Map<string, import("./moves.js").Told>} the moves that judges have named, in words */
    this.named = new Map();
    /** @type {Record<Judge, Map<number, any[]>>} the players' rows by round */
    this.players = { open: new Map(), known: new Map() };
    /** @type {Set<number>} rounds that ran out of time: there is something to go on with */
    this.cut = new Set();
  }

  /** @param {Judge} judge @param {number} number @returns {any} null: nothing was said */
  of(judge, number) {
    return this.judged[judge].get(number) ?? null;
  }

  /** The numbers of the decisions with a mark, in order. @param {Judge} judge @param {number} [seat] whose; -1: everybody's @returns {number[]} */
  marked(judge, seat = -1) {
    const marked = [...this.judged[judge].values()].filter((one) => one.mark && (seat < 0 || one.seat === `P${seat + 1}`));
    return marked.map((one) => one.number).sort((a, b) => a - b);
  }

  /** Takes over what a judge says, unless more is known already. @param {Judge} judge @param {any} said */
  keep(judge, said) {
    const before = this.of(judge, said.number);
    if (judge === "open" && before?.hindsight && (before.hindsight.exact || !said.hindsight)) return;
    this.judged[judge].set(said.number, said);
  }

  /** The decisions of a round. @param {number} round @returns {any[]} */
  ofRound(round) {
    return this.decisions.filter((one) => one.round === round);
  }

  /** Decisions of a round that the cards-open judge has not proven: their numbers. @param {number} round @returns {number[]} */
  unproven(round) {
    return this.ofRound(round).filter((one) => !one.forced && (this.of("open", one.number)?.hindsight?.loss ?? null) === null).map((one) => one.number);
  }

  /** The players' rows of a round with all cards open, of all questions together. @param {number} round @param {any[]} players of the last one */
  summarise(round, players) {
    const before = this.players.open.get(round) ?? players;
    const rows = before.map((player) => {
      const said = this.ofRound(round).filter((one) => one.seat === player.seat && !one.forced).map((one) => this.of("open", one.number)).filter((one) => one?.hindsight);
      const losses = said.map((one) => one.hindsight.loss).filter((loss) => loss !== null);
      const marks = Object.fromEntries(Object.keys(player.marks).map((mark) => [mark, said.filter((one) => one.mark === mark).length]));
      const mean = losses.length ? { loss: losses.reduce((sum, loss) => sum + loss, 0) / losses.length } : null;
      return { ...player, decisions: said.length, hindsight: mean, marks };
    });
    this.players.open.set(round, rows);
  }
}
