/* Fail-soft alpha-beta. A chance node is cut as soon as the outcomes so far put its mean outside the window, whatever the others bring:
 * every value is within the bounds of all ends of the round (Star1). The transposition table keeps two bounds for each state; states that
 * differ only in what can no longer matter share an entry. */
#include "diams/search/alphabeta.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "diams/search/lastlap.h"

enum { FIRST_BITS = 10, MOST_BITS = 40, NEAR = 16, POLL_NODES = 1024 };

typedef struct Proof {
    Hash hash; /* all 128 bits count: collisions are too unlikely to occur. key 0: free */
    double lower, upper;
    Move best; /* the hash move: best so far, tried first; none: kind is NOBODY */
} Proof;

typedef struct Outcome {
    Cards cards;
    double chance;
} Outcome;

typedef struct Scored {
    Move move;
    int score;
} Scored;

struct AlphaBeta {
    Question question;
    Proof *proofs; /* a hash table */
    uint32_t bits, most_bits;
    uint64_t proof_count;
    Scored *moves; /* a stack: the moves of all states on the current path */
    size_t move_count, move_room;
    Outcome *outcomes; /* the same */
    size_t outcome_count, outcome_room;
    uint64_t nodes, node_limit;
    ShouldStop should_stop;
    void *context;
    SearchStatus status;
    Move listed[MAX_MOVES]; /* of one state: too large for the call stack */
};

/* What the cards of a seat bring that has acted: for piles, in loupes, and the sum of the hand. */
typedef struct Brought {
    uint64_t laid;
    int loupes, sum;
} Brought;

static Brought brought_by(const Rules *rules, const State *s, int seat)
{
    return (Brought){(uint64_t)state_laid_value(rules, s->safe[seat]), loupe_count(s->safe[seat]), quality_sum(s->hand[seat])};
}

/* Adds what counts of all who have acted. Of the others together only the total counts, and who competes for the bonuses; except for
 * chips, which depend on each of them. */
static void add_acted(const AlphaBeta *search, const State *s, Hash *hash)
{
    Brought all = {0, 0, 0};
    int with_most = 0, with_highest = 0;
    unsigned seats = seats_to_act(&search->question, s) | 1u << s->turn;
    for (int seat = 0; seat < search->question.rules.players; seat++) {
        if (seats >> seat & 1)
            continue;
        Brought each = brought_by(&search->question.rules, s, seat);
        if (seat == search->question.seat || search->question.goal.kind == CHIPS || !uses(&search->question, EQUAL_STATES)) {
            hash_add(hash, each.laid << 32 | (uint64_t)each.loupes << 16 | (uint64_t)each.sum);
            continue;
        }
        all.laid += each.laid;
        with_most = each.loupes > all.loupes ? 1 : with_most + (each.loupes == all.loupes);
        with_highest = each.sum > all.sum ? 1 : with_highest + (each.sum == all.sum);
        all.loupes = each.loupes > all.loupes ? each.loupes : all.loupes;
        all.sum = each.sum > all.sum ? each.sum : all.sum;
    }
    hash_add(hash, all.laid << 32 | (uint64_t)all.loupes << 16 | (uint64_t)all.sum);
    hash_add(hash, (uint64_t)with_most << 8 | (uint64_t)with_highest);
}

/* Equal only for states of equal value. In the last lap, once no card can affect other players' cards, a seat that has acted counts only
 * with what its cards bring. */
static Hash hash_of_state(const AlphaBeta *search, const State *s)
{
    int players = search->question.rules.players;
    Hash hash = hash_of(1);
    Cards pile = 0;
    for (int i = 0; i < s->pile_count; i++) {
        pile += card(s->pile[i]);
        if (s->is_stack)
            hash_add(&hash, s->pile[i]);
    }
    bool is_simple = s->closed != NOBODY && s->phase != GIVE && !(to_come(&search->question, s) >> 60 & 7);
    unsigned seats = is_simple ? seats_to_act(&search->question, s) | 1u << s->turn : UINT_MAX;
    for (int step = 0; step < players; step++) { /* whose turn it is, and who follows */
        int seat = (s->turn + step) % players;
        if (!(seats >> seat & 1))
            continue;
        hash_add(&hash, s->hand[seat]);
        hash_add(&hash, s->safe[seat]);
    }
    if (is_simple)
        add_acted(search, s, &hash);
    hash_add(&hash, s->market);
    hash_add(&hash, pile);
    hash_add(&hash, (uint64_t)s->closed | (uint64_t)s->turn << 8 | (uint64_t)s->phase << 16 | (uint64_t)s->broken << 24 |
                       (uint64_t)s->owner << 32 | (uint64_t)s->is_stack << 40 | (uint64_t)is_simple << 41);
    hash = hash_finish(hash);
    hash.key = hash.key ? hash.key : 1;
    return hash;
}

