#include "diams/rules/goal.h"

#include <string.h>

/* Chips by place: players who tie get the chips of the lowest of their places. */
static void chips_of(int players, const double *points, int *chips)
{
    for (int seat = 0; seat < players; seat++) {
        chips[seat] = SEATS;
        for (int other = 0; other < players; other++)
            chips[seat] -= points[other] >= points[seat];
    }
}

static void less_the_others(int players, double *values)
{
    double total = 0;
    for (int seat = 0; seat < players; seat++)
        total += values[seat];
    for (int seat = 0; seat < players; seat++)
        values[seat] -= (total - values[seat]) / (players - 1);
}

/* Most chips win, then the points of this round, which is the last; equal players share. */
static void shares_of_match(const Goal *goal, const double *points, const int *won, double *values)
{
    int best = 0, winners = 0;
    for (int seat = 0; seat < goal->players; seat++) {
        int ahead = goal->chips[seat] + won[seat] - goal->chips[best] - won[best];
        if (ahead > 0 || (ahead == 0 && points[seat] > points[best]))
            best = seat;
    }
    for (int seat = 0; seat < goal->players; seat++) {
        bool equal = goal->chips[seat] + won[seat] == goal->chips[best] + won[best] && !(points[seat] < points[best]);
        values[seat] = equal;
        winners += equal;
    }
    for (int seat = 0; seat < goal->players; seat++)
        values[seat] /= winners;
}

void goal_values(const Goal *goal, const double *points, double *values)
{
    int won[SEATS], place = 0;
    if (goal->kind == POINTS || goal->kind == MARGIN)
        memcpy(values, points, goal->players * sizeof *values);
    else
        chips_of(goal->players, points, won);
    if (goal->kind == CHIPS)
        for (int seat = 0; seat < goal->players; seat++)
            values[seat] = won[seat];
    if (goal->kind == MARGIN || goal->kind == CHIPS)
        less_the_others(goal->players, values);
    if (goal->kind != WIN)
        return;
    if (!goal->shares) {
        shares_of_match(goal, points, won, values);
        return;
    }
    for (int seat = goal->players - 1; seat >= 0; seat--)
        place = place * SEATS + won[seat];
    memcpy(values, goal->shares + (size_t)place * SEATS, goal->players * sizeof *values);
}

void goal_at_end(const Goal *goal, const Rules *rules, const State *state, double *values)
{
    int whole[SEATS];
    double points[SEATS];
    state_points(rules, state, whole);
    for (int seat = 0; seat < goal->players; seat++)
        points[seat] = whole[seat];
    goal_values(goal, points, values);
}
