/* Robberies in the partition search: whom a seat may rob, what that does to the state, and how the child's proof reads before it. */
#ifndef DIAMONDS_PARTITION_ROBBERY_H
#define DIAMONDS_PARTITION_ROBBERY_H

#include "diamonds/partition/context.h"

static inline const Robbery *robbery_of(const Context *ctx, int seat) { return &ctx->robberies[HAS_POOL && ctx->pooled][seat]; }

/* What it brings to rob a component. */
static inline int worth_of(const Context *ctx, const Robbery *r, int victim)
{
    return component_weight(ctx, r->mine) - component_weight(ctx, victim);
}

/* What it does to the pool that is kept beside the showrooms. */
static inline int pool_change(const Context *ctx, const Robbery *r, int victim)
{
    return HAS_POOL && !ctx->pooled ? is_max(victim) - is_max(r->mine) : 0;
}

static inline Lanes partition_robbed(const Context *ctx, Lanes x, const Robbery *r, int victim)
{
    x = lanes_add(lanes_subtract(x, lanes_one(victim)), lanes_one(r->mine));
    return HAS_POOL ? lanes_add(x, lanes_step(POOL, pool_change(ctx, r, victim))) : x;
}

/* Whether the seat may let its club go: the coalition of the pooled game may as long as a team that it plays against holds clubs. That
 * stands for the robbery of a seat of its own; without it the pooled game would be no lower bound. */
static inline bool may_decline(const Context *ctx, const State *s, int seat)
{
    return HAS_POOL && SIDES < PLAYERS && ctx->pooled && !is_max(seat) && ((s->hand[0] | s->hand[SIDES % PLAYERS]) & suit_mask(CLUBS));
}

/* The proof of a robbery's child, told of the state before; needs_victim: it holds only where the victim has a crystal. */
static void unrob(const Context *ctx, Proof *proof, const Robbery *r, int victim, bool needs_victim)
{
    proof_shift(proof, r->mine, 1);
    if (HAS_POOL)
        proof_shift(proof, POOL, pool_change(ctx, r, victim));
    shift_hi(proof, victim, 1);
    if (needs_victim || proof_lo(proof, victim) > 0)
        proof_gave(proof, victim);
    else
        free_lo(proof, victim);
}

/* Victims in the order in which they are tried: of the other side of the question first, rich ones first. */
static int list_victims(const State *s, const Robbery *r, int *victims)
{
    int count = 0;
    for (int rival = 0; rival < r->count; rival++) {
        int victim = r->rivals[rival];
        if (component_of(s, victim) <= 0)
            continue;
        int i = count++;
        for (bool of_other_side = is_max_component(victim) != is_max_component(r->mine);
             of_other_side && i && component_of(s, victims[i - 1]) < component_of(s, victim); i--)
            victims[i] = victims[i - 1];
        victims[i] = victim;
    }
    return count;
}

/* A robbery that cannot reach the seat's aim: what if others had crystals, too? Where the first victim's refutation covers them they need
 * no condition. */
static int widen_to_others(const Context *ctx, const State *s, const Robbery *r, int first, const Proof *raw, int raw_value, int beta,
                           int value, Proof *proof)
{
    bool wants = is_max_component(r->mine), asks_pool = HAS_POOL && (proof_has_lo(raw, POOL) || proof_has_hi(raw, POOL));
    for (int i = 0; i < r->count; i++) {
        int victim = r->rivals[i];
        if (component_of(s, victim) > 0)
            continue;
        int other_value = raw_value + worth_of(ctx, r, victim);
        bool pool_matters = asks_pool && pool_change(ctx, r, victim) != pool_change(ctx, r, first);
        if (proof_lo(raw, victim) <= 0 && proof_hi(raw, first) >= component_of(s, first) && (other_value >= beta) != wants &&
            !pool_matters) {
            proof_at_most(proof, first, proof_hi(raw, first));
            if (wants ? other_value > value : other_value < value)
                value = other_value;
        } else {
            proof_at_most(proof, victim, 0);
        }
    }
    return value;
}

#endif
