#include "diams/players/worlds.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"

enum { HIDDEN_SEATS = SEATS, MOST_CARDS = 64 };

static const uint64_t SALT = UINT64_C(0x9D3C5A7F10E24B86); /* what is played in world i has stream i of the seed itself */

/* Of some worlds: how many they are (rounded, and the last 64 bits), and in how many ways their cards can have come, all together. */
typedef struct Ways {
    double worlds, weight;
    uint64_t low;
} Ways;

/* One plan for every hidden seat, and the weight of all lots up to this one. */
typedef struct Lot {
    uint32_t plans[HIDDEN_SEATS];
    double end;
} Lot;

/* The ways to fill the bound hands from one on. */
typedef struct Entry {
    Hash hash; /* all 128 bits count. key 0: free */
    Ways ways;
} Entry;

struct Worlds {
    State base;
    int32_t *words;
    int now, pile_rest, seat_count, class_count;
    bool is_pile_told, is_question;
    Cards unseen;
    uint8_t classes[HELD_KINDS];   /* of kinds: those of one class can have come by the same arrivals of all seats */
    uint8_t first_of[HELD_KINDS];  /* a kind of each class */
    uint8_t highest[HIDDEN_SEATS]; /* the highest level of an unseen kind */
    HiddenSeat seats[HIDDEN_SEATS];
    Plans plans[HIDDEN_SEATS];
    Lot *lots;
    size_t lot_count, lot_room;
    Ways total;
    Entry *entries; /* a hash table */
    size_t entry_count, entry_bits;
    double choose[MOST_CARDS + 1][MOST_CARDS + 1];
    uint64_t choose_low[MOST_CARDS + 1][MOST_CARDS + 1];
    bool has_failed; /* no memory */
};

/* The hands of a lot. Hands are bound where it matters which cards they get; the others take any. */
typedef struct Hands {
    const Plan *plans[HIDDEN_SEATS];
    int order[HIDDEN_SEATS]; /* of the seats: bound ones first */
    int bound_count;
    double weight_of_others;
} Hands;

typedef struct Sizes {
    uint8_t of[HELD_KINDS]; /* by class, how many cards are left */
} Sizes;

/* --- reading --- */

typedef struct Reader {
    const int32_t *at, *end;
    bool is_bad;
} Reader;

static int32_t next(Reader *r)
{
    if (r->at == r->end) {
        r->is_bad = true;
        return 0;
    }
    return *r->at++;
}

/* The next items, so many words each, behind their number. */
static const void *items(Reader *r, int words, int most, int *count)
{
    int32_t number = next(r);
    const int32_t *first = r->at;
    if (number < 0 || number > most || (r->end - r->at) / words < number) {
        r->is_bad = true;
        number = 0;
    }
    r->at += number * words;
    *count = number;
    return first;
}

static void check_kinds(Reader *r, const int32_t *items, int words, int count)
{
    for (int i = 0; i < count; i++)
        r->is_bad |= items[i * words] < 0 || items[i * words] >= HELD_KINDS;
}

static void read_seat(Reader *r, HiddenSeat *seat)
{
    enum { MANY = 1 << 12 };
    seat->number = next(r);
    seat->size = next(r);
    seat->named = items(r, 2, MOST_NAMED, &seat->named_count);
    seat->arrivals = items(r, 1, MOST_CARDS, &seat->arrival_count);
    seat->came = items(r, 2, MANY, &seat->public_count);
    seat->gone = items(r, 3, MANY, &seat->gone_count);
    seat->lacks = items(r, 2, MANY, &seat->lack_count);
    seat->denials = items(r, 3, MANY, &seat->denial_count);
    check_kinds(r, (const int32_t *)seat->named, 2, seat->named_count);
    check_kinds(r, (const int32_t *)seat->came, 2, seat->public_count);
    check_kinds(r, (const int32_t *)seat->gone, 3, seat->gone_count);
    seat->pile_count = next(r);
    r->is_bad |= seat->pile_count < 0 || seat->pile_count > ROWS || seat->number < 0 || seat->number >= SEATS;
    for (int i = 0; i < seat->pile_count && !r->is_bad; i++) {
        HiddenPile *pile = &seat->piles[i];
        pile->quality = next(r);
        r->is_bad |= pile->quality < 0 || pile->quality > ROWS;
        pile->cards = items(r, 1, COPIES, &pile->card_count);
        pile->lays = items(r, 2, MANY, &pile->lay_count);
        pile->taken = items(r, 2, COPIES, &pile->taken_count);
        check_kinds(r, pile->cards, 1, pile->card_count);
        check_kinds(r, (const int32_t *)pile->taken, 2, pile->taken_count);
    }
}

