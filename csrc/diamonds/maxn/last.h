/* The last trick of the max^n search: all cards are forced, so it is played in one loop. What its actions did to the showrooms is noted, to
 * be taken back from the bounds in reverse. Only a robbery has a choice: see maxn_last. */
#ifndef DIAMONDS_MAXN_LAST_H
#define DIAMONDS_MAXN_LAST_H

#include "diamonds/maxn/actions.h"

enum { LAST_IS_FORCED = PLAYERS != 2 }; /* two players have two cards each in the last trick */

typedef enum Change { GIFT, LOSS, NONE_THERE } Change;

/* What the last trick has done so far. */
typedef struct Path {
    uint64_t gains; /* to be added */
    int count;
    uint8_t change[PLAYERS + 1], seat[PLAYERS + 1];
} Path;

static inline void path_add(Path *path, Change change, int seat)
{
    path->change[path->count] = (uint8_t)change;
    path->seat[path->count++] = (uint8_t)seat;
}

static inline void path_take_back(const Path *path, Outcome *o)
{
    for (int i = path->count - 1; i >= 0; i--)
        if (path->change[i] == GIFT)
            before_gift(o, path->seat[i]);
        else if (path->change[i] == LOSS)
            before_loss(o, path->seat[i]);
        else
            show_at_most(o, path->seat[i], 0);
    o->gains += path->gains;
}

/* A suit action other than clubs. */
static inline void path_act(Path *path, MaxnState *s, int seat, int suit)
{
    if (suit == SPADES && !byte_at(s->show, seat)) {
        path_add(path, NONE_THERE, seat);
        return;
    }
    path->gains += points_of(suit == DIAMONDS ? 2 : 1, seat % SIDES);
    if (suit != DIAMONDS) {
        s->show += byte_of(suit == HEARTS ? 1 : -1, seat);
        path_add(path, suit == HEARTS ? GIFT : LOSS, seat);
    }
}

/* Plays on until a seat discards a club, which is then on the table without its action; returns that seat, NOBODY once all have played. */
static inline int last_cards(Path *path, MaxnState *s)
{
    while (s->count < TRICK) {
        int seat = seat_of_card(s->leader, s->count), card = bits_lowest(s->hand[seat]), suit = card_suit(card);
        if (lay_card(s, seat, card)) {
            if (suit == CLUBS)
                return seat;
            path_act(path, s, seat, suit);
        }
    }
    return NOBODY;
}

#endif
