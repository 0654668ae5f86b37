/* Proofs: under which conditions a search result holds.
 *
 * A search proves "value >= v" or "value <= v" of one state, but its argument mostly uses little of that state. The proof says how much: it
 * holds in every state with the same suit lengths and leader, the same holders of the cards in `ranks` (by relative rank), lo <= x <= hi in
 * every lane, all seats of `won` with a trick and none of `lost`. Going back up the tree a proof is translated: a lane that the child saw
 * raised by d is bounded d lower here. */
#ifndef DIAMONDS_PROOFS_PROOF_H
#define DIAMONDS_PROOFS_PROOF_H

#include "diamonds/proofs/state.h"

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

static inline int lane_lo(const Proof *proof, int lane) { return ((const int8_t *)&proof->lo)[lane]; }
static inline int lane_hi(const Proof *proof, int lane) { return ((const int8_t *)&proof->hi)[lane]; }

static inline bool proof_covers(const Proof *proof, const State *s)
{
    return lanes_within(s->x, proof->lo, proof->hi) && !(proof->won & ~s->won) && !(proof->lost & s->won);
}

static inline bool lane_has_lo(const Proof *proof, int lane) { return lane_lo(proof, lane) > -LANE_FREE; }
static inline bool lane_has_hi(const Proof *proof, int lane) { return lane_hi(proof, lane) < LANE_FREE; }

/* Moves a bound by d (-1, 0 or 1) unless it is free. */
static inline void shift_lo(Proof *proof, int lane, int d)
{
    proof->lo = lanes_add(proof->lo, lanes_and(lanes_step(lane, d), lanes_more(proof->lo, lanes_all(-LANE_FREE))));
}

static inline void shift_hi(Proof *proof, int lane, int d)
{
    proof->hi = lanes_add(proof->hi, lanes_and(lanes_step(lane, d), lanes_more(lanes_all(LANE_FREE), proof->hi)));
}

/* The child saw this lane higher by d. */
static inline void proof_shift(Proof *proof, int lane, int d)
{
    shift_lo(proof, lane, -d);
    shift_hi(proof, lane, -d);
}

static inline void free_lo(Proof *proof, int lane) { proof->lo = lanes_with(proof->lo, lane, -LANE_FREE); }

static inline void proof_at_least(Proof *proof, int lane, int bound)
{
    if (lane_lo(proof, lane) < bound)
        ((int8_t *)&proof->lo)[lane] = (int8_t)bound;
}

static inline void proof_at_most(Proof *proof, int lane, int bound)
{
    if (lane_hi(proof, lane) > bound)
        ((int8_t *)&proof->hi)[lane] = (int8_t)bound;
}

/* The child saw this lane without the crystal that an action took from it, and that had to be there. */
static inline void lane_gave(Proof *proof, int lane)
{
    proof->lo = lanes_add(proof->lo, lanes_one(lane));
    proof->lo = lanes_max(proof->lo, lanes_with(lanes_all(-128), lane, 1));
}

#endif
