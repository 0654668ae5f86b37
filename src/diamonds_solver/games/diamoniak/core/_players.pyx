# cython: language_level=3, boundscheck=False, wraparound=False
"""Players in C: rules of thumb, playouts, tree search. States come as bytes of ``layout.STATE``, moves as those of ``layout.MOVE``."""

cimport cython
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from . cimport cplayers as c
from .cplayers cimport Move  # cythonize overlooks what is renamed: by this line it knows the file

import numpy as np

POLICIES = ("greedy", "cautious")
FEATURES = tuple([(<bytes>c.estimate_names[i]).decode() for i in range(c.FEATURES)])
"""What the estimate adds up, by name."""


class PlayerError(ValueError):
    """The arguments are no decision that the players can take."""


cdef const c.State *_states(const uint8_t[::1] states, Py_ssize_t *count) except NULL:
    """The states, checked, and how many; at least one."""
    cdef Py_ssize_t size = sizeof(c.State), i
    count[0] = states.shape[0] // size
    if count[0] == 0 or states.shape[0] != count[0] * size:
        raise ValueError("the array is no array of layout.STATE, or an empty one")
    cdef const c.State *first = <const c.State *>&states[0]
    for i in range(count[0]):
        if not c.state_check(first + i):
            raise PlayerError("an item is no state of the game")
    return first


cdef const c.State *_decision(const uint8_t[::1] state) except NULL:
    """One state in which something is to be decided."""
    cdef Py_ssize_t count
    cdef const c.State *first = _states(state, &count)
    if count != 1 or first.phase == c.OVER:
        raise PlayerError("one state is wanted, in which something is to be decided")
    return first


cdef const c.Policy *_policy(str name) except NULL:
    if name not in POLICIES:
        raise ValueError(f"a policy is one of {', '.join(POLICIES)}, not {name!r}")
    return &c.POLICY_GREEDY if name == "greedy" else &c.POLICY_CAUTIOUS


cdef tuple _bytes(const c.Move *move):
    return tuple((<const uint8_t *>move)[:sizeof(c.Move)])


cdef c.Move _move(const c.State *state, const uint8_t[::1] move) except *:
    """A legal move from its bytes."""
    cdef c.Move found
    if move.shape[0] != sizeof(c.Move):
        raise ValueError("a move is an item of layout.MOVE")
    memcpy(&found, &move[0], sizeof(c.Move))
    if not c.state_is_legal(state, found):
        raise PlayerError(f"{tuple(move)} is not a legal move")
    return found


def moves(const uint8_t[::1] state):
    """The legal moves, each as eight numbers; none once the game is over."""
    cdef Py_ssize_t count
    cdef const c.State *first = _states(state, &count)
    cdef c.Move found[c.MAX_MOVES]
    cdef int number = c.state_moves(first, found)
    return [_bytes(&found[i]) for i in range(number)]


def play(const uint8_t[::1] state, const uint8_t[::1] move, int card=-1):
    """The state after a move, as bytes; with a draw `card` is the kind that came, which is in the pile to be drawn from."""
    cdef c.State after = _decision(state)[0]
    cdef c.Move made = _move(&after, move)
    cdef c.Rng rng = c.rng_stream(0, 0)
    if made.kind != c.DRAW:
        c.state_play(&after, &made, &rng)
    elif 0 <= card < c.KINDS and c.state_has_next(&after, card):
        c.state_draw(&after, card)
    else:
        raise PlayerError(f"no card of the kind {card} can be drawn")
    return np.frombuffer((<const uint8_t *>&after)[:sizeof(c.State)], np.uint8)


def drawn(const uint8_t[::1] state, uint64_t seed, uint64_t index):
    """The state after a card drawn at random by the stream `index` of `seed`, as bytes."""
    cdef c.State after = _decision(state)[0]
    cdef c.Rng rng = c.rng_stream(seed, index)
    if after.phase == c.ON_WITCH:
        raise PlayerError("a witch has to be paid before the next card is drawn")
    c.state_draw(&after, c.state_pick(&after, &rng))
    return np.frombuffer((<const uint8_t *>&after)[:sizeof(c.State)], np.uint8)


