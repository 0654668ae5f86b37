/**
 * The C core of Diamonds as a WebAssembly module (`make app`), without a server: positions, legal moves, exact values, playouts, tree
 * search and random deals.
 *
 * Positions, moves and results are structs as in csrc/diamonds/rules/position.h and csrc/diamonds/solver.h, held as bytes; where their
 * fields are, the module says itself. A Core belongs to one thread, best to a worker: every call runs to its end.
 *
 *     const core = await loadCore(bytes, 64);
 *     const result = core.solve(position);
 *     core.get(result, "Result", "lower") / core.get(result, "Result", "scale");
 */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{offset: number, size: number}} Field */
/** @typedef {{weights: Float64Array, needs: Bytes}} DealerPlan what is dealt to whom: dealer.h */
/**
 * @typedef {{round: Bytes, seat: number, position: Bytes, seen: bigint, sizes: number[]}} Known what a seat has seen; `position`: now, with
 *   the hands that it knows, `seen`: what nobody can hold, `sizes`: of hands
 */
/** @typedef {"default" | "net" | "rollout"} Policy who finishes rounds: rules, the net, or what the engine `playout` takes (policy.h) */
/** @typedef {{engine: string, infers: boolean, byNet: boolean, early: number, share: number}} Plan what `auto` does: recommend.h */
/** @typedef {{gains: number[], reason: string}} Preference what speaks for moves beside their samples: recommend.h */
/** @typedef {{goal: string, roundsLeft: number, sigma: number}} Utility what a finished round is worth: utility.h */

const ENGINES = ["exact", "playout", "ismcts"];
const GOALS = ["margin", "points", "win"];
export const MARGIN = { goal: "margin", roundsLeft: 0, sigma: 0 };
const MOST_MOVES = 80;
const MOST_PLAYERS = 6;
const DRAWN_AT_ONCE = 64; // worlds that are drawn at once, if not more are asked for
export const NONE = 255; // no card, nobody

/** @param {Float64Array | BigUint64Array} numbers @returns {Bytes} */
const bytesOf = (numbers) => new Uint8Array(numbers.slice().buffer);

/**
 * The core, from the bytes of its module; the table's size is in MiB.
 * @param {BufferSource} bytes
 * @param {number} megabytes
 */
export async function loadCore(bytes, megabytes) {
  const module = await WebAssembly.compile(bytes);
  /** @type {Record<string, Record<string, () => number>>} */
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    imports[room] = { ...imports[room], [name]: () => 0 }; // sched_yield, for other threads; there are none
  }
  const instance = await WebAssembly.instantiate(module, imports);
  return new Core(instance.exports, megabytes);
}

/**
 * The core from the file of `make app`, which is packed: many servers pack nothing.
 * @param {number} megabytes
 */
export async function fetchCore(megabytes) {
  const { body } = await fetch(new URL("core.packed", import.meta.url));
  const unpacked = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"));
  return loadCore(await new Response(unpacked).arrayBuffer(), megabytes);
}

class Core {
  /** @type {any} */
  #c;
  /** @type {Map<string, Field>} */
  #fields = new Map();
  /**
   * The worlds that were drawn last: each draw begins with a plan for all of them, which takes longer than a world does.
   * @type {{known: Known | null, seed: bigint, first: bigint, end: bigint, worlds: Bytes}}
   */
  #drawn = { known: null, seed: 0n, first: 0n, end: 0n, worlds: new Uint8Array() };
  #solver = 0;
  #megabytes = 0;
  #parts = 0;

  /**
   * @param {any} exports
   * @param {number} megabytes
   */
  constructor(exports, megabytes) {
    this.#c = exports;
    this.#c._initialize();
    for (const table of ["solver_fields", "wasm_fields"]) {
      this.#readFields(this.#c[table].value);
    }
    this.setTable(megabytes);
  }

  /** Another size of the table, which is empty then. @param {number} megabytes */
  setTable(megabytes) {
    if (megabytes === this.#megabytes) {
      return;
    }
    this.#c.solver_free(this.#solver);
    this.#solver = this.#c.solver_new(megabytes << 20, 0);
    if (!this.#solver) {
      throw new Error(`no memory for a table of ${megabytes} MiB`);
    }
    this.#megabytes = megabytes;
  }

