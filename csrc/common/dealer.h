/* Random deals of items to receivers: every receiver gets exactly as many items as it needs, and a deal is as likely as the product of the
 * weights of its (item, receiver) pairs. With weights 0 and 1 all allowed deals are equally likely.
 *
 *   Dealer *dealer = dealer_new(&plan);             builds the tables, NULL when memory is short
 *   if (dealer_total(dealer) > 0)                   0: no deal is possible
 *       dealer_deal(dealer, seed, 0, 1000, rows);   1000 deals
 *   dealer_free(dealer);
 *
 * The last receiver may have quotas: items are in groups (cards in suits), and it gets a given number of each. Tables take
 * items * (product of need + 1 over all receivers but the largest) * 8 bytes; more than 1 GiB is refused. After dealer_new a Dealer never
 * changes: many threads may use it at the same time. */
#ifndef COMMON_DEALER_H
#define COMMON_DEALER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEALER_MAX_ITEMS = 255, DEALER_MAX_RECEIVERS = 8, DEALER_MAX_CELLS = 1 << 27 };

/* What is dealt to whom; dealer_new copies what it needs. The caller sees to it that the needs add up to `items`, and the quotas of the
 * groups that occur to the last need. */
typedef struct DealerPlan {
    int items;             /* 0 .. DEALER_MAX_ITEMS */
    int receivers;         /* 1 .. DEALER_MAX_RECEIVERS, with quotas at least 2 */
    const double *weights; /* [items][receivers], none below 0; sums of their products must be in the range of doubles (dealer.py) */
    const uint8_t *needs;  /* [receivers] */
    const uint8_t *groups; /* [items], not falling; NULL without quotas */
    const uint8_t *quotas; /* [highest group + 1]: items of each group that the last receiver gets; NULL without quotas */
} DealerPlan;

typedef struct Dealer Dealer;

/* NULL when memory is short, or the tables would be larger than DEALER_MAX_CELLS doubles. */
Dealer *dealer_new(const DealerPlan *plan);

/* Frees; NULL is fine. */
void dealer_free(Dealer *dealer);

/* The sum over all deals of their products of weights: with weights 0 and 1 the number of deals, exact below 2^53. */
double dealer_total(const Dealer *dealer);

/* out[items][receivers]: the chance of each pair. The total must not be 0. False when memory is short. */
bool dealer_marginals(const Dealer *dealer, double *out);

/* out[count][items]: the receiver of each item in `count` random deals. Row i depends on `seed` and first + i only. The total must not be
 * 0. */
void dealer_deal(const Dealer *dealer, uint64_t seed, uint64_t first, size_t count, uint8_t *out);

/* Every deal once, in lexicographic order, into out[room][items]; stops when `room` is full. Returns the number of rows written. */
size_t dealer_all(const Dealer *dealer, size_t room, uint8_t *out);

/* The same in random order: the first ones are a random sample. False when memory is short, or there are not `count` deals. */
bool dealer_shuffled(const Dealer *dealer, uint64_t seed, size_t count, uint8_t *out);

#endif
