/* Values of states with all hands and safes open, for one seat against all others together: alpha-beta, and at draws Star1 (Ballard 1983).
 *
 *   AlphaBeta *search = alphabeta_new(&rules, &goal, seat, lowest, highest, memory, 0);  NULL: no memory
 *   SearchStatus status = alphabeta_value(search, &state, node_limit, should_stop, context, &value);
 *   alphabeta_bounds(search, &state, &lower, &upper);                               lower <= value of the state <= upper, at any time
 *   alphabeta_free(search);
 *
 * Proven bounds are kept in a transposition table for later questions. One thread at a time. */
#ifndef DIAMS_SEARCH_ALPHABETA_H
#define DIAMS_SEARCH_ALPHABETA_H

#include "diams/rules/goal.h"

typedef enum SearchStatus {
    FOUND,
    OUT_OF_NODES,
    STOPPED,       /* by should_stop */
    NO_MEMORY,
    TOO_MANY_MOVES /* MAX_MOVES or more in one state: a hand larger than play can reach */
} SearchStatus;

typedef struct AlphaBeta AlphaBeta;

/* Called about every thousand states; true ends the search. */
typedef bool (*ShouldStop)(void *context);

/* `lowest` and `highest` bound the seat's value of every end of the round. `memory`: bytes of the transposition table, at least some
 * tens of thousands; what does not fit is forgotten. `techniques_off`: flags of Technique of lastlap.h; ignored in a build without
 * switches. Everything is copied. */
AlphaBeta *alphabeta_new(const Rules *rules, const Goal *goal, int seat, double lowest, double highest, uint64_t memory,
                         unsigned techniques_off);
void alphabeta_free(AlphaBeta *search);

/* The value of a state, if FOUND is returned; the state may wait for chance. `node_limit` counts the states searched since
 * alphabeta_new. */
SearchStatus alphabeta_value(AlphaBeta *search, const State *state, uint64_t node_limit, ShouldStop should_stop, void *context,
                             double *value);

void alphabeta_bounds(const AlphaBeta *search, const State *state, double *lower, double *upper);

uint64_t alphabeta_nodes(const AlphaBeta *search);

/* Whether techniques_off is at work. */
bool alphabeta_has_switches(void);

#endif
