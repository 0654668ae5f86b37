/* The H, S and C awards between two sides: the maximising one and the minimising one, which is a single side or a pool.
 *
 * Their value depends on five things of three cases each: the crystals of either (0, 1, more) and who wins each award (the minimising
 * side, nobody, the maximising one). That makes 243 cells. For a cell and the slack that its value has, the widest box of cells around it
 * is worked out once and kept.
 */
#ifndef DIAMONDS_PARTITION_LEAFBOXES_H
#define DIAMONDS_PARTITION_LEAFBOXES_H

#include "diamonds/partition/leafawards.h"
#include "diamonds/partition/context.h"

enum { WON_BY_MIN, TIED, WON_BY_MAX }; /* of an award */

static inline int award_case(int winner) { return winner < 0 ? TIED : winner == 0 ? WON_BY_MAX : WON_BY_MIN; }

static inline int cell_index(const uint8_t *a) { return (((a[0] * 3 + a[1]) * 3 + a[2]) * 3 + a[3]) * 3 + a[4]; }

/* Crystals of the maximising and the minimising side, 2 for two or more, and what they have gained. */
typedef struct Cell {
    int max, min, value;
} Cell;

static inline Cell after_hearts(const Context *ctx, Cell c, int won_by)
{
    if (won_by == WON_BY_MAX)
        return (Cell){c.max + 1, c.min, c.value + ctx->max_weight};
    if (won_by == WON_BY_MIN)
        return (Cell){c.max, c.min + 1, c.value + ctx->min_weight};
    return c;
}

static inline Cell after_spades(const Context *ctx, Cell c, int won_by)
{
    if (won_by == WON_BY_MAX && c.max)
        return (Cell){c.max - 1, c.min, c.value + ctx->max_weight};
    if (won_by == WON_BY_MIN && c.min)
        return (Cell){c.max, c.min - 1, c.value + ctx->min_weight};
    return c;
}

static inline int value_after_clubs(const Context *ctx, Cell c, int won_by)
{
    if (won_by == WON_BY_MAX && c.min)
        return c.value + ctx->max_weight - ctx->min_weight;
    if (won_by == WON_BY_MIN && c.max)
        return c.value + ctx->min_weight - ctx->max_weight;
    return c.value;
}

/* Value of the H, S and C awards. cell: crystals of the maximising and the minimising side, cases of the awards C, S, H. */
static inline int cell_value(const Context *ctx, const uint8_t *cell)
{
    Cell c = after_spades(ctx, after_hearts(ctx, (Cell){cell[0], cell[1], 0}, cell[4]), cell[3]);
    return value_after_clubs(ctx, c, cell[2]);
}

/* Whether all cells from lo to hi keep the value on the right side of the limit; lowers (raises) *worst to what all of them reach. */
static bool cells_hold(const Context *ctx, const uint8_t *lo, const uint8_t *hi, bool at_least, int limit, int *worst)
{
    const int sign = at_least ? 1 : -1;
    int least = sign * *worst;
    for (int max = lo[0]; max <= hi[0]; max++)
        for (int min = lo[1]; min <= hi[1]; min++)
            for (int hearts = lo[4]; hearts <= hi[4]; hearts++) {
                Cell h = after_hearts(ctx, (Cell){max, min, 0}, hearts);
                for (int spades = lo[3]; spades <= hi[3]; spades++) {
                    Cell s = after_spades(ctx, h, spades);
                    for (int clubs = lo[2]; clubs <= hi[2]; clubs++) {
                        int value = sign * value_after_clubs(ctx, s, clubs);
                        least = value < least ? value : least;
                    }
                }
                if (least < sign * limit)
                    return false;
            }
    *worst = sign * least;
    return true;
}

/* Puts one more layer of cells on one side of the box, unless it ends there or one of them breaks the limit. */
static bool grows_by_layer(const Context *ctx, LeafBox *box, int dimension, bool up, bool at_least, int limit)
{
    uint8_t *end = up ? &box->hi[dimension] : &box->lo[dimension];
    if (*end == (up ? 2 : 0))
        return false;
    uint8_t lo[5], hi[5];
    int worst = box->value;
    memcpy(lo, box->lo, 5);
    memcpy(hi, box->hi, 5);
    lo[dimension] = hi[dimension] = (uint8_t)(up ? *end + 1 : *end - 1);
    if (!cells_hold(ctx, lo, hi, at_least, limit, &worst))
        return false;
    *end = lo[dimension];
    box->value = (int8_t)worst;
    return true;
}

