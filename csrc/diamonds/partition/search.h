/* Partition search (Ginsberg 1996): null-window alpha-beta in which every result comes with a proof (proofs/proof.h), the set of states
 * that it holds for, and the transposition table keeps these sets, not positions.
 *
 *     v >= beta:  value >= v          v < beta:  value <= v          in every state that the proof covers
 *
 * Where one good move decides, its proof is enough; where all moves fail, all their proofs are needed. */
#ifndef DIAMONDS_PARTITION_SEARCH_H
#define DIAMONDS_PARTITION_SEARCH_H

#include <assert.h>

#include "diamonds/partition/leaf.h"
#include "diamonds/partition/order.h"
#include "diamonds/partition/robbery.h"
#include "diamonds/partition/bounds.h"
#include "diamonds/partition/debug.h"
#include "diamonds/partition/tricks.h"

static int partition_lead(Context *ctx, State *s, int beta, Proof *proof);
static int partition_follow(Context *ctx, State *s, int beta, Proof *proof);
static int partition_finish(Context *ctx, State *s, int beta, Proof *proof);

/* Goes on after a card or an action: the next hand, the end of the trick, or the next lead. */
static inline int partition_advance(Context *ctx, State *s, int beta, Proof *proof, bool trick_is_over)
{
    if (trick_is_over)
        return partition_lead(ctx, s, beta, proof);
    return s->count == TRICK ? partition_finish(ctx, s, beta, proof) : partition_follow(ctx, s, beta, proof);
}

/* --- suit actions ---
 *
 * An action that is impossible is a condition of the proof (no crystal to move, nobody to rob), and so is one that needs a crystal. Where
 * the child's proof covers the other case as well, the condition is dropped: showrooms are what proofs differ in most. */

static int partition_hearts(Context *ctx, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int component = show_component(ctx, seat), weight = weight_of(ctx, seat);
    s->x = lanes_add(s->x, lanes_one(component));
    if (moves_pool(ctx, seat))
        s->x = lanes_add(s->x, lanes_one(POOL));
    int value = weight + partition_advance(ctx, s, beta - weight, proof, trick_is_over);
    proof_shift(proof, component, 1);
    if (moves_pool(ctx, seat))
        proof_shift(proof, POOL, 1);
    return value;
}

/* The spade moves a crystal if there is one; often the proof holds for the other case too, then the showroom needs no condition for it. */
static int partition_spades(Context *ctx, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int component = show_component(ctx, seat), weight = weight_of(ctx, seat);
    bool moves = component_of(s, component) > 0, pool = moves_pool(ctx, seat);
    if (moves) {
        s->x = lanes_subtract(s->x, lanes_one(component));
        if (pool)
            s->x = lanes_subtract(s->x, lanes_one(POOL));
    }
    int in_pool = HAS_POOL ? component_of(s, POOL) : 0; /* as the child sees it */
    int gain = moves ? weight : 0;
    int rest = partition_advance(ctx, s, beta - gain, proof, trick_is_over);
    int value = rest + gain, other_value = rest + (moves ? 0 : weight);
    bool at_least = value >= beta, same = (other_value >= beta) == at_least;
    if (moves) {
        /* The other case: nothing to move, the child sees the same pool as here. */
        bool covers =
            proof_lo(proof, component) <= 0 && same && !(pool && proof_has_hi(proof, POOL) && in_pool + 1 > proof_hi(proof, POOL));
        if (pool)
            proof_shift(proof, POOL, -1);
        shift_hi(proof, component, 1);
        if (!covers) {
            proof_gave(proof, component);
            return value;
        }
        free_lo(proof, component);
        if (pool)
            shift_hi(proof, POOL, -1);
    } else {
        bool covers = same && !(pool && proof_has_lo(proof, POOL) && in_pool <= proof_lo(proof, POOL));
        if (!covers) {
            proof_at_most(proof, component, 0);
            return value;
        }
        shift_hi(proof, component, 1);
        free_lo(proof, component);
        if (pool)
            shift_lo(proof, POOL, 1);
    }
    return at_least == (other_value < value) ? other_value : value; /* the weaker of the two */
}

/* Clubs with nobody to rob. The proof is widened to states with one component to rob where its argument covers that too; not where
 * declining would have to fail there as well. */
