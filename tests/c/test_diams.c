/* csrc/diams: rounds at random and by rules keep all cards and stay states; trees keep to their limits. */
#include <stdlib.h>
#include <string.h>

#include "failing.h"

#include "diams/players/ismcts.h"
#include "diams/search/alphabeta.h"

static Rules rules_of(int players)
{
    Rules rules = {.players = (uint8_t)players, .closes_last = players == 3};
    for (int row = 0; row < ROWS; row++) {
        int worth = quality_of(row) <= 7 ? quality_of(row) : 1;
        rules.loupes[row] = (uint8_t)(players == 4 ? row % (COPIES + 1) : 1);
        for (int count = 0; count < 3; count++)
            rules.values[row][count] = worth * (count + 1);
    }
    return rules;
}

/* A round shuffled and dealt; forced-sale cards that would lie on the market are used. */
static State start(const Rules *rules, uint64_t seed)
{
    State s = {.closed = NOBODY, .owner = NOBODY, .broken = NO_ROW, .phase = DRAW};
    uint8_t deck[DECK];
    int count = 0, next = 0;
    for (int kind = 0; kind < CARD_X; kind++)
        for (int left = kind >= DIAMONDS ? 1 : kind % 2 ? COPIES - rules->loupes[kind / 2] : rules->loupes[kind / 2]; left > 0; left--)
            deck[count++] = (uint8_t)kind;
    Rng rng = rng_stream(seed, 0);
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        uint8_t swapped = deck[i];
        deck[i] = deck[j];
        deck[j] = swapped;
    }
    for (int seat = 0; seat < rules->players; seat++)
        for (int i = 0; i < 3; i++)
            s.hand[seat] += card(deck[next++]);
    while (diamond_count(s.market) < MARKET) {
        int kind = deck[next++];
        *(kind < DIAMONDS ? &s.market : &s.used) += card(kind);
    }
    while (next < count)
        s.pile[s.pile_count++] = deck[next++];
    s.pile[s.pile_count++] = CARD_X;
    return s;
}

/* All cards that are somewhere; X once it was turned up. */
static Cards all_cards(const State *s)
{
    Cards all = s->market + s->used;
    for (int seat = 0; seat < SEATS; seat++)
        all += s->hand[seat] + s->safe[seat];
    for (int i = 0; i < s->pile_count; i++)
        all += card(s->pile[i]);
    return all + (s->closed == NOBODY ? 0 : card(CARD_X));
}

static void test_cards(void)
{
    Cards cards = 5 * card(0) + 2 * card(1) + card(19) + card(CARD_T) + card(CARD_X);
    CHECK(card_count(cards) == 10 && diamond_count(cards) == 8 && loupe_count(cards) == 5);
    CHECK(row_count(cards, 0) == 7 && row_count(cards, 9) == 1 && cards_of(cards, 1) == 2 && cards_of(cards, CARD_X) == 1);
    CHECK(up_to(cards & ALL_DIAMONDS, 9) == card(19) && first_kind(later_rows(cards & ALL_DIAMONDS)) == 19);
}

static void test_random_rounds(void)
{
    static Move moves[MAX_MOVES];
    for (int round = 0; round < 60; round++) {
        Rules rules = rules_of(2 + round % 4);
        CHECK(rules_check(&rules));
        State s = start(&rules, (uint64_t)round);
        Cards all = all_cards(&s);
        Rng rng = rng_stream(1, (uint64_t)round);
        for (int i = 0; s.phase != OVER; i++) {
            CHECK(i < 2000 && state_check(&rules, &s) && all_cards(&s) == all);
            int count = state_moves(&rules, &s, moves);
            CHECK(count > 0 && count <= MAX_MOVES);
            state_play(&rules, &s, &moves[rng_below(&rng, (uint32_t)count)], &rng);
        }
        CHECK(state_check(&rules, &s) && state_moves(&rules, &s, moves) == 0);
    }
}

static void test_playouts_end(void)
{
    for (int round = 0; round < 200; round++) {
        Rules rules = rules_of(2 + round % 4);
        Policy policy;
        policy_init(&policy, &rules);
        State s = start(&rules, (uint64_t)round), lap = s;
        Rng rng = rng_stream(2, (uint64_t)round);
        policy_play_out(&policy, &lap, rules.players, &rng);
        CHECK(state_check(&rules, &lap) && lap.phase == DRAW && lap.turn == 0 && lap.pile_count < s.pile_count);
        policy_play_out(&policy, &s, 10000, &rng);
        CHECK(state_check(&rules, &s) && s.phase == OVER);
    }
}

