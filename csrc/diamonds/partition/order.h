/* Which card the partition search tries first.
 *
 * Where one good move is enough there are mostly several: what counts is to find the one with least work behind it. So a score does not say
 * how good a move is. It is a weighted sum of what is cheap to see and tells how large the search behind the move will be: how much the
 * rivals can choose from, say, whose moves all have to be answered. */
#ifndef DIAMONDS_PARTITION_ORDER_H
#define DIAMONDS_PARTITION_ORDER_H

#include "diamonds/partition/moves.h"
#include "diamonds/partition/orderweights.h"

static inline OrderColumn column_for(int seat)
{
    if (PLAYERS == 2)
        return ORDER_TWO;
    if (SIDES < PLAYERS)
        return SIDES == 2 ? ORDER_TWO_TEAMS : ORDER_THREE_TEAMS;
    return (PLAYERS <= 4 ? ORDER_SINGLE : ORDER_SINGLE_OF_MANY) + !is_max(seat);
}

static inline const int16_t *weights_for(const Context *ctx, int seat)
{
#ifdef DIAMONDS_SWITCHES
    if (ctx->search->order)
        return &ctx->search->order[column_for(seat) * ORDER_WEIGHTS];
#endif
    (void)ctx;
    return order_weights[column_for(seat)];
}

static inline bool are_friends(int seat, int other) { return is_max(seat) == is_max(other); }

static inline bool is_new(const State *s, int seat) { return !(s->won >> seat & 1); }

/* 10 log2 of the cards that differ among those the seat can choose from when the suit is led. */
static inline int choice_of(const State *s, int seat, Cards in_suit)
{
    static const int8_t logarithms[MAX_HAND + 1] = {0, 0, 10, 16, 20, 23, 26, 28, 30, 32, 33, 35, 36, 37, 38, 39, 40};
    return logarithms[bits_count(lowest_of_equals(in_suit ? in_suit : s->hand[seat], s->live))];
}

/* What speaks for leading a suit, whatever the card. */
static inline int lead_suit_score(const int16_t *w, const State *s, int seat, int suit)
{
    Cards mask = suit_mask(suit);
    int length = suit_length(s->hand[seat], suit), score = w[LEAD_DIAMOND + suit] + w[LEAD_LENGTH] * length, choice = 0;
    if (length == 1)
        score += w[LEAD_LAST];
    for (int step = 1; step < PLAYERS; step++) {
        int other = seat + step < PLAYERS ? seat + step : seat + step - PLAYERS;
        Cards in_suit = s->hand[other] & mask;
        bool is_friend = are_friends(seat, other);
        if (!is_friend)
            choice += choice_of(s, other, in_suit);
        if (!in_suit)
            score += (step == 1 ? w[LEAD_NEXT_VOID] : 0) + (is_friend ? w[LEAD_FRIEND_VOID] : w[LEAD_RIVAL_VOID]);
    }
    return score + w[LEAD_RIVAL_CHOICE] * choice / 10;
}

static inline int lead_card_score(const int16_t *w, const State *s, int seat, int card)
{
    Cards higher = s->live & cards_above(card) & ~s->hand[seat];
    if (!higher)
        return w[LEAD_TOP] + w[LEAD_TOP_TRICKS] * s->tricks;
    int score = w[LEAD_RANK] * (card & 15) + w[LEAD_HIGHER] * bits_count(higher), highest = bits_highest(higher);
    for (int other = 0; other < PLAYERS; other++)
        if (s->hand[other] >> highest & 1)
            return score + (are_friends(seat, other) ? w[LEAD_UNDER_FRIEND] : is_new(s, other) ? w[LEAD_UNDER_NEW] : 0);
    return score;
}

/* Scores leads; `hash_move` is a card that the table suggests, or NO_CARD. */
static void score_leads(const Context *ctx, const State *s, PartitionMove *moves, int count, int hash_move)
{
    const int seat = s->leader;
    const int16_t *w = weights_for(ctx, seat);
    int scored = -1, suit_score = 0;
    for (int i = 0; i < count; i++) {
        int card = moves[i].card, suit = card_suit(card);
        if (suit != scored)
            suit_score = lead_suit_score(w, s, seat, suit);
        scored = suit;
        int score = suit_score + lead_card_score(w, s, seat, card);
        if (hash_move >= moves[i].lowest && hash_move <= card)
            score += w[LEAD_HASH_MOVE];
        moves[i].score = score;
    }
}

