# cython: language_level=3, boundscheck=False, wraparound=False
"""Values of states in C, all hands and safes open. Rules come as bytes of ``layout.RULES``, states as those of ``layout.STATE``."""

cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from . cimport cdiams as c
from .cdiams cimport Move  # no-cython-lint: cythonize overlooks what is renamed, by this line it knows the file

OBJECTIVES = ("points", "margin", "chips")


class LimitError(Exception):
    """The search has no room left: the limit of states is met, or somebody said stop."""


class TooManyMovesError(ValueError):
    """A hand is larger than any play of the rules leads to."""


cdef class _Asked:
    """Somebody to ask whether to stop, and what came of it."""

    cdef object should_stop
    cdef object raised


cdef c.c_bool _should_stop(void *context) noexcept with gil:
    cdef _Asked asked = <_Asked>context
    try:
        return 1 if asked.should_stop() else 0
    except BaseException as error:
        asked.raised = error
        return 1


@cython.final
cdef class AlphaBeta:
    """The values for one seat against all others together. What is proved of a state is kept for later questions. One thread at a time."""

    cdef c.CAlphaBeta *_search
    cdef c.Rules _rules
    cdef bint _busy

    def __cinit__(self, const uint8_t[::1] rules, int seat, str objective, double lowest, double highest, uint64_t memory,
                  unsigned int techniques_off=0):
        """`lowest` and `highest`: two numbers that no end of the round is outside of; `memory`: bytes for what is proved;
        `techniques_off`: flags of Technique of lastlap.h, for builds with switches."""
        cdef c.Goal goal
        if rules.shape[0] != sizeof(c.Rules) or not c.rules_check(<const c.Rules *>&rules[0]):
            raise ValueError("the array is no item of layout.RULES")
        self._rules = (<const c.Rules *>&rules[0])[0]
        if objective not in OBJECTIVES or not 0 <= seat < self._rules.players or not lowest <= highest:
            raise ValueError("a seat, one of OBJECTIVES and two bounds are wanted")
        memset(&goal, 0, sizeof(c.Goal))
        goal.kind, goal.players = OBJECTIVES.index(objective), self._rules.players
        self._search = c.alphabeta_new(&self._rules, &goal, seat, lowest, highest, memory, techniques_off)
        if self._search is NULL:
            raise MemoryError("not enough memory for the search")

    def __dealloc__(self):
        c.alphabeta_free(self._search)

    cdef const c.State *_state(self, const uint8_t[::1] state) except NULL:
        cdef const c.State *found = <const c.State *>&state[0]
        if state.shape[0] != sizeof(c.State) or not c.state_check(&self._rules, found):
            raise ValueError("the array is no item of layout.STATE")
        if self._busy:
            raise RuntimeError("this search is at work in another thread")
        return found

    def value(self, const uint8_t[::1] state, uint64_t max_nodes, should_stop=None):
        """The value of a state; the pile may turn up cards next in it. `max_nodes`: states looked into, those of earlier questions among
        them; `should_stop` is asked every thousand.

        Raises LimitError, TooManyMovesError, and whatever `should_stop` raises."""
        cdef const c.State *start = self._state(state)
        cdef _Asked asked = _Asked()
        cdef void *context = <void *>asked
        cdef c.ShouldStop ask = NULL
        cdef c.SearchStatus status
        cdef double value
        if should_stop is not None:
            asked.should_stop = should_stop
            ask = _should_stop
        self._busy = True
        with nogil:
            status = c.alphabeta_value(self._search, start, max_nodes, ask, context, &value)
        self._busy = False
        if asked.raised is not None:
            raise asked.raised
        if status == c.NO_MEMORY:
            raise MemoryError("not enough memory for the search")
        if status == c.TOO_MANY_MOVES:
            raise TooManyMovesError("a hand is too large to be searched")
        if status != c.FOUND:
            raise LimitError
        return value

    def bounds(self, const uint8_t[::1] state):
        """What is proved so far: lower <= value of the state <= upper."""
        cdef double lower, upper
        c.alphabeta_bounds(self._search, self._state(state), &lower, &upper)
        return lower, upper

    @property
    def nodes(self):
        """States looked into."""
        return c.alphabeta_nodes(self._search)


def has_switches():
    """Whether the core can leave out techniques."""
    return bool(c.alphabeta_has_switches())
