/* Transposition table of the plain searches: 64-bit key -> what was proved of a position. Builds with switches only.
 *
 *   bucket (64 bytes, a cache line)
 *   +---------+---------+---------+---------+
 *   | entry 0 | entry 1 | entry 2 | entry 3 |      entry (16 bytes): key 8, result 6, depth 1, generation 1
 *   +---------+---------+---------+---------+
 *
 * The table starts small and doubles while it fills, up to the limit given. A full bucket loses its shallowest entry. Clearing is one
 * increment (the generation). Two positions with the same 64-bit key would be taken for one: with 10^9 look-ups in 10^7 entries
 * 10^16 / 2^64 times, a chance of 1 in 2000. One thread at a time. */
#ifndef DIAMONDS_PLAIN_TABLE_H
#define DIAMONDS_PLAIN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "common/hash.h"

enum { TABLE_NO_MOVE = 255, TABLE_MAX_SIDES = 6 };

typedef union TableResult {
    struct {
        int16_t lower, upper; /* lower <= value <= upper */
        uint8_t move;         /* best move found, or TABLE_NO_MOVE */
    } bounds;
    int8_t gains[TABLE_MAX_SIDES]; /* max^n: points of each side */
} TableResult;

typedef struct TableEntry {
    uint64_t key;
    TableResult result;
    uint8_t depth;
    uint8_t generation;
#ifdef DIAMONDS_DEBUG
    Hash hash;
#endif
} TableEntry;

typedef struct Table Table;

/* A table of at most `max_bytes` (at least one page is used). NULL when memory is short. */
Table *table_new(size_t max_bytes);

/* Frees; NULL is fine. */
void table_free(Table *table);

/* Forgets everything and keeps the memory. */
void table_clear(Table *table);

/* The result of a key, or NULL. Valid until the next table_store. */
const TableResult *table_probe(Table *table, const Hash *hash);

/* The result of a key, to be changed by the caller: the one it has, or a copy of `blank` in a free entry or in place of the bucket's
 * shallowest. */
TableResult *table_store(Table *table, const Hash *hash, int depth, const TableResult *blank);

#endif
