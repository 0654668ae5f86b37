/* Limits of what is left, with the condition they need.
 *
 * As in root/bounds.h every action is charged to a card of the seat that performs it. What awards and bonuses add is cut down by those that
 * are already decided, and only those that are needed against the window become part of the proof. */
#ifndef DIAMONDS_PARTITION_BOUNDS_H
#define DIAMONDS_PARTITION_BOUNDS_H

#include "diamonds/partition/context.h"

/* Worth of an action in each suit, at best, to a side that robs the other. */
static inline void action_worths(int mine, int theirs, int *worth)
{
    worth[DIAMONDS] = 2 * mine;
    worth[HEARTS] = worth[SPADES] = mine;
    worth[CLUBS] = mine - theirs;
}

/* Whether at most (or at least) a value on the far side of beta can be reached; then *value and the proof of it. */
static bool partition_bounds(const Context *ctx, const State *s, int beta, Proof *proof, int *value)
{
    Cards max_cards = 0, min_cards = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        *(is_max(seat) ? &max_cards : &min_cards) |= s->hand[seat];
    int max_worth[SUITS], min_worth[SUITS], left[SUITS];
    action_worths(ctx->max_weight, ctx->min_weight, max_worth);
    action_worths(ctx->min_weight, ctx->max_weight, min_worth);
    int upper = 0, lower = 0; /* by the cards alone */
    for (int suit = 0; suit < SUITS; suit++) {
        int max = suit_length(max_cards, suit), min = suit_length(min_cards, suit);
        left[suit] = max + min;
        upper += max * max_worth[suit];
        lower += min * min_worth[suit];
    }
    /* The most that can be cut: no awards or bonuses of one's own, and two that the other side is certain to have. Mostly in vain. */
    if (upper + min_worth[DIAMONDS] + min_worth[HEARTS] >= beta && lower + max_worth[DIAMONDS] + max_worth[HEARTS] < beta)
        return false;
    upper += 4 * ctx->max_weight * (PLAYERS / SIDES);
    lower += 4 * ctx->min_weight * (PLAYERS - PLAYERS / SIDES);
    for (int suit = 0; suit < SUITS; suit++) {
        upper += max_worth[suit];
        lower += min_worth[suit];
    }
    proof_any(proof);
    for (int seat = 0; seat < PLAYERS && upper >= beta && lower < beta; seat++)
        if (s->won >> seat & 1) {
            *(is_max(seat) ? &upper : &lower) -= 4 * weight_of(ctx, seat);
            proof->won |= (uint8_t)(1 << seat); /* of either side: taken back below */
        }
    for (int suit = 0; suit < SUITS && upper >= beta && lower < beta; suit++) {
        int side = leading_other(s, suit), ahead = component_of(s, award_component(suit, side));
        bool certain = ahead > left[suit] && SIDES == 2 && (suit == DIAMONDS || suit == HEARTS);
        if (ahead >= left[suit]) {
            upper -= max_worth[suit] - (certain ? min_worth[suit] : 0);
            proof_at_least(proof, award_component(suit, side), left[suit] + certain);
        }
        if (ahead <= -left[suit]) {
            certain = ahead < -left[suit] && (suit == DIAMONDS || suit == HEARTS);
            lower -= min_worth[suit] - (certain ? max_worth[suit] : 0);
            for (int other = 1; other < SIDES; other++)
                proof_at_most(proof, award_component(suit, other), -left[suit] - certain);
        }
    }
    if (upper < beta)
        *value = upper;
    else if (lower >= beta)
        *value = lower;
    else
        return false;
    /* Conditions that only the other bound needed are dropped. */
    for (int seat = 0; seat < PLAYERS; seat++)
        if (is_max(seat) != (upper < beta))
            proof->won &= (Seats)~(1 << seat);
    if (upper < beta)
        proof->hi = lanes_all(LANE_FREE);
    else
        proof->lo = lanes_all(-LANE_FREE);
    return true;
}

#endif
