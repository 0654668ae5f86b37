/* Random sequences of calls on solvers of Diamonds, against fresh solvers; what fails is shrunk to a short trace that replays. As mobical of
 * CaDiCaL does it.
 *
 *     calls SECONDS SEED FILE    programs until the time is over; the first failure, shrunk, goes to FILE (exit code 1)
 *     calls replay FILE          runs a trace in this process, for a debugger
 *     calls planted FILE         an error planted on purpose has to be found, shrunk to four calls, and to fail again from FILE
 *
 * A call is a line of seven numbers: what to do, with which of the solvers, and with what. Calls on a solver that is not there do nothing,
 * so every part of a program is one, too. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "diamonds/search/engine.h"
#include "diamonds/solver.h"

#undef CHECK
#define CHECK(condition)                                                                                                                   \
    do {                                                                                                                                   \
        if (!(condition)) {                                                                                                                \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                                        \
            abort();                                                                                                                       \
        }                                                                                                                                  \
    } while (0)

/* Of the engines three are enough; the others are here, and play no game. */
const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
const Engine engine_generic_4, engine_generic_5, engine_generic_6, engine_generic_6t;
const Engine engine_v3_thief_2, engine_v3_thief_3, engine_v3_thief_4, engine_v3_thief_4t, engine_v3_thief_5, engine_v3_thief_6,
    engine_v3_thief_6t;
const Engine engine_generic_thief_4, engine_generic_thief_5, engine_generic_thief_6, engine_generic_thief_6t;

enum { SOLVERS = 3, MOST_CALLS = 40, BATCH = 3, PATIENCE = 60, SHRUNK_PLANTED = 4 };

typedef enum Kind { MAKE, PARTNER, FREE, CLEAR, SOLVE, SOLVE_BATCH, TEST, VALUES, TOGETHER, STOP, BAD_OPTIONS, KINDS_OF_CALLS } Kind;

typedef struct Call {
    unsigned kind, solver, position, objective, model, limit, extra;
} Call;

typedef struct Program {
    int count;
    Call calls[MOST_CALLS];
} Program;

/* --- what a call works on --- */

static Position position_of(unsigned number)
{
    static const uint8_t games[][2] = {{2, 2}, {3, 3}, {4, 2}};
    uint64_t random = number * UINT64_C(0x9E3779B97F4A7C15) + 1;
    const uint8_t *game = games[number % 3];
    int tricks = 1 + (int)(number / 3 % 4), size = game[0] == 2 ? 2 * tricks : tricks;
    Position p = {.players = game[0], .sides = game[1], .tricks_left = (uint8_t)tricks, .robber = NOBODY};
    for (Cards dealt = 0; bits_count(dealt) < size * p.players;) {
        Cards card = card_set((int)(next_random(&random) >> 33 & 63)) & ALL_CARDS & ~dealt;
        p.hand[bits_count(dealt) % p.players] |= card;
        dealt |= card;
    }
    for (int seat = 0; seat < p.players; seat++)
        p.showroom[seat] = (uint16_t)(next_random(&random) >> 33) % 4;
    Move moves[MAX_MOVES];
    for (int plays = (int)(next_random(&random) >> 33) % (2 * p.players); plays > 0; plays--) {
        int count = position_moves(&p, moves);
        Position after = p;
        position_play(&after, moves[(next_random(&random) >> 33) % (unsigned)count], NULL);
        if (position_decision(&after) == DECIDE_NOTHING)
            break;
        p = after;
    }
    return p;
}

/* A position that is refused. */
static Position bad_position(unsigned number)
{
    Position p = position_of(number);
    p.tricks_left++;
    return p;
}

static SolveOptions options_of(const Call *c)
{
    static const unsigned off[] = {0, 0, 0, TECHNIQUE_PROOFS, TECHNIQUE_TABLE, TECHNIQUE_BUDGETS, TECHNIQUE_SIBLINGS, TECHNIQUE_POOL};
    return (SolveOptions){.objective = c->objective, .model = c->model, .techniques_off = off[c->extra % 8], .best_only = c->extra / 8 % 2};
}

