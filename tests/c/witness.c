/* What debug builds have beside the search, for the game of PLAYERS and SIDES. The witness: right proofs pass, and errors that are planted on
 * purpose stop the program at the proof that has them. The log: every question has its answer, and nodes are the same without it. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "diamonds/proofs/shared.h"
#include "diamonds/partition/debug.h"

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

enum { TRICKS = PLAYERS == 2 ? 4 : 3, POSITIONS = 60, LEAST_TESTED = POSITIONS, LOGGED = 6, LEAST_ANSWERS = 200 };

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

/* Returns the nodes. */
static uint64_t solve(int positions)
{
    uint64_t random = 7, nodes = 0;
    Solver *solver = solver_new(1 << 22, false);
    CHECK(solver);
    for (int i = 0; i < positions; i++) {
        Position position = random_position(&random);
        SolveOptions options = {.objective = i % 2 ? OBJECTIVE_POINTS : OBJECTIVE_MARGIN};
        static Result result;
        size_t failed_at;
        CHECK(solver_solve(solver, &position, 1, &options, &result, &failed_at) == STATUS_OK && result.exact);
        nodes += result.nodes;
    }
    solver_free(solver);
    return nodes;
}

/* A program that solves positions with the error; *said gets what it says. */
static pid_t start(Planted error, int positions, FILE **said)
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
        fprintf(stderr, "%llu\n", (unsigned long long)solve(positions));
        _exit(0);
    }
    close(ends[1]);
    *said = fdopen(ends[0], "r");
    CHECK(*said);
    return child;
}

/* Whether a program with the error stops, and says why. */
static void check_stops(Planted error)
{
    FILE *file;
    pid_t child = start(error, POSITIONS, &file);
    char said[4096] = "";
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(strstr(said, "a proof contradicts the plain search: at ") && strstr(said, "\nconditions: ranks ") && strstr(said, "\nwrong of: "));
}

/* Answers close the questions in turn, at the same depth, and say what was asked. At depth 1 there is no card within a question. */
static void check_log(const char *cards)
{
    struct {
        int depth, beta;
    } open[99];
    char line[200];
    int count = 0, answers = 0, deepest = 0;
    unsigned long long nodes = solve(LOGGED), said = 0;
    FILE *file;
    CHECK(!setenv("DIAMONDS_LOG", cards, 1));
    pid_t child = start(NO_ERROR, LOGGED, &file);
    CHECK(!unsetenv("DIAMONDS_LOG"));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llu", &said) == 1 && line[0] != ' ')
            break;
        CHECK(strlen(line) > 12);
        const char *text = line + 12, *beta = strchr(text, ':');
        int depth = (int)strspn(text, " "), value, is_least = !strncmp(text + depth, "at least ", 9);
        deepest = depth > deepest ? depth : deepest;
        if (beta && strstr(beta, " or more?")) {
            CHECK(count < 99 && sscanf(beta, ": %d", &open[count].beta) == 1);
            open[count++].depth = depth;
        } else if (!strncmp(text + depth, "no answer", 9)) {
            CHECK(count-- && open[count].depth == depth);
        } else if ((is_least || !strncmp(text + depth, "at most ", 8)) && !strstr(text, "the round is over")) {
            CHECK(count-- && open[count].depth == depth && sscanf(text + depth, "at %*s %d", &value) == 1);
            CHECK((value >= open[count].beta) == is_least);
            answers++;
        }
    }
    CHECK(!fclose(file) && waitpid(child, NULL, 0) == child);
    CHECK(!count && nodes == said);
    CHECK(answers > (deepest ? LEAST_ANSWERS : 0) && !deepest == !strcmp(cards, "1"));
}

int main(void)
{
    solve(POSITIONS);
    CHECK(tested > LEAST_TESTED);
    for (Planted error = TOO_STRONG; error < ERRORS; error++)
        check_stops(error);
    check_log("1");
    check_log("99");
    return 0;
}
