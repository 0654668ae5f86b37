#include "diamonds/players/worlds.h"

#include <string.h>

/* Everything after the hands is open but who won what before; the struct ends in bytes, `award` the last. */
static bool same_table(const Position *a, const Position *b)
{
    Position other = *b;
    memcpy(other.taken, a->taken, sizeof other.taken);
    other.winners = a->winners;
    const size_t from = offsetof(Position, showroom), to = offsetof(Position, award) + 1;
    return memcmp((const char *)a + from, (const char *)&other + from, to - from) == 0;
}

bool worlds_share_tricks(const Position *first, const Position *worlds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(first->taken, worlds[i].taken, sizeof first->taken) != 0 || first->winners != worlds[i].winners)
            return false;
    return true;
}

Status worlds_check(const Position *first, const Position *worlds, size_t count, Cards seen)
{
    for (size_t i = 0; i < count; i++) {
        Status status = position_check(&worlds[i]);
        if (status != STATUS_OK)
            return status;
        int seat = position_to_move(&worlds[i]);
        if (!same_table(first, &worlds[i]) || first->hand[seat] != worlds[i].hand[seat])
            return STATUS_BAD_WORLDS;
        if (live_cards(&worlds[i]) & seen)
            return STATUS_BAD_CARDS;
    }
    return STATUS_OK;
}

bool move_is_legal(const Position *position, Move move)
{
    Move moves[MAX_MOVES];
    int count = position_moves(position, moves);
    for (int i = 0; i < count; i++)
        if (move_equals(moves[i], move))
            return true;
    return false;
}

Cards worlds_seen(const Position *position, Cards seen)
{
    for (int i = 0; i < position->trick_count; i++)
        seen |= card_set(position->trick[i]);
    return seen;
}
