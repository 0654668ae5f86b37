# Rounds played to their ends, and what the ends are worth. Part of _players.pyx.

cdef int _seats(seats, const c.Position *position, c.Policy *policies, c.Net *nets, c.Players *players) except -1:
    """Weights or None by seat, into `policies`, `nets` and `players`."""
    if len(seats) != position.players:
        raise ValueError(f"{position.players} players, but {len(seats)} seats are given")
    players[0] = c.players_all(NULL)
    for seat, weights in enumerate(seats):
        if weights is not None:
            _policy(weights, position, &policies[seat], &nets[seat])
            players.seat[seat] = &policies[seat]
    return 0


def playouts(const uint8_t[::1] worlds, uint64_t seen, const uint8_t[:, ::1] moves, uint64_t seed, uint64_t first=0, *, goal="margin",
             rounds_left=0, sigma=0.0, weights=None):
    """Plays each of the moves in each of the worlds, then the policy in all seats to the end of the round.

    Returns the goal's value for the side that decides, float64[moves, worlds], and where its points come from, int16[moves, worlds, PARTS].
    World w draws from the random stream first + w of `seed`, whatever the move."""
    cdef c.Playouts run
    cdef c.Policy policy
    cdef c.Net net
    run.worlds = _worlds(worlds, seen, &run.world_count)
    if moves.shape[1] != 3:
        raise ValueError("a move is three bytes: card, actor, victim")
    run.move_count = moves.shape[0]
    run.moves = <const c.Move *>&moves[0, 0] if run.move_count else NULL
    for i in range(run.move_count):
        if not c.move_is_legal(run.worlds, run.moves[i]):
            raise PlayerError(f"{tuple(moves[i])} is not a legal move")
    _policy(weights, run.worlds, &policy, &net)
    run.players = c.players_all(&policy)
    run.seen = c.worlds_seen(run.worlds, seen)
    run.seed, run.first = seed, first
    run.utility = _utility(goal, rounds_left, sigma)
    values = np.empty((run.move_count, run.world_count))
    parts = np.empty((run.move_count, run.world_count, c.PARTS), np.int16)
    if run.move_count == 0:
        return values, parts
    cdef double[:, ::1] values_out = values
    cdef int16_t[:, :, ::1] parts_out = parts
    with nogil:
        c.playouts_run(&run, &values_out[0, 0], &parts_out[0, 0, 0])
    return values, parts


def pass_playouts(const uint8_t[::1] worlds, uint64_t seen, const uint64_t[::1] passes, int giver, int receiver, uint64_t seed,
                  uint64_t first=0, *, goal="margin", rounds_left=0, sigma=0.0, weights=None):
    """Gives each of the sets of cards `passes` from seat `giver` to seat `receiver` in each of the worlds, then plays as `playouts` does.

    In the worlds all others have passed, and `giver` still holds the cards that it may pass. Returns the goal's value for the side of
    `giver`, float64[passes, worlds], and where its points come from, int16[passes, worlds, PARTS]. World w draws from the random stream
    first + w of `seed`, whatever the pass."""
    cdef c.PassPlayouts run
    cdef c.Policy policy
    cdef c.Net net
    cdef c.Status status
    run.worlds = _array(worlds, &run.world_count)
    run.pass_count = passes.shape[0]
    if not (0 <= giver < run.worlds.players <= c.MAX_PLAYERS and 0 <= receiver < run.worlds.players):
        raise PlayerError("giver and receiver are seats of the game")
    _policy(weights, run.worlds, &policy, &net)
    run.players = c.players_all(&policy)
    run.giver, run.receiver, run.seen = giver, receiver, seen
    run.seed, run.first = seed, first
    run.utility = _utility(goal, rounds_left, sigma)
    values = np.empty((run.pass_count, run.world_count))
    parts = np.empty((run.pass_count, run.world_count, c.PARTS), np.int16)
    if run.pass_count == 0:
        return values, parts
    run.passes = &passes[0]
    cdef double[:, ::1] values_out = values
    cdef int16_t[:, :, ::1] parts_out = parts
    with nogil:
        status = c.passes_run(&run, &values_out[0, 0], &parts_out[0, 0, 0])
    _raise(status)
    return values, parts


