# A round as the players of matches see it, without views. Part of _players.pyx.

@cython.final
cdef class Round:
    """A round from its first lead on; `passed` are the sets of cards that each seat has passed, `receivers` to whom."""

    cdef c.Round _round

    def __cinit__(self, const uint8_t[::1] position, uint64_t seen, passed, receivers):
        cdef size_t count
        cdef const c.Position *p = _array(position, &count)
        _raise(c.worlds_check(p, p, 1, seen))
        if count != 1 or p.tricks_left < 1 or not len(passed) == len(receivers) == p.players or not set(receivers) <= set(range(p.players)):
            raise ValueError("one position before its end, and for each seat what it has passed, and to whom, are needed")
        self._round.position, self._round.seen = p[0], c.worlds_seen(p, seen)
        for seat in range(p.players):
            self._round.passed[seat], self._round.receiver[seat], self._round.voids[seat] = passed[seat], receivers[seat], 0

    @property
    def to_move(self):
        """The seat that decides."""
        return c.position_to_move(&self._round.position)

    @property
    def seen(self):
        """The cards that nobody can hold."""
        return self._round.seen

    @property
    def position(self):
        """The bytes of one layout.POSITION, all cards open."""
        return np.frombuffer((<const char *>&self._round.position)[:sizeof(c.Position)], np.uint8)

    def moves(self):
        """All legal moves, uint8[moves, 3]; none once the round is over."""
        cdef c.Move moves[c.MAX_MOVES]
        cdef int count = c.position_moves(&self._round.position, moves)
        return np.frombuffer((<const char *>moves)[:count * sizeof(c.Move)], np.uint8).reshape(count, 3)

    def play(self, const uint8_t[::1] move):
        """Plays a legal move."""
        cdef c.Move chosen
        if move.shape[0] != sizeof(c.Move):
            raise ValueError("a move is three bytes: card, actor, victim")
        memcpy(&chosen, &move[0], sizeof(c.Move))
        if not c.move_is_legal(&self._round.position, chosen):
            raise PlayerError(f"{tuple(move)} is not a legal move")
        c.round_play(&self._round, chosen)

    def worlds(self, uint64_t seed, uint64_t first, size_t count, const double[:, ::1] likelihood=None):
        """The bytes of layout.POSITION[count]: what the seat to move holds possible, world first + i drawn as by Worlds.sample, by the
        likelihood of cards at seats, float64[64, players], too."""
        cdef c.Status status
        cdef const double *likely = NULL
        if likelihood is not None:
            if likelihood.shape[0] != 64 or likelihood.shape[1] != self._round.position.players:
                raise ValueError("one number for each of 64 cards at each seat is needed")
            likely = &likelihood[0, 0]
        worlds = np.empty(count * sizeof(c.Position), np.uint8)
        cdef uint8_t[::1] out = worlds
        if count:
            with nogil:
                status = c.round_worlds(&self._round, likely, seed, first, count, <c.Position *>&out[0])
            _raise(status)
        return worlds
