/* What the seat to move sees, digested for the rule-based player.
 *
 * Only public things and the own hand go in. `seen` are the cards that nobody can hold any more: those played this round (the trick on the
 * table included), those known to be out, and those that are not in the deck of this variant. Everything that is neither seen nor in the own
 * hand is unseen, and each unseen card is taken to lie in each hidden place in proportion to its size. */
#ifndef DIAMONDS_PLAYERS_SIGHT_H
#define DIAMONDS_PLAYERS_SIGHT_H

#include "diamonds/position.h"

typedef struct Sight {
    const Position *position;
    Cards hand;
    Cards unseen;
    int seat;
    int led;             /* the suit led, -1 for the leader */
    int best;            /* the card that wins the trick as it lies, NO_CARD for the leader */
    bool best_is_mine;   /* that card is the seat's own (two players), */
    bool best_is_ours;   /* or its side's */
    bool untaken;        /* the seat has won no trick: the bonus of 4 points is still to be had */
    int rivals;          /* players of other sides */
    float rival;         /* what a rival's point costs: the margin counts the mean of the other sides */
    float hold;          /* chance that a given unseen card is in a given other hand */
    float in_play;       /* chance that it is in any hand */
    float later;         /* tricks after this one, in units of ten */
    float worth[SUITS];  /* points of a suit action by this seat */
    float lead[SUITS];   /* cards won by the own side more than by the best other one */
    float race[SUITS];   /* a lead of so many cards decides the award, about: the more are to come, the more */
    float stand[MAX_RANK + 1]; /* chance that a card survives the players still to come, by the number of unseen cards above it */
    float best_stands;   /* stand of the winning card if it is ours, else 0 */
    float ducks;         /* chance to win no trick with the whole hand, see sight_wins */
} Sight;

/* For a seat that plays a card. */
void sight_make(Sight *sight, const Position *position, Cards seen);

/* What `cards` more of a suit, or fewer when negative, do to the award: points. */
static inline float sight_award(const Sight *sight, int suit, float cards)
{
    float before = sight->lead[suit], after = before + cards, limit = sight->race[suit];
    before = before > limit ? limit : before < -limit ? -limit : before;
    after = after > limit ? limit : after < -limit ? -limit : after;
    return (suit == DIAMONDS ? 1.0f : 0.5f) * (after - before) / limit;
}

/* Number of unseen cards that beat `card` in its suit. */
static inline int sight_above(const Sight *sight, int card) { return bits_count(sight->unseen & cards_above(card)); }

/* Rough chance that a card with so many unseen ones above it wins a trick against its holder's will, or by it, before the round ends. */
static inline float sight_wins(const Sight *sight, int above)
{
    float in_hands = 1.0f + (float)above * sight->in_play;
    return 0.6f / (in_hands * in_hands);
}

#endif