static bool read_words(Worlds *w, size_t count)
{
    Reader r = {.at = w->words, .end = w->words + count};
    w->now = next(&r);
    w->is_pile_told = next(&r);
    w->pile_rest = next(&r);
    for (int kind = 0; kind < HELD_KINDS; kind++) {
        int32_t number = next(&r);
        r.is_bad |= number < 0 || number > (kind < DIAMONDS ? COPIES : 1);
        w->unseen += r.is_bad ? 0 : (Cards)number * card(kind);
    }
    w->seat_count = next(&r);
    r.is_bad |= w->seat_count < 0 || w->seat_count > HIDDEN_SEATS;
    for (int i = 0; i < w->seat_count && !r.is_bad; i++)
        read_seat(&r, &w->seats[i]);
    return !r.is_bad && r.at == r.end;
}

/* --- hands --- */

static Ways times(Ways ways, int n, int k, const Worlds *w)
{
    return (Ways){ways.worlds * w->choose[n][k], ways.weight * w->choose[n][k], ways.low * w->choose_low[n][k]};
}

static double factorial(int n)
{
    double ways = 1;
    for (; n > 1; n--)
        ways *= n;
    return ways;
}

/* In how many ways cards can take the free arrivals: `wanted[level]` of them, by the first segment that is possible for them. */
static double orders(const uint8_t *left, const uint8_t *wanted)
{
    double ways = 1;
    int open = 0;
    for (int level = SEGMENTS; level >= 0; level--) {
        open += level < SEGMENTS ? left[level] : 0;
        for (int i = 0; i < wanted[level]; i++)
            ways *= open > 0 ? open-- : 0;
    }
    return ways;
}

/* In how many ways these cards of a bound hand can have come, and with them those that the seat laid or gave up. */
static double weight_of(const Worlds *w, int seat, const Plan *plan, const Sizes *taken)
{
    uint8_t wanted[SEGMENTS + 1] = {0};
    double weight = 0;
    for (int i = 0; i < w->class_count; i++)
        wanted[w->plans[seat].levels[w->first_of[i]]] += taken->of[i];
    for (size_t i = 0; i < plan->free_count; i++) {
        const Free *free = &w->plans[seat].free[plan->free + i];
        weight += free->ways * orders(free->left, wanted);
    }
    return weight;
}

static int sum_of(const Worlds *w, const Sizes *sizes)
{
    int sum = 0;
    for (int i = 0; i < w->class_count; i++)
        sum += sizes->of[i];
    return sum;
}

static Sizes sizes_of(const Worlds *w, Cards cards)
{
    Sizes sizes = {{0}};
    for (int kind = 0; kind < HELD_KINDS; kind++)
        sizes.of[w->classes[kind]] += (uint8_t)cards_of(cards, kind);
    return sizes;
}

static Hands hands_of(const Worlds *w, const uint32_t *plans)
{
    Hands hands = {.weight_of_others = 1};
    int others = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int seat = 0; seat < w->seat_count; seat++) {
            const Plan *plan = hands.plans[seat] = &w->plans[seat].plans[plans[seat]];
            bool is_bound = w->highest[seat] > plan->first_left;
            if (is_bound == (pass == 0))
                hands.order[pass ? hands.bound_count + others++ : hands.bound_count++] = seat;
            if (!is_bound && pass) {
                double ways = 0;
                for (size_t i = 0; i < plan->free_count; i++)
                    ways += w->plans[seat].free[plan->free + i].ways;
                hands.weight_of_others *= ways * factorial(plan->size);
            }
        }
    return hands;
}

