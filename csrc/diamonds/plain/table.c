#include "diamonds/plain/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_ENTRIES = 4, FIRST_BUCKETS = 64 };

typedef struct Bucket {
    TableEntry entry[BUCKET_ENTRIES];
} Bucket;

struct Table {
    Bucket *buckets;
    size_t count; /* of buckets, a power of two */
    size_t max_count;
    size_t used; /* entries of this generation */
    uint8_t generation;
};

static Bucket *bucket_of(const Table *table, uint64_t key) { return &table->buckets[key & (table->count - 1)]; }

Table *table_new(size_t max_bytes)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->max_count = FIRST_BUCKETS;
    while (table->max_count * 2 * sizeof(Bucket) <= max_bytes)
        table->max_count *= 2;
    table->count = FIRST_BUCKETS;
    table->generation = 1; /* zeroed memory belongs to no generation */
    table->buckets = calloc(table->count, sizeof(Bucket));
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    return table;
}

void table_free(Table *table)
{
    if (table)
        free(table->buckets);
    free(table);
}

void table_clear(Table *table)
{
    table->used = 0;
    if (++table->generation == 0) {
        memset(table->buckets, 0, table->count * sizeof(Bucket));
        table->generation = 1;
    }
}

const TableResult *table_probe(Table *table, const Hash *hash)
{
    Bucket *bucket = bucket_of(table, hash->key);
    hash_probe();
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        TableEntry *entry = &bucket->entry[i];
        if (entry->key != hash->key || entry->generation != table->generation)
            continue;
#ifdef DIAMONDS_DEBUG
        hash_compare(&entry->hash, hash);
#endif
        return &entry->result;
    }
    return NULL;
}

/* The entry to use for `key`: its own, a free one, or the shallowest. */
static TableEntry *choose_entry(const Table *table, uint64_t key)
{
    Bucket *bucket = bucket_of(table, key);
    TableEntry *choice = &bucket->entry[0];
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        TableEntry *entry = &bucket->entry[i];
        bool is_free = entry->generation != table->generation;
        if (is_free || entry->key == key)
            return entry;
        if (entry->depth < choice->depth)
            choice = entry;
    }
    return choice;
}

/* Doubles the table. When memory is short it stays as it is: a smaller table is slower, not wrong. */
static void grow(Table *table)
{
    Bucket *old = table->buckets;
    size_t old_count = table->count;
    Bucket *fresh = calloc(old_count * 2, sizeof(Bucket));
    if (!fresh) {
        table->max_count = table->count;
        return;
    }
    table->buckets = fresh;
    table->count = old_count * 2;
    for (size_t b = 0; b < old_count; b++)
        for (int i = 0; i < BUCKET_ENTRIES; i++)
            if (old[b].entry[i].generation == table->generation)
                *choose_entry(table, old[b].entry[i].key) = old[b].entry[i];
    free(old);
}

TableResult *table_store(Table *table, const Hash *hash, int depth, const TableResult *blank)
{
    if (table->used > table->count * 2 && table->count < table->max_count)
        grow(table);
    TableEntry *entry = choose_entry(table, hash->key);
    bool is_free = entry->generation != table->generation;
    if (is_free || entry->key != hash->key) {
        table->used += is_free;
        *entry = (TableEntry){.key = hash->key, .result = *blank, .depth = (uint8_t)depth, .generation = table->generation};
#ifdef DIAMONDS_DEBUG
        entry->hash = *hash;
#endif
    }
    return &entry->result;
}