static void test_trees(void)
{
    static Move moves[MAX_MOVES];
    Rules rules = rules_of(3);
    Policy policy;
    policy_init(&policy, &rules);
    Goal goal = {.kind = MARGIN, .players = 3};
    State s = start(&rules, 9);
    Rng rng = rng_stream(3, 0);
    for (int decision = 0; decision < 60 && s.phase != OVER; decision++) {
        IsmctsOptions options = {.exploration = 6, .point = 1, .trust = decision % 3, .seed = 4, .budget = 900,
                                 .node_limit = decision % 2 ? 100000 : 10, .turns = decision % 4 ? 3 : 0, .width = 1 + decision % 80};
        int count = state_moves(&rules, &s, moves), best = 0;
        Ismcts *search = ismcts_new(&options, &policy, &goal, &s, 1, moves, count);
        CHECK(search);
        ismcts_run(search, 300);
        ismcts_run(search, 600);
        static double values[MAX_MOVES];
        static uint32_t visits[MAX_MOVES];
        ismcts_values(search, values, visits);
        CHECK(ismcts_nodes(search) <= options.node_limit);
        uint32_t all = 0;
        for (int i = 0; i < count; i++) {
            CHECK(visits[i] > 0);
            all += visits[i];
            best = values[i] > values[best] ? i : best;
        }
        CHECK(all == 900);
        ismcts_free(search);
        state_play(&rules, &s, &moves[best], &rng);
    }
}

/* The value of all ends by trying everything; only for the end of a last lap. */
static double plain(const Rules *rules, const Goal *goal, const State *s, int seat)
{
    if (s->phase == OVER) {
        double values[SEATS];
        goal_at_end(goal, rules, s, values);
        return values[seat];
    }
    CHECK(!state_is_chance(s) || s->is_stack);
    if (state_is_chance(s)) {
        State after = *s;
        Rng none = {0};
        state_go_on(rules, &after, &none);
        return plain(rules, goal, &after, seat);
    }
    Move *moves = malloc(MAX_MOVES * sizeof *moves);
    int count = state_moves(rules, s, moves);
    double best = 0;
    for (int i = 0; i < count; i++) {
        State after = *s;
        state_decide(rules, &after, &moves[i]);
        double value = plain(rules, goal, &after, seat);
        best = !i || (state_decider(s) == seat ? value > best : value < best) ? value : best;
    }
    free(moves);
    return best;
}

static bool stop(void *context) { return ++*(int *)context > 0; }

static void test_values(void)
{
    for (int round = 0; round < 60; round++) {
        Rules rules = rules_of(2);
        Policy policy;
        policy_init(&policy, &rules);
        Goal goal = {.kind = round % 3 == 0 ? POINTS : round % 3 == 1 ? MARGIN : CHIPS, .players = 2};
        State s = start(&rules, (uint64_t)round);
        Rng rng = rng_stream(5, (uint64_t)round);
        while (s.closed == NOBODY || s.turn == s.closed) { /* up to the other one's last turn */
            Move move = policy_move(&policy, &s);
            state_play(&rules, &s, &move, &rng);
            if (s.phase == OVER)
                break;
        }
        if (s.phase == OVER)
            continue;
        s.is_stack = 1;
        double value = 0, lower, upper, last_lower = -1000, last_upper = 1000;
        AlphaBeta *search = alphabeta_new(&rules, &goal, s.turn, -1000, 1000, round % 2 ? 0 : 1 << 24, 0);
        CHECK(search);
        SearchStatus status = OUT_OF_NODES;
        for (uint64_t limit = 1; status != FOUND; limit *= 2) {
            status = alphabeta_value(search, &s, limit, NULL, NULL, &value);
            CHECK(alphabeta_nodes(search) <= limit);
            alphabeta_bounds(search, &s, &lower, &upper);
            CHECK(lower <= upper && (round % 2 || (lower >= last_lower && upper <= last_upper))); /* what is forgotten is open again */
            last_lower = lower;
            last_upper = upper;
        }
        CHECK(lower == value && upper == value && value == plain(&rules, &goal, &s, s.turn));
        int asked = 0;
        status = alphabeta_value(search, &s, 1u << 20, stop, &asked, &value);
        CHECK(status == FOUND && !asked); /* what is known is not searched again */
        alphabeta_free(search);
    }
}

