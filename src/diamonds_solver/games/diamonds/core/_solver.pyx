# cython: language_level=3, boundscheck=False, wraparound=False
"""The C core, as thin as it can be: arrays of positions in, arrays of results out. No rules and no checks of meaning here; see solve.py."""

import warnings

cimport cython
from cpython.exc cimport PyErr_CheckSignals

from . cimport csolver
from .csolver cimport uint64_t


class CoreError(ValueError):
    """The core refused a position; `index` says which."""

    def __init__(self, status, index):
        super().__init__(csolver.status_text(status).decode())
        self.status = status
        self.index = index


cdef class _Watch:
    """Runs while the search runs: passes signals on, asks `ask(nodes, lower, upper)` whether to stop and calls `tell(index)` for each
    proven move. What either raises stops the search."""

    cdef object ask
    cdef object tell
    cdef BaseException error

    cdef bint stops(self, const csolver.Progress *progress):
        if self.error is not None:
            return True
        try:
            PyErr_CheckSignals()
            return self.ask is not None and bool(self.ask(progress.nodes, progress.lower, progress.upper))
        except BaseException as error:
            self.error = error
            return True

    cdef void proven(self, int index) noexcept:
        if self.error is None:
            try:
                self.tell(index)
            except BaseException as error:
                self.error = error


cdef void _proven(void *context, int index) noexcept with gil:
    (<_Watch>context).proven(index)


cdef csolver.c_bool _poll(void *context, const csolver.Progress *progress) noexcept with gil:
    return (<_Watch>context).stops(progress)


cdef csolver.SolveOptions _options(int objective, int model, unsigned int techniques_off):
    """The question itself, without limits."""
    cdef csolver.SolveOptions options
    options.objective = objective
    options.model = model
    options.techniques_off = techniques_off
    options.order = NULL
    options.best_only = False
    options.played = NULL
    options.parts = NULL
    options.parts_budget = 0
    options.node_limit = 0
    options.poll = NULL
    options.proven = NULL
    options.context = NULL
    return options