/* What a fresh solver says, without limits. */
static Result right_answer(const Position *p, SolveOptions options)
{
    Result result;
    size_t failed_at;
    Solver *fresh = solver_new(1 << 20, false);
    CHECK(fresh);
    options.node_limit = 0;
    options.poll = NULL;
    options.techniques_off = 0;
    options.best_only = false;
    CHECK(solver_solve(fresh, p, 1, &options, &result, &failed_at) == STATUS_OK && result.exact);
    solver_free(fresh);
    return result;
}

/* What is said is true, and all of it where nothing stopped the search. */
static void check_result(const Position *p, const SolveOptions *options, const Result *r)
{
    Result right = right_answer(p, *options);
    CHECK(r->stopped || r->exact);
    CHECK(r->move_count == right.move_count && r->scale == right.scale && r->decision == right.decision);
    if (options->model == MODEL_PARANOID)
        CHECK(r->lower <= right.lower && r->upper >= right.upper && (!r->exact || r->lower == right.lower));
    else if (r->exact)
        CHECK(!memcmp(r->gains, right.gains, sizeof r->gains));
    for (int i = 0; i < r->move_count; i++) {
        const MoveResult *move = &r->moves[i], *wanted = &right.moves[i];
        CHECK(move_equals(move->move, wanted->move));
        CHECK(r->stopped || options->best_only || move->exact);
        if (options->model == MODEL_PARANOID)
            CHECK(move->lower <= wanted->lower && move->upper >= wanted->upper);
        else if (move->exact)
            CHECK(!memcmp(move->gains, wanted->gains, sizeof move->gains));
    }
}

/* --- the calls --- */

typedef struct Run {
    Solver *solvers[SOLVERS];
    bool is_shared[SOLVERS], is_partner[SOLVERS];
    int planted; /* how far the planted error has come; -1: there is none */
} Run;

static bool stops_at(void *context, const Progress *progress)
{
    (void)progress;
    return --*(int *)context <= 0;
}

static bool is_told(void *context, const Progress *progress)
{
    (void)progress;
    return atomic_load((atomic_bool *)context);
}

typedef struct Task {
    Solver *solver;
    const Position *position;
    SolveOptions options;
    Result result;
    Status status;
    atomic_bool *tell; /* set at the end, so that the other one stops */
} Task;

static void *work(void *task)
{
    Task *t = task;
    size_t failed_at;
    t->status = solver_solve(t->solver, t->position, 1, &t->options, &t->result, &failed_at);
    if (t->tell)
        atomic_store(t->tell, true);
    return NULL;
}

/* The first solver, and with a partner both at once; who ends first stops the other. */
static void solve_together(Run *run, const Call *c, const Position *p)
{
    atomic_bool is_over = false;
    SolveOptions options = options_of(c);
    options.model = MODEL_PARANOID;
    options.techniques_off = 0;
    options.poll = is_told;
    options.context = &is_over;
    if (!run->solvers[0] || !run->is_shared[0])
        return;
    Status status = solver_ready(run->solvers[0], p, &options);
    CHECK(status == STATUS_OK);
    Task tasks[SOLVERS];
    pthread_t threads[SOLVERS];
    int count = 0;
    for (int i = 0; i < SOLVERS; i++)
        if (run->solvers[i] && (i == 0 || run->is_partner[i])) {
            tasks[count] = (Task){.solver = run->solvers[i], .position = p, .options = options, .tell = &is_over};
            CHECK(!pthread_create(&threads[count], NULL, work, &tasks[count]));
            count++;
        }
    bool is_solved = false;
    for (int i = 0; i < count; i++) {
        CHECK(!pthread_join(threads[i], NULL) && tasks[i].status == STATUS_OK);
        is_solved |= tasks[i].result.exact;
        check_result(p, &options, &tasks[i].result);
    }
    CHECK(is_solved);
}

