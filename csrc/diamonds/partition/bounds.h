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

/* The other side that is most ahead of side 0 in a suit. */
static inline int leading_other(const int8_t *x, int suit)
{
    int best = 1;
    for (int side = 2; side < G; side++)
        if (x[award_component(suit, side)] > x[award_component(suit, best)])
            best = side;
    return best;
}

/* Whether at most (or at least) a value on the far side of beta can be reached; then *value and the proof of it. */
static bool partition_bounds(const Context *ctx, const State *s, int beta, Proof *proof, int *value)
{
    const int8_t *x = (const int8_t *)&s->x;
    Cards own_cards = 0, other_cards = 0;
    for (int seat = 0; seat < N; seat++)
        *(is_max(seat) ? &own_cards : &other_cards) |= s->hand[seat];
    int own_worth[SUITS], other_worth[SUITS], left[SUITS];
    action_worths(ctx->own, ctx->other, own_worth);
    action_worths(ctx->other, ctx->own, other_worth);
    int upper = 0, lower = 0; /* by the cards alone */
    for (int suit = 0; suit < SUITS; suit++) {
        int own = suit_length(own_cards, suit), other = suit_length(other_cards, suit);
        left[suit] = own + other;
        upper += own * own_worth[suit];
        lower += other * other_worth[suit];
    }
    /* The most that can be cut: no awards or bonuses of one's own, and two that the other side is certain to have. Mostly in vain. */
    if (upper + other_worth[DIAMONDS] + other_worth[HEARTS] >= beta && lower + own_worth[DIAMONDS] + own_worth[HEARTS] < beta)
        return false;
    upper += 4 * ctx->own * (N / G);
    lower += 4 * ctx->other * (N - N / G);
    for (int suit = 0; suit < SUITS; suit++) {
        upper += own_worth[suit];
        lower += other_worth[suit];
    }
    proof_any(proof);
    for (int seat = 0; seat < N && upper >= beta && lower < beta; seat++)
        if (s->won >> seat & 1) {
            *(is_max(seat) ? &upper : &lower) -= 4 * weight_of(ctx, seat);
            proof->won |= (uint8_t)(1 << seat); /* of either side: taken back below */
        }
    for (int suit = 0; suit < SUITS && upper >= beta && lower < beta; suit++) {
        int side = leading_other(x, suit), ahead = x[award_component(suit, side)];
        bool certain = ahead > left[suit] && G == 2 && (suit == DIAMONDS || suit == HEARTS);
        if (ahead >= left[suit]) {
            upper -= own_worth[suit] - (certain ? other_worth[suit] : 0);
            proof_at_least(proof, award_component(suit, side), left[suit] + certain);
        }
        if (ahead <= -left[suit]) {
            certain = ahead < -left[suit] && (suit == DIAMONDS || suit == HEARTS);
            lower -= other_worth[suit] - (certain ? own_worth[suit] : 0);
            for (int other = 1; other < G; other++)
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
    for (int seat = 0; seat < N; seat++)
        if (is_max(seat) != (upper < beta))
            proof->won &= (uint8_t) ~(1 << seat);
    if (upper < beta)
        proof->hi = lanes_all(LANE_FREE);
    else
        proof->lo = lanes_all(-LANE_FREE);
    return true;
}

#endif
