/* Cheap limits of what the rest of a round can bring: all that is known of a root move before the search.
 *
 * Every suit action can be charged to one card of the seat that performs it: a discard to the card discarded, a trick to the winner's own
 * card of the led suit. So a side can gain at most what its own remaining cards are worth as actions, and the awards and bonuses that are
 * still open. */
#ifndef DIAMONDS_ROOT_BOUNDS_H
#define DIAMONDS_ROOT_BOUNDS_H

#include "diamonds/rules/score.h"

typedef struct Range {
    int lower, upper; /* lower <= value <= upper */
} Range;

/* What one action in `suit` brings at most, for a side of weight `mine` that robs one of weight `theirs`. */
static inline int action_worth(int suit, int mine, int theirs)
{
    return suit == DIAMONDS ? 2 * mine : suit == CLUBS ? mine - theirs : mine;
}

/* Adds to the range what the award of `suit` can still bring, `left` cards of it not yet being taken. */
static inline void add_award(Range *range, const Score *score, const Position *p, int suit, int left)
{
    int max = 0, min = 0; /* most cards taken by a maximising side, by a minimising one */
    for (int side = 0; side < p->sides; side++) {
        int total = 0;
        for (int seat = side; seat < p->players; seat += p->sides)
            total += p->taken[seat][suit];
        int *most = is_maximising(score, side) ? &max : &min;
        if (total > *most)
            *most = total;
    }
    if (max + left > min)
        range->upper += action_worth(suit, score->max_weight, score->min_weight);
    if (min + left > max)
        range->lower += action_worth(suit, score->min_weight, score->max_weight);
}

/* Limits of the value of any position. */
static inline Range bounds_range(const Score *score, const Position *p)
{
    Range range = {0, 0};
    Cards max = 0, min = 0, left = live_cards(p);
    for (int seat = 0; seat < p->players; seat++)
        *(is_maximising(score, seat) ? &max : &min) |= p->hand[seat];
    for (int i = 0; i < p->trick_count; i++) {
        left |= card_set(p->trick[i]);
        if (!is_off_suit(p, p->trick[i])) /* it may win, a discard has had its action */
            *(is_maximising(score, seat_of_play(p, i)) ? &max : &min) |= card_set(p->trick[i]);
    }
    for (int suit = p->award; suit < AWARDS_DONE; suit++) {
        range.upper += suit_length(max, suit) * action_worth(suit, score->max_weight, score->min_weight);
        range.lower += suit_length(min, suit) * action_worth(suit, score->min_weight, score->max_weight);
        add_award(&range, score, p, suit, suit_length(left, suit));
    }
    if (p->robber != NOBODY) {
        range.upper += score->max_weight - score->min_weight;
        range.lower += score->min_weight - score->max_weight;
    }
    for (int seat = 0; seat < p->players; seat++)
        if (!(p->winners >> seat & 1))
            *(is_maximising(score, seat) ? &range.upper : &range.lower) += 4 * score->weight[seat];
    return range;
}

#endif
