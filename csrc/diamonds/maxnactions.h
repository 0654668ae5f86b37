/* Suit actions in the max^n search: what they do to the state, and which showrooms before the action their child's outcome holds for.
 *
 * A crystal more in a showroom moves its bounds down by one, a crystal less moves them up. That an action is possible, or is not, is a
 * condition of its own. All functions use up the state that they are given. */
#ifndef DIAMONDS_MAXNACTIONS_H
#define DIAMONDS_MAXNACTIONS_H

#include "diamonds/maxnaward.h"

static void maxn_lead(Search *search, MaxnState *s, Outcome *o);
static void maxn_on(Search *search, MaxnState *s, Outcome *o, bool trick_is_over);

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

static void maxn_spades(Search *search, MaxnState *s, int seat, Outcome *o, bool trick_is_over)
{
    if (!byte_at(s->show, seat)) {
        maxn_on(search, s, o, trick_is_over);
        show_at_most(o, seat, 0);
        return;
    }
    s->show -= byte_of(1, seat);
    maxn_on(search, s, o, trick_is_over);
    before_loss(o, seat);
    o->gains += points_of(1, seat % G);
}

/* What is to come after a robbery, as the child saw it; an outcome of another victim that covers this state serves too. */
static void after_robbery(Search *search, const MaxnState *s, uint64_t show, Outcome *found, int count, bool trick_is_over)
{
    for (int i = 0; i < count && uses(search, TECHNIQUE_SIBLINGS); i++)
        if (bytes_within(show, found[i].lo, found[i].hi)) {
            found[count] = found[i];
            return;
        }
    MaxnState child = *s;
    child.show = show;
    maxn_on(search, &child, &found[count], trick_is_over);
}

/* The outcome of a robbery, from what is to come after it. */
static inline void before_robbery(Outcome *o, int seat, int victim)
{
    before_gift(o, seat);
    before_loss(o, victim);
    o->gains += points_of(1, seat % G) - points_of(1, victim % G);
}

/* Condition: the seats of `empty` (127 in each of their bytes) have nothing to rob. */
static inline void none_to_rob(Outcome *o, uint64_t empty) { o->hi = bytes_min(o->hi, ~(BYTES_HIGH | empty)); }

/* Each victim is tried. Where a victim was not preferred, a state in which it has nothing leaves the outcome as it is: one choice less. */
static void maxn_clubs(Search *search, MaxnState *s, int seat, Outcome *o, bool trick_is_over)
{
    uint64_t empty = 0;
    Outcome found[N];
    int victims[N], count = 0, best = 0;
    for (int victim = 0; victim < N; victim++) {
        if (victim == seat)
            continue;
        if (!byte_at(s->show, victim)) {
            empty |= byte_of(127, victim);
            continue;
        }
        after_robbery(search, s, s->show + byte_of(1, seat) - byte_of(1, victim), found, count, trick_is_over);
        victims[count++] = victim;
    }
    if (!count) {
        maxn_on(search, s, o, trick_is_over);
        none_to_rob(o, empty);
        return;
    }
    for (int i = 0; i < count; i++) {
        before_robbery(&found[i], seat, victims[i]);
        if (i && gains_preferred(found[i].gains, found[best].gains, seat % G))
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
    none_to_rob(o, empty);
}

static void maxn_act(Search *search, MaxnState *s, int seat, int suit, Outcome *o, bool trick_is_over)
{
    switch (suit) {
    case DIAMONDS:
        maxn_on(search, s, o, trick_is_over);
        o->gains += points_of(2, seat % G);
        break;
    case HEARTS:
        s->show += byte_of(1, seat);
        maxn_on(search, s, o, trick_is_over);
        before_gift(o, seat);
        o->gains += points_of(1, seat % G);
        break;
    case SPADES:
        maxn_spades(search, s, seat, o, trick_is_over);
        break;
    default:
        maxn_clubs(search, s, seat, o, trick_is_over);
    }
}

#endif
