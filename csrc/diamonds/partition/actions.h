/* Suit actions in the partition search: what they do to the state, and how their child's proof reads before the action.
 *
 * An action that is impossible is a condition of the proof (no crystal to move, nobody to rob), and so is one that needs a crystal. Where
 * the child's proof covers the other case as well, the condition is dropped: showrooms are what proofs differ in most. */
#ifndef DIAMONDS_PARTITION_ACTIONS_H
#define DIAMONDS_PARTITION_ACTIONS_H

#include "diamonds/partition/context.h"

static int part_lead(PartSearch *ps, State *s, int beta, Proof *proof);
static int part_follow(PartSearch *ps, State *s, int beta, Proof *proof);
static int part_finish(PartSearch *ps, State *s, int beta, Proof *proof);

/* Goes on after a card or an action: the next hand, the end of the trick, or the next lead. */
static inline int part_on(PartSearch *ps, State *s, int beta, Proof *proof, bool trick_is_over)
{
    if (trick_is_over)
        return part_lead(ps, s, beta, proof);
    return s->count == TRICK ? part_finish(ps, s, beta, proof) : part_follow(ps, s, beta, proof);
}

static inline int show_lane(const PartSearch *ps, int seat) { return lane_of_seat(seat, HAS_POOL && ps->pooled); }

static inline bool is_max_lane(int lane) { return !(HAS_POOL && lane == POOL) && is_max(lane); }

static inline int lane_weight(const PartSearch *ps, int lane) { return is_max_lane(lane) ? ps->own : ps->other; }

/* Whether the pool is kept beside the showrooms, and changes with that of the seat. */
static inline bool moves_pool(const PartSearch *ps, int seat) { return HAS_POOL && !ps->pooled && !is_max(seat); }

static int part_hearts(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int lane = show_lane(ps, seat), weight = weight_of(ps, seat);
    s->x = lanes_add(s->x, lanes_one(lane));
    if (moves_pool(ps, seat))
        s->x = lanes_add(s->x, lanes_one(POOL));
    int value = weight + part_on(ps, s, beta - weight, proof, trick_is_over);
    proof_shift(proof, lane, 1);
    if (moves_pool(ps, seat))
        proof_shift(proof, POOL, 1);
    return value;
}

/* The spade moves a crystal if there is one; often the proof holds for the other case too, then the showroom needs no condition for it. */
static int part_spades(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    const int8_t *x = (const int8_t *)&s->x;
    int lane = show_lane(ps, seat), weight = weight_of(ps, seat);
    bool moves = x[lane] > 0, pool = moves_pool(ps, seat);
    if (moves) {
        s->x = lanes_subtract(s->x, lanes_one(lane));
        if (pool)
            s->x = lanes_subtract(s->x, lanes_one(POOL));
    }
    int in_pool = HAS_POOL ? x[POOL] : 0; /* as the child sees it */
    int gain = moves ? weight : 0;
    int rest = part_on(ps, s, beta - gain, proof, trick_is_over);
    int value = rest + gain, other_value = rest + (moves ? 0 : weight);
    bool at_least = value >= beta, same = (other_value >= beta) == at_least;
    if (moves) {
        /* The other case: nothing to move, the child sees the same pool as here. */
        bool covers = lane_lo(proof, lane) <= 0 && same && !(pool && lane_has_hi(proof, POOL) && in_pool + 1 > lane_hi(proof, POOL));
        if (pool)
            proof_shift(proof, POOL, -1);
        shift_hi(proof, lane, 1);
        if (!covers) {
            lane_gave(proof, lane);
            return value;
        }
        free_lo(proof, lane);
        if (pool)
            shift_hi(proof, POOL, -1);
    } else {
        bool covers = same && !(pool && lane_has_lo(proof, POOL) && in_pool <= lane_lo(proof, POOL));
        if (!covers) {
            proof_at_most(proof, lane, 0);
            return value;
        }
        shift_hi(proof, lane, 1);
        free_lo(proof, lane);
        if (pool)
            shift_lo(proof, POOL, 1);
    }
    return at_least == (other_value < value) ? other_value : value; /* the weaker of the two */
}

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

