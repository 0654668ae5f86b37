#include "diamonds/solver.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "diamonds/root/root.h"
#ifdef DIAMONDS_SWITCHES
#include "diamonds/plain/table.h"
#endif
#include "diamonds/root/witness.h"

struct Solver {
    size_t memory;
    Solver *first; /* whose table this one uses; NULL: its own */
    bool shares_table;
    const Engine *engine; /* for the game solved last; NULL before the first */
    void *proofs;         /* that engine's context */
    Search search;        /* with the tables that are not the engine's */
};

Solver *solver_new(size_t memory, bool shares_table)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return NULL;
    solver->memory = memory > sizeof *solver ? memory - sizeof *solver : 0;
    solver->shares_table = shares_table;
    return solver;
}

Solver *solver_new_partner(Solver *first)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (solver)
        solver->first = first;
    return solver;
}

static void free_tables(Solver *solver)
{
    if (solver->engine)
        solver->engine->proofs_free(solver->proofs);
    boxes_free(solver->search.boxes);
    solver->engine = NULL;
    solver->proofs = NULL;
    solver->search.boxes = NULL;
#ifdef DIAMONDS_SWITCHES
    table_free(solver->search.table);
    solver->search.table = NULL;
#endif
}

#ifdef HAS_WITNESS
static Witness *witness_new(void)
{
    enum { KNOWN_BYTES = 1 << 18 };
    Witness *witness = calloc(1, sizeof *witness);
    if (witness && !(witness->known = table_new(KNOWN_BYTES))) {
        free(witness);
        return NULL;
    }
    return witness;
}

static void witness_free(Witness *witness)
{
    if (witness)
        table_free(witness->known);
    free(witness);
}
#endif

void solver_free(Solver *solver)
{
    if (solver)
        free_tables(solver);
#ifdef HAS_WITNESS
    if (solver)
        witness_free(solver->search.witness);
#endif
    free(solver);
}

void solver_clear(Solver *solver)
{
    if (solver->proofs)
        solver->engine->proofs_clear(solver->proofs);
    if (solver->search.boxes)
        boxes_clear(solver->search.boxes);
#ifdef DIAMONDS_SWITCHES
    if (solver->search.table)
        table_clear(solver->search.table);
    memset(solver->search.killers, 0, sizeof solver->search.killers);
#endif
}

typedef enum Knowledge { KNOWS_PROOFS, KNOWS_BOXES, KNOWS_POSITIONS } Knowledge;

/* Which table a question needs. */
static Knowledge knowledge_for(const SolveOptions *options)
{
#ifdef DIAMONDS_SWITCHES
    if (options->techniques_off & TECHNIQUE_PROOFS)
        return KNOWS_POSITIONS;
#endif
    return HAS_MAXN && options->model == MODEL_MAXN ? KNOWS_BOXES : KNOWS_PROOFS;
}

static const void *table_for(const Solver *solver, Knowledge knowledge)
{
#ifdef DIAMONDS_SWITCHES
    if (knowledge == KNOWS_POSITIONS)
        return solver->search.table;
#endif
    return knowledge == KNOWS_PROOFS ? solver->proofs : solver->search.boxes;
}

/* A partner's context lives for one question: the table may be another one next time. */
static Status join_first(Solver *partner, const Position *p, const SolveOptions *options)
{
    const Solver *first = partner->first;
    free_tables(partner);
    if (knowledge_for(options) != KNOWS_PROOFS || !first->shares_table || !first->proofs ||
        first->engine != engine_select(p->players, p->sides, p->thief))
        return STATUS_BAD_OPTIONS;
    partner->engine = first->engine;
    partner->proofs = first->engine->proofs_join(first->proofs);
    return partner->proofs ? STATUS_OK : STATUS_NO_MEMORY;
}

static bool make_table_of(Solver *solver, const Engine *engine, Knowledge knowledge, size_t memory)
{
    free_tables(solver);
    if (knowledge == KNOWS_PROOFS)
        solver->proofs = engine->proofs_new(memory, solver->shares_table);
    else if (knowledge == KNOWS_BOXES)
        solver->search.boxes = boxes_new(memory);
#ifdef DIAMONDS_SWITCHES
    else
        solver->search.table = table_new(memory);
#endif
    if (!table_for(solver, knowledge))
        return false;
    solver->engine = engine;
    return true;
}

