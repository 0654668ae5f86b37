/* Seeds and random numbers as numpy draws them, so that a seed says the same where there is no numpy.
 *
 *     const uint64_t numbers[] = {seed, index};
 *     uint64_t word;
 *     seed_words(numbers, 2, &word, 1);       SeedSequence((seed, index)).generate_state(1, np.uint64)
 *     double x = seed_random(numbers, 2);     default_rng((seed, index)).random(), the first one */
#ifndef COMMON_SEEDS_H
#define COMMON_SEEDS_H

#include <stdint.h>

enum { SEED_NUMBERS = 4, SEED_WORDS = 4 }; /* the most numbers of a seed, and the words made of them */

void seed_words(const uint64_t *numbers, int count, uint64_t *words, int wanted);

double seed_random(const uint64_t *numbers, int count);

#endif
