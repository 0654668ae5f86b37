/* What is maximised: sum over all seats of weight[seat] * points gained, for integer weights.
 *
 * One side maximises it and all others minimise it. Its seats share one weight, all other seats another, so that
 *   margin:  max_weight = sides - 1, min_weight = -1   (value / (sides - 1) is its points minus the mean of the other sides')
 *   points:  max_weight = 1,         min_weight = 0 */
#ifndef DIAMONDS_RULES_SCORE_H
#define DIAMONDS_RULES_SCORE_H

#include "diamonds/rules/position.h"

typedef enum Objective { OBJECTIVE_MARGIN, OBJECTIVE_POINTS, OBJECTIVE_COUNT } Objective;

typedef struct Score {
    int max_weight;          /* weight of a seat of the maximising side, > 0 */
    int min_weight;          /* weight of every other seat, <= 0 */
    int scale;               /* what values are to be divided by */
    int weight[MAX_PLAYERS]; /* by seat */
    unsigned max_seats;      /* bit p: seat p maximises */
} Score;

/* The score of `objective` seen from `side`. */
Score score_make(const Position *position, Objective objective, int side);

/* Exact score of the rest of a round whose tricks are all played: the awards still open, best choices on all sides, and the bonuses. */
int score_awards(const Score *score, const Position *position);

/* Order of max^n: whether `side` likes gains a (by side) better than b. It is total, so that results are unique: own points high, the
 * others' sum low, then the points of the next sides clockwise low. */
bool maxn_prefers(const int *a, const int *b, int sides, int side);

static inline bool is_maximising(const Score *score, int seat) { return score->max_seats >> seat & 1; }

/* Score of the points gained between two positions of the same round. */
static inline int score_gain(const Score *score, const Position *before, const Position *after)
{
    int gain = 0;
    for (int seat = 0; seat < before->players; seat++)
        gain += score->weight[seat] * (position_points(after, seat) - position_points(before, seat));
    return gain;
}

#endif
