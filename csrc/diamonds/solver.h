/* The solver's public face: exact values of Diamonds positions with all cards open.
 *
 *     Solver *solver = solver_new(256 << 20, false);
 *     SolveOptions options = {0};
 *     Result result;
 *     size_t failed_at;
 *     Status status = solver_solve(solver, &position, 1, &options, &result, &failed_at);
 *     solver_free(solver);
 *
 * Values are points gained from the position to the end of the round, awards and bonuses included, seen from the side that decides in the
 * position (docs/explanation/values.md). Model paranoid: all other sides act as one opponent. Model max^n: every side maximises its own
 * points. Values do not depend on the table's size, nor on what was solved before. A Solver belongs to one thread at a time; several may
 * run side by side.
 */
#ifndef DIAMONDS_SOLVER_H
#define DIAMONDS_SOLVER_H

#include <stddef.h>

#include "diamonds/rules/status.h"
#include "diamonds/partition/orderweights.h"
#include "diamonds/search/question.h"

typedef struct Solver Solver;

/* A solver whose table takes at most `memory` bytes; shares_table: several threads are to share it. NULL when memory is short. */
Solver *solver_new(size_t memory, bool shares_table);

/* The limit of the table in bytes: that of solver_new, or less once the system has refused the address space for it. */
size_t solver_memory(const Solver *solver);

/* A solver that uses the table of `first`, which has to live longer and to be made with shares_table. Several threads find the paranoid
 * value of one position together like this:
 *
 *     solver_ready(first, &position, &options);
 *
 * and then at the same time, in a thread each, with results of their own; whoever ends first tells the others to stop, by their polls:
 *
 *     solver_solve(first, &position, 1, &options, &result, &failed_at);
 *     solver_solve(partner, &position, 1, &options, &result, &failed_at);
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

/* Solves `count` positions. Fails at the first bad position, whose index is then in *failed_at. */
Status solver_solve(Solver *solver, const Position *positions, size_t count, const SolveOptions *options, Result *results,
                    size_t *failed_at);

/* One question about the value that a position has for `side`, whoever decides there: a value >= beta means that it is at least that, another
 * one that it is at most that; both are times the scale of values. Model paranoid. */
Status solver_test(Solver *solver, const Position *position, int side, int beta, const SolveOptions *options, Test *test);

/* The values that `count` positions have for `side`, times the scale; model paranoid. Each is looked for from the value of the one before
 * it on, the first from `guess`: fast where they are alike. Gives in *done how many values are known: fewer when a limit was met or the poll
 * said stop, and where a position is bad. */
Status solver_values(Solver *solver, const Position *positions, size_t count, int side, int guess, const SolveOptions *options,
                     int16_t *values, size_t *done);

/* Number of sequences of `depth` moves from a position that position_check accepts, shorter ones where the round ends before; UINT64_MAX
 * where it is that or more. When the poll (which may be NULL) says stop, the number means nothing. */
uint64_t solver_perft(const Position *position, int depth, SolverPoll poll, void *poll_context);

/* The instruction set in use: "x86-64-v3" or "generic". */
const char *solver_instructions(void);

/* 1 when built with DIAMONDS_DEBUG: assertions, and first node budgets so small that tests come to more. */
int solver_is_debug(void);

/* 1 when built with DIAMONDS_SWITCHES: techniques_off and order are at work. */
int solver_has_switches(void);

/* Structs and numbers of this header for callers that write them down themselves: each struct's fields and, with an empty name, its end. */
typedef struct StructField {
    const char *of, *name; /* NULL: no more */
    size_t offset, size;
} StructField;

typedef struct SolverConstant {
    const char *name; /* NULL: no more */
    int value;
} SolverConstant;

#define STRUCT_FIELD(of, name) {#of, #name, offsetof(of, name), sizeof((of *)0)->name}
#define STRUCT_END(of) {#of, "", sizeof(of), 0}

extern const StructField solver_fields[];
extern const SolverConstant solver_constants[];

#endif
