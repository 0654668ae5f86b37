/* The H, S and C awards between two kinds: the maximising side and one other side, or a pool.
 *
 * Their value depends on five things of three cases each: the crystals of either kind (0, 1, more) and who wins each award (other, nobody,
 * own). That makes 243 cells. For a cell and the slack that its value has, the widest box of cells around it is worked out once and kept.
 */
#ifndef DIAMONDS_LEAFBOXES_H
#define DIAMONDS_LEAFBOXES_H

#include "diamonds/leafawards.h"
#include "diamonds/partition.h"

enum { KIND_OTHER, KIND_TIE, KIND_OWN }; /* of an award */

static inline int kind_of(int winner) { return winner < 0 ? KIND_TIE : winner == 0 ? KIND_OWN : KIND_OTHER; }

static inline int cell_index(const uint8_t *a) { return (((a[0] * 3 + a[1]) * 3 + a[2]) * 3 + a[3]) * 3 + a[4]; }

/* Value of the H, S and C awards. cell: crystals of own and other (2 for two or more), kinds of the awards C, S, H. */
static inline int cell_value(const PartSearch *ps, const uint8_t *cell)
{
    int own = cell[0], other = cell[1], value = 0;
    if (cell[4] == KIND_OWN) {
        value += ps->own;
        own++;
    } else if (cell[4] == KIND_OTHER) {
        value += ps->other;
        other++;
    }
    if (cell[3] == KIND_OWN && own) {
        value += ps->own;
        own--;
    } else if (cell[3] == KIND_OTHER && other) {
        value += ps->other;
        other--;
    }
    if (cell[2] == KIND_OWN && other)
        value += ps->own - ps->other;
    else if (cell[2] == KIND_OTHER && own)
        value += ps->other - ps->own;
    return value;
}

/* Whether all cells of the box keep the value on the right side of the limit; *worst is the value that all of them reach. */
static bool box_holds(const PartSearch *ps, const uint8_t *lo, const uint8_t *hi, bool at_least, int limit, int *worst)
{
    uint8_t a[5];
    *worst = at_least ? VALUE_LIMIT : -VALUE_LIMIT;
    for (a[0] = lo[0]; a[0] <= hi[0]; a[0]++)
        for (a[1] = lo[1]; a[1] <= hi[1]; a[1]++)
            for (a[2] = lo[2]; a[2] <= hi[2]; a[2]++)
                for (a[3] = lo[3]; a[3] <= hi[3]; a[3]++)
                    for (a[4] = lo[4]; a[4] <= hi[4]; a[4]++) {
                        int value = cell_value(ps, a);
                        if (at_least ? value < limit : value > limit)
                            return false;
                        if (at_least ? value < *worst : value > *worst)
                            *worst = value;
                    }
    return true;
}

/* The box around a cell, grown greedily, showrooms first: they cost the table most. */
static void grow_box(const PartSearch *ps, const uint8_t *cell, bool at_least, int limit, LeafBox *box)
{
    int worst;
    memcpy(box->lo, cell, 5);
    memcpy(box->hi, cell, 5);
    box->value = (int8_t)cell_value(ps, cell);
    for (bool grows = true; grows;) {
        grows = false;
        for (int d = 0; d < 5; d++)
            for (int up = 0; up < 2; up++) {
                uint8_t lo[5], hi[5];
                memcpy(lo, box->lo, 5);
                memcpy(hi, box->hi, 5);
                if (up ? hi[d] == 2 : lo[d] == 0)
                    continue;
                if (up)
                    hi[d]++;
                else
                    lo[d]--;
                if (box_holds(ps, lo, hi, at_least, limit, &worst)) {
                    memcpy(box->lo, lo, 5);
                    memcpy(box->hi, hi, 5);
                    box->value = (int8_t)worst;
                    grows = true;
                }
            }
    }
    box->ready = true;
}

static const LeafBox *leaf_box(PartSearch *ps, const uint8_t *cell, bool at_least, int slack)
{
    if (slack >= LEAF_SLACKS)
        slack = LEAF_SLACKS - 1;
    LeafBox *box = &ps->boxes[at_least][cell_index(cell)][slack];
    if (!box->ready)
        grow_box(ps, cell, at_least, cell_value(ps, cell) + (at_least ? -slack : slack), box);
    return box;
}

/* Condition: the showrooms of seats first, first + G, … sum to at least `least` and at most `most` (0..2, 2 is any number). */
static inline void showrooms_between(Proof *proof, const State *s, int first, int least, int most)
{
    const int8_t *x = (const int8_t *)&s->x;
    int rich = first, sum = 0;
    for (int seat = first; seat < N; seat += G) {
        sum += x[seat];
        if (x[seat] > x[rich])
            rich = seat;
    }
    if (least > 0 && x[rich] >= least)
        proof_at_least(proof, rich, least);
    else if (least > 0)
        for (int seat = first; seat < N; seat += G)
            proof_at_least(proof, seat, x[seat]);
    if (most < 2)
        for (int seat = first; seat < N; seat += G)
            proof_at_most(proof, seat, x[seat] + (seat == first ? most - sum : 0));
}

/* The cell that a finished round is in. */
static inline void leaf_cell(const State *s, const int *winner, uint8_t *cell)
{
    const int8_t *x = (const int8_t *)&s->x;
    int own = 0, other = 0;
    for (int seat = 0; seat < N; seat++)
        *(is_max(seat) ? &own : &other) += x[seat];
    if (HAS_POOL)
        other = x[POOL];
    cell[0] = (uint8_t)(own < 2 ? own : 2);
    cell[1] = (uint8_t)(other < 2 ? other : 2);
    cell[2] = (uint8_t)kind_of(winner[CLUBS]);
    cell[3] = (uint8_t)kind_of(winner[SPADES]);
    cell[4] = (uint8_t)kind_of(winner[HEARTS]);
}

/* The condition on the H, S and C awards between two kinds; returns the value that it still guarantees. */
static int leaf_two_kinds(PartSearch *ps, const State *s, const int *winner, bool at_least, int slack, Proof *proof)
{
    uint8_t cell[5];
    leaf_cell(s, winner, cell);
    const LeafBox *box = leaf_box(ps, cell, at_least, slack);
    static const uint8_t suit_of_dimension[5] = {0, 0, CLUBS, SPADES, HEARTS};
    for (int d = 2; d < 5; d++) {
        int suit = suit_of_dimension[d];
        if (box->lo[d] == KIND_OTHER && box->hi[d] == KIND_OWN)
            continue;
        if (box->lo[d] == box->hi[d])
            award_exactly(proof, s, suit, winner[suit]);
        else if (box->lo[d] == KIND_TIE)
            award_not_lost(proof, s, suit, true, winner[suit]);
        else
            award_not_won(proof, s, suit, true, winner[suit]);
    }
    if (HAS_POOL) {
        for (int kind = 0; kind < 2; kind++) {
            int lane = kind ? POOL : 0;
            if (box->lo[kind])
                proof_at_least(proof, lane, box->lo[kind]);
            if (box->hi[kind] < 2)
                proof_at_most(proof, lane, box->hi[kind]);
        }
    } else {
        for (int kind = 0; kind < 2; kind++)
            showrooms_between(proof, s, kind, box->lo[kind], box->hi[kind]);
    }
    return box->value;
}

#endif
