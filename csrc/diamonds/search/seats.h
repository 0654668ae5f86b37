/* The table as an engine is compiled for it: PLAYERS seats in SIDES sides, with the thief token where THIEF is 1. */
#ifndef DIAMONDS_SEARCH_SEATS_H
#define DIAMONDS_SEARCH_SEATS_H

#include <string.h>

#include "diamonds/rules/cards.h"

#if !defined(PLAYERS) || !defined(SIDES)
#error "a file that is compiled for one game defines PLAYERS and SIDES before it includes this one: see engines/"
#endif

#ifndef THIEF
#define THIEF 0
#endif

enum {
    TRICK = PLAYERS == 2 ? 4 : PLAYERS,
    PLANES = PLAYERS == 2 ? 1 : (PLAYERS <= 4 ? 2 : 3), /* bits of a seat's number */
    /* At most 32 crystals can leave a showroom in a round (a spade or a club each, and two awards): more than these change nothing. */
    MOST_SHOWN = 36
};

/* The seat that plays card number `count` of a trick. */
static inline int seat_of_card(int leader, int count)
{
    int seat = leader + (PLAYERS == 2 ? count & 1 : count);
    return seat >= PLAYERS ? seat - PLAYERS : seat;
}

/* Who holds which card, in relative ranks: plane i has the cards whose holder's seat has bit i. */
static inline void planes_of(const Cards *hand, Cards live, uint64_t *planes)
{
    Cards sets[3] = {0, 0, 0};
    for (int seat = 1; seat < PLAYERS; seat++)
        for (int i = 0; i < PLANES; i++)
            if (seat >> i & 1)
                sets[i] |= hand[seat];
    for (int i = 0; i < PLANES; i++)
        planes[i] = bits_gather(sets[i], live);
}

#endif
