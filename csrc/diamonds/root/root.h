/* The root of a search: every legal move with what is proved of it. Used by paranoid.c and maxn.c, one for each model. */
#ifndef DIAMONDS_ROOT_ROOT_H
#define DIAMONDS_ROOT_ROOT_H

#include "diamonds/search/engine.h"

/* What a root move leads to, what it gains at once, and the limits of its value (gain included). */
typedef struct RootMove {
    Position child;
    int gain;
    int lower, upper;
    int pooled_upper; /* of the pooled relaxation, see Engine.null_window */
    int same_as;      /* index of an equal card that stands for this one, or its own index */
    bool is_told;     /* whether SolverProven was called */
} RootMove;

typedef struct Root {
    const Engine *engine;
    void *proofs;
    Search *search;
    const Position *position;
    Result *result;
    int count;
    int first; /* the move to be tried first, in the end a best one */
    Move moves[MAX_MOVES];
    RootMove root[MAX_MOVES];
} Root;

/* Fills in the legal moves, their children and which of them are equal. */
void root_init(Root *root, const Engine *engine, void *proofs, Search *search, const Position *position, Result *result);

/* Tells who asked that a move's value is proven, which stands in the result already; once. */
void root_tell_proven(Root *root, int index);

/* Puts a move at the end of a line of `count` moves and plays it. */
void root_extend_line(Move *line, uint8_t *count, Position *position, Move move);

/* Closes the result's line: points along it, or no line at all when the search was stopped on the way. `end` is where it led. */
void root_close_line(Root *root, const Position *end);

/* Tests any position in which something is to be decided, as Engine.null_window does those without a pending choice; without a search where
 * cheap limits answer. */
int root_test(const Engine *engine, void *proofs, Search *search, const Position *position, int beta);

/* The value of any position in which something is to be decided, looked for from a guess on; means nothing when stopped. */
int root_value(const Engine *engine, void *proofs, Search *search, const Position *position, int guess);

/* Solve for one model: fill in the result from the root's moves. The side that decides at the root maximises. */
void root_solve_paranoid(Root *root, bool best_only, const Played *played);
void root_solve_maxn(Root *root);

/* Where the points of every root move come from, by a line of best play after it, moves of equal worth taken in the order of position_moves,
 * though one that takes longer than `budget` nodes waits for the others; equal cards have the parts of the first of them. For a root whose
 * values are all solved; whether the search was not stopped on the way. */
bool root_parts(Root *root, uint64_t budget, int16_t (*parts)[PARTS]);

#endif
