/* Each legal card gets its features and their weighted sum; victims and actors need no weights, for there is little to know. */
#include "diamonds/players/policy.h"

#include "common/portable.h"
#include "diamonds/players/sight.h"

enum { NO_TRICK_BONUS = 4 };

/* Robbing a partner gains nothing. Among rivals the margin does not care, so the choice follows the standing: take from who has most. */
static const float ROB_PARTNER = -2.0f, ROB_RICHEST = 0.01f;

/* What the cards of the trick mean for the awards when `side` is the chance that the own side wins it. */
static float award_swing(const Sight *s, int card, float side)
{
    const Position *p = s->position;
    float swing = 0;
    int led = p->trick_count ? s->led : card_suit(card), of_led = trick_size(p);
    for (int i = 0; i <= p->trick_count; i++) {
        int suit = card_suit(i < p->trick_count ? p->trick[i] : card);
        if (suit == led)
            continue;
        of_led--;
        swing += side * sight_award(s, suit, 1) + s->rival * (1 - side) * sight_award(s, suit, -1);
    }
    float cards = (float)of_led;
    return swing + side * sight_award(s, led, cards) + s->rival * (1 - side) * sight_award(s, led, -cards);
}

/* The chance that the seat itself wins the trick after `card`. With two players its second card may still do it. */
static float winning_chance(const Sight *s, int card, int above)
{
    bool beats = s->best == NO_CARD || card > s->best;
    float chance = beats ? s->stand[above] : s->best_is_mine ? s->best_stands : 0;
    if (s->position->players == 2 && s->position->trick_count < 2) {
        Cards rest = s->hand & ~card_set(card) & suit_lane(card_suit(card));
        if (rest) {
            float second = s->stand[sight_above(s, bits_highest(rest))];
            chance = second > chance ? second : chance;
        }
    }
    return chance;
}

static void play_features(const Sight *s, int card, int above, float *f)
{
    bool beats = s->best == NO_CARD || card > s->best;
    float mine = winning_chance(s, card, above);
    float side = beats || !s->best_is_ours || s->best_is_mine ? mine : s->best_stands;
    f[FEATURE_ACTION] = (side - s->rival * (1 - side)) * s->worth[card_suit(card)]; /* what the side wins, or the rivals */
    f[FEATURE_CARDS] = award_swing(s, card, side);
    f[FEATURE_WIN] = mine;
    f[FEATURE_WIN_EARLY] = mine * s->later;
}

static void lead_features(const Sight *s, int card, float *f)
{
    float followed = 1;
    for (int i = suit_length(s->unseen, card_suit(card)); i > 0; i--)
        followed *= 1 - s->hold;
    f[FEATURE_RIVALS_VOID] = followed * (float)s->rivals;
}

static void discard_features(const Sight *s, int card, float *f)
{
    int suit = card_suit(card);
    f[FEATURE_DISCARD_DIAMOND + suit] = s->worth[suit];
    f[FEATURE_CARDS] = award_swing(s, card, s->best_stands);
    f[FEATURE_WIN] = s->best_is_mine ? s->best_stands : 0;
}

static void card_features(const Sight *s, int card, float *f)
{
    int suit = card_suit(card), above = sight_above(s, card);
    for (int i = 0; i < FEATURES; i++)
        f[i] = 0;
    if (s->led >= 0 && suit != s->led)
        discard_features(s, card, f);
    else
        play_features(s, card, above, f);
    if (s->led < 0)
        lead_features(s, card, f);
    float wins = sight_wins(s, above);
    if (s->untaken)
        f[FEATURE_BONUS] = NO_TRICK_BONUS * (1 - f[FEATURE_WIN]) * s->ducks / (1 - wins);
    if (s->later > 0) {
        int rest = suit_length(s->hand, suit) - 1;
        f[FEATURE_SPEND_WINNER] = wins * s->worth[suit];
        f[FEATURE_SPEND_CONTROL] = wins;
        f[FEATURE_VOID] = rest ? 0 : s->later;
        f[FEATURE_LENGTH] = (float)rest * s->later;
    }
}

static float card_score(const Policy *policy, const Sight *sight, int card)
{
    float f[FEATURES], score = 0;
    card_features(sight, card, f);
    for (int i = 0; i < FEATURES; i++)
        score += policy->weight[i] * f[i];
    return score;
}

