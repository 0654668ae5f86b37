/* common/hash.h: every bit of a word flips every bit of key and check half of the time, and words do not undo each other. */
#include "check.h"
#include "common/hash.h"

enum { ROUNDS = 8000 };

/* Words as searches have them: few bits, or any. */
static uint64_t word_of(uint64_t *random, int round)
{
    uint64_t word = next_random(random);
    return round % 2 ? word & next_random(random) & next_random(random) : word;
}

static Hash hash_of_words(const uint64_t *words, int count)
{
    Hash hash = hash_of(1);
    for (int i = 0; i < count; i++)
        hash_add(&hash, words[i]);
    return hash_finish(hash);
}

static void check_flips(int count, int place)
{
    static int flips[64][128];
    uint64_t random = 1;
    memset(flips, 0, sizeof flips);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t words[3];
        for (int i = 0; i < count; i++)
            words[i] = word_of(&random, round);
        Hash hash = hash_of_words(words, count);
        for (int bit = 0; bit < 64; bit++) {
            words[place] ^= UINT64_C(1) << bit;
            Hash other = hash_of_words(words, count);
            words[place] ^= UINT64_C(1) << bit;
            for (int i = 0; i < 64; i++) {
                flips[bit][i] += (int)((hash.key ^ other.key) >> i & 1);
                flips[bit][64 + i] += (int)((hash.check ^ other.check) >> i & 1);
            }
        }
    }
    for (int bit = 0; bit < 64; bit++)
        for (int i = 0; i < 128; i++) {
            CHECK(flips[bit][i] > ROUNDS * 45 / 100);
            CHECK(flips[bit][i] < ROUNDS * 55 / 100);
        }
}

/* Two bits of one word and two of the next, as a card that goes from one set of cards to another. */
static void test_no_word_undoes_another(void)
{
    uint64_t random = 2;
    for (int first = 0; first < 64; first++)
        for (int second = 0; second < 64; second++)
            for (int third = 0; third < 64; third++) {
                uint64_t words[2] = {word_of(&random, third), word_of(&random, third)};
                Hash hash = hash_of_words(words, 2);
                words[0] ^= UINT64_C(1) << first;
                words[1] ^= UINT64_C(1) << second | UINT64_C(1) << third;
                Hash other = hash_of_words(words, 2);
                CHECK(hash.key != other.key);
                CHECK(hash.check != other.check);
            }
}

static void test_products(void)
{
    uint64_t random = 3;
    for (int round = 0; round < 10000; round++) {
        uint64_t a = round % 3 ? word_of(&random, round) : ~UINT64_C(0), b = round % 5 ? word_of(&random, round) : ~UINT64_C(0);
        uint64_t high, other, low = hash_product(a, b, &high);
        CHECK(hash_product_by_halves(a, b, &other) == low);
        CHECK(other == high);
    }
}

int main(void)
{
    check_flips(1, 0);
    check_flips(2, 0);
    check_flips(2, 1);
    test_no_word_undoes_another();
    test_products();
    return 0;
}
