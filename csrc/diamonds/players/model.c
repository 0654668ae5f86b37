#include "diamonds/players/model.h"

#include "diamonds/players/modelweights.h"

typedef struct Model {
    float bias[MODEL_HIDDEN];
    float hidden[MODEL_INPUTS][MODEL_HIDDEN];
    float direct[MODEL_CARD_INPUTS][MODEL_KINDS];
    float kind[MODEL_HIDDEN][MODEL_KINDS];
} Model;

static const Model two_players = MODEL_TWO_PLAYERS, singles = MODEL_SINGLES, teams = MODEL_TEAMS;

static const Model *model_of(const Position *p)
{
    return p->sides < p->players ? &teams : p->players == 2 ? &two_players : &singles;
}

void model_inputs(const Sight *sight, int card, float *inputs)
{
    SuitView view;
    policy_view(&view, sight, card_suit(card));
    suit_inputs(&view, sight, card_suit(card), inputs);
    card_inputs(&view, sight, card, distinct_cards(sight->position, ALL_CARDS & ~(sight->unseen | sight->hand)), inputs);
    decision_inputs(sight, inputs + MODEL_CARD_INPUTS);
}

enum { UNIT_FOURS = MODEL_HIDDEN / 4 };
_Static_assert(MODEL_KINDS == 4 && MODEL_HIDDEN % 4 == 0, "kinds and units come in fours");

/* What the inputs so far add up to. */
typedef struct Sums {
    Four units[UNIT_FOURS];
    Four scores; /* by kind, without the units */
} Sums;

/* Adds the inputs x[first .. end - 1]. */
static inline void add_inputs(const Model *model, int first, int end, const float *x, Sums *sums)
{
    for (int i = first; i < end; i++) {
        for (int j = 0; j < UNIT_FOURS; j++)
            sums->units[j] += x[i] * load(model->hidden[i] + 4 * j);
        if (i < MODEL_CARD_INPUTS)
            sums->scores += x[i] * load(model->direct[i]);
    }
}

/* By kind. */
static inline Four card_scores(const Model *model, const float *x, Sums sums)
{
    const Four none = {0};
    add_inputs(model, 0, CARD_FEATURES, x, &sums);
    add_inputs(model, MODEL_RANK, MODEL_LENGTH, x, &sums);
    for (int j = 0; j < UNIT_FOURS; j++) {
        Four active = larger(sums.units[j], none);
        for (int i = 0; i < 4; i++)
            sums.scores += active[i] * load(model->kind[4 * j + i]);
    }
    return sums.scores;
}

/* e^x to about 1e-5 relative, for x <= 0; what is below e^-80 counts as that. */
static inline Four fast_exp(Four x)
{
    const Four least = {-80, -80, -80, -80};
    Four powers = larger(x, least) * 1.44269504f;
    FourInts whole = __builtin_convertvector(powers - 0.5f, FourInts);
    Four t = (powers - __builtin_convertvector(whole, Four)) * 0.693147181f; /* within -0.35 .. 0.35 */
    Four sum = 1 + t * (1 + t * (0.5f + t * (0.166666667f + t * (0.0416666667f + t * 0.00833333333f))));
    return sum * (Four)((whole + 127) << 23);
}

/* The chances of `card`, by kind, with the hand that the position of `sight` has by now. */
static void weigh_hand(const Model *model, Sight *sight, Cards seen, int card, double slip, double *chances)
{
    const Position *p = sight->position;
    Cards legal = legal_cards(p, p->hand[sight->seat]);
    if (!(legal & card_set(card))) {
        for (int kind = 0; kind < MODEL_KINDS; kind++)
            chances[kind] = 0;
        return;
    }
    if (!(legal & (legal - 1)))
        return; /* forced */
    sight_hand(sight, seen);
    Cards distinct = distinct_cards(p, seen);
    float x[MODEL_INPUTS];
    Sums decision = {.scores = {0}};
    Four scores[MAX_HAND], best, power = {0}, sum = {0};
    memcpy(decision.units, model->bias, sizeof decision.units);
    decision_inputs(sight, x + MODEL_CARD_INPUTS);
    add_inputs(model, MODEL_CARD_INPUTS, MODEL_INPUTS, x, &decision);
    Sums base = decision;
    SuitView view;
    int count = 0, chosen = 0, suit = -1;
    for (Cards cards = legal; cards; cards &= cards - 1, count++) {
        int other = bits_lowest(cards);
        if (card_suit(other) != suit) {
            suit = card_suit(other);
            policy_view(&view, sight, suit);
            suit_inputs(&view, sight, suit, x);
            base = decision;
            add_inputs(model, CARD_FEATURES, FEATURES, x, &base);
            add_inputs(model, MODEL_LENGTH, MODEL_CARD_INPUTS, x, &base);
        }
        if (other == card)
            chosen = count;
        card_inputs(&view, sight, other, distinct, x);
        scores[count] = card_scores(model, x, base);
    }
    best = scores[0];
    for (int i = 1; i < count; i++)
        best = larger(scores[i], best);
    for (int i = 0; i < count; i++) {
        Four part = fast_exp(scores[i] - best);
        sum += part;
        power = i == chosen ? part : power;
    }
    for (int kind = 0; kind < MODEL_KINDS; kind++)
        chances[kind] *= (1 - slip) * (double)power[kind] / (double)sum[kind] + slip / count;
}

void model_chances(const Position *table, Cards seen, const Cards *hands, size_t count, int card, double slip,
                   double (*chances)[MODEL_KINDS])
{
    const Model *model = model_of(table);
    Position position = *table;
    int seat = seat_of_play(table, table->trick_count), size = -1;
    Sight sight;
    for (size_t i = 0; i < count; i++) {
        position.hand[seat] = hands[i];
        if (bits_count(hands[i]) != size) {
            size = bits_count(hands[i]);
            sight_table(&sight, &position, seen);
        }
        weigh_hand(model, &sight, seen, card, slip, chances[i]);
    }
}
