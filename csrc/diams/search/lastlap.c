#include "diams/search/lastlap.h"

#include <stddef.h>

unsigned seats_to_act(const Question *q, const State *s)
{
    unsigned seats = (unsigned)(s->phase == ACT) << s->turn;
    for (int seat = s->turn + 1 < q->rules.players ? s->turn + 1 : 0; seat != s->closed; seat = seat + 1 < q->rules.players ? seat + 1 : 0)
        seats |= 1u << seat;
    return seats;
}

Cards to_come(const Question *q, const State *s)
{
    Cards cards = 0;
    for (unsigned left = seats_to_act(q, s); left; left &= left - 1)
        cards |= s->hand[bits_lowest(left)];
    return cards;
}

/* The same number of diamonds of each row, all without a loupe. */
static Cards without_loupes(Cards cards) { return row_counts(cards & ALL_DIAMONDS) << 3 | (cards & ~ALL_DIAMONDS); }

/* Makes states equal that differ only in what can no longer matter. Who has acted lays no card any more, so that loupes count in safes and
 * in the hands of who still acts. Cards of the market that nobody can take any more count for one: then it is not empty. */
void simplify(const Question *q, State *s)
{
    if (!uses(q, EQUAL_STATES) || s->closed == NOBODY || s->phase == OVER)
        return;
    Cards hands = to_come(q, s);
    unsigned seats = seats_to_act(q, s);
    for (int seat = 0; seat < q->rules.players; seat++)
        if (!(seats >> seat & 1))
            s->hand[seat] = without_loupes(s->hand[seat]);
    for (int i = 0; i < s->pile_count; i++)
        s->pile[i] |= s->pile[i] < DIAMONDS;
    s->market = without_loupes(s->market);
    int highest = hands & ALL_DIAMONDS ? quality_of(first_row(hands & ALL_DIAMONDS)) : 0;
    Cards of_use = up_to(s->market, highest);
    if (!cards_of(hands, CARD_T) && of_use != s->market)
        s->market = of_use + card(1);
}

double worth_of_end(const Question *q, const State *s)
{
    double values[SEATS];
    goal_at_end(&q->goal, &q->rules, s, values);
    return values[q->seat];
}

/* --- bounds --- */

/* The most that a safe can lose with one card. */
static int worst_loss(const Rules *rules, Cards safe)
{
    int most = 0;
    for (Cards left = safe; left; left = later_rows(left)) {
        int row = first_row(left), count = row_count(left, row), loss = state_value(rules, row, count) - state_value(rules, row, count - 1);
        most = loss > most ? loss : most;
    }
    return most;
}

/* The sum of the qualities of up to five cards of a hand, the highest or the lowest ones. */
static int sum_of_five(Cards hand, bool highest)
{
    int left = HAND_LIMIT, sum = 0;
    if (!highest)
        left -= card_count(hand) - diamond_count(hand);
    for (int step = 0; step < ROWS && left > 0; step++) {
        int row = highest ? step : ROWS - 1 - step, count = row_count(hand, row);
        count = count < left ? count : left;
        sum += count * quality_of(row);
        left -= count;
    }
    return sum;
}

/* The highest sum that the hand of a seat can come to that still acts, without forced-sale cards. `market`: if it is next, else NULL; cards
 * that others put there may come to later ones. */
static int highest_sum(Cards hand, const Cards *market)
{
    int most = quality_sum(hand);
    for (Cards left = hand & ALL_DIAMONDS; left; left = later_rows(left)) {
        int row = first_row(left), more = market ? row_count(*market, row) : COPIES - row_count(hand, row);
        int sum = more > 0 ? sum_of_five(hand + (Cards)more * card(2 * row + 1), true) : 0;
        most = sum > most ? sum : most;
    }
    return most;
}

typedef struct Span {
    int low, high;
} Span;

