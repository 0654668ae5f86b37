/* diamonds/training and diamonds/learned: gradients, rounds that repeat, passes, and the play of a net as what its letters say. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "diamonds/learned/playnet.h"
#include "diamonds/training/selfplay.h"
#include "diamonds/training/valuenet.h"

enum { INPUTS = 12, SAMPLES = 6, ACTIVE = 5 };

typedef struct Samples {
    uint16_t input[SAMPLES][ACTIVE];
    float value[SAMPLES][ACTIVE], target[SAMPLES];
} Samples;

/* Half of the sum of the squared errors, in units. */
static double loss_of(const ValueNet *net, const Samples *samples)
{
    double loss = 0;
    for (int i = 0; i < SAMPLES; i++) {
        float sums[FIRST];
        Inputs inputs = {.count = ACTIVE};
        memcpy(inputs.input, samples->input[i], sizeof samples->input[i]);
        memcpy(inputs.value, samples->value[i], sizeof samples->value[i]);
        valuenet_begin(net, sums);
        valuenet_add(net, &inputs, sums);
        double error = ((double)valuenet_value(net, sums) - (double)samples->target[i]) / net->unit;
        loss += error * error / 2;
    }
    return loss;
}

/* The slope of the loss along a number, by small steps both ways. */
static double slope_along(const ValueNet *net, float *number, const Samples *samples)
{
    const float kept = *number, step = 1.0f / 1024;
    *number = kept + step;
    double above = loss_of(net, samples);
    *number = kept - step;
    double below = loss_of(net, samples);
    *number = kept;
    return (above - below) / (2.0 * (double)step);
}

static void check_slopes(const ValueNet *net, float *numbers, const float *sums, int count, const Samples *samples)
{
    for (int i = 0; i < count; i += 7) {
        double expected = slope_along(net, &numbers[i], samples);
        CHECK(fabs(expected - (double)sums[i]) <= 0.02 * fabs(expected) + 0.01);
    }
}

static void gradients_are_slopes(void)
{
    ValueNet net;
    Samples samples;
    Rng rng = rng_stream(3, 0);
    CHECK(valuenet_open(&net, INPUTS, 2, &rng));
    for (int i = 0; i < SAMPLES; i++) {
        samples.target[i] = (float)(2 * rng_double(&rng) - 1);
        for (int j = 0; j < ACTIVE; j++) {
            samples.input[i][j] = (uint16_t)rng_below(&rng, INPUTS);
            samples.value[i][j] = (float)(2 * rng_double(&rng));
        }
        valuenet_learn(&net, samples.input[i], samples.value[i], ACTIVE, samples.target[i]);
    }
    for (int i = 0; i < INPUTS; i++)
        check_slopes(&net, net.net.rows[i], net.sums.rows[i], FIRST, &samples);
    check_slopes(&net, (float *)&net.net.layers, (float *)&net.sums.layers, LAYER_NUMBERS, &samples);
    double before = loss_of(&net, &samples);
    for (int step = 0; step < 50; step++) {
        valuenet_step(&net, 1e-3, SAMPLES);
        for (int i = 0; i < SAMPLES; i++)
            valuenet_learn(&net, samples.input[i], samples.value[i], ACTIVE, samples.target[i]);
    }
    CHECK(loss_of(&net, &samples) < before / 10);
    valuenet_free(&net);
}

/* Of the bits of numbers. */
static uint64_t checksum(const float *numbers, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        sum = rng_mix(sum ^ bits);
    }
    return sum;
}

