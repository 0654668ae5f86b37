/* Partition search: null-window alpha-beta in which every result comes with a proof (proofs/proof.h) and the table holds proofs, not
 * positions.
 *
 *     v >= beta:  value >= v          v < beta:  value <= v          in every state that the proof covers
 *
 * Where one good move decides, its proof is enough; where all moves fail, all their proofs are needed. */
#ifndef DIAMONDS_PARTITION_SEARCH_H
#define DIAMONDS_PARTITION_SEARCH_H

#include <assert.h>

#include "diamonds/partition/leaf.h"
#include "diamonds/partition/order.h"
#include "diamonds/partition/actions.h"
#include "diamonds/partition/bounds.h"
#include "diamonds/partition/tricks.h"

/* Plays the card on the state itself. */
static inline int part_play_on(PartSearch *ps, State *s, int seat, int card, int beta, Proof *proof)
{
    int suit = card_suit(card);
    bool off_suit = false;
    s->hand[seat] &= ~card_set(card);
    s->live &= ~card_set(card);
    s->shape -= shape_code(seat, suit);
    s->trick_suits += 1u << 8 * suit;
    if (s->count == 0) {
        s->led = (uint8_t)suit;
        s->best_seat = (uint8_t)seat;
        s->best_card = (uint8_t)card;
        s->followers = (uint8_t)(1 << seat);
    } else if (suit == s->led) {
        s->followers |= (uint8_t)(1 << seat);
        if (card > s->best_card) {
            s->best_card = (uint8_t)card;
            s->best_seat = (uint8_t)seat;
        }
    } else {
        off_suit = true;
    }
    s->count++;
    return off_suit ? part_action(ps, s, seat, suit, beta, proof, false) : part_on(ps, s, beta, proof, false);
}

static int part_play(PartSearch *ps, const State *s, int seat, int card, int beta, Proof *proof)
{
    State child = *s;
    return part_play_on(ps, &child, seat, card, beta, proof);
}

static inline int part_moves(const PartSearch *ps, Cards cards, Cards ranked, PartMove *moves)
{
    int count = 0;
    bool merges = uses(ps->search, TECHNIQUE_EQUAL_CARDS);
    for (Cards lowest = merges ? lowest_of_equals(cards, ranked) : cards; lowest; lowest &= lowest - 1) {
        int card = bits_lowest(lowest), top = card;
        if (merges) { /* up to the next card of another hand */
            Cards above = cards_above(card), between = ranked & ~cards & above;
            top = bits_highest((cards & above & (between ^ (between - 1))) | card_set(card));
        }
        moves[count++] = (PartMove){(uint8_t)top, (uint8_t)card, 0};
    }
    return count;
}

typedef enum Trial { TRIAL_DECIDED, TRIAL_FAILED, TRIAL_PUT_OFF, TRIAL_STOPPED } Trial;

/* What the moves tried so far have shown: all of them failed. */
typedef struct Failures {
    Proof all;     /* what they prove together */
    Cards refuted; /* cards that fail in the same way */
    int best;      /* value of the best failure */
} Failures;

/* When the rank of a card that failed mattered, so would those of the lower cards that it stands for; whether it did. */
static inline bool widen_ranks(Proof *proof, const PartMove *move)
{
    if (!(proof->ranks & card_set(move->card)))
        return false;
    proof->ranks |= cards_above(move->lowest) | card_set(move->lowest);
    return true;
}

static inline void note_failure(const PartSearch *ps, Failures *f, const PartMove *move, int value, bool wants, Proof *proof,
                                int *best_card)
{
    if (!widen_ranks(proof, move) && uses(ps->search, TECHNIQUE_SIBLINGS)) /* any other card whose rank does not matter fails, too */
        f->refuted |= suit_lane(card_suit(move->card)) & ~proof->ranks;
    proof_meet(&f->all, proof);
    if (wants ? value > f->best : value < f->best) {
        f->best = value;
        *best_card = move->card;
    }
}

/* Whether moves may be put off: only where the table keeps all that is proved of them until then. */
static inline bool has_rations(const PartSearch *ps)
{
    return uses(ps->search, TECHNIQUE_RATIONS) && uses(ps->search, TECHNIQUE_TABLE) && !ps->has_dropped;
}

/* Tries one move, with at most `ration` nodes. */
static inline Trial part_trial(PartSearch *ps, const State *s, int seat, int card, int beta, uint64_t ration, uint64_t mark, int *value,
                               Proof *proof)
{
    if (mark)
        set_mark(ps->proofs, mark, mark);
    uint64_t outer = search_ration(ps->search, ration);
    *value = part_play(ps, s, seat, card, beta, proof);
    bool is_hungry = search_end_ration(ps->search, outer);
    if (mark)
        set_mark(ps->proofs, mark, 0);
    if (is_hungry)
        return TRIAL_PUT_OFF;
    if (ps->search->stopped)
        return TRIAL_STOPPED;
    assert(proof_covers(proof, s));
    return (*value >= beta) == is_max(seat) ? TRIAL_DECIDED : TRIAL_FAILED;
}

/* Tries the moves in order. *best_card gets the one that decided, or the best failure.
 *
 * Two kinds of moves are put off to the next round: with several threads those that another one is at; and where a coalition of single
 * players decides, those that take more than a ration of nodes, which grows from round to round. For the coalition one good move is enough,
 * and is often proved in a hundredth of the nodes that refute a bad one; the proofs found until a move is put off are in the table. */
