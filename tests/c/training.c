/* diamonds/training and diamonds/learned: gradients, rounds that repeat, and the pass of a net as what its numbers say. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "diamonds/training/inputs.h"
#include "diamonds/training/selfplay.h"

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

static uint64_t trained(int players, int sides, uint64_t seed, uint64_t steps)
{
    static float numbers[PASS_NUMBERS];
    Trainer *trainer = trainer_new(players, sides, seed);
    CHECK(trainer);
    for (uint64_t step = 1; step <= steps; step++)
        trainer_run(trainer, 2 * TRAINING_ROUNDS * step / steps);
    double margins[2];
    trainer_margins(trainer, true, 2, margins);
    trainer_pass(trainer, numbers);
    trainer_free(trainer);
    return checksum(numbers, PASS_NUMBERS);
}

/* The same numbers again, however it is divided, and whatever else the compiler is told: those of optimized code. */
static void training_repeats(void)
{
    const uint64_t expected = UINT64_C(0x05e3004affdce8a1);
    CHECK(trained(4, 2, 5, 1) == expected);
    CHECK(trained(4, 2, 5, 2) == expected);
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

int main(void)
{
    gradients_are_slopes();
    training_repeats();
    passes_are_all_sets();
    return 0;
}
