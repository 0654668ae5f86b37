# The model of players of known kinds, how likely a card is, and what it and nets see. Part of _players.pyx.

def model_inputs(const uint8_t[::1] position, uint64_t seen):
    """What the model weighs in a card decision: the legal cards, rising, and float32[cards, MODEL_INPUTS]."""
    return _inputs(position, seen, c.MODEL_INPUTS, c.model_inputs)


def net_inputs(const uint8_t[::1] position, uint64_t seen):
    """What a net weighs in a card decision: the legal cards, rising, and float32[cards, NET_INPUTS]."""
    return _inputs(position, seen, c.NET_INPUTS, c.net_inputs)


cdef _inputs(const uint8_t[::1] position, uint64_t seen, int width, void (*fill)(const c.Sight *, int, float *) noexcept nogil):
    cdef size_t count
    cdef const c.Position *p = _worlds(position, seen, &count)
    if c.position_decision(p) != c.DECIDE_CARD:
        raise PlayerError("no card is to be played")
    cdef c.Sight sight
    c.sight_make(&sight, p, c.worlds_seen(p, seen))
    cards = _cards(c.legal_cards(p, sight.hand))
    inputs = np.empty((len(cards), width), np.float32)
    cdef float[:, ::1] out = inputs
    for i, card in enumerate(cards):
        fill(&sight, card, &out[i, 0])
    return cards, inputs


def model_chances(const uint8_t[::1] table, uint64_t seen, const uint64_t[::1] hands, int card, double slip, double[:, ::1] chances):
    """Multiplies chances[i, kind], float64[hands, MODEL_KINDS], by the chance that a player of that kind who holds hands[i] plays `card`;
    with chance `slip` it plays any legal card instead. Of `table`, one position, no hand matters. Where a hand does not have the card, or
    may not play it, the chance is 0."""
    cdef size_t count, i, rows = hands.shape[0]
    cdef c.Position position = _array(table, &count)[0]
    cdef uint64_t held = 0
    cdef int size, least = 64, most = 0
    if count != 1 or <size_t>chances.shape[0] != rows or chances.shape[1] != c.MODEL_KINDS:
        raise ValueError("one position, and one row of MODEL_KINDS chances for each hand, are needed")
    if not 0 <= slip <= 1 or not 0 <= card < 64:
        raise ValueError("slip is from 0 to 1, a card from 0 to 63")
    if not c.MIN_PLAYERS <= position.players <= c.MAX_PLAYERS or c.position_decision(&position) != c.DECIDE_CARD:
        raise PlayerError("no card is to be played")
    seen = c.worlds_seen(&position, seen)
    for i in range(rows):
        held |= hands[i]
        size = c.bits_count(hands[i])
        least, most = min(size, least), max(size, most)
    if rows and not 1 <= least <= most <= c.MAX_HAND:
        raise PlayerError(f"a hand has 1 to {c.MAX_HAND} cards")
    if held & (seen | ~c.ALL_CARDS):
        raise PlayerError(c.status_text(c.STATUS_BAD_CARDS).decode())
    if rows:
        with nogil:
            c.model_chances(&position, seen, &hands[0], rows, card, slip, <double (*)[4]>&chances[0, 0])
