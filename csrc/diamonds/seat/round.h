/* A round from its first lead on, and what each seat has seen of it.
 *
 *     Round round;
 *     round_open(&round, &start, deck, passed);
 *     round_play(&round, move);                                  each legal move
 *     round_worlds(&round, seat, NULL, seed, 0, 100, worlds);    what the seat holds possible
 *
 * In a match all hands are open; who sits at one seat fills in what it knows: its own hand, and at its receiver what it has passed on. What
 * a seat is told depends on that alone. A Round is plain data: copy it with =. */
#ifndef DIAMONDS_SEAT_ROUND_H
#define DIAMONDS_SEAT_ROUND_H

#include "diamonds/learned/inputs.h"
#include "diamonds/seat/beliefs.h"

enum { MOST_SEEN = 60 }; /* cards of a round */

typedef struct Round {
    Position position;             /* hands as far as they are known */
    Cards deck;
    Cards seen;                    /* cards that nobody can hold: played, or not in the deck */
    Cards passed[MAX_PLAYERS];     /* by each seat, as far as that is known; 0: nothing */
    uint8_t sizes[MAX_PLAYERS];    /* of hands */
    uint8_t voids[MAX_PLAYERS];    /* bit s: the seat has shown to have no card of suit s */
    int count;                     /* of cards that were played */
    SeenCard cards[MOST_SEEN];
} Round;

/* `start`: at a first lead. */
void round_open(Round *round, const Position *start, Cards deck, const Cards *passed);

/* Plays a legal move. */
void round_play(Round *round, Move move);

/* How many deals the seat holds possible: exact below 2^53, 0 if there is none. */
Status round_deals(const Round *round, int seat, double *total);

/* Worlds of a seat: Worlds.sample of advising/worlds.py gives the same. `likelihood`[card][seat]: how much likelier than usual a card is at
 * a seat, [CARD_ROOM][players]; NULL: all deals are equally likely. STATUS_NO_MEMORY for want of it. */
Status round_worlds(const Round *round, int seat, const double *likelihood, uint64_t seed, uint64_t first, size_t count, Position *worlds);

/* All of them, in random order: `count` is what round_deals says. */
Status round_all_worlds(const Round *round, int seat, uint64_t seed, size_t count, Position *worlds);

/* What the seat to move knows, for a net of the play. */
void round_table(const Round *round, Table *table);

/* What a seat has seen of the others; holds as long as the round stays as it is. */
Observed round_observed(const Round *round, int seat);

/* Its beliefs, and a block of worlds by them with what each stands for: `wanted` or fewer, block `number` of all. */
Status round_beliefs(const Round *round, int seat, uint64_t seed, Beliefs *beliefs);
Status round_block(const Round *round, int seat, const Beliefs *beliefs, uint64_t seed, uint64_t number, size_t wanted, Position *worlds,
                   double *weights, size_t *count);

/* What worlds, such as all of them, weigh by the beliefs. */
Status round_weights(const Round *round, int seat, const Beliefs *beliefs, const Position *worlds, size_t count, double *weights);

#endif