def play_line(const uint8_t[::1] position, uint64_t seen, uint64_t seed, uint64_t index, seats):
    """The moves to the end of the round, as (card, actor, victim): those that `play_out` makes with the stream `index` of `seed`."""
    cdef size_t count
    cdef const c.Position *p = _array(position, &count)
    cdef c.Policy policies[c.MAX_PLAYERS]
    cdef c.Net nets[c.MAX_PLAYERS]
    cdef c.Players players
    cdef c.Position end = p[0]
    cdef c.Rng rng = c.rng_stream(seed, index)
    cdef c.Move line[c.MAX_PLAYOUT]
    _raise(c.worlds_check(p, p, 1, seen))
    _seats(seats, p, policies, nets, &players)
    cdef int length = c.playout(&players, &end, c.worlds_seen(p, seen), &rng, line, NULL)
    return [(line[i].card, line[i].actor, line[i].victim) for i in range(length)]


def play_out(const uint8_t[::1] positions, const uint64_t[::1] seen, uint64_t seed, uint64_t first, seats):
    """Plays each position to the end of the round: points gained, int16[positions, players]. `seats` has one item per player: the weights
    of the policy that sits there, or None for random moves. Position i draws from the random stream first + i of `seed`."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef uint8_t[::1] ends = play_ends(positions, seen, seed, first, seats)
    cdef const c.Position *end = <const c.Position *>&ends[0]
    cdef int seat, number = p.players
    points = np.empty((count, number), np.int16)
    cdef int16_t[:, ::1] out = points
    for i in range(count):
        for seat in range(number):
            out[i, seat] = <int16_t>(c.position_points(&end[i], seat) - c.position_points(&p[i], seat))
    return points


def play_ends(const uint8_t[::1] positions, const uint64_t[::1] seen, uint64_t seed, uint64_t first, seats):
    """The same rounds as `play_out`, as positions at their ends: bytes of layout.POSITION."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef c.Policy policies[c.MAX_PLAYERS]
    cdef c.Net nets[c.MAX_PLAYERS]
    cdef c.Players players
    cdef c.Position *end
    cdef c.Rng rng
    cdef int number = p.players
    if <size_t>seen.shape[0] != count:
        raise ValueError("one set of seen cards per position is needed")
    for i in range(count):
        _raise(c.worlds_check(&p[i], &p[i], 1, seen[i]))
        if p[i].players != number:
            raise ValueError("all positions must have the same number of players")
    _seats(seats, p, policies, nets, &players)
    ends = np.empty(count * sizeof(c.Position), np.uint8)
    cdef uint8_t[::1] out = ends
    end = <c.Position *>&out[0]
    with nogil:
        for i in range(count):
            end[i] = p[i]
            rng = c.rng_stream(seed, first + i)
            c.playout(&players, &end[i], c.worlds_seen(&p[i], seen[i]), &rng, NULL, NULL)
    return ends


def utilities(const uint8_t[::1] start, const uint8_t[::1] ends, *, goal="margin", rounds_left=0, sigma=0.0):
    """What each of `ends` is worth to each side, float64[ends, sides]; gains count from `start`."""
    cdef size_t count, one
    cdef const c.Position *p = _array(ends, &count)
    cdef const c.Position *before = _array(start, &one)
    cdef c.Utility utility = _utility(goal, rounds_left, sigma)
    for i in range(count):
        _raise(c.position_check(&p[i]))
        if p[i].players != before.players or p[i].sides != before.sides:
            raise PlayerError("the positions are of different games")
    _raise(c.position_check(before))
    values = np.empty((count, before.sides))
    cdef double[:, ::1] out = values
    for i in range(count):
        c.utility_values(&utility, before, &p[i], &out[i, 0])
    return values
