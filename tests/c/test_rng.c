/* common/rng.h: the published numbers of splitmix64, fair numbers below n, streams that differ. */
#include "check.h"
#include "common/rng.h"

static void test_published_numbers(void)
{
    Rng rng = {0};
    CHECK(rng_next(&rng) == 0xE220A8397B1DCDAFu);
    CHECK(rng_next(&rng) == 0x6E789E6AA1B965F4u);
    CHECK(rng_next(&rng) == 0x06C45D188009454Fu);
}

/* These numbers must never change: results that people have stored depend on them. */
static void test_streams(void)
{
    Rng rng = rng_stream(1, 2), same = rng_stream(1, 2), other = rng_stream(2, 1), next = rng_stream(1, 3);
    uint64_t first = rng_next(&rng);
    CHECK(first == rng_next(&same));
    CHECK(first != rng_next(&other) && first != rng_next(&next));
    CHECK(first == 0x199A24E04C500CA7u);
}

static void test_below(void)
{
    enum { DRAWS = 120000 };
    Rng rng = rng_stream(7, 0);
    for (uint32_t n = 1; n <= 12; n++) {
        int seen[12] = {0};
        for (int i = 0; i < DRAWS; i++) {
            uint32_t k = rng_below(&rng, n);
            CHECK(k < n);
            seen[k]++;
        }
        double expected = DRAWS / (double)n, deviation = 0;
        for (uint32_t k = 0; k < n; k++)
            deviation += (seen[k] - expected) * (seen[k] - expected) / expected;
        CHECK(deviation < 40); /* chi-square of at most 11 degrees of freedom: by chance once in 10^4 */
    }
    uint32_t huge = 3u << 30; /* a quarter of the range is drawn again: a biased method gives the low numbers twice the chance */
    int low = 0;
    for (int i = 0; i < DRAWS; i++)
        low += rng_below(&rng, huge) < huge / 2;
    CHECK(low > DRAWS / 2 - 1000 && low < DRAWS / 2 + 1000);
}

static void test_double(void)
{
    double sum = 0;
    for (uint64_t i = 0; i < 100000; i++) { /* the first number of each stream: also a test of rng_stream */
        Rng rng = rng_stream(3, i);
        double x = rng_double(&rng);
        CHECK(x >= 0 && x < 1);
        sum += x;
    }
    CHECK(sum > 49600 && sum < 50400);
}

int main(void)
{
    test_published_numbers();
    test_streams();
    test_below();
    test_double();
    return 0;
}
