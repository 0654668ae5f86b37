/* common/bits.h against one bit at a time. */
#include "check.h"
#include "common/bits.h"

static void check_words(uint64_t set, uint64_t mask)
{
    int count = 0, lowest = -1, highest = -1;
    uint64_t gathered = 0, scattered = 0;
    int place = 0;
    for (int i = 0; i < 64; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if (set & bit) {
            count++;
            lowest = lowest < 0 ? i : lowest;
            highest = i;
        }
        if (mask & bit) {
            gathered |= (set >> i & 1) << place;
            scattered |= (set >> place & 1) << i;
            place++;
        }
    }
    CHECK(bits_count(set) == count);
    if (set) {
        CHECK(bits_lowest(set) == lowest);
        CHECK(bits_highest(set) == highest);
    }
    CHECK(bits_gather(set, mask) == gathered);
    CHECK(bits_scatter(set, mask) == scattered);
    CHECK(bits_scatter(bits_gather(set, mask), mask) == (set & mask));
}

int main(void)
{
    const uint64_t edges[] = {0, 1, 10, 14, UINT64_C(1) << 63, UINT64_MAX, UINT64_C(0xFFFEFFFEFFFEFFFE)};
    const int edge_count = sizeof edges / sizeof *edges;
    for (int i = 0; i < edge_count; i++)
        for (int j = 0; j < edge_count; j++)
            check_words(edges[i], edges[j]);
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        uint64_t set = next_random(&state), mask = next_random(&state);
        check_words(set, mask);
        check_words(set & mask, mask & next_random(&state)); /* sparse ones, too */
    }
    return 0;
}
