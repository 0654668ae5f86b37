/* Conditions on how the awards at the end of a round go. */
#ifndef DIAMONDS_PARTITION_LEAFAWARDS_H
#define DIAMONDS_PARTITION_LEAFAWARDS_H

#include "diamonds/proofs/proof.h"

/* Who wins the award: a side, or -1 on a tie. */
static inline int leaf_winner(const State *s, int suit)
{
    int most = 0, winner = 0;
    for (int side = 1; side < SIDES; side++) {
        int ahead = component_of(s, award_component(suit, side));
        if (ahead > most) {
            most = ahead;
            winner = side;
        } else if (ahead == most) {
            winner = -1;
        }
    }
    return winner;
}

/* Condition: the award of `suit` goes exactly as it does. */
static inline void award_exactly(Proof *proof, const State *s, int suit, int winner)
{
    if (winner == 0) {
        for (int side = 1; side < SIDES; side++)
            proof_at_most(proof, award_component(suit, side), -1);
        return;
    }
    int most = 0, second = 0;
    for (int side = 1; side < SIDES; side++) {
        int ahead = component_of(s, award_component(suit, side));
        if (ahead > most)
            most = ahead;
        if (side != winner && ahead > second)
            second = ahead;
    }
    if (winner > 0) {
        for (int side = 1; side < SIDES; side++)
            if (side == winner)
                proof_at_least(proof, award_component(suit, side), second + 1);
            else
                proof_at_most(proof, award_component(suit, side), second);
        return;
    }
    int level = 0; /* two that stay level are enough, side 0 is one of them where most == 0 */
    for (int side = 1; side < SIDES; side++) {
        int component = award_component(suit, side);
        proof_at_most(proof, component, most);
        if (component_of(s, component) == most && level < (most ? 2 : 1)) {
            proof_at_least(proof, component, most);
            level++;
        }
    }
}

/* Condition: side 0 keeps the award (tie_will_do: or at least nobody else gets it). */
static inline void award_not_lost(Proof *proof, const State *s, int suit, bool tie_will_do, int winner)
{
    if (winner != 0 && component_of(s, award_component(suit, leading_other(s, suit))) > 0) { /* a tie of others */
        award_exactly(proof, s, suit, -1);
        return;
    }
    for (int side = 1; side < SIDES; side++)
        proof_at_most(proof, award_component(suit, side), tie_will_do ? 0 : -1);
}

/* Condition: another side keeps the award (tie_will_do: or at least side 0 does not get it). */
static inline void award_not_won(Proof *proof, const State *s, int suit, bool tie_will_do, int winner)
{
    if (winner > 0 && !tie_will_do) {
        award_exactly(proof, s, suit, winner);
        return;
    }
    proof_at_least(proof, award_component(suit, leading_other(s, suit)), 0);
}

#endif
