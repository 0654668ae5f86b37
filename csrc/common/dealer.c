/* A table over items and open needs. State: what each receiver still needs, as digits of a mixed-radix number. The needs add up to the
 * items left, so the largest receiver needs no digit: it is implied.
 *
 *   f[i](r) = sum of the products of weights over all ways to deal the items i, i+1, .. when r is open
 *           = sum over receivers j of  weight[i][j] * f[i+1](r less one for j)
 *
 * Going through the items with probabilities in proportion to the terms of that sum draws a deal with exactly the right probability.
 *
 * Quotas: the last receiver's digit (the slowest) is what it still gets of the present group. Where a group begins the digit must have
 * come down to 0 and is set to the group's quota. The layer before the first item of a group is only read from the item before, with the
 * digit 0: so the block of the quota is moved there, once the layer has done its duty ("open_group"). */
#include "common/dealer.h"

#include <stdlib.h>
#include <string.h>

#include "common/rng.h"

enum { NO_GROUP_BEGINS = 255 };

struct Dealer {
    int items, receivers;
    int implied;                         /* the receiver without a digit */
    int quota;                           /* the receiver with quotas, or -1 */
    uint8_t needs[DEALER_MAX_RECEIVERS]; /* the highest digit of each; of `quota` the largest quota */
    size_t stride[DEALER_MAX_RECEIVERS];
    size_t states;
    size_t root; /* the state before the first item */
    double total;
    double *weights;                      /* [items][receivers] */
    double *layers;                       /* [items + 1][states] */
    uint8_t begins[DEALER_MAX_ITEMS + 1]; /* the quota of the group that begins with an item, or NO_GROUP_BEGINS */
};

static double *layer_of(const Dealer *d, int item) { return d->layers + (size_t)item * d->states; }

static const double *weights_of(const Dealer *d, int item) { return d->weights + item * d->receivers; }

/* States in a block within which the digit of `receiver` runs once through its values; all states for the implied one. */
static size_t block_of(const Dealer *d, int receiver)
{
    return receiver == d->implied ? d->states : d->stride[receiver] * ((size_t)d->needs[receiver] + 1);
}

typedef enum Direction { BACKWARD, FORWARD } Direction;

/* BACKWARD: dst(r) = sum over receivers j of weight[j] * src(r less one for j), the sum at the top of this file. FORWARD: what leads to r
 * less one for j comes from r. */
static void give_item(const Dealer *d, const double *weights, const double *restrict src, double *restrict dst, Direction direction)
{
    memset(dst, 0, d->states * sizeof *dst);
    for (int j = 0; j < d->receivers; j++) {
        double weight = weights[j];
        if (weight <= 0)
            continue;
        size_t stride = d->stride[j], block = block_of(d, j), count = block - stride;
        for (size_t b = 0; b < d->states; b += block) {
            const double *from = src + b + (direction == FORWARD ? stride : 0);
            double *to = dst + b + (direction == BACKWARD ? stride : 0);
            for (size_t k = 0; k < count; k++)
                to[k] += weight * from[k];
        }
    }
}

/* Sum over r of  before(r) * after(r less one for the receiver). */
static double pair_sum(const Dealer *d, int receiver, const double *before, const double *after)
{
    double sum = 0;
    size_t stride = d->stride[receiver], block = block_of(d, receiver);
    for (size_t b = 0; b < d->states; b += block)
        for (size_t s = b + stride; s < b + block; s++)
            sum += before[s] * after[s - stride];
    return sum;
}

/* Moves the block of a quota to the digit 0, where the item before reads it, and clears all others; FORWARD the other way
 * round. */
static void open_group(const Dealer *d, double *layer, size_t quota, Direction direction)
{
    size_t block = d->stride[d->quota], from = direction == BACKWARD ? quota : 0, to = quota - from;
    if (from != to)
        memcpy(layer + to * block, layer + from * block, block * sizeof *layer);
    for (size_t q = 0; q <= d->needs[d->quota]; q++)
        if (q != to)
            memset(layer + q * block, 0, block * sizeof *layer);
}

