# What a seat knows of a round, and what it makes of what the others did. Part of _players.pyx.

BELIEFS_UNIFORM, BELIEFS_POOL, BELIEFS_APART = c.BELIEFS_UNIFORM, c.BELIEFS_POOL, c.BELIEFS_APART
BELIEFS_SLIP, BELIEFS_LEAST_SHARE = c.BELIEFS_SLIP, c.BELIEFS_LEAST_SHARE


def seed_random(*numbers):
    """The first number that ``np.random.default_rng(numbers)`` draws; up to four numbers below 2**64."""
    cdef uint64_t given[c.SEED_NUMBERS]
    if not 1 <= len(numbers) <= c.SEED_NUMBERS:
        raise ValueError(f"1 to {c.SEED_NUMBERS} numbers make a seed")
    for i, number in enumerate(numbers):
        given[i] = number
    return c.seed_random(given, <int>len(numbers))


@cython.final
cdef class Observed:
    """What a seat, `viewer`, has seen: cards of the play, and what it was passed.

    `cards`: (seat, bytes of the POSITION before it, all that the seat has played since as a set, what nobody could hold then, card) for
    each, in the order of the play. `given`: (who passed, what, all that it has played, what it was passed itself or None), None where
    nothing is known of a pass."""

    cdef c.SeenCard _cards[c.MOST_SEEN]
    cdef c.Observed _observed

    def __cinit__(self, uint64_t deck, int players, int sides, int viewer, cards=(), given=None):
        cdef const c.Position *p
        cdef size_t count
        cdef int number = <int>len(cards)
        if not (c.MIN_PLAYERS <= players <= c.MAX_PLAYERS and 0 <= viewer < players and number <= c.MOST_SEEN and 1 <= sides <= players):
            raise ValueError(f"2 to {c.MAX_PLAYERS} players, one of which sees, and at most {c.MOST_SEEN} cards")
        self._observed.game.deck, self._observed.game.players, self._observed.game.sides = deck, players, sides
        self._observed.viewer, self._observed.giver = viewer, c.NOBODY
        self._observed.cards, self._observed.count = self._cards, number
        for i, (seat, table, later, seen, card) in enumerate(cards):
            p = _array(table, &count)
            if p.players != players or c.position_decision(p) != c.DECIDE_CARD or not 0 <= seat < players or not later >> card & 1:
                raise PlayerError("no card is to be played")
            self._cards[i].table, self._cards[i].later, self._cards[i].seen = p[0], later, seen
            self._cards[i].seat, self._cards[i].card = seat, card
        if given is not None:
            giver, got, played, gave = given
            if not 0 <= giver < players or giver == viewer or not 1 <= int(got).bit_count() <= c.MAX_PASS:
                raise ValueError(f"another seat has passed 1 to {c.MAX_PASS} cards")
            self._observed.giver, self._observed.got, self._observed.played = giver, got, played
            self._observed.gave = gave or 0

    def logs(self, const uint8_t[::1] worlds):
        """The logarithm of the chance of the pass to the viewer and of all moves of the others, float64[worlds]."""
        cdef size_t count
        cdef c.Status status
        cdef const c.Position *p = _array(worlds, &count)
        logs = np.empty(count)
        cdef double[::1] out = logs
        with nogil:
            status = c.beliefs_logs(&self._observed, p, count, &out[0])
        _raise(status)
        return logs


@cython.final
cdef class Beliefs:
    """What follows for the hands of the others, by `uniform` worlds, bytes of POSITION[BELIEFS_UNIFORM]: csrc/diamonds/seat/beliefs.h."""

    cdef c.Beliefs _beliefs
    cdef readonly Observed observed

    def __cinit__(self, Observed observed not None, const uint8_t[::1] uniform):
        cdef size_t count
        cdef c.Status status
        cdef const c.Position *p = _array(uniform, &count)
        self.observed = observed
        with nogil:
            status = c.beliefs_fit(&self._beliefs, &observed._observed, p, count)
        _raise(status)

    @property
    def tells(self):
        """Whether anything was observed; if not all worlds weigh the same."""
        return bool(self._beliefs.tells)

    @property
    def share(self):
        """Of uniform worlds, that is as good as equally likely ones."""
        return self._beliefs.share

    def likelihood(self):
        """How much likelier than usual a card is at a seat, float64[64, players]: what pools of worlds are dealt by."""
        numbers = np.empty((64, self.observed._observed.game.players))
        cdef double[:, ::1] out = numbers
        c.beliefs_likelihood(&self._beliefs, self.observed._observed.game.players, &out[0, 0])
        return numbers

    def weights(self, worlds):
        """What worlds weigh, float64[worlds], that of the likeliest uniform one 1."""
        weights = self.observed.logs(worlds)
        cdef double[::1] out = weights
        for i in range(out.shape[0]):
            out[i] = c.beliefs_weight(&self._beliefs, out[i])
        return weights

    def plain(self, const uint8_t[::1] worlds):
        """What worlds that were dealt by the likelihood stand for beside uniform ones, float64[worlds]."""
        cdef size_t count, i
        cdef const c.Position *p = _array(worlds, &count)
        numbers = np.empty(count)
        cdef double[::1] out = numbers
        for i in range(count):
            out[i] = c.beliefs_plain(&self._beliefs, self.observed._observed.game.players, &p[i])
        return numbers

    def keep(self, const uint8_t[::1] pool, int wanted, double start):
        """A part of a pool that was dealt by the likelihood, `wanted` worlds or fewer: their places in it, what they stand for, and what
        they would stand for if nothing had been observed. `start` is random, from 0 to below 1."""
        cdef size_t count
        cdef c.Status status
        cdef c.Kept kept
        cdef const c.Position *p = _array(pool, &count)
        if wanted < 1 or <size_t>wanted > count:
            raise ValueError("a part of the pool is wanted")
        places, weights, plain = np.empty(wanted, np.uint32), np.empty(wanted), np.empty(wanted)
        cdef uint32_t[::1] places_out = places
        cdef double[::1] weights_out = weights
        cdef double[::1] plain_out = plain
        kept.places, kept.weights, kept.plain = &places_out[0], &weights_out[0], &plain_out[0]
        with nogil:
            status = c.beliefs_keep(&self._beliefs, &self.observed._observed, p, count, wanted, start, &kept)
        _raise(status)
        return places[:kept.count], weights[:kept.count], plain[:kept.count]


