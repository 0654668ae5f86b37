/* Worlds (determinizations): positions that the seat to move cannot tell apart. They share everything but the other hands,
 * and where nobody knows who won the tricks before, `taken` and `winners`. */
#ifndef DIAMONDS_PLAYERS_WORLDS_H
#define DIAMONDS_PLAYERS_WORLDS_H

#include <stddef.h>

#include "diamonds/rules/position.h"

/* STATUS_OK when each world is a whole position, they are worlds of the decision of `first`, and nobody holds a card of `seen`. */
Status worlds_check(const Position *first, const Position *worlds, size_t count, Cards seen);

/* Whether all of them agree on who won what before. */
bool worlds_share_tricks(const Position *first, const Position *worlds, size_t count);

bool move_is_legal(const Position *position, Move move);

/* `seen` with the cards on the table. */
Cards worlds_seen(const Position *position, Cards seen);

/* A round from its first lead on, and what follows from it for who has to decide: players of matches choose on it. */
typedef struct Round {
    Position position;
    Cards seen;                    /* cards that nobody can hold: played, or not in the deck */
    Cards passed[MAX_PLAYERS];     /* by each seat, */
    uint8_t receiver[MAX_PLAYERS]; /* to this one */
    uint8_t voids[MAX_PLAYERS];    /* bit s: the seat has shown to have no card of suit s */
} Round;

/* Plays a legal move. */
void round_play(Round *round, Move move);

/* Worlds of the seat to move: Worlds.sample of worlds.py gives the same. `likelihood`[card][seat]: how much likelier than usual a card is at
 * a seat, [64][players]; NULL: all deals are equally likely. STATUS_NO_MEMORY for want of it. */
Status round_worlds(const Round *round, const double *likelihood, uint64_t seed, uint64_t first, size_t count, Position *worlds);

#endif
