/* How players of known kinds choose cards: what a move tells about the hand that it came from.
 *
 * Each kind of the pool (greedy, playout, exact, ismcts: see benchmarks/player_fit.py) plays a legal card with chance proportional to
 * e^score. All scores come from one small network: a layer of MODEL_HIDDEN units over the inputs named below, then for each kind a sum of
 * the units, and of those inputs that differ from card to card. modelweights.h has the numbers, fitted for the likelihood of moves.
 *
 * Like the rule-based player, it knows its own hand, the table and `seen` (see sight.h), and looks at no other hand. */
#ifndef DIAMONDS_PLAYERS_MODEL_H
#define DIAMONDS_PLAYERS_MODEL_H

#include <stddef.h>

#include "diamonds/players/policy.h"

enum ModelInput {
    MODEL_RANK = FEATURES,                /* the policy's features, then: the card's rank, in units of 16 */
    MODEL_ABOVE,                          /* unseen cards of its suit above it, in units of ten, as all numbers of cards here */
    MODEL_BELOW,                          /* and below it */
    MODEL_HIGHER,                         /* own cards above it */
    MODEL_LOWER,                          /* and below it */
    MODEL_DISTINCT,                       /* 1: no equal card of the hand is lower */
    MODEL_BEATS,                          /* 1: it wins the trick as it lies */
    MODEL_LENGTH,                         /* own cards of its suit: this and what follows is the same for all cards of it */
    MODEL_UNSEEN,                         /* unseen ones */
    MODEL_WORTH,                          /* points of its suit's action */
    MODEL_RACE,                           /* the own side's lead for its suit's award, as a part of one that decides it */
    MODEL_SUIT,                           /* 1 for its suit, D H S C */
    MODEL_CARD_INPUTS = MODEL_SUIT + 4,   /* those above are of a card, those below of the decision */
    MODEL_LATER = MODEL_CARD_INPUTS,      /* tricks after this one */
    MODEL_PLAYED,                         /* cards on the table, as a part of the trick */
    MODEL_FOLLOWS,                        /* 1: the hand has cards of the led suit */
    MODEL_UNTAKEN,                        /* 1: the seat has won no trick */
    MODEL_OURS,                           /* 1: its own side is winning the trick */
    MODEL_STANDS,                         /* and the chance that it stays so */
    MODEL_LED,                            /* 1 for the led suit, D H S C */
    MODEL_INPUTS = MODEL_LED + 4
};

enum { MODEL_KINDS = 4, MODEL_HIDDEN = 8 };

/* The inputs of playing `card`, MODEL_INPUTS numbers. */
void model_inputs(const Sight *sight, int card, float *inputs);

/* Multiplies chances[i][kind] by the chance that the seat to move plays `card` where it holds hands[i], which has the card; with chance
 * `slip` it plays any legal card instead. The other hands of `table` do not matter. */
void model_chances(const Position *table, Cards seen, const Cards *hands, size_t count, int card, double slip,
                   double (*chances)[MODEL_KINDS]);

#endif