static int partition_no_victim(Context *ctx, State *s, const Robbery *r, bool declines, int beta, Proof *proof, bool trick_is_over)
{
    int own_before = component_of(s, r->mine);
    int rest = partition_advance(ctx, s, beta, proof, trick_is_over), value = rest;
    bool at_least = rest >= beta, widens = !(declines && at_least);
    int widened = -1;
    for (int i = 0; i < r->count; i++) {
        int victim = r->rivals[i], gain = worth_of(ctx, r, victim);
        bool pool_matters = pool_change(ctx, r, victim) && (proof_has_lo(proof, POOL) || proof_has_hi(proof, POOL));
        bool covers = widens && widened < 0 && proof_lo(proof, victim) <= 0 && proof_hi(proof, r->mine) > own_before &&
                      (rest + gain >= beta) == at_least;
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

/* Robs the first rival without a choice, on the state itself. */
static int partition_forced_robbery(Context *ctx, State *s, const Robbery *r, int beta, Proof *proof, bool trick_is_over)
{
    int victim = r->rivals[0], gain = worth_of(ctx, r, victim);
    s->x = partition_robbed(ctx, s->x, r, victim);
    int value = gain + partition_advance(ctx, s, beta - gain, proof, trick_is_over);
    unrob(ctx, proof, r, victim, true);
    return value;
}

/* The club is let go; every robbery has failed, the last one by the proof `raw`. */
static int partition_decline(Context *ctx, const State *s, const Proof *raw, int raw_value, int beta, Proof *proof, bool trick_is_over)
{
    if (raw_value >= beta && uses(ctx->search, TECHNIQUE_SIBLINGS) && proof_covers(raw, s)) {
        *proof = *raw;
        return raw_value;
    }
    LOG(ctx, s, "robs nobody");
    State child = *s;
    return partition_advance(ctx, &child, beta, proof, trick_is_over);
}

static int partition_robbery(Context *ctx, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    const Robbery *r = robbery_of(ctx, seat);
    int victims[PLAYERS], count = list_victims(s, r, victims);
    bool declines = may_decline(ctx, s, seat);
    if (!count)
        return partition_no_victim(ctx, s, r, declines, beta, proof, trick_is_over);
    if (r->count == 1 || (HAS_POOL && victims[0] == POOL)) /* robbing the pool is as good as robbing the partner, or better */
        return partition_forced_robbery(ctx, s, r, beta, proof, trick_is_over);
    bool wants = is_max(seat);
    int best = wants ? -VALUE_LIMIT : VALUE_LIMIT, first_raw_value = 0, raw_value = 0;
    Proof all, raw, first_raw;
    proof_any(&all);
    proof_any(&first_raw);
    for (int i = 0; i < count; i++) {
        int victim = victims[i], gain = worth_of(ctx, r, victim), value;
        State child = *s;
        child.x = partition_robbed(ctx, s->x, r, victim);
        LOG(ctx, s, "robs P%d", log_seat(ctx, victim));
        if (i && (raw_value >= beta - gain) != wants && uses(ctx->search, TECHNIQUE_SIBLINGS) && proof_covers(&raw, &child)) {
            *proof = raw; /* what refuted the robbery before refutes this one */
            value = gain + raw_value;
        } else {
            value = gain + partition_advance(ctx, &child, beta - gain, proof, trick_is_over);
            if (ctx->search->stopped)
                return 0;
            raw = *proof;
            raw_value = value - gain;
        }
        if (i == 0) {
            first_raw = raw;
            first_raw_value = raw_value;
        }
        bool reached = (value >= beta) == wants;
        unrob(ctx, proof, r, victim, reached || i == 0);
        if (reached)
            return value;
        proof_meet(&all, proof);
        if (wants ? value > best : value < best)
            best = value;
    }
    if (declines) {
        int value = partition_decline(ctx, s, &raw, raw_value, beta, proof, trick_is_over);
        if (ctx->search->stopped || value < beta)
            return value;
        proof_meet(&all, proof);
        best = value < best ? value : best;
    }
    *proof = all;
    return widen_to_others(ctx, s, r, victims[0], &first_raw, first_raw_value, beta, best, proof);
}

/* Clubs with the thief token: who has it loses a crystal to the seat, if there is one and it is another, and it goes on. As with a spade
 * the proof often holds for the case with a crystal and for the one without. */
static int partition_theft(Context *ctx, State *s, int seat, int beta, Proof *proof, bool trick_is_over)
{
    int holder = holder_of(s), own = component_of(s, seat);
    bool robs = holder != seat && component_of(s, holder) > 0;
    int worth = holder == seat ? 0 : weight_of(ctx, seat) - weight_of(ctx, holder), gain = robs ? worth : 0;
    pass_token(s);
    if (robs)
        s->x = lanes_add(lanes_subtract(s->x, lanes_one(holder)), lanes_one(seat));
    int rest = partition_advance(ctx, s, beta - gain, proof, trick_is_over), value = rest + gain, other_value = rest + worth - gain;
    proof_token(proof, holder);
    if (holder == seat)
        return value;
    bool at_least = value >= beta, covers = (other_value >= beta) == at_least;
    covers = covers && (robs ? proof_lo(proof, seat) <= own && proof_lo(proof, holder) <= 0 : proof_hi(proof, seat) > own);
    if (covers) {
        shift_hi(proof, seat, -1);
        shift_hi(proof, holder, 1);
        free_lo(proof, holder);
        return at_least == (other_value < value) ? other_value : value; /* the weaker of the two */
    }
    if (robs) {
        proof_shift(proof, seat, 1);
        shift_hi(proof, holder, 1);
        proof_gave(proof, holder);
    } else {
        proof_at_most(proof, holder, 0);
    }
    return value;
}

static int partition_action(Context *ctx, State *s, int seat, int suit, int beta, Proof *proof, bool trick_is_over)
{
    int weight = weight_of(ctx, seat);
    switch (suit) {
    case DIAMONDS:
        return 2 * weight + partition_advance(ctx, s, beta - 2 * weight, proof, trick_is_over);
    case HEARTS:
        return partition_hearts(ctx, s, seat, beta, proof, trick_is_over);
    case SPADES:
        return partition_spades(ctx, s, seat, beta, proof, trick_is_over);
    default:
        if (THIEF)
            return partition_theft(ctx, s, seat, beta, proof, trick_is_over);
        return partition_robbery(ctx, s, seat, beta, proof, trick_is_over);
    }
}

/* --- the end of a trick --- */

/* The trick goes to `winner`, who acts and leads. The proof says nothing of the ranks in the trick. */
static int partition_give_trick(Context *ctx, State *s, int winner, int beta, Proof *proof)
{
    int led = s->led;
    Lanes change = cards_taken(ctx, s->trick_suits, winner % SIDES);
    s->x = lanes_add(s->x, change);
    s->won |= (uint8_t)(1 << winner);
    s->leader = (uint8_t)winner;
    s->tricks--;
    s->count = 0;
    s->trick_suits = 0;
    int value = partition_action(ctx, s, winner, led, beta, proof, true);
    proof->lo = lanes_subtract(proof->lo, change); /* free bounds drift, but by less than what keeps them free */
    proof->hi = lanes_subtract(proof->hi, change);
    proof->won &= (Seats)~(1 << winner);
    proof->lost &= (Seats)~(1 << winner);
    return value;
}

/* Whether the answer to "value >= beta?" stays when any of `others` wins the trick, by proofs that do without some of `ranks`. Then the
 * proof covers that, too, and *value is the weakest of them; otherwise neither changes. */
static bool partition_winner_irrelevant(Context *ctx, const State *s, unsigned others, Cards ranks, int beta, Proof *proof, int *value)
{
    bool at_least = *value >= beta;
    int weakest = *value;
    Proof all = *proof, other = *proof;
    for (; others; others &= others - 1) {
        State child = *s;
        LOG(ctx, s, "if P%d won the trick", log_seat(ctx, bits_lowest(others)));
        int v = partition_give_trick(ctx, &child, bits_lowest(others), beta, &other);
        if (ctx->search->stopped || (v >= beta) != at_least)
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
static int partition_finish(Context *ctx, State *s, int beta, Proof *proof)
{
    int winner = s->best_seat;
    unsigned others = s->followers & ~(1u << winner);
    if (!others)
        return partition_give_trick(ctx, s, winner, beta, proof);
    const State before = *s;
    Cards ranks = cards_above(s->best_card) | card_set(s->best_card);
    int value = partition_give_trick(ctx, s, winner, beta, proof);
    if (!(ranks & ~proof->ranks) || ctx->search->stopped)
        return value;
    if (!asks_other_winners(ctx, &before, winner, others, value >= beta) ||
        !partition_winner_irrelevant(ctx, &before, others, ranks, beta, proof, &value))
        proof->ranks |= ranks;
    return value;
}

/* --- cards --- */

/* Plays the card on the state itself. */
static inline int partition_play(Context *ctx, State *s, int seat, int card, int beta, Proof *proof)
{
    int suit = card_suit(card);
    bool off_suit = false;
    LOG(ctx, s, "P%d %c%d", log_seat(ctx, seat), "DHSC"[suit], card & 15);
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
    return off_suit ? partition_action(ctx, s, seat, suit, beta, proof, false) : partition_advance(ctx, s, beta, proof, false);
}

/* Plays the card on a copy: the state is needed for the next one. */
static int partition_play_copy(Context *ctx, const State *s, int seat, int card, int beta, Proof *proof)
{
    State child = *s;
    return partition_play(ctx, &child, seat, card, beta, proof);
}

/* Tries one move, within a budget of nodes. */
static inline Trial partition_trial(Context *ctx, const State *s, int seat, int card, int beta, uint64_t budget, uint64_t hash, int *value,
                                    Proof *proof)
{
    if (hash)
        set_in_search(ctx->proofs, hash, hash);
    uint64_t outer = search_lend_budget(ctx->search, budget);
    *value = partition_play_copy(ctx, s, seat, card, beta, proof);
    bool is_spent = search_end_budget(ctx->search, outer);
    if (hash)
        set_in_search(ctx->proofs, hash, 0);
    if (is_spent)
        return TRIAL_DEFERRED;
    if (ctx->search->stopped)
        return TRIAL_STOPPED;
    assert(proof_covers(proof, s));
    return (*value >= beta) == is_max(seat) ? TRIAL_DECIDED : TRIAL_FAILED;
}

/* Tries the moves in order. *best_card gets the one that decided, or the best failure.
 *
 * Two kinds of moves are deferred to the next round: with several threads those in search by another one; and where a coalition of single
 * players decides, those that take more than a node budget, which grows from round to round. For the coalition one good move is enough,
 * and is often proved in a hundredth of the nodes that refute a bad one; the proofs found until a move is deferred are in the table. */
static int partition_try(Context *ctx, State *s, int seat, PartitionMove *moves, int count, int beta, Proof *proof, int *best_card)
{
    bool wants = is_max(seat), shares = shares_moves(ctx->proofs, s);
    bool has_budget = SIDES == PLAYERS && SIDES > 2 && !wants && can_defer(ctx);
    uint64_t state = shares ? shared_state_hash(s, ctx->pooled) : 0;
    Failures f = {.refuted = 0, .best = wants ? -VALUE_LIMIT : VALUE_LIMIT};
    proof_any(&f.all);
    bool is_first_round = true;
    for (uint64_t budget = FIRST_BUDGET; count; budget *= BUDGET_GROWTH, is_first_round = false) {
        int deferred = 0;
        for (int i = 0; i < count; i++) {
            const PartitionMove move = moves[i];
            if (f.refuted & card_set(move.card))
                continue;
            uint64_t hash = shares ? shared_move_hash(state, move.card) : 0;
            bool is_last = i + 1 == count && !deferred;
            int value = 0;
            Trial trial = TRIAL_DEFERRED;
            if (!shares || !is_first_round || !i || !is_in_search(ctx->proofs, hash))
                trial = partition_trial(ctx, s, seat, move.card, beta, has_budget && !is_last ? budget : UINT64_MAX, hash, &value, proof);
            if (trial == TRIAL_STOPPED)
                return 0;
            if (trial == TRIAL_DEFERRED) {
                LOG(ctx, s, "%c%d is put off", "DHSC"[card_suit(move.card)], move.card & 15);
                moves[deferred++] = move;
            } else if (trial == TRIAL_FAILED) {
                note_failure(ctx, &f, &move, value, wants, proof, best_card);
            } else {
                *best_card = move.card;
                return value;
            }
        }
        count = deferred;
    }
    *proof = f.all;
    return f.best;
}

static int partition_follow(Context *ctx, State *s, int beta, Proof *proof)
{
    if (!search_tick(ctx->search))
        return 0;
    int seat = seat_of_card(s->leader, s->count);
    Cards hand = s->hand[seat], following = hand & suit_mask(s->led), cards = following ? following : hand;
    if (!(cards & (cards - 1)))
        return partition_play(ctx, s, seat, bits_lowest(cards), beta, proof);
    PartitionMove moves[MAX_HAND];
    int count = partition_moves(ctx, cards, s->live | card_set(s->best_card), moves);
    if (count == 1) {
        int value = partition_play(ctx, s, seat, moves[0].card, beta, proof);
        if ((value >= beta) != is_max(seat))
            widen_ranks(proof, &moves[0]);
        return value;
    }
    LOG(ctx, s, "P%d follows: %d or more?", log_seat(ctx, seat), beta);
    if (uses(ctx->search, TECHNIQUE_ORDER)) {
        score_follows(ctx, s, seat, moves, count);
        sort_moves(moves, count);
    }
    int best_card = NO_CARD; /* only leads are remembered */
    int value = partition_try(ctx, s, seat, moves, count, beta, proof, &best_card);
    LOG_ANSWER(ctx, s, value, beta, (value >= beta) == is_max(seat) ? "that card decides" : "no card does better");
    return value;
}

/* The pooled relaxation: the coalition's showrooms are one, and of it a spade moves a crystal as long as there is one. What the maximising
 * side reaches here it reaches in the real game; the proof speaks of the pool and its own showrooms alone. */
static int partition_pooled(Context *ctx, State s, int beta, Proof *proof)
{
    ctx->pooled = true;
    s.shape += POOLED_SHAPE;
    LOG(ctx, &s, "in the pooled game");
    int value = s.count ? partition_follow(ctx, &s, beta, proof) : partition_lead(ctx, &s, beta, proof);
    ctx->pooled = false;
    return value;
}

/* The start of a trick, in the six numbered steps that csrc/README.md explains. */
static int partition_lead(Context *ctx, State *s, int beta, Proof *proof)
{
    /* 1: the end */
    if (!search_tick(ctx->search))
        return 0;
    int value;
    if (!s->tricks) {
        value = leaf(ctx, s, beta, proof);
        LOG_ANSWER(ctx, s, value, beta, "the round is over");
        return value;
    }
    int seat = s->leader;
    if (PLAYERS != 2 && s->tricks == 1)
        return partition_play(ctx, s, seat, bits_lowest(s->hand[seat]), beta, proof);

    /* 2: bounds */
    LOG(ctx, s, "P%d leads, %d tricks: %d or more?", log_seat(ctx, seat), s->tricks, beta);
    if (uses(ctx->search, TECHNIQUE_BOUNDS) && partition_bounds(ctx, s, beta, proof, &value)) {
        LOG_ANSWER(ctx, s, value, beta, "no play reaches more or less");
        return value;
    }
    if (HAS_POOL && !ctx->pooled && uses(ctx->search, TECHNIQUE_POOL)) {
        value = partition_pooled(ctx, *s, beta, proof);
        if (ctx->search->stopped || value >= beta) {
            LOG_ANSWER(ctx, s, value, beta, "the pooled game is worth it");
            return value;
        }
    }

    /* 3: a proof of the table */
    int hash_move = NO_HASH_MOVE;
    uint64_t key = (s->shape + (uint64_t)(seat + 1) * UINT64_C(0xC2B2AE3D27D4EB4F)) | 1;
    uint64_t planes[PLANES];
    planes_of(s->hand, s->live, planes);
    if (uses(ctx->search, TECHNIQUE_TABLE)) {
        bool found = prooftable_find(proofs_lock(ctx->proofs, key), key, planes, s, beta, proof, &value, &hash_move);
        proofs_unlock(ctx->proofs, key);
        if (found) {
            LOG_ANSWER(ctx, s, value, beta, "a proof of the table");
            return value;
        }
    }

    /* 4: the moves */
    PartitionMove moves[MAX_HAND];
    int count = partition_moves(ctx, s->hand[seat], s->live, moves);
    if (uses(ctx->search, TECHNIQUE_ORDER)) {
        score_leads(ctx, s, moves, count,
                    hash_move == NO_HASH_MOVE ? NO_CARD : bits_lowest(bits_scatter(UINT64_C(1) << hash_move, s->live)));
        sort_moves(moves, count);
    }

    /* 5: the search */
    int best_card = NO_CARD;
    value = partition_try(ctx, s, seat, moves, count, beta, proof, &best_card);
    LOG_ANSWER(ctx, s, value, beta, (value >= beta) == is_max(seat) ? "that card decides" : "no card does better");
    if (ctx->search->stopped)
        return 0;

    /* 6: the table keeps the proof */
    if (uses(ctx->search, TECHNIQUE_TABLE)) {
        int relative = bits_count(s->live & (card_set(best_card) - 1));
#ifdef HAS_WITNESS
        witness_check(ctx, s, proof, value, value >= beta);
#endif
        bool all_kept = prooftable_keep(proofs_lock(ctx->proofs, key), key, planes, s, proof, value, value >= beta, relative);
        proofs_unlock(ctx->proofs, key);
        ctx->has_dropped |= !all_kept;
    }
    return value;
}

#endif
