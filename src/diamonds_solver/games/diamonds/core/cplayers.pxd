# C declarations of csrc/diamonds/players; only what _players.pyx uses. Positions are opaque here: their layout is in layout.py.

from libc.stddef cimport size_t
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from diamonds_solver.common.crng cimport Rng, rng_stream

cdef extern from "diamonds/rules/status.h" nogil:
    ctypedef int Status
    enum: STATUS_OK, STATUS_NO_MEMORY, STATUS_BAD_PLAYERS, STATUS_BAD_CARDS
    const char *status_text(int status)

cdef extern from "<stdbool.h>" nogil:
    ctypedef int c_bool "bool"

cdef extern from "diamonds/rules/cards.h" nogil:
    uint64_t ALL_CARDS
    int bits_count(uint64_t cards)

cdef extern from "diamonds/rules/position.h" nogil:
    enum: MIN_PLAYERS
    enum: MAX_HAND, MAX_MOVES, MAX_PLAYERS, NOBODY

    ctypedef struct Move:
        uint8_t card, actor, victim

    ctypedef struct Position:
        uint8_t players, sides, tricks_left, trick_count

    ctypedef struct Acts:
        pass

    ctypedef int Decision
    enum: DECIDE_CARD, DECIDE_NOTHING

    Status position_check(const Position *position)
    Decision position_decision(const Position *position)
    int position_to_move(const Position *position)
    int position_moves(const Position *position, Move *moves)
    uint64_t legal_cards(const Position *position, uint64_t hand)
    int position_points(const Position *position, int seat)

cdef extern from "diamonds/rules/parts.h" nogil:
    enum: PARTS

cdef extern from "diamonds/players/worlds.h" nogil:
    Status worlds_check(const Position *first, const Position *worlds, size_t count, uint64_t seen)
    c_bool move_is_legal(const Position *position, Move move)
    uint64_t worlds_seen(const Position *position, uint64_t seen)

cdef extern from "diamonds/players/sight.h" nogil:
    ctypedef struct Sight:
        uint64_t hand

    void sight_make(Sight *sight, const Position *position, uint64_t seen)
    void move_classes(const Position *position, uint64_t seen, c_bool is_linear, uint8_t *classes)

cdef extern from "diamonds/players/net.h" nogil:
    enum: NET_INPUTS, NET_NUMBERS

    ctypedef struct Net:
        pass

    void net_inputs(const Sight *sight, int card, float *inputs)

cdef extern from "diamonds/players/policy.h" nogil:
    enum: CARD_FEATURES, FEATURES

    ctypedef struct Policy:
        float *weight
        const Net *net

    const Policy *policy_default(const Position *position)
    const Policy *policy_net(const Position *position)
    const Policy *policy_rollout(const Position *position, bint is_perfect)
    ctypedef struct SuitView:
        float *f

    void policy_view(SuitView *view, const Sight *sight, int suit)
    void policy_card_features(const SuitView *view, const Sight *sight, int card, float *features)
    int policy_scores(const Policy *policy, const Position *position, uint64_t seen, Move *moves, float *scores)
    Move policy_move(const Policy *policy, const Position *position, uint64_t seen, Rng *rng)

cdef extern from "diamonds/players/model.h" nogil:
    enum: MODEL_DISTINCT, MODEL_CARD_INPUTS, MODEL_INPUTS, MODEL_KINDS

    void model_inputs(const Sight *sight, int card, float *inputs)
    void model_chances(const Position *table, uint64_t seen, const uint64_t *hands, size_t count, int card, double slip,
                       double (*chances)[4])

cdef extern from "diamonds/players/passing.h" nogil:
    enum: PASS_FEATURES, MAX_PASS

    ctypedef struct PassGame:
        uint64_t deck
        int players, sides

    void pass_features(const PassGame *game, uint64_t hand, int card, float *features)
    float pass_score(const PassGame *game, uint64_t hand, int card)
    uint64_t pass_choice(const PassGame *game, uint64_t hand, int count)
    double pass_chance(const PassGame *game, uint64_t hand, uint64_t passed, double slip)
    int pass_count(const PassGame *game, uint64_t hand)

cdef extern from "diamonds/learned/passnet.h" nogil:
    ctypedef struct LearnedNet:
        pass

    const LearnedNet *pass_net(const PassGame *game, uint64_t hand)
    void pass_net_values(const LearnedNet *net, uint64_t hand, const uint64_t *passes, int count, double *values)
    uint64_t player_pass(const PassGame *game, uint64_t hand, int count)

cdef extern from "diamonds/learned/inputs.h" nogil:
    ctypedef struct Table:
        Position position
        uint64_t seen
        uint64_t *played
        uint8_t *voids
        uint64_t *passed
        uint8_t *giver
        int pass_count

cdef extern from "diamonds/learned/playnet.h" nogil:
    const LearnedNet *play_net(const PassGame *game, const Table *table)
    int play_net_moves(const LearnedNet *net, const Table *table, double *values)
    Move learned_move(const LearnedNet *net, const Table *table, Rng *rng)

