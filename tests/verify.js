/**
 * Checks certificates of values of Diamonds. Written from docs/reference/certificate.md alone: a second opinion beside
 * games/diamonds/solving/verify.py, which it shares nothing with. It imports nothing, and runs in any browser and in Node.
 */

const SUITS = "DHSC";
const [DIAMONDS, HEARTS, SPADES, CLUBS] = [0, 1, 2, 3];
const WALK = [CLUBS, SPADES, HEARTS, DIAMONDS]; // the order in which others' cards are tried
const MOST_RANK = 15;
const SUIT_SHIFT = 4; // a card is its suit and its rank in bits
const AWARDS = SUITS.length;
const NOBODY = -1;
const BONUS = 4; // two D actions of who has won no trick

/**
 * @typedef {{hands: number[][], showroom: number[], taken: number[][], winners: boolean[], leader: number, trick: number[], robber: number,
 *   award: number, thief: number, gains: number[]}} State `hands` by seat and suit, as bits of ranks; `gains`: points by seat since the claim;
 *   `award`: the next one, 4 when the round is over; `thief`: who has the token
 * @typedef {{players: number, sides: number[][], plays: number}} Game `sides`: the seats of each; `plays`: cards of a trick
 * @typedef {{game: Game, state: State, model: string, objective: string, value: number[], scale: number}} Claim
 *   `value`, times the scale: one number, with maxn one for each side
 * @typedef {{card?: number, actor?: number, victim?: number}} Move
 */

/** What is wrong with a certificate, and where. */
export class CertificateError extends Error {
  /** @param {string} message @param {number} line from 1 on */
  constructor(message, line) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** The lines of the file, one after the other. */
class Lines {
  /** @param {string} text */
  constructor(text) {
    this.lines = text.split("\n");
    this.at = 0;
    if (this.lines[0]?.endsWith("\r")) this.fail("lines of a certificate end with LF alone, and these with CR LF");
    if (this.lines.pop() !== "") this.fail("the last line does not end");
  }

  /** @param {string} message @returns {never} */
  fail(message) {
    throw new CertificateError(message, Math.max(1, this.at));
  }

  next() {
    const line = this.lines[this.at++];
    return line ?? this.fail("the certificate ends too early");
  }

  /** @param {string} wanted */
  expect(wanted) {
    if (this.next() !== wanted) this.fail(`expected "${wanted}"`);
  }

  /** What follows the name of a field. @param {string} name */
  field(name) {
    const line = this.next();
    return line.startsWith(`${name} `) ? line.slice(name.length + 1) : this.fail(`expected the field ${name}`);
  }

