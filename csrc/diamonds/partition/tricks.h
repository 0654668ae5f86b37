/* The end of a trick in the partition search: who gets it, and whether that matters.
 *
 * A trick that several seats followed is won by rank, so its proof depends on who holds the winning card and those above it. Not so where
 * the result is the same whoever of them wins: such a trick is *open*, and its proof has no ranks. Proofs without ranks serve far more
 * states, so towards the end of a round it pays to ask what the other winners would have led to. */
#ifndef DIAMONDS_PARTITION_TRICKS_H
#define DIAMONDS_PARTITION_TRICKS_H

#include "diamonds/partition/context.h"

/* What it changes in the components of the awards when the side takes these cards. */
static inline Lanes cards_taken(const Context *ctx, uint32_t trick_suits, int side)
{
    Lanes change = lanes_all(0);
    for (int suit = 0; suit < SUITS; suit++)
        change = lanes_add(change, lanes_and(lanes_all((int8_t)(trick_suits >> 8 * suit & 255)), ctx->award[suit][side]));
    return side ? change : lanes_subtract(lanes_all(0), change);
}

static unsigned seats_of_max(void)
{
    unsigned seats = 0;
    for (int seat = 0; seat < PLAYERS; seat += SIDES)
        seats |= 1u << seat;
    return seats;
}

/* Whether to ask what would be if one of `others` won the trick: where that is cheap, or likely to give the same answer. A seat that the
 * answer is good for has mostly not beaten one that it is bad for without need. */
static bool asks_other_winners(const Context *ctx, const State *s, int winner, unsigned others, bool at_least)
{
    if (!uses(ctx->search, TECHNIQUE_OPEN_TRICKS) || s->tricks > ctx->open_tricks)
        return false;
    if (s->tricks == 1)
        return true;
    unsigned pleased = at_least ? seats_of_max() : ~seats_of_max();
    bool pleases_all = !(others & ~pleased), pleases_none = !(others & pleased);
    if (pleased >> winner & 1)
        return s->tricks == 2 && pleases_all;
    return s->tricks == 2 || pleases_all || pleases_none;
}

#endif
