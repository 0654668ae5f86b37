/* The end of a round, with the widest condition under which the result still proves what it proves.
 *
 * The value of the awards depends on who wins each, on a side's showroom being empty when its spade comes and on the victims' being empty
 * when clubs come. What the value has to spare against the window (the slack) is spent on letting some of that vary. */
#ifndef DIAMONDS_PARTITION_LEAF_H
#define DIAMONDS_PARTITION_LEAF_H

#include "diamonds/partition/leafboxes.h"

/* --- many sides --- */

/* All showrooms may only change in ways that leave empty what is empty and rob-able what is. */
static inline void showrooms_alike(Proof *proof, const State *s)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        proof_at_least(proof, seat, component_of(s, seat) < 2 ? component_of(s, seat) : 2);
        if (component_of(s, seat) < 2)
            proof_at_most(proof, seat, component_of(s, seat));
    }
}

/* What the H, S and C awards bring between many sides. */
typedef struct AwardValues {
    int hearts, spades, clubs;
} AwardValues;

/* With the thief token: how many crystals its holder must have now to have one when clubs come. A single player gets its crystal of hearts
 * there, a team gives it to the partner; a crystal banked is the holder's where it has one. */
static inline int least_to_rob(const int *winner, int holder)
{
    int side = holder % SIDES;
    return 1 + (winner[SPADES] == side) - (SIDES == PLAYERS && winner[HEARTS] == side);
}

/* What it brings to rob the holder; nothing where it is a friend. */
static inline int theft_worth(const Context *ctx, const int *winner, int holder)
{
    return winner[CLUBS] < 0 ? 0 : weight_of(ctx, winner[CLUBS]) - weight_of(ctx, holder);
}

/* Condition: clubs bring what they do or something better, hearts and spades going as they do. */
static void theft_alike(const Context *ctx, Proof *proof, const State *s, const int *winner, bool at_least)
{
    int holder = holder_of(s), worth = theft_worth(ctx, winner, holder), least = least_to_rob(winner, holder);
    if (winner[CLUBS] < 0)
        return;
    if (!worth) { /* nor would it with a friend as the holder */
        for (int seat = 0; seat < PLAYERS; seat++)
            if (is_max(seat) != is_max(holder))
                proof->lost |= (Seats)(1 << (TOKEN + seat));
        return;
    }
    proof_token(proof, holder);
    bool robs = component_of(s, holder) >= least, is_wanted = (worth > 0) == at_least;
    if (robs && is_wanted)
        proof_at_least(proof, holder, least);
    else if (!robs && !is_wanted)
        proof_at_most(proof, holder, least - 1);
}

static AwardValues awards_many_sides(const Context *ctx, const State *s, const int *winner)
{
    AwardValues v = {0, 0, 0};
    int crystals[SIDES] = {0}, others = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        crystals[seat % SIDES] += component_of(s, seat);
    if (winner[HEARTS] >= 0) {
        v.hearts = weight_of(ctx, winner[HEARTS]);
        crystals[winner[HEARTS]]++;
    }
    if (winner[SPADES] >= 0 && crystals[winner[SPADES]]) {
        v.spades = weight_of(ctx, winner[SPADES]);
        crystals[winner[SPADES]]--;
    }
    if (THIEF) {
        int holder = holder_of(s);
        v.clubs = component_of(s, holder) >= least_to_rob(winner, holder) ? theft_worth(ctx, winner, holder) : 0;
        return v;
    }
    for (int side = 1; side < SIDES; side++)
        others += crystals[side];
    if (winner[CLUBS] == 0 && others)
        v.clubs = ctx->max_weight - ctx->min_weight;
    else if (winner[CLUBS] > 0 && crystals[0])
        v.clubs = ctx->min_weight - ctx->max_weight;
    return v;
}

