/* A vector of small signed numbers, one byte each, for conditions of the form lo <= x <= hi in every lane.
 *
 * LANES (a multiple of 16) is set by the including file. The vectors are an extension of C that gcc and clang have; on processors with
 * vectors of 16 bytes (x86-64, 64-bit ARM) each of these few operations becomes one or two instructions a block, elsewhere many. */
#ifndef COMMON_LANES_H
#define COMMON_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if !defined(LANES) || LANES % 16
#error "define LANES, a multiple of 16, before including lanes.h: the number of bytes in a vector"
#endif

typedef int8_t LaneBlock __attribute__((vector_size(16)));

enum { LANE_BLOCKS = LANES / 16 };

typedef struct Lanes {
    LaneBlock block[LANE_BLOCKS];
} Lanes;

/* Bounds beyond these bind nothing; numbers in lanes stay well inside, also after the drift of a whole round. */
enum { LANE_FREE = 100 };

static inline Lanes lanes_all(int8_t value)
{
    Lanes lanes;
    memset(&lanes, value, sizeof lanes);
    return lanes;
}

/* From eight lanes a word, the first one in the low byte. */
static inline Lanes lanes_of_words(const uint64_t *words)
{
    typedef uint64_t WordBlock __attribute__((vector_size(16)));
    Lanes lanes;
    for (int i = 0; i < LANE_BLOCKS; i++)
        lanes.block[i] = (LaneBlock)(WordBlock){words[2 * i], words[2 * i + 1]};
    return lanes;
}

/* One in the lane, zero elsewhere. */
static inline Lanes lanes_one(int lane)
{
    static const int8_t row[2 * LANES] = {[LANES] = 1};
    Lanes lanes;
    memcpy(&lanes, row + LANES - lane, sizeof lanes);
    return lanes;
}

static inline Lanes lanes_and(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++)
        a.block[i] &= b.block[i];
    return a;
}

static inline Lanes lanes_add(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++)
        a.block[i] += b.block[i];
    return a;
}

static inline Lanes lanes_subtract(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++)
        a.block[i] -= b.block[i];
    return a;
}

/* d (-1, 0 or 1) in the lane, zero elsewhere. */
static inline Lanes lanes_step(int lane, int d)
{
    return d > 0 ? lanes_one(lane) : d < 0 ? lanes_subtract(lanes_all(0), lanes_one(lane)) : lanes_all(0);
}

/* x with another value in one lane. */
static inline Lanes lanes_with(Lanes x, int lane, int8_t value)
{
    Lanes one = lanes_one(lane);
    for (int i = 0; i < LANE_BLOCKS; i++) {
        LaneBlock mask = -one.block[i];
        x.block[i] = (x.block[i] & ~mask) | (mask & value);
    }
    return x;
}

static inline Lanes lanes_min(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++) {
        LaneBlock less = a.block[i] < b.block[i];
        a.block[i] = (a.block[i] & less) | (b.block[i] & ~less);
    }
    return a;
}

static inline Lanes lanes_max(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++) {
        LaneBlock more = a.block[i] > b.block[i];
        a.block[i] = (a.block[i] & more) | (b.block[i] & ~more);
    }
    return a;
}

/* All bits of the lanes in which a > b. */
static inline Lanes lanes_more(Lanes a, Lanes b)
{
    for (int i = 0; i < LANE_BLOCKS; i++)
        a.block[i] = a.block[i] > b.block[i];
    return a;
}

/* lo <= x <= hi in every lane. */
static inline bool lanes_within(Lanes x, Lanes lo, Lanes hi)
{
    LaneBlock outside = (x.block[0] < lo.block[0]) | (x.block[0] > hi.block[0]);
    for (int i = 1; i < LANE_BLOCKS; i++)
        outside |= (x.block[i] < lo.block[i]) | (x.block[i] > hi.block[i]);
    uint64_t words[2];
    memcpy(words, &outside, sizeof words);
    return !(words[0] | words[1]);
}

#endif
