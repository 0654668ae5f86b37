#include "diamonds/learned/playnet.h"

#include <string.h>

#include "diamonds/learned/playnets.h"

enum { STEPS = 64, MOST_STEPS = 8 * STEPS }; /* of an input that is a number, and of the largest one */

const LearnedNet *play_net(const PassGame *game, const Table *table)
{
    const Position *p = &table->position;
    int tricks = p->tricks_left + bits_count(table->played[position_to_move(p)]); /* as Perfect Diamonds for five has the standard deck */
    if (p->thief)
        return NULL;
#ifdef DIAMONDS_LEARNED_SHARES_ONLY /* on the phone: those that have a share of advice */
    static const LearnedKind shares[] = {
        {3, 3, PASS_HAND, &play_3},
        {4, 2, PASS_HAND, &play_4_teams},
        {4, 2, 13, &play_4_teams_perfect},
        {6, 3, PASS_HAND, &play_6_teams},
        {0, 0, 0, NULL},
    };
    const LearnedKind *kind = shares;
#else
    const LearnedKind *kind = play_kinds;
#endif
    while (kind->net && !(is_of_kind(game, kind) && tricks <= kind->cards))
        kind++;
    return kind->net;
}

static int steps_of(float value)
{
    int steps = (int)((double)value * STEPS + (value < 0 ? -0.5 : 0.5));
    return steps > MOST_STEPS ? MOST_STEPS : steps < -MOST_STEPS ? -MOST_STEPS : steps;
}

/* What the first layer adds up: inputs that are 1, and the others in steps. */
typedef struct Sums {
    int16_t whole[LEARNED_MOST_UNITS];
    int32_t steps[LEARNED_MOST_UNITS];
} Sums;

static void add_inputs(const LearnedNet *net, const Inputs *inputs, Sums *sums)
{
    for (int i = 0; i < inputs->count; i++) {
        const char *row = row_of(net->first, net->places[inputs->input[i]], net->units);
        int steps = steps_of(inputs->value[i]);
        if (steps == STEPS)
            add_letters(row, net->units, 1, sums->whole);
        else
            for (int j = 0; j < net->units; j++)
                sums->steps[j] += steps * (row[j] - LEARNED_ZERO);
    }
}

/* second[LEARNED_SECOND][net->units] */
static int64_t value_of(const LearnedNet *net, const Sums *sums, const int16_t *second)
{
    int16_t units[LEARNED_MOST_UNITS];
    for (int j = 0; j < net->units; j++) {
        int32_t sum = (STEPS * sums->whole[j] + sums->steps[j]) / STEPS;
        units[j] = (int16_t)(sum < 0 ? 0 : sum > INT16_MAX ? INT16_MAX : sum);
    }
    return units_value(units, net->units, second, net->second_bias, net->out) + net->out_bias;
}

int play_net_values(const LearnedNet *net, const Table *table, uint8_t *cards, double *values)
{
    Look look;
    Inputs inputs;
    Sums base = {.whole = {0}}, sums;
    int16_t second[LEARNED_SECOND * LEARNED_MOST_UNITS] = {0};
    int count = 0;
    for (int k = 0; k < LEARNED_SECOND; k++)
        add_letters(row_of(net->second, k, net->units), net->units, 1, second + k * net->units);
    look_at(&look, table);
    decision_list(&look, table, !table->pass_count, &inputs);
    memcpy(base.whole, net->first_bias, (size_t)net->units * sizeof *base.whole);
    add_inputs(net, &inputs, &base);
    for (Cards left = look.distinct; left; left &= left - 1, count++) {
        cards[count] = (uint8_t)bits_lowest(left);
        card_list(&look, cards[count], &inputs);
        sums = base;
        add_inputs(net, &inputs, &sums);
        values[count] = net->unit * (double)value_of(net, &sums, second);
    }
    return count;
}

int play_net_moves(const LearnedNet *net, const Table *table, double *values)
{
    const Position *p = &table->position;
    if (position_decision(p) != DECIDE_CARD)
        return 0;
    uint8_t cards[MAX_HAND];
    double of_cards[MAX_HAND];
    Move moves[MAX_MOVES];
    int count = play_net_values(net, table, cards, of_cards), found = position_moves(p, moves);
    Cards distinct = distinct_cards(p, table->seen);
    for (int i = 0; i < found; i++)
        for (int k = 0; k < count; k++)
            if (cards[k] == standing_for(distinct, moves[i].card))
                values[i] = of_cards[k];
    return found;
}

Move card_move(const Table *table, int card, Rng *rng)
{
    const Position *p = &table->position;
    Move move = {(uint8_t)card, NOBODY, NOBODY}, moves[MAX_MOVES];
    if (card_suit(card) != CLUBS || !is_off_suit(p, card))
        return move;
    float scores[MAX_MOVES], best = 0;
    int count = policy_scores(policy_default(p), p, table->seen, moves, scores), equals = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i].card != card || (equals && scores[i] < best))
            continue;
        equals = equals && scores[i] == best ? equals + 1 : 1;
        if (equals == 1 || rng_below(rng, (uint32_t)equals) == 0)
            move = moves[i];
        best = scores[i];
    }
    return move;
}

Move learned_move(const LearnedNet *net, const Table *table, Rng *rng)
{
    const Position *p = &table->position;
    if (position_decision(p) != DECIDE_CARD)
        return policy_move(policy_default(p), p, table->seen, rng);
    uint8_t cards[MAX_HAND];
    double values[MAX_HAND];
    int best = 0;
    for (int i = 1, count = play_net_values(net, table, cards, values); i < count; i++)
        best = values[i] > values[best] ? i : best;
    return card_move(table, cards[best], rng);
}
