/* csrc/diams: rounds at random and by rules keep all cards and stay states; trees keep to their limits. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
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
        IsmctsOptions options = {.exploration = 6, .point = 1, .trust = decision % 3, .seed = 4, .budget = 3000,
                                 .node_limit = decision % 2 ? 100000 : 10, .turns = decision % 4 ? 3 : 0, .width = 1 + decision % 80};
        int count = state_moves(&rules, &s, moves), best = 0;
        Ismcts *search = ismcts_new(&options, &policy, &goal, &s, 1, moves, count);
        CHECK(search);
        ismcts_run(search, 1000);
        ismcts_run(search, 2000);
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
        CHECK(all == 3000);
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
        AlphaBeta *search = alphabeta_new(&rules, &goal, s.turn, -1000, 1000, round % 2 ? 0 : 1 << 24);
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
    rules.values[3][1] = 0;
    CHECK(!rules_check(&rules));
}

int main(void)
{
    test_cards();
    test_random_rounds();
    test_playouts_end();
    test_trees();
    test_values();
    test_what_is_no_state();
    return 0;
}
