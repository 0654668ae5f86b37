/* The state of one search: what it maximises, its limits and its node count.
 *
 * After `stopped` no value means anything: every search function returns at once, and keeps no proof. */
#ifndef DIAMONDS_SEARCH_SEARCH_H
#define DIAMONDS_SEARCH_SEARCH_H

#include "common/boxes.h"
#include "diamonds/search/question.h"
#include "diamonds/search/witness.h"

enum { KILLER_SLOTS = 1 << 14, POLL_INTERVAL = 1 << 14, VALUE_LIMIT = 10000 };

typedef struct Search {
    Score score;
    int side;      /* the side that maximises */
    Boxes *boxes;  /* the table of max^n */
    uint64_t salt; /* mixed into every key of either: objective, side and seats, so that one table serves all questions */
    uint64_t nodes;
    uint64_t next_poll;  /* node count at which to look at the limits again */
    uint64_t budget_end; /* node count at which a question of the root, or a move of a coalition, is given up for now */
    uint64_t node_limit;
    SolverPoll poll;
    SolverProven proven;
    void *context; /* for poll and proven */
    Progress progress;
    bool stopped;
    bool out_of_budget; /* stopped at budget_end only: the root goes on with another question */
    unsigned techniques_off;
#ifdef DIAMONDS_SWITCHES
    struct Table *table;           /* of the plain searches (plain/table.h) */
    const int16_t *order;          /* weights of the move order instead of the fitted ones, or NULL */
    uint8_t killers[KILLER_SLOTS]; /* plain search: the card that last decided in a similar place, 0 for none */
#endif
#ifdef HAS_WITNESS
    Witness *witness; /* what no proof may contradict, or NULL */
#endif
#ifdef DIAMONDS_DEBUG
    int logged_cards, logged_from; /* how many cards deep the log tells, from how many cards in hands; see partition/debug.h */
#endif
} Search;

/* Asks the limits; called by search_tick. */
void search_poll(Search *search);

/* Gives the next question that many nodes; UINT64_MAX: as many as it takes. */
void search_set_budget(Search *search, uint64_t nodes);

/* Gives what follows at most that many nodes of what it has; returns where that ended, for search_end_budget. */
static inline uint64_t search_lend_budget(Search *s, uint64_t nodes)
{
    uint64_t outer = s->budget_end;
    if (nodes < outer - s->nodes) {
        s->budget_end = s->nodes + nodes;
        if (s->next_poll > s->budget_end)
            s->next_poll = s->budget_end;
    }
    return outer;
}

/* Whether the search was stopped by the budget alone; it can then go on. */
static inline bool search_end_budget(Search *s, uint64_t outer)
{
    s->budget_end = outer;
    if (!s->out_of_budget || s->nodes >= outer)
        return false;
    s->stopped = s->out_of_budget = false;
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
