# Equal moves, and information-set tree search. Part of _players.pyx.

def move_classes(const uint8_t[::1] position, uint64_t seen, *, goal="margin"):
    """For each legal move the index of the first one that is its equal: after which best play is worth the same in every world."""
    cdef size_t count
    cdef const c.Position *first = _worlds(position, seen, &count)
    cdef c.Move moves[c.MAX_MOVES]
    cdef uint8_t classes[c.MAX_MOVES]
    cdef bint counts_points = GOALS.index(goal) != c.GOAL_WIN
    c.move_classes(first, c.worlds_seen(first, seen), counts_points, classes)
    return [classes[i] for i in range(c.position_moves(first, moves))]


@cython.final
cdef class Ismcts:
    """Information-set tree search for one decision. `run` as often as there is time, then read `moves`. One thread at a time.

    The moves of the root take turns, each of them in one world before the next. Below, `exploration` is in units of the goal (points, or
    chances with "win"), and the policy orders first visits. With `bias` a move that the policy likes less by s points than its favourite is
    explored exp(-bias * s) as much. After `node_limit` nodes the tree grows no more."""

    cdef c.CIsmcts *_search
    cdef bint _busy

    def __cinit__(self, const uint8_t[::1] position, *, uint64_t seed, double exploration=8.0, double bias=0.0, goal="margin",
                  rounds_left=0, sigma=0.0, uint32_t node_limit=1 << 20):
        cdef size_t count
        cdef c.IsmctsOptions options
        if not exploration >= 0 or not bias >= 0:
            raise ValueError("exploration and bias are 0 or more")
        options.utility = _utility(goal, rounds_left, sigma)
        options.exploration, options.bias = exploration, bias
        options.policy = c.policy_default(_array(position, &count))
        options.seed, options.node_limit = seed, node_limit
        self._search = c.ismcts_new(&options)
        if self._search is NULL:
            raise MemoryError("not enough memory for the search")

    def __dealloc__(self):
        c.ismcts_free(self._search)

    def run(self, const uint8_t[::1] worlds, uint64_t seen, size_t simulations):
        """Runs that many more simulations. A round of them, one for each move of the root, is in one world: round r of all in world
        r % len(worlds). All worlds must be of the same decision."""
        cdef size_t count
        cdef const c.Position *first = _worlds(worlds, seen, &count)
        cdef c.Status status
        self._check_idle()
        self._busy = True
        with nogil:
            status = c.ismcts_run(self._search, first, count, seen, simulations)
        self._busy = False
        _raise(status)

    def moves(self):
        """All legal moves as ((card, actor, victim), visits, mean value for the side that decides); empty before the first run. Of equal
        cards one is searched and stands for all; the mean is 0 without visits."""
        cdef c.RootMove found[c.MAX_MOVES]
        self._check_idle()
        cdef int count = c.ismcts_moves(self._search, found)
        return [((found[i].move.card, found[i].move.actor, found[i].move.victim), found[i].visits, found[i].mean) for i in range(count)]

    def parts(self):
        """Where the points of these simulations come from: float64[moves, PARTS], means of each move; empty before the first run."""
        cdef c.RootMove found[c.MAX_MOVES]
        self._check_idle()
        cdef int count = c.ismcts_moves(self._search, found), i, part
        means = np.zeros((count, c.PARTS))
        cdef double[:, ::1] out = means
        for i in range(count):
            for part in range(c.PARTS if found[i].visits else 0):
                out[i, part] = found[i].parts[part] / <double>found[i].visits
        return means

    @property
    def nodes(self):
        """Size of the tree."""
        self._check_idle()
        return c.ismcts_nodes(self._search)

    cdef _check_idle(self):
        if self._busy:
            raise RuntimeError("this search is at work in another thread")
