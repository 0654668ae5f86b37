/* Rules of thumb for every decision. `greedy` buys when it can, pays a witch with the cheapest cards, and draws while the mean worth of the
 * next card exceeds the chance of a witch times what she would cost. `cautious` does the same but draws one card a turn. */
#ifndef DIAMONIAK_PLAYERS_POLICY_H
#define DIAMONIAK_PLAYERS_POLICY_H

#include "diamoniak/rules/state.h"

/* The worth of a card to a player, in tenths. */
typedef struct Policy {
    int own, fairy, diamond, others, unbuilt; /* of one's own castle; fairy; diamond; of another's castle; of a colour nobody builds */
    bool draws_on;                            /* whether it may draw more than one card a turn */
} Policy;

extern const Policy POLICY_GREEDY, POLICY_CAUTIOUS;

/* The worth of a card of each kind to the seat to move: HELD numbers. A card that would begin its castle counts as its own. */
void policy_worths(const Policy *policy, const State *state, int *worths);

/* The player's move; the game must not be over. */
Move policy_move(const Policy *policy, const State *state);

/* Plays to the end of the game, or until `most_turns` turns have ended; returns how many did. */
int policy_play_out(const Policy *policy, State *state, int most_turns, Rng *rng);

#endif