/* What two nets of two teams come to: that of the play, and that of the pass. */
static void train(int cards, uint64_t seed, uint64_t steps, uint64_t *sums)
{
    static float numbers[2][PLAY_INPUTS * FIRST + LAYER_NUMBERS];
    Trainer *trainer = trainer_new(4, 2, cards, seed);
    CHECK(trainer);
    for (uint64_t step = 1; step <= steps; step++)
        trainer_run(trainer, 2 * TRAINING_ROUNDS * step / steps);
    double margins[2];
    trainer_margins(trainer, true, 2, margins);
    CHECK(trainer_numbers(trainer, true, numbers[0]) == PASS_INPUTS * FIRST + LAYER_NUMBERS);
    CHECK(trainer_numbers(trainer, false, numbers[1]) == PLAY_INPUTS * FIRST + LAYER_NUMBERS);
    trainer_free(trainer);
    sums[0] = checksum(numbers[1], PLAY_INPUTS * FIRST + LAYER_NUMBERS);
    sums[1] = checksum(numbers[0], PASS_INPUTS * FIRST + LAYER_NUMBERS);
}

/* The same numbers again, however it is divided, and whatever else the compiler is told: those of optimized code. */
static void training_repeats(void)
{
    uint64_t sums[2];
    for (uint64_t steps = 1; steps <= 2; steps++) {
        train(PASS_HAND, 5, steps, sums);
        CHECK(sums[0] == UINT64_C(0xa1a7f18132dc86b4));
        CHECK(sums[1] == UINT64_C(0x05e3004affdce8a1));
    }
    train(13, 5, 1, sums); /* Perfect Diamonds */
    CHECK(sums[0] == UINT64_C(0x7fa5bb75ad2370b0));
    CHECK(sums[1] == UINT64_C(0x7906f0d7d2e1fd6b));
}

static void passes_are_all_sets(void)
{
    Cards passes[MOST_PASSES], hand = UINT64_C(0x8002000A00301006);
    const int expected[] = {9, 36, 84};
    for (int count = 1; count <= MAX_PASS; count++) {
        CHECK(pass_sets(hand, count, passes) == expected[count - 1]);
        for (int i = 0; i < expected[count - 1]; i++) {
            CHECK(bits_count(passes[i]) == count && !(passes[i] & ~hand));
            for (int j = 0; j < i; j++)
                CHECK(passes[i] != passes[j]);
        }
    }
}

/* -- the play ----------------------------------------------------------------------------------------------------------------------------- */

/* Adds the row of an input to the sums, in 64ths. */
static void add_row(const LearnedNet *net, int input, double value, int64_t *sums)
{
    for (int j = 0; j < net->units; j++)
        sums[j] += (int64_t)round(64 * value) * (row_of(net->first, net->places[input], net->units)[j] - LEARNED_ZERO);
}

/* What the letters say that a card is worth. */
static double lettered_value(const LearnedNet *net, Look *look, const Table *table, int card)
{
    Inputs inputs;
    int64_t sums[LEARNED_MOST_UNITS], value = net->out_bias;
    for (int j = 0; j < net->units; j++)
        sums[j] = 64 * net->first_bias[j];
    decision_list(look, table, table->pass_count == 0, &inputs);
    for (int i = 0; i < inputs.count; i++)
        add_row(net, inputs.input[i], (double)inputs.value[i], sums);
    card_list(look, card, &inputs);
    for (int i = 0; i < inputs.count; i++)
        add_row(net, inputs.input[i], (double)inputs.value[i], sums);
    for (int k = 0; k < SECOND; k++) {
        int64_t sum = net->second_bias[k];
        for (int j = 0; j < net->units; j++)
            sum += sums[j] < 64 ? 0 : sums[j] / 64 * (row_of(net->second, k, net->units)[j] - LEARNED_ZERO);
        value += sum > 0 ? sum * net->out[k] : 0;
    }
    return net->unit * (double)value;
}

static bool is_legal(const Position *p, Move move)
{
    Move moves[MAX_MOVES];
    bool found = false;
    for (int i = 0, count = position_moves(p, moves); i < count; i++)
        found |= move_equals(moves[i], move);
    return found;
}

