/* csrc/diamoniak: games at random and by rules keep all cards and stay states; trees keep to their limits. */
#include <string.h>

#include "failing.h"

#include "diamoniak/players/mcts.h"
#include "diamoniak/players/turn.h"

static State start(int players)
{
    return (State){.pile = {6, 6, 6, 6, 20, 3, 8},
                   .deck = {6, 6, 6, 6, 20, 3, 8},
                   .colour = {NO_COLOUR, NO_COLOUR, NO_COLOUR, NO_COLOUR},
                   .players = (uint8_t)players,
                   .pays_seller = players & 1};
}

static void test_random_games(void)
{
    for (int game = 0; game < 60; game++) {
        State s = start(2 + game % 3);
        Rng rng = rng_stream(1, (uint64_t)game);
        for (int i = 0; i < 400 && s.phase != OVER; i++) {
            Move moves[MAX_MOVES];
            int count = state_moves(&s, moves);
            CHECK(count > 0 && count <= MAX_MOVES);
            Move move = moves[rng_below(&rng, (uint32_t)count)];
            CHECK(state_is_legal(&s, move));
            state_play(&s, &move, &rng);
            CHECK(state_check(&s));
        }
        Move none[MAX_MOVES];
        CHECK(s.phase != OVER || state_moves(&s, none) == 0);
    }
}

static void test_playouts_end(void)
{
    for (int game = 0; game < 300; game++) {
        State s = start(2 + game % 3);
        Rng rng = rng_stream(2, (uint64_t)game);
        policy_play_out(game % 2 ? &POLICY_GREEDY : &POLICY_CAUTIOUS, &s, 10000, &rng);
        CHECK(state_check(&s));
        CHECK(s.phase == OVER && state_missing(&s) == 0);
    }
}

static void test_trees(void)
{
    State s = start(3);
    Rng rng = rng_stream(3, 0);
    for (int decision = 0; decision < 60 && s.phase != OVER; decision++) {
        MctsOptions options = {.exploration = 0.1, .turns = 1 + decision % 3, .seed = 4, .node_limit = decision % 2 ? 100000 : 10};
        Mcts *search = mcts_new(&options);
        CHECK(search);
        mcts_run(search, &s, 6000);
        RootMove moves[MAX_MOVES];
        int count = mcts_moves(search, moves), best = 0;
        CHECK(mcts_nodes(search) <= options.node_limit);
        for (int i = 1; i < count; i++)
            best = moves[i].mean > moves[best].mean ? i : best;
        Move move = moves[best].move;
        mcts_free(search);
        state_play(&s, &move, &rng);
    }
}

/* A turn played by what was solved, in games of all sizes: the moves are legal, and no value of a state is above that of its best move. */
static void test_turns(void)
{
    for (int game = 0; game < 30; game++) {
        State s = start(2 + game % 3);
        Rng rng = rng_stream(5, (uint64_t)game);
        policy_play_out(&POLICY_GREEDY, &s, game % 11, &rng);
        if (s.phase == OVER)
            continue;
        Turn *turn = turn_new(&s, game % 2 ? 3000 : 100);
        CHECK(turn);
        CHECK(turn_states(turn) <= 2 * 3000 && turn_depth(turn) > 0);
        MoveValue moves[MAX_MOVES];
        int count = turn_moves(turn, moves), seat = s.turn;
        CHECK(count > 0 && moves[0].move.kind == DRAW);
        for (int i = 0; i < count; i++) {
            CHECK(moves[i].value >= 0 && moves[i].value <= 1);
            double value = turn_sample(turn, &moves[i].move, 1 + game % 4, rng);
            CHECK(value >= 0 && value <= 1);
        }
        state_draw(&s, state_pick(&s, &rng));
        while (s.phase == MORE || (s.phase == ON_WITCH && s.turn == seat)) {
            Move move = turn_move(turn, &s);
            CHECK(state_is_legal(&s, move));
            state_play(&s, &move, &rng);
        }
        turn_free(turn);
    }
}

