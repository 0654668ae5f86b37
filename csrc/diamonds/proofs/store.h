/* Where proofs are kept: the records of the table of proofs (table.h tells how they are used) and their memory.
 *
 * Arrays grow by doubling up to the limit given, in place: address space for the limit is taken at once (common/pages.h). When that is
 * reached, the proofs of the fewest tricks go, until at least half is free: there are most of them, and each costs least to find again. */
#ifndef DIAMONDS_PROOFS_STORE_H
#define DIAMONDS_PROOFS_STORE_H

#include "common/pages.h"
#include "diamonds/proofs/proof.h"

enum { BLOCK_SIZES = 16, FIRST_CAPACITY = 1 << 8, MOST_TRICKS = MAX_RANK, LARGE_STORE = 4 << 20, LARGE_LIMIT = 128 << 20 };

/* The abstraction of cards: a set of top ranks that proofs depend on, and which patterns under it exist: bit (tag >> 58) of each is set. */
typedef struct Mask {
    uint64_t ranks;
    uint64_t tags;
} Mask;

/* The abstraction of hands to suit lengths and leader, the key. Its masks lie side by side in a block of 1 << size masks. */
typedef struct Bucket {
    uint64_t key; /* 0: free */
    uint32_t start;
    uint16_t count;
    uint8_t size;
    uint8_t hash_move; /* the lead that last decided here, or the best failure if none has, as a relative card */
    uint8_t tricks;
} Bucket;

/* A mask with the seats that hold its cards. Its proofs lie side by side in a block of 1 << size entries. */
typedef struct Pattern {
    uint64_t tag; /* 0: free */
    uint32_t start;
    uint16_t count;
    uint8_t size;
    uint8_t tricks;
#ifdef DIAMONDS_DEBUG
    uint64_t key, ranks, planes[PLANES]; /* what the tag was made from */
#endif
} Pattern;

/* One proof: for all states of the pattern in a box of showrooms and awards. */
typedef struct Entry {
    int8_t lo[COMPONENTS], hi[COMPONENTS];
    int16_t value;
    Seats won, lost;
    uint8_t move; /* relative card */
    bool at_least;
} Entry;

/* An array; for hash tables the capacity is a power of two. */
typedef struct Store {
    char *items;
    size_t item_size;
    size_t used, capacity; /* in items */
} Store;

/* An array that is given out in blocks of 1 << i items; item 0 is not used. */
typedef struct Blocks {
    Store store;
    uint32_t spare[BLOCK_SIZES]; /* blocks that are free again, chained by their first bytes */
} Blocks;

typedef struct ProofStore {
    Store buckets;  /* hash table by key */
    Store patterns; /* hash table by tag */
    Blocks masks;
    Blocks entries;
    size_t bytes, max_bytes;
} ProofStore;

static inline Bucket *buckets_of(const ProofStore *t) { return (Bucket *)(void *)t->buckets.items; }
static inline Pattern *patterns_of(const ProofStore *t) { return (Pattern *)(void *)t->patterns.items; }
static inline Mask *masks_of(const ProofStore *t) { return (Mask *)(void *)t->masks.store.items; }
static inline Entry *entries_of(const ProofStore *t) { return (Entry *)(void *)t->entries.store.items; }

/* The bucket of the key, or the free one where it belongs. */
static inline Bucket *bucket_at(const ProofStore *t, uint64_t key)
{
    size_t mask = t->buckets.capacity - 1, i = (size_t)(key >> 20) & mask;
    Bucket *buckets = buckets_of(t);
    while (buckets[i].key && buckets[i].key != key)
        i = (i + 1) & mask;
    return &buckets[i];
}

static inline size_t pattern_index(const ProofStore *t, uint64_t tag) { return (size_t)(tag >> 8) & (t->patterns.capacity - 1); }

/* The pattern of the tag, or the free one where it belongs. */
static inline Pattern *pattern_at(const ProofStore *t, uint64_t tag)
{
    size_t i = pattern_index(t, tag);
    Pattern *patterns = patterns_of(t);
    while (patterns[i].tag && patterns[i].tag != tag)
        i = (i + 1) & (t->patterns.capacity - 1);
    return &patterns[i];
}

