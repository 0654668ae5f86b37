/* Suit actions in the max^n search: which showrooms before the action their child's outcome holds for.
 *
 * A crystal more in a showroom moves its bounds down by one, a crystal less moves them up. That an action is possible, or is not, is a
 * condition of its own. */
#ifndef DIAMONDS_MAXN_ACTIONS_H
#define DIAMONDS_MAXN_ACTIONS_H

#include "diamonds/maxn/award.h"

/* The child saw a crystal more. */
static inline void before_gift(Outcome *o, int seat)
{
    if (byte_at(o->lo, seat))
        o->lo -= byte_of(1, seat);
    o->hi -= byte_of(1, seat);
}

/* The child saw a crystal less. */
static inline void before_loss(Outcome *o, int seat)
{
    o->lo += byte_of(1, seat);
    o->hi += byte_of(1, seat);
}

/* A 1 in the byte of each seat that `seat` may rob. */
static inline uint64_t seats_to_rob(const MaxnState *s, int seat) { return bytes_above_zero(s->show) & ~byte_of(1, seat); }

/* Condition: nobody but `victims` (a 1 in each of their bytes) has something to rob. */
static inline void none_to_rob(Outcome *o, int seat, uint64_t victims) { o->hi = bytes_min(o->hi, (victims | byte_of(1, seat)) * 127); }

/* The outcome of a robbery, from what is to come after it. */
static inline void before_robbery(Outcome *o, int seat, int victim)
{
    before_gift(o, seat);
    before_loss(o, victim);
    o->gains += points_of(1, seat % SIDES) - points_of(1, victim % SIDES);
}

static inline uint64_t show_after(const MaxnState *s, int seat, int victim) { return s->show + byte_of(1, seat) - byte_of(1, victim); }

/* Whether what is to come after one robbery is the same after any other. */
static inline bool serves_all(const MaxnState *s, int seat, uint64_t victims, const Outcome *o)
{
    for (; victims; victims &= victims - 1)
        if (!bytes_within(show_after(s, seat, bits_lowest(victims) / 8), o->lo, o->hi))
            return false;
    return true;
}

/* Whom to rob if that makes no difference later: a seat of the next side clockwise, a partner only if nobody else has anything. */
static inline int next_to_rob(int seat, uint64_t victims)
{
    for (int i = 1; i < SIDES; i++)
        for (int victim = (seat + i) % SIDES; victim < PLAYERS; victim += SIDES)
            if (byte_at(victims, victim))
                return victim;
    return bits_lowest(victims) / 8;
}

/* The meeting of the outcomes of all robberies, where the same is to come after each (as maxn_clubs makes it). */
static inline void before_any_robbery(Outcome *o, int seat, uint64_t victims)
{
    int best = next_to_rob(seat, victims);
    uint64_t needed = bytes_above_zero(o->lo) & victims;
    before_gift(o, seat);
    o->lo += needed | byte_of(1, best);
    o->gains += points_of(1, seat % SIDES) - points_of(1, best % SIDES);
}

/* The best of several robberies. Where a victim was not preferred, a state in which it has nothing leaves the outcome as it is: one choice
 * less. */
static void choose_victim(Outcome *found, const int *victims, int count, int seat, Outcome *o)
{
    int best = 0;
    for (int i = 0; i < count; i++) {
        before_robbery(&found[i], seat, victims[i]);
        if (i && gains_preferred(found[i].gains, found[best].gains, seat % SIDES))
            best = i;
    }
    *o = found[best];
    for (int i = 0; i < count; i++) {
        if (i == best)
            continue;
        if (byte_at(found[i].lo, victims[i]) == 1)
            found[i].lo -= byte_of(1, victims[i]);
        outcome_meet(o, &found[i]);
    }
}

#endif
