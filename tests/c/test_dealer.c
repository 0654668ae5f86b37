/* common/dealer.h: every deal once, each as likely as the others, with voids and with quotas. tests/test_sampling.py tests much more. */
#include <string.h>

#include "failing.h"

#include "common/dealer.h"

enum { ITEMS = 6, RECEIVERS = 3, ROOM = 100, DRAWS = 60000 };

static const uint8_t NEEDS[RECEIVERS] = {2, 2, 2};
static const uint8_t GROUPS[ITEMS] = {0, 0, 0, 1, 1, 2};
static const uint8_t QUOTAS[3] = {1, 0, 1};

/* Receiver 0 gets nothing of group 1. */
static Dealer *small_dealer(int with_quotas)
{
    double weights[ITEMS * RECEIVERS];
    for (int i = 0; i < ITEMS; i++)
        for (int j = 0; j < RECEIVERS; j++)
            weights[i * RECEIVERS + j] = !(GROUPS[i] == 1 && j == 0);
    DealerPlan plan = {ITEMS, RECEIVERS, weights, NEEDS, with_quotas ? GROUPS : NULL, with_quotas ? QUOTAS : NULL};
    Dealer *dealer = dealer_new(&plan);
    CHECK(dealer || has_failed());
    return dealer;
}

static int is_allowed(const uint8_t *row, int with_quotas)
{
    int got[RECEIVERS] = {0}, of_group[3] = {0};
    for (int i = 0; i < ITEMS; i++) {
        if (row[i] >= RECEIVERS || (GROUPS[i] == 1 && row[i] == 0))
            return 0;
        got[row[i]]++;
        of_group[GROUPS[i]] += row[i] == RECEIVERS - 1;
    }
    for (int j = 0; j < RECEIVERS; j++)
        if (got[j] != NEEDS[j])
            return 0;
    return !with_quotas || (of_group[0] == QUOTAS[0] && of_group[1] == QUOTAS[1] && of_group[2] == QUOTAS[2]);
}

/* The number of allowed rows, found by trying all 3^6. */
static size_t count_all(int with_quotas)
{
    size_t count = 0;
    for (int code = 0; code < 729; code++) {
        uint8_t row[ITEMS];
        for (int i = 0, rest = code; i < ITEMS; i++, rest /= RECEIVERS)
            row[i] = (uint8_t)(rest % RECEIVERS);
        count += (size_t)is_allowed(row, with_quotas);
    }
    return count;
}

static void test_deals(int with_quotas)
{
    Dealer *dealer = small_dealer(with_quotas);
    static uint8_t all[ROOM][ITEMS], drawn[DRAWS][ITEMS];
    int seen[ROOM] = {0};
    size_t count = dealer_all(dealer, ROOM, &all[0][0]);
    CHECK(count == count_all(with_quotas) && count > 1);
    CHECK(dealer_total(dealer) == (double)count);
    for (size_t i = 0; i < count; i++) {
        CHECK(is_allowed(all[i], with_quotas));
        CHECK(i == 0 || memcmp(all[i - 1], all[i], ITEMS) < 0);
    }
    CHECK(dealer_shuffled(dealer, 1, count, &drawn[0][0]) && memcmp(drawn, all, count * ITEMS) != 0);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < count; i++)
            seen[k] += memcmp(drawn[i], all[k], ITEMS) == 0;
    for (size_t k = 0; k < count; k++)
        CHECK(seen[k]-- == 1);
    CHECK(!dealer_shuffled(dealer, 1, count + 1, &drawn[0][0]));
    dealer_deal(dealer, 1, 0, DRAWS, &drawn[0][0]);
    for (int i = 0; i < DRAWS; i++)
        for (size_t k = 0; k < count; k++)
            seen[k] += memcmp(drawn[i], all[k], ITEMS) == 0;
    double expected = DRAWS / (double)count, deviation = 0;
    for (size_t k = 0; k < count; k++)
        deviation += (seen[k] - expected) * (seen[k] - expected) / expected;
    CHECK(deviation < 2.0 * (double)count + 30);
    dealer_free(dealer);
}

static void test_rows_depend_on_their_number_only(void)
{
    Dealer *dealer = small_dealer(0);
    uint8_t together[20][ITEMS], row[ITEMS];
    dealer_deal(dealer, 5, 100, 20, &together[0][0]);
    for (uint64_t i = 0; i < 20; i++) {
        dealer_deal(dealer, 5, 100 + i, 1, row);
        CHECK(memcmp(row, together[i], ITEMS) == 0);
    }
    dealer_free(dealer);
    dealer_free(NULL);
}

static void test_marginals(void)
{
    Dealer *dealer = small_dealer(0);
    static uint8_t all[ROOM][ITEMS];
    double found[ITEMS][RECEIVERS];
    size_t count = dealer_all(dealer, ROOM, &all[0][0]);
    CHECK(dealer_marginals(dealer, &found[0][0]));
    for (int i = 0; i < ITEMS; i++)
        for (int j = 0; j < RECEIVERS; j++) {
            int times = 0;
            for (size_t k = 0; k < count; k++)
                times += all[k][i] == j;
            double error = found[i][j] - times / (double)count;
            CHECK(error < 1e-14 && error > -1e-14);
        }
    dealer_free(dealer);
}

static bool deal_and_count(void)
{
    double marginals[ITEMS * RECEIVERS];
    Dealer *dealer = small_dealer(1);
    if (!dealer)
        return false;
    bool is_done = dealer_marginals(dealer, marginals);
    CHECK(!is_done || (marginals[0] > 0 && marginals[0] < 1));
    uint8_t rows[ROOM][ITEMS];
    is_done = is_done && dealer_shuffled(dealer, 1, count_all(1), &rows[0][0]);
    dealer_free(dealer);
    return is_done;
}

int main(void)
{
    fail_each(deal_and_count);
    test_deals(0);
    test_deals(1);
    test_rows_depend_on_their_number_only();
    test_marginals();
    return 0;
}
