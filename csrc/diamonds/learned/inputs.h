/* What the seat that plays a card knows of the round, as inputs of a net. */
#ifndef DIAMONDS_LEARNED_INPUTS_H
#define DIAMONDS_LEARNED_INPUTS_H

#include "diamonds/learned/passnet.h"
#include "diamonds/players/model.h"

enum { MOST_INPUTS = 320 };

/* The inputs that are not 0. */
typedef struct Inputs {
    int count;
    uint16_t input[MOST_INPUTS];
    float value[MOST_INPUTS];
} Inputs;

static inline void inputs_add(Inputs *inputs, int input, float value)
{
    inputs->input[inputs->count] = (uint16_t)input;
    inputs->value[inputs->count++] = value;
}

/* A round, and what happened in it. Of hands, and of what was passed, only what concerns the seat to move matters. */

typedef struct Table {
    Position position;
    Cards seen;                 /* played, or not in the deck */
    Cards played[MAX_PLAYERS];  /* by each seat */
    uint8_t voids[MAX_PLAYERS]; /* bit s: the seat has shown to have no card of suit s */
    Cards passed[MAX_PLAYERS];  /* by each seat */
    uint8_t giver[MAX_PLAYERS]; /* whose cards each seat was passed */
    int pass_count;             /* 0: not known, or none */
} Table;

/* Plays a legal move. */
void table_play(Table *table, Move move);

enum { SHOWROOMS = 13, SIDE_SUITS = MAX_PLAYERS * SUITS, LENGTHS = 11, UNSEENS = 16, TRICKS = 11 };

/* Seats and sides count from the own one on. Where nothing is said an input is 1 for what is so. */
enum PlayInput {
    PLAY_OWN,                                        /* own cards, */
    PLAY_OWN_ABOVE = PLAY_OWN + CARD_NUMBERS,        /* and the same by suit and unseen cards above */
    PLAY_GONE = PLAY_OWN_ABOVE + CARD_NUMBERS,       /* cards played, by seat */
    PLAY_TRICK = PLAY_GONE + MAX_PLAYERS * CARD_NUMBERS, /* cards of the trick, */
    PLAY_WINNING = PLAY_TRICK + CARD_NUMBERS,        /* the one that wins it as it lies, */
    PLAY_WINNER = PLAY_WINNING + CARD_NUMBERS,       /* and whose it is */
    PLAY_LED = PLAY_WINNER + MAX_PLAYERS,            /* the led suit; the last one: none */
    PLAY_GAVE = PLAY_LED + SUITS + 1,                /* cards passed that are still held, */
    PLAY_GOT = PLAY_GAVE + CARD_NUMBERS,             /* and cards got */
    PLAY_PASSED = PLAY_GOT + CARD_NUMBERS,           /* how many; 0: not known */
    PLAY_VOID = PLAY_PASSED + MAX_PASS + 1,          /* suits that a seat has shown to have none of */
    PLAY_SHOWROOM = PLAY_VOID + SIDE_SUITS,          /* crystals in showrooms */
    PLAY_TAKER = PLAY_SHOWROOM + MAX_PLAYERS * SHOWROOMS, /* seats that have won a trick */
    PLAY_WON = PLAY_TAKER + MAX_PLAYERS,             /* cards won, by side, suit and number */
    PLAY_LEFT = PLAY_WON + SIDE_SUITS * (MAX_RANK + 1), /* tricks left */
    PLAY_PLACE = PLAY_LEFT + TRICKS,                 /* cards on the table */
    PLAY_LENGTH = PLAY_PLACE + MAX_TRICK,            /* own cards of each suit, */
    PLAY_UNSEEN = PLAY_LENGTH + SUITS * LENGTHS,     /* and unseen ones */
    PLAY_NUMBERS = PLAY_UNSEEN + SUITS * UNSEENS,    /* numbers: of a Sight best_stands, ducks, hold, and by suit its race and its lead */
    PLAY_CARD = PLAY_NUMBERS + 3 + 2 * SUITS,        /* those above are of the decision, from here on of a card: itself, */
    PLAY_CARD_ABOVE = PLAY_CARD + CARD_NUMBERS,      /* by suit and unseen cards above, */
    PLAY_CARD_KIND = PLAY_CARD_ABOVE + CARD_NUMBERS, /* by suit: led, wins, does not win, discarded; */
    PLAY_CARD_NUMBERS = PLAY_CARD_KIND + 4 * SUITS,  /* numbers: those of a card of model.h, what the trick's cards do, its chances to stand */
    PLAY_INPUTS = PLAY_CARD_NUMBERS + MODEL_SUIT + 4
};

/* What has been seen of a decision: for the inputs of its cards. */
typedef struct Look {
    Sight sight;
    Cards distinct; /* the cards worth trying */
    SuitView view;
    int suit; /* of the view, -1: none yet */
} Look;

void look_at(Look *look, const Table *table);

/* Inputs of the decision. `hides`: as for who does not know what was passed. */
void decision_list(const Look *look, const Table *table, bool hides, Inputs *inputs);

/* Those of one of its cards, beside them; cards of a suit one after the other. */
void card_list(Look *look, int card, Inputs *inputs);

#endif
