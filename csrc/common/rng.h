/* Random numbers: splitmix64. The same numbers on every machine.
 *
 *     Rng rng = rng_stream(seed, 7);      item 7 has a stream of its own, whoever asks for it and when
 *     uint32_t die = rng_below(&rng, 6);
 */
#ifndef COMMON_RNG_H
#define COMMON_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state;
} Rng;

static inline uint64_t rng_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

static inline uint64_t rng_next(Rng *rng)
{
    rng->state += UINT64_C(0x9E3779B97F4A7C15);
    return rng_mix(rng->state);
}

/* The stream of item `index`: independent of every other index and seed. */
static inline Rng rng_stream(uint64_t seed, uint64_t index)
{
    return (Rng){rng_mix(rng_mix(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ (index * UINT64_C(0xD1342543DE82EF95) + 1))};
}

/* 0 .. n - 1, all equally likely; n > 0. Lemire's multiplication, with its rejection of the few values that would favour some. */
static inline uint32_t rng_below(Rng *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t reject = (0u - n) % n;
        while ((uint32_t)product < reject)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* In [0, 1), a multiple of 2^-53. */
static inline double rng_double(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

#endif
