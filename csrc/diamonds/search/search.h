/* The state of one search, and the engines that can run it.
 *
 * An engine is the hot part (partition/search.h, maxn/search.h) compiled for one number of players and sides and one instruction set;
 * engine_select picks one at run time. */
#ifndef DIAMONDS_SEARCH_SEARCH_H
#define DIAMONDS_SEARCH_SEARCH_H

#include "common/boxes.h"
#include "common/table.h"
#include "diamonds/solver.h"

enum { CUTOFF_SLOTS = 1 << 14, POLL_INTERVAL = 1 << 14, VALUE_LIMIT = 10000 };

typedef struct Search {
    Score score;
    int side;      /* the side that maximises */
    Boxes *boxes;  /* the table of max^n */
    Table *table;  /* that of the plain searches, in a build with switches only */
    uint64_t salt; /* mixed into every key of either: objective, side and seats, so that one table serves all questions */
    uint64_t nodes;
    uint64_t next_poll;  /* node count at which to look at the limits again */
    uint64_t effort_end; /* node count at which a question of the root, or a ration of part_try, is given up for now */
    uint64_t node_limit;
    SolverPoll poll;
    void *poll_context;
    Progress progress;
    bool stopped;       /* once set, every search function returns at once and its value means nothing */
    bool out_of_effort; /* stopped at effort_end only: the root goes on with another question */
    unsigned techniques_off;
#ifdef DIAMONDS_SWITCHES
    const int16_t *order;         /* weights of the move order instead of the fitted ones, or NULL */
    uint8_t cutoff[CUTOFF_SLOTS]; /* plain search: the card that last decided in a similar place, 0 for none */
#endif
} Search;

typedef struct Engine {
    const char *instructions;
    bool (*is_supported)(void);
    int players, sides;
    bool has_pool; /* whether null_window can be asked about the pooled game */

    /* One thread's context with its table of proofs, which the caller keeps between calls: of at most so many bytes, NULL when memory is
     * short. proofs_join: another thread's context with the table of the first, which has to live longer and to be made for several. */
    void *(*proofs_new)(size_t max_bytes, bool several_threads);
    void *(*proofs_join)(void *first);
    void (*proofs_free)(void *context);
    void (*proofs_clear)(void *context);

    /* Makes a context ready for a question with these weights of points, before null_window is asked. The first one's proofs are forgotten
     * where its weights change: so it comes first, before any thread is at work. */
    void (*proofs_weigh)(void *context, int own, int other);

    /* Tests a position in mid-round, no choice pending: a result >= beta means value >= result, a result < beta means value <= result.
     * Pooled: of the game in which the coalition has one showroom, whose value is at most that of the real game. */
    int (*null_window)(void *context, Search *search, const Position *position, int beta, bool pooled);

    /* Gains of every side from any position when each maximises its own. */
    void (*maxn)(Search *search, const Position *position, int *gains);
} Engine;

/* The best engine that this processor can run for so many players and sides; NULL when the rules have no such game. */
const Engine *engine_select(int players, int sides);

/* Asks the limits; called by search_tick. */
void search_poll(Search *search);

/* Gives the next question so many nodes; UINT64_MAX: as many as it takes. */
void search_set_effort(Search *search, uint64_t nodes);

/* Gives what follows at most so many nodes of what it has; returns where that ended, for search_end_ration. */
static inline uint64_t search_ration(Search *s, uint64_t nodes)
{
    uint64_t outer = s->effort_end;
    if (nodes < outer - s->nodes) {
        s->effort_end = s->nodes + nodes;
        if (s->next_poll > s->effort_end)
            s->next_poll = s->effort_end;
    }
    return outer;
}

/* Whether the search was stopped by the ration alone; it can then go on. */
static inline bool search_end_ration(Search *s, uint64_t outer)
{
    s->effort_end = outer;
    if (!s->out_of_effort || s->nodes >= outer)
        return false;
    s->stopped = s->out_of_effort = false;
    return true;
}

/* Counts a node; false when the search is to stop. */
static inline bool search_tick(Search *s)
{
    if (++s->nodes >= s->next_poll)
        search_poll(s);
    return !s->stopped;
}

/* Builds without switches know at compile time that every technique is on. */
static inline bool uses(const Search *s, Technique technique)
{
#ifdef DIAMONDS_SWITCHES
    return !(s->techniques_off & (unsigned)technique);
#else
    (void)s;
    (void)technique;
    return true;
#endif
}

#endif
