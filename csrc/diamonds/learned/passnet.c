#include "diamonds/learned/passnet.h"

#include <string.h>

#include "diamonds/learned/passnets.h"

Cards kind_deck(int players, int cards)
{
    int ranks = cards == PASS_HAND ? MAX_RANK : players * cards / SUITS;
    Cards deck = 0;
    for (int suit = 0; suit < SUITS; suit++)
        deck |= (card_set(ranks + 1) - 2) << SUIT_BITS * suit;
    return deck;
}

const LearnedNet *pass_net(const PassGame *game, Cards hand)
{
    const LearnedKind *kind = kinds;
    while (kind->net && !(is_of_kind(game, kind) && kind->cards == bits_count(hand)))
        kind++;
    return kind->net;
}

int pass_sets(Cards hand, int count, Cards *passes)
{
    int found = 0;
    for (Cards one = hand; one; one &= one - 1) {
        Cards first = one & (0 - one);
        if (count == 1)
            passes[found++] = first;
        for (Cards two = count > 1 ? one & (one - 1) : 0; two; two &= two - 1) {
            Cards second = first | (two & (0 - two));
            if (count == 2)
                passes[found++] = second;
            for (Cards three = count > 2 ? two & (two - 1) : 0; three; three &= three - 1)
                passes[found++] = second | (three & (0 - three));
        }
    }
    return found;
}

/* The input for a number of cards kept of a suit. */
static int length_input(int suit, int kept) { return PASS_LENGTHS + PASS_HAND * suit + (kept < PASS_HAND ? kept : PASS_HAND - 1); }

int pass_inputs(Cards kept, Cards given, uint16_t *inputs)
{
    int count = 0;
    for (Cards cards = kept; cards; cards &= cards - 1)
        inputs[count++] = (uint16_t)(PASS_KEPT + card_number(bits_lowest(cards)));
    for (Cards cards = given; cards; cards &= cards - 1)
        inputs[count++] = (uint16_t)(PASS_GIVEN + card_number(bits_lowest(cards)));
    for (int suit = 0; suit < SUITS; suit++)
        inputs[count++] = (uint16_t)length_input(suit, suit_length(kept, suit));
    inputs[count++] = (uint16_t)(PASS_COUNT + bits_count(given) - 1);
    return count;
}

/* A net at a hand: what all passes of it have in common, and what each card and suit adds. */
typedef struct Opened {
    const LearnedNet *net;
    Cards hand;
    int16_t base[MAX_PASS][LEARNED_UNITS];              /* by how many are given: the sums of the first layer without what follows */
    int16_t given[MAX_HAND][LEARNED_UNITS];             /* by card, rising: what it changes that the card is not kept */
    int16_t lengths[SUITS][MAX_PASS + 1][LEARNED_UNITS]; /* by suit and how many of it are given */
    int16_t second[LEARNED_SECOND][LEARNED_UNITS];
} Opened;

static void add_row(const char *rows, int index, int sign, int16_t *sums)
{
    add_letters(row_of(rows, index, LEARNED_UNITS), LEARNED_UNITS, sign, sums);
}

static void open_net(Opened *opened, const LearnedNet *net, Cards hand)
{
    memset(opened, 0, sizeof *opened);
    opened->net = net;
    opened->hand = hand;
    for (int count = 0; count < MAX_PASS; count++) {
        memcpy(opened->base[count], net->first_bias, sizeof opened->base[count]);
        add_row(net->first, PASS_COUNT + count, 1, opened->base[count]);
    }
    int place = 0;
    for (Cards cards = hand; cards; cards &= cards - 1, place++) {
        int number = card_number(bits_lowest(cards));
        for (int count = 0; count < MAX_PASS; count++)
            add_row(net->first, PASS_KEPT + number, 1, opened->base[count]);
        add_row(net->first, PASS_GIVEN + number, 1, opened->given[place]);
        add_row(net->first, PASS_KEPT + number, -1, opened->given[place]);
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int count = 0, length = suit_length(hand, suit); count <= MAX_PASS && count <= length; count++)
            add_row(net->first, length_input(suit, length - count), 1, opened->lengths[suit][count]);
    for (int k = 0; k < LEARNED_SECOND; k++)
        add_row(net->second, k, 1, opened->second[k]);
}

static void add_sums(const int16_t *more, int16_t *sums)
{
    for (int j = 0; j < LEARNED_UNITS; j++)
        sums[j] = (int16_t)(sums[j] + more[j]);
}

/* What giving some cards is worth, in the net's units. */
static int64_t value_of(const Opened *opened, Cards given)
{
    int16_t sums[LEARNED_UNITS];
    memcpy(sums, opened->base[bits_count(given) - 1], sizeof sums);
    for (Cards cards = given; cards; cards &= cards - 1)
        add_sums(opened->given[bits_count(opened->hand & ((cards & (0 - cards)) - 1))], sums);
    for (int suit = 0; suit < SUITS; suit++)
        add_sums(opened->lengths[suit][suit_length(given, suit)], sums);
    for (int j = 0; j < LEARNED_UNITS; j++)
        sums[j] = sums[j] > 0 ? sums[j] : 0;
    return units_value(sums, LEARNED_UNITS, opened->second[0], opened->net->second_bias, opened->net->out) + opened->net->out_bias;
}

void pass_net_values(const LearnedNet *net, Cards hand, const Cards *passes, int count, double *values)
{
    Opened opened;
    open_net(&opened, net, hand);
    for (int i = 0; i < count; i++)
        values[i] = net->unit * (double)value_of(&opened, passes[i]);
}

Cards player_pass(const PassGame *game, Cards hand, int count)
{
    const LearnedNet *net = pass_net(game, hand);
    if (!net)
        return pass_choice(game, hand, count);
    Opened opened;
    Cards passes[MOST_PASSES];
    open_net(&opened, net, hand);
    int found = pass_sets(hand, count, passes), best = 0;
    int64_t most = 0;
    for (int i = 0; i < found; i++) {
        int64_t value = value_of(&opened, passes[i]);
        if (i == 0 || value > most) {
            most = value;
            best = i;
        }
    }
    return passes[best];
}
