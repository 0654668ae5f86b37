# C declarations of the solver's public header; only what _solver.pyx uses. layout.py has all fields of the structs.

from libc.stddef cimport size_t
from libc.stdint cimport uint64_t

cdef extern from "diamonds/rules/status.h" nogil:
    ctypedef int Status
    enum: STATUS_NO_MEMORY
    const char *status_text(int status)

cdef extern from "<stdbool.h>" nogil:
    ctypedef int c_bool "bool"

cdef extern from "diamonds/solver.h" nogil:
    ctypedef int Objective
    ctypedef int Model

    ctypedef struct Move:
        unsigned char card, actor, victim

    ctypedef struct Position:
        unsigned char tricks_left, robber

    ctypedef struct Result:
        uint64_t nodes

    ctypedef struct MoveResult:
        pass

    ctypedef struct Progress:
        uint64_t nodes
        int lower, upper
        Move best

    ctypedef c_bool (*SolverPoll)(void *context, const Progress *progress) noexcept

    ctypedef void (*SolverProven)(void *context, int index) noexcept

    ctypedef struct Played:
        pass

    ctypedef struct SolveOptions:
        Objective objective
        Model model
        c_bool best_only
        const Played *played
        uint64_t node_limit
        short (*parts)[10]
        uint64_t parts_budget
        unsigned int techniques_off
        const short *order
        SolverPoll poll
        SolverProven proven
        void *context

    ctypedef struct Solver:
        pass

    Solver *solver_new(size_t memory, c_bool shares_table)
    size_t solver_memory(const Solver *solver)
    Solver *solver_new_partner(Solver *first)
    Status solver_ready(Solver *first, const Position *position, const SolveOptions *options)
    void solver_free(Solver *solver)
    void solver_clear(Solver *solver)
    Status solver_solve(Solver *solver, const Position *positions, size_t count, const SolveOptions *options,
                        Result *results, size_t *failed_at)
    ctypedef struct Test:
        uint64_t nodes
        short value
        unsigned char stopped

    Status solver_test(Solver *solver, const Position *position, int side, int beta, const SolveOptions *options, Test *test)
    Status solver_values(Solver *solver, const Position *positions, size_t count, int side, int guess, const SolveOptions *options,
                         short *values, size_t *done)
    ctypedef struct StructField:
        const char *of
        const char *name
        size_t offset, size

    ctypedef struct SolverConstant:
        const char *name
        int value

    const StructField solver_fields[]
    const SolverConstant solver_constants[]
    enum: MAX_MOVES, NOBODY, PARTS
    Status position_check(const Position *position)
    int position_moves(const Position *position, Move *moves)
    ctypedef struct Acts:
        pass

    void position_play(Position *position, Move move, Acts *acts)
    uint64_t solver_perft(const Position *position, int depth, SolverPoll poll, void *poll_context)
    const char *solver_instructions()
    int solver_is_debug()
    int solver_has_switches()
    enum: ORDER_WEIGHTS, ORDER_COLUMNS
    const short order_weights[ORDER_COLUMNS][ORDER_WEIGHTS]
    const char *const order_names[ORDER_WEIGHTS]
