/* One engine: the searches compiled for PLAYERS, SIDES and an instruction set. Included once by each file of engines/, by way of
 * engine_generic.h or engine_v3.h. Everything in here is static, so that the engines can live side by side. */
#include <stdlib.h>

#include "diamonds/search.h"

static bool is_supported(void);

#ifdef DIAMONDS_DEBUG
#include "diamonds/alphabeta.h"
#endif
#include "diamonds/maxn.h"
#include "diamonds/partsearch.h"

static void *proofs_new(size_t max_bytes)
{
    PartSearch *ps = calloc(1, sizeof *ps);
    if (ps && !proofstore_init(&ps->table, max_bytes > sizeof *ps ? max_bytes - sizeof *ps : 0)) {
        free(ps);
        return NULL;
    }
    return ps;
}

static void proofs_free(void *proofs)
{
    PartSearch *ps = proofs;
    if (ps)
        proofstore_free(&ps->table);
    free(ps);
}

static void proofs_clear(void *proofs)
{
    PartSearch *ps = proofs;
    proofstore_forget(&ps->table);
    memset(ps->hint, 0, sizeof ps->hint);
}

/* Proofs hold for one pair of weights. */
static void set_weights(PartSearch *ps, int own, int other)
{
    if (ps->own == own && ps->other == other)
        return;
    proofs_clear(ps);
    memset(ps->boxes, 0, sizeof ps->boxes);
    ps->own = own;
    ps->other = other;
}

static int null_window(void *proofs, Search *search, const Position *position, int beta, bool pooled)
{
#ifdef DIAMONDS_DEBUG
    if (search->techniques_off & TECHNIQUE_PROOFS)
        return search_position(search, position, beta);
#endif
    PartSearch *ps = proofs;
    ps->search = search;
    set_weights(ps, search->score.own, search->score.other);
    State s = state_of(position, search->side);
    Proof proof;
    if (HAS_POOL && pooled)
        return part_pooled(ps, s, beta, &proof);
    return s.count ? part_follow(ps, &s, beta, &proof) : part_lead(ps, &s, beta, &proof);
}

const Engine ENGINE = {
    .instructions = ENGINE_INSTRUCTIONS,
    .is_supported = is_supported,
    .players = PLAYERS,
    .sides = SIDES,
    .has_pool = HAS_POOL,
    .proofs_new = proofs_new,
    .proofs_free = proofs_free,
    .proofs_clear = proofs_clear,
    .null_window = null_window,
    .maxn = maxn_search,
};
