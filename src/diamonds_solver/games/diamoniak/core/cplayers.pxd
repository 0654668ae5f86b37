# C declarations of csrc/diamoniak; only what _players.pyx uses. States are opaque here: their layout is in layout.py.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from diamonds_solver.common.crng cimport Rng, rng_stream

cdef extern from "<stdbool.h>" nogil:
    ctypedef int c_bool "bool"

cdef extern from "diamoniak/rules/state.h" nogil:
    enum: MAX_MOVES, KINDS, SEATS, TURN, ON_WITCH, OVER, DRAW

    ctypedef struct Move:
        uint8_t kind

    ctypedef struct State:
        uint8_t players, turn, phase

    c_bool state_check(const State *state)
    int state_moves(const State *state, Move *moves)
    c_bool state_is_legal(const State *state, Move move)
    int state_pick(State *state, Rng *rng)
    c_bool state_has_next(State *state, int card)
    void state_draw(State *state, int card)
    void state_play(State *state, const Move *move, Rng *rng)

cdef extern from "diamoniak/players/policy.h" nogil:
    ctypedef struct Policy:
        int own

    const Policy POLICY_GREEDY, POLICY_CAUTIOUS
    Move policy_move(const Policy *policy, const State *state)
    int policy_play_out(const Policy *policy, State *state, int most_turns, Rng *rng)

cdef extern from "diamoniak/players/estimate.h" nogil:
    enum: FEATURES

    ctypedef struct Estimate:
        double last_two

    const char *estimate_names[]
    void estimate_init(Estimate *estimate, int players)
    void estimate_chances(const Estimate *estimate, const State *state, double *chances)
    void estimate_features(const State *state, int seat, double *features)

cdef extern from "diamoniak/players/turn.h" nogil:
    enum: NOT_CUT

    ctypedef struct MoveValue:
        Move move
        double value

    ctypedef struct CTurn "Turn":
        pass

    CTurn *turn_new(const State *state, uint32_t most_states)
    void turn_free(CTurn *turn)
    int turn_moves(const CTurn *turn, MoveValue *moves)
    double turn_sample(const CTurn *turn, const Move *move, int turns, Rng rng)
    uint32_t turn_states(const CTurn *turn)
    int turn_depth(const CTurn *turn)

cdef extern from "diamoniak/players/mcts.h" nogil:
    ctypedef struct MctsOptions:
        double exploration
        int turns
        uint64_t seed
        uint32_t node_limit

    ctypedef struct RootMove:
        Move move
        uint32_t visits
        double mean

    ctypedef struct CMcts "Mcts":
        pass

    CMcts *mcts_new(const MctsOptions *options)
    void mcts_free(CMcts *search)
    void mcts_run(CMcts *search, const State *state, uint64_t simulations)
    int mcts_moves(const CMcts *search, RootMove *moves)
    uint32_t mcts_nodes(const CMcts *search)
