/* `greedy`, the player by rules of thumb: the C twin of engines.py. It draws, and makes the move after which its own cards are worth
 * most; it does not guess at hidden cards.
 *
 *   policy_init(&policy, &rules);
 *   Move move = policy_move(&policy, &state);
 *   policy_play_out(&policy, &state, turns, &rng); */
#ifndef DIAMS_PLAYERS_POLICY_H
#define DIAMS_PLAYERS_POLICY_H

#include "diams/rules/state.h"

enum { MOST_ROW = COPIES + 1 };

/* Worths are in hundredths of a point. */
typedef struct Policy {
    Rules rules;
    int32_t laid[ROWS][MOST_ROW];              /* [row][cards]: a pile of that many cards */
    int32_t held[ROWS][MOST_ROW][MOST_ROW];    /* [row][cards laid][cards in hand]: what those in hand are worth beside the pile */
} Policy;

void policy_init(Policy *policy, const Rules *rules);

/* What the cards of one seat are worth. */
int policy_worth(const Policy *policy, const State *state, int seat);

/* The cards to put away from a hand of more than five, given this safe. */
Cards policy_surplus(const Policy *policy, Cards hand, Cards safe);

/* The worth of the seat's own cards after a move of phase 2 and after putting away its surplus. */
int policy_after(const Policy *policy, const State *state, const Move *move);

/* The player's move; the round must not be over. */
Move policy_move(const Policy *policy, const State *state);

/* Plays to the end of the round, or until `turns` turns have ended and the closing card has not come. */
void policy_play_out(const Policy *policy, State *state, int turns, Rng *rng);

#endif
