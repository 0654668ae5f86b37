/* Proofs: under which conditions a search result holds.
 *
 * A search proves "value >= v" or "value <= v" of one state, but its argument mostly uses little of that state. The proof says how much: it
 * holds in every state with the same suit lengths and leader, the same holders of the cards in `ranks` (by relative rank), lo <= x <= hi in
 * every lane, all seats of `won` with a trick and none of `lost`. Going back up the tree a proof is translated: a lane that the child saw
 * raised by d is bounded d lower here. */
#ifndef DIAMONDS_PROOF_H
#define DIAMONDS_PROOF_H

#include "diamonds/state.h"

typedef struct Proof {
    Lanes lo, hi;
    Cards ranks; /* closed upwards within each suit */
    uint8_t won, lost;
} Proof;

static inline void proof_any(Proof *proof)
{
    proof->lo = lanes_all(-LANE_FREE);
    proof->hi = lanes_all(LANE_FREE);
    proof->ranks = 0;
    proof->won = proof->lost = 0;
}

/* Both proofs are needed. */
static inline void proof_meet(Proof *proof, const Proof *other)
{
    proof->lo = lanes_max(proof->lo, other->lo);
    proof->hi = lanes_min(proof->hi, other->hi);
    proof->ranks |= other->ranks;
    proof->won |= other->won;
    proof->lost |= other->lost;
}

static inline int8_t *proof_lo(Proof *proof) { return (int8_t *)&proof->lo; }
static inline int8_t *proof_hi(Proof *proof) { return (int8_t *)&proof->hi; }

static inline bool proof_covers(const Proof *proof, const State *s)
{
    return lanes_within(s->x, proof->lo, proof->hi) && !(proof->won & ~s->won) && !(proof->lost & s->won);
}

static inline bool lane_has_lo(const Proof *proof, int lane) { return ((const int8_t *)&proof->lo)[lane] > -LANE_FREE; }
static inline bool lane_has_hi(const Proof *proof, int lane) { return ((const int8_t *)&proof->hi)[lane] < LANE_FREE; }

/* The child saw this lane higher by d. */
static inline void proof_shift(Proof *proof, int lane, int d)
{
    Lanes change = d > 0 ? lanes_one(lane) : d < 0 ? lanes_subtract(lanes_all(0), lanes_one(lane)) : lanes_all(0);
    proof->lo = lanes_subtract(proof->lo, lanes_and(change, lanes_more(proof->lo, lanes_all(-LANE_FREE))));
    proof->hi = lanes_subtract(proof->hi, lanes_and(change, lanes_more(lanes_all(LANE_FREE), proof->hi)));
}

static inline void proof_at_least(Proof *proof, int lane, int bound)
{
    if (proof_lo(proof)[lane] < bound)
        proof_lo(proof)[lane] = (int8_t)bound;
}

static inline void proof_at_most(Proof *proof, int lane, int bound)
{
    if (proof_hi(proof)[lane] > bound)
        proof_hi(proof)[lane] = (int8_t)bound;
}

#endif
