/* One moment of a game of Diamoniak and its rules: the C twin of rules.py; tests/diamoniak/test_core.py compares them. */
#ifndef DIAMONIAK_RULES_STATE_H
#define DIAMONIAK_RULES_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"

enum { SEATS = 4, COLOURS = 4, KINDS = 7, HELD = 6 }; /* a player holds any kind but witches */
enum { DIAMOND = 4, FAIRY = 5, WITCH = 6 };           /* kinds 0 to 3 are the colours of castles */
enum { NO_COLOUR = 4, PRICE = 3, PENALTY = 3 };

typedef enum Phase { TURN, MORE, ON_WITCH, OVER } Phase;

/* Plain bytes, as Python's core/layout.py has them. All of `held` beyond `players` is 0. When the game is over, `turn` is the winner. */
typedef struct State {
    uint8_t held[SEATS][HELD];
    uint8_t discards[KINDS];
    uint8_t pile[KINDS];
    uint8_t deck[KINDS];
    uint8_t colour[SEATS]; /* NO_COLOUR for none */
    uint8_t players, turn, phase;
    uint8_t pays_seller; /* whether the price of a purchase goes to the seller; else it is discarded */
    uint8_t unused[3];   /* 0: the size is that of whole words, by which states are hashed */
} State;

typedef enum MoveKind { DRAW, STOP, BUY, GIVE } MoveKind;

typedef struct Move {
    uint8_t kind;
    uint8_t seller;      /* with BUY */
    uint8_t cards[HELD]; /* with GIVE */
} Move;

enum { MAX_MOVES = 57 }; /* three of six kinds, and a fairy */

/* Whether the bytes are a valid state: every card of the deck is somewhere, and the fields agree. */
bool state_check(const State *state);

/* All legal moves in the order of State.moves, at most MAX_MOVES, and how many; none once the game is over. */
int state_moves(const State *state, Move *moves);
bool state_is_legal(const State *state, Move move);

/* The kind of a card drawn at random; if the pile is used up, the discards become the new one first. */
int state_pick(State *state, Rng *rng);

/* Whether the next card can be of this kind; a used-up pile is renewed in the same way. */
bool state_has_next(State *state, int card);

/* Draws this card, which must be in the pile; a witch that can be paid in only one way is paid. */
void state_draw(State *state, int card);

/* Makes a legal move; `rng` is for a draw. */
void state_play(State *state, const Move *move, Rng *rng);

/* Whether the seat to move can buy from `seller`; how many cards its castle lacks (without a colour, more than a castle has). */
bool state_can_buy(const State *state, int seller);
int state_missing(const State *state);

#endif
