/* The key of a trick start in the table: everything that can still matter, and nothing else.
 *
 *  - the suits' lengths and, in relative ranks, who holds which card: hands gathered over the cards still live;
 *  - who leads, who has no trick yet, and who has the thief token;
 *  - each showroom, but no more of it than can still be drained;
 *  - per suit, how far each side is behind in cards taken, but no further than it can still catch up. */
#ifndef DIAMONDS_PLAIN_KEY_H
#define DIAMONDS_PLAIN_KEY_H

#include "common/hash.h"
#include "diamonds/rules/position.h"

/* Crystals that can still leave a showroom: each spade or club not yet played moves at most one, and so do the two awards. */
static inline int drain_limit(Cards live) { return suit_length(live, SPADES) + suit_length(live, CLUBS) + 2; }

static inline uint64_t showrooms_key(const Position *p, Cards live)
{
    int limit = drain_limit(live);
    uint64_t key = 0;
    for (int seat = 0; seat < p->players; seat++)
        key = key << 8 | (uint64_t)(p->showroom[seat] < limit ? p->showroom[seat] : limit);
    return key;
}

/* How far each side is behind the leader in one suit, 5 bits a side; a side that cannot draw level any more counts as left + 1 behind. */
static inline uint64_t award_key(const Position *p, int suit, int left)
{
    int total[MAX_PLAYERS] = {0}, most = 0;
    for (int seat = 0, side = 0; seat < p->players; seat++) {
        total[side] += p->taken[seat][suit];
        if (++side == p->sides)
            side = 0;
    }
    for (int side = 0; side < p->sides; side++)
        if (total[side] > most)
            most = total[side];
    uint64_t key = 0;
    for (int side = 0; side < p->sides; side++) {
        int behind = most - total[side];
        key = key << 5 | (uint64_t)(behind <= left ? behind : left + 1);
    }
    return key;
}

static inline Hash trick_start_hash(const Position *p, Cards live, uint64_t salt)
{
    Hash hash = hash_of(salt);
    uint64_t shape = (uint64_t)p->thief << 12 | (uint64_t)p->leader << 8 | p->winners;
    for (int seat = 0; seat + 1 < p->players; seat++)
        hash_add(&hash, bits_gather(p->hand[seat], live));
    uint64_t awards[2] = {0, 0};
    for (int suit = 0; suit < SUITS; suit++) {
        int left = suit_length(live, suit);
        shape = shape << 4 | (uint64_t)left;
        awards[suit / 2] = awards[suit / 2] << 30 | award_key(p, suit, left);
    }
    hash_add(&hash, shape);
    hash_add(&hash, showrooms_key(p, live));
    hash_add(&hash, awards[0]);
    hash_add(&hash, awards[1]);
    return hash_finish(hash);
}

#endif