def policy_move(const uint8_t[::1] state, str policy="greedy"):
    """What the player of rules does, as eight numbers."""
    cdef c.Move move = c.policy_move(_policy(policy), _decision(state))
    return _bytes(&move)


def play_out(const uint8_t[::1] states, uint64_t seed, uint64_t first, *, str policy="greedy", int most_turns=1000):
    """Plays each state to its end: the winners, int8[states], -1 where `most_turns` turns have ended before, and how many turns have,
    int16[states].

    State i draws from the random stream first + i of `seed`."""
    cdef Py_ssize_t count
    cdef const c.State *start = _states(states, &count)
    cdef const c.Policy *player = _policy(policy)
    winners, turns = np.empty(count, np.int8), np.empty(count, np.int16)
    cdef int8_t[::1] winners_out = winners
    cdef int16_t[::1] turns_out = turns
    cdef c.State state
    cdef c.Rng rng
    cdef Py_ssize_t i
    if not 0 <= most_turns < 1 << 15:
        raise ValueError(f"most_turns is a number from 0 to 32767, not {most_turns}")
    with nogil:
        for i in range(count):
            state = start[i]
            rng = c.rng_stream(seed, first + i)
            turns_out[i] = <int16_t>c.policy_play_out(player, &state, most_turns, &rng)
            winners_out[i] = state.turn if state.phase == c.OVER else -1
    return winners, turns


def playouts(const uint8_t[::1] state, const uint8_t[:, ::1] moves, uint64_t seed, uint64_t first, Py_ssize_t count, *,
             int most_turns=1000):
    """Plays each of the moves and then the rules in all seats, `count` times: whether the seat that decides wins, float64[moves, count].

    Number i draws from the random stream first + i of `seed`, whatever the move."""
    cdef const c.State *start = _decision(state)
    cdef int seat = start.turn
    cdef Py_ssize_t number = moves.shape[0], row, i
    values = np.empty((number, count))
    cdef double[:, ::1] out = values
    cdef c.State now
    cdef c.Move move
    cdef c.Rng rng
    for row in range(number):
        move = _move(start, moves[row])
        with nogil:
            for i in range(count):
                now = start[0]
                rng = c.rng_stream(seed, first + i)
                c.state_play(&now, &move, &rng)
                c.policy_play_out(&c.POLICY_GREEDY, &now, most_turns, &rng)
                out[row, i] = now.phase == c.OVER and now.turn == seat
    return values


cdef const c.State *_turn_starts(const uint8_t[::1] states, Py_ssize_t *count) except NULL:
    """States of one number of players, each at the start of a turn."""
    cdef const c.State *first = _states(states, count)
    cdef Py_ssize_t i
    for i in range(count[0]):
        if first[i].phase != c.TURN or first[i].players != first.players:
            raise PlayerError("the estimate is for the start of a turn, and for one number of players at a time")
    return first


def estimates(const uint8_t[::1] states):
    """Every seat's chance to win by the fitted function, float64[states, seats]. The states are at the start of a turn."""
    cdef Py_ssize_t count, i
    cdef const c.State *start = _turn_starts(states, &count)
    cdef c.Estimate estimate
    chances = np.empty((count, start.players))
    cdef double[:, ::1] out = chances
    with nogil:
        c.estimate_init(&estimate, start.players)
        for i in range(count):
            c.estimate_chances(&estimate, start + i, &out[i, 0])
    return chances


def features(const uint8_t[::1] states):
    """What the weights of the estimate are multiplied with, float64[states, seats, features]."""
    cdef Py_ssize_t count, i
    cdef const c.State *start = _turn_starts(states, &count)
    cdef int seat
    rows = np.empty((count, start.players, c.FEATURES))
    cdef double[:, :, ::1] out = rows
    with nogil:
        for i in range(count):
            for seat in range(start.players):
                c.estimate_features(start + i, seat, &out[i, seat, 0])
    return rows


def play_turns(const uint8_t[::1] states, uint64_t seed, uint64_t first):
    """Each state after the rest of its turn by the rules, as bytes; number i draws from the random stream first + i of `seed`."""
    cdef Py_ssize_t count, i
    _states(states, &count)
    after = np.array(states, np.uint8)
    cdef uint8_t[::1] out = after
    cdef c.State *now = <c.State *>&out[0]
    cdef c.Rng rng
    with nogil:
        for i in range(count):
            rng = c.rng_stream(seed, first + i)
            c.policy_play_out(&c.POLICY_GREEDY, now + i, 1, &rng)
    return after


