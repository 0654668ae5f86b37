/* Eight small numbers in one word, a byte each: mostly 0 <= number <= 127, so that the highest bit of each byte is free for comparisons. */
#ifndef COMMON_BYTES_H
#define COMMON_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#define BYTES_HIGH UINT64_C(0x8080808080808080)

/* The same number in each byte. */
static inline uint64_t bytes_all(int number) { return UINT64_C(0x0101010101010101) * (uint64_t)number; }

static inline int byte_at(uint64_t bytes, int i) { return (int)(bytes >> 8 * i & 0xFF); }

/* A number at byte i, 0 elsewhere; -1 at byte i where number is -1: to be added. */
static inline uint64_t byte_of(int number, int i) { return (uint64_t)(int64_t)number << 8 * i; }

/* 0xFF in each byte where a >= b, 0 elsewhere. */
static inline uint64_t bytes_not_less(uint64_t a, uint64_t b)
{
    uint64_t high = ((a | BYTES_HIGH) - b) & BYTES_HIGH;
    return (high << 1) - (high >> 7);
}

/* A 1 in each byte that is not 0. */
static inline uint64_t bytes_above_zero(uint64_t bytes) { return ((bytes | BYTES_HIGH) - bytes_all(1)) >> 7 & bytes_all(1); }

static inline uint64_t bytes_max(uint64_t a, uint64_t b)
{
    uint64_t pick = bytes_not_less(a, b);
    return (a & pick) | (b & ~pick);
}

static inline uint64_t bytes_min(uint64_t a, uint64_t b)
{
    uint64_t pick = bytes_not_less(a, b);
    return (b & pick) | (a & ~pick);
}

/* lo <= x <= hi in every byte. */
static inline bool bytes_within(uint64_t x, uint64_t lo, uint64_t hi)
{
    return (((x | BYTES_HIGH) - lo) & ((hi | BYTES_HIGH) - x) & BYTES_HIGH) == BYTES_HIGH;
}

/* The sum of all bytes, any from 0 to 255. */
static inline int bytes_sum(uint64_t bytes)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    return (int)(((bytes & even) + (bytes >> 8 & even)) * UINT64_C(0x0001000100010001) >> 48);
}

#endif
