#include "diamonds/players/utility.h"

#include "common/portable.h"

typedef struct Standing {
    int points, vault;
} Standing;

static Standing standing_of(const Position *p, int side)
{
    Standing standing = {0, 0};
    for (int seat = side; seat < p->players; seat += p->sides) {
        standing.points += position_points(p, seat);
        standing.vault += p->vault[seat];
    }
    return standing;
}

static bool is_behind(Standing a, Standing b) { return a.points < b.points || (a.points == b.points && a.vault < b.vault); }

static void share_victory(const Position *end, double *values)
{
    Standing best = {-1, -1};
    int winners = 0;
    for (int side = 0; side < end->sides; side++) {
        Standing standing = standing_of(end, side);
        winners = is_behind(best, standing) ? 1 : winners + !is_behind(standing, best);
        best = is_behind(best, standing) ? standing : best;
    }
    for (int side = 0; side < end->sides; side++)
        values[side] = is_behind(standing_of(end, side), best) ? 0 : 1.0 / winners;
}

static void expect_victory(const Utility *utility, const Position *end, double *values)
{
    double spread = utility->sigma * sqrt(2.0 * utility->rounds_left), total = 0;
    for (int side = 0; side < end->sides; side++) {
        values[side] = 1;
        for (int other = 0; other < end->sides; other++)
            if (other != side)
                values[side] *= portable_normal((standing_of(end, side).points - standing_of(end, other).points) / spread);
        total += values[side];
    }
    for (int side = 0; side < end->sides; side++)
        values[side] /= total;
}

static void gains(const Utility *utility, const Position *start, const Position *end, double *values)
{
    int sides = end->sides, total = 0, gain[MAX_PLAYERS];
    for (int side = 0; side < sides; side++) {
        gain[side] = standing_of(end, side).points - standing_of(start, side).points;
        total += gain[side];
    }
    for (int side = 0; side < sides; side++)
        values[side] = utility->goal == GOAL_POINTS ? gain[side] : gain[side] - (double)(total - gain[side]) / (sides - 1);
}

bool utility_is_valid(const Utility *utility)
{
    switch (utility->goal) { /* no default: the compiler names a goal that is left out */
    case GOAL_MARGIN:
    case GOAL_POINTS:
        return utility->rounds_left >= 0;
    case GOAL_WIN:
        return utility->rounds_left == 0 || (utility->rounds_left > 0 && utility->sigma > 0);
    }
    return false;
}

void utility_values(const Utility *utility, const Position *start, const Position *end, double *values)
{
    switch (utility->goal) {
    case GOAL_MARGIN:
    case GOAL_POINTS:
        gains(utility, start, end, values);
        break;
    case GOAL_WIN:
        if (utility->rounds_left)
            expect_victory(utility, end, values);
        else
            share_victory(end, values);
    }
}
