#include "diams/players/plans.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 2 * COPIES, NOWHERE = 255 };

/* When a card came: after `low`, not after `high`. */
typedef struct Window {
    int32_t low, high;
} Window;

/* Where the cards of a pile, and those that went out of it, come from: each one's kind and window. */
typedef struct Laying {
    struct {
        int32_t kind;
        Window window;
    } cards[PLACES];
    int count;
    double ways; /* equal cards make it so often */
} Laying;

/* What one pile may consist of. */
typedef struct Choice {
    Cards cards, unseen; /* all of them, and the unseen ones among them */
    uint64_t named;      /* by number */
    size_t laying;
    int laying_count;
    uint8_t row;
} Choice;

typedef struct Arrival {
    int32_t time;
    int segment;
} Arrival;

typedef struct Planner {
    const HiddenSeat *seat;
    Plans *plans;
    int now;
    Cards unseen;
    int32_t *cuts; /* of the segments */
    int segment_count;
    Arrival *arrivals;
    Window *windows, *spare; /* of unknown cards; scratch */
    Window *usual;           /* of the cards of a kind of which none is in the hand or in a pile */
    size_t usual_from[HELD_KINDS + 1];
    bool usual_fails[HELD_KINDS];
    Choice *choices;
    size_t choice_count, choice_room, choice_from[ROWS + 1];
    Laying *layings;
    size_t laying_count, laying_room;
    Free *states[2], *all; /* `all`: of the plan at hand */
    size_t state_count[2], state_room[2], all_count, all_room;
    const Choice *chosen[ROWS];
    bool has_failed; /* no memory */
} Planner;

