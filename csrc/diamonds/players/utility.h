/* What a finished round is worth to each side. Shared by playouts and tree search. */
#ifndef DIAMONDS_PLAYERS_UTILITY_H
#define DIAMONDS_PLAYERS_UTILITY_H

#include "diamonds/rules/position.h"

typedef enum Goal {
    GOAL_MARGIN, /* points gained by the side minus the mean of the other sides' */
    GOAL_POINTS, /* points gained by the side */
    GOAL_WIN,    /* chance to win the match; crystals carry over, so the points on the table are the standing */
} Goal;

typedef struct Utility {
    Goal goal;
    int rounds_left; /* GOAL_WIN: rounds to play after this one */
    double sigma;    /* GOAL_WIN: standard deviation of a side's points in one round, > 0 when rounds are left */
} Utility;

/* Whether there is such a goal, and what it needs is there. All functions below and those that search take valid utilities only. */
bool utility_is_valid(const Utility *utility);

/* The value of `end` for each side into `values`; gains count from `start`.
 *
 * GOAL_WIN after the last round: 1 shared by the sides with most points, among these by those with most in the vaults. With rounds to come,
 * an approximation: side i beats side j alone with chance Phi((p_i - p_j) / (sigma * sqrt(2 * rounds_left))); the chance to win is taken to
 * be proportional to the product of that over all j. */
void utility_values(const Utility *utility, const Position *start, const Position *end, double *values);

#endif
