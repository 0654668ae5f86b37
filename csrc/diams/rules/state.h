/* One moment of a round of Diam's and its rules: the C twin of rules/state.py, to which tests/diams/test_core.py holds it.
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
    int32_t values[ROWS][3]; /* of three, four and five cards of a quality; they do not fall */
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
    uint8_t closed;   /* in whose turn the closing card came, or NOBODY */
    uint8_t turn, phase;
    uint8_t broken; /* in phase GIVE: the row that is asked for, and who gives; else NO_ROW and NOBODY */
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

/* More than a hand of six diamonds has, or eleven cards of which five are kept: all that a play from the start leads to. */
enum { MAX_MOVES = 2304 };

/* Whether the bytes are rules, and a state under them in which the cards fit together. */
bool rules_check(const Rules *rules);
bool state_check(const Rules *rules, const State *state);

/* All legal moves in the order of State.moves, or the first MAX_MOVES of them, and how many; none once the round is over. */
int state_moves(const Rules *rules, const State *state, Move *moves);

static inline bool state_is_chance(const State *state) { return state->phase > OVER; }
static inline int state_decider(const State *state) { return state->phase == GIVE ? state->owner : state->turn; }

/* What a number of cards of one row is worth in a safe. */
static inline int state_value(const Rules *rules, int row, int count)
{
    return count < COLLECTION ? 0 : rules->values[row][(count < COPIES ? count : COPIES) - COLLECTION];
}

/* What the piles of a safe are worth. */
int state_laid_value(const Rules *rules, Cards safe);

/* The state after a legal move; chance may be next in it. */
void state_decide(const Rules *rules, State *state, const Move *move);

/* The next card of a pile that is not empty: how likely each kind is, chances[KINDS]. */
void state_next_card(const Rules *rules, const State *state, double *chances);

/* Whether the pile turns up no more cards in this phase after these, at least one, with so many left in it. */
bool state_is_enough(Phase phase, Cards cards, int left);

/* Takes a card out of the pile: of a stack the next one, which is of this kind. */
void state_take_out(State *state, int kind);

/* The state after the pile has turned up these cards, which are in it, and enough. */
void state_turn_up(const Rules *rules, State *state, Cards cards);

/* Draws from the pile as long as chance is next. */
void state_go_on(const Rules *rules, State *state, Rng *rng);

/* state_decide and state_go_on. */
void state_play(const Rules *rules, State *state, const Move *move, Rng *rng);

/* Every seat's points if the round ended here. */
void state_points(const Rules *rules, const State *state, int *points);

#endif
