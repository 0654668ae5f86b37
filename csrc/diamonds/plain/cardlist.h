/* The cards that the plain search tries, and in which order: it only asks for the next one. Builds with switches only, as alphabeta.h. */
#ifndef DIAMONDS_PLAIN_CARDLIST_H
#define DIAMONDS_PLAIN_CARDLIST_H

#include "diamonds/search/search.h"

typedef struct CardList {
    int count;
    uint8_t card[MAX_HAND];
    int16_t score[MAX_HAND];
} CardList;

/* Cards that count as live for `lowest_of_equals`: of the trick only the winning card, for the others cannot win any more. */
static inline Cards ranked_cards(const Position *p)
{
    Cards live = live_cards(p);
    return p->trick_count ? live | card_set(p->trick[winning_play(p)]) : live;
}

/* Top cards first, short suits before long ones (they make voids), diamonds before the rest. */
static inline int card_score_of_lead(int card, Cards hand, Cards live)
{
    static const int suit_score[SUITS] = {40, 20, 25, 30};
    int suit = card_suit(card);
    bool is_top = !(live & cards_above(card) & ~hand);
    return suit_score[suit] - 6 * suit_length(hand, suit) + (is_top ? 40 : -(card & 15));
}

/* The last hand wins as cheaply as it can, others play high when they can win, low when they cannot. */
static inline int card_score_of_follow(int card, int best, bool last, bool partner_wins)
{
    int rank = card & 15;
    if (card <= best)
        return 10 - rank;
    if (last)
        return partner_wins ? 5 - rank / 2 : 50 - rank;
    return 20 + rank;
}

/* Diamonds first, low cards first, a spade without a crystal to move last. */
static inline int card_score_of_discard(int card, bool has_crystal)
{
    static const int suit_score[SUITS] = {100, 90, 90, 95};
    int suit = card_suit(card), rank = card & 15;
    return suit == SPADES && !has_crystal ? -rank : suit_score[suit] - 2 * rank;
}

static inline int card_score(const Search *s, const Position *p, int seat, int card, Cards live)
{
    if (!p->trick_count)
        return card_score_of_lead(card, p->hand[seat], live);
    if (is_off_suit(p, card))
        return card_score_of_discard(card, p->showroom[seat] > 0);
    int best = winning_play(p);
    bool last = p->trick_count + 1 == trick_size(p);
    return card_score_of_follow(card, p->trick[best], last,
                                is_maximising(&s->score, seat) == is_maximising(&s->score, seat_of_play(p, best)));
}

/* Fills the list with one of each set of equal cards; `hash_move` (or its equal) comes first. */
static inline void card_list(CardList *list, const Search *s, const Position *p, int seat, int hash_move)
{
    Cards live = ranked_cards(p);
    Cards cards = legal_cards(p, p->hand[seat]);
    if (uses(s, TECHNIQUE_EQUAL_CARDS))
        cards = lowest_of_equals(cards, live);
    list->count = 0;
    for (; cards; cards &= cards - 1) {
        int card = bits_lowest(cards), i = list->count++;
        list->card[i] = (uint8_t)card;
        if (uses(s, TECHNIQUE_ORDER))
            list->score[i] = (int16_t)(card == hash_move ? INT16_MAX : card_score(s, p, seat, card, live));
        else
            list->score[i] = 0;
    }
}

/* Takes the best card left out of the list, which must not be empty. */
static inline int next_card(CardList *list)
{
    int best = 0;
    for (int i = 1; i < list->count; i++)
        if (list->score[i] > list->score[best])
            best = i;
    int card = list->card[best];
    list->count--;
    list->card[best] = list->card[list->count];
    list->score[best] = list->score[list->count];
    return card;
}

#endif
