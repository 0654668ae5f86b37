/* The solver's public face: exact values of Diamonds positions with all cards open.
 *
 *     Solver *solver = solver_new(256 << 20, false);
 *     SolveOptions options = {0};
 *     Result result;
 *     Status status = solver_solve(solver, &position, 1, &options, &result);
 *     solver_free(solver);
 *
 * Values are points gained from the position to the end of the round, awards and bonuses included, seen from the side that decides in the
 * position (docs/explanation/values.md). Model paranoid: all other sides act as one opponent. Model max^n: every side maximises its own points.
 * Values do not depend on the table's size, nor on what was solved before. A Solver belongs to one thread at a time; several may run side by side.
 */
#ifndef DIAMONDS_SOLVER_H
#define DIAMONDS_SOLVER_H

#include <stddef.h>

#include "common/status.h"
#include "diamonds/partition/orderweights.h"
#include "diamonds/rules/position.h"
#include "diamonds/rules/score.h"

enum { MAX_LINE = 96 };

typedef enum Model { MODEL_PARANOID, MODEL_MAXN, MODEL_COUNT } Model;

/* Parts of the search that a build with switches (DIAMONDS_SWITCHES) can leave out, to measure what they give and to check that they change
 * no value. */
typedef enum Technique {
    TECHNIQUE_TABLE = 1,       /* tables, of proofs and of positions */
    TECHNIQUE_BOUNDS = 2,      /* static bounds at trick starts of the partition search */
    TECHNIQUE_EQUAL_CARDS = 4, /* one of several equal cards stands for all */
    TECHNIQUE_ORDER = 8,       /* move ordering */
    TECHNIQUE_PROOFS = 16,     /* partition search, and what of it max^n has; without it the plain searches of plain/ and maxn/ run */
    TECHNIQUE_SIBLINGS = 32,   /* a result that covers other cards or victims is not searched again */
    TECHNIQUE_POOL = 64,       /* the pooled game first, with one player against many */
    TECHNIQUE_BOXES = 128,     /* max^n: what the table knows serves other showrooms */
    TECHNIQUE_RATIONS = 256,   /* a coalition's moves that take long are put off until the others were tried */
    TECHNIQUE_OPEN_TRICKS = 512 /* ranks that decided a trick are no condition where its winner does not matter */
} Technique;

/* What a running search has proved so far. */
typedef struct Progress {
    uint64_t nodes;
    int lower, upper; /* of the position's value, times its scale; 0, 0 with max^n */
    Move best;
} Progress;

/* Called every few thousand nodes; returning true stops the search. */
typedef bool (*SolverPoll)(void *context, const Progress *progress);

/* Zero is the default of every field. */
typedef struct SolveOptions {
    Objective objective;
    Model model;
    bool best_only;          /* prove the best value and one best move only */
    uint64_t node_limit;     /* stop after so many nodes a position; 0: never */
    unsigned techniques_off; /* Technique flags; ignored in a build without switches */
    const int16_t *order;    /* ORDER_COLUMNS times ORDER_WEIGHTS weights of the move order; NULL: the fitted ones. Ignored likewise */
    SolverPoll poll;
    void *poll_context;
} SolveOptions;

/* One legal move: lower <= value * scale <= upper, or with max^n the gains of every side. */
typedef struct MoveResult {
    Move move;
    uint8_t exact; /* paranoid: lower == upper; max^n: gains are there */
    int16_t lower, upper;
    int16_t gains[MAX_PLAYERS];
} MoveResult;

/* What solver_solve finds out. Not exact: a limit was met or the search was stopped; all bounds given are proven. */
typedef struct Result {
    uint64_t nodes;
    int16_t lower, upper;        /* lower <= value * scale <= upper */
    int16_t gains[MAX_PLAYERS];  /* max^n: points gained by each side */
    int16_t points[MAX_PLAYERS]; /* points gained by each seat along the line */
    uint8_t scale;               /* bounds are to be divided by this */
    uint8_t decision;            /* Decision */
    uint8_t to_move;
    uint8_t exact;   /* the position's value is known */
    uint8_t stopped; /* a limit was met or the poll said stop */
    uint8_t move_count;
    uint8_t line_count;          /* moves in `line`; 0 when the search was stopped before it was known */
    uint8_t best;                /* index of a best move, or of the best so far */
    MoveResult moves[MAX_MOVES]; /* every legal move, in the order of position_moves */
    Move line[MAX_LINE];         /* best play to the end of the round */
} Result;

typedef struct Solver Solver;

/* A solver whose table takes at most `memory` bytes; has_partners: several threads are to share it. NULL when memory is short. */
Solver *solver_new(size_t memory, bool has_partners);

/* A solver that uses the table of `first`, which has to live longer and to be made with has_partners. Several threads find the paranoid
 * value of one position together like this:
 *
 *     solver_ready(first, &position, &options);                 then at the same time, in a thread each:
 *     solver_solve(first, &position, 1, &options, &result);
 *     solver_solve(partner, &position, 1, &options, &other);    whoever ends first tells the others to stop, by their polls
 *
 * NULL when memory is short. */
Solver *solver_new_partner(Solver *first);

/* Gets the shared table ready for a question; not while any thread is at work. Needed before each one: proofs for another objective would
 * be taken for answers. */
Status solver_ready(Solver *first, const Position *position, const SolveOptions *options);

/* Frees; NULL is fine. */
void solver_free(Solver *solver);

/* Forgets what was learned; values stay the same, node counts become those of a cold start. */
void solver_clear(Solver *solver);

/* Solves `count` positions. Fails at the first bad position, whose index is then in results[0].nodes. */
Status solver_solve(Solver *solver, const Position *positions, size_t count, const SolveOptions *options, Result *results);

/* Number of sequences of `depth` moves from a position that position_check accepts, shorter ones where the round ends before; UINT64_MAX
 * where it is that or more. When the poll (which may be NULL) says stop, the number means nothing. */
uint64_t solver_perft(const Position *position, int depth, SolverPoll poll, void *poll_context);

/* The instruction set in use: "x86-64-v3" or "generic". */
const char *solver_instructions(void);

/* 1 when built with DIAMONDS_DEBUG: assertions, and first rations and efforts so small that tests come to more. */
int solver_is_debug(void);

/* 1 when built with DIAMONDS_SWITCHES: techniques_off and order are at work. */
int solver_has_switches(void);

#endif