bool make_room(void **items, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    size_t more = 2 * *room + 16;
    void *grown = realloc(*items, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

static int sort_of(int kind) { return kind < DIAMONDS ? quality_of(kind / 2) : kind; }
static bool has_loupe(int kind) { return kind < DIAMONDS && kind % 2 == 0; }

/* After what time a card came that is in the hand at `time`. */
static int32_t low_of(const HiddenSeat *seat, int kind, int32_t time)
{
    int32_t low = LONG_AGO;
    for (int i = 0; i < seat->lack_count; i++)
        if (seat->lacks[i].kind == sort_of(kind) && seat->lacks[i].time <= time && seat->lacks[i].time > low)
            low = seat->lacks[i].time;
    return low;
}

/* --- arrivals --- */

static int segment_of(const Planner *p, int32_t low)
{
    int segment = 0;
    while (segment < p->segment_count && p->cuts[segment] < low)
        segment++;
    return segment;
}

static int by_time(const void *a, const void *b)
{
    int32_t first = ((const Arrival *)a)->time, second = ((const Arrival *)b)->time;
    return (first > second) - (first < second);
}

/* The segments: one for each time that was the last one at which a lack was seen before some arrival. False for too many. */
static bool set_arrivals(Planner *p)
{
    const HiddenSeat *seat = p->seat;
    for (int i = 0; i < seat->arrival_count; i++)
        p->arrivals[i].time = seat->arrivals[i];
    if (seat->arrival_count)
        qsort(p->arrivals, (size_t)seat->arrival_count, sizeof *p->arrivals, by_time);
    for (int i = 0; i < seat->arrival_count; i++) {
        int32_t cut = LONG_AGO;
        for (int k = 0; k < seat->lack_count; k++)
            if (seat->lacks[k].time < p->arrivals[i].time && seat->lacks[k].time > cut)
                cut = seat->lacks[k].time;
        if (!p->segment_count || p->cuts[p->segment_count - 1] < cut)
            p->cuts[p->segment_count++] = cut;
        p->arrivals[i].segment = p->segment_count - 1;
    }
    return p->segment_count <= SEGMENTS;
}

/* Adds ways to a list of states in which each occurs once. */
static void add_state(Planner *p, Free **states, size_t *count, size_t *room, const uint8_t *left, double ways)
{
    for (size_t i = 0; i < *count; i++)
        if (!memcmp((*states)[i].left, left, SEGMENTS)) {
            (*states)[i].ways += ways;
            return;
        }
    void *items = *states;
    if (!make_room(&items, room, *count, sizeof **states)) {
        p->has_failed = true;
        return;
    }
    *states = items;
    Free *state = &(*states)[(*count)++];
    memcpy(state->left, left, SEGMENTS);
    state->ways = ways;
}

/* Gives each of the windows, which are sorted by `high`, an arrival; the states then are those in p->states[returned]. */
static int give_arrivals(Planner *p, const Window *windows, int count)
{
    static const uint8_t none[SEGMENTS] = {0};
    int now = 0, came = 0, total = p->seat->arrival_count;
    p->state_count[0] = 0;
    add_state(p, &p->states[0], &p->state_count[0], &p->state_room[0], none, 1);
    for (int i = 0; i <= count && !p->has_failed; i++) {
        for (; came < total && (i == count || p->arrivals[came].time <= windows[i].high); came++)
            for (size_t k = 0; k < p->state_count[now]; k++)
                p->states[now][k].left[p->arrivals[came].segment]++;
        if (i == count)
            break;
        int next = !now;
        p->state_count[next] = 0;
        for (size_t k = 0; k < p->state_count[now]; k++)
            for (int at = segment_of(p, windows[i].low); at < p->segment_count; at++) {
                Free state = p->states[now][k];
                if (!state.left[at])
                    continue;
                double ways = state.ways * state.left[at]--;
                add_state(p, &p->states[next], &p->state_count[next], &p->state_room[next], state.left, ways);
            }
        now = next;
    }
    return now;
}

/* --- windows --- */

/* Inserts a window into a list that is sorted by the end, the narrowest last. */
static void insert(Window *windows, int *count, Window window, bool wide_first)
{
    int at = (*count)++;
    while (at &&
           (windows[at - 1].high > window.high ||
            (windows[at - 1].high == window.high && (wide_first ? windows[at - 1].low > window.low : windows[at - 1].low < window.low)))) {
        windows[at] = windows[at - 1];
        at--;
    }
    windows[at] = window;
}

/* Takes out of the windows of cards of one kind those of cards that came openly: the ones that end first, so that the others are as wide as
 * possible. False if such a card has none. */
static bool take_public(const HiddenSeat *seat, int kind, Window *windows, int *count)
{
    for (int32_t before = EVER;;) { /* the latest times first */
        int32_t time = LONG_AGO - 1;
        int often = 0;
        for (int i = 0; i < seat->public_count; i++)
            if (seat->came[i].kind == kind && seat->came[i].time < before && seat->came[i].time >= time) {
                often = seat->came[i].time == time ? often + 1 : 1;
                time = seat->came[i].time;
            }
        if (!often)
            return true;
        for (; often; often--) {
            int at = 0;
            while (at < *count && !(windows[at].low < time && time < windows[at].high))
                at++;
            if (at == *count)
                return false;
            memmove(windows + at, windows + at + 1, (size_t)(*count - at - 1) * sizeof *windows);
            --*count;
        }
        before = time;
    }
}

/* The windows of cards of one kind that are left for unknown cards; -1 where a card that came openly has none. `chosen` piles. */
static int rest_of(const Planner *p, int kind, int in_hand, const Laying *const *layings, int pile_count, Window *windows)
{
    const HiddenSeat *seat = p->seat;
    int count = 0;
    for (int i = 0; i < seat->gone_count; i++)
        if (seat->gone[i].kind == kind)
            insert(windows, &count, (Window){seat->gone[i].low, seat->gone[i].high}, false);
    for (int i = 0; i < in_hand; i++)
        insert(windows, &count, (Window){low_of(seat, kind, p->now), EVER}, false);
    for (int pile = 0; pile < pile_count; pile++)
        for (int i = 0; i < layings[pile]->count; i++)
            if (layings[pile]->cards[i].kind == kind)
                insert(windows, &count, layings[pile]->cards[i].window, false);
    return take_public(seat, kind, windows, &count) ? count : -1;
}

static void set_usual(Planner *p)
{
    size_t total = 0;
    for (int kind = 0; kind < HELD_KINDS; kind++) {
        int count = rest_of(p, kind, 0, NULL, 0, p->usual + total);
        p->usual_from[kind] = total;
        p->usual_fails[kind] = count < 0;
        total += count > 0 ? (size_t)count : 0;
    }
    p->usual_from[HELD_KINDS] = total;
}

/* --- piles --- */

/* In how many ways cards can fill places, named ones among them: each of those was known to be in the hand before. `open`: places. */
static double ways_to_lay(const Window *places, unsigned open, const Named *const *named, int count)
{
    double ways = 0;
    if (!count) {
        ways = 1;
        for (unsigned left = open; left; left &= left - 1)
            ways *= bits_count(left);
        return ways;
    }
    for (unsigned left = open; left; left &= left - 1) {
        const Window *place = &places[bits_lowest(left)];
        if (place->low <= named[0]->since && named[0]->since < place->high)
            ways += ways_to_lay(places, open & ~(left & -left), named + 1, count - 1);
    }
    return ways;
}

static void add_laying(Planner *p, size_t from, const Laying *laying)
{
    for (size_t i = from; i < p->laying_count; i++)
        if (p->layings[i].count == laying->count &&
            !memcmp(p->layings[i].cards, laying->cards, (size_t)laying->count * sizeof laying->cards[0])) {
            p->layings[i].ways += laying->ways;
            return;
        }
    void *items = p->layings;
    if (!make_room(&items, &p->laying_room, p->laying_count, sizeof *p->layings)) {
        p->has_failed = true;
        return;
    }
    p->layings = items;
    p->layings[p->laying_count++] = *laying;
}

/* The pile at hand: where its cards were laid, and what is chosen for it. */
typedef struct Heap {
    const HiddenPile *pile;
    Window places[PLACES];
    int place_count, row, loupes;  /* cards with a loupe that are in it now */
    const Named *named[2][COPIES]; /* plain ones, and with a loupe */
    int named_count[2];
} Heap;

/* All ways in which its cards, and those that went out of it, may have been laid. `kinds`: by place of those that went out, else NOWHERE.
 */
static void add_layings(Planner *p, const Heap *heap, size_t from, int out, uint8_t *kinds)
{
    if (out < heap->pile->taken_count) {
        for (int at = 0; at < heap->place_count; at++)
            if (kinds[at] == NOWHERE && heap->places[at].high < heap->pile->taken[out].time) {
                kinds[at] = (uint8_t)heap->pile->taken[out].kind;
                add_layings(p, heap, from, out + 1, kinds);
                kinds[at] = NOWHERE;
            }
        return;
    }
    unsigned rest = 0;
    for (int at = 0; at < heap->place_count; at++)
        rest |= (unsigned)(kinds[at] == NOWHERE) << at;
    for (unsigned with = rest;; with = (with - 1) & rest) { /* all sets of places of cards with a loupe */
        if (bits_count(with) == heap->loupes) {
            Laying laying = {.count = heap->place_count};
            laying.ways = ways_to_lay(heap->places, rest & ~with, heap->named[0], heap->named_count[0]) *
                          ways_to_lay(heap->places, with, heap->named[1], heap->named_count[1]);
            for (int at = 0; at < heap->place_count; at++) {
                int kind = kinds[at] != NOWHERE ? kinds[at] : 2 * heap->row + !(with >> at & 1);
                int place = at; /* places come in the order of their windows: only kinds of one window must be sorted */
                while (place && laying.cards[place - 1].kind > kind &&
                       !memcmp(&laying.cards[place - 1].window, &heap->places[at], sizeof(Window))) {
                    laying.cards[place] = laying.cards[place - 1];
                    place--;
                }
                laying.cards[place].kind = kind;
                laying.cards[place].window = heap->places[at];
            }
            if (laying.ways > 0)
                add_laying(p, from, &laying);
        }
        if (!with)
            return;
    }
}

/* Whether a vain Perce-blindage says that the pile is not so. Cards that are told were not there: Knowledge looks at them. */
static bool is_denied(const HiddenSeat *seat, const HiddenPile *pile, int quality, int loupes)
{
    for (int i = 0; i < seat->denial_count; i++) {
        const Denial *denial = &seat->denials[i];
        int later = 0, earlier = 0;
        for (int k = 0; k < pile->lay_count; k++) {
            later += pile->lays[k].time > denial->time ? pile->lays[k].count : 0;
            earlier += pile->lays[k].time < denial->time;
        }
        if (denial->quality == quality && (denial->only_loupes ? loupes > later : earlier > 0))
            return true;
    }
    return false;
}

/* The choice of these named cards and so many unseen ones with a loupe, if it is possible. */
static void add_choice(Planner *p, Heap *heap, uint64_t named, int size, int loupes)
{
    const HiddenPile *pile = heap->pile;
    int plain = size - bits_count(named) - loupes, plain_kind = 2 * heap->row + 1;
    Choice choice = {.named = named, .laying = p->laying_count, .row = (uint8_t)heap->row};
    if (plain < 0 || plain > cards_of(p->unseen, plain_kind))
        return;
    heap->loupes = loupes;
    heap->named_count[0] = heap->named_count[1] = 0;
    for (uint64_t left = named; left; left &= left - 1) {
        const Named *each = &p->seat->named[bits_lowest(left)];
        int with = has_loupe(each->kind);
        heap->named[with][heap->named_count[with]++] = each;
        heap->loupes += with;
        choice.cards += card(each->kind);
    }
    int gone = 0;
    for (int i = 0; i < pile->taken_count; i++)
        gone += has_loupe(pile->taken[i].kind);
    if (is_denied(p->seat, pile, quality_of(heap->row), heap->loupes + gone))
        return;
    uint8_t kinds[PLACES];
    memset(kinds, NOWHERE, sizeof kinds);
    add_layings(p, heap, choice.laying, 0, kinds);
    choice.laying_count = (int)(p->laying_count - choice.laying);
    choice.unseen = (Cards)loupes * card(2 * heap->row) + (Cards)plain * card(plain_kind);
    choice.cards += choice.unseen;
    for (int i = 0; i < pile->card_count; i++)
        choice.cards += card(pile->cards[i]);
    void *items = p->choices;
    if (!choice.laying_count || p->has_failed)
        return;
    if (!make_room(&items, &p->choice_room, p->choice_count, sizeof choice)) {
        p->has_failed = true;
        return;
    }
    p->choices = items;
    p->choices[p->choice_count++] = choice;
}

/* What the pile may consist of if it is of this row. */
static void add_choices_of_row(Planner *p, const HiddenPile *pile, int row)
{
    const HiddenSeat *seat = p->seat;
    Heap heap = {.pile = pile, .row = row};
    int size = -pile->taken_count, named_count = 0;
    uint64_t named = 0;
    for (int i = 0; i < seat->named_count; i++)
        if (sort_of(seat->named[i].kind) == quality_of(row)) {
            named |= UINT64_C(1) << i;
            named_count++;
        }
    for (int i = 0; i < pile->lay_count; i++)
        size += pile->lays[i].count;
    int known = named_count < COPIES ? named_count : COPIES;
    if (size < 0 || size + pile->taken_count > PLACES || size > known + row_count(p->unseen, row))
        return;
    for (int i = 0; i < pile->lay_count; i++)
        for (int k = 0; k < pile->lays[i].count; k++) {
            heap.places[heap.place_count].low = low_of(seat, 2 * row + 1, pile->lays[i].time);
            heap.places[heap.place_count++].high = pile->lays[i].time;
        }
    for (uint64_t subset = named;; subset = (subset - 1) & named) {
        if (bits_count(subset) <= size && bits_count(subset) <= COPIES)
            for (int loupes = 0; loupes <= cards_of(p->unseen, 2 * row); loupes++)
                add_choice(p, &heap, subset, size, loupes);
        if (!subset)
            return;
    }
}

static void set_choices(Planner *p)
{
    const HiddenSeat *seat = p->seat;
    bool known[ROWS + 1] = {false};
    for (int i = 0; i < seat->pile_count; i++)
        known[seat->piles[i].quality] = true;
    for (int i = 0; i < seat->pile_count; i++) {
        const HiddenPile *pile = &seat->piles[i];
        p->choice_from[i] = p->choice_count;
        for (int row = 0; row < ROWS; row++)
            if (pile->quality ? pile->quality == quality_of(row) : !known[quality_of(row)])
                add_choices_of_row(p, pile, row);
    }
    p->choice_from[seat->pile_count] = p->choice_count;
}

/* --- plans --- */

/* The windows of unknown cards where the piles were laid so, sorted by `high`; -1 if the play is not possible. */
static int unknown_windows(Planner *p, Cards hand, const Laying *const *layings)
{
    Cards touched = hand;
    int count = 0;
    for (int pile = 0; pile < p->seat->pile_count; pile++)
        for (int i = 0; i < layings[pile]->count; i++)
            touched |= card(layings[pile]->cards[i].kind);
    for (int kind = 0; kind < HELD_KINDS; kind++) {
        const Window *rest = p->usual + p->usual_from[kind];
        int rest_count = p->usual_fails[kind] ? -1 : (int)(p->usual_from[kind + 1] - p->usual_from[kind]);
        if (cards_of(touched, kind)) {
            rest = p->spare;
            rest_count = rest_of(p, kind, cards_of(hand, kind), layings, p->seat->pile_count, p->spare);
        }
        if (rest_count < 0)
            return -1;
        for (int i = 0; i < rest_count; i++)
            insert(p->windows, &count, rest[i], true);
    }
    return count;
}

/* When the unseen cards of a hand can have come: into p->all, for all ways to lay the piles from this one on. */
static void add_free(Planner *p, Cards hand, const Laying **layings, int pile, double often)
{
    if (pile < p->seat->pile_count) {
        const Choice *choice = p->chosen[pile];
        for (int i = 0; i < choice->laying_count; i++) {
            layings[pile] = &p->layings[choice->laying + (size_t)i];
            add_free(p, hand, layings, pile + 1, often * layings[pile]->ways);
        }
        return;
    }
    int count = unknown_windows(p, hand, layings);
    if (count < 0 || count > p->seat->arrival_count)
        return;
    int now = give_arrivals(p, p->windows, count);
    for (size_t i = 0; i < p->state_count[now] && !p->has_failed; i++)
        add_state(p, &p->all, &p->all_count, &p->all_room, p->states[now][i].left, often * p->states[now][i].ways);
}

static bool is_same(const Plans *plans, const Plan *plan, const Plan *other)
{
    if (plan->safe != other->safe || plan->unseen != other->unseen || plan->hand != other->hand || plan->free_count != other->free_count ||
        memcmp(plan->rows, other->rows, sizeof plan->rows))
        return false;
    for (size_t i = 0; i < plan->free_count; i++) {
        const Free *one = &plans->free[plan->free + i], *two = &plans->free[other->free + i];
        if (memcmp(one->left, two->left, SEGMENTS) || one->ways < two->ways || one->ways > two->ways)
            return false;
    }
    return true;
}

static int by_left(const void *a, const void *b) { return memcmp(((const Free *)a)->left, ((const Free *)b)->left, SEGMENTS); }

/* Adds a plan with what is in p->all. */
static void add_plan(Planner *p, Plan plan)
{
    Plans *plans = p->plans;
    qsort(p->all, p->all_count, sizeof *p->all, by_left);
    plan.free = plans->free_count;
    plan.free_count = p->all_count;
    plan.first_left = SEGMENTS;
    for (size_t i = 0; i < p->all_count; i++) {
        void *items = plans->free;
        if (!make_room(&items, &plans->free_room, plan.free + i, sizeof *plans->free)) {
            p->has_failed = true;
            return;
        }
        plans->free = items;
        plans->free[plan.free + i] = p->all[i];
        for (uint8_t at = 0; at < plan.first_left; at++)
            if (p->all[i].left[at])
                plan.first_left = at;
    }
    for (size_t i = 0; i < plans->count; i++)
        if (is_same(plans, &plans->plans[i], &plan)) {
            plans->plans[i].ways++;
            return;
        }
    void *items = plans->plans;
    if (!make_room(&items, &plans->room, plans->count, sizeof plan)) {
        p->has_failed = true;
        return;
    }
    plans->plans = items;
    plans->plans[plans->count++] = plan;
    plans->free_count += plan.free_count;
}

/* The plan of what is chosen for the piles, if it is possible. */
static void plan_of(Planner *p)
{
    const HiddenSeat *seat = p->seat;
    const Laying *layings[ROWS] = {NULL};
    Plan plan = {.ways = 1};
    uint64_t laid = 0;
    int in_hand = 0, size = 0;
    for (int pile = 0; pile < seat->pile_count; pile++) {
        laid |= p->chosen[pile]->named;
        plan.safe += p->chosen[pile]->cards;
        plan.unseen += p->chosen[pile]->unseen;
        plan.rows[pile] = p->chosen[pile]->row;
    }
    for (int i = 0; i < seat->named_count; i++)
        if (!(laid >> i & 1)) {
            if (low_of(seat, seat->named[i].kind, p->now) > seat->named[i].since)
                return;
            plan.hand += card(seat->named[i].kind);
            in_hand++;
        }
    p->all_count = 0;
    add_free(p, plan.hand, layings, 0, 1);
    if (!p->all_count || p->has_failed)
        return;
    for (int at = 0; at < SEGMENTS; at++)
        size += p->all[0].left[at];
    plan.size = (uint8_t)size;
    if (size + in_hand == seat->size)
        add_plan(p, plan);
}

/* One choice for each pile, of different rows, with at least so many named cards: there is no room for more in the hand. */
static void choose(Planner *p, int pile, unsigned used, int least)
{
    if (pile == p->seat->pile_count) {
        if (least <= 0)
            plan_of(p);
        return;
    }
    for (size_t i = p->choice_from[pile]; i < p->choice_from[pile + 1] && !p->has_failed; i++) {
        const Choice *choice = &p->choices[i];
        if (used >> choice->row & 1)
            continue;
        p->chosen[pile] = choice;
        choose(p, pile + 1, used | 1u << choice->row, least - bits_count(choice->named));
    }
}

bool plans_of(Plans *plans, const HiddenSeat *seat, int now, Cards unseen)
{
    Planner p = {.seat = seat, .plans = plans, .now = now, .unseen = unseen};
    size_t windows = (size_t)(seat->gone_count + seat->named_count + PLACES * ROWS + 1), arrivals = (size_t)seat->arrival_count + 1;
    p.cuts = malloc(arrivals * sizeof *p.cuts);
    p.arrivals = malloc(arrivals * sizeof *p.arrivals);
    p.windows = malloc(windows * sizeof *p.windows);
    p.spare = malloc(windows * sizeof *p.spare);
    p.usual = malloc(windows * sizeof *p.usual);
    bool is_ready = p.cuts && p.arrivals && p.windows && p.spare && p.usual && set_arrivals(&p);
    if (is_ready) {
        for (int kind = 0; kind < HELD_KINDS; kind++)
            plans->levels[kind] = (uint8_t)segment_of(&p, low_of(seat, kind, now));
        set_usual(&p);
        set_choices(&p);
        choose(&p, 0, 0, seat->named_count - seat->size);
    }
    free(p.cuts);
    free(p.arrivals);
    free(p.windows);
    free(p.spare);
    free(p.usual);
    free(p.choices);
    free(p.layings);
    free(p.states[0]);
    free(p.states[1]);
    free(p.all);
    return is_ready && !p.has_failed;
}

void plans_free(Plans *plans)
{
    free(plans->plans);
    free(plans->free);
}
