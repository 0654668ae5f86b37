/* What the points of a round are worth to each seat. */
#ifndef DIAMS_RULES_GOAL_H
#define DIAMS_RULES_GOAL_H

#include "diams/rules/state.h"

typedef enum GoalKind {
    POINTS,
    MARGIN, /* own points less the others' mean */
    CHIPS,  /* own chips less the others' mean */
    WIN     /* share of the match */
} GoalKind;

typedef struct Goal {
    uint8_t kind;
    uint8_t players;
    uint8_t chips[SEATS]; /* of earlier rounds; for WIN */
    uint8_t unused;
    /* For WIN before the last round: SEATS shares, one a seat, for every way to win chips now; the index has the chips as digits of
     * base 5, seat 0 the lowest. NULL in the last round. */
    const double *shares;
} Goal;

/* What the points of all players, which may be fractional (means), are worth to each. */
void goal_values(const Goal *goal, const double *points, double *values);

/* The same of a round that is over. */
void goal_at_end(const Goal *goal, const Rules *rules, const State *state, double *values);

#endif
