/* The turn of the seat that decides, solved by dynamic programming over what may be drawn: when to stop, how to pay a witch, whether to
 * buy. The ends of the turn have the values of the estimate; everything before them is exact.
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

/* Solves the rest of the turn. If it has more than `most_states` states, only those after the fewest draws: see turn_depth. */
Turn *turn_new(const State *state, uint32_t most_states);
void turn_free(Turn *turn);

/* The moves in the order of state_moves, at most MAX_MOVES, and how many. */
int turn_moves(const Turn *turn, MoveValue *moves);

/* The best move in a later state of the same turn; ties go to stop, and to the first payment. */
Move turn_move(const Turn *turn, const State *state);

/* One random continuation: this move, the best ones to the end of the turn, then `turns` turns by rules, then the estimate. Returns 1 or 0
 * if the game is over by then, else the chance of the seat that decides. */
double turn_sample(const Turn *turn, const Move *move, int turns, Rng rng);

/* How many states were valued, and how many draws ahead: NOT_CUT if all. After the last of them the player is assumed to stop. */
enum { NOT_CUT = 255 };
uint32_t turn_states(const Turn *turn);
int turn_depth(const Turn *turn);

#endif
