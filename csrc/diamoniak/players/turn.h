/* The turn of the seat that decides, solved by going backwards over what may be drawn: when to stop, how to pay a witch, whether to buy.
 * The end of a turn is worth what the estimate says; the values in between follow from it without further error.
 *
 *   Turn *turn = turn_new(&state, most_states);    NULL: no memory
 *   int count = turn_moves(turn, moves);           what the moves are worth
 *   double value = turn_sample(turn, &move, 4, rng);
 *   turn_free(turn); */
#ifndef DIAMONIAK_PLAYERS_TURN_H
#define DIAMONIAK_PLAYERS_TURN_H

#include "diamoniak/players/estimate.h"

typedef struct MoveValue {
    Move move;
    double value; /* the chance to win of the seat to move */
} MoveValue;

typedef struct Turn Turn;

/* Solves the rest of the turn. Of more states than `most_states` those after the fewest draws are looked at: see turn_depth. */
Turn *turn_new(const State *state, uint32_t most_states);
void turn_free(Turn *turn);

/* The moves in the order of state_moves, at most MAX_MOVES, and how many. */
int turn_moves(const Turn *turn, MoveValue *moves);

/* The best move in a state with a decision later in the same turn; of equal ones stop, and the first payment. */
Move turn_move(const Turn *turn, const State *state);

/* A course of chance: this move, the best ones to the end of the turn, then so many turns of all players by the rules; the rest is
 * estimated. Whether the seat that decides has won by then, or else its chance. */
double turn_sample(const Turn *turn, const Move *move, int turns, Rng rng);

/* How many states were valued, and how many draws from now on were looked at: NOT_CUT when all that can be. After the last of them the
 * turn is taken to be stopped. */
enum { NOT_CUT = 255 };
uint32_t turn_states(const Turn *turn);
int turn_depth(const Turn *turn);

#endif
