/* The moves of one hand in the partition search: equal cards are one move; and what the failures of several moves prove together. */
#ifndef DIAMONDS_PARTITION_MOVES_H
#define DIAMONDS_PARTITION_MOVES_H

#include "diamonds/partition/context.h"

/* A move: the highest of equal cards, and the lowest of them. */
typedef struct PartitionMove {
    uint8_t card, lowest;
    int score;
} PartitionMove;

static inline void sort_moves(PartitionMove *moves, int count)
{
    for (int i = 1; i < count; i++) {
        PartitionMove move = moves[i];
        int j = i;
        for (; j > 0 && moves[j - 1].score < move.score; j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

static inline int partition_moves(const Context *ctx, Cards cards, Cards ranked, PartitionMove *moves)
{
    int count = 0;
    bool merges = uses(ctx->search, TECHNIQUE_EQUAL_CARDS);
    for (Cards lowest = merges ? lowest_of_equals(cards, ranked) : cards; lowest; lowest &= lowest - 1) {
        int card = bits_lowest(lowest), top = card;
        if (merges) { /* up to the next card of another hand */
            Cards above = cards_above(card), between = ranked & ~cards & above;
            top = bits_highest((cards & above & (between ^ (between - 1))) | card_set(card));
        }
        moves[count++] = (PartitionMove){(uint8_t)top, (uint8_t)card, 0};
    }
    return count;
}

typedef enum Trial { TRIAL_DECIDED, TRIAL_FAILED, TRIAL_DEFERRED, TRIAL_STOPPED } Trial;

/* What the moves tried so far have shown: all of them failed. */
typedef struct Failures {
    Proof all;     /* what they prove together */
    Cards refuted; /* cards that fail in the same way */
    int best;      /* value of the best failure */
} Failures;

/* When the rank of a card that failed mattered, so would those of the lower cards that it stands for; whether it did. */
static inline bool widen_ranks(Proof *proof, const PartitionMove *move)
{
    if (!(proof->ranks & card_set(move->card)))
        return false;
    proof->ranks |= cards_above(move->lowest) | card_set(move->lowest);
    return true;
}

static inline void note_failure(const Context *ctx, Failures *f, const PartitionMove *move, int value, bool wants, Proof *proof,
                                int *best_card)
{
    if (!widen_ranks(proof, move) && uses(ctx->search, TECHNIQUE_SIBLINGS)) /* any other card whose rank does not matter fails, too */
        f->refuted |= suit_mask(card_suit(move->card)) & ~proof->ranks;
    proof_meet(&f->all, proof);
    if (wants ? value > f->best : value < f->best) {
        f->best = value;
        *best_card = move->card;
    }
}

/* Whether moves may be deferred: only where the table keeps all that is proved of them until then. */
static inline bool can_defer(const Context *ctx)
{
    return uses(ctx->search, TECHNIQUE_BUDGETS) && uses(ctx->search, TECHNIQUE_TABLE) && !ctx->has_dropped;
}

#endif
