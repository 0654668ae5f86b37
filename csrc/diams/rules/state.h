/* One moment of a round of Diam's and its rules: the C twin of state.py; tests/diams/test_core.py compares them.
 *
 *   state_decide(&rules, &state, &move);                   what a player does; then the pile may turn up cards
 *   if (state_is_chance(&state)) state_turn_up(&rules, &state, cards);
 *   state_play(&rules, &state, &move, &rng);               both, drawn at random where the order of the pile is not known
 *
 * Nothing is hidden in a State. */
#ifndef DIAMS_RULES_STATE_H
#define DIAMS_RULES_STATE_H

#include "common/rng.h"
#include "diams/rules/cards.h"

enum { SEATS = 5, HAND_LIMIT = 5, MARKET = 3, COLLECTION = 3, LAST_CARDS = 16, NOBODY = 255, NO_ROW = 255, MAX_VALUE = 999999 };

/* What is fixed for a round. Rows as in cards.h: row 0 is quality 10. */
typedef struct Rules {
    int32_t values[ROWS][3]; /* of three, four and five cards of a quality; non-decreasing */
    uint8_t loupes[ROWS];    /* cards with a loupe */
    uint8_t players;
    uint8_t closes_last; /* the closing card is the last one of the pile; else anywhere among the last sixteen */
} Rules;

/* In the last three the pile turns up one card to the hand, two cards to the market, or three diamonds to the empty market. */
typedef enum Phase { DRAW, ACT, TRIM, GIVE, OVER, DRAWN, OPENED, REFILL } Phase;

/* Plain bytes, as Python's core/layout.py has them. Seats beyond the players have no cards. */
typedef struct State {
    Cards hand[SEATS];
    Cards safe[SEATS]; /* all cards of one quality are one pile */
    Cards market, used;
    uint8_t pile[DECK]; /* kinds. Order known: the next card is the last one. Unknown: the closing card is the last one, if it is there */
    uint8_t pile_count;
    uint8_t is_stack; /* whether the order is known */
    uint8_t closed;   /* the seat in whose turn the closing card came, or NOBODY */
    uint8_t turn, phase;
    uint8_t broken; /* in phase GIVE: the row asked for, and in `owner` who gives; else NO_ROW and NOBODY */
    uint8_t owner;
    uint8_t unused[3]; /* 0 */
} State;

typedef enum MoveKind {
    DRAW_CARD,
    OPEN_CARDS,
    SHOW,   /* cards: the one shown */
    SUM,    /* cards: the one put, taken: what it adds up to */
    SECURE_NEW,
    PUT,
    TAKE,   /* by T */
    BREAK,  /* by B: target, and the card that is named */
    SECURE, /* by S */
    SALE,   /* tool, target, the card shown */
    PASS,
    TRIM_HAND,
    GIVE_CARD
} MoveKind;

typedef struct Move {
    Cards cards, taken;
    uint8_t kind, target, tool; /* NOBODY and 0 where there is none */
    uint8_t unused[5];
} Move;

/* More moves than any state reached by play can have: a hand of six diamonds, or eleven cards of which five are kept. */
enum { MAX_MOVES = 2304 };

/* Whether the bytes are valid rules, and a valid state under them. */
bool rules_check(const Rules *rules);
bool state_check(const Rules *rules, const State *state);

/* All legal moves in the order of State.moves, or the first MAX_MOVES of them, and how many; none once the round is over. */
int state_moves(const Rules *rules, const State *state, Move *moves);

static inline bool state_is_chance(const State *state) { return state->phase > OVER; }
static inline int state_decider(const State *state) { return state->phase == GIVE ? state->owner : state->turn; }

/* The value of `count` cards of one row in a safe. */
static inline int state_value(const Rules *rules, int row, int count)
{
    return count < COLLECTION ? 0 : rules->values[row][(count < COPIES ? count : COPIES) - COLLECTION];
}

/* The value of all piles of a safe. */
int state_laid_value(const Rules *rules, Cards safe);

/* Makes a legal move; the state may then wait for chance. */
void state_decide(const Rules *rules, State *state, const Move *move);

/* The chance of each kind to be the next card of a non-empty pile: chances[KINDS]. */
void state_next_card(const Rules *rules, const State *state, double *chances);

/* Whether these cards, at least one, are all that the pile turns up in this phase, with `left` cards left in it. */
bool state_is_enough(Phase phase, Cards cards, int left);

/* Takes a card of this kind out of the pile; in a stack it must be the next one. */
void state_take_out(State *state, int kind);

/* Turns up these cards, which must be in the pile and all that this phase needs. */
void state_turn_up(const Rules *rules, State *state, Cards cards);

/* Draws from the pile until somebody has to decide. */
void state_go_on(const Rules *rules, State *state, Rng *rng);

/* state_decide and state_go_on. */
void state_play(const Rules *rules, State *state, const Move *move, Rng *rng);

/* Every seat's points if the round ended here. */
void state_points(const Rules *rules, const State *state, int *points);

#endif
