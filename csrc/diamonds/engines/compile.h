/* One engine: the searches compiled for PLAYERS, SIDES and an instruction set. Included once by each file of engines/, by way of
 * generic.h or v3.h. Everything in here is static, so that the engines can live side by side. */
#if !defined(ENGINE) || !defined(ENGINE_INSTRUCTIONS)
#error "a file of engines/ defines ENGINE, PLAYERS and SIDES and includes generic.h or v3.h, which includes this one"
#endif

#include <assert.h>
#include <stdlib.h>

#include "diamonds/search/engine.h"

#ifdef DIAMONDS_SWITCHES
#include "diamonds/plain/alphabeta.h"
#endif
#ifndef DIAMONDS_WITHOUT_MAXN
#include "diamonds/maxn/maxn.h"
#endif
#include "diamonds/partition/search.h"

/* A context of the search for one thread, with proofs of its own or shared ones. */
static Context *context_new(Proofs *proofs)
{
    Context *ctx = proofs ? calloc(1, sizeof *ctx) : NULL;
    if (!ctx)
        return NULL;
    ctx->proofs = proofs;
    init_robberies(ctx);
    for (int suit = 0; suit < SUITS; suit++)
        for (int side = 0; side < SIDES; side++)
            for (int other = 1; other < SIDES; other++)
                if (!side || side == other)
                    ctx->award[suit][side] = lanes_with(ctx->award[suit][side], award_component(suit, other), -1);
    return ctx;
}

static void *proofs_new(size_t max_bytes, bool several_threads)
{
    const size_t fixed = sizeof(Context) + sizeof(Proofs);
    Proofs *proofs = pages_reserve(sizeof *proofs); /* it begins with a cache line */
    if (proofs && !(pages_use(proofs, sizeof *proofs) && proofs_init(proofs, max_bytes > fixed ? max_bytes - fixed : 0, several_threads))) {
        pages_release(proofs, sizeof *proofs);
        return NULL;
    }
    Context *ctx = context_new(proofs);
    if (ctx) {
        ctx->owns_proofs = true;
    } else if (proofs) {
        proofs_release(proofs);
        pages_release(proofs, sizeof *proofs);
    }
    return ctx;
}

static void *proofs_join(void *first) { return context_new(((Context *)first)->proofs); }

static void proofs_free(void *context)
{
    Context *ctx = context;
    if (ctx && ctx->owns_proofs) {
        proofs_release(ctx->proofs);
        pages_release(ctx->proofs, sizeof *ctx->proofs);
    }
    free(ctx);
}

static void proofs_clear(void *context) { proofs_forget(((Context *)context)->proofs); }

/* The weights of the proofs are those of the context that owns them: the others only change what is their own. */
static void proofs_weigh(void *context, int max_weight, int min_weight)
{
    Context *ctx = context;
    if (ctx->max_weight == max_weight && ctx->min_weight == min_weight)
        return;
    ctx->max_weight = max_weight;
    ctx->min_weight = min_weight;
    memset(ctx->boxes, 0, sizeof ctx->boxes);
    if (ctx->owns_proofs)
        proofs_forget(ctx->proofs);
}

static int null_window(void *context, Search *search, const Position *position, int beta, bool pooled)
{
#ifdef DIAMONDS_SWITCHES
    if (search->techniques_off & TECHNIQUE_PROOFS)
        return search_position(search, position, beta);
#endif
    Context *ctx = context;
    ctx->search = search;
    ctx->has_dropped = false;
    assert(ctx->max_weight == search->score.max_weight && ctx->min_weight == search->score.min_weight);
    bool flips = is_turned_round(search);
    ctx->open_tricks = position->tricks_left > 2 ? position->tricks_left / 2 : 1;
    State s = state_of(position, flips ? 0 : search->side);
    Proof proof;
    proof_any(&proof);
    int asked = flips ? 1 - beta : beta;
    LOG_QUESTION(ctx, &s, asked);
    if (HAS_POOL && pooled)
        return partition_pooled(ctx, s, beta, &proof);
    int value = s.count ? partition_follow(ctx, &s, asked, &proof) : partition_lead(ctx, &s, asked, &proof);
    return flips ? -value : value;
}

const Engine ENGINE = {
    .instructions = ENGINE_INSTRUCTIONS,
    .is_supported = is_supported,
    .players = PLAYERS,
    .sides = SIDES,
    .has_thief = THIEF,
    .has_pool = HAS_POOL,
    .proofs_new = proofs_new,
    .proofs_join = proofs_join,
    .proofs_free = proofs_free,
    .proofs_clear = proofs_clear,
    .proofs_weigh = proofs_weigh,
    .null_window = null_window,
#ifndef DIAMONDS_WITHOUT_MAXN
    .maxn = maxn_search,
#endif
};
