/* The cards that the plain search tries, and in which order: it only asks for the next one. Builds with switches only, as alphabeta.h. */
#ifndef DIAMONDS_CARDLIST_H
#define DIAMONDS_CARDLIST_H

#include "diamonds/order.h"

typedef struct CardList {
    int count;
    uint8_t card[MAX_HAND];
    int16_t score[MAX_HAND];
} CardList;

static inline int card_score(const Search *s, const Position *p, int seat, int card, Cards live)
{
    if (!p->trick_count)
        return lead_score(card, p->hand[seat], live);
    if (is_off_suit(p, card))
        return discard_score(card, p->showroom[seat] > 0);
    int best = winning_play(p);
    bool last = p->trick_count + 1 == trick_size(p);
    return follow_score(card, p->trick[best], last, is_own(&s->score, seat) == is_own(&s->score, seat_of_play(p, best)));
}

/* Fills the list with one of each set of equal cards; `hint` (or its equal) comes first. */
static inline void card_list(CardList *list, const Search *s, const Position *p, int seat, int hint)
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
            list->score[i] = (int16_t)(card == hint ? INT16_MAX : card_score(s, p, seat, card, live));
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
