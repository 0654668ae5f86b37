/* A table of boxes: a 64-bit key and eight small numbers x (common/bytes.h) -> a word that holds wherever lo <= x <= hi.
 *
 *   entry (32 bytes)
 *   +-----+----+----+--------+      An entry stands in one of the BOXES_WINDOW places from that of its key on, without a gap before it.
 *   | key | lo | hi | result |      Several entries of one key are common: boxes beside each other.
 *   +-----+----+----+--------+
 *
 * The table starts small and doubles in place while it fills, up to the limit given; no more than that is ever in memory. Where no place is
 * left, an entry of the lowest rank goes. Clearing is one increment (the generation). Two things with the same 64-bit key would be taken
 * for one: with 10^9 look-ups in 10^7 entries 10^16 / 2^64 times, a chance of 1 in 2000. Who needs more keeps bits of the hash's check in
 * bytes of lo and hi that are free (diamonds/maxn/search.h). One thread at a time. */
#ifndef COMMON_BOXES_H
#define COMMON_BOXES_H

#include <stddef.h>
#include <stdint.h>

#include "common/bytes.h"
#include "common/hash.h"

enum { BOXES_WINDOW = 32 };

/* The two low bytes of `result` are the table's: rank (4 bits) and generation (12 bits). */
typedef struct Box {
    uint64_t key, lo, hi, result;
#ifdef DIAMONDS_DEBUG
    Hash hash;
#endif
} Box;

typedef struct Boxes {
    Box *items;
    size_t bytes; /* of address space */
    size_t count; /* places; a window begins at any but the last BOXES_WINDOW - 1 */
    size_t max_count;
    size_t used; /* entries of this generation */
    unsigned generation;
    unsigned turn; /* counts replacements */
} Boxes;

/* A table of at most `max_bytes` (but 4 KiB at least). NULL when memory is short. */
Boxes *boxes_new(size_t max_bytes);

/* Frees; NULL is fine. */
void boxes_free(Boxes *boxes);

/* Forgets everything and keeps the memory. */
void boxes_clear(Boxes *boxes);

/* Keeps a box and the six high bytes of its result. rank (0..15): what it is worth when room is short. */
void boxes_keep(Boxes *boxes, const Hash *hash, uint64_t lo, uint64_t hi, uint64_t result, int rank);

static inline unsigned box_generation(const Box *box) { return (unsigned)box->result & 0xFFF; }

static inline int box_rank(const Box *box) { return (int)(box->result >> 12 & 0xF); }

/* The first place of the key's window. */
static inline Box *boxes_window(const Boxes *boxes, uint64_t key)
{
    return &boxes->items[(key >> 32) * (boxes->count - BOXES_WINDOW + 1) >> 32];
}

/* A box of this key around x, or NULL. Valid until the next boxes_keep. */
static inline const Box *boxes_find(const Boxes *boxes, const Hash *hash, uint64_t x)
{
    const Box *box = boxes_window(boxes, hash->key);
    hash_probe();
    for (const Box *end = box + BOXES_WINDOW; box < end && box_generation(box) == boxes->generation; box++)
        if (box->key == hash->key && bytes_within(x, box->lo, box->hi)) {
#ifdef DIAMONDS_DEBUG
            hash_compare(&box->hash, hash);
#endif
            return box;
        }
    return NULL;
}

#endif