/* Clubs with nobody to rob. The proof is widened to states with one lane to rob where its argument covers that too. */
static int part_no_victim(PartSearch *ps, State *s, const Robbery *r, int beta, Proof *proof, bool trick_is_over)
{
    int own_before = ((int8_t *)&s->x)[r->mine];
    int rest = part_on(ps, s, beta, proof, trick_is_over), value = rest;
    bool at_least = rest >= beta;
    int widened = -1;
    for (int i = 0; i < r->count; i++) {
        int victim = r->rivals[i], gain = worth_of(ps, r, victim);
        bool pool_matters = pool_change(ps, r, victim) && (lane_has_lo(proof, POOL) || lane_has_hi(proof, POOL));
        bool covers =
            widened < 0 && lane_lo(proof, victim) <= 0 && lane_hi(proof, r->mine) > own_before && (rest + gain >= beta) == at_least;
        if (covers && !pool_matters) {
            widened = victim;
            shift_hi(proof, victim, 1);
            free_lo(proof, victim);
            if (at_least == (gain < 0))
                value = rest + gain;
        } else {
            proof_at_most(proof, victim, 0);
        }
    }
    if (widened >= 0)
        shift_hi(proof, r->mine, -1);
    return value;
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

/* Robs the first rival without a choice, on the state itself. */
static int part_forced_robbery(PartSearch *ps, State *s, const Robbery *r, int beta, Proof *proof, bool trick_is_over)
{
    int victim = r->rivals[0], gain = worth_of(ps, r, victim);
    s->x = lanes_robbed(ps, s->x, r, victim);
    int value = gain + part_on(ps, s, beta - gain, proof, trick_is_over);
    unrob(ps, proof, r, victim, true);
    return value;
}

static int part_robbery(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    const Robbery *r = robbery_of(ps, seat);
    int victims[N], count = list_victims(s, r, victims);
    if (!count)
        return part_no_victim(ps, s, r, beta, proof, trick_is_over);
    if (r->count == 1 || (HAS_POOL && victims[0] == POOL)) /* robbing the pool is as good as robbing the partner, or better */
        return part_forced_robbery(ps, s, r, beta, proof, trick_is_over);
    bool wants = is_max(seat);
    int best = wants ? -VALUE_LIMIT : VALUE_LIMIT, first_raw_value = 0, raw_value = 0;
    Proof all, raw, first_raw;
    proof_any(&all);
    proof_any(&first_raw);
    for (int i = 0; i < count; i++) {
        int victim = victims[i], gain = worth_of(ps, r, victim), value;
        State child = *s;
        child.x = lanes_robbed(ps, s->x, r, victim);
        if (i && (raw_value >= beta - gain) != wants && uses(ps->search, TECHNIQUE_SIBLINGS) && proof_covers(&raw, &child)) {
            *proof = raw; /* what refuted the robbery before refutes this one */
            value = gain + raw_value;
        } else {
            value = gain + part_on(ps, &child, beta - gain, proof, trick_is_over);
            if (ps->search->stopped)
                return 0;
            raw = *proof;
            raw_value = value - gain;
        }
        if (i == 0) {
            first_raw = raw;
            first_raw_value = raw_value;
        }
        bool reached = (value >= beta) == wants;
        unrob(ps, proof, r, victim, reached || i == 0);
        if (reached)
            return value;
        proof_meet(&all, proof);
        if (wants ? value > best : value < best)
            best = value;
    }
    *proof = all;
    return widen_to_others(ps, s, r, victims[0], &first_raw, first_raw_value, beta, best, proof);
}

static int part_action(PartSearch *ps, State *s, int seat, int suit, int beta, Proof *proof, bool trick_is_over)
{
    int weight = weight_of(ps, seat);
    switch (suit) {
    case DIAMONDS:
        return 2 * weight + part_on(ps, s, beta - 2 * weight, proof, trick_is_over);
    case HEARTS:
        return part_hearts(ps, s, seat, beta, proof, trick_is_over);
    case SPADES:
        return part_spades(ps, s, seat, beta, proof, trick_is_over);
    default:
        return part_robbery(ps, s, seat, beta, proof, trick_is_over);
    }
}

#endif
