#include "diamonds/players/net.h"

enum { FOURS = NET_HIDDEN / 4 };
_Static_assert(NET_HIDDEN % 4 == 0, "units come in fours");

/* Compiled for size, as for the phone, a loop over the units keeps their sums in memory, and a hint takes a fifth longer. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED
#endif

/* Those of the inputs that the model does not have, at `x`. */
static void other_inputs(const Sight *s, float *x)
{
    const Position *p = s->position;
    int most = 0, untaken = 0, partner = partner_of(p, s->seat);
    for (int seat = 0; seat < p->players; seat++) {
        if (seat == s->seat || seat == partner)
            continue;
        most = p->showroom[seat] > most ? p->showroom[seat] : most;
        untaken += !(p->winners >> seat & 1);
    }
    x[NET_SHOWROOM - MODEL_INPUTS] = 0.2f * (float)p->showroom[s->seat];
    x[NET_RIVAL_SHOWROOM - MODEL_INPUTS] = 0.2f * (float)most;
    x[NET_RIVALS_UNTAKEN - MODEL_INPUTS] = (float)untaken / (float)s->rivals;
    x[NET_PARTNER_UNTAKEN - MODEL_INPUTS] = partner != s->seat && !(p->winners >> partner & 1) ? 1 : 0;
    x[NET_PARTNER_SHOWROOM - MODEL_INPUTS] = 0.2f * (float)p->showroom[partner];
    x[NET_HOLD - MODEL_INPUTS] = s->hold;
}

static Cards distinct_of(const Sight *s) { return distinct_cards(s->position, ALL_CARDS & ~(s->unseen | s->hand)); }

void net_inputs(const Sight *sight, int card, float *inputs)
{
    SuitView view;
    policy_view(&view, sight, card_suit(card));
    suit_inputs(&view, sight, card_suit(card), inputs);
    card_inputs(&view, sight, card, distinct_of(sight), inputs);
    decision_inputs(sight, inputs + MODEL_CARD_INPUTS);
    other_inputs(sight, inputs + MODEL_INPUTS);
}

/* What the inputs so far add up to. */
typedef struct Sums {
    Four units[FOURS];
    float score; /* without the units */
} Sums;

static inline void add_to_units(const Net *net, int i, float x, Sums *sums)
{
    UNROLLED
    for (int j = 0; j < FOURS; j++)
        sums->units[j] += x * load(net->hidden[i] + 4 * j);
}

/* Inputs of a card, or of its suit. */
static inline void add_input(const Net *net, int i, float x, Sums *sums)
{
    add_to_units(net, i, x, sums);
    sums->score += x * net->direct[i];
}

/* The inputs x[first .. end - 1]. */
static inline void add_inputs(const Net *net, int first, int end, const float *x, Sums *sums)
{
    for (int i = first; i < end; i++)
        add_input(net, i, x[i], sums);
}

/* Of inputs of which one at most is not 0 only that one is added, here and for a suit. */
static inline void add_decision(const Net *net, const Sight *sight, const float *x, Sums *sums)
{
    for (int i = MODEL_CARD_INPUTS; i < NET_INPUTS; i++)
        if (i < MODEL_LED || i >= MODEL_INPUTS)
            add_to_units(net, i, x[i], sums);
    if (sight->led >= 0)
        add_to_units(net, MODEL_LED + sight->led, 1, sums);
}

static inline void add_suit(const Net *net, int suit, const float *x, Sums *sums)
{
    add_input(net, FEATURE_DISCARD_DIAMOND + suit, x[FEATURE_DISCARD_DIAMOND + suit], sums);
    add_inputs(net, FEATURE_VOID, FEATURES, x, sums);
    add_inputs(net, MODEL_LENGTH, MODEL_SUIT, x, sums);
    add_input(net, MODEL_SUIT + suit, 1, sums);
}

static inline float card_score(const Net *net, const float *x, Sums sums)
{
    add_inputs(net, 0, CARD_FEATURES, x, &sums);
    add_inputs(net, MODEL_RANK, MODEL_LENGTH, x, &sums);
    const Four none = {0};
    Four score = {sums.score, 0, 0, 0};
    UNROLLED
    for (int j = 0; j < FOURS; j++)
        score += larger(sums.units[j], none) * load(net->out + 4 * j);
    return (score[0] + score[1]) + (score[2] + score[3]);
}

void net_scores(const Net *net, const Sight *sight, Cards cards, float *scores)
{
    float x[NET_INPUTS];
    Sums decision = {.score = 0}, base = decision;
    memcpy(decision.units, net->bias, sizeof decision.units);
    decision_inputs(sight, x + MODEL_CARD_INPUTS);
    other_inputs(sight, x + MODEL_INPUTS);
    add_decision(net, sight, x, &decision);
    Cards distinct = distinct_of(sight);
    SuitView view;
    for (int suit = -1; cards; cards &= cards - 1) {
        int card = bits_lowest(cards);
        if (card_suit(card) != suit) {
            suit = card_suit(card);
            policy_view(&view, sight, suit);
            suit_inputs(&view, sight, suit, x);
            base = decision;
            add_suit(net, suit, x, &base);
        }
        card_inputs(&view, sight, card, distinct, x);
        *scores++ = card_score(net, x, base);
    }
}
