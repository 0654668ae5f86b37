/* Information-set Monte Carlo tree search (ISMCTS) with chance nodes, for one decision. A node stands for all that the seat to move has
 * seen; what the pile turns up is drawn as it comes. Every seat plays for its own goal; beyond the tree all play by rules of thumb.
 *
 * The moves of the root take turns, each round of them in one world and with the same luck; the budget is spent by sequential halving:
 * in each of about log2(moves) stages equally many simulations, after each the worse half is given up.
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
    double point;       /* what a point is about worth, in units of the goal */
    double trust;       /* as many simulations count what the rules of thumb say of a move of phase 2 */
    uint64_t seed;
    uint64_t budget;     /* simulations after which the last stage is over */
    uint32_t node_limit; /* nodes after which the tree grows no more */
    uint32_t turns;      /* played by rules beyond the tree, before points are estimated; 0: to the end of the round */
    uint32_t width;      /* moves of phase 2 that are tried below the root: those that the rules of thumb like most; at least 1 */
} IsmctsOptions;

typedef struct Ismcts Ismcts;

/* `worlds`: equally likely, at least one; the same decision in each, with these legal moves, at least one. All is copied but what `goal`
 * points to. */
Ismcts *ismcts_new(const IsmctsOptions *options, const Policy *policy, const Goal *goal, const State *worlds, int world_count,
                   const Move *moves, int move_count);
void ismcts_free(Ismcts *search);

/* That many more simulations. */
void ismcts_run(Ismcts *search, uint64_t simulations);

/* What each move is worth to the seat that decides, in the order of `moves`, and how many simulations it had. A move that was given up
 * is as far behind the best one as it was then. Every move has to have a simulation. */
void ismcts_values(const Ismcts *search, double *values, uint32_t *visits);

uint32_t ismcts_nodes(const Ismcts *search);

#endif