/* --- transposition table --- */

static bool is_of(const Proof *proof, const Hash *hash)
{
    if (proof->hash.key != hash->key || proof->hash.check != hash->check)
        return false;
    hash_compare(&proof->hash, hash);
    return true;
}

/* The entry of a key, or where it would go; if all places near its own are taken, its own place. */
static Proof *place_of(Proof *proofs, uint32_t bits, const Hash *hash)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1, index = hash->key & mask;
    for (uint64_t i = index; i < index + NEAR; i++)
        if (!proofs[i & mask].hash.key || is_of(&proofs[i & mask], hash))
            return &proofs[i & mask];
    return &proofs[index];
}

/* Doubles the table, unless it would be too large or there is no memory. */
static void grow(AlphaBeta *search)
{
    Proof *proofs = search->bits < search->most_bits ? calloc((size_t)2 << search->bits, sizeof *proofs) : NULL;
    if (!proofs) {
        search->most_bits = search->bits;
        return;
    }
    for (size_t i = 0; i < (size_t)1 << search->bits; i++)
        if (search->proofs[i].hash.key)
            *place_of(proofs, search->bits + 1, &search->proofs[i].hash) = search->proofs[i];
    free(search->proofs);
    search->proofs = proofs;
    search->bits++;
}

/* In a crowded table a new entry replaces another one, which is searched again when needed. */
static void keep(AlphaBeta *search, const Proof *proof)
{
    if (search->proof_count >= UINT64_C(3) << search->bits >> 2)
        grow(search);
    Proof *kept = place_of(search->proofs, search->bits, &proof->hash);
    search->proof_count += !kept->hash.key;
    *kept = *proof;
}

/* --- moves --- */

/* Move order: by kind, then by the sum of the qualities that the move lays or brings, or keeps. */
static int promise(const State *s, const Move *move)
{
    static const int RANKS[] = {[SECURE_NEW] = 9, [SECURE] = 8, [SHOW] = 7, [TAKE] = 6, [BREAK] = 5, [SALE] = 4, [SUM] = 3, [PUT] = 2,
                                [GIVE_CARD] = 1, [TRIM_HAND] = 1};
    Cards gain = move->cards;
    if (move->kind == SHOW)
        gain = row_of(s->market, first_row(gain));
    else if (move->kind == SUM)
        gain = move->taken;
    else if (move->kind == SALE)
        gain = row_of(s->hand[move->target], first_row(gain));
    else if (move->kind == BREAK)
        gain = row_of(s->safe[move->target], first_row(gain)) ? gain : 0;
    if (!gain)
        return 0;
    int sum = quality_sum(gain);
    return RANKS[move->kind] * 1000 + (move->kind == PUT || move->kind == TRIM_HAND ? -sum : sum);
}

/* The legal moves with their scores at the end of `moves`, and how many; the one that was best so far has the highest score. */
static int list_moves(AlphaBeta *search, const State *s, const Move *first)
{
    const Move *found = search->listed;
    int count = state_moves(&search->question.rules, s, search->listed);
    if (count == MAX_MOVES)
        search->status = TOO_MANY_MOVES;
    if (search->move_room - search->move_count < (size_t)count) {
        size_t room = 2 * search->move_room + (size_t)count;
        Scored *moves = realloc(search->moves, room * sizeof *moves);
        if (!moves) {
            search->status = NO_MEMORY;
            return 0;
        }
        search->moves = moves;
        search->move_room = room;
    }
    for (int i = 0; i < count; i++) {
        bool is_first = first->kind != NOBODY && !memcmp(&found[i], first, sizeof *first);
        search->moves[search->move_count++] = (Scored){found[i], is_first ? INT_MAX : promise(s, &found[i])};
    }
    return count;
}

/* Brings the move with the highest score of `count` ones to the front. */
static void bring_best(Scored *moves, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = moves[i].score > moves[best].score ? i : best;
    Scored swapped = moves[0];
    moves[0] = moves[best];
    moves[best] = swapped;
}

/* --- draws --- */

