/* Hashing of 64-bit words, one after the other, into the key of a table and a check of 64 more bits:
 *
 *   Hash hash = hash_of(salt);
 *   hash_add(&hash, word);                              for each word
 *   hash = hash_finish(hash);                           hash.key, hash.check
 *
 * A step is one multiplication to 128 bits. Its two halves together are the key: so every bit of a word reaches most bits before the next
 * word comes, and no word undoes what another one did, as words of few bits could where only the high bits are brought down. The check
 * collects the high halves. Equal keys of different words are an accident of 2^-64, and so is then an equal check.
 *
 * Who relies on what: exact values of max^n on the key and at least 14 bits of the check (diamonds/maxn/search.h), those of Diam's on all
 * 128 bits; trees of simulations, which estimate, on the key. */
#ifndef COMMON_HASH_H
#define COMMON_HASH_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef DIAMONDS_DEBUG
enum { HASH_LANES = 16 };
#endif

typedef struct Hash {
    uint64_t key, check;
#ifdef DIAMONDS_DEBUG
    uint64_t lanes[HASH_LANES], count; /* the words themselves; those of a long row are mixed into them, in another way than into keys */
#endif
} Hash;

/* The product of two words: the low half, and the high one in *high. */
static inline uint64_t hash_product_by_halves(uint64_t a, uint64_t b, uint64_t *high)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & UINT32_MAX);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return a * b;
}

static inline uint64_t hash_product(uint64_t a, uint64_t b, uint64_t *high)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    return hash_product_by_halves(a, b, high);
#endif
}

/* Both halves of the product in one word. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    uint64_t high, low = hash_product(a, b, &high);
    return low ^ high;
}

/* Salts that are only a few apart would be undone by the first word: where there are several, hash_fold makes them. */
static inline Hash hash_of(uint64_t salt)
{
    Hash hash = {.key = salt};
#ifdef DIAMONDS_DEBUG
    hash.lanes[0] = salt;
#endif
    return hash;
}

static inline void hash_add(Hash *hash, uint64_t word)
{
    uint64_t high, low = hash_product(hash->key ^ word, UINT64_C(0x9E3779B97F4A7C15), &high);
    hash->key = low ^ high;
    hash->check = (hash->check << 23 | hash->check >> 41) + high;
#ifdef DIAMONDS_DEBUG
    uint64_t *lane = &hash->lanes[hash->count++ % HASH_LANES];
    *lane = (*lane ^ *lane >> 31) * UINT64_C(0xD6E8FEB86659FD93) + word;
#endif
}

/* Last step: now any bits of key and check, which serve as index, depend on everything. */
static inline Hash hash_finish(Hash hash)
{
    uint64_t high, low = hash_product(hash.key, UINT64_C(0xBF58476D1CE4E5B9), &high);
    hash.key = low ^ high;
    hash.check = hash_fold((hash.check << 23 | hash.check >> 41) + high, UINT64_C(0xD6E8FEB86659FD93));
    return hash;
}

/* Called where a table is asked for a key; a program that counts this defines HASH_PROBES and the variable. */
static inline void hash_probe(void)
{
#ifdef HASH_PROBES
    extern uint64_t hash_probes;
    hash_probes++;
#endif
}

/* Called for what a table has under the key that it was asked for: in debug builds it must come from the same words. */
static inline void hash_compare(const Hash *kept, const Hash *asked)
{
#ifdef DIAMONDS_DEBUG
    assert(kept->count == asked->count);
    assert(!memcmp(kept->lanes, asked->lanes, sizeof kept->lanes));
#endif
    (void)kept;
    (void)asked;
}

#endif
