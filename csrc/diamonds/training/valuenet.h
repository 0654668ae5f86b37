/* A net that learns values, and how it learns: a layer of FIRST units (the positive part of a weighted sum) over many inputs, of which few
 * are not 0 at a time, SECOND units, a sum.
 *
 * Floats by + - * / and square roots alone, each number in a fixed order: the same bits on every machine, where the compiler does not fuse
 * multiplications and additions (benchmarks/learn.py). */
#ifndef DIAMONDS_TRAINING_VALUENET_H
#define DIAMONDS_TRAINING_VALUENET_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "diamonds/learned/inputs.h"

#ifndef TRAINED_UNITS /* as many as benchmarks/learn.py says for a net */
#define TRAINED_UNITS LEARNED_UNITS
#endif
enum { FIRST = TRAINED_UNITS, SECOND = LEARNED_SECOND };

/* All numbers but the weights of the inputs. */
typedef struct Layers {
    float first_bias[FIRST];
    float second[FIRST][SECOND];
    float second_bias[SECOND];
    float out[SECOND];
    float out_bias;
} Layers;

enum { LAYER_NUMBERS = FIRST * (SECOND + 1) + 2 * SECOND + 1 };
_Static_assert(sizeof(Layers) == LAYER_NUMBERS * sizeof(float), "nothing but numbers");

/* Numbers of one kind for every weight. */
typedef struct Weights {
    float (*rows)[FIRST]; /* by input */
    Layers layers;
} Weights;

typedef struct ValueNet {
    Weights net;
    Weights sums;           /* of gradients since the last step, */
    Weights means, squares; /* of the gradients, and of their squares: Adam (Kingma and Ba 2015) */
    float turned[SECOND][FIRST];
    uint8_t *is_touched; /* by input: it has a gradient */
    double mean_left, square_left;
    double unit; /* points that an output of 1 is worth */
    int inputs;
} ValueNet;

/* With small random weights. False when memory is short; valuenet_free is good then, too. */
bool valuenet_open(ValueNet *net, int inputs, double unit, Rng *rng);
void valuenet_free(ValueNet *net);

/* sums[FIRST]: the first layer, before its positive part; `inputs` are added to what is there, valuenet_begin sets what is there without. */
void valuenet_begin(const ValueNet *net, float *sums);
void valuenet_add(const ValueNet *net, const Inputs *inputs, float *sums);

/* The value in points by the sums of the first layer. */
float valuenet_value(const ValueNet *net, const float *sums);

/* Adds the gradient of half of the squared error of a sample, in units; returns the value. The error counts as at most MOST_ERROR. */
float valuenet_learn(ValueNet *net, const uint16_t *input, const float *value, int count, float target);
#define MOST_ERROR 3.0f

/* A step against the mean of the gradients of `samples`. */
void valuenet_step(ValueNet *net, double rate, int samples);

#endif
