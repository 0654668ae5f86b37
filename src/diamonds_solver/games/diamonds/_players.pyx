# cython: language_level=3, boundscheck=False, wraparound=False
"""Players in C: the rule-based policy, playouts, information-set tree search. Positions come as bytes of ``layout.POSITION`` arrays.

`seen` is a set of cards as one number (bit = card): those that nobody can hold any more, because they were played this round, are known to
be out, or are not in the deck of the variant. The cards on the table may be left out. Weights are the policy's: None takes those fitted for
the number of players.
"""

cimport cython
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from . cimport players as c

import numpy as np

GOALS = ("margin", "points", "win")
FEATURES = (
    "action", "cards", "win", "win_early", "bonus", "spend_winner", "spend_control",
    "discard_diamond", "discard_heart", "discard_spade", "discard_club", "void", "length", "rivals_void",
)
assert len(FEATURES) == c.FEATURES


def _cards(hand):
    return [card for card in range(64) if hand >> card & 1]


class PlayerError(ValueError):
    """The arguments are no decision that the players can take."""


cdef int _raise(c.Status status) except -1:
    if status == c.STATUS_NO_MEMORY:
        raise MemoryError(c.status_text(status).decode())
    if status:
        raise PlayerError(c.status_text(status).decode())
    return 0


cdef const c.Position *_array(const uint8_t[::1] positions, size_t *count) except NULL:
    """The positions and how many; at least one."""
    count[0] = <size_t>positions.shape[0] // sizeof(c.Position)
    if count[0] == 0 or <size_t>positions.shape[0] != count[0] * sizeof(c.Position):
        raise ValueError("the array is no array of layout.POSITION, or an empty one")
    return <const c.Position *>&positions[0]


cdef const c.Position *_worlds(const uint8_t[::1] positions, uint64_t seen, size_t *count) except NULL:
    """The same, checked to be worlds of one decision."""
    cdef const c.Position *first = _array(positions, count)
    _raise(c.worlds_check(first, first, count[0], seen))
    if c.position_decision(first) == c.DECIDE_NOTHING:
        raise PlayerError("the round is over")
    return first


cdef int _policy(weights, const c.Position *position, c.Policy *policy) except -1:
    cdef const float[::1] given
    if weights is None:
        policy[0] = c.policy_default(position)[0]
        return 0
    given = np.ascontiguousarray(weights, np.float32)
    if given.shape[0] != c.FEATURES:
        raise ValueError(f"a policy has {c.FEATURES} weights, not {given.shape[0]}")
    memcpy(policy.weight, &given[0], sizeof(c.Policy))
    return 0


