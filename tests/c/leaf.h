/* diamonds/partition/leaf.h: the value of a finished round is that of the rules, and its proof holds in every state that it covers.
 * Included for one game by test_leaf_*.c. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "check.h"
#include "diamonds/partition/leaf.h"

enum { BETAS = 40 };

static Position random_end(uint64_t *random)
{
    Position p = {.players = PLAYERS, .sides = SIDES, .robber = NOBODY};
    p.winners = (uint8_t)(next_random(random) & ((1u << PLAYERS) - 1));
    for (int seat = 0; seat < PLAYERS; seat++) {
        p.showroom[seat] = (uint16_t)(next_random(random) % 3);
        for (int suit = 0; suit < SUITS; suit++)
            p.taken[seat][suit] = (uint8_t)(next_random(random) % 3);
    }
    return p;
}

/* The highest beta that is reached. */
static int value_of(Context *ctx, const State *s)
{
    Proof proof;
    int beta = BETAS;
    while (leaf(ctx, s, beta, &proof) < beta)
        beta--;
    return beta;
}

static void check_proofs(Context *ctx, const Score *score, uint64_t *random, int *covered)
{
    Position p = random_end(random);
    State s = state_of(&p, 0);
    int value = value_of(ctx, &s);
    if (!ctx->pooled) {
        CHECK(value == score_awards(score, &p));
    } else {
        CHECK(value <= score_awards(score, &p));
    }
    int beta = value - 6 + (int)(next_random(random) % 14);
    Proof proof;
    int bound = leaf(ctx, &s, beta, &proof);
    CHECK(proof_covers(&proof, &s) && (bound >= beta) == (value >= beta));
    for (int i = 0; i < 60; i++) {
        Position other = random_end(random);
        if (i % 2) { /* nearly the same */
            other = p;
            int seat = (int)(next_random(random) % PLAYERS), suit = (int)(next_random(random) % SUITS);
            other.showroom[seat] = (uint16_t)(next_random(random) % 3);
            other.taken[seat][suit] = (uint8_t)(next_random(random) % 3);
            other.winners ^= (uint8_t)((next_random(random) & 1) << seat);
        }
        State t = state_of(&other, 0);
        if (!proof_covers(&proof, &t))
            continue;
        int there = value_of(ctx, &t);
        CHECK(bound >= beta ? there >= bound : there <= bound);
        (*covered)++;
    }
}

int main(void)
{
    static Context ctx;
    static Search search;
    uint64_t random = 1;
    Position start = {.players = PLAYERS, .sides = SIDES};
    ctx.search = &search;
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++)
        for (int pooled = 0; pooled < 1 + HAS_POOL; pooled++) {
            Score score = score_make(&start, (Objective)objective, 0);
            int covered = 0;
            memset(ctx.boxes, 0, sizeof ctx.boxes);
            ctx.max_weight = score.max_weight;
            ctx.min_weight = score.min_weight;
            ctx.pooled = pooled;
            for (int i = 0; i < 1500; i++)
                check_proofs(&ctx, &score, &random, &covered);
            CHECK(covered > 1000);
        }
    return 0;
}