@cython.final
cdef class Core:
    """Owns one C solver; the search runs without the GIL. One thread at a time, but for a core and its partners: who gives a core work
    that others can get at, too, does so in `with core:`, which raises RuntimeError where another thread is in it."""

    cdef csolver.Solver *_solver
    cdef size_t _memory
    cdef Core _first  # whose table is used: it has to live as long
    cdef bint _busy
    cdef bint _is_smaller  # than the limit, which was said

    def __cinit__(self, size_t memory, *, bint shares_table=False, Core first=None):
        self._first = first
        self._memory = memory if first is None else first._memory
        self._solver = csolver.solver_new_partner(first._solver) if first is not None else csolver.solver_new(memory, shares_table)
        if self._solver is NULL:
            raise MemoryError("there is not enough memory for a solver")

    def __dealloc__(self):
        csolver.solver_free(self._solver)

    def __enter__(self):
        if self._busy:
            raise RuntimeError("this Solver is at work in another thread; use one Solver per thread")
        self._busy = True

    def __exit__(self, *_):
        self._busy = False

    def clear(self):
        csolver.solver_clear(self._solver)

    def solve(self, const unsigned char[::1] positions, unsigned char[::1] results, *, int objective, int model, bint best_only,
              uint64_t node_limit, unsigned int techniques_off, ask, tell=None, const unsigned char[::1] played=None,
              const short[::1] order=None, short[:, :, ::1] parts=None, uint64_t parts_budget=0):
        """Solves all positions. Returns None, or the exception (KeyboardInterrupt among them) that stopped the search; the results are
        filled either way. `played` has a Played for each position. `tell(index)` is called for each move of a position when its value is
        proven and in the result. A build with switches takes other weights of the move order: the columns of `order_weights` in one row.
        `parts`, int16[positions, MAX_MOVES, PARTS], gets where the points of each move come from, of results that are exact and not
        stopped; see `parts_budget` of `SolveOptions`."""
        cdef size_t count = <size_t>positions.shape[0] // sizeof(csolver.Position)
        cdef csolver.Status status
        cdef size_t failed_at
        cdef _Watch watch = _Watch()
        cdef csolver.SolveOptions options = _options(objective, model, techniques_off)
        if <size_t>positions.shape[0] != count * sizeof(csolver.Position) or <size_t>results.shape[0] != count * sizeof(csolver.Result):
            raise ValueError("the arrays do not match the core's layout")
        if count == 0:
            return None
        watch.ask = ask
        watch.tell = tell
        if order is not None:
            if order.shape[0] != csolver.ORDER_COLUMNS * csolver.ORDER_WEIGHTS:
                raise ValueError("the weights do not match the core's")
            options.order = &order[0]
        options.best_only = best_only
        if parts is not None:
            if <size_t>parts.shape[0] != count or parts.shape[1] != csolver.MAX_MOVES or parts.shape[2] != csolver.PARTS:
                raise ValueError("the parts do not match the core's layout")
            options.parts_budget = parts_budget
            options.parts = <short (*)[10]>&parts[0, 0, 0]
        if played is not None:
            if <size_t>played.shape[0] != count * sizeof(csolver.Played):
                raise ValueError("the moves played do not match the core's layout")
            options.played = <const csolver.Played *>&played[0]
        options.node_limit = node_limit
        options.poll = _poll
        if tell is not None:
            options.proven = _proven
        options.context = <void *>watch
        cdef const csolver.Position *first = <const csolver.Position *>&positions[0]
        cdef csolver.Result *result = <csolver.Result *>&results[0]
        with nogil:
            status = csolver.solver_solve(self._solver, first, count, &options, result, &failed_at)
        self._check(status, failed_at)
        return watch.error

    def test(self, const unsigned char[::1] position, *, int side, int beta, int objective, uint64_t node_limit, ask):
        """Asks whether the value that a side has of a position is at least `beta`, both times the scale. Returns the limit that is proven
        (>= beta: a lower one; else an upper one), the nodes, whether it was stopped before, and the exception that did it or None."""
        cdef const csolver.Position *asked = _checked(position)
        cdef csolver.SolveOptions options = _options(objective, 0, 0)  # model paranoid
        cdef csolver.Status status
        cdef csolver.Test found
        cdef _Watch watch = _Watch()
        watch.ask = ask
        options.node_limit = node_limit
        options.poll = _poll
        options.context = <void *>watch
        with nogil:
            status = csolver.solver_test(self._solver, asked, side, beta, &options, &found)
        self._check(status, 0)
        return found.value, found.nodes, bool(found.stopped), watch.error

    def values(self, const unsigned char[::1] positions, short[::1] values, *, int side, int guess, int objective, ask):
        """Fills in the values that positions have for a side, times the scale, each looked for from the one before it on. Returns how many
        are known, and the exception that ended it before, or None."""
        cdef size_t count = <size_t>positions.shape[0] // sizeof(csolver.Position), done
        cdef csolver.SolveOptions options = _options(objective, 0, 0)  # model paranoid
        cdef csolver.Status status
        cdef _Watch watch = _Watch()
        if <size_t>positions.shape[0] != count * sizeof(csolver.Position) or <size_t>values.shape[0] != count:
            raise ValueError("the arrays do not match the core's layout")
        if count == 0:
            return 0, None
        watch.ask = ask
        options.poll = _poll
        options.context = <void *>watch
        cdef const csolver.Position *first = <const csolver.Position *>&positions[0]
        with nogil:
            status = csolver.solver_values(self._solver, first, count, side, guess, &options, &values[0], &done)
        self._check(status, done)
        return done, watch.error

    def ready(self, const unsigned char[::1] position, *, int objective, int model, unsigned int techniques_off):
        """Gets the table ready for a question that this core and its partners are about to work on together."""
        cdef const csolver.Position *asked = _checked(position)
        cdef csolver.SolveOptions options = _options(objective, model, techniques_off)
        cdef csolver.Status status = csolver.solver_ready(self._solver, asked, &options)
        self._check(status, 0)

    cdef _check(self, csolver.Status status, index):
        """Raises what a failed question is: what `index` says of the position, or that memory is short, which is not its fault."""
        if status == csolver.STATUS_NO_MEMORY:
            limit = self._memory / (1 << 20)
            raise MemoryError(f"there is not enough memory for a table of up to {limit:,.0f} MiB; a smaller limit of memory may do")
        if status:
            raise CoreError(status, index)
        if self._first is None and csolver.solver_memory(self._solver) < self._memory and not self._is_smaller:
            self._is_smaller = True
            memory = csolver.solver_memory(self._solver) / (1 << 20)
            limit = self._memory / (1 << 20)
            warnings.warn(f"the table has at most {memory:,.0f} MiB instead of {limit:,.0f}: the system refuses address space for more",
                          RuntimeWarning)