cdef c.PassGame _pass_game(uint64_t hand, uint64_t deck, int players, int sides, int count) except *:
    cdef c.PassGame game
    if not c.MIN_PLAYERS <= players <= c.MAX_PLAYERS or sides not in (players, players // 2):
        raise PlayerError(c.status_text(c.STATUS_BAD_PLAYERS).decode())
    if hand & ~deck or deck & ~c.ALL_CARDS:
        raise PlayerError(c.status_text(c.STATUS_BAD_CARDS).decode())
    if not 1 <= count <= c.MAX_PASS or (<object>hand).bit_count() < c.MAX_PASS:
        raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    game.deck, game.players, game.sides = deck, players, sides
    return game


cdef c.Utility _utility(str goal, int rounds_left, double sigma) except *:
    cdef c.Utility utility
    if goal not in GOALS:
        raise ValueError(f"goal is one of {', '.join(GOALS)}, not {goal!r}")
    if rounds_left < 0 or (goal == "win" and rounds_left and not sigma > 0):
        raise ValueError("rounds_left is 0 or more, and sigma above 0")
    utility.goal = GOALS.index(goal)
    utility.rounds_left = rounds_left
    utility.sigma = sigma
    return utility


def default_weights(const uint8_t[::1] position):
    """The policy's weights for a position of this number of players and sides, in the order of FEATURES."""
    cdef size_t count
    cdef const c.Policy *policy = c.policy_default(_array(position, &count))
    cdef int i
    weights = np.empty(c.FEATURES, np.float32)
    for i in range(c.FEATURES):
        weights[i] = policy.weight[i]
    return weights


def policy_features(const uint8_t[::1] position, uint64_t seen):
    """What the policy weighs in a card decision: the legal cards, and float32[cards, FEATURES]."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Move moves[c.MAX_MOVES]
    cdef int i
    if c.position_decision(p) != c.DECIDE_CARD:
        raise PlayerError("no card is to be played")
    cdef int found = c.position_moves(p, moves)
    cards = list(dict.fromkeys(moves[i].card for i in range(found)))
    features = np.empty((len(cards), c.FEATURES), np.float32)
    cdef float[:, ::1] out = features
    for i, card in enumerate(cards):
        c.policy_features(p, c.worlds_seen(p, seen), card, &out[i, 0])
    return cards, features


def policy_scores(const uint8_t[::1] position, uint64_t seen, weights=None):
    """All legal moves as ((card, actor, victim), score), 255 for what does not matter; scores are in points of margin."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Move moves[c.MAX_MOVES]
    cdef float scores[c.MAX_MOVES]
    _policy(weights, p, &policy)
    cdef int found = c.policy_scores(&policy, p, c.worlds_seen(p, seen), moves, scores)
    return [((moves[i].card, moves[i].actor, moves[i].victim), scores[i]) for i in range(found)]


def policy_move(const uint8_t[::1] position, uint64_t seen, uint64_t seed, uint64_t index=0, weights=None):
    """The move of the highest score as (card, actor, victim); ties are broken by the random stream `index` of `seed`."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Rng rng = c.rng_stream(seed, index)
    _policy(weights, p, &policy)
    cdef c.Move move = c.policy_move(&policy, p, c.worlds_seen(p, seen), &rng)
    return move.card, move.actor, move.victim


def pass_features(uint64_t hand, uint64_t deck, int players, int sides):
    """What the passing rules weigh: float32[cards of the hand, lowest first, PASS_FEATURES]."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    cdef int i
    cards = _cards(hand)
    features = np.empty((len(cards), c.PASS_FEATURES), np.float32)
    cdef float[:, ::1] out = features
    for i, card in enumerate(cards):
        c.pass_features(&game, hand, card, &out[i, 0])
    return features


def pass_scores(uint64_t hand, uint64_t deck, int players, int sides):
    """What giving each card of `hand` away is worth: {card: points of margin, up to a constant}."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    return {card: c.pass_score(&game, hand, card) for card in _cards(hand)}


def policy_pass(uint64_t hand, int count, uint64_t deck, int players, int sides):
    """The `count` cards of `hand` that the rule-based player passes, as a set of cards."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, count)
    return c.pass_choice(&game, hand, count)


def policy_count(uint64_t hand, uint64_t deck, int players, int sides):
    """How many cards the rule-based dealer lets everybody pass."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    return c.pass_count(&game, hand)


def policy_passes(const uint64_t[:, ::1] hands, const uint8_t[::1] counts, uint64_t deck, int sides):
    """The cards that the rule-based players pass: uint64[rows, players] like `hands`, counts[row] cards from every hand of a row."""
    cdef int players = <int>hands.shape[1]
    cdef size_t rows = hands.shape[0], row
    cdef int seat
    cdef c.PassGame game
    _check_passes(hands, deck, players, sides, &game)
    if <size_t>counts.shape[0] != rows or (rows and not 1 <= min(counts) <= max(counts) <= c.MAX_PASS):
        raise PlayerError(f"a number of cards, 1 to {c.MAX_PASS}, is needed for every row")
    passed = np.empty((rows, players), np.uint64)
    cdef uint64_t[:, ::1] out = passed
    with nogil:
        for row in range(rows):
            for seat in range(players):
                out[row, seat] = c.pass_choice(&game, hands[row, seat], counts[row])
    return passed


def policy_counts(const uint64_t[::1] hands, uint64_t deck, int players, int sides):
    """How many cards the rule-based dealer lets everybody pass: uint8[hands]."""
    cdef size_t rows = hands.shape[0], row
    cdef c.PassGame game
    _check_passes(np.asarray(hands).reshape(-1, 1), deck, players, sides, &game)
    counts = np.empty(rows, np.uint8)
    cdef uint8_t[::1] out = counts
    with nogil:
        for row in range(rows):
            out[row] = <uint8_t>c.pass_count(&game, hands[row])
    return counts


cdef int _check_passes(hands, uint64_t deck, int players, int sides, c.PassGame *game) except -1:
    """Whether the hands, uint64[rows, seats], can pass; fills `game`."""
    cdef const uint64_t[:, ::1] each = hands
    cdef size_t row, seat
    cdef uint64_t cards = 0, rest
    cdef bint too_few = False
    for row in range(<size_t>each.shape[0]):
        for seat in range(<size_t>each.shape[1]):
            cards |= each[row, seat]
            rest = each[row, seat] & (each[row, seat] - 1)
            rest &= rest - 1
            too_few |= each[row, seat] == 0 or rest == 0  # fewer than MAX_PASS cards
    if too_few:
        raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    game[0] = _pass_game(deck, deck, players, sides, 1)
    if cards & ~deck:
        raise PlayerError(c.status_text(c.STATUS_BAD_CARDS).decode())
    return 0


def policy_chances(const uint8_t[::1] positions, const uint64_t[::1] seen, const uint8_t[:, ::1] moves, double temperature, double slip,
                   weights=None):
    """The chance that the policy, mixing by softmax(score / temperature) and taking any legal move with chance `slip`, plays moves[i] in
    positions[i] with seen[i]. The positions are independent of each other, but all of one number of players. A move that is not legal
    there has chance 0."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef c.Policy policy
    cdef c.Move found[c.MAX_MOVES]
    cdef float scores[c.MAX_MOVES]
    cdef int total, j
    if <size_t>seen.shape[0] != count or <size_t>moves.shape[0] != count or moves.shape[1] != 3:
        raise ValueError("one set of seen cards and one move of three bytes per position are needed")
    if not temperature > 0 or not 0 <= slip <= 1:
        raise ValueError("temperature is above 0, and slip from 0 to 1")
    for i in range(count):
        _raise(c.worlds_check(&p[i], &p[i], 1, seen[i]))
    _policy(weights, p, &policy)
    chances = np.zeros(count)
    cdef double[::1] out = chances
    with nogil:
        for i in range(count):
            total = c.policy_scores(&policy, &p[i], c.worlds_seen(&p[i], seen[i]), found, scores)
            for j in range(total):
                if found[j].card == moves[i, 0] and found[j].actor == moves[i, 1] and found[j].victim == moves[i, 2]:
                    out[i] = c.policy_chance(scores, total, j, temperature, slip)
    return chances


def playouts(const uint8_t[::1] worlds, uint64_t seen, const uint8_t[:, ::1] moves, uint64_t seed, uint64_t first=0, *, goal="margin",
             rounds_left=0, sigma=0.0, weights=None, bint random_moves=False):
    """Plays each of the moves in each of the worlds, then the policy (or random moves) in all seats to the end of the round.

    Returns the points gained, int16[moves, worlds, players], and the goal's value for the side that decides, float64[moves, worlds].
    World w draws from the random stream first + w of `seed`, whatever the move."""
    cdef c.Playouts run
    cdef c.Policy policy
    run.worlds = _worlds(worlds, seen, &run.world_count)
    if moves.shape[1] != 3:
        raise ValueError("a move is three bytes: card, actor, victim")
    run.move_count = moves.shape[0]
    run.moves = <const c.Move *>&moves[0, 0] if run.move_count else NULL
    for i in range(run.move_count):
        if not c.move_is_legal(run.worlds, run.moves[i]):
            raise PlayerError(f"{tuple(moves[i])} is not a legal move")
    _policy(weights, run.worlds, &policy)
    run.players = c.players_all(NULL if random_moves else &policy)
    run.seen = c.worlds_seen(run.worlds, seen)
    run.seed, run.first = seed, first
    run.utility = _utility(goal, rounds_left, sigma)
    points = np.empty((run.move_count, run.world_count, run.worlds.players), np.int16)
    values = np.empty((run.move_count, run.world_count))
    if run.move_count == 0:
        return points, values
    cdef int16_t[:, :, ::1] points_out = points
    cdef double[:, ::1] values_out = values
    with nogil:
        c.playouts_run(&run, &points_out[0, 0, 0], &values_out[0, 0])
    return points, values


def pass_playouts(const uint8_t[::1] worlds, uint64_t seen, const uint64_t[::1] passes, int giver, int receiver, uint64_t seed,
                  uint64_t first=0, *, goal="margin", rounds_left=0, sigma=0.0):
    """Gives each of the sets of cards `passes` from seat `giver` to seat `receiver` in each of the worlds, then plays as `playouts` does.

    In the worlds all others have passed, and `giver` still holds the cards that it may pass. Returns the goal's value for the side of
    `giver`, float64[passes, worlds]. World w draws from the random stream first + w of `seed`, whatever the pass."""
    cdef c.PassPlayouts run
    cdef c.Policy policy
    cdef c.Status status
    run.worlds = _array(worlds, &run.world_count)
    run.pass_count = passes.shape[0]
    if not (0 <= giver < run.worlds.players <= c.MAX_PLAYERS and 0 <= receiver < run.worlds.players):
        raise PlayerError("giver and receiver are seats of the game")
    _policy(None, run.worlds, &policy)
    run.players = c.players_all(&policy)
    run.giver, run.receiver, run.seen = giver, receiver, seen
    run.seed, run.first = seed, first
    run.utility = _utility(goal, rounds_left, sigma)
    values = np.empty((run.pass_count, run.world_count))
    if run.pass_count == 0:
        return values
    run.passes = &passes[0]
    cdef double[:, ::1] out = values
    with nogil:
        status = c.passes_run(&run, &out[0, 0])
    _raise(status)
    return values


cdef int _seats(seats, const c.Position *position, c.Policy *policies, c.Players *players) except -1:
    """Weights or None by seat, into `policies` and `players`."""
    if len(seats) != position.players:
        raise ValueError(f"{position.players} players, but {len(seats)} seats are given")
    players[0] = c.players_all(NULL)
    for seat, weights in enumerate(seats):
        if weights is not None:
            _policy(weights, position, &policies[seat])
            players.seat[seat] = &policies[seat]
    return 0


def play_line(const uint8_t[::1] position, uint64_t seen, uint64_t seed, uint64_t index, seats):
    """The moves to the end of the round, as (card, actor, victim): those that `play_out` makes with the stream `index` of `seed`."""
    cdef size_t count
    cdef const c.Position *p = _array(position, &count)
    cdef c.Policy policies[c.MAX_PLAYERS]
    cdef c.Players players
    cdef c.Position end = p[0]
    cdef c.Rng rng = c.rng_stream(seed, index)
    cdef c.Move line[c.MAX_PLAYOUT]
    _raise(c.worlds_check(p, p, 1, seen))
    _seats(seats, p, policies, &players)
    cdef int length = c.playout(&players, &end, c.worlds_seen(p, seen), &rng, line)
    return [(line[i].card, line[i].actor, line[i].victim) for i in range(length)]


def play_out(const uint8_t[::1] positions, const uint64_t[::1] seen, uint64_t seed, uint64_t first, seats):
    """Plays each position to the end of the round: points gained, int16[positions, players]. `seats` has one item per player: the weights
    of the policy that sits there, or None for random moves. Position i draws from the random stream first + i of `seed`."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef uint8_t[::1] ends = play_ends(positions, seen, seed, first, seats)
    cdef const c.Position *end = <const c.Position *>&ends[0]
    cdef int seat, number = p.players
    points = np.empty((count, number), np.int16)
    cdef int16_t[:, ::1] out = points
    for i in range(count):
        for seat in range(number):
            out[i, seat] = <int16_t>(c.position_points(&end[i], seat) - c.position_points(&p[i], seat))
    return points


def play_ends(const uint8_t[::1] positions, const uint64_t[::1] seen, uint64_t seed, uint64_t first, seats):
    """The same rounds as `play_out`, as positions at their ends: bytes of layout.POSITION."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef c.Policy policies[c.MAX_PLAYERS]
    cdef c.Players players
    cdef c.Position *end
    cdef c.Rng rng
    cdef int number = p.players
    if <size_t>seen.shape[0] != count:
        raise ValueError("one set of seen cards per position is needed")
    for i in range(count):
        _raise(c.worlds_check(&p[i], &p[i], 1, seen[i]))
        if p[i].players != number:
            raise ValueError("all positions must have the same number of players")
    _seats(seats, p, policies, &players)
    ends = np.empty(count * sizeof(c.Position), np.uint8)
    cdef uint8_t[::1] out = ends
    end = <c.Position *>&out[0]
    with nogil:
        for i in range(count):
            end[i] = p[i]
            rng = c.rng_stream(seed, first + i)
            c.playout(&players, &end[i], c.worlds_seen(&p[i], seen[i]), &rng, NULL)
    return ends


def utilities(const uint8_t[::1] start, const uint8_t[::1] ends, *, goal="margin", rounds_left=0, sigma=0.0):
    """What each of `ends` is worth to each side, float64[ends, sides]; gains count from `start`."""
    cdef size_t count, one
    cdef const c.Position *p = _array(ends, &count)
    cdef const c.Position *before = _array(start, &one)
    cdef c.Utility utility = _utility(goal, rounds_left, sigma)
    for i in range(count):
        _raise(c.position_check(&p[i]))
        if p[i].players != before.players or p[i].sides != before.sides:
            raise PlayerError("the positions are of different games")
    _raise(c.position_check(before))
    values = np.empty((count, before.sides))
    cdef double[:, ::1] out = values
    for i in range(count):
        c.utility_values(&utility, before, &p[i], &out[i, 0])
    return values


@cython.final
cdef class Ismcts:
    """Information-set tree search for one decision. `run` as often as there is time, then read `moves`. One thread at a time.

    `exploration` is in units of the goal (points, or chances with "win"). `prior` orders first visits by the policy. With `bias` a move
    below the root that the policy likes less by s points than its favourite is explored exp(-bias * s) as much. `random_moves` finishes
    simulations with random moves. After `node_limit` nodes the tree grows no more."""

    cdef c.CIsmcts *_search
    cdef bint _busy

    def __cinit__(self, const uint8_t[::1] position, *, uint64_t seed, double exploration=8.0, double bias=0.0, bint prior=True,
                  bint random_moves=False, goal="margin", rounds_left=0, sigma=0.0, uint32_t node_limit=1 << 20, weights=None):
        cdef size_t count
        cdef c.Policy policy
        cdef c.IsmctsOptions options
        if not exploration >= 0 or not bias >= 0:
            raise ValueError("exploration and bias are 0 or more")
        _policy(weights, _array(position, &count), &policy)
        options.utility = _utility(goal, rounds_left, sigma)
        options.exploration, options.bias = exploration, bias
        options.prior = &policy if prior else NULL
        options.leaf = NULL if random_moves else &policy
        options.seed, options.node_limit = seed, node_limit
        self._search = c.ismcts_new(&options)
        if self._search is NULL:
            raise MemoryError("not enough memory for the search")

    def __dealloc__(self):
        c.ismcts_free(self._search)

    def run(self, const uint8_t[::1] worlds, uint64_t seen, size_t simulations):
        """Goes on with so many simulations, number j in world j % len(worlds). All worlds must be of the same decision."""
        cdef size_t count
        cdef const c.Position *first = _worlds(worlds, seen, &count)
        cdef c.Status status
        if self._busy:
            raise RuntimeError("this search is at work in another thread")
        self._busy = True
        with nogil:
            status = c.ismcts_run(self._search, first, count, seen, simulations)
        self._busy = False
        _raise(status)

    def moves(self):
        """All legal moves as ((card, actor, victim), visits, mean value for the side that decides); empty before the first run. Of equal
        cards one is searched and stands for all; the mean is 0 without visits."""
        cdef c.RootMove found[c.MAX_MOVES]
        cdef int count = c.ismcts_moves(self._search, found)
        return [((found[i].move.card, found[i].move.actor, found[i].move.victim), found[i].visits, found[i].mean) for i in range(count)]

    @property
    def nodes(self):
        """Size of the tree."""
        return c.ismcts_nodes(self._search)
