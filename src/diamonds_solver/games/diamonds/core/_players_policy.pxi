# Players without samples at the play, by rules and by a net that learned by self-play. Part of _players.pyx.

def default_weights(const uint8_t[::1] position):
    """The policy's weights for a position of this number of players and sides, in the order of FEATURES."""
    cdef size_t count
    return _weights(c.policy_default(_array(position, &count)))


def net_weights(const uint8_t[::1] position):
    """Those of the net for such games; where there is none the policy's."""
    cdef size_t count
    return _weights(c.policy_net(_array(position, &count)))


def rollout_weights(const uint8_t[::1] position, bint perfect):
    """Those by which the engine `playout` finishes rounds of such games, unless it is told. `perfect`: in Perfect Diamonds."""
    cdef size_t count
    return _weights(c.policy_rollout(_array(position, &count), perfect))


cdef _weights(const c.Policy *policy):
    if policy.net is not NULL:
        return np.frombuffer((<const char *>policy.net)[:sizeof(c.Net)], np.float32)
    return np.frombuffer((<const char *>policy.weight)[:c.FEATURES * sizeof(float)], np.float32)


def policy_features(const uint8_t[::1] position, uint64_t seen):
    """What the policy weighs in a card decision: the legal cards, and float32[cards, FEATURES]."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Move moves[c.MAX_MOVES]
    cdef int i, j
    if c.position_decision(p) != c.DECIDE_CARD:
        raise PlayerError("no card is to be played")
    cdef int found = c.position_moves(p, moves)
    cards = list(dict.fromkeys(moves[i].card for i in range(found)))
    features = np.empty((len(cards), c.FEATURES), np.float32)
    cdef float[:, ::1] out = features
    cdef c.Sight sight
    cdef c.SuitView view
    c.sight_make(&sight, p, c.worlds_seen(p, seen))
    for i, card in enumerate(cards):
        c.policy_view(&view, &sight, card >> 4)
        for j in range(c.CARD_FEATURES, c.FEATURES):
            out[i, j] = view.f[j]
        c.policy_card_features(&view, &sight, card, &out[i, 0])
    return cards, features


def policy_scores(const uint8_t[::1] position, uint64_t seen, weights=None):
    """All legal moves as ((card, actor, victim), score), 255 for what does not matter; scores are in points of margin."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Net net
    cdef c.Move moves[c.MAX_MOVES]
    cdef float scores[c.MAX_MOVES]
    _policy(weights, p, &policy, &net)
    cdef int found = c.policy_scores(&policy, p, c.worlds_seen(p, seen), moves, scores)
    return [((moves[i].card, moves[i].actor, moves[i].victim), scores[i]) for i in range(found)]


