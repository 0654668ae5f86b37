#include "diamoniak/players/estimate.h"

#include <assert.h>
#include <string.h>

#include "common/portable.h"

#define NAME(name, two, three, four) #name,
#define TWO(name, two, three, four) two,
#define THREE(name, two, three, four) three,
#define FOUR(name, two, three, four) four,

const char *const estimate_names[FEATURES] = {ESTIMATE_TABLE(NAME)};
const double estimate_weights[SEATS - 1][FEATURES] = {{ESTIMATE_TABLE(TWO)}, {ESTIMATE_TABLE(THREE)}, {ESTIMATE_TABLE(FOUR)}};

/* What a strength depends on. */
typedef struct Sight {
    int missing; /* CASTLE + 1: no colour */
    int diamonds, fairies, aside, for_sale, buys;
    int wait;            /* seats before this one */
    int coming, witches; /* own cards and witches in the pile to be drawn from */
} Sight;

static int at_most(int number, int most) { return number < most ? number : most; }

static Sight look(const State *s, int seat)
{
    const uint8_t *held = s->held[seat], *pile = s->pile;
    int colour = s->colour[seat], wait = seat - s->turn, cards = 0;
    for (int kind = 0; kind < KINDS; kind++)
        cards += pile[kind];
    if (!cards)
        pile = s->discards;
    Sight sight = {
        .missing = CASTLE + 1,
        .diamonds = at_most(held[DIAMOND], MOST_DIAMONDS),
        .fairies = at_most(held[FAIRY], MOST_FAIRIES),
        .wait = wait < 0 ? wait + s->players : wait,
        .witches = pile[WITCH],
    };
    int aside = held[0] + held[1] + held[2] + held[3];
    if (colour != NO_COLOUR) {
        aside -= held[colour];
        sight.missing = s->deck[colour] - held[colour];
        sight.coming = pile[colour];
        for (int other = 0; other < s->players; other++)
            sight.for_sale += other == seat ? 0 : s->held[other][colour];
        sight.buys = at_most(at_most(held[DIAMOND] / PRICE, sight.for_sale), MOST_BUYS);
    }
    sight.aside = at_most(aside, MOST_ASIDE);
    return sight;
}

/* The chance to draw this number of cards before a witch, from a pile with these cards and witches. */
static double chance_to_finish(int missing, int cards, int witches)
{
    double chance = missing <= cards;
    for (int i = 0; i < missing && i < cards; i++)
        chance *= (double)(cards - i) / (cards - i + witches);
    return chance;
}

/* --- features: groups of them that depend on one number --- */

static void of_steps(int number, double *features)
{
    features[0] = at_most(number, 3);
    features[1] = number > 3 ? at_most(number, 6) - 3 : 0;
    features[2] = number > 6 ? number - 6 : 0;
}

static void of_levels(int number, double *features)
{
    for (int i = 0; i < 3; i++)
        features[i] = number > i;
}

static void of_missing(int missing, double *features)
{
    if (missing > CASTLE)
        features[ESTIMATE_NO_COLOUR] = 1;
    else if (missing > 0)
        features[ESTIMATE_MISSING_1 + missing - 1] = 1;
}

static void of_pile(int wait, int missing, int cards, int witches, double *features)
{
    features[ESTIMATE_FINISH_0 + wait] = chance_to_finish(missing, cards, witches);
    features[ESTIMATE_COMING_0 + wait] = (double)cards / (witches + 1);
}

void estimate_features(const State *state, int seat, double *features)
{
    Sight sight = look(state, seat);
    memset(features, 0, FEATURES * sizeof *features);
    of_missing(sight.missing, features);
    of_steps(sight.diamonds, features + ESTIMATE_DIAMONDS_3);
    of_levels(sight.fairies, features + ESTIMATE_FAIRY_1);
    of_steps(sight.aside, features + ESTIMATE_ASIDE_3);
    features[ESTIMATE_FOR_SALE] = sight.for_sale;
    of_levels(sight.buys, features + ESTIMATE_BUY_1);
    if (sight.missing == 1 && sight.buys && sight.wait)
        features[ESTIMATE_LAST_1 + sight.wait - 1] = 1;
    features[ESTIMATE_LAST_TWO] = sight.missing == 2 && sight.buys >= 2;
    if (sight.wait)
        features[ESTIMATE_WAIT_1 + sight.wait - 1] = 1;
    if (sight.missing <= CASTLE)
        of_pile(sight.wait, sight.missing, sight.coming, sight.witches, features);
}