static void blocks_forget(Blocks *blocks)
{
    memset(blocks->spare, 0, sizeof blocks->spare);
    blocks->store.used = 1;
}

static void proofstore_forget(ProofStore *t)
{
    memset(t->buckets.items, 0, t->buckets.capacity * sizeof(Bucket));
    memset(t->patterns.items, 0, t->patterns.capacity * sizeof(Pattern));
    t->buckets.used = t->patterns.used = 0;
    blocks_forget(&t->masks);
    blocks_forget(&t->entries);
}

static size_t store_limit(const ProofStore *t, const Store *store)
{
    size_t first = FIRST_CAPACITY * store->item_size;
    return t->max_bytes > first ? t->max_bytes : first;
}

static void store_free(const ProofStore *t, Store *store) { pages_release(store->items, store_limit(t, store)); }

static void proofstore_free(ProofStore *t)
{
    store_free(t, &t->buckets);
    store_free(t, &t->patterns);
    store_free(t, &t->masks.store);
    store_free(t, &t->entries.store);
}

/* Counts in `extra` items more, which are zero. Large pages only where one begun for each array is little beside the limit. False when
 * memory is short. */
static bool store_extend(ProofStore *t, Store *store, size_t extra)
{
    size_t before = store->capacity * store->item_size, after = before + extra * store->item_size;
    if (!pages_use(store->items, after))
        return false;
    if (t->max_bytes >= LARGE_LIMIT && before < LARGE_STORE && after >= LARGE_STORE)
        pages_prefer_large(store->items, store_limit(t, store));
    store->capacity += extra;
    t->bytes += extra * store->item_size;
    return true;
}

static bool store_init(ProofStore *t, Store *store, size_t item_size)
{
    store->item_size = item_size;
    store->items = pages_reserve(store_limit(t, store));
    return store->items && store_extend(t, store, FIRST_CAPACITY);
}

/* Makes room in an array for twice as many items, or as many as the limit allows. False when there is hardly any. */
static bool store_grow(ProofStore *t, Store *store)
{
    size_t extra = store->capacity;
    size_t allowed = t->max_bytes > t->bytes ? (t->max_bytes - t->bytes) / store->item_size : 0;
    if (extra > allowed)
        extra = allowed;
    if (extra < store->capacity / 8)
        return false;
    return store_extend(t, store, extra);
}

static bool proofstore_init(ProofStore *t, size_t max_bytes)
{
    memset(t, 0, sizeof *t);
    t->max_bytes = max_bytes;
    if (!store_init(t, &t->buckets, sizeof(Bucket)) || !store_init(t, &t->patterns, sizeof(Pattern)) ||
        !store_init(t, &t->masks.store, sizeof(Mask)) || !store_init(t, &t->entries.store, sizeof(Entry))) {
        proofstore_free(t);
        return false;
    }
    blocks_forget(&t->masks);
    blocks_forget(&t->entries);
    return true;
}

/* Takes out every item of the first `old_capacity` places and puts those with at least so many tricks where they belong now. Clusters are
 * gone through from their beginning, so an item never lands behind the place that it left. */
static void rehash(ProofStore *t, Store *store, size_t old_capacity, int least_tricks)
{
    bool is_bucket = store == &t->buckets;
    size_t free_place = 0;
    while (is_bucket ? buckets_of(t)[free_place].key : patterns_of(t)[free_place].tag)
        free_place++;
    store->used = 0;
    for (size_t step = 1; step < old_capacity; step++) {
        size_t i = (free_place + step) & (old_capacity - 1);
        if (is_bucket) {
            Bucket bucket = buckets_of(t)[i];
            buckets_of(t)[i].key = 0;
            if (!bucket.key || bucket.tricks < least_tricks)
                continue;
            *bucket_at(t, bucket.key) = bucket;
        } else {
            Pattern pattern = patterns_of(t)[i];
            patterns_of(t)[i].tag = 0;
            if (!pattern.tag || pattern.tricks < least_tricks)
                continue;
            *pattern_at(t, pattern.tag) = pattern;
        }
        store->used++;
    }
}

