/* Information-set Monte Carlo tree search (ISMCTS) with chance nodes, for one decision. A node is an information set: everything that the
 * seat to move has seen; what the pile turns up is drawn on the way. Every seat plays for its own goal; rules of thumb play on beyond the
 * tree.
 *
 * The root moves take turns, each round of them in one world with the same random numbers. The budget is spent by sequential halving:
 * about log2(moves) stages with equally many simulations, after each of which the worse half of the moves is eliminated.
 *
 *   Ismcts *search = ismcts_new(&options, &policy, &goal, worlds, world_count, moves, move_count);    NULL: no memory
 *   ismcts_run(search, simulations);          as often as there is time
 *   ismcts_values(search, values, visits);
 *   ismcts_free(search); */
#ifndef DIAMS_PLAYERS_ISMCTS_H
#define DIAMS_PLAYERS_ISMCTS_H

#include "diams/rules/goal.h"
#include "diams/players/policy.h"

typedef struct IsmctsOptions {
    double exploration; /* of UCB, in units of the goal */
    double point;       /* roughly what a point is worth, in units of the goal */
    double trust;       /* weight of the rules' opinion of a move of phase 2, in simulations */
    uint64_t seed;
    uint64_t budget;     /* simulations in all stages together */
    uint32_t node_limit; /* nodes at which the tree stops growing */
    uint32_t turns;      /* turns played by rules beyond the tree before points are estimated; 0: to the end of the round */
    uint32_t width;      /* moves of phase 2 tried below the root, those the rules of thumb rate highest; at least 1 */
} IsmctsOptions;

typedef struct Ismcts Ismcts;

/* `worlds`: at least one, equally likely, all with the same decision and these legal moves, at least one. Everything is copied except
 * what `goal` points to. */
Ismcts *ismcts_new(const IsmctsOptions *options, const Policy *policy, const Goal *goal, const State *worlds, int world_count,
                   const Move *moves, int move_count);
void ismcts_free(Ismcts *search);

/* Runs that many more simulations. */
void ismcts_run(Ismcts *search, uint64_t simulations);

/* The value of each move for the seat that decides, in the order of `moves`, and its number of simulations. An eliminated move stays as
 * far behind the best one as it was then. Every move must have had a simulation. */
void ismcts_values(const Ismcts *search, double *values, uint32_t *visits);

uint32_t ismcts_nodes(const Ismcts *search);

#endif
