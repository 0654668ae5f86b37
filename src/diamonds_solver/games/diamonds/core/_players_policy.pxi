# The rule-based player at the play: what it weighs, what it plays, how likely that is. Part of _players.pyx.

def default_weights(const uint8_t[::1] position):
    """The policy's weights for a position of this number of players and sides, in the order of FEATURES."""
    cdef size_t count
    cdef const c.Policy *policy = c.policy_default(_array(position, &count))
    cdef int i
    weights = np.empty(c.FEATURES, np.float32)
    for i in range(c.FEATURES):
        weights[i] = policy.weight[i]
    return weights


def policy_features(const uint8_t[::1] position, uint64_t seen):
    """What the policy weighs in a card decision: the legal cards, and float32[cards, FEATURES]."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Move moves[c.MAX_MOVES]
    cdef int i
    if c.position_decision(p) != c.DECIDE_CARD:
        raise PlayerError("no card is to be played")
    cdef int found = c.position_moves(p, moves)
    cards = list(dict.fromkeys(moves[i].card for i in range(found)))
    features = np.empty((len(cards), c.FEATURES), np.float32)
    cdef float[:, ::1] out = features
    for i, card in enumerate(cards):
        c.policy_features(p, c.worlds_seen(p, seen), card, &out[i, 0])
    return cards, features


def policy_scores(const uint8_t[::1] position, uint64_t seen, weights=None):
    """All legal moves as ((card, actor, victim), score), 255 for what does not matter; scores are in points of margin."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Move moves[c.MAX_MOVES]
    cdef float scores[c.MAX_MOVES]
    _policy(weights, p, &policy)
    cdef int found = c.policy_scores(&policy, p, c.worlds_seen(p, seen), moves, scores)
    return [((moves[i].card, moves[i].actor, moves[i].victim), scores[i]) for i in range(found)]


def policy_move(const uint8_t[::1] position, uint64_t seen, uint64_t seed, uint64_t index=0, weights=None):
    """The move of the highest score as (card, actor, victim); ties are broken by the random stream `index` of `seed`."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Rng rng = c.rng_stream(seed, index)
    _policy(weights, p, &policy)
    cdef c.Move move = c.policy_move(&policy, p, c.worlds_seen(p, seen), &rng)
    return move.card, move.actor, move.victim


def policy_chances(const uint8_t[::1] positions, const uint64_t[::1] seen, const uint8_t[:, ::1] moves, double temperature, double slip,
                   weights=None):
    """The chance that the policy, mixing by softmax(score / temperature) and taking any legal move with chance `slip`, plays moves[i] in
    positions[i] with seen[i]. The positions are independent of each other, but all of one number of players and sides. A move that is
    not legal there has chance 0."""
    cdef size_t count, i
    cdef const c.Position *p = _array(positions, &count)
    cdef c.Policy policy
    cdef c.Move found[c.MAX_MOVES]
    cdef float scores[c.MAX_MOVES]
    cdef int total, j
    if <size_t>seen.shape[0] != count or <size_t>moves.shape[0] != count or moves.shape[1] != 3:
        raise ValueError("one set of seen cards and one move of three bytes per position are needed")
    if not temperature > 0 or not 0 <= slip <= 1:
        raise ValueError("temperature is above 0, and slip from 0 to 1")
    for i in range(count):
        _raise(c.worlds_check(&p[i], &p[i], 1, seen[i]))
        if p[i].players != p.players or p[i].sides != p.sides:
            raise ValueError("all positions must have the same number of players and sides")
    _policy(weights, p, &policy)
    chances = np.zeros(count)
    cdef double[::1] out = chances
    with nogil:
        for i in range(count):
            total = c.policy_scores(&policy, &p[i], c.worlds_seen(&p[i], seen[i]), found, scores)
            for j in range(total):
                if found[j].card == moves[i, 0] and found[j].actor == moves[i, 1] and found[j].victim == moves[i, 2]:
                    out[i] = c.policy_chance(scores, total, j, temperature, slip)
    return chances
