# The pass: which cards, by rules or by a net, and how many. Hands and decks are sets of cards as one number. Part of _players.pyx.

def _cards(hand):
    return [card for card in range(64) if hand >> card & 1]


cdef c.PassGame _pass_game(uint64_t hand, uint64_t deck, int players, int sides, int count) except *:
    cdef c.PassGame game
    cdef bint has_teams = players >= 4 and players % 2 == 0 and sides == players // 2
    if not c.MIN_PLAYERS <= players <= c.MAX_PLAYERS or (sides != players and not has_teams):
        raise PlayerError(c.status_text(c.STATUS_BAD_PLAYERS).decode())
    if hand & ~deck or deck & ~c.ALL_CARDS:
        raise PlayerError(c.status_text(c.STATUS_BAD_CARDS).decode())
    if not 1 <= count <= c.MAX_PASS or (<object>hand).bit_count() < count:
        raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    game.deck, game.players, game.sides = deck, players, sides
    return game


cdef int _check_passes(hands, int count, uint64_t deck, int players, int sides, c.PassGame *game) except -1:
    """Whether the hands, uint64[rows, seats], can pass `count` cards; fills `game`."""
    cdef const uint64_t[:, ::1] each = hands
    cdef size_t row, seat
    cdef uint64_t cards = 0, rest
    cdef int card
    cdef bint too_few = False
    for row in range(<size_t>each.shape[0]):
        for seat in range(<size_t>each.shape[1]):
            cards |= each[row, seat]
            rest = each[row, seat]
            for card in range(count - 1):
                rest &= rest - 1
            too_few |= rest == 0
    if too_few:
        raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    game[0] = _pass_game(deck, deck, players, sides, 1)
    if cards & ~deck:
        raise PlayerError(c.status_text(c.STATUS_BAD_CARDS).decode())
    return 0


def pass_features(uint64_t hand, uint64_t deck, int players, int sides):
    """What the passing rules weigh: float32[cards of the hand, lowest first, PASS_FEATURES]."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    cdef int i
    cards = _cards(hand)
    features = np.empty((len(cards), c.PASS_FEATURES), np.float32)
    cdef float[:, ::1] out = features
    for i, card in enumerate(cards):
        c.pass_features(&game, hand, card, &out[i, 0])
    return features


def pass_scores(uint64_t hand, uint64_t deck, int players, int sides):
    """What giving each card of `hand` away is worth: {card: points of margin, up to a constant}."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    return {card: c.pass_score(&game, hand, card) for card in _cards(hand)}


def policy_pass(uint64_t hand, int count, uint64_t deck, int players, int sides):
    """The `count` cards of `hand` that the rule-based player passes, as a set of cards."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, count)
    return c.pass_choice(&game, hand, count)


def net_pass(uint64_t hand, int count, uint64_t deck, int players, int sides):
    """The `count` cards of `hand` that the net passes, as a set of cards; None where there is no net."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, count)
    return None if c.pass_net(&game, hand) is NULL else c.player_pass(&game, hand, count)


def net_pass_values(uint64_t hand, const uint64_t[::1] passes, uint64_t deck, int players, int sides):
    """What giving passes[i] of `hand` is worth by the net, in points of margin: float64[passes]; None where there is no net."""
    cdef int count = <int>passes.shape[0], i
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    cdef const c.LearnedNet *net = c.pass_net(&game, hand)
    for i in range(count):
        if passes[i] & ~hand or not 1 <= (<object>passes[i]).bit_count() <= c.MAX_PASS:
            raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    if net is NULL:
        return None
    values = np.empty(count)
    cdef double[::1] out = values
    if count:
        c.pass_net_values(net, hand, &passes[0], count, &out[0])
    return values


def policy_count(uint64_t hand, uint64_t deck, int players, int sides):
    """How many cards the rule-based dealer lets everybody pass."""
    cdef c.PassGame game = _pass_game(hand, deck, players, sides, 1)
    return c.pass_count(&game, hand)


def policy_passes(const uint64_t[:, ::1] hands, const uint8_t[::1] counts, uint64_t deck, int players, int sides, bint by_net=False):
    """The cards that the rule-based players pass: uint64[rows, seats] like `hands`, counts[row] cards from every hand of a row. `by_net`:
    by the net, where there is one for the game."""
    cdef size_t rows = hands.shape[0], seats = hands.shape[1], row, seat
    cdef c.PassGame game
    _check_passes(hands, max(counts, default=1), deck, players, sides, &game)
    if <size_t>counts.shape[0] != rows or (rows and not 1 <= min(counts) <= max(counts) <= c.MAX_PASS):
        raise PlayerError(f"a number of cards, 1 to {c.MAX_PASS}, is needed for every row")
    passed = np.empty((rows, seats), np.uint64)
    cdef uint64_t[:, ::1] out = passed
    with nogil:
        for row in range(rows):
            for seat in range(seats):
                if by_net:
                    out[row, seat] = c.player_pass(&game, hands[row, seat], counts[row])
                else:
                    out[row, seat] = c.pass_choice(&game, hands[row, seat], counts[row])
    return passed


def policy_counts(const uint64_t[::1] hands, uint64_t deck, int players, int sides):
    """How many cards the rule-based dealer lets everybody pass: uint8[hands]."""
    cdef size_t rows = hands.shape[0], row
    cdef c.PassGame game
    _check_passes(np.asarray(hands).reshape(-1, 1), 1, deck, players, sides, &game)
    counts = np.empty(rows, np.uint8)
    cdef uint8_t[::1] out = counts
    with nogil:
        for row in range(rows):
            out[row] = <uint8_t>c.pass_count(&game, hands[row])
    return counts


def pass_chances(const uint64_t[::1] hands, const uint64_t[::1] passed, uint64_t deck, int players, int sides, double slip):
    """The chance that players, half of whom pass by rules and half by an engine, and any cards with chance `slip`, pass passed[i] of
    hands[i]: float64[hands]. 1 to MAX_PASS cards are passed, and the hand holds them."""
    cdef size_t rows = hands.shape[0], row
    cdef c.PassGame game
    cdef bint fits = <size_t>passed.shape[0] == rows
    _check_passes(np.asarray(hands).reshape(-1, 1), 1, deck, players, sides, &game)
    for row in range(rows if fits else 0):
        fits &= passed[row] != 0 and passed[row] & ~hands[row] == 0 and (<object>passed[row]).bit_count() <= c.MAX_PASS
    if not fits:
        raise PlayerError(f"1 to {c.MAX_PASS} cards are passed, of a hand that has them")
    if not 0 <= slip <= 1:
        raise ValueError("slip is from 0 to 1")
    chances = np.empty(rows)
    cdef double[::1] out = chances
    with nogil:
        for row in range(rows):
            out[row] = c.pass_chance(&game, hands[row], passed[row], slip)
    return chances
