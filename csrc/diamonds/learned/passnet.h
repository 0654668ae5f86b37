/* The pass by a net that learned by playing with itself: what keeping some cards and giving the others is worth, in points of margin.
 *
 * Two layers of units (the positive part of a weighted sum) over inputs of 0 and 1, then a sum. All of it in integers: the same choice on
 * every machine. passnets.h has the numbers (benchmarks/learn.py), one net for each kind of game that passed its gate. */
#ifndef DIAMONDS_LEARNED_PASSNET_H
#define DIAMONDS_LEARNED_PASSNET_H

#include "diamonds/players/passing.h"

enum { CARD_NUMBERS = SUITS * MAX_RANK, PASS_HAND = 10 /* cards of the hands that there are nets for */ };

enum PassInput {
    PASS_KEPT,                                     /* 1 for each card that is kept, see card_number, */
    PASS_GIVEN = PASS_KEPT + CARD_NUMBERS,         /* that is given, */
    PASS_LENGTHS = PASS_GIVEN + CARD_NUMBERS,      /* for the number of cards kept of each suit, */
    PASS_COUNT = PASS_LENGTHS + SUITS * PASS_HAND, /* and for how many are given, from 1 */
    PASS_INPUTS = PASS_COUNT + MAX_PASS
};

enum { PASS_FIRST = 64, PASS_SECOND = 32, PASS_ZERO = 80 };

/* Weights are letters of text: PASS_ZERO stands for 0. */
typedef struct PassNet {
    double unit; /* points that one of the sum is worth */
    int64_t out_bias;
    int16_t first_bias[PASS_FIRST];
    int32_t second_bias[PASS_SECOND];
    int16_t out[PASS_SECOND];
    char first[PASS_INPUTS][PASS_FIRST + 1];
    char second[PASS_SECOND][PASS_FIRST + 1];
} PassNet;

/* Adds a row of weights, or takes it off. */
static inline void add_letters(const char *row, int sign, int16_t *sums)
{
    for (int j = 0; j < PASS_FIRST; j++)
        sums[j] = (int16_t)(sums[j] + sign * (row[j] - PASS_ZERO));
}

/* What the layers after the first make of its units. */
static inline int64_t units_value(const int16_t *units, const int16_t (*second)[PASS_FIRST], const int32_t *second_bias, const int16_t *out)
{
    int64_t value = 0;
    for (int k = 0; k < PASS_SECOND; k++) {
        int32_t sum = 0;
        for (int j = 0; j < PASS_FIRST; j++)
            sum += units[j] * second[k][j];
        sum += second_bias[k];
        value += sum > 0 ? (int64_t)sum * out[k] : 0;
    }
    return value;
}

/* 0 .. 59 in the order of cards. */
static inline int card_number(int card) { return card - 1 - card_suit(card); }

/* The net for a hand in a kind of game; NULL where there is none. */
const PassNet *pass_net(const PassGame *game, Cards hand);

enum { MOST_PASSES = 560 }; /* 3 of MAX_HAND cards */

/* All sets of `count` cards of the hand, 1 .. MAX_PASS, into `passes`; returns how many. */
int pass_sets(Cards hand, int count, Cards *passes);

enum { PASS_ONES = PASS_HAND + SUITS + 1 };

/* The PASS_ONES inputs that are 1, of a hand of PASS_HAND cards. */
void pass_inputs(Cards kept, Cards given, uint16_t *inputs);

/* values[i]: what giving passes[i], 1 .. MAX_PASS cards of the hand, is worth. The hand has PASS_HAND cards. */
void pass_net_values(const PassNet *net, Cards hand, const Cards *passes, int count, double *values);

/* What players give of a hand: the best pass of the net, of equal ones the first; where there is no net pass_choice. */
Cards player_pass(const PassGame *game, Cards hand, int count);

#endif
