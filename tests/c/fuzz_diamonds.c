/* Positions with hands of up to three cards: whatever position_check accepts is solved, and the plain search says the same. */
#include "fuzz.h"

#include "diamonds/search/engine.h"
#include "diamonds/solver.h"

/* Of the engines three are enough; the others are here, and play no game. */
const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
const Engine engine_generic_4, engine_generic_5, engine_generic_6, engine_generic_6t;
const Engine engine_v3_thief_2, engine_v3_thief_3, engine_v3_thief_4, engine_v3_thief_4t, engine_v3_thief_5, engine_v3_thief_6,
    engine_v3_thief_6t;
const Engine engine_generic_thief_4, engine_generic_thief_5, engine_generic_thief_6, engine_generic_thief_6t;

static Position position_from(Bytes *bytes)
{
    static const uint8_t tables[][2] = {{2, 2}, {3, 3}, {4, 2}};
    const uint8_t *table = tables[take(bytes, 3)];
    Position p = {.players = table[0], .sides = table[1], .robber = NOBODY};
    int plays = p.players == 2 ? 2 : 1, size = plays * (1 + take(bytes, plays == 2 ? 1 : 3));
    p.tricks_left = (uint8_t)(size / plays);
    p.leader = take(bytes, p.players);
    memset(p.trick, NO_CARD, sizeof p.trick);
    uint8_t deck[60];
    for (int i = 0; i < 60; i++)
        deck[i] = (uint8_t)(16 * (i / 15) + 1 + i % 15);
    for (int i = 0; i < size * p.players; i++) {
        int other = i + take(bytes, (unsigned)(60 - i));
        uint8_t card = deck[other];
        deck[other] = deck[i];
        deck[i] = card;
        p.hand[i % p.players] |= card_set(card);
    }
    for (int seat = 0; seat < p.players; seat++) {
        p.showroom[seat] = take(bytes, 6);
        p.vault[seat] = take(bytes, 6);
        for (int suit = 0; suit < SUITS; suit++)
            p.taken[seat][suit] = take(bytes, 4);
        p.winners |= (uint8_t)(take(bytes, 2) << seat);
    }
    p.thief = (uint8_t)(take(bytes, 2) ? 1 + take(bytes, p.players) : 0);
    return p;
}

static Result solved(Solver *solver, const Position *p, SolveOptions options, unsigned techniques_off)
{
    Result result;
    size_t failed_at;
    options.techniques_off = techniques_off;
    solver_clear(solver);
    CHECK(solver_solve(solver, p, 1, &options, &result, &failed_at) == STATUS_OK);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Solver *solver;
    if (!solver)
        solver = solver_new(1 << 20, false);
    CHECK(solver);
    Bytes bytes = {data, size};
    SolveOptions options = {.objective = take(&bytes, OBJECTIVE_COUNT), .model = take(&bytes, MODEL_COUNT), .node_limit = 20000};
    Position p = position_from(&bytes);
    damage(&bytes, &p, sizeof p);
    for (int plays = take(&bytes, 8); position_check(&p) == STATUS_OK && plays; plays--) {
        Move moves[MAX_MOVES];
        int count = position_moves(&p, moves);
        CHECK(count >= 0 && count <= MAX_MOVES);
        if (!count)
            break;
        position_play(&p, moves[take(&bytes, (unsigned)count)], NULL);
        CHECK(position_check(&p) == STATUS_OK);
    }
    bool has_engine = p.players == 2 || p.players == 3 || (p.players == 4 && p.sides == 2);
    if (position_check(&p) != STATUS_OK || position_decision(&p) == DECIDE_NOTHING || !has_engine)
        return 0;
    Result fast = solved(solver, &p, options, 0);
    Result plain = solved(solver, &p, options, TECHNIQUE_PROOFS | TECHNIQUE_BOXES | TECHNIQUE_SIBLINGS);
    if (fast.stopped || plain.stopped)
        return 0;
    CHECK(fast.exact && plain.exact && fast.scale == plain.scale && fast.move_count == plain.move_count);
    CHECK(fast.lower == plain.lower && fast.upper == plain.upper && !memcmp(fast.gains, plain.gains, sizeof fast.gains));
    for (int i = 0; i < fast.move_count; i++) {
        CHECK(move_equals(fast.moves[i].move, plain.moves[i].move));
        CHECK(fast.moves[i].lower == plain.moves[i].lower && fast.moves[i].upper == plain.moves[i].upper);
    }
    return 0;
}
