#include "diamonds/players/ismcts.h"

#include <stdlib.h>
#include <string.h>

#include "common/portable.h"
#include "diamonds/players/playout.h"
#include "diamonds/players/sight.h"
#include "diamonds/players/tree.h"
#include "diamonds/players/worlds.h"

enum { LOGARITHMS = 1024 };

struct Ismcts {
    IsmctsOptions options;
    Players players;
    Tree tree;
    Position root;
    Cards seen;
    uint32_t root_moves; /* nodes 1 .. root_moves: the children of the root, all there from the start */
    uint64_t simulations;
    int64_t parts[MAX_MOVES][PARTS]; /* of the root's moves: sums over their simulations */
    bool share_tricks; /* all worlds so far agree on who won what: then they agree on the choices of the awards, too */
    double logarithm[LOGARITHMS];
};

/* A simulation on its way down. */
typedef struct Walk {
    Position position;
    Cards seen;
    Rng rng;
    Acts *acts;
    uint32_t path[MAX_PLAYOUT];
    int length;
} Walk;

Ismcts *ismcts_new(const IsmctsOptions *options)
{
    Ismcts *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->options = *options;
    search->players = players_all(options->policy);
    for (int i = 1; i < LOGARITHMS; i++)
        search->logarithm[i] = portable_log(i);
    if (tree_open(&search->tree, options->node_limit) != STATUS_OK) {
        free(search);
        return NULL;
    }
    return search;
}

void ismcts_free(Ismcts *search)
{
    if (search)
        tree_close(&search->tree);
    free(search);
}

/* ln n to a few thousandths, from the table. */
static double logarithm(const Ismcts *search, uint32_t n)
{
    int halved = 0;
    for (; n >= LOGARITHMS; n >>= 1)
        halved++;
    return search->logarithm[n] + halved * 0.69314718055994531;
}

static bool is_tried(const Move *move, Cards cards) { return move->card == NO_CARD || (cards >> move->card & 1); }

static void walk_advance(Walk *walk, uint32_t node, Move move)
{
    walk->path[walk->length++] = node;
    if (move.card != NO_CARD)
        walk->seen |= card_set(move.card);
    position_play(&walk->position, move, walk->acts);
}

/* The moves to try that have no child yet; returns how many. Scores are 0 for the policy's favourite of all moves, less for the others. */
static int untried_moves(const Ismcts *search, uint32_t node, Walk *walk, Cards cards, Move *moves, float *scores)
{
    int all = policy_scores(search->options.policy, &walk->position, walk->seen, moves, scores);
    float best = scores[0];
    for (int i = 1; i < all; i++)
        best = scores[i] > best ? scores[i] : best;
    int count = 0;
    for (int i = 0; i < all; i++) {
        uint32_t child = search->tree.nodes[node].child;
        while (child != NO_NODE && !move_equals(search->tree.nodes[child].move, moves[i]))
            child = search->tree.nodes[child].sibling;
        if (child != NO_NODE || !is_tried(&moves[i], cards))
            continue;
        moves[count] = moves[i];
        scores[count++] = scores[i] - best;
    }
    return count;
}

/* Adds the best untried move, if there is one and room for it. */
static Status expand(Ismcts *search, uint32_t node, Walk *walk, Cards cards, uint32_t *child)
{
    Move moves[MAX_MOVES];
    float scores[MAX_MOVES];
    *child = NO_NODE;
    if (search->tree.count >= search->tree.limit)
        return STATUS_OK;
    int count = untried_moves(search, node, walk, cards, moves, scores), equals = 0, chosen = 0;
    for (int i = 0; i < count; i++) {
        if (!equals || scores[i] > scores[chosen]) {
            equals = 1;
            chosen = i;
        } else if (scores[i] == scores[chosen] && rng_below(&walk->rng, (uint32_t)++equals) == 0) {
            chosen = i;
        }
    }
    if (!count)
        return STATUS_OK;
    Node fresh = {.available = 1, .exploration = (float)search->options.exploration, .move = moves[chosen]};
    if (search->options.bias > 0)
        fresh.exploration *= (float)portable_exp(search->options.bias * (double)scores[chosen]);
    fresh.side = (uint8_t)side_of(&walk->position, position_to_move(&walk->position));
    return tree_add(&search->tree, node, fresh, child);
}

/* The child to visit among those whose move can be played, NO_NODE when there is none; counts each of them as available. */
static uint32_t select_child(Ismcts *search, uint32_t node, Cards cards, int *found)
{
    uint32_t best = NO_NODE;
    double best_value = 0;
    *found = 0;
    for (uint32_t i = search->tree.nodes[node].child; i != NO_NODE; i = search->tree.nodes[i].sibling) {
        Node *child = &search->tree.nodes[i];
        if (!is_tried(&child->move, cards))
            continue;
        ++*found;
        child->available++;
        double visits = child->visits;
        double value = child->sum / visits + (double)child->exploration * sqrt(logarithm(search, child->available) / visits);
        if (best == NO_NODE || value > best_value) {
            best = i;
            best_value = value;
        }
    }
    return best;
}

