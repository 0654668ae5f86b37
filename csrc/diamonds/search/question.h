/* What is asked of the solver, and what it answers. */
#ifndef DIAMONDS_SEARCH_QUESTION_H
#define DIAMONDS_SEARCH_QUESTION_H

#include <stdbool.h>
#include <stdint.h>

#include "diamonds/rules/parts.h"
#include "diamonds/rules/position.h"
#include "diamonds/rules/score.h"

enum { MAX_LINE = 96 };

typedef enum Model { MODEL_PARANOID, MODEL_MAXN, MODEL_COUNT } Model;

#ifdef DIAMONDS_WITHOUT_MAXN /* the core of the page for phones, which asks for no max^n, is smaller by a fifth without it */
enum { HAS_MAXN = 0 };
#else
enum { HAS_MAXN = 1 };
#endif

/* Parts of the search that a build with switches (DIAMONDS_SWITCHES) can leave out, to measure what they give and to check that they change
 * no value. */
typedef enum Technique {
    TECHNIQUE_TABLE = 1,         /* tables, of proofs and of positions */
    TECHNIQUE_BOUNDS = 2,        /* static bounds at trick starts of the partition search */
    TECHNIQUE_EQUAL_CARDS = 4,   /* one of several equal cards stands for all */
    TECHNIQUE_ORDER = 8,         /* move ordering */
    TECHNIQUE_PROOFS = 16,       /* partition search, and what of it max^n has; without it the plain searches of plain/ and maxn/ run */
    TECHNIQUE_SIBLINGS = 32,     /* a result that covers other cards or victims is not searched again */
    TECHNIQUE_POOL = 64,         /* the pooled relaxation first, with one player against many */
    TECHNIQUE_BOXES = 128,       /* max^n: what the table knows serves other showrooms */
    TECHNIQUE_BUDGETS = 256,     /* a coalition's moves that take long are deferred until the others were tried */
    TECHNIQUE_OPEN_TRICKS = 512, /* ranks that decided a trick are no condition where its winner does not matter */
    TECHNIQUE_ALL = 2 * TECHNIQUE_OPEN_TRICKS - 1
} Technique;

/* What a running search has proved so far. */
typedef struct Progress {
    uint64_t nodes;
    int lower, upper; /* of the position's value, times its scale; 0, 0 with max^n */
    Move best;
} Progress;

/* Called every few thousand nodes; returning true stops the search. */
typedef bool (*SolverPoll)(void *context, const Progress *progress);

/* Called once for each root move when its value is proven; Result.moves[index] then has it, and stays as it is. */
typedef void (*SolverProven)(void *context, int index);

/* The move that was played in a position, and what is known of it. */
typedef struct Played {
    Move move;
    uint8_t has_line;     /* whether best play after it is known: then no line that begins with it is looked for */
    int16_t lower, upper; /* lower <= value * scale <= upper */
} Played;

/* Zero is the default of every field. */
typedef struct SolveOptions {
    Objective objective;
    Model model;
    bool best_only;          /* prove the best value and one best move only */
    const Played *played;    /* an item for each position, or NULL: with best_only the value of this move and which are best are proved, too */
    uint64_t node_limit;     /* stop after this many nodes a position; 0: never */
    int16_t (*parts)[PARTS]; /* MAX_MOVES rows a position, or NULL: where the points of each move come from when best play follows. Paranoid
                                model, all moves; filled in where the result is exact and not stopped */
    uint64_t parts_budget;   /* nodes that the proof of one of several equal moves may take before another is tried. Quicker, but which of
                                them is proved first, and so parts, then depends on what the table holds; 0: no limit, and it does not */
    unsigned techniques_off; /* Technique flags; ignored in a build without switches */
    const int16_t *order;    /* ORDER_COLUMNS times ORDER_WEIGHTS weights of the move order; NULL: the fitted ones. Ignored likewise */
    SolverPoll poll;
    SolverProven proven;
    void *context; /* for poll and proven */
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
    uint8_t line_count;          /* moves in `line`; 0 when the search was stopped before, and for a best move played that has its line */
    uint8_t reply_count;         /* moves in `reply`; 0 where it is not asked for, or not known, and where that move is a best one */
    uint8_t best;                /* index of a best move, or of the best so far */
    MoveResult moves[MAX_MOVES]; /* every legal move, in the order of position_moves */
    Move line[MAX_LINE];         /* best play to the end of the round */
    Move reply[MAX_LINE];        /* the move played, and best play after it */
} Result;

/* What solver_test finds out. */
typedef struct Test {
    uint64_t nodes;
    int16_t value; /* means nothing when stopped */
    uint8_t stopped;
} Test;

#endif
