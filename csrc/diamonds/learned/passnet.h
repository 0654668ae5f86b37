/* The pass by a net that learned by playing with itself: what keeping some cards and giving the others is worth, in points of margin.
 *
 * Two layers of units (the positive part of a weighted sum) over inputs of 0 and 1, then a sum. All of it in integers: the same choice on
 * every machine. passnets.h has the numbers (benchmarks/learn.py), one net for each kind of game that passed its gate. */
#ifndef DIAMONDS_LEARNED_PASSNET_H
#define DIAMONDS_LEARNED_PASSNET_H

#include <stddef.h>

#include "diamonds/players/passing.h"
#include "diamonds/rules/position.h"

enum { CARD_NUMBERS = SUITS * MAX_RANK, PASS_HAND = 10 /* cards of a hand of the standard game */ };

enum PassInput {
    PASS_KEPT,                                     /* 1 for each card that is kept, see card_number, */
    PASS_GIVEN = PASS_KEPT + CARD_NUMBERS,         /* that is given, */
    PASS_LENGTHS = PASS_GIVEN + CARD_NUMBERS,      /* for the number of cards kept of each suit; the last input: 9 or more, */
    PASS_COUNT = PASS_LENGTHS + SUITS * PASS_HAND, /* and for how many are given, from 1 */
    PASS_INPUTS = PASS_COUNT + MAX_PASS
};

enum { LEARNED_UNITS = 64, LEARNED_MOST_UNITS = 128 /* of a first layer: most nets', and at most */, LEARNED_SECOND = 32 };
enum { LEARNED_ZERO = 80 };

/* Weights are letters of text: LEARNED_ZERO stands for 0. Rows lie one after the other, each with its end. */
typedef struct LearnedNet {
    int units;   /* of the first layer; LEARNED_UNITS of all nets of the pass */
    double unit; /* points that one of the sum is worth */
    int64_t out_bias;
    int32_t second_bias[LEARNED_SECOND];
    int16_t out[LEARNED_SECOND];
    const int16_t *first_bias; /* [units] */
    const uint16_t *places;    /* [inputs] of nets of the play: of their rows in `first`, where those of 0 stand once */
    const char *first;         /* [][units + 1]; of nets of the pass a row for each input */
    const char *second;        /* [LEARNED_SECOND][units + 1] */
} LearnedNet;

static inline const char *row_of(const char *rows, int index, int units) { return rows + (size_t)index * (size_t)(units + 1); }

/* Adds a row of weights, or takes it off. */
static inline void add_letters(const char *row, int units, int sign, int16_t *sums)
{
    for (int j = 0; j < units; j++)
        sums[j] = (int16_t)(sums[j] + sign * (row[j] - LEARNED_ZERO));
}

/* What the layers after the first make of its units; second[LEARNED_SECOND][count]. */
static inline int64_t units_value(const int16_t *units, int count, const int16_t *second, const int32_t *second_bias, const int16_t *out)
{
    int64_t value = 0;
    for (int k = 0; k < LEARNED_SECOND; k++) {
        int32_t sum = 0;
        for (int j = 0; j < count; j++)
            sum += units[j] * second[k * count + j];
        sum += second_bias[k];
        value += sum > 0 ? (int64_t)sum * out[k] : 0;
    }
    return value;
}

/* 0 .. 59 in the order of cards. */
static inline int card_number(int card) { return card - 1 - card_suit(card); }

/* A kind of game that there is a net for. */
typedef struct LearnedKind {
    int players, sides, cards; /* of a hand */
    const LearnedNet *net;
} LearnedKind;

/* The deck of a kind of game by the size of its hands: all 60 cards, or the reduced deck of Perfect Diamonds. */
Cards kind_deck(int players, int cards);

static inline bool is_of_kind(const PassGame *game, const LearnedKind *kind)
{
    return game->players == kind->players && game->sides == kind->sides && game->deck == kind_deck(kind->players, kind->cards);
}

/* The net for a hand in a kind of game; NULL where there is none. */
const LearnedNet *pass_net(const PassGame *game, Cards hand);

enum { MOST_PASSES = 560 }; /* 3 of MAX_HAND cards */

/* All sets of `count` cards of the hand, 1 .. MAX_PASS, into `passes`; returns how many. */
int pass_sets(Cards hand, int count, Cards *passes);

enum { MOST_PASS_ONES = MAX_HAND + SUITS + 1 };

/* The inputs that are 1; returns how many. */
int pass_inputs(Cards kept, Cards given, uint16_t *inputs);

/* values[i]: what giving passes[i], 1 .. MAX_PASS cards of the hand, is worth. */
void pass_net_values(const LearnedNet *net, Cards hand, const Cards *passes, int count, double *values);

/* What players give of a hand: the best pass of the net, of equal ones the first; where there is no net pass_choice. */
Cards player_pass(const PassGame *game, Cards hand, int count);

#endif