/* Adds the bonus for the most of something, of which the seats come to have `spans`, to each seat's points, and to those of all but the own
 * seat together. Who is alone with the most gets `alone`, who ties `tied`. */
static void add_bonus(const Question *q, const Span *spans, int alone, int tied, Span *points, Span *others)
{
    int players = q->rules.players, low = 0, high = 0;
    for (int seat = 0; seat < players; seat++) {
        if (seat != q->seat && q->goal.kind != CHIPS)
            continue;   /* of others only the sum counts */
        low = high = 0; /* of the seats beside this one */
        for (int other = 0; other < players; other++)
            if (other != seat) {
                low = spans[other].low > low ? spans[other].low : low;
                high = spans[other].high > high ? spans[other].high : high;
            }
        points[seat].high += spans[seat].high > low ? alone : spans[seat].high == low ? tied : 0;
        points[seat].low += spans[seat].low > high ? alone : spans[seat].low == high ? tied : 0;
        if (seat != q->seat)
            continue;
        int least = spans[seat].low > low ? spans[seat].low : low, rivals = 0; /* least: of who has the most */
        for (int other = 0; other < players; other++)
            rivals += other != seat && spans[other].high >= least;
        int smaller = tied < alone ? tied : alone, both = 2 * tied < alone ? 2 * tied : alone;
        others->low += spans[seat].high > low ? 0 : spans[seat].high == low ? smaller : both;
        if (rivals)
            others->high += spans[seat].low >= high || rivals * tied > alone ? rivals * tied : alone;
    }
}

/* Bounds of the own chips less the mean of the others': by who is surely ahead of whom, and who may be. */
static Bounds bounds_of_chips(const Question *q, const Span *points)
{
    int players = q->rules.players;
    Bounds all = {0, 0};
    for (int seat = 0; seat < players; seat++) {
        int low = SEATS, high = SEATS - 1;
        for (int other = 0; other < players; other++) {
            low -= other == seat || points[other].high >= points[seat].low;
            high -= other != seat && points[other].low >= points[seat].high;
        }
        bool is_own = seat == q->seat;
        all.lower += is_own ? low : -(double)high / (players - 1);
        all.upper += is_own ? high : -(double)low / (players - 1);
    }
    return all;
}

/* Bounds of all ends of the round that can be reached in the last lap: a seat still to play can lay what is in its hand, once; a safe
 * loses at most one card, as there is one Perce-blindage. Nobody draws any more. */