static int part_try(PartSearch *ps, State *s, int seat, PartMove *moves, int count, int beta, Proof *proof, int *best_card)
{
    bool wants = is_max(seat), marks = marks_moves(ps->proofs, s), rations = G == N && HAS_POOL && !wants && has_rations(ps);
    uint64_t state = marks ? state_mark(s, ps->pooled) : 0;
    Failures f = {.refuted = 0, .best = wants ? -VALUE_LIMIT : VALUE_LIMIT};
    proof_any(&f.all);
    bool is_first_round = true;
    for (uint64_t ration = FIRST_RATION; count; ration *= RATION_GROWTH, is_first_round = false) {
        int put_off = 0;
        for (int i = 0; i < count; i++) {
            const PartMove move = moves[i];
            if (f.refuted & card_set(move.card))
                continue;
            uint64_t mark = marks ? move_mark(state, move.card) : 0;
            bool is_last = i + 1 == count && !put_off;
            int value = 0;
            Trial trial = TRIAL_PUT_OFF;
            if (!marks || !is_first_round || !i || !is_marked(ps->proofs, mark))
                trial = part_trial(ps, s, seat, move.card, beta, rations && !is_last ? ration : UINT64_MAX, mark, &value, proof);
            if (trial == TRIAL_STOPPED)
                return 0;
            if (trial == TRIAL_PUT_OFF) {
                moves[put_off++] = move;
            } else if (trial == TRIAL_FAILED) {
                note_failure(ps, &f, &move, value, wants, proof, best_card);
            } else {
                *best_card = move.card;
                return value;
            }
        }
        count = put_off;
    }
    *proof = f.all;
    return f.best;
}

static int part_follow(PartSearch *ps, State *s, int beta, Proof *proof)
{
    if (!search_tick(ps->search))
        return 0;
    int seat = state_seat(s);
    Cards hand = s->hand[seat], following = hand & suit_lane(s->led), cards = following ? following : hand;
    if (!(cards & (cards - 1)))
        return part_play_on(ps, s, seat, bits_lowest(cards), beta, proof);
    PartMove moves[MAX_HAND];
    int count = part_moves(ps, cards, s->live | card_set(s->best_card), moves);
    if (count == 1) {
        int value = part_play_on(ps, s, seat, moves[0].card, beta, proof);
        if ((value >= beta) != is_max(seat))
            widen_ranks(proof, &moves[0]);
        return value;
    }
    if (uses(ps->search, TECHNIQUE_ORDER)) {
        score_follows(ps, s, seat, moves, count);
        sort_moves(moves, count);
    }
    int best_card = NO_CARD; /* only leads are remembered */
    return part_try(ps, s, seat, moves, count, beta, proof, &best_card);
}

/* The pooled game: the coalition's showrooms are one, and of it a spade moves a crystal as long as there is one. The coalition can only
 * gain by that, so what the maximising side reaches here it reaches in the real game; the proof speaks of the pool and its own showrooms
 * alone. */
static int part_pooled(PartSearch *ps, State s, int beta, Proof *proof)
{
    ps->pooled = true;
    s.shape += POOLED_SHAPE;
    int value = s.count ? part_follow(ps, &s, beta, proof) : part_lead(ps, &s, beta, proof);
    ps->pooled = false;
    return value;
}

static int part_lead(PartSearch *ps, State *s, int beta, Proof *proof)
{
    if (!search_tick(ps->search))
        return 0;
    if (!s->tricks)
        return leaf(ps, s, beta, proof);
    int seat = s->leader;
    if (N != 2 && s->tricks == 1)
        return part_play_on(ps, s, seat, bits_lowest(s->hand[seat]), beta, proof);
    int hint = NO_HINT, value;
    if (uses(ps->search, TECHNIQUE_BOUNDS) && part_bounds(ps, s, beta, proof, &value))
        return value;
    if (HAS_POOL && !ps->pooled && uses(ps->search, TECHNIQUE_POOL)) {
        value = part_pooled(ps, *s, beta, proof);
        if (ps->search->stopped || value >= beta)
            return value;
    }
    uint64_t key = (s->shape + (uint64_t)(seat + 1) * UINT64_C(0xC2B2AE3D27D4EB4F)) | 1;
    uint64_t planes[PLANES];
    planes_of(s->hand, s->live, planes);
    if (uses(ps->search, TECHNIQUE_TABLE)) {
        bool found = prooftable_find(proofs_enter(ps->proofs, key), key, planes, s, beta, proof, &value, &hint);
        proofs_leave(ps->proofs, key);
        if (found)
            return value;
    }
    PartMove moves[MAX_HAND];
    int count = part_moves(ps, s->hand[seat], s->live, moves);
    if (uses(ps->search, TECHNIQUE_ORDER)) {
        score_leads(ps, s, moves, count, hint == NO_HINT ? NO_CARD : bits_lowest(bits_scatter(UINT64_C(1) << hint, s->live)));
        sort_moves(moves, count);
    }
    int best_card = NO_CARD;
    value = part_try(ps, s, seat, moves, count, beta, proof, &best_card);
    if (ps->search->stopped)
        return 0;
    if (uses(ps->search, TECHNIQUE_TABLE)) {
        int relative = bits_count(s->live & (card_set(best_card) - 1));
        bool all_kept = prooftable_keep(proofs_enter(ps->proofs, key), key, planes, s, proof, value, value >= beta, relative);
        proofs_leave(ps->proofs, key);
        ps->has_dropped |= !all_kept;
    }
    return value;
}

#endif