static void test_what_is_no_state(void)
{
    State s = start(2);
    CHECK(state_check(&s));
    s.held[0][0]++;
    CHECK(!state_check(&s));
    s = start(2);
    s.colour[2] = 1;
    CHECK(!state_check(&s));
    for (int players = 0; players < 8; players++) {
        s = start(players);
        CHECK(state_check(&s) == (players >= 2 && players <= 4));
    }
    for (size_t i = 0; i < sizeof s.unused; i++) {
        s = start(2);
        s.unused[i] = 1;
        CHECK(!state_check(&s));
    }
    for (int kind = 0; kind < KINDS; kind++) { /* more of a kind than the box has */
        s = start(2);
        s.deck[kind]++;
        s.pile[kind]++;
        CHECK(!state_check(&s));
    }
}

/* A witch waits for an answer only where there is a choice. */
static void test_when_a_witch_leaves_a_choice(void)
{
    static const struct {
        uint8_t fairies, diamonds, red;
        bool is_choice;
    } cases[] = {{0, 0, 0, false}, {1, 0, 0, false}, {2, 0, 0, true},  {1, 1, 0, true}, {0, 1, 1, false},
                 {0, 3, 0, false}, {0, 4, 0, false}, {0, 2, 1, false}, {0, 3, 1, true}, {0, 2, 2, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        State s = start(2);
        uint8_t held[KINDS] = {[FAIRY] = cases[i].fairies, [DIAMOND] = cases[i].diamonds, [0] = cases[i].red};
        for (int kind = 0; kind < HELD; kind++) {
            s.held[0][kind] = held[kind];
            s.pile[kind] -= held[kind];
        }
        s.colour[0] = cases[i].red ? 0 : NO_COLOUR;
        CHECK(state_check(&s));
        State waiting = s;
        waiting.phase = ON_WITCH;
        waiting.pile[WITCH]--;
        CHECK(state_check(&waiting) == cases[i].is_choice);
        state_draw(&s, WITCH);
        CHECK((s.phase == ON_WITCH) == cases[i].is_choice);
        CHECK(s.turn == !cases[i].is_choice);
    }
}

static bool search_tree(void)
{
    static RootMove expected[MAX_MOVES];
    static bool is_known;
    State s = start(2);
    MctsOptions options = {.exploration = 0.1, .turns = 1, .seed = 4, .node_limit = 100000};
    Mcts *search = mcts_new(&options);
    if (!search)
        return false;
    mcts_run(search, &s, 6000); /* without memory the tree stops growing */
    RootMove moves[MAX_MOVES];
    int count = mcts_moves(search, moves);
    if (!has_failed()) {
        CHECK(mcts_nodes(search) > 1 << 11);
        memcpy(expected, is_known ? expected : moves, (size_t)count * sizeof *moves);
        is_known = true;
        for (int i = 0; i < count; i++)
            CHECK(moves[i].mean == expected[i].mean);
    }
    mcts_free(search);
    return true;
}

static bool solve_turn(void)
{
    static double expected;
    State s = start(2);
    Turn *turn = turn_new(&s, 3000);
    if (!turn)
        return false;
    MoveValue moves[MAX_MOVES];
    CHECK(turn_moves(turn, moves) > 0);
    expected = expected > 0 ? expected : moves[0].value;
    CHECK(moves[0].value == expected);
    turn_free(turn);
    return true;
}

#ifdef HASH_PROBES
uint64_t hash_probes;

/* Look-ups of trees in a debug build, which compares the states of each key. */
int main(int argc, char **argv)
{
    uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (uint64_t game = 0; hash_probes < most; game++) {
        State s = start(2 + (int)(game % 3));
        Rng rng = rng_stream(7, game);
        policy_play_out(&POLICY_GREEDY, &s, (int)(game % 12), &rng);
        MctsOptions options = {.exploration = 0.1, .turns = 1, .seed = game, .node_limit = 1 << 20};
        Mcts *search = mcts_new(&options);
        CHECK(search);
        if (s.phase != OVER)
            mcts_run(search, &s, 200000);
        mcts_free(search);
    }
    printf("Diamoniak: %llu look-ups of trees\n", (unsigned long long)hash_probes);
    return 0;
}
#else
int main(void)
{
    fail_each(search_tree);
    fail_each(solve_turn);
    test_random_games();
    test_playouts_end();
    test_trees();
    test_turns();
    test_what_is_no_state();
    test_when_a_witch_leaves_a_choice();
    return 0;
}
#endif
