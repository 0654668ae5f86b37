#include "diamoniak/players/mcts.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/tree.h"

enum {
    TRIED_PAYMENTS = 4, /* below the root: the cheapest ways to pay a witch, one of them perhaps a fairy */
    MOST_PATH = 256,    /* decisions of a simulation within the tree */
};

struct Mcts {
    MctsOptions options;
    Estimate estimate;
    Tree tree;
    RootMove root[MAX_MOVES]; /* `mean` is a sum here */
    int root_count;
    uint64_t simulations;
};

Mcts *mcts_new(const MctsOptions *options)
{
    Mcts *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->options = *options;
    if (tree_init(&search->tree, sizeof(Move), options->node_limit))
        return search;
    mcts_free(search);
    return NULL;
}

void mcts_free(Mcts *search)
{
    if (!search)
        return;
    tree_free(&search->tree);
    free(search);
}

static Hash hash_of_state(const State *s)
{
    _Static_assert(sizeof *s % 8 == 0, "all of a state is hashed");
    uint64_t words[sizeof *s / 8];
    Hash hash = hash_of(1);
    memcpy(words, s, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash_add(&hash, words[i]);
    return hash_finish(hash);
}

/* The cheapest ways to pay a witch, which are worth trying; returns their number. */
static int cheapest_first(const State *s, Move *moves, int count)
{
    int worths[HELD], prices[MAX_MOVES];
    policy_worths(&POLICY_GREEDY, s, worths);
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        int price = 0, place_of = i;
        for (int kind = 0; kind < HELD; kind++)
            price += move.cards[kind] * worths[kind];
        for (; place_of > 0 && prices[place_of - 1] > price; place_of--) {
            prices[place_of] = prices[place_of - 1];
            moves[place_of] = moves[place_of - 1];
        }
        prices[place_of] = price;
        moves[place_of] = move;
    }
    return count < TRIED_PAYMENTS ? count : TRIED_PAYMENTS;
}

/* Adds a node for a state without one, unless there is no room for it. */
static void add_node(Mcts *search, const State *s, const Hash *hash)
{
    Move moves[MAX_MOVES];
    int count = state_moves(s, moves);
    if (s->phase == ON_WITCH)
        count = cheapest_first(s, moves, count);
    tree_add(&search->tree, hash, moves, (uint32_t)count);
}

static void simulate(Mcts *search, State s, RootMove *first, Rng rng)
{
    uint32_t path[MOST_PATH], seats[MOST_PATH];
    int length = 0, seat = s.turn;
    state_play(&s, &first->move, &rng);
    while (s.phase != OVER && length < MOST_PATH) {
        Hash hash = hash_of_state(&s);
        Node *node = tree_find(&search->tree, &hash);
        if (!node) {
            add_node(search, &s, &hash);
            break;
        }
        uint32_t arm = tree_pick(&search->tree, node, search->options.exploration);
        node->visits++;
        path[length] = arm;
        seats[length++] = s.turn;
        Move move;
        memcpy(&move, tree_move(&search->tree, arm), sizeof move);
        assert(state_is_legal(&s, move));
        state_play(&s, &move, &rng);
        assert(state_check(&s));
    }
    double chances[SEATS] = {0};
    policy_play_out(&POLICY_GREEDY, &s, search->options.turns, &rng);
    if (s.phase == OVER)
        chances[s.turn] = 1;
    else
        estimate_chances(&search->estimate, &s, chances);
    first->visits++;
    first->mean += chances[seat];
    for (int i = 0; i < length; i++)
        tree_count(&search->tree, path[i], chances[seats[i]]);
}

void mcts_run(Mcts *search, const State *state, uint64_t simulations)
{
    if (!search->root_count) {
        estimate_init(&search->estimate, state->players);
        Move moves[MAX_MOVES];
        search->root_count = state_moves(state, moves);
        for (int i = 0; i < search->root_count; i++)
            search->root[i] = (RootMove){.move = moves[i]};
    }
    for (uint64_t end = search->simulations + simulations; search->root_count && search->simulations < end; search->simulations++) {
        uint64_t round = search->simulations / (unsigned)search->root_count, arm = search->simulations % (unsigned)search->root_count;
        simulate(search, *state, &search->root[arm], rng_stream(search->options.seed, round));
    }
}

int mcts_moves(const Mcts *search, RootMove *moves)
{
    for (int i = 0; i < search->root_count; i++) {
        moves[i] = search->root[i];
        moves[i].mean = moves[i].visits ? moves[i].mean / moves[i].visits : 0;
    }
    return search->root_count;
}

uint32_t mcts_nodes(const Mcts *search) { return search->tree.node_count; }