static void test_what_is_no_state(void)
{
    Rules rules = rules_of(2);
    State s = start(&rules, 1), bad = s;
    CHECK(state_check(&rules, &s));
    bad.hand[0] = COPIES * card(1); /* there are four plain ones */
    CHECK(!state_check(&rules, &bad));
    bad = s;
    bad.used = card(CARD_X);
    CHECK(!state_check(&rules, &bad));
    bad = s;
    bad.closed = 0; /* X is in the pile */
    CHECK(!state_check(&rules, &bad));
    bad = s;
    bad.hand[2] = card(1);
    CHECK(!state_check(&rules, &bad));
    bad = s;
    bad.is_stack = 2;
    CHECK(!state_check(&rules, &bad));
    for (size_t i = 0; i < sizeof bad.unused; i++) {
        bad = s;
        bad.unused[i] = 1;
        CHECK(!state_check(&rules, &bad));
    }
    bad = s;
    for (int count = 3; count < 8; count++) { /* whose turn it is not has at most five cards */
        CHECK(card_count(bad.hand[1]) == count && state_check(&rules, &bad) == (count <= 5));
        bad.hand[1] += card(bad.pile[0]);
        bad.pile[0] = bad.pile[--bad.pile_count - 1];
        bad.pile[bad.pile_count - 1] = CARD_X;
    }
    rules.values[3][1] = 0;
    CHECK(!rules_check(&rules));
}

