/* Passing by rules: which cards to give away before the round, and how many when one is the dealer.
 *
 * A card's score is what giving it away is worth, in points of margin up to a constant: a weighted sum of the features below. The weights
 * depend on who gets the card: the only opponent, one opponent of several, or the partner. */
#ifndef DIAMONDS_PLAYERS_PASSING_H
#define DIAMONDS_PLAYERS_PASSING_H

#include "diamonds/rules/cards.h"

enum PassFeature {
    PASS_SUIT,                       /* 1 for the card's suit, D H S C */
    PASS_RANK = PASS_SUIT + SUITS,   /* its rank from 0 (lowest of the deck) to 1, in the place of its suit */
    PASS_SQUARE = PASS_RANK + SUITS, /* rank squared */
    PASS_DUCKING,                    /* rank times the chance that the whole hand takes no trick */
    PASS_LENGTH,                     /* cards of its suit in the hand, in units of ten */
    PASS_FEATURES
};

enum { MAX_PASS = 3 };

typedef struct PassGame {
    Cards deck;
    int players, sides;
} PassGame;

/* The features of passing `card` of `hand`, PASS_FEATURES numbers. */
void pass_features(const PassGame *game, Cards hand, int card, float *features);

/* What giving `card` away is worth. */
float pass_score(const PassGame *game, Cards hand, int card);

/* The `count` cards of the highest scores; `count` is at most the hand. */
Cards pass_choice(const PassGame *game, Cards hand, int count);

/* The chance that a player passes `passed`, 1 .. MAX_PASS cards of the hand: one half by the rules above, the other half by softmax over the
 * sets of cards, as engines do that find the best pass in playouts; any cards with chance `slip`. */
double pass_chance(const PassGame *game, Cards hand, Cards passed, double slip);

/* How many cards a dealer announces: 1 .. MAX_PASS, at most the hand. */
int pass_count(const PassGame *game, Cards hand);

#endif
