/* CHECK(condition): says where and stops the program when it does not hold. Also in release builds, unlike assert. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                                                   \
    do {                                                                                                                                   \
        if (!(condition)) {                                                                                                                \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                                        \
            exit(1);                                                                                                                       \
        }                                                                                                                                  \
    } while (0)

/* xorshift64*: the same numbers everywhere. */
static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

#endif