static Hash hash_of_hands(const Worlds *w, const Hands *hands, int step, const Sizes *sizes)
{
    Hash hash = hash_of((uint64_t)step);
    for (int i = step; i < w->seat_count; i++) {
        const Plan *plan = hands->plans[hands->order[i]];
        hash_add(&hash, (uint64_t)hands->order[i] << 32 | plan->size);
        for (size_t k = 0; k < plan->free_count && i < hands->bound_count; k++) {
            const Free *free = &w->plans[hands->order[i]].free[plan->free + k];
            uint64_t words[SEGMENTS / 8 + 1];
            memcpy(words, free->left, SEGMENTS);
            memcpy(&words[SEGMENTS / 8], &free->ways, sizeof free->ways);
            for (int at = 0; at <= SEGMENTS / 8; at++)
                hash_add(&hash, words[at]);
        }
    }
    uint64_t words[HELD_KINDS / 8 + 1] = {0};
    memcpy(words, sizes->of, HELD_KINDS);
    for (int at = 0; at <= HELD_KINDS / 8; at++)
        hash_add(&hash, words[at]);
    double others = hands->weight_of_others;
    uint64_t word;
    memcpy(&word, &others, sizeof word);
    hash_add(&hash, word);
    hash = hash_finish(hash);
    hash.key = hash.key ? hash.key : 1;
    return hash;
}

static Entry *entry_of(Entry *entries, size_t bits, const Hash *hash)
{
    size_t mask = ((size_t)1 << bits) - 1, at = hash->key & mask;
    while (entries[at].hash.key && (entries[at].hash.key != hash->key || entries[at].hash.check != hash->check))
        at = (at + 1) & mask;
    return &entries[at];
}

static void keep(Worlds *w, const Hash *hash, Ways ways)
{
    if (2 * w->entry_count >= (size_t)1 << w->entry_bits || !w->entries) {
        size_t bits = w->entries ? w->entry_bits + 1 : 6;
        Entry *entries = calloc((size_t)1 << bits, sizeof *entries);
        if (!entries) {
            w->has_failed = true;
            return;
        }
        for (size_t i = 0; w->entries && i < (size_t)1 << w->entry_bits; i++)
            if (w->entries[i].hash.key)
                *entry_of(entries, bits, &w->entries[i].hash) = w->entries[i];
        free(w->entries);
        w->entries = entries;
        w->entry_bits = bits;
    }
    *entry_of(w->entries, w->entry_bits, hash) = (Entry){*hash, ways};
    w->entry_count++;
}

/* What a bound hand may get: a way to choose cards of each class. */
typedef struct Split {
    Sizes taken, after;
    int at, need; /* the class at hand; cards still to take */
    Ways ways;    /* to choose them */
} Split;

typedef void (*OnSplit)(void *context, const Split *split);

static void each_split(const Worlds *w, Split split, OnSplit on_split, void *context)
{
    if (split.at == w->class_count) {
        if (!split.need)
            on_split(context, &split);
        return;
    }
    int size = split.after.of[split.at], at = split.at++, need = split.need;
    Ways before = split.ways;
    for (int count = 0; count <= size && count <= need; count++) {
        split.taken.of[at] = (uint8_t)count;
        split.after.of[at] = (uint8_t)(size - count);
        split.need = need - count;
        split.ways = times(before, size, count, w);
        each_split(w, split, on_split, context);
    }
}

typedef struct Filling {
    Worlds *w;
    const Hands *hands;
    int step;
    Ways ways;
} Filling;

static Ways ways_of(Worlds *w, const Hands *hands, int step, const Sizes *sizes);

static void add_split(void *context, const Split *split)
{
    Filling *filling = context;
    int seat = filling->hands->order[filling->step];
    double weight = weight_of(filling->w, seat, filling->hands->plans[seat], &split->taken);
    if (weight <= 0)
        return;
    Ways rest = ways_of(filling->w, filling->hands, filling->step + 1, &split->after);
    filling->ways.worlds += split->ways.worlds * rest.worlds;
    filling->ways.low += split->ways.low * rest.low;
    filling->ways.weight += weight * split->ways.weight * rest.weight;
}

static const Ways ONE = {1, 1, 1};

/* The ways to fill the hands that are not bound. */
static Ways ways_of_others(const Worlds *w, const Hands *hands, int total)
{
    Ways ways = {1, hands->weight_of_others, 1};
    for (int i = hands->bound_count; i < w->seat_count; i++) {
        int size = hands->plans[hands->order[i]]->size;
        if (size > total)
            return (Ways){0, 0, 0};
        ways = times(ways, total, size, w);
        total -= size;
    }
    return ways;
}

/* The ways to fill the hands from this one on from classes of these sizes. */
static Ways ways_of(Worlds *w, const Hands *hands, int step, const Sizes *sizes)
{
    if (step == hands->bound_count)
        return ways_of_others(w, hands, sum_of(w, sizes));
    Hash hash = hash_of_hands(w, hands, step, sizes);
    if (w->entries) {
        const Entry *known = entry_of(w->entries, w->entry_bits, &hash);
        if (known->hash.key)
            return known->ways;
    }
    Filling filling = {w, hands, step, {0, 0, 0}};
    Split split = {.after = *sizes, .need = hands->plans[hands->order[step]]->size, .ways = ONE};
    each_split(w, split, add_split, &filling);
    keep(w, &hash, filling.ways);
    return filling.ways;
}

