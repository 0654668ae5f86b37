/* An engine: the hot part of the search (partition/search.h, maxn/search.h) compiled for one number of players and sides and one
 * instruction set. engine_select picks one at run time. */
#ifndef DIAMONDS_SEARCH_ENGINE_H
#define DIAMONDS_SEARCH_ENGINE_H

#include <stddef.h>

#include "diamonds/search/search.h"

typedef struct Engine {
    const char *instructions;
    bool (*is_supported)(void);
    int players, sides;
    bool has_thief; /* for games with the thief token */
    bool has_pool;  /* whether null_window can be asked about the pooled relaxation */

    /* One thread's context with its table of proofs, which the caller keeps between calls: of at most that many bytes, NULL when memory is
     * short. proofs_join: another thread's context with the table of the first, which has to live longer and to be made for several. */
    void *(*proofs_new)(size_t max_bytes, bool several_threads);
    void *(*proofs_join)(void *first);
    void (*proofs_free)(void *context);
    void (*proofs_clear)(void *context);

    /* Makes a context ready for a question with these weights of points, before null_window is asked. The first one's proofs are forgotten
     * where its weights change: so it comes first, before any thread is at work. */
    void (*proofs_weigh)(void *context, int max_weight, int min_weight);

    /* Tests a position in mid-round, no choice pending: a result >= beta means value >= result, a result < beta means value <= result.
     * Pooled: of the game in which the coalition has one showroom, whose value is at most that of the real game. */
    int (*null_window)(void *context, Search *search, const Position *position, int beta, bool pooled);

    /* Gains of every side from any position when each maximises its own. */
    void (*maxn)(Search *search, const Position *position, int *gains);
} Engine;

/* The best engine that this processor can run for that number of players and sides, with the thief token or without; NULL when the rules
 * have no such game. */
const Engine *engine_select(int players, int sides, bool has_thief);

#endif
