/* The proofs of one solver, which several threads may use at once.
 *
 * They lie in shards by key, each with a lock of its own that is held for a look-up or for keeping one proof. A solver for one thread has
 * one shard and never locks. Threads also share which moves are in search, so that no two of them search the same one (ABDADA as Kerrigan
 * simplified it; its table is called *busy* there): a move in search by another thread is deferred until the others are done, and then is
 * mostly found in the table. Entries may be lost or wrong: that costs time, never a value. */
#ifndef DIAMONDS_PROOFS_SHARED_H
#define DIAMONDS_PROOFS_SHARED_H

#include <stdatomic.h>

#include "common/yield.h"
#include "diamonds/proofs/table.h"

enum { SHARDS = 16, SPINS = 64, IN_SEARCH_SLOTS = 1 << 10, LEAST_TRICKS_SHARED = 3 };

typedef struct Shard {
    _Alignas(64) ProofStore store;
    _Alignas(64) atomic_flag lock; /* in a cache line of its own */
} Shard;

typedef struct Proofs {
    Shard shard[SHARDS];
    _Atomic uint64_t in_search[IN_SEARCH_SLOTS]; /* hashes of moves that some thread searches */
    size_t shards;                               /* 1, or SHARDS for several threads */
} Proofs;

static bool proofs_init(Proofs *proofs, size_t max_bytes, bool several_threads)
{
    memset(proofs, 0, sizeof *proofs);
    proofs->shards = several_threads ? SHARDS : 1;
    for (size_t i = 0; i < proofs->shards; i++) {
        atomic_flag_clear(&proofs->shard[i].lock);
        if (!proofstore_init(&proofs->shard[i].store, max_bytes / proofs->shards)) {
            while (i-- > 0)
                proofstore_free(&proofs->shard[i].store);
            return false;
        }
    }
    return true;
}

static void proofs_release(Proofs *proofs)
{
    for (size_t i = 0; i < proofs->shards; i++)
        proofstore_free(&proofs->shard[i].store);
}

/* Not while several threads are at work. */
static void proofs_forget(Proofs *proofs)
{
    for (size_t i = 0; i < proofs->shards; i++)
        proofstore_forget(&proofs->shard[i].store);
}

/* The shard of the key, locked where several threads work. */
static inline ProofStore *proofs_lock(Proofs *proofs, uint64_t key)
{
    size_t i = (size_t)(key >> 4) & (proofs->shards - 1);
    if (proofs->shards > 1)
        for (int tries = 0; atomic_flag_test_and_set_explicit(&proofs->shard[i].lock, memory_order_acquire); tries++)
            if (tries >= SPINS)
                yield_thread(); /* its holder may not be running */
    return &proofs->shard[i].store;
}

static inline void proofs_unlock(Proofs *proofs, uint64_t key)
{
    size_t i = (size_t)(key >> 4) & (proofs->shards - 1);
    if (proofs->shards > 1)
        atomic_flag_clear_explicit(&proofs->shard[i].lock, memory_order_release);
}

/* Whether it is worth sharing with other threads which moves of this state are in search. */
static inline bool shares_moves(const Proofs *proofs, const State *s) { return proofs->shards > 1 && s->tricks >= LEAST_TRICKS_SHARED; }

static inline uint64_t shared_state_hash(const State *s, bool pooled)
{
    uint64_t hash = s->shape + s->leader + 8u * s->count + 64u * pooled + ((uint64_t)s->trick_suits << 16);
    for (int seat = 0; seat < PLAYERS; seat++)
        hash = (hash ^ s->hand[seat]) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static inline uint64_t shared_move_hash(uint64_t state, int card)
{
    return (state + (uint64_t)card + 1) * UINT64_C(0xD1B54A32D192ED03) | 1;
}

static inline _Atomic uint64_t *in_search_slot(Proofs *proofs, uint64_t hash) { return &proofs->in_search[hash >> 54]; }

static inline bool is_in_search(Proofs *proofs, uint64_t hash)
{
    return atomic_load_explicit(in_search_slot(proofs, hash), memory_order_relaxed) == hash;
}

static inline void set_in_search(Proofs *proofs, uint64_t hash, uint64_t value)
{
    atomic_store_explicit(in_search_slot(proofs, hash), value, memory_order_relaxed);
}

#endif