/* Doubles a hash table when it is three quarters full; false when it is full and cannot be. */
static bool hash_has_room(ProofStore *t, Store *store)
{
    if (store->used * 4 < store->capacity * 3)
        return true;
    size_t capacity = store->capacity;
    if (t->bytes + capacity * store->item_size > t->max_bytes || !store_extend(t, store, capacity))
        return store->used * 16 < capacity * 15;
    rehash(t, store, capacity, 0);
    return true;
}

static inline char *block_at(const Blocks *blocks, uint32_t start) { return blocks->store.items + start * blocks->store.item_size; }

static void spare_block(Blocks *blocks, uint32_t start, int size)
{
    memcpy(block_at(blocks, start), &blocks->spare[size], sizeof blocks->spare[size]);
    blocks->spare[size] = start;
}

/* A block of 1 << size items, 0 when there is none. */
static uint32_t store_take_block(ProofStore *t, Blocks *blocks, int size)
{
    if (size >= BLOCK_SIZES)
        return 0;
    uint32_t start = blocks->spare[size];
    size_t room = (size_t)1 << size;
    if (start) {
        memcpy(&blocks->spare[size], block_at(blocks, start), sizeof blocks->spare[size]);
        return start;
    }
    if (blocks->store.used + room > UINT32_MAX)
        return 0;
    while (blocks->store.used + room > blocks->store.capacity)
        if (!store_grow(t, &blocks->store)) {
            start = store_take_block(t, blocks, size + 1); /* half of a larger one */
            if (start)
                spare_block(blocks, start + (uint32_t)room, size);
            return start;
        }
    start = (uint32_t)blocks->store.used;
    blocks->store.used += room;
    return start;
}

/* Moves `count` items into a block twice as large; false when there is none. */
static bool enlarge_block(ProofStore *t, Blocks *blocks, uint32_t *start, uint8_t *size, size_t count)
{
    uint32_t larger = store_take_block(t, blocks, *size + 1);
    if (!larger)
        return false;
    memcpy(block_at(blocks, larger), block_at(blocks, *start), count * blocks->store.item_size);
    spare_block(blocks, *start, *size);
    *start = larger;
    (*size)++;
    return true;
}

/* The fewest tricks whose proofs are to stay when at least half of the memory is to become free. */
static int least_tricks_to_keep(const ProofStore *t)
{
    size_t entries[MOST_TRICKS + 1] = {0}, total = 0, kept = 0;
    for (size_t i = 0; i < t->patterns.capacity; i++)
        if (patterns_of(t)[i].tag) {
            entries[patterns_of(t)[i].tricks] += (size_t)1 << patterns_of(t)[i].size;
            total += (size_t)1 << patterns_of(t)[i].size;
        }
    int tricks = MOST_TRICKS;
    while (tricks > 0 && kept + entries[tricks] <= total / 2)
        kept += entries[tricks--];
    return tricks + 1;
}

/* Forgets the proofs that cost least to find again. */
static void proofstore_reclaim(ProofStore *t)
{
    int least = least_tricks_to_keep(t);
    for (size_t i = 0; i < t->patterns.capacity; i++) {
        const Pattern *pattern = &patterns_of(t)[i];
        if (pattern->tag && pattern->tricks < least)
            spare_block(&t->entries, pattern->start, pattern->size);
    }
    for (size_t i = 0; i < t->buckets.capacity; i++) {
        const Bucket *bucket = &buckets_of(t)[i];
        if (bucket->key && bucket->tricks < least)
            spare_block(&t->masks, bucket->start, bucket->size);
    }
    rehash(t, &t->buckets, t->buckets.capacity, least);
    rehash(t, &t->patterns, t->patterns.capacity, least);
}

#endif
