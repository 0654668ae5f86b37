/* What callers have to know of the structs and numbers of solver.h, if they cannot include it. */
#include <stddef.h>

#include "diamonds/solver.h"

/* clang-format off */
#define FIELD STRUCT_FIELD
#define END STRUCT_END
#define CONSTANT(name) {#name, (int)name}

const StructField solver_fields[] = {
    FIELD(Position, hand), FIELD(Position, showroom), FIELD(Position, vault), FIELD(Position, taken), FIELD(Position, trick),
    FIELD(Position, trick_count), FIELD(Position, players), FIELD(Position, sides), FIELD(Position, leader),
    FIELD(Position, tricks_left), FIELD(Position, winners), FIELD(Position, robber), FIELD(Position, award), FIELD(Position, thief), END(Position),
    FIELD(Move, card), FIELD(Move, actor), FIELD(Move, victim), END(Move),
    FIELD(MoveResult, move), FIELD(MoveResult, exact), FIELD(MoveResult, lower), FIELD(MoveResult, upper), FIELD(MoveResult, gains),
    END(MoveResult),
    FIELD(Result, nodes), FIELD(Result, lower), FIELD(Result, upper), FIELD(Result, gains), FIELD(Result, points), FIELD(Result, scale),
    FIELD(Result, decision), FIELD(Result, to_move), FIELD(Result, exact), FIELD(Result, stopped), FIELD(Result, move_count),
    FIELD(Result, line_count), FIELD(Result, reply_count), FIELD(Result, best), FIELD(Result, moves), FIELD(Result, line),
    FIELD(Result, reply), END(Result),
    FIELD(Played, move), FIELD(Played, has_line), FIELD(Played, lower), FIELD(Played, upper), END(Played),
    {NULL, NULL, 0, 0},
};
/* clang-format on */

const SolverConstant solver_constants[] = {
    CONSTANT(MAX_PLAYERS),
    CONSTANT(SUITS),
    CONSTANT(MAX_MOVES),
    CONSTANT(MAX_LINE),
    CONSTANT(NOBODY),
    CONSTANT(NO_CARD),
    CONSTANT(ROUND_OVER),
    CONSTANT(OBJECTIVE_MARGIN),
    CONSTANT(OBJECTIVE_POINTS),
    CONSTANT(OBJECTIVE_COUNT),
    CONSTANT(MODEL_PARANOID),
    CONSTANT(MODEL_MAXN),
    CONSTANT(MODEL_COUNT),
    CONSTANT(TECHNIQUE_TABLE),
    CONSTANT(TECHNIQUE_BOUNDS),
    CONSTANT(TECHNIQUE_EQUAL_CARDS),
    CONSTANT(TECHNIQUE_ORDER),
    CONSTANT(TECHNIQUE_PROOFS),
    CONSTANT(TECHNIQUE_SIBLINGS),
    CONSTANT(TECHNIQUE_POOL),
    CONSTANT(TECHNIQUE_BOXES),
    CONSTANT(TECHNIQUE_BUDGETS),
    CONSTANT(TECHNIQUE_OPEN_TRICKS),
    CONSTANT(TECHNIQUE_ALL),
    {NULL, 0},
};
