#include "diamonds/players/passing.h"

#include "common/portable.h"
#include "diamonds/players/sight.h"

typedef struct PassPolicy {
    float weight[PASS_FEATURES];
    float count[MAX_PASS + 1];   /* the worth of a number of cards, beside that of the cards chosen */
    float engine[PASS_FEATURES]; /* of the passes that an engine chose, by likelihood: benchmarks/player_fit.py passes */
} PassPolicy;

/* Regressions of the result of whole rounds on the features, hand and luck of the deal taken out (csrc/players.md). */
static const PassPolicy to_only_opponent = {
    {0.02f, 0.20f, 0.21f, 0.19f, 2.54f, 6.01f, 5.43f, 3.65f, -7.64f, -0.61f, -0.19f},
    {0, 0, -0.85f, -1.47f},
    {-1.18f, 1.41f, 0.71f, -0.95f, 1.83f, 1.04f, 1.42f, 1.91f, -4.32f, -2.19f, -3.20f},
};

static const PassPolicy to_opponent = {
    {-0.03f, 0.34f, 0.38f, 0.32f, -0.78f, 0.29f, 0.10f, -0.41f, -0.73f, 0.93f, -2.30f},
    {0, 0, 0.13f, 0.43f},
    {-2.18f, 1.17f, 0.84f, 0.16f, -1.14f, -0.06f, -0.60f, -0.88f, -2.05f, 2.01f, -5.68f},
};

static const PassPolicy to_partner = {
    {0.28f, 0.17f, 0.26f, 0.30f, -0.24f, -0.12f, -0.23f, -0.25f, 0.05f, 0.45f, -2.92f},
    {0, 0, 0.35f, 0.79f},
    {-0.04f, 0.79f, -0.31f, -0.43f, -0.26f, -0.56f, -0.60f, -0.60f, 0.27f, 1.92f, -9.54f},
};

static const PassPolicy *policy_of(const PassGame *game)
{
    if (game->players == 2)
        return &to_only_opponent;
    return game->sides == game->players ? &to_opponent : &to_partner;
}

/* The cards of its suit above `card`. */
static int higher_cards(Cards cards, int card)
{
    return suit_count(cards_in_suit(cards & cards_above(card), card_suit(card)));
}

/* As Sight.ducks, before the first lead. */
static float ducking_chance(const PassGame *game, Cards hand)
{
    Cards unseen = game->deck & ~hand;
    int unseen_count = bits_count(unseen);
    float in_play = unseen_count ? (float)((game->players - 1) * bits_count(hand)) / (float)unseen_count : 0, ducks = 1;
    for (Cards cards = hand; cards; cards &= cards - 1) {
        float in_hands = 1.0f + (float)higher_cards(unseen, bits_lowest(cards)) * in_play;
        ducks *= 1 - 0.6f / (in_hands * in_hands);
    }
    return ducks;
}

static void features_of(const PassGame *game, Cards hand, int card, float ducks, float *f)
{
    int suit = card_suit(card), length = suit_count(cards_in_suit(hand, suit)), ranks = suit_count(cards_in_suit(game->deck, suit));
    float rank = ranks > 1 ? (float)(ranks - 1 - higher_cards(game->deck, card)) / (float)(ranks - 1) : 0;
    for (int i = 0; i < PASS_FEATURES; i++)
        f[i] = 0;
    f[PASS_SUIT + suit] = 1;
    f[PASS_RANK + suit] = rank;
    f[PASS_SQUARE] = rank * rank;
    f[PASS_DUCKING] = rank * ducks;
    f[PASS_LENGTH] = (float)length * 0.1f;
}

void pass_features(const PassGame *game, Cards hand, int card, float *features)
{
    features_of(game, hand, card, ducking_chance(game, hand), features);
}

static float score(const PassGame *game, const float *weight, Cards hand, int card, float ducks)
{
    float f[PASS_FEATURES], sum = 0;
    features_of(game, hand, card, ducks, f);
    for (int i = 0; i < PASS_FEATURES; i++)
        sum += weight[i] * f[i];
    return sum;
}

float pass_score(const PassGame *game, Cards hand, int card)
{
    return score(game, policy_of(game)->weight, hand, card, ducking_chance(game, hand));
}

/* Of the cards of a hand, rising. */
static void score_hand(const PassGame *game, const float *weight, Cards hand, float *scores)
{
    float ducks = ducking_chance(game, hand);
    for (Cards cards = hand; cards; cards &= cards - 1)
        *scores++ = score(game, weight, hand, bits_lowest(cards), ducks);
}

/* The best cards, and the sum of their scores. */
static Cards choose(const PassGame *game, Cards hand, int count, float *total)
{
    float scores[MAX_HAND];
    Cards chosen = 0;
    score_hand(game, policy_of(game)->weight, hand, scores);
    *total = 0;
    for (int i = 0; i < count; i++) {
        int best = -1, best_card = 0, place = 0;
        for (Cards cards = hand; cards; cards &= cards - 1, place++)
            if (!(chosen & cards & (0 - cards)) && (best < 0 || scores[place] > scores[best])) {
                best = place;
                best_card = bits_lowest(cards);
            }
        chosen |= card_set(best_card);
        *total += scores[best];
    }
    return chosen;
}

Cards pass_choice(const PassGame *game, Cards hand, int count)
{
    float total;
    return choose(game, hand, count, &total);
}

double pass_chance(const PassGame *game, Cards hand, Cards passed, double slip)
{
    float scores[MAX_HAND], best;
    int place = 0;
    score_hand(game, policy_of(game)->engine, hand, scores);
    best = scores[0];
    for (int i = 1; i < bits_count(hand); i++)
        best = scores[i] > best ? scores[i] : best;
    /* A card's factor is exp(score), that of a set their product. Of all sets of k cards: */
    double sum[MAX_PASS + 1] = {1}, sets[MAX_PASS + 1] = {1}, chosen = 1; /* the sum of their factors, their number */
    for (Cards cards = hand; cards; cards &= cards - 1, place++) {
        double factor = portable_exp((double)scores[place] - (double)best);
        for (int k = MAX_PASS; k > 0; k--) {
            sum[k] += sum[k - 1] * factor;
            sets[k] += sets[k - 1];
        }
        if (passed & card_set(bits_lowest(cards)))
            chosen *= factor;
    }
    int count = bits_count(passed);
    double by_engine = sum[count] > 0 ? chosen / sum[count] : 0, by_rules = pass_choice(game, hand, count) == passed ? 1 : 0;
    return (1 - slip) * 0.5 * (by_rules + by_engine) + slip / sets[count];
}

int pass_count(const PassGame *game, Cards hand)
{
    const PassPolicy *policy = policy_of(game);
    int best_count = 1;
    float best = 0;
    for (int count = 1; count <= MAX_PASS && count <= bits_count(hand); count++) {
        float total;
        choose(game, hand, count, &total);
        total += policy->count[count];
        if (count == 1 || total > best) {
            best = total;
            best_count = count;
        }
    }
    return best_count;
}
