/* What the seat to move sees, digested for the rule-based player.
 *
 * Only public things and the own hand go in. `seen` are the cards that nobody can hold any more: those played this round (the trick on the
 * table included), those known to be out, and those that are not in the deck of this variant. Everything that is neither seen nor in the
 * own hand is unseen, and each unseen card is taken to lie in each hidden place in proportion to its size. */
#ifndef DIAMONDS_PLAYERS_SIGHT_H
#define DIAMONDS_PLAYERS_SIGHT_H

#include "diamonds/rules/position.h"

enum { SIGHT_RANKS = 16 }; /* 0 .. MAX_RANK unseen cards above a card */

typedef struct Sight {
    const Position *position;
    Cards hand;
    Cards unseen;
    int seat;
    int led;                      /* the suit led, -1 for the leader */
    int best;                     /* the card that wins the trick as it lies, NO_CARD for the leader */
    bool best_is_mine;            /* that card is the seat's own (two players), */
    bool best_is_ours;            /* or its side's */
    bool untaken;                 /* the seat has won no trick: the bonus of 4 points is still to be had */
    int rivals;                   /* players of other sides */
    float rival;                  /* what a rival's point costs: the margin counts the mean of the other sides */
    float hold;                   /* chance that a given unseen card is in a given other hand */
    float in_play;                /* chance that it is in any hand */
    float later;                  /* tricks after this one, in units of ten */
    float ducks;                  /* if untaken: chance to win no trick with the whole hand, see `wins` */
    float best_stands;            /* chance that the winning card of the trick wins it, if it is ours, else 0 */
    float worth[SUITS];           /* points of a suit action by this seat */
    float lead[SUITS];            /* cards won by the own side more than by the best other one */
    float race[SUITS];            /* a lead of so many cards decides the award, about: the more are to come, the more */
    uint8_t length[SUITS];        /* cards in the own hand */
    uint8_t unseen_length[SUITS]; /* unseen cards */
    float stand[SIGHT_RANKS];     /* chance that a card survives the players still to come, by the number of unseen cards above it */
    float wins[SIGHT_RANKS];      /* rough chance that a card wins a later trick, wanted or not, by the same number */
} Sight;

/* For a seat that plays a card: what depends on the size of its hand alone, then the rest. The hand may change in between to others of that
 * size. */
void sight_table(Sight *sight, const Position *position, Cards seen);
void sight_hand(Sight *sight, Cards seen);

/* Both. */
void sight_make(Sight *sight, const Position *position, Cards seen);

/* The cards worth trying: of equal ones, which no unseen card and no winning card of the trick parts, the lowest. */
static inline Cards distinct_cards(const Position *p, Cards seen)
{
    Cards live = ALL_CARDS & ~seen;
    if (p->trick_count)
        live |= card_set(p->trick[winning_play(p)]);
    return lowest_of_equals(legal_cards(p, p->hand[seat_of_play(p, p->trick_count)]), live);
}

/* The one of the `distinct` cards that stands for a card of the hand. */
static inline int standing_for(Cards distinct, int card)
{
    return bits_highest(distinct & suit_mask(card_suit(card)) & ((card_set(card) << 1) - 1));
}

/* For each of the moves of position_moves the index of the first one that is its equal: in every world best play after either is worth the
 * same to the side that decides. That holds for equal cards; for victims that nothing to come can empty, if they are of one side or others'
 * points count alike (`is_linear`); and for the actors of a team. `classes` has room for MAX_MOVES. */
void move_classes(const Position *position, Cards seen, bool is_linear, uint8_t *classes);

/* Number of the cards in a suit's 16 bits, quick without a processor's instruction for it. */
static inline int suit_count(unsigned suit)
{
    suit -= suit >> 1 & 0x5555u;
    suit = (suit & 0x3333u) + (suit >> 2 & 0x3333u);
    suit = (suit + (suit >> 4)) & 0x0F0Fu;
    return (int)((suit + (suit >> 8)) & 0x1Fu);
}

/* Number of unseen cards that beat `card` in its suit. */
static inline int sight_above(const Sight *sight, int card)
{
    return suit_count(cards_in_suit(sight->unseen, card_suit(card)) >> (card & (SUIT_BITS - 1)));
}

/* What `cards` more of a suit, or fewer when negative, do to the award: points. */
static inline float sight_award(const Sight *sight, int suit, float cards)
{
    float before = sight->lead[suit], after = before + cards, limit = sight->race[suit];
    before = before > limit ? limit : before < -limit ? -limit : before;
    after = after > limit ? limit : after < -limit ? -limit : after;
    return (suit == DIAMONDS ? 1.0f : 0.5f) * (after - before) / limit;
}

/* The other seat of the same side; the seat itself when it plays alone. */
static inline int partner_of(const Position *p, int seat)
{
    if (p->sides == p->players)
        return seat;
    return seat < p->sides ? seat + p->sides : seat - p->sides;
}

#endif
