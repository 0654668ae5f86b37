/* The solver of Diamonds and its players where memory is short: each allocation fails once, and address space is limited. */
#include <string.h>

#include "failing.h"

#include "diamonds/engines/generic/3.c"
#include "diamonds/players/ismcts.h"
#include "diamonds/solver.h"

const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
const Engine engine_generic_2, engine_generic_4, engine_generic_4t, engine_generic_5, engine_generic_6, engine_generic_6t;
const Engine engine_v3_thief_2, engine_v3_thief_3, engine_v3_thief_4, engine_v3_thief_4t, engine_v3_thief_5, engine_v3_thief_6,
    engine_v3_thief_6t;
const Engine engine_generic_thief_2, engine_generic_thief_3, engine_generic_thief_4, engine_generic_thief_4t, engine_generic_thief_5,
    engine_generic_thief_6, engine_generic_thief_6t;

enum { TRICKS = 5, MEMORY = 1 << 20 };

static Position position;
static Result right[MODEL_COUNT]; /* answers with memory */

static void init_position(void)
{
    uint64_t random = 3;
    position = (Position){.players = PLAYERS, .sides = PLAYERS, .tricks_left = TRICKS, .robber = NOBODY, .showroom = {2, 1, 2}};
    for (Cards dealt = 0; bits_count(dealt) < TRICKS * PLAYERS;) {
        Cards card = card_set((int)(next_random(&random) & 63)) & ALL_CARDS & ~dealt;
        position.hand[bits_count(dealt) % PLAYERS] |= card;
        dealt |= card;
    }
}

static bool is_status(Status status)
{
    CHECK(status == STATUS_OK || (status == STATUS_NO_MEMORY && has_failed()));
    return status == STATUS_OK;
}

static bool solves(Solver *solver, Model model, unsigned techniques_off)
{
    SolveOptions options = {.model = model, .techniques_off = techniques_off};
    Result result;
    size_t failed_at;
    if (!is_status(solver_solve(solver, &position, 1, &options, &result, &failed_at)))
        return false;
    CHECK(result.exact);
    for (int i = 0; i < result.move_count; i++) {
        CHECK(result.moves[i].lower == right[model].moves[i].lower);
        CHECK(!memcmp(result.moves[i].gains, right[model].moves[i].gains, sizeof result.moves[i].gains));
    }
    return true;
}

/* One solver for one question after the other, whatever became of the one before. */
static bool solve_all(void)
{
    Solver *solver = solver_new(MEMORY, false);
    if (!solver)
        return false;
    bool is_done = true;
    for (int model = 0; model < MODEL_COUNT; model++)
        for (int plain = 0; plain < 2; plain++) {
            is_done = solves(solver, model, plain ? TECHNIQUE_PROOFS : 0) && is_done;
            solver_clear(solver);
        }
    CHECK(solver_memory(solver) == MEMORY || has_failed());
    solver_free(solver);
    return is_done;
}

static bool test_one_question(void)
{
    Solver *solver = solver_new(MEMORY, false);
    SolveOptions options = {0};
    Test test;
    bool is_done = solver && is_status(solver_test(solver, &position, 0, right[0].lower, &options, &test));
    CHECK(!is_done || test.value >= right[0].lower);
    solver_free(solver);
    return is_done;
}

static bool share_a_table(void)
{
    Solver *first = solver_new(MEMORY, true), *partner = first ? solver_new_partner(first) : NULL;
    SolveOptions options = {0};
    bool is_done = partner && is_status(solver_ready(first, &position, &options)) && solves(first, MODEL_PARANOID, 0) &&
                   solves(partner, MODEL_PARANOID, 0);
    solver_free(partner);
    solver_free(first);
    return is_done;
}

static bool search_trees(void)
{
    enum { SIMULATIONS = 6000 };
    static RootMove expected[MAX_MOVES];
    static int known;
    RootMove moves[MAX_MOVES];
    IsmctsOptions options = {.exploration = 3, .policy = policy_default(&position), .node_limit = 1 << 14};
    Ismcts *search = ismcts_new(&options);
    if (!search)
        return false;
    bool is_done = is_status(ismcts_run(search, &position, 1, 0, SIMULATIONS));
    if (!is_done && !failing_all) /* memory is back */
        CHECK(ismcts_run(search, &position, 1, 0, SIMULATIONS) == STATUS_OK);
    int count = ismcts_moves(search, moves);
    if (is_done) {
        CHECK(ismcts_nodes(search) > 2048); /* the tree grew */
        memcpy(expected, known ? expected : moves, sizeof expected);
        known = known ? known : count;
        CHECK(count == known);
        for (int i = 0; i < count; i++)
            CHECK(moves[i].mean == expected[i].mean);
    }
    ismcts_free(search);
    return is_done;
}

/* A tree of the root's moves alone, which needs more room than it begins with. */
static bool search_few_nodes(void)
{
    RootMove moves[MAX_MOVES];
    IsmctsOptions options = {.exploration = 3, .policy = policy_default(&position), .node_limit = 1};
    Ismcts *search = ismcts_new(&options);
    if (!search)
        return false;
    bool is_done = is_status(ismcts_run(search, &position, 1, 0, 100));
    if (is_done || !failing_all) {
        CHECK(is_done || ismcts_run(search, &position, 1, 0, 100) == STATUS_OK);
        int count = ismcts_moves(search, moves);
        CHECK((int)ismcts_nodes(search) <= 1 + count);
        for (int i = 0; i < count; i++)
            CHECK(moves[i].visits > 0);
    }
    ismcts_free(search);
    return is_done;
}

int main(void)
{
    init_position();
    for (int model = 0; model < MODEL_COUNT; model++) {
        Solver *solver = solver_new(MEMORY, false);
        SolveOptions options = {.model = model};
        size_t failed_at;
        CHECK(solver && solver_solve(solver, &position, 1, &options, &right[model], &failed_at) == STATUS_OK);
        solver_free(solver);
    }
    fail_each(solve_all);
    fail_each(test_one_question);
    fail_each(share_a_table);
    fail_each(search_trees);
    fail_each(search_few_nodes);
    return 0;
}
