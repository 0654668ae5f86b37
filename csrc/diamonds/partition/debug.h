/* What debug builds do beside the search; in other builds nothing is left of it. */
#ifndef DIAMONDS_PARTITION_DEBUG_H
#define DIAMONDS_PARTITION_DEBUG_H

#include "diamonds/partition/context.h"

/* The log: what the search does, line by line, where the environment has DIAMONDS_LOG=CARDS, that many cards deep.
 *
 * A line begins with the node count and is indented by the cards played. It says what is asked, which card is tried, and what the answer is
 * and why, in the units of the search, for what is still to come:
 *
 *         65  is it worth 0 or more to the side of P1?
 *         66  P2 S9
 *         67    P1 follows: 0 or more?
 *         67    P1 C5
 *         68      P2 follows: -2 or more?
 *          ...
 *        184      at least -2: no card does better
 *        184    at least 0: that card decides
 */
#ifdef DIAMONDS_DEBUG

#include <stdarg.h>
#include <stdio.h>

#define LOG(ctx, s, ...) log_line(ctx, s, __VA_ARGS__)
#define LOG_QUESTION(ctx, s, beta) log_question(ctx, s, beta)
#define LOG_ANSWER(ctx, s, value, beta, why) log_answer(ctx, s, value, beta, why)

/* As people count it; the seats of a state are turned. */
static int log_seat(const Context *ctx, int seat)
{
    return (seat + (is_turned_round(ctx->search) ? 0 : ctx->search->side)) % PLAYERS + 1;
}

__attribute__((format(printf, 3, 4))) static void log_line(const Context *ctx, const State *s, const char *format, ...)
{
    int depth = ctx->search->logged_from - bits_count(s->live);
    if (depth >= ctx->search->logged_cards)
        return;
    va_list given;
    va_start(given, format);
    fprintf(stderr, "%10llu  %*s", (unsigned long long)ctx->search->nodes, 2 * depth, "");
    vfprintf(stderr, format, given);
    fputc('\n', stderr);
    va_end(given);
}

/* Lines that follow are as deep as cards have been played from here on. */
static void log_question(const Context *ctx, const State *s, int beta)
{
    ctx->search->logged_from = bits_count(s->live);
    log_line(ctx, s, "is it worth %d or more to the side of P%d?", beta, log_seat(ctx, 0));
}

static void log_answer(const Context *ctx, const State *s, int value, int beta, const char *why)
{
    if (ctx->search->stopped)
        log_line(ctx, s, "no answer: stopped");
    else
        log_line(ctx, s, "at %s %d: %s", value >= beta ? "least" : "most", value, why);
}

#else
#define LOG(...) ((void)0)
#define LOG_QUESTION(...) ((void)0)
#define LOG_ANSWER(...) ((void)0)
#endif

/* --- the witness: no proof that is kept may contradict it (search/witness.h) --- */

#ifdef HAS_WITNESS

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