/* --- lots --- */

static void add_lot(Worlds *w, const uint32_t *plans, Cards left, Ways ways)
{
    int rest = card_count(left);
    for (int seat = 0; seat < w->seat_count; seat++)
        rest -= w->plans[seat].plans[plans[seat]].size;
    if (rest != w->pile_rest)
        return;
    Hands hands = hands_of(w, plans);
    Sizes sizes = sizes_of(w, left);
    Ways filled = ways_of(w, &hands, 0, &sizes);
    if (filled.worlds <= 0)
        return;
    void *list = w->lots;
    if (!make_room(&list, &w->lot_room, w->lot_count, sizeof *w->lots)) {
        w->has_failed = true;
        return;
    }
    w->lots = list;
    w->total.worlds += ways.worlds * filled.worlds;
    w->total.low += ways.low * filled.low;
    w->total.weight += ways.weight * filled.weight;
    Lot *lot = &w->lots[w->lot_count++];
    memcpy(lot->plans, plans, sizeof lot->plans);
    lot->end = w->total.weight;
}

/* In how many ways the unseen cards of a plan's piles can be taken out of those that are left; 0 if there are not enough. */
static Ways taken_out(const Worlds *w, const Plan *plan, Cards left)
{
    Ways ways = {plan->ways, plan->ways, plan->ways};
    for (int kind = 0; kind < DIAMONDS && plan->unseen; kind++) {
        int count = cards_of(plan->unseen, kind), there = cards_of(left, kind);
        if (count > there)
            return (Ways){0, 0, 0};
        if (count)
            ways = times(ways, there, count, w);
    }
    return ways;
}

/* Plans of all seats for which there are enough cards. */
static void join(Worlds *w, int seat, uint32_t *plans, Cards left, Ways ways)
{
    if (seat == w->seat_count) {
        add_lot(w, plans, left, ways);
        return;
    }
    for (size_t i = 0; i < w->plans[seat].count && !w->has_failed && !(w->is_question && w->lot_count); i++) {
        const Plan *plan = &w->plans[seat].plans[i];
        Ways taken = taken_out(w, plan, left);
        if (taken.worlds <= 0)
            continue;
        plans[seat] = (uint32_t)i;
        Ways all = {ways.worlds * taken.worlds, ways.weight * taken.weight, ways.low * taken.low};
        join(w, seat + 1, plans, left - plan->unseen, all);
    }
}

static void set_classes(Worlds *w)
{
    for (int kind = 0; kind < HELD_KINDS; kind++) {
        int at = 0, seat = 0;
        for (; at < w->class_count; at++) {
            for (seat = 0; seat < w->seat_count; seat++)
                if (w->plans[seat].levels[kind] != w->plans[seat].levels[w->first_of[at]])
                    break;
            if (seat == w->seat_count)
                break;
        }
        if (at == w->class_count)
            w->first_of[w->class_count++] = (uint8_t)kind;
        w->classes[kind] = (uint8_t)at;
        for (seat = 0; seat < w->seat_count && cards_of(w->unseen, kind); seat++)
            if (w->plans[seat].levels[kind] > w->highest[seat])
                w->highest[seat] = w->plans[seat].levels[kind];
    }
}

static void set_choose(Worlds *w)
{
    for (int n = 0; n <= MOST_CARDS; n++)
        for (int k = 0; k <= n; k++) {
            w->choose[n][k] = k && k < n ? w->choose[n - 1][k - 1] + w->choose[n - 1][k] : 1;
            w->choose_low[n][k] = k && k < n ? w->choose_low[n - 1][k - 1] + w->choose_low[n - 1][k] : 1;
        }
}

