/* common/boxes.h: a box answers for every number in it and for no other, also after growth; a full table keeps its limit and high ranks. */
#include "check.h"
#include "common/boxes.h"

#define KEY(number) (&(Hash){.key = (number)})

/* Distinct keys that are spread as those of the search are. */
static uint64_t key_of(uint64_t number)
{
    uint64_t state = number + 1;
    next_random(&state);
    return next_random(&state);
}

static uint64_t result_of(uint64_t number) { return number << 16; }

static bool answers(const Boxes *boxes, uint64_t key, uint64_t x, uint64_t number)
{
    const Box *box = boxes_find(boxes, KEY(key), x);
    return box && (box->result & ~UINT64_C(0xFFFF)) == result_of(number);
}

static void keep_points(Boxes *boxes, uint64_t first, uint64_t count, int rank)
{
    for (uint64_t i = first; i < first + count; i++)
        boxes_keep(boxes, KEY(key_of(i)), 0, bytes_all(90), result_of(i), rank);
}

static uint64_t found_points(const Boxes *boxes, uint64_t first, uint64_t count)
{
    uint64_t found = 0;
    for (uint64_t i = first; i < first + count; i++) {
        CHECK(!boxes_find(boxes, KEY(key_of(i)), 0) || answers(boxes, key_of(i), 0, i));
        found += boxes_find(boxes, KEY(key_of(i)), 0) != NULL;
    }
    return found;
}

static void test_edges_of_a_box(void)
{
    Boxes *boxes = boxes_new(0);
    const uint64_t lo = bytes_all(3), hi = bytes_all(5);
    CHECK(!boxes_find(boxes, KEY(0), lo)); /* a key of nought is a key like others */
    boxes_keep(boxes, KEY(0), lo, hi, result_of(7) | 0xFFFF, 15);
    for (int i = 0; i < 8; i++) {
        CHECK(answers(boxes, 0, lo + byte_of(2, i), 7));
        CHECK(!boxes_find(boxes, KEY(0), lo + byte_of(3, i)));
        CHECK(!boxes_find(boxes, KEY(0), lo + byte_of(-1, i)));
    }
    CHECK(!boxes_find(boxes, KEY(1), lo));
    boxes_keep(boxes, KEY(0), bytes_all(6), bytes_all(6), result_of(8), 0); /* beside the first */
    CHECK(answers(boxes, 0, bytes_all(6), 8) && answers(boxes, 0, hi, 7));
    boxes_clear(boxes);
    CHECK(!boxes_find(boxes, KEY(0), lo));
    boxes_free(boxes);
    boxes_free(NULL);
}

static void test_growth_keeps_nearly_everything(void)
{
    enum { COUNT = 100000 };
    Boxes *boxes = boxes_new(64 << 20);
    keep_points(boxes, 0, COUNT, 1);
    CHECK(boxes->count > COUNT && boxes->count < 4 * COUNT);
    CHECK(found_points(boxes, 0, COUNT) > COUNT / 100 * 99); /* windows may overflow before the table grows */
    boxes_free(boxes);
}

/* Any limit is used to its last place, and nothing is written beyond (a debug build's sanitizers would tell, and so would the count). */
static void test_limit_and_ranks(void)
{
    enum { PLACES = 1000, HIGH = 200, LOW = 20000 };
    Boxes *boxes = boxes_new(sizeof(Boxes) + PLACES * sizeof(Box));
    keep_points(boxes, 0, HIGH, 9);
    for (uint64_t i = HIGH; i < HIGH + LOW; i++) {
        keep_points(boxes, i, 1, 2);
        CHECK(answers(boxes, key_of(i), 0, i)); /* what was put in last is there */
    }
    CHECK(boxes->count == PLACES && boxes->used == PLACES);
    CHECK(found_points(boxes, 0, HIGH) == HIGH);
    CHECK(found_points(boxes, HIGH, LOW) == PLACES - HIGH);
    boxes_free(boxes);
}

/* Generations are counted in 12 bits: what was kept long ago does not come back, and a table may grow at the last of them. */
static void test_generations_begin_anew(void)
{
    enum { LAST = 0xFFF };
    Boxes *boxes = boxes_new(1 << 20);
    keep_points(boxes, 0, 50, 0);
    for (int i = 0; i < LAST; i++) {
        boxes_clear(boxes);
        CHECK(!found_points(boxes, 0, 50));
    }
    CHECK(boxes->generation == 1);
    while (boxes->generation < LAST)
        boxes_clear(boxes);
    size_t before = boxes->count;
    keep_points(boxes, 100, 300, 0);
    CHECK(boxes->count > before && boxes->generation < LAST);
    CHECK(answers(boxes, key_of(399), 0, 399));
    boxes_free(boxes);
}

/* Eight small numbers in a word, beside one after the other. */
static void test_bytes(void)
{
    uint64_t state = 1;
    for (int round = 0; round < 10000; round++) {
        uint64_t mask = round & 1 ? ~BYTES_HIGH : bytes_all(1), a = next_random(&state) & mask, b = next_random(&state) & mask;
        uint64_t c = next_random(&state) & mask, all = a << 1 | (b & bytes_all(1)), most = bytes_max(a, b), least = bytes_min(a, b);
        int sum = 0;
        bool within = true;
        for (int i = 0; i < 8; i++) {
            int x = byte_at(a, i), y = byte_at(b, i), z = byte_at(c, i);
            CHECK(byte_at(most, i) == (x > y ? x : y) && byte_at(least, i) == (x < y ? x : y));
            CHECK(byte_at(bytes_not_less(a, b), i) == (x >= y ? 0xFF : 0) && byte_at(bytes_above_zero(a), i) == (x > 0));
            CHECK(byte_at(a + byte_of(1, i), i) == x + 1);
            sum += byte_at(all, i);
            within = within && y <= x && x <= z;
        }
        CHECK(bytes_sum(all) == sum);
        CHECK(bytes_within(a, b, c) == within);
    }
    CHECK(bytes_sum(~UINT64_C(0)) == 8 * 255);
    CHECK(byte_of(-1, 3) + byte_of(1, 3) == 0);
}

int main(void)
{
    test_edges_of_a_box();
    test_growth_keeps_nearly_everything();
    test_limit_and_ranks();
    test_generations_begin_anew();
    test_bytes();
    return 0;
}
