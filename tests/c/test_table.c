/* diamonds/plain/table.h: what is stored is found again, unless the table is full; clearing forgets all of it. */
#include "check.h"
#include "diamonds/plain/table.h"

#define KEY(number) (&(Hash){.key = (number)})

static const TableResult BLANK = {.bounds = {-100, 100, TABLE_NO_MOVE}};

/* Distinct keys that are spread as those of the search are. */
static uint64_t key_of(uint64_t number)
{
    uint64_t state = number + 1;
    next_random(&state);
    return next_random(&state);
}

static void store(Table *table, uint64_t key, int depth, int16_t lower)
{
    TableResult *result = table_store(table, KEY(key), depth, &BLANK);
    CHECK(result);
    result->bounds.lower = lower;
}

static void test_store_and_probe(void)
{
    Table *table = table_new(1 << 20);
    CHECK(!table_probe(table, KEY(0))); /* a key of nought is a key like others */
    CHECK(!table_probe(table, KEY(7)));
    store(table, 7, 3, 5);
    CHECK(table_probe(table, KEY(7))->bounds.lower == 5);
    CHECK(table_probe(table, KEY(7))->bounds.upper == 100);
    CHECK(table_probe(table, KEY(7))->bounds.move == TABLE_NO_MOVE);
    CHECK(table_store(table, KEY(7), 3, &BLANK)->bounds.lower == 5); /* its own result, not a blank one */
    store(table, 0, 3, 6);
    CHECK(table_probe(table, KEY(0))->bounds.lower == 6);
    table_free(table);
    table_free(NULL);
}

static void test_growth_keeps_everything(void)
{
    enum { COUNT = 100000 };
    Table *table = table_new(64 << 20);
    for (int i = 0; i < COUNT; i++)
        store(table, key_of((uint64_t)i), 1, (int16_t)(i & 0x7FFF));
    int found = 0;
    for (int i = 0; i < COUNT; i++) {
        const TableResult *result = table_probe(table, KEY(key_of((uint64_t)i)));
        CHECK(!result || result->bounds.lower == (i & 0x7FFF));
        found += result != NULL;
    }
    CHECK(found > COUNT * 8 / 10); /* a bucket may overflow before the table grows */
    table_free(table);
}

static void test_limit_and_replacement(void)
{
    enum { LIMIT = 1 << 16, COUNT = 100000 };
    Table *table = table_new(LIMIT);
    for (int i = 0; i < COUNT; i++) {
        store(table, key_of((uint64_t)i), i % 50, 1);
        CHECK(table_probe(table, KEY(key_of((uint64_t)i))));
    }
    int deep = 0, shallow = 0;
    for (int i = 0; i < COUNT - 100; i++)
        if (table_probe(table, KEY(key_of((uint64_t)i))))
            *(i % 50 >= 25 ? &deep : &shallow) += 1;
    CHECK(deep + shallow <= LIMIT / (int)sizeof(TableEntry)); /* no more than fit in the memory given */
    CHECK(deep > 4 * shallow); /* three of four entries of a bucket are its deepest, one is its last */
    table_free(table);
}

static void test_clear(void)
{
    Table *table = table_new(1 << 20);
    for (int round = 0; round < 600; round++) { /* the generation is one byte: it comes round twice */
        CHECK(!table_probe(table, KEY(42)));
        store(table, 42, 1, (int16_t)round);
        CHECK(table_probe(table, KEY(42))->bounds.lower == round);
        table_clear(table);
    }
    table_free(table);
}

int main(void)
{
    test_store_and_probe();
    test_growth_keeps_everything();
    test_limit_and_replacement();
    test_clear();
    return 0;
}
