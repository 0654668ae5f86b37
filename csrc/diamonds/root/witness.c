#include "diamonds/root/witness.h"

#include <assert.h>
#include <string.h>

#include "diamonds/root/root.h"

#ifdef HAS_WITNESS

enum { WITNESS_NODES = 1 << 14 };

/* Plays a move that keeps the value; gives that of the rest. Any such move will do, whoever decides. */
static int play_on(const Engine *engine, Search *plain, Position *at, int value)
{
    Move moves[MAX_MOVES];
    int count = position_moves(at, moves);
    for (int i = 0; i < count && !plain->stopped; i++) {
        Position child = *at;
        position_play(&child, moves[i], NULL);
        int rest = value - score_gain(&plain->score, at, &child);
        if (position_decision(&child) == DECIDE_NOTHING ? rest == 0 : root_value(engine, NULL, plain, &child, rest) == rest) {
            *at = child;
            return rest;
        }
    }
    assert(plain->stopped);
    return 0;
}

void witness_find(Witness *witness, const Engine *engine, const Search *asked, const Position *position)
{
    Search plain = *asked;
    plain.table = witness->known;
    plain.witness = NULL;
    plain.techniques_off = TECHNIQUE_PROOFS;
    plain.poll = NULL;
    plain.node_limit = plain.next_poll = WITNESS_NODES;
    memset(plain.killers, 0, sizeof plain.killers);
    Position at = *position;
    int value = root_value(engine, NULL, &plain, &at, 0);
    for (witness->count = 0; !plain.stopped && position_decision(&at) != DECIDE_NOTHING; value = play_on(engine, &plain, &at, value))
        if (at.robber == NOBODY && !at.trick_count && at.tricks_left && witness->count < MOST_WITNESSES) {
            witness->start[witness->count] = at;
            witness->value[witness->count++] = value;
        }
}

#endif
