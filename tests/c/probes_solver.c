/* max^n and the plain searches against each other on random endings, in a build that compares the words of every key that a table answers
 * for. Without an argument a few positions; `make keys` asks for millions of look-ups. */
#include <string.h>

#include "check.h"
#include "diamonds/engines/generic/3.c"
#include "diamonds/solver.h"

const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
const Engine engine_generic_2, engine_generic_4t, engine_generic_5, engine_generic_6t; /* 4 and 6 are linked */
const Engine engine_v3_thief_2, engine_v3_thief_3, engine_v3_thief_4, engine_v3_thief_4t, engine_v3_thief_5, engine_v3_thief_6,
    engine_v3_thief_6t;
const Engine engine_generic_thief_2, engine_generic_thief_3, engine_generic_thief_4, engine_generic_thief_4t, engine_generic_thief_5,
    engine_generic_thief_6, engine_generic_thief_6t;

#ifdef HASH_PROBES
uint64_t hash_probes;
#endif

static Position random_position(uint64_t *random, int players, int tricks)
{
    Position p = {.players = (uint8_t)players, .sides = (uint8_t)players, .tricks_left = (uint8_t)tricks, .robber = NOBODY};
    for (Cards dealt = 0; bits_count(dealt) < tricks * players;) {
        Cards card = card_set((int)(next_random(random) & 63)) & ALL_CARDS & ~dealt;
        p.hand[bits_count(dealt) % players] |= card;
        dealt |= card;
    }
    for (int seat = 0; seat < players; seat++)
        p.showroom[seat] = (uint16_t)(next_random(random) % 4);
    p.leader = (uint8_t)(next_random(random) % (unsigned)players);
    return p;
}

static Result solved(Solver *solver, const Position *position, Model model, unsigned techniques_off)
{
    SolveOptions options = {.model = model, .techniques_off = techniques_off};
    Result result;
    size_t failed_at;
    CHECK(solver_solve(solver, position, 1, &options, &result, &failed_at) == STATUS_OK);
    CHECK(result.exact);
    return result;
}

static void check_same_values(const Result *a, const Result *b)
{
    CHECK(a->move_count == b->move_count);
    for (int i = 0; i < a->move_count; i++) {
        CHECK(!memcmp(a->moves[i].gains, b->moves[i].gains, sizeof a->moves[i].gains));
        CHECK(a->moves[i].lower == b->moves[i].lower);
    }
}

int main(int argc, char **argv)
{
    static const int players[] = {3, 4, 6}, tricks[] = {4, 3, 2}, longer[] = {7, 5, 3};
    const int rounds = argc > 1 ? 1 << 30 : 60;
    Solver *solver = solver_new(256 << 20, false), *plain = solver_new(256 << 20, false);
    uint64_t random = 1;
    int compared = 0;
#ifdef HASH_PROBES
    uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : UINT64_MAX;
#endif
    CHECK(solver && plain);
    for (int i = 0; i < rounds; i++) { /* tables are not cleared: all positions of one game share them */
        int game = i / 20 % 3;
        Position p = random_position(&random, players[game], tricks[game]);
        for (int model = 0; model < MODEL_COUNT; model++, compared++) {
            Result fast = solved(solver, &p, (Model)model, 0), slow = solved(plain, &p, (Model)model, TECHNIQUE_PROOFS);
            check_same_values(&fast, &slow);
        }
#ifdef HASH_PROBES
        if (hash_probes >= most)
            break;
        Position later = random_position(&random, players[game], longer[game]);
        solved(solver, &later, MODEL_MAXN, 0);
#else
        (void)longer, (void)argv;
#endif
    }
#ifdef HASH_PROBES
    printf("max^n and plain searches of Diamonds: %llu look-ups, %d values of both kinds\n", (unsigned long long)hash_probes, compared);
#endif
    solver_free(plain);
    solver_free(solver);
    return 0;
}
