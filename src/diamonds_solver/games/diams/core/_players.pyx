# cython: language_level=3, boundscheck=False, wraparound=False
"""Players in C: rules of thumb, playouts, tree search. States come as bytes of ``layout.STATE``, moves as those of ``layout.MOVE``."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from . cimport cdiams as c
from .cdiams cimport Move  # cythonize overlooks what is renamed: by this line it knows the file

import numpy as np

OBJECTIVES = ("points", "margin", "chips", "win")


class PlayerError(ValueError):
    """The arguments are no decision that the players can take."""


@cython.final
cdef class Players:
    """The players of a round under given rules: bytes of ``layout.RULES``. It never changes: any thread may ask."""

    cdef c.Policy _policy

    def __cinit__(self, const uint8_t[::1] rules):
        if rules.shape[0] != sizeof(c.Rules):
            raise ValueError("the array is no item of layout.RULES")
        if not c.rules_check(<const c.Rules *>&rules[0]):
            raise PlayerError("the rules do not hold")
        c.policy_init(&self._policy, <const c.Rules *>&rules[0])

    cdef const c.State *_states(self, const uint8_t[::1] states, Py_ssize_t *count) except NULL:
        """The states, checked, and how many; at least one."""
        cdef Py_ssize_t size = sizeof(c.State), i
        count[0] = states.shape[0] // size
        if count[0] == 0 or states.shape[0] != count[0] * size:
            raise ValueError("the array is no array of layout.STATE, or an empty one")
        cdef const c.State *first = <const c.State *>&states[0]
        for i in range(count[0]):
            if not c.state_check(&self._policy.rules, first + i):
                raise PlayerError("an item is no state of the round")
        return first

    cdef const c.State *_decision(self, const uint8_t[::1] state) except NULL:
        """One state in which something is to be decided."""
        cdef Py_ssize_t count
        cdef const c.State *first = self._states(state, &count)
        if count != 1 or first.phase >= c.OVER:
            raise PlayerError("one state is wanted, in which something is to be decided")
        return first

    cdef const c.Move *_legal(self, const c.State *state, const uint8_t[::1] moves, Py_ssize_t *count) except NULL:
        """Legal moves, and how many. What is put away is not held against all ways to do so, of which there may be many."""
        cdef c.Move found[c.MAX_MOVES]
        cdef Py_ssize_t size = sizeof(c.Move), i
        cdef int known, j
        count[0] = moves.shape[0] // size
        if count[0] == 0 or moves.shape[0] != count[0] * size:
            raise ValueError("the array is no array of layout.MOVE, or an empty one")
        cdef const c.Move *first = <const c.Move *>&moves[0]
        known = c.state_moves(&self._policy.rules, state, found)
        for i in range(count[0]):
            j = 0
            while j < known and memcmp(&found[j], first + i, size):
                j += 1
            if j == known and known < c.MAX_MOVES:
                raise PlayerError("an item is no legal move")
        return first

    def moves(self, const uint8_t[::1] state):
        """The legal moves as bytes of MOVE, at most MAX_MOVES; none once the round is over."""
        cdef Py_ssize_t count
        cdef c.Move found[c.MAX_MOVES]
        cdef int number = c.state_moves(&self._policy.rules, self._states(state, &count), found)
        return (<const uint8_t *>found)[:number * sizeof(c.Move)]

    def play(self, const uint8_t[::1] state, const uint8_t[::1] move, uint64_t seed=0, uint64_t index=0):
        """The state after a legal move, as bytes; what the pile turns up is drawn by the stream `index` of `seed` unless it is known."""
        cdef Py_ssize_t count
        cdef const c.State *before = self._decision(state)
        cdef const c.Move *made = self._legal(before, move, &count)
        cdef c.State after = before[0]
        cdef c.Rng rng = c.rng_stream(seed, index)
        c.state_play(&self._policy.rules, &after, made, &rng)
        return np.frombuffer((<const uint8_t *>&after)[:sizeof(c.State)], np.uint8)

    def greedy(self, const uint8_t[::1] state):
        """What the player of rules does, as bytes of MOVE."""
        cdef c.Move move = c.policy_move(&self._policy, self._decision(state))
        return (<const uint8_t *>&move)[:sizeof(c.Move)]

    def worth(self, const uint8_t[::1] state, int seat):
        """What the cards of a seat are worth by rules of thumb, in hundredths of a point."""
        cdef Py_ssize_t count
        cdef const c.State *first = self._states(state, &count)
        if not 0 <= seat < self._policy.rules.players:
            raise ValueError(f"there is no seat {seat}")
        return c.policy_worth(&self._policy, first, seat)

    def points(self, const uint8_t[::1] states):
        """What the seats would have if the round ended here: int32[states, players]."""
        cdef Py_ssize_t count, i
        cdef const c.State *first = self._states(states, &count)
        cdef int players = self._policy.rules.players, seat
        cdef int found[c.SEATS]
        points = np.empty((count, players), np.int32)
        cdef int32_t[:, ::1] out = points
        for i in range(count):
            c.state_points(&self._policy.rules, first + i, found)
            for seat in range(players):
                out[i, seat] = <int32_t>found[seat]
        return points

    def play_out(self, const uint8_t[::1] states, uint64_t seed, uint64_t first):
        """Each state played to the end of the round by rules: the final states as bytes.

        State i draws from the random stream first + i of `seed`."""
        cdef Py_ssize_t count, i
        cdef const c.State *start = self._states(states, &count)
        found = np.empty(states.shape[0], np.uint8)
        cdef uint8_t[::1] out = found
        cdef c.State *ends = <c.State *>&out[0]
        cdef c.Rng rng
        with nogil:
            for i in range(count):
                ends[i] = start[i]
                rng = c.rng_stream(seed, first + i)
                c.policy_play_out(&self._policy, &ends[i], 1 << 30, &rng)
        return found


@cython.final
cdef class Goal:
    """What the points of a round are worth: one of OBJECTIVES. `chips` of earlier rounds count for ``win``, and `shares` before the last
    round: float64[5 ** 5, 5], for every way to win chips now (in digits of base 5, seat 0 the lowest) the share of each seat."""

    cdef c.Goal _goal
    cdef readonly object shares

    def __cinit__(self, str objective, int players, chips=(), shares=None):
        cdef const double[:, ::1] table
        memset(&self._goal, 0, sizeof(c.Goal))
        if objective not in OBJECTIVES or not 2 <= players <= c.SEATS or len(chips) not in (0, players):
            raise ValueError("an objective, the number of players and the chips of each are wanted")
        self._goal.kind, self._goal.players = OBJECTIVES.index(objective), <uint8_t>players
        for seat, count in enumerate(chips):
            self._goal.chips[seat] = count
        self.shares = shares  # kept alive
        if shares is not None:
            table = shares
            if table.shape[0] != c.SEATS ** c.SEATS or table.shape[1] != c.SEATS:
                raise ValueError("shares are float64[3125, 5]")
            self._goal.shares = &table[0, 0]

    def values(self, points):
        """From the points of all seats to what they are worth to each."""
        cdef double before[c.SEATS]
        cdef double after[c.SEATS]
        cdef int seat, players = self._goal.players
        if len(points) != players:
            raise ValueError(f"the points of {players} seats are wanted")
        for seat in range(players):
            before[seat] = points[seat]
        c.goal_values(&self._goal, before, after)
        return [after[seat] for seat in range(players)]


def playouts(Players players not None, Goal goal not None, const uint8_t[::1] worlds, const uint8_t[::1] moves, uint64_t seed,
             uint64_t first):
    """Plays each of the moves in each of the worlds, and then the rules in all seats: what it is worth to the seat that decides,
    float64[moves, worlds].

    World i draws from the random stream first + i of `seed`, whatever the move."""
    cdef Py_ssize_t count, number, row, i
    cdef const c.State *start = players._states(worlds, &count)
    cdef const c.Move *move = players._legal(start, moves, &number)
    cdef const c.Policy *policy = &players._policy
    cdef int seat = c.state_decider(start)
    cdef double worth[c.SEATS]
    cdef c.State state
    cdef c.Rng rng
    values = np.empty((number, count))
    cdef double[:, ::1] out = values
    with nogil:
        for i in range(count):
            for row in range(number):
                state = start[i]
                rng = c.rng_stream(seed, first + i)
                c.state_play(&policy.rules, &state, move + row, &rng)
                c.policy_play_out(policy, &state, 1 << 30, &rng)
                c.goal_at_end(&goal._goal, &policy.rules, &state, worth)
                out[row, i] = worth[seat]
    return values


@cython.final
cdef class Ismcts:
    """Tree search for one decision, `moves`, in equally likely `worlds`. `run` as often as there is time, then read `values`. One thread
    at a time. The options are those of ``csrc/diams/players/ismcts.h``."""

    cdef c.CIsmcts *_search
    cdef Goal _goal
    cdef Py_ssize_t _count
    cdef bint _busy

    def __cinit__(self, Players players not None, Goal goal not None, const uint8_t[::1] worlds, const uint8_t[::1] moves, *,
                  uint64_t seed, uint64_t budget, double exploration, double point, double trust, uint32_t turns, uint32_t width,
                  uint32_t node_limit=1 << 20):
        cdef Py_ssize_t count
        cdef c.IsmctsOptions options
        cdef const c.State *first = players._states(worlds, &count)
        cdef const c.Move *legal = players._legal(first, moves, &self._count)
        if not exploration >= 0 or not trust >= 0 or not width or goal._goal.players != players._policy.rules.players:
            raise ValueError("exploration and trust are 0 or more, width is 1 or more, and the goal is one of this round")
        options.exploration, options.point, options.trust, options.seed, options.budget = exploration, point, trust, seed, budget
        options.node_limit, options.turns, options.width = node_limit, turns, width
        self._goal = goal
        self._search = c.ismcts_new(&options, &players._policy, &goal._goal, first, <int>count, legal, <int>self._count)
        if self._search is NULL:
            raise MemoryError("not enough memory for the search")

    def __dealloc__(self):
        c.ismcts_free(self._search)

    def run(self, uint64_t simulations):
        """Runs that many more simulations."""
        self._check_idle()
        self._busy = True
        with nogil:
            c.ismcts_run(self._search, simulations)
        self._busy = False

    def values(self):
        """What each move is worth, float64[moves], and its simulations, uint32[moves]. After as many simulations as there are moves."""
        self._check_idle()
        values, visits = np.empty(self._count), np.empty(self._count, np.uint32)
        cdef double[::1] values_out = values
        cdef uint32_t[::1] visits_out = visits
        c.ismcts_values(self._search, &values_out[0], &visits_out[0])
        return values, visits

    @property
    def nodes(self):
        """Size of the tree."""
        self._check_idle()
        return c.ismcts_nodes(self._search)

    cdef _check_idle(self):
        if self._busy:
            raise RuntimeError("this search is at work in another thread")


@cython.final
cdef class Worlds:
    """The worlds of a view: `base` is bytes of STATE, in which hidden cards are missing, `words` what `layout.pack_knowledge` makes of what
    is known. With `is_question` only `count` may be asked, and only whether it is 0. It never changes: any thread may ask."""

    cdef c.CWorlds *_worlds
    cdef readonly object count

    def __cinit__(self, const uint8_t[::1] base, const int32_t[::1] words, bint is_question=False):
        cdef c.WorldsStatus status
        cdef uint64_t low
        cdef double rounded
        if base.shape[0] != sizeof(c.State) or words.shape[0] == 0:
            raise ValueError("the arrays are no item of layout.STATE and no words of layout.pack_knowledge")
        cdef const c.State *state = <const c.State *>&base[0]
        cdef size_t size = words.shape[0]
        with nogil:
            self._worlds = c.worlds_new(state, &words[0], size, is_question, &status)
        if status == c.WORLDS_BAD_WORDS:
            raise ValueError("the words are none of layout.pack_knowledge")
        if self._worlds is NULL:
            raise MemoryError("not enough memory for the worlds")
        rounded = c.worlds_count(self._worlds, &low)
        self.count = low + (round((int(rounded) - low) / 2 ** 64) << 64)  # the number that is next to the rounded one and ends so

    def __dealloc__(self):
        c.worlds_free(self._worlds)

    def draw(self, uint64_t seed, uint64_t first, size_t count):
        """`count` random worlds as bytes of STATE. World i depends on `seed` and first + i only."""
        if not self.count or not count:
            raise ValueError("there is no world to draw")
        drawn = np.empty(count * sizeof(c.State), np.uint8)
        cdef uint8_t[::1] out = drawn
        with nogil:
            c.worlds_draw(self._worlds, seed, first, count, <c.State *>&out[0])
        return drawn

    def all(self):
        """Worlds that look different, as bytes of STATE, and the weight of each, float64[worlds]; some of them come more than once."""
        cdef size_t count = c.worlds_all(self._worlds, 0, NULL, NULL)
        states, weights = np.empty(count * sizeof(c.State), np.uint8), np.empty(count)
        cdef uint8_t[::1] states_out = states
        cdef double[::1] weights_out = weights
        if count:
            c.worlds_all(self._worlds, count, <c.State *>&states_out[0], &weights_out[0])
        return states, weights

    def piles(self, int seat):
        """The chance of each quality for the piles of a hidden seat: float64[piles, qualities], quality 10 first. There must be a world."""
        chances = np.empty((c.ROWS, c.ROWS))
        cdef double[:, ::1] out = chances
        cdef int count = c.worlds_piles(self._worlds, seat, &out[0, 0]) if self.count else -1
        if count < 0:
            raise ValueError("there is no world, or the seat is not hidden")
        return chances[:count]
