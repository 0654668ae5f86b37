/* Two threads solve one position together, for one objective after the other: ThreadSanitizer watches. Of the engines one is enough. */
#include <pthread.h>
#include <string.h>

#include "check.h"
#include "diamonds/engines/generic/3.c"
#include "diamonds/solver.h"

const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
const Engine engine_generic_2, engine_generic_4, engine_generic_4t, engine_generic_5, engine_generic_6, engine_generic_6t;
const Engine engine_v3_thief_2, engine_v3_thief_3, engine_v3_thief_4, engine_v3_thief_4t, engine_v3_thief_5, engine_v3_thief_6,
    engine_v3_thief_6t;
const Engine engine_generic_thief_2, engine_generic_thief_3, engine_generic_thief_4, engine_generic_thief_4t, engine_generic_thief_5,
    engine_generic_thief_6, engine_generic_thief_6t;

enum { TRICKS = 6, PLAYERS_AT_TABLE = 3 };

typedef struct Task {
    Solver *solver;
    const Position *position;
    SolveOptions options;
    Result result;
} Task;

static void *work(void *task)
{
    Task *t = task;
    size_t failed_at;
    CHECK(solver_solve(t->solver, t->position, 1, &t->options, &t->result, &failed_at) == STATUS_OK);
    return NULL;
}

static Position random_position(uint64_t *random)
{
    Position p = {.players = PLAYERS_AT_TABLE, .sides = PLAYERS_AT_TABLE, .tricks_left = TRICKS, .robber = NOBODY};
    for (Cards dealt = 0; bits_count(dealt) < TRICKS * PLAYERS_AT_TABLE;) {
        Cards card = card_set((int)(next_random(random) & 63)) & ALL_CARDS & ~dealt;
        p.hand[bits_count(dealt) % PLAYERS_AT_TABLE] |= card;
        dealt |= card;
    }
    return p;
}

int main(void)
{
    uint64_t random = 1;
    Solver *first = solver_new(1 << 22, true), *partner = solver_new_partner(first), *alone = solver_new(1 << 22, false);
    CHECK(first && partner && alone);
    for (int i = 0; i < 6; i++) {
        Position position = random_position(&random);
        SolveOptions options = {.objective = i % 2 ? OBJECTIVE_POINTS : OBJECTIVE_MARGIN};
        Task tasks[] = {{first, &position, options, {0}}, {partner, &position, options, {0}}, {alone, &position, options, {0}}};
        pthread_t threads[2];
        CHECK(solver_ready(first, &position, &options) == STATUS_OK);
        for (int j = 0; j < 2; j++)
            CHECK(pthread_create(&threads[j], NULL, work, &tasks[j]) == 0);
        for (int j = 0; j < 2; j++)
            CHECK(pthread_join(threads[j], NULL) == 0);
        work(&tasks[2]);
        for (int j = 0; j < 2; j++)
            CHECK(tasks[j].result.exact && tasks[j].result.lower == tasks[2].result.lower);
    }
    solver_free(partner);
    solver_free(first);
    solver_free(alone);
    return 0;
}