/* One field of good rules is changed, to the last number that is allowed or to the first that is not. */
static void test_what_are_no_rules(void)
{
    const struct {
        int row, column, value, allowed;
    } cases[] = {
        {0, 0, 0, 1}, {0, 0, -1, 0}, {0, 0, 2, 1}, {0, 0, 3, 0}, /* three cards are worth 1, four 2, five 3 */
        {0, 1, 1, 1}, {0, 1, 0, 0},  {0, 1, 3, 1}, {0, 1, 4, 0}, {0, 2, MAX_VALUE, 1}, {0, 2, MAX_VALUE + 1, 0},
        {ROWS - 1, 0, -1, 0}, {ROWS - 1, 2, MAX_VALUE + 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Rules rules = rules_of(2);
        rules.values[cases[i].row][cases[i].column] = cases[i].value;
        CHECK(rules_check(&rules) == cases[i].allowed);
    }
    for (int number = 0; number < 256; number++) {
        Rules players = rules_of(2), last = players, loupes = players;
        players.players = last.closes_last = loupes.loupes[ROWS - 1] = (uint8_t)number;
        CHECK(rules_check(&players) == (number >= 2 && number <= SEATS));
        CHECK(rules_check(&last) == (number <= 1));
        CHECK(rules_check(&loupes) == (number <= COPIES));
    }
}

/* The closing card can be the next one where it is among the last sixteen of the pile, or is the last one; in a known order the last is. */
static void test_when_the_pile_can_close(void)
{
    for (int closes_last = 0; closes_last < 2; closes_last++) {
        Rules rules = rules_of(2);
        rules.closes_last = (uint8_t)closes_last;
        State s = start(&rules, 1);
        for (int left = s.pile_count; left > 0; left--) {
            double chances[KINDS];
            s.pile_count = (uint8_t)left;
            s.pile[left - 1] = CARD_X;
            state_next_card(&rules, &s, chances);
            CHECK((chances[CARD_X] > 0) == (left <= (closes_last ? 1 : 16)));
            s.is_stack = 1;
            state_next_card(&rules, &s, chances); /* the last one, for sure */
            CHECK(chances[CARD_X] == 1);
            s.is_stack = 0;
        }
    }
}

static bool search_tree(void)
{
    enum { SIMULATIONS = 4200 };
    static Move moves[MAX_MOVES];
    static double values[MAX_MOVES], expected[MAX_MOVES];
    static uint32_t visits[MAX_MOVES];
    static bool is_known;
    Rules rules = rules_of(2);
    Policy policy;
    policy_init(&policy, &rules);
    Goal goal = {.kind = MARGIN, .players = 2};
    State s = start(&rules, 5);
    IsmctsOptions options = {.exploration = 6, .point = 1, .budget = SIMULATIONS, .node_limit = 100000, .turns = 1, .width = 8};
    int count = state_moves(&rules, &s, moves);
    Ismcts *search = ismcts_new(&options, &policy, &goal, &s, 1, moves, count);
    if (!search)
        return false;
    ismcts_run(search, SIMULATIONS); /* without memory the tree stops growing */
    ismcts_values(search, values, visits);
    if (!has_failed()) {
        CHECK(ismcts_nodes(search) > 1 << 12); /* it has grown */
        memcpy(expected, is_known ? expected : values, sizeof expected);
        is_known = true;
        CHECK(!memcmp(values, expected, (size_t)count * sizeof *values));
    }
    ismcts_free(search);
    return true;
}

static bool search_values(void)
{
    static double expected;
    static bool is_known;
    Rules rules = rules_of(2);
    Policy policy;
    policy_init(&policy, &rules);
    Goal goal = {.kind = MARGIN, .players = 2};
    State s = start(&rules, 9);
    Rng rng = rng_stream(5, 9);
    while (s.closed == NOBODY || s.turn == s.closed) {
        Move move = policy_move(&policy, &s);
        state_play(&rules, &s, &move, &rng);
        CHECK(s.phase != OVER);
    }
    s.is_stack = 1;
    AlphaBeta *search = alphabeta_new(&rules, &goal, s.turn, -1000, 1000, 1 << 24, 0);
    if (!search)
        return false;
    double value;
    SearchStatus status = alphabeta_value(search, &s, 1 << 20, NULL, NULL, &value);
    CHECK(status == FOUND || (status == NO_MEMORY && has_failed()));
    if (status == NO_MEMORY && !failing_all) /* memory is back */
        CHECK(alphabeta_value(search, &s, 1 << 20, NULL, NULL, &value) == FOUND);
    if (status == FOUND || !failing_all) {
        expected = is_known ? expected : value;
        CHECK(!is_known || value == expected);
        is_known = is_known || !has_failed();
    }
    alphabeta_free(search);
    return status == FOUND;
}

#ifdef HASH_PROBES
uint64_t hash_probes;

/* Look-ups of trees, and as many of the exact search, each in a debug build that compares what its key was made from. */
int main(int argc, char **argv)
{
    static Move moves[MAX_MOVES];
    uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, of_trees = 0;
    int searches = 0;
    for (uint64_t round = 0; hash_probes < most; round++) {
        Rules rules = rules_of(2 + (int)(round % 4));
        Policy policy;
        policy_init(&policy, &rules);
        Goal goal = {.kind = MARGIN, .players = rules.players};
        State s = start(&rules, round);
        Rng rng = rng_stream(7, round);
        for (int decision = 0; s.phase != OVER; decision++) {
            uint64_t before = hash_probes;
            if (of_trees < most / 2 && decision % 8 == 0) {
                IsmctsOptions options = {.exploration = 6, .point = 1, .seed = round, .budget = 20000, .node_limit = 1 << 20,
                                         .turns = 1, .width = 8};
                Ismcts *search = ismcts_new(&options, &policy, &goal, &s, 1, moves, state_moves(&rules, &s, moves));
                CHECK(search);
                ismcts_run(search, 20000);
                ismcts_free(search);
                of_trees += hash_probes - before;
            } else if (of_trees >= most / 2 && s.pile_count < 6) {
                State open = s;
                open.is_stack = (uint8_t)(round / 4 % 2);
                double value;
                AlphaBeta *search = alphabeta_new(&rules, &goal, s.turn, -1000, 1000, 1 << 28, 0);
                CHECK(search);
                alphabeta_value(search, &open, 1 << 18, NULL, NULL, &value);
                alphabeta_free(search);
            }
            searches++;
            Move move = policy_move(&policy, &s);
            state_play(&rules, &s, &move, &rng);
        }
    }
    printf("Diam's: %llu look-ups of trees, %llu of the exact search, %d decisions\n", (unsigned long long)of_trees,
           (unsigned long long)(hash_probes - of_trees), searches);
    return 0;
}
#else
int main(void)
{
    fail_each(search_tree);
    fail_each(search_values);
    test_cards();
    test_random_rounds();
    test_playouts_end();
    test_trees();
    test_values();
    test_what_is_no_state();
    test_what_are_no_rules();
    test_when_the_pile_can_close();
    return 0;
}
#endif
