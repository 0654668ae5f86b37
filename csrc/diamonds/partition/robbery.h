/* Robberies in the partition search: whom a seat may rob, what that does to the state, and how the child's proof reads before it. */
#ifndef DIAMONDS_PARTITION_ROBBERY_H
#define DIAMONDS_PARTITION_ROBBERY_H

#include "diamonds/partition/context.h"

static inline const Robbery *robbery_of(const PartSearch *ps, int seat) { return &ps->robberies[HAS_POOL && ps->pooled][seat]; }

/* What it brings to rob a lane. */
static inline int worth_of(const PartSearch *ps, const Robbery *r, int victim)
{
    return lane_weight(ps, r->mine) - lane_weight(ps, victim);
}

/* What it does to the pool that is kept beside the showrooms. */
static inline int pool_change(const PartSearch *ps, const Robbery *r, int victim)
{
    return HAS_POOL && !ps->pooled ? is_max(victim) - is_max(r->mine) : 0;
}

static inline Lanes lanes_robbed(const PartSearch *ps, Lanes x, const Robbery *r, int victim)
{
    x = lanes_add(lanes_subtract(x, lanes_one(victim)), lanes_one(r->mine));
    return HAS_POOL ? lanes_add(x, lanes_step(POOL, pool_change(ps, r, victim))) : x;
}

/* The proof of a robbery's child, told of the state before; needs_victim: it holds only where the victim has a crystal. */
static void unrob(const PartSearch *ps, Proof *proof, const Robbery *r, int victim, bool needs_victim)
{
    proof_shift(proof, r->mine, 1);
    if (HAS_POOL)
        proof_shift(proof, POOL, pool_change(ps, r, victim));
    shift_hi(proof, victim, 1);
    if (needs_victim || lane_lo(proof, victim) > 0)
        lane_gave(proof, victim);
    else
        free_lo(proof, victim);
}

/* Victims in the order in which they are tried: of the other kind first, rich ones first. */
static int list_victims(const State *s, const Robbery *r, int *victims)
{
    const int8_t *x = (const int8_t *)&s->x;
    int count = 0;
    for (int rival = 0; rival < r->count; rival++) {
        int victim = r->rivals[rival];
        if (x[victim] <= 0)
            continue;
        int i = count++;
        for (bool of_other_kind = is_max_lane(victim) != is_max_lane(r->mine); of_other_kind && i && x[victims[i - 1]] < x[victim]; i--)
            victims[i] = victims[i - 1];
        victims[i] = victim;
    }
    return count;
}

/* A robbery that cannot reach the seat's aim: what if others had crystals, too? Where the first victim's refutation covers them they need
 * no condition. */
static int widen_to_others(const PartSearch *ps, const State *s, const Robbery *r, int first, const Proof *raw, int raw_value, int beta,
                           int value, Proof *proof)
{
    const int8_t *x = (const int8_t *)&s->x;
    const int8_t *lo = (const int8_t *)&raw->lo, *hi = (const int8_t *)&raw->hi;
    bool wants = is_max_lane(r->mine), asks_pool = HAS_POOL && (lane_has_lo(raw, POOL) || lane_has_hi(raw, POOL));
    for (int i = 0; i < r->count; i++) {
        int victim = r->rivals[i];
        if (x[victim] > 0)
            continue;
        int other_value = raw_value + worth_of(ps, r, victim);
        bool pool_matters = asks_pool && pool_change(ps, r, victim) != pool_change(ps, r, first);
        if (lo[victim] <= 0 && hi[first] >= x[first] && (other_value >= beta) != wants && !pool_matters) {
            proof_at_most(proof, first, hi[first]);
            if (wants ? other_value > value : other_value < value)
                value = other_value;
        } else {
            proof_at_most(proof, victim, 0);
        }
    }
    return value;
}

#endif