/* The box around a cell, grown greedily, showrooms first: they cost the table most. A layer that broke the limit once always will, as it
 * can only get larger. */
static void grow_box(const Context *ctx, const uint8_t *cell, bool at_least, int limit, LeafBox *box)
{
    memcpy(box->lo, cell, 5);
    memcpy(box->hi, cell, 5);
    box->value = (int8_t)cell_value(ctx, cell);
    unsigned open = (1u << 10) - 1; /* bits 2d and 2d + 1: whether the box may still grow down and up in dimension d */
    while (open)
        for (int side = 0; side < 10; side++)
            if (open >> side & 1 && !grows_by_layer(ctx, box, side / 2, side % 2, at_least, limit))
                open &= ~(1u << side);
    box->ready = true;
}

static const LeafBox *leaf_box(Context *ctx, const uint8_t *cell, bool at_least, int slack)
{
    if (slack >= LEAF_SLACKS)
        slack = LEAF_SLACKS - 1;
    LeafBox *box = &ctx->boxes[at_least][cell_index(cell)][slack];
    if (!box->ready)
        grow_box(ctx, cell, at_least, cell_value(ctx, cell) + (at_least ? -slack : slack), box);
    return box;
}

/* Condition: the showrooms of seats first, first + SIDES, … sum to at least `least` and at most `most` (0..2, 2 is any number). */
static inline void showrooms_between(Proof *proof, const State *s, int first, int least, int most)
{
    int rich = first, sum = 0;
    for (int seat = first; seat < PLAYERS; seat += SIDES) {
        sum += component_of(s, seat);
        if (component_of(s, seat) > component_of(s, rich))
            rich = seat;
    }
    if (least > 0 && component_of(s, rich) >= least)
        proof_at_least(proof, rich, least);
    else if (least > 0)
        for (int seat = first; seat < PLAYERS; seat += SIDES)
            proof_at_least(proof, seat, component_of(s, seat));
    if (most < 2)
        for (int seat = first; seat < PLAYERS; seat += SIDES)
            proof_at_most(proof, seat, component_of(s, seat) + (seat == first ? most - sum : 0));
}

/* The cell that a finished round is in. */
static inline void leaf_cell(const State *s, const int *winner, uint8_t *cell)
{
    int max = 0, min = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        *(is_max(seat) ? &max : &min) += component_of(s, seat);
    if (HAS_POOL)
        min = component_of(s, POOL);
    cell[0] = (uint8_t)(max < 2 ? max : 2);
    cell[1] = (uint8_t)(min < 2 ? min : 2);
    cell[2] = (uint8_t)award_case(winner[CLUBS]);
    cell[3] = (uint8_t)award_case(winner[SPADES]);
    cell[4] = (uint8_t)award_case(winner[HEARTS]);
}

/* The condition on the H, S and C awards between two sides; returns the value that it still guarantees. */
static int leaf_two_sides(Context *ctx, const State *s, const int *winner, bool at_least, int slack, Proof *proof)
{
    uint8_t cell[5];
    leaf_cell(s, winner, cell);
    const LeafBox *box = leaf_box(ctx, cell, at_least, slack);
    static const uint8_t suit_of_dimension[5] = {0, 0, CLUBS, SPADES, HEARTS};
    for (int d = 2; d < 5; d++) {
        int suit = suit_of_dimension[d];
        if (box->lo[d] == WON_BY_MIN && box->hi[d] == WON_BY_MAX)
            continue;
        if (box->lo[d] == box->hi[d])
            award_exactly(proof, s, suit, winner[suit]);
        else if (box->lo[d] == TIED)
            award_not_lost(proof, s, suit, true, winner[suit]);
        else
            award_not_won(proof, s, suit, true, winner[suit]);
    }
    if (HAS_POOL) {
        showrooms_between(proof, s, 0, box->lo[0], box->hi[0]);
        if (box->lo[1])
            proof_at_least(proof, POOL, box->lo[1]);
        if (box->hi[1] < 2)
            proof_at_most(proof, POOL, box->hi[1]);
    } else {
        for (int side = 0; side < 2; side++)
            showrooms_between(proof, s, side, box->lo[side], box->hi[side]);
    }
    return box->value;
}

#endif