/* Another thread says stop, at once or a little later. */
static void stop_from_outside(Solver *solver, const Call *c, const Position *p)
{
    atomic_bool is_over = false;
    Task task = {.solver = solver, .position = p, .options = options_of(c)};
    task.options.poll = is_told;
    task.options.context = &is_over;
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, work, &task));
    for (volatile unsigned wait = c->limit * 64; wait; wait--)
        ;
    atomic_store(&is_over, true);
    CHECK(!pthread_join(thread, NULL) && task.status == STATUS_OK);
    check_result(p, &task.options, &task.result);
}

static void solve_batch(Solver *solver, const Call *c)
{
    Position positions[BATCH];
    Result results[BATCH];
    size_t failed_at, bad = c->extra % (BATCH + 1);
    SolveOptions options = options_of(c);
    options.node_limit = c->limit;
    for (size_t i = 0; i < BATCH; i++)
        positions[i] = i == bad ? bad_position(c->position) : position_of(c->position + 3 * (unsigned)i);
    Status status = solver_solve(solver, positions, BATCH, &options, results, &failed_at);
    CHECK((status == STATUS_OK) == (bad == BATCH) && (status == STATUS_OK || failed_at == bad));
    for (size_t i = 0; i < BATCH && i < bad; i++)
        check_result(&positions[i], &options, &results[i]);
}

/* The value for a side, by a fresh solver. */
static int right_value(const Position *p, int side, const SolveOptions *options)
{
    int16_t value;
    size_t done;
    SolveOptions alone = {.objective = options->objective};
    Solver *fresh = solver_new(1 << 20, false);
    CHECK(fresh && solver_values(fresh, p, 1, side, 0, &alone, &value, &done) == STATUS_OK && done == 1);
    solver_free(fresh);
    return value;
}

static void test_value(Solver *solver, const Call *c, const Position *p)
{
    Test test;
    int side = (int)(c->extra % p->sides), beta = (int)(c->limit % 61) - 30;
    SolveOptions options = options_of(c);
    options.model = MODEL_PARANOID;
    CHECK(solver_test(solver, p, side, beta, &options, &test) == STATUS_OK && !test.stopped);
    int right = right_value(p, side, &options);
    CHECK(test.value >= beta ? right >= test.value : right <= test.value);
}

static void find_values(Solver *solver, const Call *c)
{
    Position positions[BATCH];
    int16_t values[BATCH];
    size_t done;
    for (size_t i = 0; i < BATCH; i++)
        positions[i] = position_of(c->position + 3 * (unsigned)i);
    int side = (int)(c->extra % positions[0].sides);
    SolveOptions options = options_of(c);
    options.model = MODEL_PARANOID;
    CHECK(solver_values(solver, positions, BATCH, side, (int)(c->limit % 200) - 100, &options, values, &done) == STATUS_OK && done == BATCH);
    for (size_t i = 0; i < BATCH; i++)
        CHECK(values[i] == right_value(&positions[i], side, &options));
}

static void use_bad_options(Solver *solver, const Call *c, const Position *p)
{
    Result result;
    Test test;
    size_t failed_at;
    SolveOptions options = {.objective = OBJECTIVE_COUNT + c->extra % 3, .model = c->model};
    CHECK(solver_solve(solver, p, 1, &options, &result, &failed_at) == STATUS_BAD_OPTIONS);
    options = (SolveOptions){.model = MODEL_COUNT};
    CHECK(solver_solve(solver, p, 1, &options, &result, &failed_at) == STATUS_BAD_OPTIONS);
    options.model = MODEL_MAXN;
    CHECK(solver_test(solver, p, 0, 0, &options, &test) == STATUS_BAD_OPTIONS);
    options.model = MODEL_PARANOID;
    CHECK(solver_test(solver, p, p->sides, 0, &options, &test) == STATUS_BAD_OPTIONS);
}

