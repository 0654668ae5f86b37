/* Operations on 64-bit sets, by builtins of gcc and clang; other compilers, and big-endian machines, are refused here, before they stumble
 * over lanes.h.
 *
 * A translation unit that may use BMI2 defines BITS_USE_BMI2 before it includes this header (see diamonds/engines/v3.h). */
#ifndef COMMON_BITS_H
#define COMMON_BITS_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "diamonds_solver is compiled by gcc or clang: set CC to one of them"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "diamonds_solver runs on little-endian processors only"
#endif

#include <stdint.h>

#ifdef BITS_USE_BMI2
#include <immintrin.h>
#endif

static inline int bits_count(uint64_t set) { return __builtin_popcountll(set); }

/* Index of the lowest bit; the set must not be empty. */
static inline int bits_lowest(uint64_t set) { return __builtin_ctzll(set); }

/* Index of the highest bit; the set must not be empty. */
static inline int bits_highest(uint64_t set) { return 63 - __builtin_clzll(set); }

/* The bits of `set` at the positions of `mask`, pushed together at the low end: gather(0b1010, 0b1110) == 0b101. */
static inline uint64_t bits_gather(uint64_t set, uint64_t mask)
{
#ifdef BITS_USE_BMI2
    return _pext_u64(set, mask);
#else
    uint64_t gathered = 0;
    for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (set & mask & (0 - mask))
            gathered |= bit;
    return gathered;
#endif
}

/* The inverse of gather: the low bits of `set` spread to the positions of `mask`. */
static inline uint64_t bits_scatter(uint64_t set, uint64_t mask)
{
#ifdef BITS_USE_BMI2
    return _pdep_u64(set, mask);
#else
    uint64_t scattered = 0;
    for (; mask; set >>= 1, mask &= mask - 1)
        if (set & 1)
            scattered |= mask & (0 - mask);
    return scattered;
#endif
}

#endif
