/* common/lanes.h: every operation does in each lane what it says, in vectors of several blocks. */
#define LANES 32
#include "check.h"
#include "common/lanes.h"

static Lanes random_lanes(uint64_t *random, int most)
{
    Lanes lanes;
    for (int i = 0; i < LANES; i++)
        ((int8_t *)&lanes)[i] = (int8_t)((int)(next_random(random) % (2u * (unsigned)most + 1)) - most);
    return lanes;
}

static int at(const Lanes *lanes, int i) { return ((const int8_t *)lanes)[i]; }

static void test_pairs(uint64_t *random)
{
    Lanes a = random_lanes(random, 60), b = random_lanes(random, 60);
    Lanes sum = lanes_add(a, b), difference = lanes_subtract(a, b), both = lanes_and(a, b), least = lanes_min(a, b),
          most = lanes_max(a, b), more = lanes_more(a, b);
    for (int i = 0; i < LANES; i++) {
        CHECK(at(&sum, i) == at(&a, i) + at(&b, i));
        CHECK(at(&difference, i) == at(&a, i) - at(&b, i));
        CHECK(at(&both, i) == (at(&a, i) & at(&b, i)));
        CHECK(at(&least, i) == (at(&a, i) < at(&b, i) ? at(&a, i) : at(&b, i)));
        CHECK(at(&most, i) == (at(&a, i) > at(&b, i) ? at(&a, i) : at(&b, i)));
        CHECK(at(&more, i) == (at(&a, i) > at(&b, i) ? -1 : 0));
    }
}

static void test_single_lanes(uint64_t *random)
{
    const Lanes x = random_lanes(random, 60), seven = lanes_all(7);
    for (int lane = 0; lane < LANES; lane++) {
        Lanes one = lanes_one(lane), changed = lanes_with(x, lane, -3);
        for (int i = 0; i < LANES; i++) {
            CHECK(at(&seven, i) == 7);
            CHECK(at(&one, i) == (i == lane));
            CHECK(at(&changed, i) == (i == lane ? -3 : at(&x, i)));
            for (int d = -1; d <= 1; d++) {
                Lanes step = lanes_step(lane, d);
                CHECK(at(&step, i) == (i == lane ? d : 0));
            }
        }
    }
}

/* One lane outside is enough, whichever it is. */
static void test_within(uint64_t *random)
{
    Lanes x = random_lanes(random, 60);
    CHECK(lanes_within(x, x, x));
    CHECK(lanes_within(x, lanes_all(-LANE_FREE), lanes_all(LANE_FREE)));
    for (int lane = 0; lane < LANES; lane++) {
        CHECK(!lanes_within(x, lanes_add(x, lanes_one(lane)), lanes_all(LANE_FREE)));
        CHECK(!lanes_within(x, lanes_all(-LANE_FREE), lanes_subtract(x, lanes_one(lane))));
    }
}

static void test_words(void)
{
    uint64_t words[LANES / 8] = {0};
    for (int i = 0; i < LANES; i++)
        words[i / 8] |= (uint64_t)(uint8_t)(i - 20) << 8 * (i % 8);
    Lanes lanes = lanes_of_words(words);
    for (int i = 0; i < LANES; i++)
        CHECK(at(&lanes, i) == i - 20);
}

int main(void)
{
    uint64_t random = 1;
    for (int i = 0; i < 200; i++) {
        test_pairs(&random);
        test_single_lanes(&random);
        test_within(&random);
    }
    test_words();
    return 0;
}
