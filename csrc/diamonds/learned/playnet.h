/* A player by a net that learned by playing with itself: what each card is worth to who sees its own hand, in points of margin.
 *
 * Two layers of units (the positive part of a weighted sum) over the inputs of inputs.h, then a sum, all of it in integers as in passnet.h;
 * inputs that are numbers are rounded to 64ths. playnets.h has the numbers (benchmarks/learn.py), one net for each kind of game that
 * `learned` plays. What is no card, and whom a card robs, is left to the rules of policy.h. */
#ifndef DIAMONDS_LEARNED_PLAYNET_H
#define DIAMONDS_LEARNED_PLAYNET_H

#include "diamonds/learned/inputs.h"

/* The net for a round, of rounds of at least as many tricks; NULL where there is none. */
const LearnedNet *play_net(const PassGame *game, const Table *table);

/* What each of the cards worth trying is worth from here on, rising, into cards[MAX_HAND] and values[MAX_HAND]; returns how many. */
int play_net_values(const LearnedNet *net, const Table *table, uint8_t *cards, double *values);

/* The same for each of the moves of position_moves, whatever victim it names; returns how many, 0 where no card is to be played. */
int play_net_moves(const LearnedNet *net, const Table *table, double *values);

/* A card of the hand as a move, with the victim that the rules choose where one has to be. */
Move card_move(const Table *table, int card, Rng *rng);

/* The best card, of equal ones the lowest; what else is to be decided by rules. The round must not be over. */
Move learned_move(const LearnedNet *net, const Table *table, Rng *rng);

#endif
