/* Mixing of 64-bit words into a table key. */
#ifndef COMMON_HASH_H
#define COMMON_HASH_H

#include <stdint.h>

/* One step: every bit of `hash` and `word` reaches the high half, the shift brings it down. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

/* Last step, so that the low bits (used as an index) depend on everything. */
static inline uint64_t hash_finish(uint64_t hash)
{
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 32);
}

#endif