static void add_outcome(AlphaBeta *search, Cards cards, double chance)
{
    if (search->outcome_count == search->outcome_room) {
        size_t room = 2 * search->outcome_room + 64;
        Outcome *outcomes = realloc(search->outcomes, room * sizeof *outcomes);
        if (!outcomes) {
            search->status = NO_MEMORY;
            return;
        }
        search->outcomes = outcomes;
        search->outcome_room = room;
    }
    search->outcomes[search->outcome_count++] = (Outcome){cards, chance};
}

/* What the pile may turn up after `before`, in every order. */
static void add_orders(AlphaBeta *search, const State *s, Cards before, double chance)
{
    if (before && state_is_enough((Phase)s->phase, before, s->pile_count)) {
        add_outcome(search, before, chance);
        return;
    }
    double chances[KINDS];
    state_next_card(&search->question.rules, s, chances);
    for (int kind = 0; kind < KINDS; kind++)
        if (chances[kind] > 0) {
            State rest = *s;
            state_take_out(&rest, kind);
            add_orders(search, &rest, before + card(kind), chance * chances[kind]);
        }
}

static int by_cards(const void *a, const void *b)
{
    Cards first = ((const Outcome *)a)->cards, second = ((const Outcome *)b)->cards;
    return (first > second) - (first < second);
}

static int by_chance(const void *a, const void *b)
{
    double first = ((const Outcome *)a)->chance, second = ((const Outcome *)b)->chance;
    return first == second ? by_cards(a, b) : (second > first) - (second < first);
}

/* The outcomes of a draw at the end of `outcomes`, the likeliest first, and how many. */
static int list_outcomes(AlphaBeta *search, const State *s)
{
    size_t base = search->outcome_count;
    add_orders(search, s, 0, 1);
    if (search->status != FOUND)
        return 0;
    Outcome *found = search->outcomes + base;
    size_t count = search->outcome_count - base, merged = 0;
    qsort(found, count, sizeof *found, by_cards);
    for (size_t i = 0; i < count; i++)
        if (merged && found[merged - 1].cards == found[i].cards)
            found[merged - 1].chance += found[i].chance;
        else
            found[merged++] = found[i];
    qsort(found, merged, sizeof *found, by_chance);
    search->outcome_count = base + merged;
    return (int)merged;
}

/* --- the search --- */

/* Counts a state; false where it is one too many. */
static bool take(AlphaBeta *search)
{
    if (search->status == FOUND && search->nodes >= search->node_limit)
        search->status = OUT_OF_NODES;
    if (search->status != FOUND)
        return false;
    if (++search->nodes % POLL_NODES == 0 && search->should_stop && search->should_stop(search->context))
        search->status = STOPPED;
    return search->status == FOUND;
}

static double value_within(AlphaBeta *search, const State *s, double alpha, double beta);

/* Bounds of the best move. `best`: in, the move to try first; out, the best move. */
static Bounds choice(AlphaBeta *search, const State *s, double alpha, double beta, Move *best)
{
    bool is_own = state_decider(s) == search->question.seat;
    double found = is_own ? search->question.lowest : search->question.highest, start_alpha = alpha, start_beta = beta;
    size_t base = search->move_count;
    int count = list_moves(search, s, best);
    best->kind = NOBODY;
    for (int i = 0; i < count && alpha < beta; i++) {
        bring_best(search->moves + base + i, count - i);
        Move move = search->moves[base + (size_t)i].move;
        State after = *s;
        state_decide(&search->question.rules, &after, &move);
        simplify(&search->question, &after);
        double value = value_within(search, &after, alpha, beta);
        if (search->status != FOUND)
            break;
        if (best->kind == NOBODY || (is_own ? value > found : value < found)) {
            found = value;
            *best = move;
        }
        if (is_own)
            alpha = found > alpha ? found : alpha;
        else
            beta = found < beta ? found : beta;
    }
    search->move_count = base;
    if (found >= start_beta)
        return (Bounds){found, search->question.highest};
    return (Bounds){found <= start_alpha ? search->question.lowest : found, found};
}

/* Bounds of the mean over what the pile may turn up; equal if the mean is within the window. */
static Bounds mean(AlphaBeta *search, const State *s, double alpha, double beta)
{
    double lowest = search->question.lowest, highest = search->question.highest, known = 0, left = 1;
    size_t base = search->outcome_count;
    int count = list_outcomes(search, s);
    Bounds found = {lowest, highest};
    bool is_done = false;
    for (int i = 0; i < count && !is_done && search->status == FOUND; i++) {
        Outcome outcome = search->outcomes[base + (size_t)i];
        left = i + 1 < count ? left - outcome.chance : 0;
        double low = (alpha - known - left * highest) / outcome.chance, high = (beta - known - left * lowest) / outcome.chance;
        low = low > lowest ? low : lowest;
        high = high < highest ? high : highest;
        State after = *s;
        state_turn_up(&search->question.rules, &after, outcome.cards);
        simplify(&search->question, &after);
        double value = value_within(search, &after, low, high);
        known += outcome.chance * value;
        if (value >= high && high < highest) { /* a bound from below, and so is the mean */
            found.lower = known + left * lowest > beta ? known + left * lowest : beta;
            is_done = true;
        } else if (value <= low && low > lowest) {
            found.upper = known + left * highest < alpha ? known + left * highest : alpha;
            is_done = true;
        }
    }
    search->outcome_count = base;
    return is_done ? found : (Bounds){known, known};
}