/* Frees a solver, and before the first one those that use its table. */
static void free_solver(Run *run, unsigned i)
{
    for (unsigned other = 1; i == 0 && other < SOLVERS; other++)
        if (run->is_partner[other])
            free_solver(run, other);
    solver_free(run->solvers[i]);
    run->solvers[i] = NULL;
    run->is_shared[i] = run->is_partner[i] = false;
}

static void solve_one(Solver *solver, const Call *c, const Position *p)
{
    Result result;
    size_t failed_at;
    int polls = 1 + (int)(c->extra / 16 % 3);
    SolveOptions options = options_of(c);
    options.node_limit = c->limit;
    if (c->extra / 64 % 2) {
        options.poll = stops_at;
        options.context = &polls;
    }
    CHECK(solver_solve(solver, p, 1, &options, &result, &failed_at) == STATUS_OK);
    check_result(p, &options, &result);
}

/* The error that is planted: max^n, then clear, then a test, all of solver 1. */
static void look_at_planted(Run *run, const Call *c)
{
    if (run->planted < 0 || c->solver != 1 || !run->solvers[1] || run->is_partner[1])
        return;
    const bool steps[] = {c->kind == SOLVE && c->model == MODEL_MAXN, c->kind == CLEAR, c->kind == TEST};
    run->planted += steps[run->planted];
    CHECK(run->planted < 3);
}

static void run_call(Run *run, const Call *c)
{
    static const size_t memory[] = {0, 1 << 12, 1 << 16, 1 << 20, 1 << 22};
    Position p = position_of(c->position);
    Solver *solver = run->solvers[c->solver];
    look_at_planted(run, c);
    if (c->kind == MAKE || c->kind == PARTNER) {
        bool is_partner = c->kind == PARTNER && c->solver;
        free_solver(run, c->solver);
        if (c->kind == PARTNER && !(is_partner && run->is_shared[0]))
            return;
        run->solvers[c->solver] = is_partner ? solver_new_partner(run->solvers[0]) : solver_new(memory[c->limit % 5], c->extra % 2);
        CHECK(run->solvers[c->solver]);
        run->is_partner[c->solver] = is_partner;
        run->is_shared[c->solver] = !is_partner && c->extra % 2;
        return;
    }
    if (!solver || (run->is_partner[c->solver] && c->kind != FREE))
        return; /* partners work together with the first solver only */
    switch ((Kind)c->kind) {
    case FREE:
        free_solver(run, c->solver);
        break;
    case CLEAR:
        solver_clear(solver);
        break;
    case SOLVE:
        solve_one(solver, c, &p);
        break;
    case SOLVE_BATCH:
        solve_batch(solver, c);
        break;
    case TEST:
        test_value(solver, c, &p);
        break;
    case VALUES:
        find_values(solver, c);
        break;
    case TOGETHER:
        solve_together(run, c, &p);
        break;
    case STOP:
        stop_from_outside(solver, c, &p);
        break;
    default:
        use_bad_options(solver, c, &p);
    }
}

static void run_program(const Program *program, bool is_planted)
{
    Run run = {.planted = is_planted ? 0 : -1};
    for (int i = 0; i < program->count; i++)
        run_call(&run, &program->calls[i]);
    for (unsigned i = 0; i < SOLVERS; i++)
        free_solver(&run, i);
}

/* --- programs --- */

static unsigned below(uint64_t *random, unsigned end) { return (unsigned)(next_random(random) >> 33) % end; }

static Program random_program(uint64_t *random)
{
    static const unsigned limits[] = {0, 0, 0, 1, 50, 400, 3000};
    Program program = {.count = 2 + (int)below(random, MOST_CALLS - 1)};
    unsigned few = below(random, 100000); /* positions come again */
    for (int i = 0; i < program.count; i++)
        program.calls[i] = (Call){i < SOLVERS ? MAKE : below(random, KINDS_OF_CALLS),
                                  i < SOLVERS ? (unsigned)i : below(random, SOLVERS),
                                  few + below(random, 12),
                                  below(random, OBJECTIVE_COUNT),
                                  below(random, MODEL_COUNT),
                                  below(random, 3) ? limits[below(random, 7)] : below(random, 1000),
                                  below(random, 128)};
    return program;
}