Bounds reachable(const Question *q, const State *s)
{
    enum { SUM_BONUS = 3, LOUPE_BONUS = 5, LOUPES_TIED = 2, ANY_SUM = 10 * DECK };
    Bounds all = {q->lowest, q->highest};
    if (s->closed == NOBODY)
        return all;
    const Rules *rules = &q->rules;
    bool is_open = s->phase == GIVE || to_come(q, s) >> 60 & 7 || !uses(q, BONUSES); /* forced-sale cards may do much */
    unsigned seats = seats_to_act(q, s);
    int players = rules->players, breaker = s->phase == GIVE ? s->turn : NOBODY;
    Span points[SEATS], loupes[SEATS], sums[SEATS];
    for (int seat = 0; seat < players; seat++) {
        Cards hand = s->hand[seat], safe = s->safe[seat];
        bool may_act = seats >> seat & 1, may_lay = may_act && is_open;
        points[seat].low = points[seat].high = state_laid_value(rules, safe);
        loupes[seat].low = loupes[seat].high = loupe_count(safe);
        for (Cards left = may_act ? hand & ALL_DIAMONDS : 0; left && !may_lay; left = later_rows(left))
            may_lay = row_count(left, first_row(left)) >= COLLECTION;
        for (Cards left = may_lay ? hand & ALL_DIAMONDS : 0; left; left = later_rows(left)) {
            int row = first_row(left), there = row_count(safe, row), count = row_count(left, row);
            points[seat].high += state_value(rules, row, there + count) - state_value(rules, row, there);
            loupes[seat].high += there || count >= COLLECTION ? cards_of(left, 2 * row) : 0;
        }
        sums[seat].low = may_act ? 0 : sum_of_five(hand, false);
        sums[seat].high = may_act ? highest_sum(hand, seat == s->turn ? &s->market : NULL) : sum_of_five(hand, true);
        if (is_open) {
            loupes[seat] = (Span){0, COPIES * ROWS};
            sums[seat] = (Span){0, ANY_SUM};
        }
        if (may_act && cards_of(hand, CARD_B))
            breaker = seat;
    }
    Span rest = {0, 0};
    int others = players - 1, most_loss = 0;
    for (int seat = 0; seat < players; seat++) {
        int loss = breaker != NOBODY && breaker != seat ? worst_loss(rules, s->safe[seat]) : 0;
        if (seat != q->seat) {
            rest.low += points[seat].low;
            rest.high += points[seat].high;
            most_loss = loss > most_loss ? loss : most_loss;
        }
        points[seat].low -= loss;
    }
    rest.low -= most_loss;
    add_bonus(q, sums, SUM_BONUS, SUM_BONUS, points, &rest);
    add_bonus(q, loupes, LOUPE_BONUS, LOUPES_TIED, points, &rest);
    double lower = points[q->seat].low, upper = points[q->seat].high;
    if (q->goal.kind == MARGIN) {
        lower -= (double)rest.high / others;
        upper -= (double)rest.low / others;
    } else if (q->goal.kind == CHIPS) {
        Bounds chips = bounds_of_chips(q, points);
        lower = chips.lower;
        upper = chips.upper;
    }
    all.lower = lower > all.lower ? lower : all.lower;
    all.upper = upper < all.upper ? upper : all.upper;
    return all;
}

/* --- the last choice --- */

bool is_last_choice(const Question *q, const State *s)
{
    return uses(q, LAST_CHOICE) && s->closed != NOBODY && (s->phase == TRIM || s->phase == REFILL) &&
           !(to_come(q, s) & (ALL_DIAMONDS | card(CARD_T) | card(CARD_B)));
}

/* The value of the last choice: of a hand nothing counts but whether its sum is below, at or above the highest of the others. */
double last_choice(const Question *q, const State *s)
{
    uint64_t sums[HAND_LIMIT + 1] = {1}; /* of each number of cards, a bit for each sum */
    int count = 0, highest = 0;
    for (Cards left = s->hand[s->turn]; left; left &= left - 1) {
        int bit = bits_lowest(left), kind = bit < 3 * DIAMONDS ? bit / 3 : bit - 40, often = bit < 3 * DIAMONDS ? 1 << bit % 3 : 1;
        for (count += often; often; often--)
            for (int size = HAND_LIMIT; size; size--)
                sums[size] |= sums[size - 1] << (kind < DIAMONDS ? quality_of(kind / 2) : 0);
    }
    for (int seat = 0; seat < q->rules.players; seat++) {
        int sum = seat == s->turn ? 0 : quality_sum(s->hand[seat]);
        highest = sum > highest ? sum : highest;
    }
    uint64_t possible = sums[count < HAND_LIMIT ? count : HAND_LIMIT];
    int tried[] = {bits_lowest(possible), bits_highest(possible), possible >> highest & 1 ? highest : bits_lowest(possible)};
    double best = 0;
    for (int i = 0; i < 3; i++) {
        if (i && (tried[i] < highest) == (tried[0] < highest) && (tried[i] > highest) == (tried[0] > highest))
            continue;
        State end = *s;
        end.hand[s->turn] = (Cards)(tried[i] / 10) * card(1) + (tried[i] % 10 ? card(2 * (10 - tried[i] % 10) + 1) : 0);
        double value = worth_of_end(q, &end);
        best = i && (s->turn == q->seat ? best > value : best < value) ? best : value;
    }
    return best;
}