def policy_move(const uint8_t[::1] position, uint64_t seen, uint64_t seed, uint64_t index=0, weights=None):
    """The move of the highest score as (card, actor, victim); ties are broken by the random stream `index` of `seed`."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef c.Policy policy
    cdef c.Net net
    cdef c.Rng rng = c.rng_stream(seed, index)
    _policy(weights, p, &policy, &net)
    cdef c.Move move = c.policy_move(&policy, p, c.worlds_seen(p, seen), &rng)
    return move.card, move.actor, move.victim


# -- by a net that learned by self-play ---------------------------------------------------------------------------------------------------


cdef int _learned_table(const uint8_t[::1] position, uint64_t seen, known, c.Table *table) except -1:
    """What the seat to move knows, into `table`. `known`: by seat the sets of cards that it has played, and the suits that it has shown to
    have none of, bit = suit; what the seat to move has passed, and was passed, or 0 and 0 where it does not know."""
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    cdef int seat = c.position_to_move(p), other = 0 if seat else 1
    played, voids, gave, got = known
    if len(played) != p.players or len(voids) != p.players or (<object>gave).bit_count() > c.MAX_PASS or bool(gave) != bool(got):
        raise PlayerError("for each seat cards and suits are needed, and a pass that can be")
    memset(table, 0, sizeof(c.Table))
    table.position, table.seen = p[0], c.worlds_seen(p, seen)
    for i in range(p.players):
        table.played[i], table.voids[i] = played[i], voids[i]
    table.passed[seat], table.passed[other], table.giver[seat] = gave, got, <uint8_t>other
    table.pass_count = c.bits_count(table.passed[seat])
    return 0


cdef const c.LearnedNet *_play_net(const c.Table *table, uint64_t deck) noexcept:
    cdef c.PassGame game
    game.deck, game.players, game.sides = deck, table.position.players, table.position.sides
    return c.play_net(&game, table)


cdef _learned_move(const c.Table *table, uint64_t deck, uint64_t seed):
    cdef const c.LearnedNet *net = _play_net(table, deck)
    cdef c.Rng rng = c.rng_stream(seed, 0)
    if net is NULL:
        return None
    cdef c.Move move = c.learned_move(net, table, &rng)
    return move.card, move.actor, move.victim


def has_learned(uint64_t deck, int players, int sides, int tricks):
    """Whether there is a net for such games, without the thief."""
    cdef c.PassGame game
    cdef c.Table table
    game.deck, game.players, game.sides = deck, players, sides
    memset(&table, 0, sizeof(c.Table))
    table.position.tricks_left = <uint8_t>tricks
    return c.play_net(&game, &table) is not NULL


def learned_move(const uint8_t[::1] position, uint64_t seen, uint64_t deck, known, uint64_t seed):
    """The move of the net as (card, actor, victim); None where there is none. What is no card is left to the rules. `known`: see
    _learned_table."""
    cdef c.Table table
    _learned_table(position, seen, known, &table)
    return _learned_move(&table, deck, seed)


# -- what is recommended ------------------------------------------------------------------------------------------------------------------


def auto_plan(int players, int sides, int cards, double deals, str goal, bint has_thief, bint is_perfect):
    """The engine that `auto` takes, and its options: csrc/diamonds/advice/recommend.h. `cards`: in the hand of who decides; `deals`:
    that it holds possible."""
    cdef c.AutoDecision decision
    cdef c.AutoPlan plan
    decision.players, decision.sides, decision.cards, decision.deals = players, sides, cards, deals
    decision.goal, decision.has_thief, decision.is_perfect = GOALS.index(goal), has_thief, is_perfect
    c.auto_plan(&decision, &plan)
    options = {"rollouts": "net" if plan.by_net else "", "inference": bool(plan.infers), "early": plan.early, "share": plan.share}
    return AUTO_ENGINES[plan.engine], {name: option for name, option in options.items() if option}


def preference(const uint8_t[::1] position, uint64_t seen, uint64_t deck, known, uint64_t seed, **options):
    """What speaks for the legal moves beside samples: what each counts more than its mean, in points, and why, in words that follow "is
    recommended, as"; None: nothing does. `known`: see _learned_table; `options`: of csrc/diamonds/advice/recommend.h."""
    cdef c.Table table
    _learned_table(position, seen, known, &table)
    return _preference(&table, deck, seed, options)


cdef _preference(const c.Table *table, uint64_t deck, uint64_t seed, dict options):
    cdef c.Policy policy
    cdef c.Net net
    cdef c.PreferenceAsk ask
    cdef c.Preference preference
    _policy(options.get("weights"), &table.position, &policy, &net)
    ask.policy, ask.goal, ask.seed = &policy, GOALS.index(options.get("goal", "margin")), seed
    ask.tricks, ask.early = options.get("tricks", 0), options.get("early", 0)
    ask.margin, ask.share = options.get("margin", 0.0), options.get("share", 0.0)
    cdef int count = c.preference_of(table, deck, &ask, &preference)
    return ([preference.gains[i] for i in range(count)], preference.reason.decode()) if count else None
