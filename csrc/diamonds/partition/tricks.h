/* The end of a trick in the partition search: who gets it, and whether that matters.
 *
 * A trick that several seats followed is won by rank, so its proof depends on who holds the winning card and those above it. Not so where
 * the result is the same whoever of them wins: such a trick is *open*, and its proof has no ranks. Proofs without ranks serve far more
 * states, so towards the end of a round it pays to ask what the other winners would have led to. */
#ifndef DIAMONDS_PARTITION_TRICKS_H
#define DIAMONDS_PARTITION_TRICKS_H

#include "diamonds/partition/actions.h"

/* What it changes in the lanes of the awards when the side takes these cards. */
static inline Lanes cards_taken(const PartSearch *ps, uint32_t trick_suits, int side)
{
    Lanes change = lanes_all(0);
    for (int suit = 0; suit < SUITS; suit++)
        change = lanes_add(change, lanes_and(lanes_all((int8_t)(trick_suits >> 8 * suit & 255)), ps->award[suit][side]));
    return side ? change : lanes_subtract(lanes_all(0), change);
}

/* The trick goes to `winner`, who acts and leads. The proof says nothing of the ranks in the trick. */
static int part_give_trick(PartSearch *ps, State *s, int winner, int beta, Proof *proof)
{
    int led = s->led;
    Lanes change = cards_taken(ps, s->trick_suits, winner % G);
    s->x = lanes_add(s->x, change);
    s->won |= (uint8_t)(1 << winner);
    s->leader = (uint8_t)winner;
    s->tricks--;
    s->count = 0;
    s->trick_suits = 0;
    int value = part_action(ps, s, winner, led, beta, proof, true);
    proof->lo = lanes_subtract(proof->lo, change); /* free bounds drift, but by less than what keeps them free */
    proof->hi = lanes_subtract(proof->hi, change);
    proof->won &= (uint8_t) ~(1 << winner);
    proof->lost &= (uint8_t) ~(1 << winner);
    return value;
}

static unsigned seats_of_max(void)
{
    unsigned seats = 0;
    for (int seat = 0; seat < N; seat += G)
        seats |= 1u << seat;
    return seats;
}

/* Whether to ask what would be if one of `others` won the trick: where that is cheap, or likely to give the same answer. A seat that the
 * answer is good for has mostly not beaten one that it is bad for without need. */
static bool may_be_open(const PartSearch *ps, const State *s, int winner, unsigned others, bool at_least)
{
    if (!uses(ps->search, TECHNIQUE_OPEN_TRICKS) || s->tricks > ps->open_tricks)
        return false;
    if (s->tricks == 1)
        return true;
    unsigned pleased = at_least ? seats_of_max() : ~seats_of_max();
    bool pleases_all = !(others & ~pleased), pleases_none = !(others & pleased);
    if (pleased >> winner & 1)
        return s->tricks == 2 && pleases_all;
    return s->tricks == 2 || pleases_all || pleases_none;
}

/* Whether the answer to "value >= beta?" stays when any of `others` wins the trick, by proofs that do without some of `ranks`. Then the
 * proof covers that, too, and *value is the weakest of them; otherwise neither changes. */
static bool is_open(PartSearch *ps, const State *s, unsigned others, Cards ranks, int beta, Proof *proof, int *value)
{
    bool at_least = *value >= beta;
    int weakest = *value;
    Proof all = *proof, other = *proof;
    for (; others; others &= others - 1) {
        State child = *s;
        int v = part_give_trick(ps, &child, bits_lowest(others), beta, &other);
        if (ps->search->stopped || (v >= beta) != at_least)
            return false;
        proof_meet(&all, &other);
        if (!(ranks & ~all.ranks))
            return false;
        if (at_least ? v < weakest : v > weakest)
            weakest = v;
    }
    *proof = all;
    *value = weakest;
    return true;
}

/* The trick goes to the seat that has won it. */
static int part_finish(PartSearch *ps, State *s, int beta, Proof *proof)
{
    int winner = s->best_seat;
    unsigned others = s->followers & ~(1u << winner);
    if (!others)
        return part_give_trick(ps, s, winner, beta, proof);
    const State before = *s;
    Cards ranks = cards_above(s->best_card) | card_set(s->best_card);
    int value = part_give_trick(ps, s, winner, beta, proof);
    if (!(ranks & ~proof->ranks) || ps->search->stopped)
        return value;
    if (!may_be_open(ps, &before, winner, others, value >= beta) || !is_open(ps, &before, others, ranks, beta, proof, &value))
        proof->ranks |= ranks;
    return value;
}

#endif