/* The condition on them; returns the value that it still guarantees. */
static int leaf_many_sides(Context *ctx, const State *s, const int *winner, bool at_least, int slack, Proof *proof)
{
    const int sign = at_least ? 1 : -1, worst_action = at_least ? ctx->min_weight : -ctx->max_weight;
    AwardValues v = awards_many_sides(ctx, s, winner);
    int value = v.hearts + v.spades + v.clubs;
    /* Spend the slack on not caring about clubs, then spades, then hearts: later awards depend on earlier ones. */
    bool keep_clubs = true, keep_spades = true, keep_hearts = true;
    int loss = sign * v.clubs + ctx->max_weight - ctx->min_weight;
    if (loss <= slack) {
        slack -= loss;
        value -= sign * loss;
        keep_clubs = false;
        loss = sign * v.spades - worst_action;
        if (loss <= slack) {
            slack -= loss;
            value -= sign * loss;
            keep_spades = false;
            loss = sign * v.hearts - worst_action;
            if (loss <= slack) {
                value -= sign * loss;
                keep_hearts = false;
            }
        }
    }
    if (keep_hearts)
        award_exactly(proof, s, HEARTS, winner[HEARTS]);
    if (keep_spades)
        award_exactly(proof, s, SPADES, winner[SPADES]);
    if (keep_clubs)
        award_exactly(proof, s, CLUBS, winner[CLUBS]);
    if (keep_clubs && THIEF)
        theft_alike(ctx, proof, s, winner, at_least);
    if (keep_clubs && !THIEF) {
        showrooms_alike(proof, s);
    } else if (keep_spades && winner[SPADES] >= 0 && winner[HEARTS] != winner[SPADES]) {
        int side = winner[SPADES], rich = side, sum = 0;
        for (int seat = side; seat < PLAYERS; seat += SIDES) {
            sum += component_of(s, seat);
            if (component_of(s, seat) > component_of(s, rich))
                rich = seat;
        }
        if (sum)
            proof_at_least(proof, rich, 1);
        else
            for (int seat = side; seat < PLAYERS; seat += SIDES)
                proof_at_most(proof, seat, 0);
    }
    return value;
}

/* --- all of it --- */

/* Bonuses of seats without a trick: those that could only help need no condition, the others are spent slack or a condition. */
static void leaf_bonuses(const Context *ctx, const State *s, bool at_least, int *slack, int *value, Proof *proof)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        bool won = s->won >> seat & 1;
        int worth = 4 * weight_of(ctx, seat) * (at_least ? 1 : -1); /* of having no trick, to the proof */
        if (won ? worth >= 0 : worth <= 0)
            continue; /* in the other case it would be better still */
        int loss = worth < 0 ? -worth : worth;
        if (loss <= *slack) {
            *slack -= loss;
            *value -= at_least ? loss : -loss;
        } else if (won) {
            proof->won |= (uint8_t)(1 << seat);
        } else {
            proof->lost |= (uint8_t)(1 << seat);
        }
    }
}

static void leaf_diamonds(const Context *ctx, const State *s, int winner, bool at_least, int *slack, int *value, Proof *proof)
{
    int worth = winner < 0 ? 0 : 2 * weight_of(ctx, winner) * (at_least ? 1 : -1); /* to the proof */
    int worst = at_least ? 2 * ctx->min_weight : -2 * ctx->max_weight;
    if (worth - worst <= *slack) {
        *slack -= worth - worst;
        *value -= (worth - worst) * (at_least ? 1 : -1);
        return;
    }
    bool is_best = at_least ? winner == 0 : winner > 0;
    bool tie_will_do = !is_best || worth <= *slack;
    if (is_best && tie_will_do) {
        *slack -= worth;
        *value -= worth * (at_least ? 1 : -1);
    }
    if (at_least)
        award_not_lost(proof, s, DIAMONDS, tie_will_do, winner);
    else
        award_not_won(proof, s, DIAMONDS, tie_will_do, winner);
}

/* Value of a finished round against beta, as any search function gives it. */
static int leaf(Context *ctx, const State *s, int beta, Proof *proof)
{
    int winner[SUITS];
    for (int suit = 0; suit < SUITS; suit++)
        winner[suit] = leaf_winner(s, suit);
    int value = winner[DIAMONDS] < 0 ? 0 : 2 * weight_of(ctx, winner[DIAMONDS]);
    for (int seat = 0; seat < PLAYERS; seat++)
        if (!(s->won >> seat & 1))
            value += 4 * weight_of(ctx, seat);
    bool two_sides = !THIEF && (SIDES == 2 || ctx->pooled);
    int rest;
    if (two_sides) {
        uint8_t cell[5];
        leaf_cell(s, winner, cell);
        rest = cell_value(ctx, cell);
    } else {
        AwardValues v = awards_many_sides(ctx, s, winner);
        rest = v.hearts + v.spades + v.clubs;
    }
    value += rest;
    bool at_least = value >= beta;
    int slack = at_least ? value - beta : beta - 1 - value;
    proof_any(proof);
    int kept = two_sides ? leaf_two_sides(ctx, s, winner, at_least, slack, proof) : leaf_many_sides(ctx, s, winner, at_least, slack, proof);
    slack -= at_least ? rest - kept : kept - rest;
    value += kept - rest;
    leaf_bonuses(ctx, s, at_least, &slack, &value, proof);
    leaf_diamonds(ctx, s, winner[DIAMONDS], at_least, &slack, &value, proof);
    return value;
}

#endif