/* Where address space is limited, a smaller table: half of the largest that there is room for, as the rest of the program needs room, too.
 * Not less than a sixteenth for the trial: a table of another order of size is not what was asked for. */
static bool make_table(Solver *solver, const Engine *engine, Knowledge knowledge)
{
    enum { MOST_HALVINGS = 4 };
    if (make_table_of(solver, engine, knowledge, solver->memory))
        return true;
    for (int halvings = 1; halvings <= MOST_HALVINGS; halvings++)
        if (make_table_of(solver, engine, knowledge, solver->memory >> halvings)) {
            solver->memory >>= halvings + 1;
            return make_table_of(solver, engine, knowledge, solver->memory);
        }
    return false;
}

/* Makes the engine and the table that a question needs; only one table is kept, so that memory stays within its limit. */
static Status prepare(Solver *solver, const Position *p, const SolveOptions *options)
{
    const Engine *engine = engine_select(p->players, p->sides, p->thief);
    Knowledge knowledge = knowledge_for(options);
    if (!engine)
        return STATUS_BAD_PLAYERS;
    if (solver->first)
        return join_first(solver, p, options);
    if (solver->engine == engine && table_for(solver, knowledge))
        return STATUS_OK;
    return make_table(solver, engine, knowledge) ? STATUS_OK : STATUS_NO_MEMORY;
}

size_t solver_memory(const Solver *solver) { return sizeof *solver + solver->memory; }

const char *solver_instructions(void) { return engine_select(MIN_PLAYERS, MIN_PLAYERS, false)->instructions; }

int solver_is_debug(void)
{
#ifdef DIAMONDS_DEBUG
    return 1;
#else
    return 0;
#endif
}

int solver_has_switches(void)
{
#ifdef DIAMONDS_SWITCHES
    return 1;
#else
    return 0;
#endif
}

static Status check_options(const SolveOptions *options)
{
    return options->objective < OBJECTIVE_COUNT && options->model < MODEL_COUNT - !HAS_MAXN ? STATUS_OK : STATUS_BAD_OPTIONS;
}

/* Everything that values depend on besides the trick start itself. */
static uint64_t salt_of(const Position *p, const SolveOptions *options, int side)
{
    uint64_t question = ((uint64_t)options->model * OBJECTIVE_COUNT + options->objective) * MAX_PLAYERS + (uint64_t)side;
    return hash_fold(question << 8 | (uint64_t)p->players << 4 | p->sides, UINT64_C(0xD6E8FEB86659FD93));
}

static void search_init(Solver *solver, const Position *p, const SolveOptions *options, int side)
{
    Search *s = &solver->search;
    s->score = score_make(p, options->objective, side);
    s->side = side;
    s->salt = salt_of(p, options, options->model == MODEL_PARANOID ? side : 0);
    s->nodes = 0;
    s->next_poll = options->node_limit && options->node_limit < POLL_INTERVAL ? options->node_limit : POLL_INTERVAL;
    s->node_limit = options->node_limit;
    s->poll = options->poll;
    s->proven = options->proven;
    s->context = options->context;
    s->progress = (Progress){0};
    s->stopped = s->out_of_budget = false;
    s->budget_end = UINT64_MAX;
    s->techniques_off = options->techniques_off;
#ifdef DIAMONDS_SWITCHES
    s->order = options->order;
#endif
#ifdef HAS_WITNESS
    if (s->witness)
        s->witness->count = 0;
#endif
#ifdef DIAMONDS_DEBUG
    const char *cards = getenv("DIAMONDS_LOG");
    s->logged_cards = cards ? atoi(cards) : 0;
#endif
}

/* Gets a witness of what is going to be proven; without memory there is none. */
static void find_witness(Solver *solver, const Position *p, const SolveOptions *options)
{
#ifdef HAS_WITNESS
    Search *s = &solver->search;
    if (options->model != MODEL_PARANOID || knowledge_for(options) != KNOWS_PROOFS)
        return;
    if (!s->witness)
        s->witness = witness_new();
    if (s->witness)
        witness_find(s->witness, solver->engine, s, p);
#endif
    (void)solver, (void)p, (void)options;
}

static void weigh_proofs(Solver *solver)
{
    const Score *score = &solver->search.score;
    if (solver->proofs)
        solver->engine->proofs_weigh(solver->proofs, score->max_weight, score->min_weight);
}