/* Number of moves that are to be tried in the position. */
static int count_moves(const Position *p, Cards cards)
{
    if (p->robber != NOBODY || !p->tricks_left) {
        Move moves[MAX_MOVES];
        return position_moves(p, moves);
    }
    Cards clubs = cards & suit_mask(CLUBS);
    int victims = bits_count(victims_of(p, seat_of_play(p, p->trick_count)));
    bool robs = p->trick_count && card_suit(p->trick[0]) != CLUBS && victims > 1;
    return bits_count(cards) + (robs ? bits_count(clubs) * (victims - 1) : 0);
}

/* One simulation that begins with the root's child `node`. */
static Status simulate(Ismcts *search, const Position *world, Rng rng, uint32_t node)
{
    Acts acts;
    acts.count = 0;
    Walk walk = {.position = *world, .seen = search->seen, .rng = rng, .acts = &acts};
    int64_t *sums = search->parts[node - 1];
    walk_advance(&walk, node, search->tree.nodes[node].move);
    for (bool inside = true; inside && position_decision(&walk.position) != DECIDE_NOTHING;) {
        bool plays_card = position_decision(&walk.position) == DECIDE_CARD;
        if (!search->share_tricks && !walk.position.tricks_left && walk.position.robber == NOBODY)
            break; /* what can be chosen depends on the world: the playout chooses */
        Cards cards = plays_card ? distinct_cards(&walk.position, walk.seen) : 0;
        int found;
        uint32_t next = select_child(search, node, cards, &found);
        if (found < count_moves(&walk.position, cards)) {
            uint32_t fresh;
            Status status = expand(search, node, &walk, cards, &fresh);
            if (status != STATUS_OK)
                return status;
            inside = fresh == NO_NODE;
            next = inside ? next : fresh;
        }
        if (next == NO_NODE)
            break;
        walk_advance(&walk, next, search->tree.nodes[next].move);
        node = next;
    }
    playout(&search->players, &walk.position, walk.seen, &walk.rng, NULL, &acts);
    double values[MAX_PLAYERS];
    utility_values(&search->options.utility, &search->root, &walk.position, values);
    for (int i = 0; i < walk.length; i++) {
        Node *visited = &search->tree.nodes[walk.path[i]];
        visited->visits++;
        visited->sum += values[visited->side];
    }
    int16_t parts[PARTS];
    parts_of(&acts, world, search->tree.nodes[walk.path[0]].side, parts);
    for (int i = 0; i < PARTS; i++)
        sums[i] += parts[i];
    return STATUS_OK;
}

/* Makes the root's children, which are there before the first simulation, whatever the limit. */
static Status begin(Ismcts *search, const Position *root, Cards seen)
{
    Move moves[MAX_MOVES];
    int count = position_moves(root, moves);
    Cards cards = position_decision(root) == DECIDE_CARD ? distinct_cards(root, seen) : 0;
    Node node = {.side = (uint8_t)side_of(root, position_to_move(root))};
    search->root = *root;
    search->seen = seen;
    search->share_tricks = true;
    search->root_moves = (uint32_t)count_moves(root, cards);
    search->tree.count = 1; /* memory may have been short the last time */
    search->tree.nodes[ROOT].child = NO_NODE;
    if (search->tree.limit <= search->root_moves)
        search->tree.limit = search->root_moves + 1;
    for (int i = 0; i < count; i++) {
        uint32_t child;
        node.move = moves[i];
        Status status = is_tried(&moves[i], cards) ? tree_add(&search->tree, ROOT, node, &child) : STATUS_OK;
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

Status ismcts_run(Ismcts *search, const Position *worlds, size_t count, Cards seen, size_t simulations)
{
    if (!count)
        return STATUS_OK;
    const Position *root = search->simulations ? &search->root : worlds;
    Status status = worlds_check(root, worlds, count, seen);
    if (status != STATUS_OK)
        return status;
    seen = worlds_seen(worlds, seen);
    if (search->simulations && seen != search->seen)
        return STATUS_BAD_WORLDS;
    if (!search->simulations)
        status = begin(search, root, seen);
    search->share_tricks = search->share_tricks && worlds_share_tricks(root, worlds, count);
    for (size_t j = 0; j < simulations && status == STATUS_OK; j++) {
        uint64_t round = search->simulations / search->root_moves, turn = search->simulations % search->root_moves;
        status = simulate(search, &worlds[round % count], rng_stream(search->options.seed, round), 1 + (uint32_t)turn);
        search->simulations += status == STATUS_OK;
    }
    return status;
}

int ismcts_moves(const Ismcts *search, RootMove *results)
{
    if (!search->simulations)
        return 0;
    Move moves[MAX_MOVES];
    int count = position_moves(&search->root, moves);
    Cards distinct = position_decision(&search->root) == DECIDE_CARD ? distinct_cards(&search->root, search->seen) : 0;
    for (int i = 0; i < count; i++) {
        results[i] = (RootMove){.move = moves[i]};
        Move tried = moves[i];
        if (distinct)
            tried.card = (uint8_t)standing_for(distinct, tried.card);
        for (uint32_t n = search->tree.nodes[ROOT].child; n != NO_NODE; n = search->tree.nodes[n].sibling)
            if (move_equals(search->tree.nodes[n].move, tried)) {
                results[i].visits = search->tree.nodes[n].visits;
                memcpy(results[i].parts, search->parts[n - 1], sizeof results[i].parts);
                results[i].mean = results[i].visits ? search->tree.nodes[n].sum / results[i].visits : 0;
            }
    }
    return count;
}

uint32_t ismcts_nodes(const Ismcts *search) { return search->tree.count; }
