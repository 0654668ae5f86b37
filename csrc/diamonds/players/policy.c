/* Each legal card gets its features and their weighted sum; victims and actors need no weights, for there is little to know. */
#include "diamonds/players/policy.h"

#include "diamonds/players/net.h"

enum { NO_TRICK_BONUS = 4 };

/* Robbing a partner gains nothing. Among rivals the margin does not care, so the choice follows the standing: take from who has most. */
static const float ROB_PARTNER = -2.0f, ROB_RICHEST = 0.01f;

/* The trick as it will be: with a card of `suit`, and the cards still to come of the led suit. */
static void set_award(SuitView *view, const Sight *s, int suit)
{
    const Position *p = s->position;
    int led = p->trick_count ? s->led : suit, of_led = trick_size(p);
    view->award_won = view->award_lost = 0;
    for (int i = 0; i <= p->trick_count; i++) {
        int other = i < p->trick_count ? card_suit(p->trick[i]) : suit;
        if (other == led)
            continue;
        of_led--;
        view->award_won += sight_award(s, other, 1);
        view->award_lost += sight_award(s, other, -1);
    }
    view->award_won += sight_award(s, led, (float)of_led);
    view->award_lost = s->rival * (view->award_lost + sight_award(s, led, (float)-of_led));
}

/* Rivals that hold none of so many unseen cards. */
static float rivals_without(const Sight *s, int cards)
{
    float none = 1, factor = 1 - s->hold;
    for (; cards; cards >>= 1, factor *= factor)
        none *= cards & 1 ? factor : 1;
    return none * (float)s->rivals;
}

void policy_view(SuitView *view, const Sight *s, int suit)
{
    view->follows = s->led < 0 || suit == s->led;
    set_award(view, s, suit);
    for (int i = 0; i < FEATURES; i++)
        view->f[i] = 0;
    if (!view->follows)
        view->f[FEATURE_DISCARD_DIAMOND + suit] = s->worth[suit];
    if (s->led < 0)
        view->f[FEATURE_RIVALS_VOID] = rivals_without(s, s->unseen_length[suit]);
    view->f[FEATURE_VOID] = s->length[suit] > 1 ? 0 : s->later;
    view->f[FEATURE_LENGTH] = (float)(s->length[suit] - 1) * s->later;
}

/* The chance that the seat itself wins the trick after `card` of the led suit. With two players its second card may still do it. */
static inline float winning_chance(const Sight *s, int card, int above)
{
    bool beats = s->best == NO_CARD || card > s->best;
    float chance = beats ? s->stand[above] : s->best_is_mine ? s->best_stands : 0;
    if (s->position->players == 2 && s->position->trick_count < 2) {
        Cards rest = s->hand & ~card_set(card) & suit_mask(card_suit(card));
        if (rest) {
            float second = s->stand[sight_above(s, bits_highest(rest))];
            chance = second > chance ? second : chance;
        }
    }
    return chance;
}

inline void policy_card_features(const SuitView *view, const Sight *s, int card, float *f)
{
    int suit = card_suit(card), above = sight_above(s, card);
    float mine = s->best_is_mine ? s->best_stands : 0, side = s->best_stands;
    f[FEATURE_ACTION] = 0;
    if (view->follows) {
        bool beats = s->best == NO_CARD || card > s->best;
        mine = winning_chance(s, card, above);
        side = beats || !s->best_is_ours || s->best_is_mine ? mine : side;
        f[FEATURE_ACTION] = (side - s->rival * (1 - side)) * s->worth[suit]; /* what the side wins, or the rivals */
    }
    f[FEATURE_CARDS] = side * view->award_won + (1 - side) * view->award_lost;
    f[FEATURE_WIN] = mine;
    f[FEATURE_WIN_EARLY] = mine * s->later;
    float wins = s->wins[above];
    f[FEATURE_BONUS] = s->untaken ? NO_TRICK_BONUS * (1 - mine) * s->ducks / (1 - wins) : 0;
    f[FEATURE_SPEND_CONTROL] = s->later > 0 ? wins : 0;
    f[FEATURE_SPEND_WINNER] = f[FEATURE_SPEND_CONTROL] * s->worth[suit];
}

static float weighted_sum(const float *weight, const float *f, float base)
{
    /* Written out, so that the features need not go through memory. */
    float trick = weight[FEATURE_ACTION] * f[FEATURE_ACTION] + weight[FEATURE_CARDS] * f[FEATURE_CARDS];
    float win = weight[FEATURE_WIN] * f[FEATURE_WIN] + weight[FEATURE_WIN_EARLY] * f[FEATURE_WIN_EARLY];
    float spend = weight[FEATURE_SPEND_WINNER] * f[FEATURE_SPEND_WINNER] + weight[FEATURE_SPEND_CONTROL] * f[FEATURE_SPEND_CONTROL];
    return (trick + win) + (spend + weight[FEATURE_BONUS] * f[FEATURE_BONUS]) + base;
}

/* The scores of some cards of the hand, rising. */
static void card_scores(const Policy *policy, const Sight *sight, Cards cards, float *scores)
{
    if (policy->net) {
        net_scores(policy->net, sight, cards, scores);
        return;
    }
    SuitView view;
    float base = 0, f[CARD_FEATURES];
    for (int suit = -1; cards; cards &= cards - 1) {
        int card = bits_lowest(cards);
        if (card_suit(card) != suit) { /* what the suit has in common */
            suit = card_suit(card);
            base = 0;
            policy_view(&view, sight, suit);
            for (int i = CARD_FEATURES; i < FEATURES; i++)
                base += policy->weight[i] * view.f[i];
        }
        policy_card_features(&view, sight, card, f);
        *scores++ = weighted_sum(policy->weight, f, base);
    }
}

/* What robbing `victim` is worth beside any other rival. */
static float victim_score(const Position *p, int robber, int victim)
{
    if (victim == partner_of(p, robber))
        return ROB_PARTNER;
    int partner = partner_of(p, victim);
    int points = position_points(p, victim) + (partner != victim ? position_points(p, partner) : 0);
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

int policy_scores(const Policy *policy, const Position *p, Cards seen, Move *moves, float *scores)
{
    int count = position_moves(p, moves);
    if (position_decision(p) != DECIDE_CARD) {
        for (int i = 0; i < count; i++)
            scores[i] = choice_score(p, moves[i]);
        return count;
    }
    Sight sight;
    float by_card[MAX_HAND];
    sight_make(&sight, p, seen);
    Cards legal = legal_cards(p, sight.hand);
    card_scores(policy, &sight, legal, by_card);
    for (int i = 0; i < count; i++) {
        float base = by_card[bits_count(legal & (card_set(moves[i].card) - 1))];
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
    Cards cards = distinct_cards(p, seen);
    Choice choice = {0, 1, bits_lowest(cards)};
    if (cards & (cards - 1)) {
        Sight sight;
        float scores[MAX_HAND], *score = scores;
        sight_make(&sight, p, seen);
        card_scores(policy, &sight, cards, scores);
        choice.equals = 0;
        for (; cards; cards &= cards - 1)
            choice_offer(&choice, bits_lowest(cards), *score++, rng);
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
