/* How players of known kinds choose cards: what a move tells about the hand that it came from.
 *
 * Each kind of the pool (greedy, playout, exact, ismcts: see benchmarks/player_fit.py) plays a legal card with chance proportional to
 * e^score. All scores come from one small network: a layer of MODEL_HIDDEN units over the inputs named below, then for each kind a sum of
 * the units, and of those inputs that differ from card to card. modelweights.h has the numbers, fitted for the likelihood of moves.
 *
 * Floats by + - * / alone and in a fixed order, in vectors of four: the same bits on every machine. net.h has the same inputs, and more.
 *
 * Like the rule-based player, it knows its own hand, the table and `seen` (see sight.h), and looks at no other hand. */
#ifndef DIAMONDS_PLAYERS_MODEL_H
#define DIAMONDS_PLAYERS_MODEL_H

#include <stddef.h>
#include <string.h>

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

/* Those of the inputs that the cards of a suit share. */
static inline void suit_inputs(const SuitView *view, const Sight *s, int suit, float *x)
{
    for (int i = CARD_FEATURES; i < FEATURES; i++)
        x[i] = view->f[i];
    x[MODEL_LENGTH] = 0.1f * (float)s->length[suit];
    x[MODEL_UNSEEN] = 0.1f * (float)s->unseen_length[suit];
    x[MODEL_WORTH] = s->worth[suit];
    float race = s->lead[suit] / s->race[suit];
    x[MODEL_RACE] = race > 1 ? 1 : race < -1 ? -1 : race;
    for (int i = 0; i < SUITS; i++)
        x[MODEL_SUIT + i] = i == suit ? 1 : 0;
}

/* And those in which they differ. */
static inline void card_inputs(const SuitView *view, const Sight *s, int card, Cards distinct, float *x)
{
    int suit = card_suit(card), above = sight_above(s, card), higher = suit_count(cards_in_suit(s->hand & cards_above(card), suit));
    policy_card_features(view, s, card, x);
    x[MODEL_RANK] = (float)(card & (SUIT_BITS - 1)) / SUIT_BITS;
    x[MODEL_ABOVE] = 0.1f * (float)above;
    x[MODEL_BELOW] = 0.1f * (float)(s->unseen_length[suit] - above);
    x[MODEL_HIGHER] = 0.1f * (float)higher;
    x[MODEL_LOWER] = 0.1f * (float)(s->length[suit] - 1 - higher);
    x[MODEL_DISTINCT] = distinct & card_set(card) ? 1 : 0;
    x[MODEL_BEATS] = (s->led < 0 || s->led == suit) && (s->best == NO_CARD || card > s->best) ? 1 : 0;
}

/* x[MODEL_CARD_INPUTS .. MODEL_INPUTS - 1], at `x`. */
static inline void decision_inputs(const Sight *s, float *x)
{
    for (int i = 0; i < MODEL_INPUTS - MODEL_CARD_INPUTS; i++)
        x[i] = 0;
    x[MODEL_LATER - MODEL_CARD_INPUTS] = s->later;
    x[MODEL_PLAYED - MODEL_CARD_INPUTS] = (float)s->position->trick_count / (float)trick_size(s->position);
    x[MODEL_FOLLOWS - MODEL_CARD_INPUTS] = s->led >= 0 && s->length[s->led] ? 1 : 0;
    x[MODEL_UNTAKEN - MODEL_CARD_INPUTS] = s->untaken ? 1 : 0;
    x[MODEL_OURS - MODEL_CARD_INPUTS] = s->best_is_ours ? 1 : 0;
    x[MODEL_STANDS - MODEL_CARD_INPUTS] = s->best_stands;
    if (s->led >= 0)
        x[MODEL_LED - MODEL_CARD_INPUTS + s->led] = 1;
}

typedef float Four __attribute__((vector_size(16)));
typedef int32_t FourInts __attribute__((vector_size(16)));

static inline Four load(const float *numbers)
{
    Four four;
    memcpy(&four, numbers, sizeof four);
    return four;
}

static inline Four larger(Four a, Four b)
{
    FourInts mask = a > b;
    return (Four)(((FourInts)a & mask) | ((FourInts)b & ~mask));
}

enum { MODEL_KINDS = 4, MODEL_HIDDEN = 8 };

/* The inputs of playing `card`, MODEL_INPUTS numbers. */
void model_inputs(const Sight *sight, int card, float *inputs);

/* Multiplies chances[i][kind] by the chance that the seat to move plays `card` where it holds hands[i], which has the card; with chance
 * `slip` it plays any legal card instead. The other hands of `table` do not matter. */
void model_chances(const Position *table, Cards seen, const Cards *hands, size_t count, int card, double slip,
                   double (*chances)[MODEL_KINDS]);

#endif
