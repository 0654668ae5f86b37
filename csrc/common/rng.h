/* Random numbers that are the same on every machine: splitmix64 (Steele, Lea, Flood 2014).
 *
 *   Rng rng = rng_stream(seed, index);      one independent stream for each (seed, index)
 *   uint32_t k = rng_below(&rng, n);      0 .. n-1, every number equally likely
 *   double x = rng_double(&rng);          0 <= x < 1
 *   int i = rng_pick(&rng, n, weights, sum);
 *
 * An Rng is plain data: copy it with =. Code that computes with doubles must be compiled without fused multiply-add (setup.py says so):
 * otherwise the same numbers could lead to different choices. */
#ifndef COMMON_RNG_H
#define COMMON_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state;
} Rng;

/* Every bit of `word` reaches every bit of the result; one to one. */
static inline uint64_t rng_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

/* 64 random bits. */
static inline uint64_t rng_next(Rng *rng) { return rng_mix(rng->state += 0x9E3779B97F4A7C15u); }

/* The stream of `seed` and `stream`. Both are mixed: neighbouring numbers start far apart. */
static inline Rng rng_stream(uint64_t seed, uint64_t stream)
{
    Rng rng = {rng_mix(rng_mix(seed + 0x9E3779B97F4A7C15u) + 0xD1B54A32D192ED03u * stream)};
    return rng;
}

/* 0 .. n-1 for n > 0, unbiased: numbers of the incomplete last part of the range are drawn again (Lemire 2019). */
static inline uint32_t rng_below(Rng *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t incomplete = (0u - n) % n;
        while ((uint32_t)product < incomplete)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* 0 <= x < 1, a multiple of 2^-53. */
static inline double rng_double(Rng *rng) { return (double)(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0); }

/* 0 .. n-1, each with a chance in proportion to its weight (none below 0); `sum` is the weights' sum, above 0. */
static inline int rng_pick(Rng *rng, int n, const double *weights, double sum)
{
    double point = rng_double(rng) * sum;
    int picked = 0;
    for (int i = 0; i < n; i++) {
        if (weights[i] <= 0)
            continue;
        picked = i; /* also when rounding runs past the end: the last with a chance */
        if (point < weights[i])
            break;
        point -= weights[i];
    }
    return picked;
}

#endif