  end() {
    this.expect("end");
    if (this.at !== this.lines.length) this.fail("lines are left over");
  }
}

// -- the claim ----------------------------------------------------------------------------------------------------------------------------

/** @param {Lines} lines @returns {Claim} */
function readClaim(lines) {
  const choice = (/** @type {string} */ name, /** @type {string[]} */ words) => {
    const word = lines.field(name);
    return words.includes(word) ? word : lines.fail(`${name} is one of ${words.join(", ")}`);
  };
  const gain = (/** @type {string} */ word) => (/^(0|-?[1-9]\d{0,3})$/.test(word) ? Number(word) : lines.fail(`"${word}" is no gain`));
  const count = (/** @type {string} */ word) => (/^(0|[1-9]\d{0,2})$/.test(word) ? Number(word) : lines.fail(`"${word}" is no number of crystals or cards`));
  const seatOf = (/** @type {string} */ word) => {
    const seat = /^P[1-6]$/.test(word) ? Number(word[1]) - 1 : players;
    return seat < players ? seat : lines.fail(`"${word}" is no seat`);
  };
  const list = (/** @type {string} */ text) => (text === "-" ? [] : text.split(" "));
  const exactly = (/** @type {string[]} */ words, /** @type {number} */ number) => (words.length === number ? words : lines.fail(`expected ${number} numbers`));
  const bySeat = (/** @type {string} */ name, /** @type {(text: string) => number[]} */ read) => seats.map((seat) => read(lines.field(`${name} P${seat + 1}`)));

  if (lines.field("diamonds-certificate") !== "1") lines.fail("this is another version");
  const players = Number(choice("players", ["2", "3", "4", "5", "6"]));
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const isTeams = choice("teams", ["no", "yes"]) === "yes";
  if (isTeams && players !== 4 && players !== 6) lines.fail("teams are of 4 or 6 players");
  const sides = isTeams ? seats.slice(players / 2).map((seat) => [seat - players / 2, seat]) : seats.map((seat) => [seat]);
  const game = { players, sides, plays: players === 2 ? 4 : players };
  const seen = new Set();
  const card = (/** @type {string} */ word) => {
    const read = cardOf(word);
    if (read === null || seen.has(read)) return lines.fail(`"${word}" is no card, or there twice`);
    seen.add(read);
    return read;
  };
  const hands = bySeat("hand", (text) => list(text).map(card)).map((cards) => {
    const bits = [0, 0, 0, 0];
    for (const held of cards) bits[suitOf(held)] |= 1 << rankOf(held);
    return bits;
  });
  const showroom = exactly(lines.field("showroom").split(" "), players).map(count);
  const taken = bySeat("taken", (text) => exactly(text.split(" "), SUITS.length).map(count));
  const won = new Set(list(lines.field("winners")).map(seatOf));
  const leader = seatOf(lines.field("leader"));
  const trick = list(lines.field("trick")).map(card);
  const robbing = lines.field("robber");
  const thief = robbing.startsWith("thief ") ? seatOf(robbing.slice("thief ".length)) : NOBODY;
  const robber = robbing === "-" || thief !== NOBODY ? NOBODY : seatOf(robbing);
  const award = SUITS.indexOf(choice("award", [...SUITS]));
  const state = { hands, showroom, taken, winners: seats.map((seat) => won.has(seat)),
    leader, trick, robber, award, thief, gains: seats.map(() => 0) };
  checkState(game, state, (message) => lines.fail(message));
  const model = choice("model", ["paranoid", "maxn"]);
  const objective = model === "maxn" ? "points" : choice("objective", ["margin", "points"]);
  const words = lines.field("value").split(" ");
  const unit = objective === "margin" ? sides.length - 1 : 1;
  const numbers = exactly(words, model === "maxn" ? sides.length : 1).map((word) => {
    const [above = "", below, ...more] = word.split("/");
    if (more.length || (unit === 1 ? below !== undefined : below !== String(unit))) lines.fail(`the value is written in units of 1/${unit}`);
    return gain(above);
  });
  return { game, state, model, objective, value: numbers, scale: unit };
}

/**
 * Whether the parts of a claim agree, and somebody has something to decide.
 * @param {Game} game @param {State} state @param {(message: string) => never} fail
 */
function checkState(game, state, fail) {
  const { hands, trick, robber, leader, award } = state;
  const sizes = hands.map((hand, seat) =>
    hand.reduce((sum, bits) => sum + countOf(bits), 0) + trick.filter((_, index) => (leader + index) % game.players === seat).length);
  if (sizes.some((size) => size !== sizes[0]) || (sizes[0] ?? 0) % (game.plays / game.players)) fail("hands and trick do not agree");
  if (trick.length > game.plays || (award !== DIAMONDS && (trick.length || robber !== NOBODY || !isRoundOver(state))))
    fail("trick, robber or award do not agree with the hands");
  const ways = robber !== NOBODY ? victimsOf(state, robber).length + 1 : isRoundOver(state)
    ? actorsOf(game, state, award).length : game.plays - trick.length + 1;
  if (ways < 2) fail("there is nothing to decide");
}

// -- the rules ----------------------------------------------------------------------------------------------------------------------------

const suitOf = (/** @type {number} */ card) => card >> SUIT_SHIFT;
const rankOf = (/** @type {number} */ card) => card & ((1 << SUIT_SHIFT) - 1);

/** @param {string} word */
function cardOf(word) {
  const match = /^([DHSC])([1-9]|1[0-5])$/.exec(word);
  return match ? (SUITS.indexOf(match[1] ?? "") << SUIT_SHIFT) | Number(match[2]) : null;
}

/** @param {number} bits */
function countOf(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count++;
  return count;
}

/** @param {State} state @returns {State} */
const copied = (state) => ({
  ...state,
  hands: state.hands.map((hand) => [...hand]),
  showroom: [...state.showroom],
  taken: state.taken.map((cards) => [...cards]),
  winners: [...state.winners],
  trick: [...state.trick],
  gains: [...state.gains],
});

/** Whom a seat may rob. @param {State} state @param {number} robber */
const victimsOf = ({ showroom, thief }, robber) =>
  showroom.flatMap((crystals, seat) => (crystals && seat !== robber && (thief === NOBODY || seat === thief) ? [seat] : []));

/** The side with most cards of a suit; NOBODY for a tie. @param {Game} game @param {State} state @param {number} suit */
function mostOf({ sides }, { taken }, suit) {
  const counts = sides.map((seats) => seats.reduce((sum, seat) => sum + (taken[seat]?.[suit] ?? 0), 0));
  const most = Math.max(...counts);
  return counts.indexOf(most) === counts.lastIndexOf(most) ? counts.indexOf(most) : NOBODY;
}

/** The ways to perform an award, by seat. @param {Game} game @param {State} state @param {number} award @returns {Move[]} */
function actorsOf(game, state, award) {
  const side = mostOf(game, state, award);
  return (side === NOBODY ? [] : (game.sides[side] ?? [])).flatMap((actor) => {
    if (award === CLUBS && state.thief === NOBODY) return victimsOf(state, actor).map((victim) => ({ actor, victim }));
    return award === SPADES && !state.showroom[actor] ? [] : [{ actor }];
  });
}

/**
 * An action with a single way to perform it, and `victim` for clubs.
 * @param {State} state @param {number} suit @param {number} seat @param {number} [victim]
 */
function act(state, suit, seat, victim = NOBODY) {
  const { showroom, gains } = state;
  if (suit === DIAMONDS) {
    gains[seat] += 2;
  } else if (suit === HEARTS) {
    showroom[seat] += 1;
    gains[seat] += 1;
  } else if (suit === SPADES) {
    gains[seat] += showroom[seat] ? 1 : 0;
    showroom[seat] -= showroom[seat] ? 1 : 0;
  } else if (victim !== NOBODY) {
    showroom[victim] -= 1;
    gains[victim] -= 1;
    showroom[seat] += 1;
    gains[seat] += 1;
  }
}

/** An action in play; where there are several to rob the choice is left open. @param {State} state @param {number} suit @param {number} seat */
function perform(state, suit, seat) {
  const victims = suit === CLUBS ? victimsOf(state, seat) : [];
  if (victims.length > 1) state.robber = seat;
  else act(state, suit, seat, victims[0]);
  if (suit === CLUBS && state.thief !== NOBODY) state.thief = (state.thief + 1) % state.showroom.length;
}

/** An award, and `victim` for clubs where one is chosen. @param {State} state @param {number} actor @param {number} [victim] */
function performAward(state, actor, victim) {
  if (victim === undefined) perform(state, state.award, actor);
  else act(state, state.award, actor, victim);
}

/** The place in the trick of the card that wins it so far. @param {number[]} trick */
function winning(trick) {
  const led = suitOf(trick[0] ?? 0);
  return trick.reduce((best, card, index) => (suitOf(card) === led && card > (trick[best] ?? 0) ? index : best), 0);
}

/** All that follows by itself, until somebody decides or the round is over. @param {Game} game @param {State} state */
function settle(game, state) {
  if (state.trick.length === game.plays) {
    const led = suitOf(state.trick[0] ?? 0);
    const winner = (state.leader + winning(state.trick)) % game.players;
    for (const card of state.trick) (state.taken[winner] ?? [])[suitOf(card)] += 1;
    state.winners[winner] = true;
    state.leader = winner;
    state.trick = [];
    perform(state, led, winner);
    if (state.robber !== NOBODY) return;
  }
  if (!isRoundOver(state)) return;
  for (; state.award < AWARDS; state.award++) {
    const ways = actorsOf(game, state, state.award);
    if (ways.length > 1) return;
    for (const { actor = NOBODY, victim } of ways) performAward(state, actor, victim);
  }
  state.winners.forEach((hasWon, seat) => (state.gains[seat] += hasWon ? 0 : BONUS));
}

/** Whether all tricks are over, but for the awards. @param {State} state */
const isRoundOver = ({ hands, trick }) => !trick.length && hands.every((hand) => hand.every((bits) => !bits));

/** The seat that decides; the first one of a team that chooses who performs an award; NOBODY at the end. @param {Game} game @param {State} state */
function decider(game, state) {
  if (state.robber !== NOBODY) return state.robber;
  if (!isRoundOver(state)) return (state.leader + state.trick.length) % game.players;
  return state.award < AWARDS ? (game.sides[mostOf(game, state, state.award)]?.[0] ?? NOBODY) : NOBODY;
}

/** @param {Game} game @param {State} before @param {Move} move @returns {State} */
function played(game, before, { card, actor, victim }) {
  const state = copied(before);
  if (card !== undefined) {
    const seat = decider(game, state);
    const suit = suitOf(card);
    (state.hands[seat] ?? [])[suit] &= ~(1 << rankOf(card));
    state.trick.push(card);
    if (suit !== suitOf(state.trick[0] ?? 0)) perform(state, suit, seat);
    if (state.robber !== NOBODY) return state;
  } else {
    if (actor === undefined) act(state, CLUBS, state.robber, victim);
    else performAward(state, actor, victim);
    state.robber = NOBODY;
    state.award += actor === undefined ? 0 : 1;
  }
  settle(game, state);
  return state;
}

/** The suits that may be played. @param {Game} game @param {State} state */
function suitsOf(game, state) {
  const hand = state.hands[decider(game, state)] ?? [];
  const led = state.trick.length ? suitOf(state.trick[0] ?? 0) : NOBODY;
  return led !== NOBODY && hand[led] ? [led] : WALK.filter((suit) => hand[suit]);
}

/** The moves in the order of a walk; of equal cards the lowest. @param {Game} game @param {State} state @returns {Move[]} */
function movesOf(game, state) {
  if (state.robber !== NOBODY) return victimsOf(state, state.robber).map((victim) => ({ victim }));
  if (isRoundOver(state)) return actorsOf(game, state, state.award);
  const hand = state.hands[decider(game, state)] ?? [];
  const best = state.trick.length ? state.trick[winning(state.trick)] : undefined;
  return suitsOf(game, state).flatMap((suit) => {
    let others = best !== undefined && suitOf(best) === suit ? 1 << rankOf(best) : 0;
    for (const held of state.hands) if (held !== hand) others |= held[suit] ?? 0;
    /** @type {Move[]} */
    const moves = [];
    let isNew = false; // whether the card seen last, from above, is still to be tried
    let lowest = 0;
    for (let rank = MOST_RANK; rank >= 0; rank--) {
      const isOwn = (hand[suit] ?? 0) & (1 << rank);
      if (isNew && (rank === 0 || others & (1 << rank))) {
        moves.push({ card: (suit << SUIT_SHIFT) | lowest });
        isNew = false;
      }
      if (isOwn) {
        isNew = true;
        lowest = rank;
      }
    }
    return moves;
  });
}

/** Whether only the last trick is left, or less: from the end of the trick before it on. @param {Game} game @param {State} state */
function isLast(game, { hands, trick }) {
  return hands.flat().reduce((sum, bits) => sum + countOf(bits), trick.length) <= game.plays;
}

/** Equal for starts of tricks that are the same game. @param {Game} game @param {State} state */
function keyOf(game, state) {
  const owners = SUITS.split("").map((_, suit) => {
    let text = "";
    for (let rank = 1; rank <= MOST_RANK; rank++)
      state.hands.forEach((hand, seat) => (text += (hand[suit] ?? 0) & (1 << rank) ? seat : ""));
    return text;
  });
  const taken = owners.map(({ length: live }, suit) => {
    const counts = game.sides.map((seats) => seats.reduce((sum, seat) => sum + (state.taken[seat]?.[suit] ?? 0), 0));
    const floor = Math.max(...counts) - live - 1; // one that just cannot tie
    const raised = counts.map((count) => Math.max(count, floor));
    return raised.map((count) => count - Math.min(...raised)).join(",");
  });
  const most = (owners[SPADES]?.length ?? 0) + (owners[CLUBS]?.length ?? 0) + 2;
  const showroom = state.showroom.map((crystals) => Math.min(crystals, most));
  return [...owners, ...taken, showroom.join(","), state.winners.map(Number).join(""), state.leader, state.thief].join(" ");
}

const isTrickStart = (/** @type {State} */ state) => state.robber === NOBODY && !state.trick.length && !isRoundOver(state);

// -- the walks ----------------------------------------------------------------------------------------------------------------------------

/** @param {Game} game @param {number} seat */
const sideOf = ({ sides }, seat) => sides.findIndex((seats) => seats.includes(seat));

/** The points of the sides since the claim. @param {Game} game @param {State} state */
const gainsOf = ({ sides }, { gains }) => sides.map((seats) => seats.reduce((sum, seat) => sum + (gains[seat] ?? 0), 0));

/**
 * One of the two strategies.
 * @param {Lines} lines @param {Claim} claim @param {number} side that decides in the claim
 * @param {boolean} isSide whether it is that side's strategy
 */
function checkStrategy(lines, { game, state: start, objective, value }, side, isSide) {
  const sign = isSide ? 1 : -1;
  const goal = sign * (value[0] ?? 0);
  const others = objective === "margin" ? 1 : 0;
  const own = objective === "margin" ? game.sides.length - 1 : 1;
  const proven = new Map();
  const points = (/** @type {State} */ state) =>
    sign * gainsOf(game, state).reduce((sum, gain, of) => sum + (of === side ? own : -others) * gain, 0);
  const isMine = (/** @type {State} */ state) => (sideOf(game, decider(game, state)) === side) === isSide;

  /** From the end of the trick before the last on, without lines: what is reached for sure. @type {(state: State) => number} */
  const search = (state) => {
    if (!isTrickStart(state)) return tried(state);
    const [key, now] = [keyOf(game, state), points(state)];
    const known = proven.get(key);
    if (known !== undefined && now + known >= goal) return now + known;
    const reached = tried(state);
    if (reached >= goal) proven.set(key, reached - now);
    return reached;
  };

  /** @type {(state: State) => number} */
  const tried = (state) => {
    if (decider(game, state) === NOBODY) return points(state);
    const chooses = isMine(state);
    let best = chooses ? -Infinity : Infinity;
    for (const move of movesOf(game, state)) {
      const reached = search(played(game, state, move));
      best = chooses ? Math.max(best, reached) : Math.min(best, reached);
      if (reached >= goal === chooses) break;
    }
    return best;
  };

  const searched = (/** @type {State} */ state) => {
    const reached = search(state);
    return reached >= goal ? reached : lines.fail("the value is not reached");
  };

  /** @type {(state: State) => number} */
  const walk = (state) => {
    if (isLast(game, state)) return searched(state);
    if (!isTrickStart(state)) return follow(state);
    const [key, now] = [keyOf(game, state), points(state)];
    const known = proven.get(key);
    if (known !== undefined && now + known >= goal) return now + known;
    const reached = follow(state);
    proven.set(key, reached - now);
    return reached;
  };

  /** @type {(state: State) => number} */
  const follow = (state) => {
    if (!isMine(state)) return Math.min(...movesOf(game, state).map((move) => walk(played(game, state, move))));
    return walk(played(game, state, readMove(lines, game, state)));
  };

  walk(start);
}

/**
 * A line of a strategy: a card or a victim; who performs an award is never written down.
 * @param {Lines} lines @param {Game} game @param {State} state @returns {Move}
 */
function readMove(lines, game, state) {
  const word = lines.next();
  if (state.robber !== NOBODY) {
    const victim = victimsOf(state, state.robber).find((seat) => word === `>P${seat + 1}`);
    return victim === undefined ? lines.fail(`"${word}" is no victim here`) : { victim };
  }
  const card = cardOf(word);
  const hand = state.hands[decider(game, state)] ?? [];
  const isLegal = card !== null && suitsOf(game, state).includes(suitOf(card)) && (hand[suitOf(card)] ?? 0) & (1 << rankOf(card));
  return card !== null && isLegal ? { card } : lines.fail(`"${word}" is no legal card here`);
}

/** The gains of all sides by max^n, against those in the lines. @param {Lines} lines @param {Claim} claim */
function checkGraph(lines, { game, state: start, value }) {
  const known = new Map();

  /** @param {number[]} one @param {number[]} other @param {number} side */
  const isBetter = (one, other, side) => {
    const total = (/** @type {number[]} */ gains) => gains.reduce((sum, gain) => sum + gain, 0);
    const clockwise = game.sides.map((_, step) => (side + step) % game.sides.length);
    const rank = (/** @type {number[]} */ gains) => [gains[side] ?? 0, -total(gains), ...clockwise.slice(1).map((at) => -(gains[at] ?? 0))];
    const [first, second] = [rank(one), rank(other)];
    const at = first.findIndex((number, index) => number !== second[index]);
    return at >= 0 && (first[at] ?? 0) > (second[at] ?? 0);
  };

  /** The points at the end, since the claim. @type {(state: State) => number[]} */
  const walk = (state) => {
    const seat = decider(game, state);
    const now = gainsOf(game, state);
    if (seat === NOBODY) return now;
    const isStart = isTrickStart(state);
    const key = isStart ? keyOf(game, state) : "";
    const before = isStart ? known.get(key) : undefined;
    if (before) return before.map((/** @type {number} */ gain, /** @type {number} */ side) => gain + (now[side] ?? 0));
    /** @type {number[] | null} */
    let best = null;
    for (const move of movesOf(game, state)) {
      const reached = walk(played(game, state, move));
      if (!best || isBetter(reached, best, sideOf(game, seat))) best = reached;
    }
    const ends = best ?? now;
    if (isStart) {
      const gains = ends.map((gain, side) => gain - (now[side] ?? 0));
      if (!isLast(game, state)) lines.expect(gains.join(" "));
      known.set(key, gains);
    }
    return ends;
  };

  const reached = walk(start);
  if (reached.join(" ") !== value.join(" ")) lines.fail(`the value is ${reached.join(" ")}`);
}

/**
 * The claim of a certificate that proves it. Throws CertificateError for any other text.
 * @param {string} text
 * @returns {Claim}
 */
export function verify(text) {
  const lines = new Lines(text);
  const claim = readClaim(lines);
  const side = sideOf(claim.game, decider(claim.game, claim.state));
  if (claim.model === "maxn") {
    lines.expect("graph");
    checkGraph(lines, claim);
  } else {
    for (const isSide of [true, false]) {
      lines.expect(isSide ? "at least" : "at most");
      checkStrategy(lines, claim, side, isSide);
    }
  }
  lines.end();
  return claim;
}
