/* A small network in place of a policy's weights (policy.h): playouts finish rounds by it, and so they are closer to good play.
 *
 * A card's score is what it is worth in points of margin beside the other cards, as playouts by rules find it: a layer of NET_HIDDEN units
 * over all inputs, then a sum of the units and of those inputs that differ from card to card. modelweights.h has the numbers
 * (benchmarks/net_fit.py). */
#ifndef DIAMONDS_PLAYERS_NET_H
#define DIAMONDS_PLAYERS_NET_H

#include "diamonds/players/model.h"

enum NetInput {
    NET_SHOWROOM = MODEL_INPUTS, /* the model's inputs, then: crystals in the own showroom, in units of five, as in all showrooms here */
    NET_RIVAL_SHOWROOM,          /* in the fullest one of a rival */
    NET_RIVALS_UNTAKEN,          /* rivals who have won no trick, as a part of all */
    NET_PARTNER_UNTAKEN,         /* 1: the partner has won no trick */
    NET_PARTNER_SHOWROOM,        /* of the partner, without one the own */
    NET_HOLD,                    /* chance that a given unseen card is in a given other hand */
    NET_INPUTS
};

enum { NET_HIDDEN = 16 };

typedef struct Net {
    float bias[NET_HIDDEN];
    float hidden[NET_INPUTS][NET_HIDDEN];
    float direct[MODEL_CARD_INPUTS];
    float out[NET_HIDDEN];
} Net;

enum { NET_NUMBERS = NET_HIDDEN * (NET_INPUTS + 2) + MODEL_CARD_INPUTS };
_Static_assert(sizeof(Net) == NET_NUMBERS * sizeof(float), "nothing but numbers");

/* The inputs of playing `card`, NET_INPUTS numbers. */
void net_inputs(const Sight *sight, int card, float *inputs);

/* The scores of some cards of the hand, rising. */
void net_scores(const Net *net, const Sight *sight, Cards cards, float *scores);

#endif
