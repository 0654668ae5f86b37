/* SeedSequence hashes numbers into a pool of four words and words out of it (numpy/random/bit_generator.pyx, after O'Neill's seed_seq_fe).
 * default_rng is PCG64, a congruential generator of 128 bits whose halves are folded and turned (numpy/random/src/pcg64). */
#include "common/seeds.h"

enum { POOL = 4 };

typedef unsigned __int128 Wide;

/* A hash of words whose constant changes with each of them. */
typedef struct Hash {
    uint32_t constant, factor;
} Hash;

static uint32_t hashed(Hash *hash, uint32_t word)
{
    word ^= hash->constant;
    hash->constant *= hash->factor;
    word *= hash->constant;
    return word ^ word >> 16;
}

static uint32_t mixed(uint32_t into, uint32_t word)
{
    into = 0xCA01F9DDu * into - 0x4973F715u * word;
    return into ^ into >> 16;
}

/* The numbers as words, the lower half first; a half of zeros is left out. Returns how many. */
static int split(const uint64_t *numbers, int count, uint32_t *words)
{
    int length = 0;
    for (int i = 0; i < count; i++) {
        words[length++] = (uint32_t)numbers[i];
        if (numbers[i] >> 32)
            words[length++] = (uint32_t)(numbers[i] >> 32);
    }
    return length;
}

void seed_words(const uint64_t *numbers, int count, uint64_t *words, int wanted)
{
    uint32_t entropy[2 * SEED_NUMBERS], pool[POOL];
    int length = split(numbers, count, entropy);
    Hash in = {0x43B0D7E5u, 0x931E8875u}, out = {0x8B51F9DDu, 0x58F38DEDu};
    for (int i = 0; i < POOL; i++)
        pool[i] = hashed(&in, i < length ? entropy[i] : 0);
    for (int from = 0; from < POOL; from++)
        for (int into = 0; into < POOL; into++)
            if (into != from)
                pool[into] = mixed(pool[into], hashed(&in, pool[from]));
    for (int from = POOL; from < length; from++)
        for (int into = 0; into < POOL; into++)
            pool[into] = mixed(pool[into], hashed(&in, entropy[from]));
    for (int i = 0; i < wanted; i++) {
        uint32_t low = hashed(&out, pool[2 * i % POOL]), high = hashed(&out, pool[(2 * i + 1) % POOL]);
        words[i] = (uint64_t)high << 32 | low;
    }
}

double seed_random(const uint64_t *numbers, int count)
{
    const Wide factor = (Wide)0x2360ED051FC65DA4u << 64 | 0x4385DF649FCCF645u;
    uint64_t words[SEED_WORDS];
    seed_words(numbers, count, words, SEED_WORDS);
    Wide stream = ((Wide)words[2] << 64 | words[3]) << 1 | 1;
    Wide state = stream + ((Wide)words[0] << 64 | words[1]); /* the first step is from 0 */
    state = state * factor + stream;
    state = state * factor + stream;
    uint64_t word = (uint64_t)(state >> 64) ^ (uint64_t)state;
    unsigned turn = (unsigned)(state >> 122);
    word = word >> turn | word << (-turn & 63);
    return (double)(word >> 11) * (1.0 / 9007199254740992.0);
}
