/* diamonds/proofs: what is kept is found again where it holds and answers, and nowhere else; when memory is full, cheap proofs go. */
#pragma GCC diagnostic ignored "-Wunused-function"
#define PLAYERS 3
#define SIDES 3
#include "check.h"
#include "diamonds/proofs/table.h"

enum { MOST_CARDS = 9 };

static uint64_t key_of(const State *s) { return (s->shape + (uint64_t)s->leader * UINT64_C(0xC2B2AE3D27D4EB4F)) | 1; }

static State random_state(uint64_t *random, int tricks)
{
    Position p = {.players = PLAYERS, .sides = SIDES, .robber = NOBODY, .tricks_left = (uint8_t)tricks};
    p.leader = (uint8_t)(next_random(random) % PLAYERS);
    p.winners = (uint8_t)(next_random(random) & 7);
    for (int seat = 0; seat < PLAYERS; seat++)
        p.showroom[seat] = (uint16_t)(next_random(random) % 4);
    for (Cards dealt = 0; bits_count(dealt) < PLAYERS * tricks;) {
        Cards card = card_set((int)(next_random(random) & 63)) & ALL_CARDS & ~dealt;
        p.hand[bits_count(dealt) % PLAYERS] |= card;
        dealt |= card;
    }
    return state_of(&p, 0);
}

/* A box around the state, free in most lanes, that depends on the highest cards of some suits. */
static Proof random_proof(uint64_t *random, const State *s)
{
    Proof proof;
    proof_any(&proof);
    for (int component = 0; component < PLAYERS; component++) {
        int x = ((const int8_t *)&s->x)[component];
        if (next_random(random) & 1)
            proof_at_least(&proof, component, x - (int)(next_random(random) & 1));
        if (next_random(random) & 1)
            proof_at_most(&proof, component, x + (int)(next_random(random) & 1));
    }
    Cards suit = s->live & suit_mask((int)(next_random(random) & 3));
    if (suit)
        proof.ranks = card_set(bits_highest(suit)) | cards_above(bits_highest(suit));
    proof.won = (uint8_t)(s->won & next_random(random));
    proof.lost = (uint8_t)(~s->won & 7 & next_random(random));
    return proof;
}

/* What all states with the same suit lengths and leader are worth in these tests. */
static int worth(const State *s) { return (int)(key_of(s) >> 8 & 15) - 8; }

static bool keep(ProofStore *store, const State *s, const Proof *proof, bool at_least)
{
    uint64_t planes[PLANES];
    planes_of(s->hand, s->live, planes);
    return prooftable_keep(store, key_of(s), planes, s, proof, worth(s), at_least, 0);
}

/* Whether some proof answers; it has to be a true one. */
static bool finds(ProofStore *store, const State *s, int beta, Proof *proof)
{
    uint64_t planes[PLANES];
    int value = 0, hash_move = 0;
    planes_of(s->hand, s->live, planes);
    if (!prooftable_find(store, key_of(s), planes, s, beta, proof, &value, &hash_move))
        return false;
    CHECK(value == worth(s));
    CHECK(proof_covers(proof, s));
    return true;
}

static void test_what_is_kept_is_found(void)
{
    ProofStore store;
    uint64_t random = 1;
    CHECK(proofstore_init(&store, 1 << 20));
    for (int i = 0; i < 2000; i++) {
        State s = random_state(&random, 1 + i % MOST_CARDS), other = s;
        Proof proof = random_proof(&random, &s), found;
        bool at_least = next_random(&random) & 1;
        proofstore_forget(&store);
        CHECK(!finds(&store, &s, 0, &found));
        CHECK(keep(&store, &s, &proof, at_least));
        int yes = at_least ? worth(&s) : worth(&s) + 1, no = at_least ? worth(&s) + 1 : worth(&s);
        CHECK(finds(&store, &s, yes, &found));
        CHECK(!finds(&store, &s, no, &found)); /* the other question */
        CHECK(found.won == proof.won && found.lost == proof.lost && !(proof.ranks & s.live & ~found.ranks));
        for (int component = 0; component < COMPONENTS; component++) { /* found in the box alone */
            CHECK(proof_lo(&found, component) == proof_lo(&proof, component) && proof_hi(&found, component) == proof_hi(&proof, component));
            for (int x = -5; x <= 5; x++) {
                other.x = lanes_with(s.x, component, (int8_t)x);
                CHECK(finds(&store, &other, yes, &found) == proof_covers(&proof, &other));
            }
        }
    }
    proofstore_free(&store);
}

static void test_a_wider_proof_replaces_narrow_ones(void)
{
    ProofStore store;
    uint64_t random = 5;
    State s = random_state(&random, 4);
    Proof narrow, wide;
    CHECK(proofstore_init(&store, 1 << 20));
    proof_any(&wide);
    narrow = wide;
    proof_at_least(&narrow, 0, ((const int8_t *)&s.x)[0]);
    CHECK(keep(&store, &s, &narrow, true) && keep(&store, &s, &wide, true));
    uint64_t planes[PLANES];
    planes_of(s.hand, s.live, planes);
    CHECK(pattern_at(&store, pattern_tag(key_of(&s), 0, planes))->count == 1);
    CHECK(keep(&store, &s, &wide, false)); /* of the other kind */
    CHECK(pattern_at(&store, pattern_tag(key_of(&s), 0, planes))->count == 2);
    proofstore_free(&store);
}