def why(const double[:, ::1] points, const double[::1] reach, double lead, bint is_chance, bint is_sure, str move, str against):
    """Why a move is better than another one, and the parts that this names: csrc/diamonds/advice/why.h. `points`: float64[2, PARTS];
    `reach`: float64[PARTS]."""
    cdef c.Why why
    cdef int[2] named
    if not (points.shape[0] == 2 and points.shape[1] == reach.shape[0] == c.PARTS):
        raise ValueError(f"{c.PARTS} numbers for each of two moves, and of their differences, are needed")
    memcpy(why.points, &points[0, 0], sizeof(why.points))
    memcpy(why.reach, &reach[0], sizeof(why.reach))
    why.lead, why.is_chance, why.is_sure = lead, is_chance, is_sure
    first, second = move.encode(), against.encode()
    text = bytearray(c.WHY_LENGTH + len(first) + len(second))
    c.why_text(&why, first, second, text, len(text))
    count = c.why_named(&why, named)
    return text.partition(b"\0")[0].decode(), [named[i] for i in range(count)]


@cython.final
cdef class Round:
    """A round from its first lead on, as the players of matches see it, without views; `passed` are the sets of cards that each seat has
    passed."""

    cdef c.Round _round

    def __cinit__(self, const uint8_t[::1] position, uint64_t deck, passed):
        cdef size_t count
        cdef uint64_t sets[c.MAX_PLAYERS]
        cdef const c.Position *p = _array(position, &count)
        _raise(c.worlds_check(p, p, 1, c.ALL_CARDS & ~deck))
        if count != 1 or p.tricks_left < 1 or p.trick_count or len(passed) != p.players:
            raise ValueError("one position at a first lead, and for each seat what it has passed, are needed")
        for seat in range(p.players):
            sets[seat] = passed[seat]
        c.round_open(&self._round, p, deck, sets)

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

    def learned_move(self, uint64_t seed):
        """The move of the net that learned by self-play, for the seat to move, as (card, actor, victim); None where there is none."""
        cdef c.Table table
        c.round_table(&self._round, &table)
        return _learned_move(&table, self._round.deck, seed)

    def preference(self, uint64_t seed, **options):
        """The same as the function of this name, for the seat to move."""
        cdef c.Table table
        c.round_table(&self._round, &table)
        return _preference(&table, self._round.deck, seed, options)

    def worlds(self, uint64_t seed, uint64_t first, size_t count, const double[:, ::1] likelihood=None):
        """The bytes of layout.POSITION[count]: what the seat to move holds possible, world first + i drawn as by Worlds.sample, by the
        likelihood of cards at seats, float64[64, players], too."""
        cdef c.Status status
        cdef const double *likely = NULL
        cdef int seat = c.position_to_move(&self._round.position)
        if likelihood is not None:
            if likelihood.shape[0] != 64 or likelihood.shape[1] != self._round.position.players:
                raise ValueError("one number for each of 64 cards at each seat is needed")
            likely = &likelihood[0, 0]
        worlds = np.empty(count * sizeof(c.Position), np.uint8)
        cdef uint8_t[::1] out = worlds
        if count:
            with nogil:
                status = c.round_worlds(&self._round, seat, likely, seed, first, count, <c.Position *>&out[0])
            _raise(status)
        return worlds

    def observed(self):
        """What the seat to move has seen of the others."""
        cdef const c.Round *own = &self._round
        cdef Observed found = Observed(own.deck, own.position.players, own.position.sides, c.position_to_move(&own.position))
        memcpy(found._cards, own.cards, sizeof(found._cards))
        found._observed = c.round_observed(own, found._observed.viewer)
        found._observed.cards = found._cards
        return found
