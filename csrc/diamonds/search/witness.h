/* The witness of a search, in debug builds with switches: positions whose values the plain search has found. The partition search checks
 * every proof that it keeps against them (partition/debug.h): the first wrong one stops the program, and not, much later, the wrong answer
 * that comes of it. As the known solutions of CaDiCaL. */
#ifndef DIAMONDS_SEARCH_WITNESS_H
#define DIAMONDS_SEARCH_WITNESS_H

#include "diamonds/rules/position.h"

#if defined DIAMONDS_DEBUG && defined DIAMONDS_SWITCHES
#define HAS_WITNESS
#endif

enum { MOST_WITNESSES = MAX_HAND };

typedef struct Witness {
    int count;
    Position start[MOST_WITNESSES]; /* of tricks, along a line of best play */
    int value[MOST_WITNESSES];      /* of the rest of the round, for the side that maximises */
    struct Table *known;            /* of the plain search that finds them */
} Witness;

#endif
