/* Playing a round to its end with the rule-based player in all seats, from one world or from many. */
#ifndef DIAMONDS_PLAYERS_PLAYOUT_H
#define DIAMONDS_PLAYERS_PLAYOUT_H

#include <stddef.h>

#include "diamonds/players/policy.h"
#include "diamonds/players/utility.h"
#include "diamonds/rules/parts.h"

/* The player in each seat; NULL plays any legal move with the same chance. */
typedef struct Players {
    const Policy *seat[MAX_PLAYERS];
} Players;

/* The same player in all seats. */
Players players_all(const Policy *policy);

enum { MAX_PLAYOUT = 192 }; /* moves of a round, and then some: 60 cards, a victim each, the awards */

/* Plays to the end of the round; returns the number of moves and puts them into `line` and what they did to `acts`, unless these are NULL.
 * `seen` as in sight.h. */
int playout(const Players *players, Position *position, Cards seen, Rng *rng, Move *line, Acts *acts);

typedef struct Playouts {
    Players players;
    const Position *worlds; /* see worlds.h */
    size_t world_count;
    Cards seen;
    const Move *moves; /* legal in every world */
    size_t move_count;
    uint64_t seed, first; /* world w draws from rng_stream(seed, first + w) whatever the move */
    Utility utility;
} Playouts;

/* Plays every move in every world. values[m][w]: the utility for the side that decides; parts[m][w][PARTS], unless it is NULL: where its
 * points come from. */
void playouts_run(const Playouts *playouts, double *values, int16_t *parts);

typedef struct PassPlayouts {
    Players players;
    const Position *worlds; /* before the first lead; all have passed but `giver`, who still holds its own cards, too */
    size_t world_count;
    const Cards *passes; /* what `giver` may give to `receiver` */
    size_t pass_count;
    int giver, receiver;
    Cards seen;
    uint64_t seed, first; /* as above */
    Utility utility;
} PassPlayouts;

/* Plays every pass in every world. values[m][w] and parts[m][w][PARTS] as above, for the side of `giver`. Checks the positions after the
 * pass. */
Status passes_run(const PassPlayouts *playouts, double *values, int16_t *parts);

#endif
