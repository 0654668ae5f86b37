#include "diamonds/learned/inputs.h"

void table_play(Table *table, Move move)
{
    const Position *p = &table->position;
    if (move.card != NO_CARD) {
        int seat = seat_of_play(p, p->trick_count);
        table->played[seat] |= card_set(move.card);
        table->seen |= card_set(move.card);
        if (is_off_suit(p, move.card))
            table->voids[seat] |= (uint8_t)(1u << card_suit(p->trick[0]));
    }
    position_play(&table->position, move, NULL);
}

void look_at(Look *look, const Table *table)
{
    sight_make(&look->sight, &table->position, table->seen);
    look->distinct = distinct_cards(&table->position, table->seen);
    look->suit = -1;
}

static void add_cards(Inputs *inputs, int first, Cards cards)
{
    for (; cards; cards &= cards - 1)
        inputs_add(inputs, first + card_number(bits_lowest(cards)), 1);
}

/* The number, or the highest one below `end`, which stands for all from there on. */
static int below(int number, int end) { return number < end ? number : end - 1; }

/* By suit, and how many of it `number` tells. */
static int by_suit(int first, int suit, int width, int number) { return first + suit * width + number; }

static void add_trick(const Look *look, Inputs *inputs)
{
    const Position *p = look->sight.position;
    inputs_add(inputs, PLAY_PLACE + p->trick_count, 1);
    inputs_add(inputs, PLAY_LED + (p->trick_count ? look->sight.led : SUITS), 1);
    if (!p->trick_count)
        return;
    int winning = winning_play(p), winner = seat_of_play(p, winning) - look->sight.seat;
    for (int i = 0; i < p->trick_count; i++)
        inputs_add(inputs, PLAY_TRICK + card_number(p->trick[i]), 1);
    inputs_add(inputs, PLAY_WINNING + card_number(p->trick[winning]), 1);
    inputs_add(inputs, PLAY_WINNER + (winner < 0 ? winner + p->players : winner), 1);
}

static void add_pass(const Look *look, const Table *table, bool hides, Inputs *inputs)
{
    int seat = look->sight.seat;
    inputs_add(inputs, PLAY_PASSED + (hides ? 0 : table->pass_count), 1);
    if (hides)
        return;
    add_cards(inputs, PLAY_GAVE, table->passed[seat] & ~table->seen);
    add_cards(inputs, PLAY_GOT, table->passed[table->giver[seat]]);
}

static void add_seats(const Look *look, const Table *table, Inputs *inputs)
{
    const Position *p = look->sight.position;
    for (int place = 0, seat = look->sight.seat; place < p->players; place++, seat = seat + 1 < p->players ? seat + 1 : 0) {
        add_cards(inputs, PLAY_GONE + CARD_NUMBERS * place, table->played[seat]);
        inputs_add(inputs, PLAY_SHOWROOM + SHOWROOMS * place + below(p->showroom[seat], SHOWROOMS), 1);
        if (p->winners >> seat & 1)
            inputs_add(inputs, PLAY_TAKER + place, 1);
        for (int suit = 0; suit < SUITS; suit++)
            if (place && table->voids[seat] >> suit & 1)
                inputs_add(inputs, PLAY_VOID + SUITS * place + suit, 1);
    }
    for (int place = 0; place < p->sides; place++)
        for (int suit = 0; suit < SUITS; suit++) {
            int won = 0;
            for (int seat = (look->sight.seat + place) % p->sides; seat < p->players; seat += p->sides)
                won += p->taken[seat][suit];
            if (won)
                inputs_add(inputs, by_suit(PLAY_WON + SUITS * (MAX_RANK + 1) * place, suit, MAX_RANK + 1, below(won, MAX_RANK + 1)), 1);
        }
}

void decision_list(const Look *look, const Table *table, bool hides, Inputs *inputs)
{
    const Sight *s = &look->sight;
    inputs->count = 0;
    add_cards(inputs, PLAY_OWN, s->hand);
    for (Cards cards = s->hand; cards; cards &= cards - 1)
        inputs_add(inputs, by_suit(PLAY_OWN_ABOVE, card_suit(bits_lowest(cards)), MAX_RANK, sight_above(s, bits_lowest(cards))), 1);
    add_seats(look, table, inputs);
    add_trick(look, inputs);
    add_pass(look, table, hides, inputs);
    inputs_add(inputs, PLAY_LEFT + below(s->position->tricks_left, TRICKS), 1);
    inputs_add(inputs, PLAY_NUMBERS, s->best_stands);
    inputs_add(inputs, PLAY_NUMBERS + 1, s->untaken ? s->ducks : 0);
    inputs_add(inputs, PLAY_NUMBERS + 2, s->hold);
    for (int suit = 0; suit < SUITS; suit++) {
        float race = s->lead[suit] / s->race[suit];
        inputs_add(inputs, by_suit(PLAY_LENGTH, suit, LENGTHS, below(s->length[suit], LENGTHS)), 1);
        inputs_add(inputs, by_suit(PLAY_UNSEEN, suit, UNSEENS, s->unseen_length[suit]), 1);
        inputs_add(inputs, PLAY_NUMBERS + 3 + suit, race > 1 ? 1 : race < -1 ? -1 : race);
        inputs_add(inputs, PLAY_NUMBERS + 3 + SUITS + suit, 0.2f * s->lead[suit]);
    }
}

void card_list(Look *look, int card, Inputs *inputs)
{
    const Sight *s = &look->sight;
    int suit = card_suit(card), above = sight_above(s, card);
    if (suit != look->suit) {
        look->suit = suit;
        policy_view(&look->view, s, suit);
    }
    bool wins = s->best == NO_CARD || (suit == s->led && card > s->best);
    int kind = s->led < 0 ? 0 : suit != s->led ? 3 : wins ? 1 : 2;
    float numbers[MODEL_CARD_INPUTS];
    suit_inputs(&look->view, s, suit, numbers);
    card_inputs(&look->view, s, card, look->distinct, numbers);
    float *last = numbers + MODEL_SUIT;
    last[0] = look->view.award_won;
    last[1] = look->view.award_lost;
    last[2] = s->stand[above];
    last[3] = s->wins[above];
    inputs->count = 0;
    inputs_add(inputs, PLAY_CARD + card_number(card), 1);
    inputs_add(inputs, by_suit(PLAY_CARD_ABOVE, suit, MAX_RANK, above), 1);
    inputs_add(inputs, by_suit(PLAY_CARD_KIND, suit, 4, kind), 1);
    for (int i = 0; i < MODEL_SUIT + 4; i++)
        if (numbers[i] != 0)
            inputs_add(inputs, PLAY_CARD_NUMBERS + i, numbers[i]);
}