/* What robbing `victim` is worth beside any other rival. */
static float victim_score(const Position *p, int robber, int victim)
{
    if (side_of(p, robber) == side_of(p, victim))
        return ROB_PARTNER;
    int points = 0;
    for (int seat = side_of(p, victim); seat < p->players; seat += p->sides)
        points += position_points(p, seat);
    return ROB_RICHEST * (float)points;
}

/* Of a move that has no card: only its victim matters. */
static float choice_score(const Position *p, Move move)
{
    if (move.victim == NOBODY)
        return 0;
    int robber = p->robber != NOBODY ? p->robber : move.actor != NOBODY ? move.actor : position_to_move(p);
    return victim_score(p, robber, move.victim);
}

void policy_features(const Position *position, Cards seen, int card, float *features)
{
    Sight sight;
    sight_make(&sight, position, seen);
    card_features(&sight, card, features);
}

int policy_scores(const Policy *policy, const Position *p, Cards seen, Move *moves, float *scores)
{
    int count = position_moves(p, moves);
    if (position_decision(p) != DECIDE_CARD) {
        for (int i = 0; i < count; i++)
            scores[i] = choice_score(p, moves[i]);
        return count;
    }
    Sight sight;
    sight_make(&sight, p, seen);
    float base = 0;
    for (int i = 0; i < count; i++) {
        if (i == 0 || moves[i].card != moves[i - 1].card)
            base = card_score(policy, &sight, moves[i].card);
        scores[i] = moves[i].victim == NOBODY ? base : base + victim_score(p, sight.seat, moves[i].victim);
    }
    return count;
}

/* Keeps the best of several, each of equal ones with the same chance. */
typedef struct Choice {
    float score;
    uint32_t equals;
    int best;
} Choice;

static void choice_offer(Choice *choice, int item, float score, Rng *rng)
{
    if (!choice->equals || score > choice->score) {
        *choice = (Choice){score, 1, item};
    } else if (score == choice->score) {
        choice->equals++;
        if (rng_below(rng, choice->equals) == 0)
            choice->best = item;
    }
}

static uint8_t best_victim(const Position *p, int robber, unsigned victims, Rng *rng)
{
    Choice choice = {0, 0, 0};
    for (; victims; victims &= victims - 1)
        choice_offer(&choice, bits_lowest(victims), victim_score(p, robber, bits_lowest(victims)), rng);
    return (uint8_t)choice.best;
}

static Move best_card(const Policy *policy, const Position *p, Cards seen, Rng *rng)
{
    int seat = seat_of_play(p, p->trick_count);
    Cards cards = legal_cards(p, p->hand[seat]);
    Choice choice = {0, 1, bits_lowest(cards)};
    if (cards & (cards - 1)) {
        Sight sight;
        sight_make(&sight, p, seen);
        choice.equals = 0;
        for (; cards; cards &= cards - 1)
            choice_offer(&choice, bits_lowest(cards), card_score(policy, &sight, bits_lowest(cards)), rng);
    }
    Move move = {(uint8_t)choice.best, NOBODY, NOBODY};
    if (card_suit(choice.best) == CLUBS && is_off_suit(p, choice.best)) {
        unsigned victims = victims_of(p, seat);
        if (victims & (victims - 1))
            move.victim = best_victim(p, seat, victims, rng);
    }
    return move;
}

Move policy_move(const Policy *policy, const Position *p, Cards seen, Rng *rng)
{
    if (p->robber != NOBODY)
        return (Move){NO_CARD, NOBODY, best_victim(p, p->robber, victims_of(p, p->robber), rng)};
    if (p->tricks_left)
        return best_card(policy, p, seen, rng);
    Move moves[MAX_MOVES];
    Choice choice = {0, 0, 0};
    int count = position_moves(p, moves);
    for (int i = 0; i < count; i++)
        choice_offer(&choice, i, choice_score(p, moves[i]), rng);
    return moves[choice.best];
}

double policy_chance(const float *scores, int count, int chosen, double temperature, double slip)
{
    float best = scores[0];
    for (int i = 1; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += portable_exp(((double)scores[i] - (double)best) / temperature);
    return (1 - slip) * portable_exp(((double)scores[chosen] - (double)best) / temperature) / sum + slip / count;
}
