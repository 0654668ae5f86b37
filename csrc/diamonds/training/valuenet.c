#include "diamonds/training/valuenet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Eight numbers at once, wherever they lie. Vectors are in no argument and no result: how these are given depends on the processor. */
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { BLOCK = 8, BLOCKS = SECOND / 8 }; /* vectors that stay in registers */
_Static_assert(FIRST % (8 * BLOCK) == 0 && SECOND % 8 == 0, "units come in vectors");

/* About normal, with deviation 1. */
static float normal(Rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_double(rng);
    return (float)sum;
}

static void turn(ValueNet *net)
{
    for (int j = 0; j < FIRST; j++)
        for (int k = 0; k < SECOND; k++)
            net->turned[k][j] = net->net.layers.second[j][k];
}

bool valuenet_open(ValueNet *net, int inputs, double unit, Rng *rng)
{
    memset(net, 0, sizeof *net);
    net->inputs = inputs;
    net->unit = unit;
    net->mean_left = net->square_left = 1;
    net->is_touched = calloc((size_t)inputs, 1);
    Weights *kinds[] = {&net->net, &net->sums, &net->means, &net->squares};
    bool has_room = net->is_touched;
    for (int i = 0; i < 4; i++) {
        kinds[i]->rows = calloc((size_t)inputs, sizeof *kinds[i]->rows);
        has_room = has_room && kinds[i]->rows;
    }
    if (!has_room)
        return false;
    Layers *layers = &net->net.layers;
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < FIRST; j++)
            net->net.rows[i][j] = 0.1f * normal(rng);
    for (int j = 0; j < FIRST; j++)
        for (int k = 0; k < SECOND; k++)
            layers->second[j][k] = 0.18f * normal(rng);
    for (int k = 0; k < SECOND; k++)
        layers->out[k] = 0.18f * normal(rng);
    turn(net);
    return true;
}

void valuenet_free(ValueNet *net)
{
    free(net->net.rows);
    free(net->sums.rows);
    free(net->means.rows);
    free(net->squares.rows);
    free(net->is_touched);
}

void valuenet_begin(const ValueNet *net, float *sums) { memcpy(sums, net->net.layers.first_bias, sizeof net->net.layers.first_bias); }

static void add_rows(const ValueNet *net, const uint16_t *input, const float *value, int count, float *sums)
{
    for (int block = 0; block < FIRST; block += 8 * BLOCK) {
        Eight *to = (Eight *)(sums + block), sum[BLOCK];
        for (int v = 0; v < BLOCK; v++)
            sum[v] = to[v];
        for (int i = 0; i < count; i++) {
            const Eight *row = (const Eight *)(net->net.rows[input[i]] + block);
            float x = value[i];
            for (int v = 0; v < BLOCK; v++)
                sum[v] += x * row[v];
        }
        for (int v = 0; v < BLOCK; v++)
            to[v] = sum[v];
    }
}

void valuenet_add(const ValueNet *net, const Inputs *inputs, float *sums) { add_rows(net, inputs->input, inputs->value, inputs->count, sums); }

/* What the layers after the first make of its sums. */
typedef struct Rest {
    float units[FIRST], sums[SECOND];
} Rest;

/* The value in units. */
static float rest_of(const Layers *layers, const float *sums, Rest *rest)
{
    for (int j = 0; j < FIRST; j++)
        rest->units[j] = sums[j] > 0 ? sums[j] : 0;
    Eight even[BLOCKS], odd[BLOCKS];
    for (int v = 0; v < BLOCKS; v++) {
        even[v] = ((const Eight *)layers->second_bias)[v];
        odd[v] = even[v] - even[v];
    }
    for (int j = 0; j < FIRST; j += 2) {
        float one = rest->units[j], two = rest->units[j + 1];
        for (int v = 0; v < BLOCKS; v++) {
            even[v] += one * ((const Eight *)layers->second[j])[v];
            odd[v] += two * ((const Eight *)layers->second[j + 1])[v];
        }
    }
    for (int v = 0; v < BLOCKS; v++)
        ((Eight *)rest->sums)[v] = even[v] + odd[v];
    float parts[8] = {0}, value = layers->out_bias;
    for (int k = 0; k < SECOND; k += 8)
        for (int i = 0; i < 8; i++)
            parts[i] += (rest->sums[k + i] > 0 ? rest->sums[k + i] : 0) * layers->out[k + i];
    for (int i = 0; i < 8; i++)
        value += parts[i];
    return value;
}

