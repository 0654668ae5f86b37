/* Suit actions in the partition search: what they do to the state, and how their child's proof reads before the action.
 *
 * An action that is impossible is a condition of the proof (no crystal to move, nobody to rob), and so is one that needs a crystal. Where
 * the child's proof covers the other case as well, the condition is dropped: showrooms are what proofs differ in most. */
#ifndef DIAMONDS_PARTACTIONS_H
#define DIAMONDS_PARTACTIONS_H

#include "diamonds/partition.h"

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

/* The lane of a seat's showroom. */
static inline int show_lane(const PartSearch *ps, int seat) { return HAS_POOL && ps->pooled ? (seat ? POOL : 0) : seat; }

/* Whether the pool is kept beside the showrooms, and changes with that of the seat. */
static inline bool moves_pool(const PartSearch *ps, int seat) { return HAS_POOL && !ps->pooled && seat != 0; }

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

/* What a robbery does to the pool. */
static inline int pool_change(const PartSearch *ps, int seat, int victim)
{
    return HAS_POOL && !ps->pooled ? (victim == 0) - (seat == 0) : 0;
}

/* The proof of a robbery's child, told of the state before; needs_victim: it holds only where the victim has a crystal. */
static void unrob(const PartSearch *ps, Proof *proof, int seat, int victim, bool needs_victim)
{
    proof_shift(proof, seat, 1);
    if (HAS_POOL)
        proof_shift(proof, POOL, pool_change(ps, seat, victim));
    shift_hi(proof, victim, 1);
    if (needs_victim || lane_lo(proof, victim) > 0)
        lane_gave(proof, victim);
    else
        free_lo(proof, victim);
}

/* Clubs with nobody to rob. The proof is widened to states with one seat to rob where its argument covers that too. */
static int part_no_victim(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int own_before = ((int8_t *)&s->x)[seat];
    int rest = part_on(ps, s, beta, proof, trick_is_over), value = rest;
    bool at_least = rest >= beta;
    int widened = -1;
    for (int victim = 0; victim < N; victim++) {
        if (victim == seat)
            continue;
        int gain = weight_of(ps, seat) - weight_of(ps, victim);
        bool pool_matters = pool_change(ps, seat, victim) && (lane_has_lo(proof, POOL) || lane_has_hi(proof, POOL));
        bool covers = widened < 0 && lane_lo(proof, victim) <= 0 && lane_hi(proof, seat) > own_before && (rest + gain >= beta) == at_least;
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
        shift_hi(proof, seat, -1);
    return value;
}

/* Victims in the order in which they are tried: of the other kind first, rich ones first. */
static int list_victims(const State *s, int seat, int *victims)
{
    const int8_t *x = (const int8_t *)&s->x;
    int count = 0;
    for (int kind = 0; kind < 2; kind++) {
        int first = count;
        for (int victim = 0; victim < N; victim++) {
            if (victim == seat || x[victim] <= 0 || (is_max(victim) == is_max(seat)) != (kind == 1))
                continue;
            int i = count++;
            for (; kind == 0 && i > first && x[victims[i - 1]] < x[victim]; i--)
                victims[i] = victims[i - 1];
            victims[i] = victim;
        }
    }
    return count;
}

/* A robbery that cannot reach the seat's aim: what if others had crystals, too? Where the first victim's refutation covers them they need
 * no condition. */
static int widen_to_others(const PartSearch *ps, const State *s, int seat, int first, const Proof *raw, int raw_value, int beta, int value,
                           Proof *proof)
{
    const int8_t *x = (const int8_t *)&s->x;
    const int8_t *lo = (const int8_t *)&raw->lo, *hi = (const int8_t *)&raw->hi;
    bool wants = is_max(seat);
    for (int victim = 0; victim < N; victim++) {
        if (victim == seat || x[victim] > 0)
            continue;
        int other_value = raw_value + weight_of(ps, seat) - weight_of(ps, victim);
        bool pool_matters =
            HAS_POOL && pool_change(ps, seat, victim) != pool_change(ps, seat, first) && (lane_has_lo(raw, POOL) || lane_has_hi(raw, POOL));
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

static int part_robbery(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int victims[N];
    int count = list_victims(s, seat, victims);
    if (!count)
        return part_no_victim(ps, s, seat, beta, proof, trick_is_over);
    bool wants = is_max(seat);
    int best = wants ? -VALUE_LIMIT : VALUE_LIMIT, first_raw_value = 0, raw_value = 0;
    Proof all, raw, first_raw;
    proof_any(&all);
    proof_any(&first_raw);
    for (int i = 0; i < count; i++) {
        int victim = victims[i], gain = weight_of(ps, seat) - weight_of(ps, victim), value;
        State child = *s;
        child.x = lanes_add(lanes_subtract(s->x, lanes_one(victim)), lanes_one(seat));
        if (HAS_POOL)
            child.x = lanes_add(child.x, lanes_step(POOL, pool_change(ps, seat, victim)));
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
        unrob(ps, proof, seat, victim, reached || i == 0);
        if (reached)
            return value;
        proof_meet(&all, proof);
        if (wants ? value > best : value < best)
            best = value;
    }
    *proof = all;
    return widen_to_others(ps, s, seat, victims[0], &first_raw, first_raw_value, beta, best, proof);
}

/* Clubs when the coalition has one showroom: one victim on either side. */
static int part_pooled_robbery(PartSearch *ps, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int8_t *x = (int8_t *)&s->x;
    int mine = seat ? POOL : 0, theirs = seat ? 0 : POOL;
    int worth = seat ? ps->other - ps->own : ps->own - ps->other;
    if (x[theirs] > 0) {
        s->x = lanes_add(lanes_subtract(s->x, lanes_one(theirs)), lanes_one(mine));
        int value = worth + part_on(ps, s, beta - worth, proof, trick_is_over);
        proof_shift(proof, mine, 1);
        lane_gave(proof, theirs);
        shift_hi(proof, theirs, 1);
        return value;
    }
    int mine_before = x[mine];
    int rest = part_on(ps, s, beta, proof, trick_is_over);
    bool at_least = rest >= beta;
    if (lane_lo(proof, theirs) <= 0 && lane_hi(proof, mine) > mine_before && (rest + worth >= beta) == at_least) {
        shift_hi(proof, theirs, 1);
        free_lo(proof, theirs);
        shift_hi(proof, mine, -1);
        return at_least == (worth < 0) ? rest + worth : rest;
    }
    proof_at_most(proof, theirs, 0);
    return rest;
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
        return HAS_POOL && ps->pooled ? part_pooled_robbery(ps, s, seat, beta, proof, trick_is_over)
                                      : part_robbery(ps, s, seat, beta, proof, trick_is_over);
    }
}

#endif