static void check_values(const LearnedNet *net, const Table *table)
{
    Look look;
    uint8_t cards[MAX_HAND];
    double values[MAX_HAND];
    int count = play_net_values(net, table, cards, values);
    look_at(&look, table);
    CHECK(count == bits_count(look.distinct));
    for (int i = 0; i < count; i++)
        CHECK(values[i] == lettered_value(net, &look, table, cards[i]));
    Move moves[MAX_MOVES];
    double of_moves[MAX_MOVES];
    CHECK(play_net_moves(net, table, of_moves) == position_moves(&table->position, moves));
    for (int i = 0, k; i < position_moves(&table->position, moves); i++) {
        for (k = 0; cards[k] != standing_for(look.distinct, moves[i].card);)
            k++;
        CHECK(of_moves[i] == values[k]);
    }
}

/* Values are what the letters say, moves are legal, and a round ends. */
static void learned_rounds(int players, int sides, int cards)
{
    const PassGame game = {kind_deck(players, cards), players, sides};
    for (uint64_t deal = 0; deal < 6; deal++) {
        Rng rng = rng_stream(11, deal);
        Table table = {.pass_count = (int)(deal % 4), .seen = ALL_CARDS & ~game.deck};
        Position *p = &table.position;
        *p = (Position){.players = (uint8_t)players, .sides = (uint8_t)sides, .tricks_left = (uint8_t)cards, .robber = NOBODY};
        Cards left = game.deck;
        for (int i = 0; i < cards * players; i++) {
            Cards drawn = left;
            for (uint32_t skipped = rng_below(&rng, (uint32_t)bits_count(left)); skipped; skipped--)
                drawn &= drawn - 1;
            p->hand[i % players] |= drawn & (0 - drawn);
            left &= ~(drawn & (0 - drawn));
        }
        for (int seat = 0; seat < players; seat++) {
            Cards passes[MOST_PASSES];
            table.giver[seat] = (uint8_t)((seat + sides - (sides == players)) % players);
            p->showroom[seat] = (uint16_t)rng_below(&rng, 40);
            if (table.pass_count && pass_sets(p->hand[(seat + 1) % players], table.pass_count, passes))
                table.passed[seat] = passes[0];
        }
        const LearnedNet *net = play_net(&game, &table);
        CHECK(net);
        for (int moves = 0; position_decision(p) != DECIDE_NOTHING; moves++) {
            CHECK(moves < 192);
            if (position_decision(p) == DECIDE_CARD)
                check_values(net, &table);
            Move move = learned_move(net, &table, &rng);
            CHECK(is_legal(p, move));
            table_play(&table, move);
        }
    }
}

static void learned_games(void)
{
    const PassGame two = {ALL_CARDS, 2, 2}, perfect = {ALL_CARDS & ~UINT64_C(2), 4, 4}, usual = {ALL_CARDS, 4, 4};
    Table table = {.position = {.players = 4, .sides = 4, .tricks_left = PASS_HAND, .robber = NOBODY}};
    Position *p = &table.position;
    CHECK(play_net(&usual, &table) && !play_net(&two, &table) && !play_net(&perfect, &table));
    p->thief = 1;
    CHECK(!play_net(&usual, &table));
    p->thief = 0;
    table.played[0] = 2;
    CHECK(!play_net(&usual, &table)); /* of more tricks */
    p->tricks_left = PASS_HAND - 1;
    CHECK(play_net(&usual, &table));
    const PassGame five = {ALL_CARDS, 5, 5}; /* with the same deck in Perfect Diamonds */
    const LearnedNet *standard = play_net(&five, &table);
    p->tricks_left = 11;
    CHECK(standard && play_net(&five, &table) && play_net(&five, &table) != standard);
    p->tricks_left = 12;
    CHECK(!play_net(&five, &table));
}

int main(void)
{
    gradients_are_slopes();
    training_repeats();
    passes_are_all_sets();
    learned_rounds(4, 2, PASS_HAND);
    learned_rounds(6, 3, PASS_HAND);
    for (int players = 3; players <= 6; players++)
        learned_rounds(players, players, PASS_HAND);
    learned_rounds(4, 2, 13);
    learned_rounds(4, 4, 13);
    learned_rounds(3, 3, 12);
    learned_rounds(5, 5, 12);
    learned_games();
    return 0;
}
