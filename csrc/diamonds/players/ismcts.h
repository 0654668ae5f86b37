/* Information-set Monte Carlo tree search: one tree for all worlds, grown by one simulation after the other.
 *
 * The moves of the root take turns: a round of simulations tries each of them in one world with the same random numbers, so that they are
 * compared with equal luck of the deal. After that a simulation walks down the tree along moves that are legal in its world (UCB with the
 * count of how often a move was available), adds one node, lets the rule-based players finish the round and adds each side's utility to the
 * moves that the side made. So every side maximises its own utility (max^n), and no move of the root depends on cards that its player does
 * not see. */
#ifndef DIAMONDS_PLAYERS_ISMCTS_H
#define DIAMONDS_PLAYERS_ISMCTS_H

#include <stddef.h>

#include "diamonds/players/policy.h"
#include "diamonds/players/utility.h"
#include "diamonds/rules/parts.h"

typedef struct IsmctsOptions {
    Utility utility;
    double exploration;   /* of UCB, in units of the utility */
    double bias;          /* a move below the root explores exp(bias * points) as much, points below the policy's favourite; 0: all alike */
    const Policy *policy; /* orders the first visits and plays simulations out; has to live longer than the search */
    uint64_t seed;
    uint32_t node_limit; /* then the tree grows no more, and simulations go on; the moves of the root always have theirs */
} IsmctsOptions;

typedef struct RootMove {
    Move move;
    double mean;     /* utility for the side that decides; 0 without visits */
    int64_t parts[PARTS]; /* where the points of these simulations come from, summed up */
    uint32_t visits; /* as many for each move, or one more; equal cards share those of one of them, and each shows all of them */
} RootMove;

typedef struct Ismcts Ismcts;

/* NULL when there is no memory. */
Ismcts *ismcts_new(const IsmctsOptions *options);
void ismcts_free(Ismcts *search);

/* Goes on with `simulations` more, round r in world r % count. All worlds, of all calls, must be of one decision with one `seen` (see
 * worlds.h and sight.h), and it must not be the end of the round. */
Status ismcts_run(Ismcts *search, const Position *worlds, size_t count, Cards seen, size_t simulations);

/* All legal moves of the decision so far into `moves` (room for MAX_MOVES), in the order of position_moves; returns how many: 0 before a
 * run. */
int ismcts_moves(const Ismcts *search, RootMove *moves);

uint32_t ismcts_nodes(const Ismcts *search);

#endif
