/* Which cards are worth trying, and what speaks for trying one first. */
#ifndef DIAMONDS_ORDER_H
#define DIAMONDS_ORDER_H

#include "diamonds/search.h"

/* Cards that count as live for `lowest_of_equals`: of the trick only the winning card, for the others cannot win any more. */
static inline Cards ranked_cards(const Position *p)
{
    Cards live = live_cards(p);
    return p->trick_count ? live | card_set(p->trick[winning_play(p)]) : live;
}

/* Leads: top cards first, short suits before long ones (they make voids), diamonds before the rest. */
static inline int lead_score(int card, Cards hand, Cards live)
{
    static const int suit_score[SUITS] = {40, 20, 25, 30};
    int suit = card_suit(card);
    bool is_top = !(live & cards_above(card) & ~hand);
    return suit_score[suit] - 6 * suit_length(hand, suit) + (is_top ? 40 : -(card & 15));
}

/* Following suit: the last hand wins as cheaply as it can, others play high when they can win, low when they cannot. */
static inline int follow_score(int card, int best, bool last, bool partner_wins)
{
    int rank = card & 15;
    if (card <= best)
        return 10 - rank;
    if (last)
        return partner_wins ? 5 - rank / 2 : 50 - rank;
    return 20 + rank;
}

/* Discards: diamonds first, low cards first, a spade without a crystal to move last. */
static inline int discard_score(int card, bool has_crystal)
{
    static const int suit_score[SUITS] = {100, 90, 90, 95};
    int suit = card_suit(card), rank = card & 15;
    return suit == SPADES && !has_crystal ? -rank : suit_score[suit] - 2 * rank;
}

#endif