static void test_what_a_rank_depends_on(void)
{
    for (int card = 0; card < 64; card++) {
        Cards from = card_set(card) | cards_above(card);
        CHECK(close_upwards(card_set(card)) == from && close_upwards(from) == from);
    }
}

/* A hash table doubles at three quarters; where it cannot, a sixteenth stays free: a look-up ends at a free place. */
static void test_room_in_a_hash_table(void)
{
    for (int can_grow = 0; can_grow < 2; can_grow++)
        for (size_t used = 0; used <= FIRST_CAPACITY; used++) {
            ProofStore store;
            CHECK(proofstore_init(&store, can_grow ? 1 << 20 : 1));
            store.buckets.used = used;
            CHECK(hash_has_room(&store, &store.buckets) == (can_grow || used < 240));
            CHECK(store.buckets.capacity == (can_grow && used >= 192 ? 512 : 256));
            proofstore_free(&store);
        }
}

/* Proofs of one to four tricks, as many of each: half of them are to go. */
static void test_which_proofs_stay(void)
{
    ProofStore store;
    CHECK(proofstore_init(&store, 1 << 20));
    for (int i = 0; i < 64; i++)
        patterns_of(&store)[i] = (Pattern){.tag = 1, .tricks = (uint8_t)(1 + i % 4)};
    CHECK(least_tricks_to_keep(&store) == 3);
    proofstore_free(&store);
}

/* Entries by the tricks of their proofs. */
static size_t count_entries(const ProofStore *store, size_t *by_tricks)
{
    size_t total = 0;
    memset(by_tricks, 0, (MOST_TRICKS + 1) * sizeof *by_tricks);
    for (size_t i = 0; i < store->patterns.capacity; i++) {
        const Pattern *pattern = &patterns_of(store)[i];
        if (pattern->tag) {
            by_tricks[pattern->tricks] += pattern->count;
            total += pattern->count;
        }
    }
    return total;
}

static void test_a_full_store_forgets_the_cheapest(void)
{
    ProofStore store;
    uint64_t random = 9;
    size_t before[MOST_TRICKS + 1], after[MOST_TRICKS + 1];
    int reclaimed = 0;
    CHECK(proofstore_init(&store, 256 << 10));
    for (int i = 0; i < 40000 && reclaimed < 5; i++) {
        State s = random_state(&random, 1 + (int)(next_random(&random) % MOST_CARDS));
        Proof proof = random_proof(&random, &s), found;
        size_t total = count_entries(&store, before);
        if (keep(&store, &s, &proof, true)) {
            CHECK(finds(&store, &s, worth(&s), &found));
            continue;
        }
        reclaimed++;
        CHECK(total > 1000 && count_entries(&store, after) <= total / 2 + 1);
        int least = 0;
        while (!after[least])
            least++;
        for (int tricks = least + 1; tricks <= MOST_TRICKS; tricks++) /* all above the limit stayed; the new one may be of any kind */
            CHECK(after[tricks] >= before[tricks] || tricks == s.tricks || least == s.tricks);
        CHECK(store.bytes <= store.max_bytes);
        for (int j = 0; j < 200; j++) { /* what is left is true */
            State other = random_state(&random, 1 + j % MOST_CARDS);
            finds(&store, &other, worth(&other), &found);
        }
    }
    CHECK(reclaimed == 5);
    proofstore_free(&store);
}

static int by_size(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sixty live cards, a proof that depends on the highest ten: whoever holds those, the tag is another one. */
static void test_holders_of_high_cards_differ(void)
{
    enum { CARDS = 10, LOWEST = 50, DEALS = 59049 };
    static uint64_t tags[DEALS];
    const uint64_t mask = ((UINT64_C(1) << CARDS) - 1) << LOWEST;
    for (int deal = 0; deal < DEALS; deal++) {
        uint64_t planes[PLANES] = {0};
        for (int card = LOWEST, rest = deal; card < LOWEST + CARDS; card++, rest /= PLAYERS)
            if (rest % PLAYERS)
                planes[rest % PLAYERS - 1] |= UINT64_C(1) << card;
        tags[deal] = pattern_tag(1, mask, planes);
    }
    qsort(tags, DEALS, sizeof *tags, by_size);
    for (int i = 1; i < DEALS; i++)
        CHECK(tags[i] != tags[i - 1]);
}

int main(void)
{
    test_holders_of_high_cards_differ();
    test_what_a_rank_depends_on();
    test_room_in_a_hash_table();
    test_which_proofs_stay();
    test_what_is_kept_is_found();
    test_a_wider_proof_replaces_narrow_ones();
    test_a_full_store_forgets_the_cheapest();
    return 0;
}