Worlds *worlds_new(const State *base, const int32_t *words, size_t count, bool is_question, WorldsStatus *status)
{
    Worlds *w = calloc(1, sizeof *w);
    *status = WORLDS_NO_MEMORY;
    if (!w || !(w->words = malloc(count * sizeof *words + 1))) {
        free(w);
        return NULL;
    }
    memcpy(w->words, words, count * sizeof *words);
    w->base = *base;
    w->is_question = is_question;
    bool is_read = read_words(w, count);
    for (int seat = 0; seat < w->seat_count && is_read && !w->has_failed; seat++)
        w->has_failed = !plans_of(&w->plans[seat], &w->seats[seat], w->now, w->unseen);
    if (is_read && !w->has_failed) {
        uint32_t plans[HIDDEN_SEATS] = {0};
        set_classes(w);
        set_choose(w);
        join(w, 0, plans, w->unseen, ONE);
    }
    *status = !is_read ? WORLDS_BAD_WORDS : w->has_failed ? WORLDS_NO_MEMORY : WORLDS_OK;
    if (*status == WORLDS_OK)
        return w;
    worlds_free(w);
    return NULL;
}

void worlds_free(Worlds *w)
{
    if (!w)
        return;
    for (int seat = 0; seat < HIDDEN_SEATS; seat++)
        plans_free(&w->plans[seat]);
    free(w->words);
    free(w->lots);
    free(w->entries);
    free(w);
}

double worlds_count(const Worlds *w, uint64_t *low)
{
    *low = w->total.low;
    return w->total.worlds;
}

/* --- worlds --- */

/* The world in which hidden seats have these unseen cards in hand, and the pile the rest. */
static State world_of(const Worlds *w, const Hands *hands, const Cards *unseen_hands, Cards rest)
{
    State state = w->base;
    for (int seat = 0; seat < w->seat_count; seat++) {
        state.hand[w->seats[seat].number] = hands->plans[seat]->hand + unseen_hands[seat];
        state.safe[w->seats[seat].number] = hands->plans[seat]->safe;
    }
    if (w->is_pile_told)
        return state;
    for (int kind = 0; kind < HELD_KINDS; kind++)
        for (int i = cards_of(rest, kind); i; i--)
            state.pile[state.pile_count++] = (uint8_t)kind;
    if (state.closed == NOBODY)
        state.pile[state.pile_count++] = CARD_X;
    return state;
}

/* The unseen cards that the piles of a lot leave. */
static Cards left_by(const Worlds *w, const Hands *hands)
{
    Cards left = w->unseen;
    for (int seat = 0; seat < w->seat_count; seat++)
        left -= hands->plans[seat]->unseen;
    return left;
}

/* Any `count` of these cards, which are as many as `total`. */
static Cards any_of(Cards cards, int total, int count, Rng *rng)
{
    Cards taken = 0;
    for (; count; count--, total--) {
        int number = (int)rng_below(rng, (uint32_t)total), kind = 0;
        while (number >= cards_of(cards, kind))
            number -= cards_of(cards, kind++);
        cards -= card(kind);
        taken += card(kind);
    }
    return taken;
}

typedef struct Picking {
    const Worlds *w;
    const Hands *hands;
    int step;
    double mark; /* what is left of a random part of the weight */
    Sizes taken;
    bool is_done;
} Picking;

static void pick_split(void *context, const Split *split)
{
    Picking *picking = context;
    const Worlds *w = picking->w;
    const Hands *hands = picking->hands;
    int seat = hands->order[picking->step], next = picking->step + 1;
    double weight = picking->is_done ? 0 : weight_of(w, seat, hands->plans[seat], &split->taken);
    if (weight <= 0)
        return;
    if (next == hands->bound_count)
        weight *= ways_of_others(w, hands, sum_of(w, &split->after)).weight;
    else {
        Hash hash = hash_of_hands(w, hands, next, &split->after);
        weight *= entry_of(w->entries, w->entry_bits, &hash)->ways.weight;
    }
    weight *= split->ways.weight;
    if (weight <= 0)
        return;
    picking->taken = split->taken; /* also when rounding runs past the end: the last with a chance */
    picking->is_done = picking->mark < weight;
    picking->mark -= weight;
}

/* The cards of a bound hand, out of those that are left. */
static Cards draw_bound(const Worlds *w, const Hands *hands, int step, Cards left, Rng *rng)
{
    Sizes sizes = sizes_of(w, left);
    Hash hash = hash_of_hands(w, hands, step, &sizes);
    double total = entry_of(w->entries, w->entry_bits, &hash)->ways.weight;
    Picking picking = {.w = w, .hands = hands, .step = step, .mark = rng_double(rng) * total};
    Split split = {.after = sizes, .need = hands->plans[hands->order[step]]->size, .ways = ONE};
    each_split(w, split, pick_split, &picking);
    Cards hand = 0;
    for (int at = 0; at < w->class_count; at++) {
        Cards pool = 0;
        for (int kind = 0; kind < HELD_KINDS && picking.taken.of[at]; kind++)
            if (w->classes[kind] == at)
                pool += (Cards)cards_of(left, kind) * card(kind);
        hand += any_of(pool, sizes.of[at], picking.taken.of[at], rng);
    }
    return hand;
}

