/* The end of a round in max^n: awards and bonuses, with what they need of the showrooms. */
#ifndef DIAMONDS_MAXN_AWARD_H
#define DIAMONDS_MAXN_AWARD_H

#include "diamonds/maxn/state.h"

static inline uint32_t most_taken(uint32_t a, uint32_t b)
{
    uint32_t high = ((a | 0x80808080u) - b) & 0x80808080u, pick = (high << 1) - (high >> 7);
    return (a & pick) | (b & ~pick);
}

/* The side that took most of each suit, SIDES on a tie. */
static inline void award_winners(const MaxnState *s, int *winner)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned most = 0;
        winner[suit] = SIDES;
        for (int side = 0; side < SIDES; side++) {
            unsigned taken = s->taken[side] >> 8 * suit & 0xFF;
            if (taken > most) {
                most = taken;
                winner[suit] = side;
            } else if (taken == most) {
                winner[suit] = SIDES;
            }
        }
    }
}

/* Crystals of a side. */
static inline int side_shows(const MaxnState *s, int side)
{
    int sum = 0;
    for (int seat = side; seat < PLAYERS; seat += SIDES)
        sum += byte_at(s->show, seat);
    return sum;
}

static inline void show_at_least(Outcome *o, int seat, int bound) { o->lo = bytes_max(o->lo, byte_of(bound, seat)); }

static inline void show_at_most(Outcome *o, int seat, int bound) { o->hi = bytes_min(o->hi, bytes_all(127) ^ byte_of(127 ^ bound, seat)); }

/* Condition: the side's showrooms together still have at least (at most) `bound` crystals. */
static inline void side_at_least(Outcome *o, const MaxnState *s, int side, int bound)
{
    int rich = side;
    for (int seat = side; seat < PLAYERS; seat += SIDES)
        if (byte_at(s->show, seat) > byte_at(s->show, rich))
            rich = seat;
    if (byte_at(s->show, rich) >= bound)
        show_at_least(o, rich, bound);
    else
        for (int seat = side; seat < PLAYERS; seat += SIDES)
            show_at_least(o, seat, byte_at(s->show, seat));
}

static inline void side_at_most(Outcome *o, const MaxnState *s, int side, int bound)
{
    int spare = bound - side_shows(s, side);
    for (int seat = side; seat < PLAYERS; seat += SIDES)
        show_at_most(o, seat, byte_at(s->show, seat) + (seat == side ? spare : 0));
}

/* Clubs: the thief takes from the first side clockwise that has a crystal, which is what the order of max^n prefers. `before` is what
 * hearts and spades have added to each side. */
static inline void award_clubs(const MaxnState *s, int thief, const int *before, Outcome *o)
{
    for (int i = 1; i < SIDES; i++) {
        int victim = thief + i < SIDES ? thief + i : thief + i - SIDES, needed = 1 - before[victim];
        if (side_shows(s, victim) >= needed) {
            o->gains += points_of(1, thief) - points_of(1, victim);
            if (needed > 0)
                side_at_least(o, s, victim, needed);
            return;
        }
        side_at_most(o, s, victim, needed - 1);
    }
}

/* Clubs with the thief token, whose holder may have gained or lost a crystal by hearts and spades. A team gives the crystal of hearts to
 * the other partner, and banks one of the holder's where it has one. */
static inline void award_theft(const MaxnState *s, const int *winner, const int *before, Outcome *o)
{
    int holder = s->thief, side = holder % SIDES, actor = winner[CLUBS];
    int needed = SIDES == PLAYERS ? 1 - before[side] : 1 + (winner[SPADES] == side);
    if (actor == side)
        return;
    if (byte_at(s->show, holder) < needed) {
        show_at_most(o, holder, needed - 1);
        return;
    }
    o->gains += points_of(1, actor) - points_of(1, side);
    if (needed > 0)
        show_at_least(o, holder, needed);
}

/* No tricks are left. Without the thief token, in teams it matters neither who acts nor which partner's crystals are moved: sums decide. */
static inline void maxn_awards(const MaxnState *s, Outcome *o)
{
    int winner[SUITS], change[SIDES + 1] = {0};
    award_winners(s, winner);
    *o = (Outcome)NOTHING;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (!(s->won >> seat & 1))
            o->gains += points_of(4, seat % SIDES);
    if (winner[DIAMONDS] < SIDES)
        o->gains += points_of(2, winner[DIAMONDS]);
    if (winner[HEARTS] < SIDES) {
        o->gains += points_of(1, winner[HEARTS]);
        change[winner[HEARTS]]++;
    }
    int side = winner[SPADES];
    if (side < SIDES && side_shows(s, side) + change[side]) {
        if (!change[side])
            side_at_least(o, s, side, 1);
        o->gains += points_of(1, side);
        change[side]--;
    } else if (side < SIDES) {
        side_at_most(o, s, side, 0);
    }
    if (winner[CLUBS] < SIDES && THIEF)
        award_theft(s, winner, change, o);
    else if (winner[CLUBS] < SIDES)
        award_clubs(s, winner[CLUBS], change, o);
}

#endif