/* --- factors --- */

/* e to the weighted sum of `count` features. */
static double factor(const double *weights, const double *features, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i] * features[i];
    return sum > 0 ? 1 / portable_exp(-sum) : portable_exp(sum);
}

void estimate_init(Estimate *estimate, int players)
{
    assert(players >= 2 && players <= SEATS);
    const double *weights = estimate_weights[players - 2];
    double one = 1, group[3];
    for (int i = 0; i <= CASTLE + 1; i++) {
        double features[FEATURES] = {0};
        of_missing(i, features);
        estimate->missing[i] = factor(weights, features, FEATURES);
    }
    for (int i = 0; i <= MOST_DIAMONDS; i++) {
        of_steps(i, group);
        estimate->diamonds[i] = factor(weights + ESTIMATE_DIAMONDS_3, group, 3);
    }
    for (int i = 0; i <= MOST_ASIDE; i++) {
        of_steps(i, group);
        estimate->aside[i] = factor(weights + ESTIMATE_ASIDE_3, group, 3);
    }
    for (int i = 0; i <= MOST_FAIRIES; i++) {
        of_levels(i, group);
        estimate->fairies[i] = factor(weights + ESTIMATE_FAIRY_1, group, 3);
        estimate->buys[i] = factor(weights + ESTIMATE_BUY_1, group, 3);
    }
    for (int i = 0; i <= CASTLE; i++) {
        double number = i;
        estimate->for_sale[i] = factor(weights + ESTIMATE_FOR_SALE, &number, 1);
    }
    estimate->last_two = factor(weights + ESTIMATE_LAST_TWO, &one, 1);
    for (int wait = 0; wait < SEATS; wait++) {
        estimate->last[wait] = wait ? factor(weights + ESTIMATE_LAST_1 + wait - 1, &one, 1) : 1;
        estimate->wait[wait] = wait ? factor(weights + ESTIMATE_WAIT_1 + wait - 1, &one, 1) : 1;
        for (int missing = 0; missing <= CASTLE; missing++)
            for (int cards = 0; cards <= CASTLE; cards++)
                for (int witches = 0; witches <= MOST_WITCHES; witches++) {
                    double features[FEATURES] = {0};
                    of_pile(wait, missing, cards, witches, features);
                    estimate->coming[wait][missing][cards][witches] =
                        factor(weights + ESTIMATE_FINISH_0, features + ESTIMATE_FINISH_0, 2 * SEATS);
                }
    }
}

double estimate_strength(const Estimate *estimate, const State *state, int seat)
{
    Sight sight = look(state, seat);
    double strength = estimate->missing[sight.missing] * estimate->diamonds[sight.diamonds] * estimate->fairies[sight.fairies] *
                      estimate->aside[sight.aside] * estimate->wait[sight.wait];
    if (sight.missing > CASTLE)
        return strength;
    strength *= estimate->for_sale[sight.for_sale] * estimate->buys[sight.buys] *
                estimate->coming[sight.wait][sight.missing][sight.coming][sight.witches];
    if (sight.missing == 1 && sight.buys)
        strength *= estimate->last[sight.wait];
    if (sight.missing == 2 && sight.buys >= 2)
        strength *= estimate->last_two;
    return strength;
}

bool estimate_is_won(const State *state)
{
    assert(state->phase == TURN);
    if (state_missing(state) != 1)
        return false;
    for (int seller = 0; seller < state->players; seller++)
        if (state_can_buy(state, seller))
            return true;
    return false;
}

void estimate_chances(const Estimate *estimate, const State *state, double *chances)
{
    bool is_won = estimate_is_won(state);
    double sum = 0;
    for (int seat = 0; seat < state->players; seat++) {
        chances[seat] = is_won ? seat == state->turn : estimate_strength(estimate, state, seat);
        sum += chances[seat];
    }
    for (int seat = 0; seat < state->players; seat++)
        chances[seat] /= sum;
}