static void build(Dealer *d)
{
    double *last = layer_of(d, d->items);
    memset(last, 0, d->states * sizeof *last);
    last[0] = 1;
    for (int i = d->items - 1; i >= 0; i--) {
        if (d->begins[i + 1] != NO_GROUP_BEGINS)
            open_group(d, layer_of(d, i + 1), d->begins[i + 1], BACKWARD);
        give_item(d, weights_of(d, i), layer_of(d, i + 1), layer_of(d, i), BACKWARD);
    }
    d->total = layer_of(d, 0)[d->root];
}

/* Where groups begin, and the largest quota as highest digit. */
static void set_groups(Dealer *d, const DealerPlan *plan)
{
    memset(d->begins, NO_GROUP_BEGINS, sizeof d->begins);
    d->quota = plan->quotas ? plan->receivers - 1 : -1;
    if (d->quota < 0)
        return;
    d->needs[d->quota] = 0;
    for (int i = 0; i < plan->items; i++)
        if (i == 0 || plan->groups[i] != plan->groups[i - 1]) {
            d->begins[i] = plan->quotas[plan->groups[i]];
            if (d->begins[i] > d->needs[d->quota])
                d->needs[d->quota] = d->begins[i];
        }
}

/* Chooses the implied receiver and counts the states; 0 when the table would be too large. */
static int set_states(Dealer *d)
{
    d->implied = 0;
    for (int j = 0; j < d->receivers; j++)
        if (j != d->quota && d->needs[j] > d->needs[d->implied])
            d->implied = j;
    d->states = 1;
    d->root = 0;
    for (int j = 0; j < d->receivers; j++) {
        if (j == d->implied)
            continue;
        size_t values = (size_t)d->needs[j] + 1;
        d->stride[j] = d->states;
        size_t digit = j == d->quota ? (d->items ? d->begins[0] : 0) : d->needs[j];
        d->root += digit * d->stride[j];
        d->states *= values;
        if (d->states * ((size_t)d->items + 1) > DEALER_MAX_CELLS) /* at most 2^27 * 256 * 256: no overflow */
            return 0;
    }
    return 1;
}

Dealer *dealer_new(const DealerPlan *plan)
{
    Dealer *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->items = plan->items;
    d->receivers = plan->receivers;
    memcpy(d->needs, plan->needs, (size_t)plan->receivers);
    set_groups(d, plan);
    size_t weights = (size_t)plan->items * (size_t)plan->receivers;
    if (set_states(d)) {
        d->weights = malloc((weights + 1) * sizeof(double));
        d->layers = malloc(d->states * ((size_t)d->items + 1) * sizeof(double));
    }
    if (!d->weights || !d->layers) {
        dealer_free(d);
        return NULL;
    }
    if (weights)
        memcpy(d->weights, plan->weights, weights * sizeof(double));
    build(d);
    return d;
}

void dealer_free(Dealer *dealer)
{
    if (!dealer)
        return;
    free(dealer->weights);
    free(dealer->layers);
    free(dealer);
}

double dealer_total(const Dealer *dealer) { return dealer->total; }

bool dealer_marginals(const Dealer *d, double *out)
{
    double *before = malloc(2 * d->states * sizeof *before);
    if (!before)
        return false;
    double *spare = before + d->states, *memory = before;
    memset(before, 0, d->states * sizeof *before);
    before[d->root] = 1;
    for (int i = 0; i < d->items; i++) {
        const double *weights = weights_of(d, i);
        for (int j = 0; j < d->receivers; j++)
            *out++ = weights[j] > 0 ? weights[j] * pair_sum(d, j, before, layer_of(d, i + 1)) / d->total : 0;
        give_item(d, weights, before, spare, FORWARD);
        if (d->begins[i + 1] != NO_GROUP_BEGINS)
            open_group(d, spare, d->begins[i + 1], FORWARD);
        double *full = spare;
        spare = before;
        before = full;
    }
    free(memory);
    return true;
}

/* chances[j]: the total of the deals that give `item` to receiver j, where the needs `open` are left; returns their sum. */
static double chances_of(const Dealer *d, int item, size_t state, const uint8_t *open, double *chances)
{
    const double *weights = weights_of(d, item), *after = layer_of(d, item + 1);
    double sum = 0;
    for (int j = 0; j < d->receivers; j++) {
        chances[j] = 0;
        if (weights[j] > 0 && open[j])
            chances[j] = weights[j] * after[state - d->stride[j]];
        sum += chances[j];
    }
    return sum;
}

