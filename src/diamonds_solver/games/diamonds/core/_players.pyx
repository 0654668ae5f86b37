# cython: language_level=3, boundscheck=False, wraparound=False
"""Players in C: the rule-based policy, playouts, information-set tree search. Positions come as bytes of ``layout.POSITION`` arrays.

`seen` is a set of cards as one number (bit = card): those that nobody can hold any more, because they were played this round, are known to
be out, or are not in the deck of the variant. The cards on the table may be left out. Weights are those of a policy, or of a net: None
takes the policy's, fitted for the number of players.
"""

cimport cython
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from . cimport cplayers as c
from .cplayers cimport Status  # cythonize overlooks what is renamed: by this line it knows the file

import numpy as np

GOALS = ("margin", "points", "win")
AUTO_ENGINES = ("exact", "playout", "ismcts")
FEATURES = (
    "action", "cards", "win", "win_early", "bonus", "spend_winner", "spend_control",
    "discard_diamond", "discard_heart", "discard_spade", "discard_club", "void", "length", "rivals_void",
)
assert len(FEATURES) == c.FEATURES
PARTS = (
    "tricks", "discards", "most_diamonds", "most_hearts", "most_spades", "most_clubs", "bonus", "robbed", "others", "tricks_won",
)
assert len(PARTS) == c.PARTS
MODEL_KINDS = c.MODEL_KINDS
MODEL_CARD_INPUTS = c.MODEL_CARD_INPUTS
MODEL_DISTINCT = c.MODEL_DISTINCT
NET_INPUTS = c.NET_INPUTS


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


cdef int _policy(weights, const c.Position *position, c.Policy *policy, c.Net *net) except -1:
    """Fills `policy`, and `net` where the weights are those of one: it has to live as long."""
    cdef const float[::1] given
    policy[0] = c.policy_default(position)[0]
    if weights is None:
        return 0
    given = np.ascontiguousarray(weights, np.float32)
    if given.shape[0] == c.FEATURES:
        memcpy(policy.weight, &given[0], c.FEATURES * sizeof(float))
    elif given.shape[0] == c.NET_NUMBERS:
        memcpy(net, &given[0], sizeof(c.Net))
        policy.net = net
    else:
        raise ValueError(f"a policy has {c.FEATURES} weights, a net {c.NET_NUMBERS}, not {given.shape[0]}")
    return 0


cdef c.Utility _utility(str goal, int rounds_left, double sigma) except *:
    cdef c.Utility utility
    if goal not in GOALS:
        raise ValueError(f"goal is one of {', '.join(GOALS)}, not {goal!r}")
    utility.goal, utility.rounds_left, utility.sigma = GOALS.index(goal), rounds_left, sigma
    if not c.utility_is_valid(&utility):
        raise ValueError("a goal of the C core is wanted, rounds_left is 0 or more, and sigma above 0")
    return utility


include "_players_policy.pxi"
include "_players_model.pxi"
include "_players_passing.pxi"
include "_players_playouts.pxi"
include "_players_tree.pxi"
include "_players_seat.pxi"