Status solver_ready(Solver *first, const Position *position, const SolveOptions *options)
{
    Status status = check_options(options);
    if (status == STATUS_OK)
        status = position_check(position);
    if (status == STATUS_OK)
        status = prepare(first, position, options);
    if (status == STATUS_OK) {
        search_init(first, position, options, side_of(position, position_to_move(position)));
        weigh_proofs(first);
    }
    return status;
}

/* Whether all that is asked of moves is solved. */
static bool is_solved(const Result *result)
{
    for (int i = 0; i < result->move_count; i++)
        if (!result->moves[i].exact)
            return false;
    return true;
}

static void solve_one(Solver *solver, const Position *p, const SolveOptions *options, size_t index, Result *result)
{
    const Played *played = options->played ? &options->played[index] : NULL;
    Root root;
    search_init(solver, p, options, side_of(p, position_to_move(p)));
    weigh_proofs(solver);
    find_witness(solver, p, options);
    root_init(&root, solver->engine, solver->proofs, &solver->search, p, result);
    result->decision = (uint8_t)position_decision(p);
    result->to_move = (uint8_t)position_to_move(p);
    result->scale = (uint8_t)(options->model == MODEL_PARANOID ? solver->search.score.scale : 1);
    result->move_count = (uint8_t)root.count;
    for (int i = 0; i < root.count; i++)
        result->moves[i].move = root.moves[i];
    if (root.count == 0)
        result->exact = 1;
    else if (options->model == MODEL_PARANOID)
        root_solve_paranoid(&root, options->best_only, played);
    else if (HAS_MAXN)
        root_solve_maxn(&root);
    result->nodes = solver->search.nodes;
    result->stopped = solver->search.stopped;
    if (options->parts && options->model == MODEL_PARANOID && is_solved(result)) {
        solver->search.node_limit = 0; /* the values are there: lines that keep them are short */
        uint64_t budget = options->parts_budget ? options->parts_budget : UINT64_MAX;
        result->stopped = !root_parts(&root, budget, options->parts + index * MAX_MOVES);
    }
}

Status solver_solve(Solver *solver, const Position *positions, size_t count, const SolveOptions *options, Result *results,
                    size_t *failed_at)
{
    *failed_at = 0;
    if (check_options(options) != STATUS_OK)
        return STATUS_BAD_OPTIONS;
    memset(results, 0, count * sizeof *results);
    for (size_t i = 0; i < count; i++) {
        Status status = position_check(&positions[i]);
        if (status == STATUS_OK)
            status = prepare(solver, &positions[i], options);
        if (status != STATUS_OK) {
            *failed_at = i;
            return status;
        }
        solve_one(solver, &positions[i], options, i, &results[i]);
    }
    return STATUS_OK;
}

/* Gets ready for questions about what a position is worth to `side`. */
static Status begin_test(Solver *solver, const Position *position, int side, const SolveOptions *options)
{
    Status status = check_options(options);
    if (status == STATUS_OK && (options->model != MODEL_PARANOID || side < 0 || side >= position->sides))
        status = STATUS_BAD_OPTIONS;
    if (status == STATUS_OK)
        status = position_check(position);
    if (status == STATUS_OK)
        status = prepare(solver, position, options);
    if (status != STATUS_OK)
        return status;
    search_init(solver, position, options, side);
    weigh_proofs(solver);
    return STATUS_OK;
}

Status solver_test(Solver *solver, const Position *position, int side, int beta, const SolveOptions *options, Test *test)
{
    Status status = begin_test(solver, position, side, options);
    if (status != STATUS_OK)
        return status;
    int value = root_test(solver->engine, solver->proofs, &solver->search, position, beta);
    *test = (Test){solver->search.nodes, (int16_t)value, solver->search.stopped};
    return STATUS_OK;
}

Status solver_values(Solver *solver, const Position *positions, size_t count, int side, int guess, const SolveOptions *options,
                     int16_t *values, size_t *done)
{
    for (*done = 0; *done < count; ++*done) {
        Status status = begin_test(solver, &positions[*done], side, options);
        if (status != STATUS_OK)
            return status;
        guess = root_value(solver->engine, solver->proofs, &solver->search, &positions[*done], guess);
        if (solver->search.stopped)
            break;
        values[*done] = (int16_t)guess;
    }
    return STATUS_OK;
}