static State drawn(const Worlds *w, Rng *rng)
{
    double mark = rng_double(rng) * w->total.weight;
    size_t from = 0, to = w->lot_count - 1;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (mark < w->lots[middle].end)
            to = middle;
        else
            from = middle + 1;
    }
    Hands hands = hands_of(w, w->lots[from].plans);
    Cards left = left_by(w, &hands), cards[HIDDEN_SEATS] = {0};
    int total = card_count(left);
    for (int step = 0; step < w->seat_count; step++) {
        int seat = hands.order[step], size = hands.plans[seat]->size;
        cards[seat] = step < hands.bound_count ? draw_bound(w, &hands, step, left, rng) : any_of(left, total, size, rng);
        left -= cards[seat];
        total -= size;
    }
    return world_of(w, &hands, cards, left);
}

void worlds_draw(const Worlds *w, uint64_t seed, uint64_t first, size_t count, State *out)
{
    for (size_t i = 0; i < count; i++) {
        Rng rng = rng_stream(rng_mix(seed ^ SALT), first + i);
        out[i] = drawn(w, &rng);
    }
}

typedef struct Listing {
    const Worlds *w;
    Hands hands;
    Cards cards[HIDDEN_SEATS];
    size_t count, room;
    State *states;
    double *weights;
} Listing;

/* All cards that the hands from one on can get, the kinds before `kind` being chosen for it. */
static void list_hands(Listing *list, int step, int kind, int need, Cards left, double weight)
{
    const Worlds *w = list->w;
    if (step == w->seat_count) {
        if (list->count < list->room) {
            list->states[list->count] = world_of(w, &list->hands, list->cards, left);
            list->weights[list->count] = weight;
        }
        list->count++;
        return;
    }
    int seat = list->hands.order[step];
    if (!need) {
        if (step < list->hands.bound_count) {
            Sizes taken = sizes_of(w, list->cards[seat]);
            weight *= weight_of(w, seat, list->hands.plans[seat], &taken);
        }
        int next = step + 1 < w->seat_count ? list->hands.plans[list->hands.order[step + 1]]->size : 0;
        if (weight > 0)
            list_hands(list, step + 1, 0, next, left, weight);
        return;
    }
    if (kind == HELD_KINDS)
        return;
    int there = cards_of(left, kind);
    for (int count = 0; count <= there && count <= need; count++) {
        list->cards[seat] += (Cards)count * card(kind);
        list_hands(list, step, kind + 1, need - count, left - (Cards)count * card(kind), weight * w->choose[there][count]);
        list->cards[seat] -= (Cards)count * card(kind);
    }
}

size_t worlds_all(const Worlds *w, size_t room, State *states, double *weights)
{
    Listing list = {.w = w, .room = room, .states = states, .weights = weights};
    for (size_t i = 0; i < w->lot_count; i++) {
        list.hands = hands_of(w, w->lots[i].plans);
        Cards left = w->unseen;
        double weight = list.hands.weight_of_others;
        for (int seat = 0; seat < w->seat_count; seat++) {
            weight *= taken_out(w, list.hands.plans[seat], left).weight;
            left -= list.hands.plans[seat]->unseen;
        }
        list_hands(&list, 0, 0, w->seat_count ? list.hands.plans[list.hands.order[0]]->size : 0, left, weight);
    }
    return list.count;
}

int worlds_piles(const Worlds *w, int number, double *chances)
{
    int seat = 0;
    while (seat < w->seat_count && w->seats[seat].number != number)
        seat++;
    if (seat == w->seat_count)
        return -1;
    memset(chances, 0, ROWS * ROWS * sizeof *chances);
    for (size_t i = 0; i < w->lot_count; i++) {
        double share = (w->lots[i].end - (i ? w->lots[i - 1].end : 0)) / w->total.weight;
        const Plan *plan = &w->plans[seat].plans[w->lots[i].plans[seat]];
        for (int pile = 0; pile < w->seats[seat].pile_count; pile++)
            chances[pile * ROWS + plan->rows[pile]] += share;
    }
    return w->seats[seat].pile_count;
}
