/* No proof that is kept may contradict the witness of the search (search/witness.h). */
#ifndef DIAMONDS_PARTITION_WITNESS_H
#define DIAMONDS_PARTITION_WITNESS_H

#include "diamonds/partition/context.h"

#ifdef HAS_WITNESS

#include <stdio.h>

/* Whether what was proven of `s` holds for `other`, too, both at the start of a trick. */
static bool proof_covers_other(const Proof *proof, const State *s, const State *other)
{
    if (other->shape != s->shape || other->leader != s->leader)
        return false;
    Cards ranks = bits_scatter(bits_gather(proof->ranks, s->live), other->live);
    for (int seat = 0; seat < PLAYERS; seat++)
        if (bits_gather(s->hand[seat] & proof->ranks, s->live) != bits_gather(other->hand[seat] & ranks, other->live))
            return false;
    return proof_covers(proof, other);
}

static void print_state(const char *name, const State *s)
{
    fprintf(stderr, "%s: seat %d leads, %d tricks, won %x, hands", name, s->leader, s->tricks, s->won);
    for (int seat = 0; seat < PLAYERS; seat++)
        fprintf(stderr, " %016llx", (unsigned long long)s->hand[seat]);
    fprintf(stderr, ", components");
    for (int i = 0; i < COMPONENTS; i++)
        fprintf(stderr, " %d", component_of(s, i));
    fputc('\n', stderr);
}

static void print_proof(const Proof *proof)
{
    fprintf(stderr, "conditions: ranks %016llx, won %x, lost %x, components", (unsigned long long)proof->ranks, proof->won, proof->lost);
    for (int i = 0; i < COMPONENTS; i++)
        if (proof_has_lo(proof, i) || proof_has_hi(proof, i))
            fprintf(stderr, " %d: %d to %d,", i, proof_lo(proof, i), proof_hi(proof, i));
    fputc('\n', stderr);
}

/* Stops the program where the proof about `s`, of at least the value or of at most that, is wrong of a witness. Whether it was put to the
 * test. What a coalition with one showroom cannot reach says nothing of the real game. */
static bool witness_check(const Context *ctx, const State *s, const Proof *proof, int value, bool at_least)
{
    const Search *search = ctx->search;
    const Witness *witness = search->witness;
    bool is_tested = false;
    for (int i = 0; witness && i < witness->count && !(ctx->pooled && !at_least); i++) {
        if (witness->start[i].tricks_left != s->tricks)
            continue;
        State known = state_of(&witness->start[i], is_turned_round(search) ? 0 : search->side);
        int right = is_turned_round(search) ? -witness->value[i] : witness->value[i];
        if (!proof_covers_other(proof, s, &known))
            continue;
        is_tested = true;
        if (at_least ? right >= value : right <= value)
            continue;
        fprintf(stderr, "a proof contradicts the plain search: at %s %d%s, but %d\n", at_least ? "least" : "most", value,
                ctx->pooled ? " in the pooled game" : "", right);
        print_proof(proof);
        print_state("proven of", s);
        print_state("wrong of", &known);
        abort();
    }
    return is_tested;
}

#endif
#endif
