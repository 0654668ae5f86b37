/* max^n: every side maximises its own points, ties broken by maxn_prefers. Exhaustive but for equal cards and a table at trick starts,
 * which holds the gains still to come. */
#ifndef DIAMONDS_MAXN_H
#define DIAMONDS_MAXN_H

#include <string.h>

#include "diamonds/key.h"
#include "diamonds/order.h"

static void maxn_search(Search *s, const Position *p, int *gains);

/* gains = what `child` has gained over `p`, and what is to come from there. */
static void maxn_child(Search *s, const Position *p, const Position *child, int *gains)
{
    maxn_search(s, child, gains);
    for (int seat = 0; seat < p->players; seat++)
        gains[side_of(p, seat)] += position_points(child, seat) - position_points(p, seat);
}

/* Whether a card of this move is one of several equal ones of which a lower one stands for all. */
static bool maxn_is_twin(const Search *s, const Position *p, Move move, Cards ranked)
{
    if (move.card == NO_CARD || !uses(s, TECHNIQUE_EQUAL_CARDS))
        return false;
    Cards legal = legal_cards(p, p->hand[seat_of_play(p, p->trick_count)]);
    return !(lowest_of_equals(legal, ranked) & card_set(move.card));
}

static void maxn_moves(Search *s, const Position *p, int *gains)
{
    Move moves[MAX_MOVES];
    int count = position_moves(p, moves), side = side_of(p, position_to_move(p));
    Cards ranked = ranked_cards(p);
    bool first = true;
    for (int i = 0; i < count; i++) {
        if (maxn_is_twin(s, p, moves[i], ranked))
            continue;
        Position child = *p;
        position_play(&child, moves[i]);
        int child_gains[MAX_PLAYERS] = {0};
        maxn_child(s, p, &child, child_gains);
        if (s->stopped)
            return;
        if (first || maxn_prefers(child_gains, gains, p->sides, side))
            memcpy(gains, child_gains, sizeof child_gains);
        first = false;
    }
}

/* The gains still to come, by side. */
static void maxn_search(Search *s, const Position *p, int *gains)
{
    memset(gains, 0, MAX_PLAYERS * sizeof *gains);
    if (position_decision(p) == DECIDE_NOTHING || !search_tick(s))
        return;
    bool in_table = p->robber == NOBODY && !p->trick_count && p->tricks_left > 0 && uses(s, TECHNIQUE_TABLE);
    uint64_t key = 0;
    if (in_table) {
        key = trick_start_key(p, live_cards(p), s->salt);
        const TableResult *known = table_probe(s->table, key);
        if (known) {
            for (int side = 0; side < p->sides; side++)
                gains[side] = known->gains[side];
            return;
        }
    }
    maxn_moves(s, p, gains);
    if (in_table && !s->stopped) {
        static const TableResult nothing = {.gains = {0}};
        TableResult *result = table_store(s->table, key, p->tricks_left, &nothing);
        for (int side = 0; side < p->sides; side++)
            result->gains[side] = (int8_t)gains[side];
    }
}

#endif