/* What is proved of a state. */
static Proof proof_of(const AlphaBeta *search, const State *s)
{
    Proof now = {.hash = hash_of_state(search, s), .best = {.kind = NOBODY}};
    const Proof *known = place_of(search->proofs, search->bits, &now.hash);
    hash_probe();
    if (is_of(known, &now.hash))
        return *known;
    Bounds all = reachable(&search->question, s);
    now.lower = all.lower;
    now.upper = all.upper;
    return now;
}

/* The value if it is within [alpha, beta], else an upper bound <= alpha or a lower bound >= beta. Undefined unless the status is FOUND. */
static double value_within(AlphaBeta *search, const State *s, double alpha, double beta)
{
    if (s->phase == OVER)
        return worth_of_end(&search->question, s);
    if (is_last_choice(&search->question, s))
        return last_choice(&search->question, s);
    Proof now = proof_of(search, s);
    if (now.lower >= beta || now.lower == now.upper)
        return now.lower;
    if (now.upper <= alpha)
        return now.upper;
    alpha = now.lower > alpha ? now.lower : alpha;
    beta = now.upper < beta ? now.upper : beta;
    if (!take(search))
        return 0;
    Bounds found = state_is_chance(s) ? mean(search, s, alpha, beta) : choice(search, s, alpha, beta, &now.best);
    if (search->status != FOUND)
        return 0;
    now.lower = found.lower > now.lower ? found.lower : now.lower;
    now.upper = found.upper < now.upper ? found.upper : now.upper;
    if (now.upper < now.lower) /* means of the same numbers may differ by rounding */
        now.upper = now.lower;
    keep(search, &now);
    return found.lower >= beta || found.lower == found.upper || found.upper > alpha ? found.lower : found.upper;
}

/* --- the public functions --- */

AlphaBeta *alphabeta_new(const Rules *rules, const Goal *goal, int seat, double lowest, double highest, uint64_t memory,
                         unsigned techniques_off)
{
    AlphaBeta *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->question = (Question){*rules, *goal, seat, lowest, highest, techniques_off};
    search->bits = search->most_bits = FIRST_BITS;
    while (search->most_bits < MOST_BITS && (sizeof(Proof) << (search->most_bits + 1)) <= memory)
        search->most_bits++;
    search->proofs = calloc((size_t)1 << FIRST_BITS, sizeof *search->proofs);
    if (!search->proofs) {
        alphabeta_free(search);
        return NULL;
    }
    return search;
}

void alphabeta_free(AlphaBeta *search)
{
    if (!search)
        return;
    free(search->proofs);
    free(search->moves);
    free(search->outcomes);
    free(search);
}

SearchStatus alphabeta_value(AlphaBeta *search, const State *state, uint64_t node_limit, ShouldStop should_stop, void *context,
                             double *value)
{
    search->node_limit = node_limit;
    search->should_stop = should_stop;
    search->context = context;
    search->status = FOUND;
    search->move_count = search->outcome_count = 0;
    State simple = *state;
    simplify(&search->question, &simple);
    *value = value_within(search, &simple, search->question.lowest, search->question.highest);
    return search->status;
}

void alphabeta_bounds(const AlphaBeta *search, const State *state, double *lower, double *upper)
{
    State simple = *state;
    simplify(&search->question, &simple);
    if (simple.phase == OVER)
        *lower = *upper = worth_of_end(&search->question, &simple);
    else if (is_last_choice(&search->question, &simple))
        *lower = *upper = last_choice(&search->question, &simple);
    else {
        Proof proof = proof_of(search, &simple);
        *lower = proof.lower;
        *upper = proof.upper;
    }
}

uint64_t alphabeta_nodes(const AlphaBeta *search) { return search->nodes; }

bool alphabeta_has_switches(void)
{
#ifdef DIAMONDS_SWITCHES
    return true;
#else
    return false;
#endif
}
