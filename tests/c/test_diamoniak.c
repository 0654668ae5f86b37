/* csrc/diamoniak: games at random and by rules keep all cards and stay states; trees keep to their limits. */
#include <string.h>

#include "check.h"
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
}

int main(void)
{
    test_random_games();
    test_playouts_end();
    test_trees();
    test_turns();
    test_what_is_no_state();
    return 0;
}
