/* common/rng.h: streams repeat themselves and differ from each other; every number is equally likely. */
#include "check.h"
#include "common/rng.h"

static void check_streams(void)
{
    for (uint64_t index = 0; index < 100; index++) {
        Rng a = rng_stream(1, index), same = rng_stream(1, index), next = rng_stream(1, index + 1), other = rng_stream(2, index);
        for (int i = 0; i < 10; i++) {
            uint64_t drawn = rng_next(&a);
            CHECK(drawn == rng_next(&same));
            CHECK(drawn != rng_next(&next));
            CHECK(drawn != rng_next(&other));
        }
    }
}

static void check_below(void)
{
    enum { SIDES = 7, DRAWS = 70000 };
    Rng rng = rng_stream(3, 0);
    int counts[SIDES] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint32_t drawn = rng_below(&rng, SIDES);
        CHECK(drawn < SIDES);
        counts[drawn]++;
    }
    double chi_square = 0;
    for (int i = 0; i < SIDES; i++) {
        double off = counts[i] - DRAWS / (double)SIDES;
        chi_square += off * off / (DRAWS / (double)SIDES);
    }
    CHECK(chi_square < 22.5); /* one in a thousand, six degrees of freedom */
    for (int i = 0; i < 100; i++)
        CHECK(rng_below(&rng, 1) == 0);
    for (int i = 0; i < 100; i++)
        CHECK(rng_below(&rng, 0xC0000000u) < 0xC0000000u);
}

static void check_double(void)
{
    Rng rng = rng_stream(4, 0);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double drawn = rng_double(&rng);
        CHECK(drawn >= 0 && drawn < 1);
        sum += drawn;
    }
    CHECK(sum > 4880 && sum < 5120);
}

int main(void)
{
    check_streams();
    check_below();
    check_double();
    return 0;
}