float valuenet_value(const ValueNet *net, const float *sums)
{
    Rest rest;
    return rest_of(&net->net.layers, sums, &rest) * (float)net->unit;
}

/* The gradient of the layers after the first by that of the value; that of the sums of the first layer into `slopes`. */
static void rest_learn(ValueNet *net, const Rest *rest, float slope, float *slopes)
{
    const Layers *layers = &net->net.layers;
    Layers *to = &net->sums.layers;
    float second[SECOND];
    to->out_bias += slope;
    for (int k = 0; k < SECOND; k++) {
        bool is_active = rest->sums[k] > 0;
        to->out[k] += slope * (is_active ? rest->sums[k] : 0);
        second[k] = is_active ? slope * layers->out[k] : 0;
        to->second_bias[k] += second[k];
    }
    for (int j = 0; j < FIRST; j++)
        if (rest->units[j] > 0)
            for (int k = 0; k < SECOND; k++)
                to->second[j][k] += rest->units[j] * second[k];
    for (int j = 0; j < FIRST; j++)
        slopes[j] = 0;
    for (int k = 0; k < SECOND; k++)
        if (second[k] != 0)
            for (int j = 0; j < FIRST; j++)
                slopes[j] += second[k] * net->turned[k][j];
    for (int j = 0; j < FIRST; j++) {
        slopes[j] = rest->units[j] > 0 ? slopes[j] : 0;
        to->first_bias[j] += slopes[j];
    }
}

float valuenet_learn(ValueNet *net, const uint16_t *input, const float *value, int count, float target)
{
    float sums[FIRST], slopes[FIRST];
    Rest rest;
    valuenet_begin(net, sums);
    add_rows(net, input, value, count, sums);
    float found = rest_of(&net->net.layers, sums, &rest), error = found - target / (float)net->unit;
    rest_learn(net, &rest, error > MOST_ERROR ? MOST_ERROR : error < -MOST_ERROR ? -MOST_ERROR : error, slopes);
    for (int i = 0; i < count; i++) {
        float *row = net->sums.rows[input[i]], x = value[i];
        net->is_touched[input[i]] = 1;
        for (int j = 0; j < FIRST; j++)
            row[j] += x * slopes[j];
    }
    return found * (float)net->unit;
}

typedef struct Step {
    float scale, rate, root;
} Step;

/* Of `count` numbers; their gradients are 0 afterwards. */
static void adam(Step step, int count, float *restrict x, float *restrict sum, float *restrict mean, float *restrict square)
{
    for (int i = 0; i < count; i++) {
        float slope = sum[i] * step.scale;
        sum[i] = 0;
        mean[i] = 0.9f * mean[i] + 0.1f * slope;
        square[i] = 0.999f * square[i] + 0.001f * slope * slope;
        x[i] -= step.rate * mean[i] / (sqrtf(square[i]) * step.root + 1e-8f);
    }
}

void valuenet_step(ValueNet *net, double rate, int samples)
{
    net->mean_left *= 0.9;
    net->square_left *= 0.999;
    Step step = {1.0f / (float)samples, (float)(rate / (1 - net->mean_left)), (float)(1 / sqrt(1 - net->square_left))};
    for (int i = 0; i < net->inputs; i++)
        if (net->is_touched[i]) {
            net->is_touched[i] = 0;
            adam(step, FIRST, net->net.rows[i], net->sums.rows[i], net->means.rows[i], net->squares.rows[i]);
        }
    adam(step, LAYER_NUMBERS, (float *)&net->net.layers, (float *)&net->sums.layers, (float *)&net->means.layers,
         (float *)&net->squares.layers);
    turn(net);
}
