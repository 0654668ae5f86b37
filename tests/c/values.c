/* The answers of tests/diamonds/data/answers.txt (answers.py there), for the game of PLAYERS and SIDES: all moves and their values, both objectives and max^n,
 * with a large table and hardly any, and with each technique left out; null windows, limits and polls. Larger deals, which have no values
 * there, are valued by the plain search, too. Prints the nodes of all searches: they change only with the search, and have to be those of
 * nodes.txt. */
#include <string.h>

#include "check.h"
#define ENGINE engine_of_the_test
#include "diamonds/engines/generic.h"
#include "diamonds/solver.h"

enum { MOST_GAINS = MAX_PLAYERS + 2 }; /* margin, points, max^n by side */

typedef struct Case {
    Position position;
    uint64_t perft;
    int count; /* 0: nothing is known but the position */
    Move moves[MAX_MOVES];
    int values[MAX_MOVES][MOST_GAINS];
} Case;

const Engine *engine_select(int players, int sides, bool has_thief)
{
    return players == PLAYERS && sides == SIDES && has_thief == THIEF ? &ENGINE : NULL;
}

static FILE *file;

static int number(void)
{
    int value;
    CHECK(fscanf(file, "%d", &value) == 1);
    return value;
}

static uint8_t byte(void) { return (uint8_t)number(); }

static void read_position(Position *p, int players)
{
    *p = (Position){.players = (uint8_t)players, .sides = byte()};
    p->thief = byte();
    p->leader = byte();
    p->tricks_left = byte();
    p->winners = byte();
    p->robber = byte();
    p->award = byte();
    p->trick_count = byte();
    for (int i = 0; i < p->trick_count; i++)
        p->trick[i] = byte();
    for (int seat = 0; seat < players; seat++) {
        unsigned long long hand;
        CHECK(fscanf(file, "%llx", &hand) == 1);
        p->hand[seat] = hand;
        p->showroom[seat] = byte();
        p->vault[seat] = byte();
        for (int suit = 0; suit < SUITS; suit++)
            p->taken[seat][suit] = byte();
    }
}

/* The next case of any game; false at the end. */
static bool read_case(Case *c)
{
    int players;
    if (fscanf(file, "%d", &players) != 1)
        return false;
    read_position(&c->position, players);
    c->perft = (uint64_t)number();
    c->count = number();
    for (int i = 0; i < c->count; i++) {
        c->moves[i].card = byte();
        c->moves[i].actor = byte();
        c->moves[i].victim = byte();
        for (int value = 0; value < 2 + c->position.sides; value++)
            c->values[i][value] = number();
    }
    return true;
}

static Result solved(Solver *solver, const Position *p, SolveOptions options)
{
    static Result result;
    size_t failed_at;
    CHECK(solver_solve(solver, p, 1, &options, &result, &failed_at) == STATUS_OK);
    return result;
}

/* The line is legal, ends the round and brings the points that the result says. */
static void check_line(const Position *p, const Result *r)
{
    Position end = *p;
    for (int i = 0; i < r->line_count; i++) {
        Move moves[MAX_MOVES];
        int count = position_moves(&end, moves), found = 0;
        while (found < count && !move_equals(moves[found], r->line[i]))
            found++;
        CHECK(found < count);
        position_play(&end, r->line[i], NULL);
    }
    CHECK(position_decision(&end) == DECIDE_NOTHING);
    for (int seat = 0; seat < p->players; seat++)
        CHECK(position_points(&end, seat) - position_points(p, seat) == r->points[seat]);
}

/* Every value of the case, by whatever the search does without `off`. Returns the nodes. */
static uint64_t check_values(Solver *solver, const Case *c, unsigned off)
{
    uint64_t nodes = 0;
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++) {
        Result r = solved(solver, &c->position, (SolveOptions){.objective = objective, .techniques_off = off});
        CHECK(r.exact && r.move_count == c->count);
        for (int i = 0; i < c->count; i++) {
            CHECK(move_equals(r.moves[i].move, c->moves[i]));
            CHECK(r.moves[i].exact && r.moves[i].lower == c->values[i][objective] && r.moves[i].upper == r.moves[i].lower);
        }
        check_line(&c->position, &r);
        nodes += r.nodes;
    }
    Result r = solved(solver, &c->position, (SolveOptions){.model = MODEL_MAXN, .techniques_off = off});
    for (int i = 0; i < c->count; i++)
        for (int side = 0; side < SIDES; side++)
            CHECK(r.moves[i].exact && r.moves[i].gains[side] == c->values[i][2 + side]);
    check_line(&c->position, &r);
    return nodes + r.nodes;
}

/* "Is it at least this?" for either side and any limit near the value. */
static void check_tests(Solver *solver, const Case *c)
{
    const Position *p = &c->position;
    Test test;
    for (int side = 0; side < SIDES; side++) {
        int value = -1000;
        for (int beta = -60; beta <= 60; beta += 3) {
            SolveOptions options = {.objective = beta & 1};
            CHECK(solver_test(solver, p, side, beta, &options, &test) == STATUS_OK && !test.stopped);
            if (side != side_of(p, position_to_move(p)))
                continue;
            value = c->values[0][options.objective];
            for (int i = 1; i < c->count; i++)
                value = c->values[i][options.objective] > value ? c->values[i][options.objective] : value;
            CHECK(test.value >= beta ? value >= test.value : value <= test.value);
        }
    }
}