cdef extern from "diamonds/players/utility.h" nogil:
    ctypedef int Goal
    enum: GOAL_WIN

    ctypedef struct Utility:
        Goal goal
        int rounds_left
        double sigma

    bint utility_is_valid(const Utility *utility)
    void utility_values(const Utility *utility, const Position *start, const Position *end, double *values)

cdef extern from "diamonds/players/playout.h" nogil:
    ctypedef struct Players:
        const Policy **seat

    ctypedef struct Playouts:
        Players players
        const Position *worlds
        size_t world_count
        uint64_t seen
        const Move *moves
        size_t move_count
        uint64_t seed, first
        Utility utility

    Players players_all(const Policy *policy)
    enum: MAX_PLAYOUT
    ctypedef struct PassPlayouts:
        Players players
        const Position *worlds
        size_t world_count
        const uint64_t *passes
        size_t pass_count
        int giver
        int receiver
        uint64_t seen
        uint64_t seed
        uint64_t first
        Utility utility

    int playout(const Players *players, Position *position, uint64_t seen, Rng *rng, Move *line, Acts *acts)
    void playouts_run(const Playouts *run, double *values, int16_t *parts)
    Status passes_run(const PassPlayouts *run, double *values, int16_t *parts)

cdef extern from "diamonds/players/ismcts.h" nogil:
    ctypedef struct IsmctsOptions:
        Utility utility
        double exploration, bias
        const Policy *policy
        uint64_t seed
        uint32_t node_limit

    ctypedef struct RootMove:
        Move move
        double mean
        int64_t parts[10]
        uint32_t visits

    ctypedef struct CIsmcts "Ismcts":
        pass

    CIsmcts *ismcts_new(const IsmctsOptions *options)
    void ismcts_free(CIsmcts *search)
    Status ismcts_run(CIsmcts *search, const Position *worlds, size_t count, uint64_t seen, size_t simulations)
    int ismcts_moves(const CIsmcts *search, RootMove *moves)
    uint32_t ismcts_nodes(const CIsmcts *search)

cdef extern from "common/seeds.h" nogil:
    enum: SEED_NUMBERS
    double seed_random(const uint64_t *numbers, int count)

cdef extern from "diamonds/seat/beliefs.h" nogil:
    enum: BELIEFS_UNIFORM, BELIEFS_POOL
    uint64_t BELIEFS_APART
    double BELIEFS_SLIP, BELIEFS_LEAST_SHARE

    ctypedef struct SeenCard:
        Position table
        uint64_t seen, later
        uint8_t seat, card

    ctypedef struct Observed:
        PassGame game
        int viewer
        const SeenCard *cards
        int count, giver
        uint64_t got, played, gave

    ctypedef struct Beliefs:
        c_bool tells
        double share

    ctypedef struct Kept:
        size_t count
        uint32_t *places
        double *weights
        double *plain

    Status beliefs_logs(const Observed *observed, const Position *worlds, size_t count, double *logs)
    Status beliefs_fit(Beliefs *beliefs, const Observed *observed, const Position *uniform, size_t count)
    void beliefs_likelihood(const Beliefs *beliefs, int players, double *likelihood)
    double beliefs_weight(const Beliefs *beliefs, double log)
    double beliefs_plain(const Beliefs *beliefs, int players, const Position *world)
    Status beliefs_keep(const Beliefs *beliefs, const Observed *observed, const Position *pool, size_t count, size_t wanted, double start,
                        Kept *kept)

cdef extern from "diamonds/seat/round.h" nogil:
    enum: MOST_SEEN

    ctypedef struct Round:
        Position position
        uint64_t deck, seen
        SeenCard *cards

    void round_open(Round *round, const Position *start, uint64_t deck, const uint64_t *passed)
    void round_play(Round *round, Move move)
    void round_table(const Round *round, Table *table)
    Status round_worlds(const Round *round, int seat, const double *likelihood, uint64_t seed, uint64_t first, size_t count,
                        Position *worlds)
    Observed round_observed(const Round *round, int seat)

cdef extern from "diamonds/advice/recommend.h" nogil:
    ctypedef struct AutoDecision:
        int players, sides, cards
        double deals
        Goal goal
        c_bool has_thief, is_perfect

    ctypedef struct AutoPlan:
        int engine, early
        c_bool infers, by_net
        double share

    void auto_plan(const AutoDecision *decision, AutoPlan *plan)

    ctypedef struct PreferenceAsk:
        const Policy *policy
        int tricks, early
        double margin, share
        Goal goal
        uint64_t seed

    ctypedef struct Preference:
        double *gains
        const char *reason

    int preference_of(const Table *table, uint64_t deck, const PreferenceAsk *ask, Preference *preference)

cdef extern from "diamonds/advice/why.h" nogil:
    enum: WHY_LENGTH

    ctypedef struct Why:
        double points[2][10]
        double reach[10]
        double lead
        c_bool is_chance, is_sure

    int why_named(const Why *why, int *parts)
    void why_text(const Why *why, const char *move, const char *against, char *text, size_t size)