cdef const csolver.Position *_checked(const unsigned char[::1] position) except NULL:
    """The array as a position that may be given to the core's functions."""
    if <size_t>position.shape[0] != sizeof(csolver.Position):
        raise ValueError("the array does not match the core's layout")
    cdef const csolver.Position *checked = <const csolver.Position *>&position[0]
    cdef csolver.Status status = csolver.position_check(checked)
    if status:
        raise CoreError(status, 0)
    return checked


def perft(const unsigned char[::1] position, int depth):
    """Number of move sequences of `depth` moves."""
    cdef const csolver.Position *start = _checked(position)
    cdef _Watch watch = _Watch()
    cdef void *context = <void *>watch
    cdef uint64_t count
    with nogil:
        count = csolver.solver_perft(start, depth, _poll, context)
    if watch.error is not None:
        raise watch.error
    return count


def moves(const unsigned char[::1] position):
    """All legal moves as (card, actor, victim), 255 for what does not matter."""
    cdef csolver.Move found[csolver.MAX_MOVES]
    cdef int count = csolver.position_moves(_checked(position), found)
    return [(found[i].card, found[i].actor, found[i].victim) for i in range(count)]


def play(unsigned char[::1] position, move):
    """Plays one of `moves` on the array itself."""
    if move not in moves(position):
        raise ValueError(f"{move} is not a legal move")
    cdef csolver.Move played
    played.card, played.actor, played.victim = move
    csolver.position_play(<csolver.Position *>&position[0], played, NULL)


def play_random(unsigned char[::1] position, int tricks, draw):
    """Plays legal moves on the array itself until so many tricks are left and nobody has to choose; `draw(n)` gives the index of one."""
    cdef csolver.Move found[csolver.MAX_MOVES]
    cdef int count, index
    cdef csolver.Position *played = <csolver.Position *>&position[0]
    _checked(position)
    while played.tricks_left > tricks or played.robber != csolver.NOBODY:
        count = csolver.position_moves(played, found)
        index = draw(count)
        if not 0 <= index < count:
            raise IndexError(f"{index} is not a number below {count}")
        csolver.position_play(played, found[index], NULL)


def layouts():
    """The C structs by name: (field, offset, size) of each field, and last ("", size of all, 0)."""
    cdef const csolver.StructField *field = csolver.solver_fields
    structs = {}
    while field.of is not NULL:
        structs.setdefault(field.of.decode(), []).append((field.name.decode(), field.offset, field.size))
        field += 1
    return structs


def constants():
    """The numbers of C that Python writes down, too, by name."""
    cdef const csolver.SolverConstant *constant = csolver.solver_constants
    numbers = {}
    while constant.name is not NULL:
        numbers[constant.name.decode()] = constant.value
        constant += 1
    return numbers


def instructions():
    """The instruction set in use."""
    return csolver.solver_instructions().decode()


cdef extern from *:
    """
    #if defined(__clang__)
    #define CORE_COMPILER "clang " __clang_version__
    #else
    #define CORE_COMPILER "gcc " __VERSION__
    #endif
    """
    const char *CORE_COMPILER


def compiler():
    """What compiled the core."""
    return CORE_COMPILER.decode()


def is_debug():
    """Whether the core was built with assertions, and to do in small positions what it does in large ones."""
    return bool(csolver.solver_is_debug())


def has_switches():
    """Whether the core can leave out techniques."""
    return bool(csolver.solver_has_switches())


def order_names():
    """What the weights of the move order are called."""
    cdef int i
    names = []
    for i in range(csolver.ORDER_WEIGHTS):
        names.append(csolver.order_names[i].decode())
    return names


def order_weights():
    """The weights of the move order, a list for each column of csrc/diamonds/partition/orderweights.h."""
    cdef int column, i
    columns = []
    for column in range(csolver.ORDER_COLUMNS):
        weights = []
        for i in range(csolver.ORDER_WEIGHTS):
            weights.append(csolver.order_weights[column][i])
        columns.append(weights)
    return columns
