/* The state of one search, and the engines that can run it.
 *
 * An engine is the hot part (alphabeta.h, maxn.h) compiled for one instruction set; engine_select picks one at run time. */
#ifndef DIAMONDS_SEARCH_H
#define DIAMONDS_SEARCH_H

#include "common/table.h"
#include "diamonds/solver.h"

enum { CUTOFF_SLOTS = 1 << 14, POLL_INTERVAL = 1 << 14, VALUE_LIMIT = 10000 };

typedef struct Search {
    Score score;
    Table *table;
    uint64_t salt; /* mixed into every key: objective, side and seats, so that one table serves all questions */
    uint64_t nodes;
    uint64_t next_poll; /* node count at which to look at the limit and the poll again */
    uint64_t node_limit;
    SolverPoll poll;
    void *poll_context;
    Progress progress;
    bool stopped; /* once set, every search function returns at once and its value means nothing */
    unsigned techniques_off;
    uint8_t cutoff[CUTOFF_SLOTS]; /* the card that last decided in a similar place, 0 for none; only a hint for the order */
} Search;

typedef struct Engine {
    const char *instructions;
    bool (*is_supported)(void);
    /* Value of the position with beta as a test: a result >= beta means value >= result, a result < beta means value <= result. */
    int (*null_window)(Search *search, const Position *position, int beta);
    /* Gains of every side when each maximises its own. */
    void (*maxn)(Search *search, const Position *position, int *gains);
} Engine;

/* The best engine that this processor can run. */
const Engine *engine_select(void);

extern const Engine engine_generic;
extern const Engine engine_v3;

/* Asks the limits; called by search_tick. */
void search_poll(Search *search);

/* Counts a node; false when the search is to stop. */
static inline bool search_tick(Search *s)
{
    if (++s->nodes >= s->next_poll)
        search_poll(s);
    return !s->stopped;
}

/* Release builds know at compile time that every technique is on. */
static inline bool uses(const Search *s, Technique technique)
{
#ifdef DIAMONDS_DEBUG
    return !(s->techniques_off & (unsigned)technique);
#else
    (void)s;
    (void)technique;
    return true;
#endif
}

#endif