/* Values of several positions, each looked for from the one before; the first guess is far off. */
static void check_values_alone(Solver *solver, const Case *c)
{
    Position positions[2] = {c->position, c->position};
    int16_t values[2];
    size_t done;
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++) {
        SolveOptions options = {.objective = objective};
        int best = c->values[0][objective];
        for (int i = 1; i < c->count; i++)
            best = c->values[i][objective] > best ? c->values[i][objective] : best;
        int side = side_of(&c->position, position_to_move(&c->position));
        CHECK(solver_values(solver, positions, 2, side, 200 * objective - 100, &options, values, &done) == STATUS_OK && done == 2);
        CHECK(values[0] == best && values[1] == best);
        positions[1].tricks_left++;
        CHECK(solver_values(solver, positions, 2, side, best, &options, values, &done) != STATUS_OK && done == 1);
        positions[1] = positions[0];
    }
}

/* Where the points of every move come from, with best play after it: they add up to its value. */
static void check_parts(Solver *solver, const Case *c)
{
    static int16_t parts[MAX_MOVES][PARTS];
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++) {
        Result r = solved(solver, &c->position, (SolveOptions){.objective = objective, .parts = parts, .parts_budget = objective ? 16 : 0});
        CHECK(r.exact && !r.stopped);
        for (int i = 0; i < c->count; i++) {
            int own = 0;
            for (int part = 0; part <= PART_ROBBED; part++)
                own += parts[i][part];
            int value = objective == OBJECTIVE_POINTS ? own : own * (SIDES - 1) - parts[i][PART_OTHERS];
            CHECK(value == r.moves[i].lower);
        }
    }
}

typedef struct Watch {
    uint64_t last;
    int polls, stop_at;
} Watch;

static bool poll(void *context, const Progress *progress)
{
    Watch *watch = context;
    CHECK(progress->nodes >= watch->last && progress->nodes <= watch->last + POLL_INTERVAL);
    watch->last = progress->nodes;
    return ++watch->polls == watch->stop_at;
}

/* A limit of nodes is kept, and what is proven by then is true; a poll is asked often enough and stops the search. */
static void check_limits(Solver *solver, const Position *p, SolveOptions options, const Result *full)
{
    for (uint64_t limit = 1; limit < full->nodes; limit = limit * 3 + 1) {
        solver_clear(solver);
        options.node_limit = limit;
        Result r = solved(solver, p, options);
        CHECK(r.stopped && r.nodes >= limit && r.nodes < limit + MAX_MOVES);
        for (int i = 0; i < r.move_count && options.model == MODEL_PARANOID; i++)
            CHECK(r.moves[i].lower <= full->moves[i].lower && r.moves[i].upper >= full->moves[i].upper);
    }
    for (int stop_at = 0; stop_at < 2; stop_at++) {
        Watch watch = {.stop_at = stop_at};
        options.node_limit = 0;
        options.poll = poll;
        options.context = &watch;
        solver_clear(solver);
        Result r = solved(solver, p, options);
        CHECK(r.stopped == (stop_at && watch.polls == stop_at) && r.nodes - watch.last <= POLL_INTERVAL);
    }
}

/* A deal too large for the exhaustive search in Python. Returns the nodes. */
static uint64_t check_deal(Solver *solver, Solver *plain, const Position *p)
{
    uint64_t nodes = 0;
    for (int model = 0; model < MODEL_COUNT; model++)
        for (int objective = 0; objective < (model == MODEL_PARANOID ? OBJECTIVE_COUNT : 1); objective++) {
            SolveOptions options = {.objective = objective, .model = model};
            Result r, other;
            solver_clear(solver);
            r = solved(solver, p, options);
            options.techniques_off = TECHNIQUE_PROOFS;
            other = solved(plain, p, options);
            options.techniques_off = 0;
            CHECK(r.exact && other.exact && r.move_count == other.move_count);
            for (int i = 0; i < r.move_count; i++) {
                CHECK(r.moves[i].lower == other.moves[i].lower && r.moves[i].upper == other.moves[i].upper);
                CHECK(!memcmp(r.moves[i].gains, other.moves[i].gains, sizeof r.moves[i].gains));
            }
            check_line(p, &r);
            check_limits(solver, p, options, &r);
            nodes += r.nodes;
        }
    return nodes;
}

int main(int argc, char **argv)
{
    static Case c;
    uint64_t warm = 0, tiny = 0, deals = 0, without = 0;
    file = argc == 2 ? fopen(argv[1], "r") : NULL;
    CHECK(file);
    Solver *solver = solver_new(1 << 22, false), *small = solver_new(0, false), *other = solver_new(1 << 22, false);
    Solver *lines = solver_new(1 << 22, false);
    CHECK(solver && small && other);
    while (read_case(&c)) {
        if (c.position.players != PLAYERS || c.position.sides != SIDES || c.position.thief)
            continue;
        CHECK(position_check(&c.position) == STATUS_OK);
        if (!c.count) {
            deals += check_deal(solver, other, &c.position);
            tiny += check_deal(small, other, &c.position);
            continue;
        }
        CHECK(solver_perft(&c.position, 3, NULL, NULL) == c.perft);
        warm += check_values(solver, &c, 0);
        tiny += check_values(small, &c, 0);
        for (unsigned technique = 1; technique < TECHNIQUE_ALL; technique *= 2)
            without += check_values(other, &c, technique);
        check_tests(solver, &c);
        check_values_alone(other, &c);
        check_parts(lines, &c);
    }
    fclose(file);
    solver_free(solver);
    solver_free(small);
    solver_free(other);
    solver_free(lines);
    printf("%d-%d: %llu %llu %llu %llu\n", PLAYERS, SIDES, (unsigned long long)warm, (unsigned long long)tiny, (unsigned long long)deals,
           (unsigned long long)without);
    return 0;
}