/* Whether the program fails, in a process of its own, or does not end. */
static bool fails(const Program *program, bool is_planted, bool is_loud)
{
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (!child) {
        if (!is_loud)
            CHECK(freopen("/dev/null", "w", stderr));
        alarm(PATIENCE);
        run_program(program, is_planted);
        exit(0); /* looks for leaks, too */
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    return status != 0;
}

/* Leaves out all calls that the failure does not need: halves, quarters, ... (Zeller's ddmin), then makes numbers 0. */
static Program shrunk(Program program, bool is_planted)
{
    for (int size = program.count / 2; size; size = size > 1 ? size / 2 : 0)
        for (int first = 0; first < program.count;) {
            Program less = program;
            int gone = first + size < program.count ? size : program.count - first;
            memmove(&less.calls[first], &less.calls[first + gone], (size_t)(less.count - first - gone) * sizeof *less.calls);
            less.count -= gone;
            if (fails(&less, is_planted, false))
                program = less;
            else
                first += size;
        }
    for (int i = 0; i < program.count; i++)
        for (unsigned *number = &program.calls[i].position; number <= &program.calls[i].extra; number++) {
            Program simpler = program;
            *(unsigned *)((char *)&simpler + ((char *)number - (char *)&program)) = 0;
            if (*number && fails(&simpler, is_planted, false))
                program = simpler;
        }
    return program;
}

static void write_trace(const Program *program, const char *path)
{
    FILE *file = fopen(path, "w");
    CHECK(file);
    for (int i = 0; i < program->count; i++) {
        const Call *c = &program->calls[i];
        fprintf(file, "%u %u %u %u %u %u %u\n", c->kind, c->solver, c->position, c->objective, c->model, c->limit, c->extra);
    }
    CHECK(!fclose(file));
}

static Program read_trace(const char *path)
{
    FILE *file = fopen(path, "r");
    CHECK(file);
    Program program = {0};
    for (Call c; fscanf(file, "%u %u %u %u %u %u %u", &c.kind, &c.solver, &c.position, &c.objective, &c.model, &c.limit, &c.extra) == 7;) {
        CHECK(program.count < MOST_CALLS && c.kind < KINDS_OF_CALLS && c.solver < SOLVERS && c.objective < OBJECTIVE_COUNT &&
              c.model < MODEL_COUNT);
        program.calls[program.count++] = c;
    }
    fclose(file);
    return program;
}

static int find_planted(const char *path)
{
    uint64_t random = 1;
    Program program = random_program(&random);
    while (!fails(&program, true, false))
        program = random_program(&random);
    program = shrunk(program, true);
    write_trace(&program, path);
    program = read_trace(path);
    CHECK(program.count == SHRUNK_PLANTED && fails(&program, true, false) && !fails(&program, false, false));
    return 0;
}

int main(int count, char **arguments)
{
    if (count == 3 && !strcmp(arguments[1], "replay")) {
        Program program = read_trace(arguments[2]);
        run_program(&program, false);
        return 0;
    }
    if (count == 3 && !strcmp(arguments[1], "planted"))
        return find_planted(arguments[2]);
    CHECK(count == 4);
    uint64_t random = strtoull(arguments[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    time_t end = time(NULL) + atoi(arguments[1]);
    int programs = 0;
    for (; time(NULL) < end; programs++) {
        Program program = random_program(&random);
        if (!fails(&program, false, false))
            continue;
        program = shrunk(program, false);
        write_trace(&program, arguments[3]);
        fails(&program, false, true);
        fprintf(stderr, "program %d fails; shrunk to %d calls: %s\n", programs, program.count, arguments[3]);
        return 1;
    }
    printf("%d programs\n", programs);
    return 0;
}