/* The state, and the open needs, after `item` went to `receiver`. */
static size_t give(const Dealer *d, int item, size_t state, int receiver, uint8_t *open)
{
    state -= d->stride[receiver];
    if (receiver != d->implied)
        open[receiver]--;
    if (d->begins[item + 1] != NO_GROUP_BEGINS) { /* the old group's digit is 0 now, or the deal would have had no chance */
        open[d->quota] = d->begins[item + 1];
        state += d->stride[d->quota] * d->begins[item + 1];
    }
    return state;
}

/* The digits of a state; 1 stands for the implied receiver, which takes what the others do not need. */
static void open_needs(const Dealer *d, size_t state, uint8_t open[DEALER_MAX_RECEIVERS])
{
    memset(open, 0, DEALER_MAX_RECEIVERS);
    for (int j = 0; j < d->receivers && j < DEALER_MAX_RECEIVERS; j++)
        open[j] = j == d->implied ? 1 : (uint8_t)(state / d->stride[j] % ((size_t)d->needs[j] + 1));
}

void dealer_deal(const Dealer *d, uint64_t seed, uint64_t first, size_t count, uint8_t *out)
{
    uint8_t start[DEALER_MAX_RECEIVERS], open[DEALER_MAX_RECEIVERS];
    double chances[DEALER_MAX_RECEIVERS];
    open_needs(d, d->root, start);
    for (size_t row = 0; row < count; row++, out += d->items) {
        Rng rng = rng_stream(seed, first + row);
        size_t state = d->root;
        memcpy(open, start, sizeof open);
        for (int i = 0; i < d->items; i++) {
            double sum = chances_of(d, i, state, open, chances);
            int receiver = rng_pick(&rng, d->receivers, chances, sum);
            out[i] = (uint8_t)receiver;
            state = give(d, i, state, receiver, open);
        }
    }
}

/* The first receiver from `from` on that can get the item; d->receivers when there is none. */
static int next_receiver(const Dealer *d, int item, size_t state, int from, uint8_t *open)
{
    double chances[DEALER_MAX_RECEIVERS];
    open_needs(d, state, open);
    chances_of(d, item, state, open, chances);
    while (from < d->receivers && chances[from] <= 0)
        from++;
    return from;
}

size_t dealer_all(const Dealer *d, size_t room, uint8_t *out)
{
    size_t states[DEALER_MAX_ITEMS + 1], rows = 0;
    uint8_t row[DEALER_MAX_ITEMS + 1], open[DEALER_MAX_RECEIVERS];
    int item = 0, from = 0;
    states[0] = d->root;
    if (d->total <= 0 || !room)
        return 0;
    while (item >= 0) {
        int receiver = item < d->items ? next_receiver(d, item, states[item], from, open) : d->receivers;
        from = 0;
        if (receiver < d->receivers) {
            row[item] = (uint8_t)receiver;
            states[item + 1] = give(d, item, states[item], receiver, open);
            item++;
            continue;
        }
        if (item == d->items) {
            memcpy(out + rows * (size_t)d->items, row, (size_t)d->items);
            if (++rows == room)
                break;
        }
        if (--item >= 0)
            from = row[item] + 1;
    }
    return rows;
}

typedef struct Keyed {
    uint64_t key;
    size_t row;
} Keyed;

static int by_key(const void *one, const void *two)
{
    uint64_t a = ((const Keyed *)one)->key, b = ((const Keyed *)two)->key;
    return (a > b) - (a < b);
}

bool dealer_shuffled(const Dealer *d, uint64_t seed, size_t count, uint8_t *out)
{
    size_t items = (size_t)d->items;
    uint8_t *rows = malloc(count * items + 1);
    Keyed *order = malloc((count + 1) * sizeof *order);
    bool is_done = rows && order && dealer_all(d, count, rows) == count;
    for (size_t i = 0; is_done && i < count; i++)
        order[i] = (Keyed){rng_stream(seed, i).state, i};
    if (is_done)
        qsort(order, count, sizeof *order, by_key);
    for (size_t i = 0; is_done && i < count; i++)
        memcpy(out + i * items, rows + order[i].row * items, items);
    free(rows);
    free(order);
    return is_done;
}
