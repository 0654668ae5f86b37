/* max^n of any position. Choices that are pending, between tricks or at the awards, are tried one by one; from a position in mid-round on
 * it is the search of search.h. In builds with switches this is also the plain search, straight from the rules, that the other is held
 * against. */
#ifndef DIAMONDS_MAXN_MAXN_H
#define DIAMONDS_MAXN_MAXN_H

#include <string.h>

#ifdef DIAMONDS_SWITCHES
#include "diamonds/plain/key.h"
#include "diamonds/plain/table.h"
#endif
#include "diamonds/maxn/search.h"

static void maxn_search(Search *s, const Position *p, int *gains);

/* gains = what `child` has gained over `p`, and what is to come from there. */
static void maxn_child(Search *s, const Position *p, const Position *child, int *gains)
{
    maxn_search(s, child, gains);
    for (int seat = 0; seat < p->players; seat++)
        gains[side_of(p, seat)] += position_points(child, seat) - position_points(p, seat);
}

static void maxn_moves(Search *s, const Position *p, int *gains)
{
    Move moves[MAX_MOVES];
    int count = position_moves(p, moves), side = side_of(p, position_to_move(p));
    for (int i = 0; i < count; i++) {
        Position child = *p;
        position_play(&child, moves[i], NULL);
        int child_gains[MAX_PLAYERS] = {0};
        maxn_child(s, p, &child, child_gains);
        if (s->stopped)
            return;
        if (!i || maxn_prefers(child_gains, gains, p->sides, side))
            memcpy(gains, child_gains, sizeof child_gains);
    }
}

#ifdef DIAMONDS_SWITCHES
/* The plain search, with a table of positions at trick starts. */
static void maxn_plain(Search *s, const Position *p, int *gains)
{
    if (!uses(s, TECHNIQUE_TABLE) || p->robber != NOBODY || p->trick_count || !p->tricks_left) {
        maxn_moves(s, p, gains);
        return;
    }
    Hash hash = trick_start_hash(p, live_cards(p), s->salt);
    const TableResult *known = table_probe(s->table, &hash);
    if (known) {
        for (int side = 0; side < p->sides; side++)
            gains[side] = known->gains[side];
        return;
    }
    maxn_moves(s, p, gains);
    static const TableResult nothing = {.gains = {0}};
    if (s->stopped)
        return;
    TableResult *result = table_store(s->table, &hash, p->tricks_left, &nothing);
    for (int side = 0; side < p->sides; side++)
        result->gains[side] = (int8_t)gains[side];
}
#endif

/* The gains still to come, by side. */
static void maxn_search(Search *s, const Position *p, int *gains)
{
    memset(gains, 0, MAX_PLAYERS * sizeof *gains);
    if (position_decision(p) == DECIDE_NOTHING)
        return;
    if (p->robber == NOBODY && p->tricks_left && uses(s, TECHNIQUE_PROOFS)) {
        maxn_state_gains(s, p, gains);
        return;
    }
    if (!search_tick(s))
        return;
#ifdef DIAMONDS_SWITCHES
    if (!uses(s, TECHNIQUE_PROOFS)) {
        maxn_plain(s, p, gains);
        return;
    }
#endif
    maxn_moves(s, p, gains);
}

#endif
