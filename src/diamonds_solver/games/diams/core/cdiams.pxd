# C declarations of csrc/diams; only what _players.pyx and _solver.pyx use. Rules, states and moves are opaque: see layout.py.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from diamonds_solver.common.crng cimport Rng, rng_stream

cdef extern from "<stdbool.h>" nogil:
    ctypedef int c_bool "bool"

cdef extern from "diams/rules/state.h" nogil:
    enum: MAX_MOVES, SEATS, OVER, TRIM

    ctypedef struct Rules:
        uint8_t players

    ctypedef struct State:
        uint8_t turn, phase

    ctypedef struct Move:
        uint8_t kind

    c_bool rules_check(const Rules *rules)
    c_bool state_check(const Rules *rules, const State *state)
    int state_moves(const Rules *rules, const State *state, Move *moves)
    int state_decider(const State *state)
    void state_play(const Rules *rules, State *state, const Move *move, Rng *rng)
    void state_points(const Rules *rules, const State *state, int *points)

cdef extern from "diams/players/policy.h" nogil:
    ctypedef struct Policy:
        Rules rules

    void policy_init(Policy *policy, const Rules *rules)
    int policy_worth(const Policy *policy, const State *state, int seat)
    int policy_after(const Policy *policy, const State *state, const Move *move)
    Move policy_move(const Policy *policy, const State *state)
    void policy_play_out(const Policy *policy, State *state, int turns, Rng *rng)

cdef extern from "diams/rules/goal.h" nogil:

    ctypedef struct Goal:
        uint8_t kind, players
        uint8_t chips[5]
        const double *shares

    void goal_values(const Goal *goal, const double *points, double *values)
    void goal_at_end(const Goal *goal, const Rules *rules, const State *state, double *values)

cdef extern from "diams/players/ismcts.h" nogil:
    ctypedef struct IsmctsOptions:
        double exploration, point, trust
        uint64_t seed, budget
        uint32_t node_limit, turns, width

    ctypedef struct CIsmcts "Ismcts":
        pass

    CIsmcts *ismcts_new(const IsmctsOptions *options, const Policy *policy, const Goal *goal, const State *worlds, int world_count,
                        const Move *moves, int move_count)
    void ismcts_free(CIsmcts *search)
    void ismcts_run(CIsmcts *search, uint64_t simulations)
    void ismcts_values(const CIsmcts *search, double *values, uint32_t *visits)
    uint32_t ismcts_nodes(const CIsmcts *search)

cdef extern from "diams/players/worlds.h" nogil:
    enum: ROWS

    ctypedef enum WorldsStatus:
        WORLDS_OK, WORLDS_NO_MEMORY, WORLDS_BAD_WORDS

    ctypedef struct CWorlds "Worlds":
        pass

    CWorlds *worlds_new(const State *base, const int32_t *words, size_t count, c_bool is_question, WorldsStatus *status)
    void worlds_free(CWorlds *worlds)
    double worlds_count(const CWorlds *worlds, uint64_t *low)
    void worlds_draw(const CWorlds *worlds, uint64_t seed, uint64_t first, size_t count, State *out)
    size_t worlds_all(const CWorlds *worlds, size_t room, State *states, double *weights)
    int worlds_piles(const CWorlds *worlds, int seat, double *chances)

cdef extern from "diams/search/alphabeta.h" nogil:
    ctypedef enum SearchStatus:
        FOUND, OUT_OF_NODES, STOPPED, NO_MEMORY, TOO_MANY_MOVES

    ctypedef struct CAlphaBeta "AlphaBeta":
        pass

    ctypedef c_bool (*ShouldStop)(void *context) noexcept

    CAlphaBeta *alphabeta_new(const Rules *rules, const Goal *goal, int seat, double lowest, double highest, uint64_t memory,
                              unsigned int techniques_off)
    void alphabeta_free(CAlphaBeta *search)
    SearchStatus alphabeta_value(CAlphaBeta *search, const State *state, uint64_t node_limit, ShouldStop should_stop, void *context,
                                 double *value)
    void alphabeta_bounds(const CAlphaBeta *search, const State *state, double *lower, double *upper)
    uint64_t alphabeta_nodes(const CAlphaBeta *search)
    c_bool alphabeta_has_switches()
