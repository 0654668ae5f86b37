/* The witness of the search, for the game of PLAYERS and SIDES: right proofs pass, and errors that are planted on purpose stop the program at
 * the proof that has them. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "diamonds/proofs/shared.h"
#include "diamonds/partition/witness.h"

static bool check_planted(const Context *ctx, const State *s, Proof *proof, int value, bool at_least);
#define witness_check check_planted
#define ENGINE engine_of_the_test
#include "diamonds/engines/generic.h"
#undef witness_check
#include "diamonds/solver.h"

const Engine *engine_select(int players, int sides, bool has_thief)
{
    return players == PLAYERS && sides == SIDES && has_thief == THIEF ? &ENGINE : NULL;
}

enum { TRICKS = PLAYERS == 2 ? 4 : 3, POSITIONS = 60, LEAST_TESTED = POSITIONS };

typedef enum Planted { NO_ERROR, TOO_STRONG, NO_RANKS, NO_COMPONENTS, ERRORS } Planted;

static Planted planted;
static int tested;

static bool check_planted(const Context *ctx, const State *s, Proof *proof, int value, bool at_least)
{
    if (planted == TOO_STRONG)
        value += at_least ? 1 : -1;
    if (planted == NO_RANKS)
        proof->ranks = 0;
    if (planted == NO_COMPONENTS) {
        proof->lo = lanes_all(-LANE_FREE);
        proof->hi = lanes_all(LANE_FREE);
    }
    bool is_tested = witness_check(ctx, s, proof, value, at_least);
    tested += is_tested;
    return is_tested;
}

static Position random_position(uint64_t *random)
{
    Position p = {.players = PLAYERS, .sides = SIDES, .tricks_left = TRICKS, .robber = NOBODY};
    int size = TRICKS * (PLAYERS == 2 ? 2 : 1);
    for (Cards dealt = 0; bits_count(dealt) < size * PLAYERS;) {
        Cards card = card_set((int)(next_random(random) >> 33 & 63)) & ALL_CARDS & ~dealt;
        p.hand[bits_count(dealt) % PLAYERS] |= card;
        dealt |= card;
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        p.showroom[seat] = (uint16_t)(next_random(random) >> 33) % 3;
    p.leader = (uint8_t)((next_random(random) >> 33) % PLAYERS);
    return p;
}

static void solve_all(void)
{
    uint64_t random = 7;
    Solver *solver = solver_new(1 << 22, false);
    CHECK(solver);
    for (int i = 0; i < POSITIONS; i++) {
        Position position = random_position(&random);
        SolveOptions options = {.objective = i % 2 ? OBJECTIVE_POINTS : OBJECTIVE_MARGIN};
        static Result result;
        size_t failed_at;
        CHECK(solver_solve(solver, &position, 1, &options, &result, &failed_at) == STATUS_OK && result.exact);
    }
    solver_free(solver);
}

/* Whether a program with the error stops, and says why. */
static void check_stops(Planted error)
{
    int ends[2];
    CHECK(!pipe(ends));
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        planted = error;
        solve_all();
        _exit(0);
    }
    close(ends[1]);
    char said[4096] = "";
    FILE *file = fdopen(ends[0], "r");
    CHECK(file);
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(strstr(said, "a proof contradicts the plain search: at ") && strstr(said, "\nconditions: ranks ") && strstr(said, "\nwrong of: "));
}

int main(void)
{
    solve_all();
    CHECK(tested > LEAST_TESTED);
    for (Planted error = TOO_STRONG; error < ERRORS; error++)
        check_stops(error);
    return 0;
}
