/* The context of the partition search: what is asked, the table, and small memories.
 *
 * Where a coalition plays with several showrooms there is also the pooled relaxation: the same round with one showroom for all of them, the
 * pool. It is easier for the coalition, so its value is a lower bound, and its proofs say less of the state: they serve more of them. */
#ifndef DIAMONDS_PARTITION_CONTEXT_H
#define DIAMONDS_PARTITION_CONTEXT_H

#include "diamonds/proofs/shared.h"
#include "diamonds/search/search.h"

enum { LEAF_CELLS = 243, LEAF_SLACKS = SIDES == 2 ? 12 : 28 };

/* Nodes for each move of a coalition in the first round (partition_try), and how they grow. Few in debug builds, so that tests come to
 * more. */
#ifdef DIAMONDS_DEBUG
enum { FIRST_BUDGET = 256, BUDGET_GROWTH = 16 };
#else
enum { FIRST_BUDGET = 8192, BUDGET_GROWTH = 16 };
#endif

/* Added to the shape of a state of the pooled relaxation, whose proofs are thereby its own. */
static const uint64_t POOLED_SHAPE = UINT64_C(0x5851F42D4C957F2D);

/* A widest box of leaf cells, see leaf.h. */
typedef struct LeafBox {
    uint8_t lo[5], hi[5];
    int8_t value;
    bool ready;
} LeafBox;

/* Clubs: the component that gains a crystal, and those that one could be taken from, those of the other side of the question first. */
typedef struct Robbery {
    int mine, count;
    int rivals[PLAYERS];
} Robbery;

typedef struct Context {
    Search *search;             /* limits and node count */
    int max_weight, min_weight; /* of a point of the maximising side, and of the minimising ones */
    int open_tricks; /* of how many last tricks it is asked whether their winner matters (tricks.h): half of those of the question */
    bool pooled;     /* the coalition plays with one showroom: a lower bound of the value */
    Proofs *proofs;  /* shared by the threads that work on one question; worthless for other weights */
    bool owns_proofs;
    bool has_dropped;              /* the table was full: not all proofs of the question under way are kept */
    Lanes award[SUITS][SIDES];     /* all bits of the components that change when the side takes a card of the suit */
    Robbery robberies[2][PLAYERS]; /* by seat, in the real and in the pooled relaxation */
    LeafBox boxes[2][LEAF_CELLS][LEAF_SLACKS];
} Context;

/* Of a seat, or of a side: each has the number of its first seat. */
static inline int weight_of(const Context *ctx, int seat) { return is_max(seat) ? ctx->max_weight : ctx->min_weight; }

/* The component of a seat's showroom; in the pooled relaxation those of the coalition are one. */
static inline int component_of_seat(int seat, bool pooled) { return pooled && !is_max(seat) ? POOL : seat; }

static inline int show_component(const Context *ctx, int seat) { return component_of_seat(seat, HAS_POOL && ctx->pooled); }

static inline bool is_max_component(int component) { return !(HAS_POOL && component == POOL) && is_max(component); }

static inline int component_weight(const Context *ctx, int component)
{
    return is_max_component(component) ? ctx->max_weight : ctx->min_weight;
}

/* Whether the pool is kept beside the showrooms, and changes with that of the seat. */
static inline bool moves_pool(const Context *ctx, int seat) { return HAS_POOL && !ctx->pooled && !is_max(seat); }

/* Where two sides play for the difference, what one asks is the other's question turned round: all is asked from side 0, and the proofs of
 * one position serve the next one, where the other side decides. */
static inline bool is_turned_round(const Search *search)
{
    return SIDES == 2 && search->side != 0 && search->score.max_weight == -search->score.min_weight;
}

/* Whom the seat could rob. In the pooled relaxation the coalition has one showroom and never robs itself. */
static Robbery make_robbery(int seat, bool pooled)
{
    Robbery r = {.mine = component_of_seat(seat, pooled), .count = 0};
    if (pooled && is_max(seat))
        r.rivals[r.count++] = POOL;
    for (int same_kind = 0; same_kind < 2; same_kind++)
        for (int other = 0; other < PLAYERS; other++)
            if (other != seat && (is_max(other) == is_max(seat)) == same_kind && !(pooled && !is_max(other)))
                r.rivals[r.count++] = other;
    return r;
}

static void init_robberies(Context *ctx)
{
    for (int pooled = 0; pooled < 1 + HAS_POOL; pooled++)
        for (int seat = 0; seat < PLAYERS; seat++)
            ctx->robberies[pooled][seat] = make_robbery(seat, pooled);
}

#endif