  /** The size of a struct in bytes. @param {string} struct */
  size(struct) {
    return this.#field(struct, "").offset;
  }

  /** Where a field is in its struct. @param {string} struct @param {string} name */
  offset(struct, name) {
    return this.#field(struct, name).offset;
  }

  /** A field of at most four bytes, as a signed number where it has two. @param {Bytes} bytes @param {string} struct @param {string} name */
  get(bytes, struct, name) {
    const { offset, size } = this.#field(struct, name);
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, size);
    return size === 1 ? view.getUint8(0) : size === 2 ? view.getInt16(0, true) : view.getUint32(0, true);
  }

  /** The numbers of a field that is an array; `itemSize`: the bytes of each.
   * @param {Bytes} bytes @param {string} struct @param {string} name @param {number} itemSize */
  list(bytes, struct, name, itemSize) {
    const { offset, size } = this.#field(struct, name);
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, size);
    return Array.from({ length: size / itemSize }, (_, i) => (itemSize === 1 ? view.getUint8(i) : view.getUint16(2 * i, true)));
  }

  /** The hands of a position or an array of them, as sets of bits: positions of 64 bits by seat, to read and to write.
   * @param {Bytes} positions @returns {BigUint64Array} */
  hands(positions) {
    return new BigUint64Array(positions.buffer);
  }

  /**
   * A position before the first card of a round. `thief`: who has the thief token, NONE in games without it.
   * @param {{players: number, sides: number, leader: number, tricks: number, showroom: number[], vault: number[], thief: number}} round
   * @returns {Bytes}
   */
  position({ players, sides, leader, tricks, showroom, vault, thief }) {
    const bytes = new Uint8Array(this.size("Position"));
    const numbers = { players, sides, leader, tricks_left: tricks, robber: NONE, thief: thief === NONE ? 0 : thief + 1 };
    for (const [name, value] of Object.entries(numbers)) {
      bytes[this.#field("Position", name).offset] = value;
    }
    const view = new DataView(bytes.buffer);
    for (const [name, values] of Object.entries({ showroom, vault })) {
      values.forEach((value, seat) => view.setUint16(this.#field("Position", name).offset + 2 * seat, value, true));
    }
    return bytes;
  }

  /** Throws unless all other calls may be made with the position. @param {Bytes} position */
  check(position) {
    this.#within((place) => this.#checked(this.#c.position_check(place(position))));
  }

  /** The seat that decides. @param {Bytes} position @returns {number} */
  toMove(position) {
    return this.#within((place) => this.#c.position_to_move(place(position)));
  }

  /** All legal moves, three bytes each: card, actor, victim. @param {Bytes} position @returns {Bytes} */
  moves(position) {
    return this.#within((place) => {
      const moves = place(MOST_MOVES * this.size("Move"));
      return this.#copy(moves, this.#c.position_moves(place(position), moves) * this.size("Move"));
    });
  }

  /**
   * For each legal move the index of the first one that is its equal: worth the same in every world. `seen`: the cards that nobody can hold.
   * @param {Bytes} position @param {bigint} seen @param {string} goal @returns {number[]}
   */
  classes(position, seen, goal) {
    const count = this.moves(position).length / this.size("Move");
    return this.#within((place) => {
      const classes = place(MOST_MOVES);
      this.#c.move_classes(place(position), seen, Number(goal !== "win"), classes);
      return [...this.#copy(classes, count)];
    });
  }

  /** What is to be decided: an index into card, victim, actor, nothing. @param {Bytes} position @returns {number} */
  decision(position) {
    return this.#within((place) => this.#c.position_decision(place(position)));
  }

  /**
   * What each of some legal moves, packed as `moves` has them, does: the position after it, and what it did, in order. `source` 0 is the action of
   * who took the trick, 1 a discard, 2 an award, 3 the bonus for no trick, which has no suit. `victim`: whom clubs rob, else NONE; `gain`: points of
   * `seat`.
   * @param {Bytes} position @param {Bytes} moves
   * @returns {{position: Bytes, acts: {source: number, seat: number, suit: number, victim: number, gain: number}[]}[]}
   */
  played(position, moves) {
    return this.#within((place) => {
      const [after, acts, list] = [place(position), place(this.size("Acts")), place(moves)];
      const [width, size, first] = [this.size("Move"), this.size("Act"), this.offset("Acts", "act")];
      return Array.from({ length: moves.length / width }, (_, index) => {
        this.#memory().set(position, after);
        this.#memory().fill(0, acts, acts + this.size("Acts"));
        this.#c.position_play(after, list + index * width, acts);
        const bytes = this.#copy(acts, this.size("Acts"));
        const of = (/** @type {string} */ name, /** @type {number} */ number) =>
          bytes[first + number * size + this.offset("Act", name)] ?? 0;
        const act = (/** @type {number} */ number) => ({ source: of("source", number), seat: of("seat", number),
          suit: of("suit", number), victim: of("victim", number), gain: of("gain", number) });
        return { position: this.#copy(after, position.length),
          acts: Array.from({ length: this.get(bytes, "Acts", "count") }, (_one, number) => act(number)) };
      });
    });
  }

  /**
   * A Result: the value of every legal move, or of the best one alone. What was learned before is forgotten, so that `nodes` are the same
   * each time, unless this goes on with the question before (`again`).
   * @param {Bytes} position
   * @param {{objective?: number, bestOnly?: boolean, nodeLimit?: number, again?: boolean, parts?: Int16Array | null, partsBudget?: number}}
   *   [options] `parts`: room for PARTS numbers of each move, which say where its points come from where the result is exact and not
   *   stopped
   * @returns {Bytes}
   */
  solve(position, { objective = 0, bestOnly = false, nodeLimit = 0, again = false, parts = null, partsBudget = 0 } = {}) {
    return this.#within((place) => {
      const options = place(this.size("SolveOptions"));
      this.#set(options, "SolveOptions", { objective, best_only: Number(bestOnly), node_limit: BigInt(nodeLimit) });
      const [result, where] = [place(this.size("Result")), parts ? place(MOST_MOVES * this.size("Parts")) : 0];
      this.#set(options, "SolveOptions", { parts: where, parts_budget: BigInt(partsBudget) });
      if (!again) {
        this.#c.solver_clear(this.#solver);
      }
      this.#checked(this.#c.solver_solve(this.#solver, place(position), 1, options, result, place(4)));
      parts?.set(new Int16Array(this.#copy(where, MOST_MOVES * this.size("Parts")).buffer).subarray(0, parts.length));
      return this.#copy(result, this.size("Result"));
    });
  }

  /** How many numbers say where points come from. */
  get parts() {
    return (this.#parts ||= this.size("Parts") / 2);
  }

  /**
   * Why a move is better than another one, in words (why.h). `points`: by part, of the move and then of the other; `reach`: half widths of the intervals of
   * their differences; `lead`: how many points the move is ahead.
   * @param {{points: number[], reach: number[], lead: number, isSure: boolean, move: string, against: string}} ask
   */
  why({ points, reach, lead, isSure, move, against }) {
    return this.#within((place) => {
      const [at, size, end] = [place(this.size("Why")), 600, "\0"];
      const [first, second, text] =
        [place(new TextEncoder().encode(move + end)), place(new TextEncoder().encode(against + end)), place(size)];
      for (const [name, numbers] of Object.entries({ points, reach }))
        this.#memory().set(bytesOf(Float64Array.from(numbers)), at + this.offset("Why", name));
      this.#set(at, "Why", { lead, is_chance: 0, is_sure: Number(isSure) });
      this.#c.why_text(at, first, second, text, size);
      return this.#text(text);
    });
  }

  /**
   * Plays each of the moves in each of the worlds, then to the end of the round: float64[moves][worlds] of values for the side
   * that decides, and int16[moves][worlds][parts] of where its points come from (parts.h). World w draws from the stream first + w of the
   * seed. `seen`: the cards that nobody holds, those on the table included. `policy`: who finishes the round, and `isPerfect`: in Perfect
   * Diamonds.
   * @param {{worlds: Bytes, seen: bigint, moves: Bytes, seed: bigint, first?: bigint, utility?: Utility, policy?: Policy, isPerfect?: boolean}} ask
   * @returns {{values: Bytes, parts: Bytes}}
   */
  playouts({ worlds, seen, moves, seed, first = 0n, utility = MARGIN, policy = "default", isPerfect = false }) {
    return this.#within((place) => {
      const [run, players, all] = ["Playouts", "Players", "Position"].map((struct) => this.size(struct));
      const [worldCount, moveCount] = [worlds.length / all, moves.length / this.size("Move")];
      const at = place(worlds);
      const [playouts, policies] = [place(run), place(players)];
      this.#c.players_all(policies, this.#c[`policy_${policy}`](at, isPerfect));
      this.#memory().copyWithin(playouts + this.#field("Playouts", "players").offset, policies, policies + players);
      const given = { worlds: at, world_count: worldCount, seen, moves: place(moves), move_count: moveCount, seed, first };
      this.#set(playouts, "Playouts", given);
      this.#setUtility(playouts + this.#field("Playouts", "utility").offset, utility);
      const outcomes = worldCount * moveCount;
      const [valuesSize, partsSize] = [8 * outcomes, this.size("Parts") * outcomes];
      const [values, parts] = [place(valuesSize), place(partsSize)];
      this.#c.playouts_run(playouts, values, parts);
      return { values: this.#copy(values, valuesSize), parts: this.#copy(parts, partsSize) };
    });
  }

  /**
   * Gives each of the sets of cards from the seat `giver` to `receiver` in each of the worlds, in which all others have passed, then plays to
   * the end by `policy`: values for the giver's side, [passes][worlds], and where its points come from, [passes][worlds][parts].
   * @param {{worlds: Bytes, seen: bigint, passes: bigint[], giver: number, receiver: number, seed: bigint, first: bigint,
   *   utility?: Utility, policy: "default" | "net"}} ask
   * @returns {{values: Float64Array, parts: Int16Array}}
   */
  passValues({ worlds, seen, passes, giver, receiver, seed, first, utility = MARGIN, policy }) {
    return this.#within((place) => {
      const [run, players] = [this.size("PassPlayouts"), this.size("Players")];
      const count = worlds.length / this.size("Position");
      const at = place(worlds);
      const [playouts, policies] = [place(run), place(players)];
      this.#c.players_all(policies, this.#c[`policy_${policy}`](at));
      this.#memory().copyWithin(playouts + this.#field("PassPlayouts", "players").offset, policies, policies + players);
      const sets = place(bytesOf(BigUint64Array.from(passes)));
      const given = { worlds: at, world_count: count, passes: sets, pass_count: passes.length, giver, receiver, seen, seed, first };
      this.#set(playouts, "PassPlayouts", given);
      this.#setUtility(playouts + this.#field("PassPlayouts", "utility").offset, utility);
      const outcomes = count * passes.length;
      const [values, parts] = [place(8 * outcomes), place(this.size("Parts") * outcomes)];
      this.#checked(this.#c.passes_run(playouts, values, parts));
      return { values: new Float64Array(this.#copy(values, 8 * outcomes).buffer),
        parts: new Int16Array(this.#copy(parts, this.size("Parts") * outcomes).buffer) };
    });
  }

  /**
   * The move by rules or by the net.
   * @param {Bytes} position a world @param {bigint} seen @param {bigint} seed @param {"default" | "net"} [policy] @returns {number[]}
   */
  playerMove(position, seen, seed, policy = "default") {
    return this.#within((place) => {
      const [at, move] = [place(position), place(this.size("Move"))];
      this.#c.player_move(this.#c[`policy_${policy}`](at), at, seen, seed, move);
      return [...this.#copy(move, this.size("Move"))];
    });
  }

  /**
   * What players pass of hands, as sets of bits: by the net, where there is one for the game, else by rules.
   * @param {{deck: bigint, players: number, sides: number}} game @param {bigint[]} hands @param {number} count @returns {bigint[]}
   */
  passChoices(game, hands, count) {
    return this.#within((place) => {
      const at = this.#passGame(place, game);
      return hands.map((hand) => BigInt.asUintN(64, this.#c.player_pass(at, hand, count)));
    });
  }

  /** Whether there is a net for the pass of a hand. @param {{deck: bigint, players: number, sides: number}} game @param {bigint} hand @returns {boolean} */
  hasPassNet(game, hand) {
    return this.#within((place) => this.#c.pass_net(this.#passGame(place, game), hand) !== 0);
  }

  /** How many cards the rule-based dealer announces. @param {{deck: bigint, players: number, sides: number}} game @param {bigint} hand @returns {number} */
  passCount(game, hand) {
    return this.#within((place) => this.#c.pass_count(this.#passGame(place, game), hand));
  }

  /** What the end of a game is worth to each side: 1, shared by those that have won. @param {Bytes} position @returns {number[]} */
  shares(position) {
    return this.#within((place) => {
      const [utility, values, at] = [place(this.size("Utility")), place(8 * MOST_PLAYERS), place(position)];
      this.#setUtility(utility, { goal: "win", roundsLeft: 0, sigma: 0 });
      this.#c.utility_values(utility, at, at, values);
      return [...new Float64Array(this.#copy(values, 8 * this.get(position, "Position", "sides")).buffer)];
    });
  }

  /**
   * A tree search of one decision: `run` goes on with more simulations in some of its worlds, `moves` are RootMoves, one for each legal move,
   * `means` what they are worth, `parts` where the points of each come from, one move after the other, and `free` gives its memory back.
   * @param {Bytes} position of the decision
   * @param {{seed: bigint, exploration: number, bias: number, nodes: number, utility?: Utility}} options
   */
  tree(position, { seed, exploration, bias, nodes, utility = MARGIN }) {
    const search = this.#within((place) => {
      const options = place(this.size("IsmctsOptions"));
      this.#setUtility(options + this.#field("IsmctsOptions", "utility").offset, utility);
      this.#set(options, "IsmctsOptions", { exploration, bias, policy: this.#c.policy_default(place(position)), seed, node_limit: nodes });
      return this.#allocated(this.#c.ismcts_new(options));
    });
    const moves = () =>
      this.#within((place) => {
        const rows = place(MOST_MOVES * this.size("RootMove"));
        return this.#copy(rows, this.#c.ismcts_moves(search, rows) * this.size("RootMove"));
      });
    return {
      run: (/** @type {Bytes} */ worlds, /** @type {bigint} */ seen, /** @type {number} */ simulations) =>
        this.#within((place) =>
          this.#checked(this.#c.ismcts_run(search, place(worlds), worlds.length / this.size("Position"), seen, simulations)),
        ),
      moves,
      means: () => this.#numbers(moves(), "RootMove", "mean"),
      parts: () => {
        const rows = moves();
        const [size, number, { offset }] = [this.size("RootMove"), this.parts, this.#field("RootMove", "parts")];
        const view = new DataView(rows.buffer);
        const visits = (/** @type {number} */ move) => view.getUint32(move * size + this.offset("RootMove", "visits"), true) || 1;
        return Array.from({ length: (rows.length / size) * number }, (_, i) =>
          Number(view.getBigInt64(Math.floor(i / number) * size + offset + 8 * (i % number), true)) / visits(Math.floor(i / number)));
      },
      free: () => this.#c.ismcts_free(search),
    };
  }

  /** A field of each of some structures. @param {Bytes} rows @param {string} type @param {string} field @returns {number[]} */
  #numbers(rows, type, field) {
    const [size, { offset }] = [this.size(type), this.#field(type, field)];
    const view = new DataView(rows.buffer, rows.byteOffset);
    return Array.from({ length: rows.length / size }, (_, i) => view.getFloat64(i * size + offset, true));
  }

  /**
   * A random deal of cards to receivers, which says whose each is: as Dealer of sampling/dealer.py; `total`: of all deals. `weights` are
   * float64[items][receivers].
   * @param {DealerPlan & {seed: bigint, first: bigint, count: number}} ask
   * @returns {{total: number, rows: Bytes}}
   */
  deal({ seed, first, count, weights, needs }) {
    return this.#within((place) => {
      const [receivers, plan] = [needs.length, place(this.size("DealerPlan"))];
      const items = weights.length / receivers;
      this.#set(plan, "DealerPlan", { items, receivers, weights: place(bytesOf(weights)), needs: place(needs) });
      const dealer = this.#allocated(this.#c.dealer_new(plan));
      const total = this.#c.dealer_total(dealer);
      const rows = place(items * count);
      if (total > 0) this.#c.dealer_deal(dealer, seed, first, count, rows);
      this.#c.dealer_free(dealer);
      return { total, rows: this.#copy(rows, total > 0 ? items * count : 0) };
    });
  }

  /**
   * A seed by another one and a number: SeedSequence((seed, index)).generate_state(1, uint64) of numpy.
   * @param {number} seed @param {number} index @returns {bigint}
   */
  seedOf(seed, index) {
    return this.#within((place) => {
      const word = place(8);
      this.#c.seed_words(place(bytesOf(BigUint64Array.of(BigInt(seed), BigInt(index)))), 2, word, 1);
      return new DataView(this.#c.memory.buffer).getBigUint64(word, true);
    });
  }

  /**
   * What a seat has seen of a round (round.h): all moves from the first lead on, `start`, whose hands are as far as the seat knows them;
   * `passed`: by each seat, as far as that is known.
   * @param {{start: Bytes, seat: number, deck: bigint, passed: bigint[], play: number[][]}} round
   * @returns {Known}
   */
  round({ start, seat, deck, passed, play }) {
    return this.#within((place) => {
      const [at, size] = [place(this.size("Round")), this.size("Round")];
      this.#c.round_open(at, place(start), deck, place(bytesOf(BigUint64Array.from(passed))));
      for (const move of play) this.#c.round_play(at, place(Uint8Array.from(move)));
      const round = this.#copy(at, size);
      const seen = new DataView(round.buffer).getBigUint64(this.offset("Round", "seen"), true);
      return { round, seat, position: round.slice(0, start.length), seen,
        sizes: this.list(round, "Round", "sizes", 1).slice(0, passed.length) };
    });
  }

  /**
   * What `auto` does at a decision of the play: recommend.h. `cards`: in the hand of who decides; `deals`: that it holds possible.
   * @param {{players: number, sides: number, cards: number, deals: number, goal: string, hasThief: boolean, isPerfect: boolean}} decision
   * @returns {Plan}
   */
  plan({ players, sides, cards, deals, goal, hasThief, isPerfect }) {
    return this.#within((place) => {
      const [at, plan] = [place(this.size("AutoDecision")), place(this.size("AutoPlan"))];
      this.#set(at, "AutoDecision", { players, sides, cards, deals, goal: GOALS.indexOf(goal), has_thief: Number(hasThief),
        is_perfect: Number(isPerfect) });
      this.#c.auto_plan(at, plan);
      const made = this.#copy(plan, this.size("AutoPlan"));
      const [engine, infers, byNet, early] = ["engine", "infers", "by_net", "early"].map((name) => this.get(made, "AutoPlan", name));
      return { engine: ENGINES[engine ?? 0] ?? "", infers: Boolean(infers), byNet: Boolean(byNet), early: early ?? 0,
        share: this.#double(made, "AutoPlan", "share") };
    });
  }

  /**
   * What speaks for the moves besides their samples, under a plan; null: nothing does. `tricks`: of a whole round.
   * @param {Known} known @param {Plan} plan @param {{deck: bigint, seed: number, tricks: number, goal: string}} ask @returns {Preference | null}
   */
  preference({ round, position }, { byNet, early, share }, { deck, seed, tricks, goal }) {
    return this.#within((place) => {
      const [table, at, found] = [place(this.size("Table")), place(this.size("PreferenceAsk")), place(this.size("Preference"))];
      this.#c.round_table(place(round), table);
      this.#set(at, "PreferenceAsk", { policy: this.#c[byNet ? "policy_net" : "policy_rollout"](place(position)), tricks, early, share,
        goal: GOALS.indexOf(goal), seed: BigInt(seed) });
      const count = this.#c.preference_of(table, deck, at, found);
      const reason = this.get(this.#copy(found, this.size("Preference")), "Preference", "reason");
      const gains = this.#copy(found + this.offset("Preference", "gains"), 8 * count);
      return count ? { gains: [...new Float64Array(gains.buffer)], reason: this.#text(reason) } : null;
    });
  }

  /** How many deals the seat holds possible. @param {Known} known @returns {number} */
  deals({ round, seat }) {
    return this.#within((place) => {
      const total = place(8);
      this.#checked(this.#c.round_deals(place(round), seat, total));
      return new DataView(this.#c.memory.buffer).getFloat64(total, true);
    });
  }

  /**
   * Positions that agree with what the seat knows: world i depends on `seed` and first + i.
   * @param {Known} known @param {bigint} seed @param {bigint} first @param {number} count @returns {Bytes}
   */
  worlds(known, seed, first, count) {
    const { round, seat } = known;
    const drawn = this.#drawn;
    if (drawn.known !== known || drawn.seed !== seed || first < drawn.first || first + BigInt(count) > drawn.end) {
      const many = Math.max(count, DRAWN_AT_ONCE);
      const worlds = this.#positions(many, (place, at) => this.#c.round_worlds(place(round), seat, 0, seed, first, many, at));
      this.#drawn = { known, seed, first, end: first + BigInt(many), worlds };
    }
    const [start, size] = [Number(first - this.#drawn.first), this.size("Position")];
    return this.#drawn.worlds.slice(start * size, (start + count) * size);
  }

  /** All of them, in random order, as many as `deals` says. @param {Known} known @param {bigint} seed @param {number} count @returns {Bytes} */
  allWorlds({ round, seat }, seed, count) {
    return this.#positions(count, (place, worlds) => this.#c.round_all_worlds(place(round), seat, seed, count, worlds));
  }

  /**
   * What the others' moves and the pass tell the seat (beliefs.h).
   * @param {Known} known @param {bigint} seed
   * @returns {{beliefs: Bytes, tells: boolean, share: number}} `share`: of the deals that they leave
   */
  beliefs({ round, seat }, seed) {
    return this.#within((place) => {
      const at = place(this.size("Beliefs"));
      this.#checked(this.#c.round_beliefs(place(round), seat, seed, at));
      const beliefs = this.#copy(at, this.size("Beliefs"));
      const share = this.#double(beliefs, "Beliefs", "share");
      return { beliefs, tells: Boolean(this.get(beliefs, "Beliefs", "tells")), share };
    });
  }

  /**
   * A block of worlds by beliefs, and what each stands for; `wanted` or fewer.
   * @param {Known} known @param {Bytes} beliefs @param {bigint} seed @param {number} number of the block @param {number} wanted
   * @returns {{worlds: Bytes, weights: number[]}}
   */
  block({ round, seat }, beliefs, seed, number, wanted) {
    return this.#within((place) => {
      const [worlds, weights, count] = [place(wanted * this.size("Position")), place(8 * wanted), place(4)];
      this.#checked(this.#c.round_block(place(round), seat, place(beliefs), seed, BigInt(number), wanted, worlds, weights, count));
      const kept = new DataView(this.#c.memory.buffer).getUint32(count, true);
      return { worlds: this.#copy(worlds, kept * this.size("Position")), weights: this.#doubles(weights, kept) };
    });
  }

  /** What worlds weigh by beliefs. @param {Known} known @param {Bytes} beliefs @param {Bytes} worlds */
  weights({ round, seat }, beliefs, worlds) {
    return this.#within((place) => {
      const count = worlds.length / this.size("Position");
      const weights = place(8 * count);
      this.#checked(this.#c.round_weights(place(round), seat, place(beliefs), place(worlds), count, weights));
      return this.#doubles(weights, count);
    });
  }

  /** @param {number} count @param {(place: (content: Bytes | number) => number, worlds: number) => number} fill @returns {Bytes} */
  #positions(count, fill) {
    return this.#within((place) => {
      const size = count * this.size("Position");
      const worlds = place(size);
      this.#checked(fill(place, worlds));
      return this.#copy(worlds, size);
    });
  }

  /** @param {number} address @param {number} count @returns {number[]} */
  #doubles(address, count) {
    return [...new Float64Array(this.#copy(address, 8 * count).buffer)];
  }

  /** @param {(place: Bytes | number) => number} place @param {{deck: bigint, players: number, sides: number}} game */
  #passGame(place, game) {
    const at = place(this.size("PassGame"));
    this.#set(at, "PassGame", game);
    return at;
  }

  /** Calls with a function that gives places in the module's memory, for bytes or for zeros, until the call has ended.
   * @template T @param {(place: (content: Bytes | number) => number) => T} call @returns {T} */
  #within(call) {
    /** @type {number[]} */
    const places = [];
    const place = (/** @type {Bytes | number} */ content) => {
      const length = typeof content === "number" ? content : content.length;
      const address = this.#allocated(this.#c.malloc(Math.max(length, 1)));
      places.push(address);
      if (typeof content === "number") {
        this.#memory().fill(0, address, address + length);
      } else {
        this.#memory().set(content, address);
      }
      return address;
    };
    try {
      return call(place);
    } finally {
      places.forEach((address) => this.#c.free(address));
    }
  }

  /** The memory as it is now: it moves when it grows. */
  #memory() {
    return new Uint8Array(this.#c.memory.buffer);
  }

  /** @param {Bytes} bytes @param {string} struct @param {string} name @returns {number} */
  #double(bytes, struct, name) {
    return new DataView(bytes.buffer).getFloat64(this.offset(struct, name), true);
  }

  /** @param {number} address @param {number} length @returns {Bytes} */
  #copy(address, length) {
    return new Uint8Array(this.#c.memory.buffer.slice(address, address + length));
  }

  /** @param {number} address */
  #allocated(address) {
    if (!address) {
      throw new Error("the core has no memory left");
    }
    return address;
  }

  /** @param {number} status */
  #checked(status) {
    if (status) {
      throw new Error(this.#text(this.#c.status_text(status)));
    }
  }

  /** Fills fields: big integers have eight bytes, numbers in fields of eight bytes are doubles.
   * @param {number} address @param {string} struct @param {Record<string, number | bigint>} values */
  #set(address, struct, values) {
    for (const [name, value] of Object.entries(values)) {
      const { offset, size } = this.#field(struct, name);
      const view = new DataView(this.#c.memory.buffer, address + offset, size);
      if (typeof value === "bigint") {
        view.setBigUint64(0, value, true);
      } else if (size === 8) {
        view.setFloat64(0, value, true);
      } else if (size === 4) {
        view.setUint32(0, value, true);
      } else {
        view.setUint8(0, value);
      }
    }
  }

  /** @param {number} address @param {Utility} utility */
  #setUtility(address, { goal, roundsLeft, sigma }) {
    this.#set(address, "Utility", { goal: GOALS.indexOf(goal), rounds_left: roundsLeft, sigma });
  }

  /** @param {string} struct @param {string} name @returns {Field} */
  #field(struct, name) {
    const field = this.#fields.get(`${struct}.${name}`);
    if (!field) {
      throw new Error(`the core has no ${struct}.${name}`);
    }
    return field;
  }

  /** @param {number} address */
  #readFields(address) {
    for (let row = address; ; row += 16) {
      const [struct, name, offset, size] = new Uint32Array(this.#c.memory.buffer, row, 4);
      if (!struct) {
        return;
      }
      this.#fields.set(`${this.#text(struct)}.${this.#text(name)}`, { offset, size });
    }
  }

  /** @param {number} address */
  #text(address) {
    const memory = this.#memory();
    return new TextDecoder().decode(memory.slice(address, memory.indexOf(0, address)));
  }
}
