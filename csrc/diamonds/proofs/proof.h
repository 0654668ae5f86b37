/* Proofs: under which conditions a search result holds.
 *
 * A search proves "value >= v" or "value <= v" of one state, but its argument mostly uses little of that state. The proof says how much: it
 * holds in every state with the same suit lengths and leader, the same holders of the cards in `ranks` (by relative rank), lo <= x <= hi in
 * every component, all seats of `won` with a trick and none of `lost`; with the thief token none of `lost` has that (state.h). Going back up the tree a proof is translated: a component that the
 * child saw raised by d is bounded d lower here. */
#ifndef DIAMONDS_PROOFS_PROOF_H
#define DIAMONDS_PROOFS_PROOF_H

#include "diamonds/proofs/state.h"

typedef struct Proof {
    Lanes lo, hi;
    Cards ranks; /* closed upwards within each suit */
    Seats won, lost;
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

static inline int proof_lo(const Proof *proof, int component) { return ((const int8_t *)&proof->lo)[component]; }
static inline int proof_hi(const Proof *proof, int component) { return ((const int8_t *)&proof->hi)[component]; }

static inline bool proof_covers(const Proof *proof, const State *s)
{
    return lanes_within(s->x, proof->lo, proof->hi) && !(proof->won & ~s->won) && !(proof->lost & s->won);
}

static inline bool proof_has_lo(const Proof *proof, int component) { return proof_lo(proof, component) > -LANE_FREE; }
static inline bool proof_has_hi(const Proof *proof, int component) { return proof_hi(proof, component) < LANE_FREE; }

/* Moves a bound by d (-1, 0 or 1) unless it is free. */
static inline void shift_lo(Proof *proof, int component, int d)
{
    proof->lo = lanes_add(proof->lo, lanes_and(lanes_step(component, d), lanes_more(proof->lo, lanes_all(-LANE_FREE))));
}

static inline void shift_hi(Proof *proof, int component, int d)
{
    proof->hi = lanes_add(proof->hi, lanes_and(lanes_step(component, d), lanes_more(lanes_all(LANE_FREE), proof->hi)));
}

/* The child saw this component higher by d. */
static inline void proof_shift(Proof *proof, int component, int d)
{
    shift_lo(proof, component, -d);
    shift_hi(proof, component, -d);
}

static inline void free_lo(Proof *proof, int component) { proof->lo = lanes_with(proof->lo, component, -LANE_FREE); }

static inline void proof_at_least(Proof *proof, int component, int bound)
{
    if (proof_lo(proof, component) < bound)
        ((int8_t *)&proof->lo)[component] = (int8_t)bound;
}

static inline void proof_at_most(Proof *proof, int component, int bound)
{
    if (proof_hi(proof, component) > bound)
        ((int8_t *)&proof->hi)[component] = (int8_t)bound;
}

/* The thief token has to be with `holder`, wherever the child had it. */
static inline void proof_token(Proof *proof, int holder)
{
    proof->lost = (Seats)((proof->lost & ~TOKENS) | (TOKENS & ~(1 << (TOKEN + holder))));
}

/* The child saw this component without the crystal that an action took from it, and that had to be there. */
static inline void proof_gave(Proof *proof, int component)
{
    proof->lo = lanes_add(proof->lo, lanes_one(component));
    proof->lo = lanes_max(proof->lo, lanes_with(lanes_all(-128), component, 1));
}

#endif
