/* Tree search with chance nodes. A node is a state with a decision; draws are sampled on the way. Every seat plays for its own
 * chance to win; beyond the tree rule-based players play some turns, and a game still open then is estimated.
 *
 *   Mcts *search = mcts_new(&options);    NULL: no memory
 *   mcts_run(search, &state, simulations);  as often as there is time, with the same state
 *   int count = mcts_moves(search, moves);
 *   mcts_free(search); */
#ifndef DIAMONIAK_PLAYERS_MCTS_H
#define DIAMONIAK_PLAYERS_MCTS_H

#include "diamoniak/players/estimate.h"
#include "diamoniak/players/policy.h"

typedef struct MctsOptions {
    double exploration; /* of UCB, in chances to win */
    int turns;          /* turns played by rules beyond the tree before the rest is estimated, at least 1 */
    uint64_t seed;
    uint32_t node_limit; /* nodes at which the tree stops growing */
} MctsOptions;

typedef struct RootMove {
    Move move;
    uint32_t visits;
    double mean; /* the chance to win of the seat to move; 0 without visits */
} RootMove;

typedef struct Mcts Mcts;

Mcts *mcts_new(const MctsOptions *options);
void mcts_free(Mcts *search);

/* Runs that many more simulations. The root moves take turns: each round, one simulation a move, has the same random numbers. */
void mcts_run(Mcts *search, const State *state, uint64_t simulations);

/* The moves of the root in the order of state_moves, at most MAX_MOVES, and how many; none before the first run. */
int mcts_moves(const Mcts *search, RootMove *moves);

uint32_t mcts_nodes(const Mcts *search);

#endif