/* The trick as the seat to play finds it. */
typedef struct TrickView {
    bool is_last;    /* nobody plays after the seat */
    bool friend_has; /* the trick is a friend's, or the seat's own */
    bool friend_won; /* and no rival to come can take it */
    Cards rivals;    /* cards of the suit led, of rivals to come */
} TrickView;

static inline TrickView view_trick(const State *s, int seat)
{
    TrickView view = {.is_last = s->count + 1 == TRICK, .friend_has = are_friends(seat, s->best_seat)};
    for (int left = TRICK - s->count - 1, next = seat; left > 0; left--) {
        next = next + 1 < PLAYERS ? next + 1 : 0;
        if (!are_friends(seat, next))
            view.rivals |= s->hand[next] & suit_mask(s->led);
    }
    view.friend_won = view.friend_has && !(view.rivals & cards_above(s->best_card));
    return view;
}

static inline int lose_score(const int16_t *w, const State *s, const TrickView *view, int seat, int card)
{
    Cards higher = s->live & cards_above(card);
    int score = w[LOSE] + w[LOSE_RANK] * (card & 15) + w[LOSE_HIGHER] * bits_count(higher);
    if (!higher)
        score += w[LOSE_TOP];
    if (is_new(s, seat))
        score += w[LOSE_NEW];
    return score + (view->friend_has ? w[LOSE_TO_FRIEND] : 0);
}

static inline int win_score(const int16_t *w, const State *s, const TrickView *view, int card)
{
    int rank = card & 15, score = w[WIN_DIAMONDS] * (int)(s->trick_suits >> 8 * DIAMONDS & 255);
    if (view->friend_won)
        score += w[WIN_OVER_SURE_FRIEND];
    if (view->is_last)
        return score + w[WIN_LAST] + w[WIN_LAST_RANK] * rank + (view->friend_has ? w[WIN_LAST_OVER_FRIEND] : 0);
    if (!(view->rivals & cards_above(card)))
        return score + w[WIN_SURE] + w[WIN_SURE_RANK] * rank;
    return score + w[WIN_UNSURE_RANK] * rank + (view->friend_has ? w[WIN_UNSURE_OVER_FRIEND] : 0);
}

static inline int discard_score(const Context *ctx, const int16_t *w, const State *s, const TrickView *view, int seat, int card)
{
    int suit = card_suit(card), rank = card & 15, length = suit_length(s->hand[seat], suit);
    Cards higher = s->live & cards_above(card) & ~s->hand[seat];
    int score = w[DISCARD_DIAMOND + suit] + w[DISCARD_HIGHER] * bits_count(higher) + w[DISCARD_LENGTH] * length +
                w[DISCARD_LENGTH_TRICKS] * length * s->tricks;
    if (length == 1)
        score += w[DISCARD_LAST];
    if (view->friend_has)
        score += w[DISCARD_DIAMOND_TO_FRIEND + suit] + (view->friend_won ? w[DISCARD_RANK_TO_WINNER] * rank : 0);
    if (is_new(s, seat))
        score += w[DISCARD_RANK_NEW] * rank;
    if (suit == SPADES)
        score += w[DISCARD_SPADE_TRICKS] * s->tricks;
    if (suit == SPADES && component_of(s, show_component(ctx, seat)) <= 0)
        return score + w[DISCARD_NO_CRYSTAL];
    return score + w[DISCARD_RANK] * rank;
}

/* Scores the cards of the seat to play when it is not the first. */
static void score_follows(const Context *ctx, const State *s, int seat, PartitionMove *moves, int count)
{
    const int16_t *w = weights_for(ctx, seat);
    const TrickView view = view_trick(s, seat);
    for (int i = 0; i < count; i++) {
        int card = moves[i].card, score;
        if (card_suit(card) != s->led) {
            score = discard_score(ctx, w, s, &view, seat, card);
        } else {
            score = card > s->best_card ? win_score(w, s, &view, card) : lose_score(w, s, &view, seat, card);
            score += (w[RANK_TRICKS] * s->tricks + (view.friend_won ? w[RANK_SURE_FRIEND] : 0)) * (card & 15);
        }
        moves[i].score = score;
    }
}

#endif