@cython.final
cdef class Turn:
    """The rest of the turn of the seat that decides, solved over all draws; the ends of the turn are worth what the estimate says.

    Of more states than `most_states` those after the fewest draws are looked at."""

    cdef c.CTurn *_turn
    cdef c.State _state

    def __cinit__(self, const uint8_t[::1] state, *, uint32_t most_states):
        self._state = _decision(state)[0]
        with nogil:
            self._turn = c.turn_new(&self._state, most_states)
        if self._turn is NULL:
            raise MemoryError("not enough memory for the states of the turn")

    def __dealloc__(self):
        c.turn_free(self._turn)

    def moves(self):
        """All legal moves as (eight numbers, chance to win of the seat that decides)."""
        cdef c.MoveValue found[c.MAX_MOVES]
        cdef int count = c.turn_moves(self._turn, found)
        return [(_bytes(&found[i].move), found[i].value) for i in range(count)]

    def samples(self, const uint8_t[:, ::1] moves, uint64_t seed, uint64_t first, Py_ssize_t count, *, int turns):
        """Each of the moves, the best ones to the end of the turn, then `turns` turns by the rules: whether the seat that decides has won
        by then, or else its estimated chance, float64[moves, count].

        Number i draws from the random stream first + i of `seed`, whatever the move. May be asked from several threads."""
        cdef Py_ssize_t number = moves.shape[0], row, i
        values = np.empty((number, count))
        cdef double[:, ::1] out = values
        cdef c.Move move
        for row in range(number):
            move = _move(&self._state, moves[row])
            with nogil:
                for i in range(count):
                    out[row, i] = c.turn_sample(self._turn, &move, turns, c.rng_stream(seed, first + i))
        return values

    @property
    def states(self):
        """How many states were valued."""
        return c.turn_states(self._turn)

    @property
    def depth(self):
        """After how many draws the turn is taken to be stopped because there were too many states; None: not at all."""
        cdef int depth = c.turn_depth(self._turn)
        return None if depth == c.NOT_CUT else depth


@cython.final
cdef class Mcts:
    """Tree search for one decision. `run` as often as there is time, then read `moves`. One thread at a time.

    The moves of the root take turns, each of them with the same luck before the next. `exploration` is in chances to win. After
    `node_limit` nodes the tree grows no more. Beyond it `turns` turns are played by the rules, and the rest is estimated."""

    cdef c.CMcts *_search
    cdef c.State _root
    cdef bint _busy

    def __cinit__(self, const uint8_t[::1] state, *, uint64_t seed, double exploration, int turns, uint32_t node_limit=1 << 20):
        cdef c.MctsOptions options
        if not exploration >= 0:
            raise ValueError("exploration is 0 or more")
        if turns < 1:
            raise ValueError("a turn at least is played beyond the tree")
        self._root = _decision(state)[0]
        options.exploration, options.turns, options.seed, options.node_limit = exploration, turns, seed, node_limit
        self._search = c.mcts_new(&options)
        if self._search is NULL:
            raise MemoryError("not enough memory for the search")

    def __dealloc__(self):
        c.mcts_free(self._search)

    def run(self, uint64_t simulations):
        """Runs that many more simulations."""
        self._check_idle()
        self._busy = True
        with nogil:
            c.mcts_run(self._search, &self._root, simulations)
        self._busy = False

    def moves(self):
        """All legal moves as (eight numbers, visits, mean chance to win of the seat that decides); empty before the first run."""
        cdef c.RootMove found[c.MAX_MOVES]
        self._check_idle()
        cdef int count = c.mcts_moves(self._search, found)
        return [(_bytes(&found[i].move), found[i].visits, found[i].mean) for i in range(count)]

    @property
    def nodes(self):
        """Size of the tree."""
        self._check_idle()
        return c.mcts_nodes(self._search)

    cdef _check_idle(self):
        if self._busy:
            raise RuntimeError("this search is at work in another thread")
