#include "diams/players/ismcts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/tree.h"

enum { MOST_PATH = 512, MOST_WIDTH = 64, LEAST_ALIVE = 2 };

typedef struct RootArm {
    Move move;
    double sum;
    double prior; /* the rules' opinion of it, relative to the mean of all moves */
    double behind; /* once eliminated: how far behind the best move */
    uint32_t visits;
    bool is_alive;
} RootArm;

struct Ismcts {
    IsmctsOptions options;
    Policy policy;
    Goal goal;
    Tree tree;
    State *worlds;
    RootArm *root;
    int *alive; /* moves not eliminated */
    int world_count, root_count, alive_count;
    int next;          /* index into `alive` */
    uint64_t rounds;   /* of all moves alive */
    int64_t left;      /* simulations of this stage */
};

/* --- priors --- */

typedef struct Ranked {
    Move move;
    int worth; /* hundredths of a point */
} Ranked;

/* What hidden cards may add to a move: more if the hand has more of the quality. A rule of thumb, in hundredths of a point. */
static int hope(const State *s, const Move *move)
{
    enum { EMPTY_SAFE = -100, SOLD = 15, BROKEN = 10 };
    if (move->kind != SALE && move->kind != BREAK)
        return 0;
    if (move->kind == BREAK && !s->safe[move->target])
        return EMPTY_SAFE;
    int own = row_count(s->hand[s->turn], first_row(move->cards));
    return (move->kind == SALE ? SOLD : BROKEN) * own * own;
}

/* Whether two moves are nearly the same: they differ only in the copy shown, or in the card used for a forced sale. */
static bool are_alike(const Move *a, const Move *b)
{
    return a->kind == b->kind && (a->kind == SALE || a->kind == BREAK) && a->target == b->target &&
           first_row(a->cards) == first_row(b->cards);
}

/* The moves of phase 2 that leave the player's cards worth most, best first; of moves that are alike only the first. */
static int best_acts(const Policy *policy, const State *s, const Move *moves, int count, int width, Ranked *best)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        Ranked now = {moves[i], policy_after(policy, s, &moves[i]) + hope(s, &moves[i])};
        bool is_new = true;
        for (int j = 0; j < found && is_new; j++)
            is_new = !are_alike(&best[j].move, &now.move);
        int place = found;
        while (place > 0 && best[place - 1].worth < now.worth)
            place--;
        if (!is_new || place == width)
            continue;
        found += found < width;
        memmove(&best[place + 1], &best[place], (size_t)(found - 1 - place) * sizeof *best);
        best[place] = now;
    }
    return found;
}

/* The moves tried in a node, at most MAX_MOVES: for a hand that is too large the rules' choice, in phase 2 the best ones. */
static int tried(const Ismcts *search, const State *s, Move *moves)
{
    if (s->phase == TRIM) {
        moves[0] = policy_move(&search->policy, s);
        return 1;
    }
    Ranked best[MOST_WIDTH];
    int count = state_moves(&search->policy.rules, s, moves);
    if (s->phase != ACT)
        return count;
    count = best_acts(&search->policy, s, moves, count, (int)search->options.width, best);
    for (int i = 0; i < count; i++)
        moves[i] = best[i].move;
    return count;
}

/* --- observations --- */

/* What is told of a move, `cards` of it openly, and what lies on the table afterwards. */
static void see_step(Hash *history, const Move *move, Cards cards, Cards other, const State *s, Cards used)
{
    hash_add(history, (uint64_t)move->kind | (uint64_t)move->target << 8 | (uint64_t)move->tool << 16 | (uint64_t)s->closed << 24);
    hash_add(history, cards);
    hash_add(history, move->taken);
    hash_add(history, other);
    hash_add(history, s->market);
    hash_add(history, used);
}

/* What everybody sees of a move. A card that had to be given looks like one that was chosen: the others do not know the pile. */
static void see_move(Hash *history, const State *before, const Move *move, const State *s)
{
    Cards cards = move->cards, other = 0;
    if (move->kind == SECURE || move->kind == SECURE_NEW)
        cards = (Cards)diamond_count(cards);
    if (move->kind == SALE)
        other = row_of(before->hand[move->target], first_row(cards));
    Cards given = move->kind == BREAK ? before->safe[move->target] - s->safe[move->target] : 0;
    if (!given) {
        see_step(history, move, cards, other, s, s->used);
        return;
    }
    Move give = {.kind = GIVE_CARD, .cards = given, .target = NOBODY};
    see_step(history, move, cards, 0, before, before->used + card(CARD_B));
    see_step(history, &give, given, 0, s, s->used);
}

/* All that a seat knows: what all saw since the decision, and its own cards. */
static Hash seen_by(Hash history, const State *s, int seat)
{
    hash_add(&history, s->hand[seat]);
    hash_add(&history, s->safe[seat]);
    hash_add(&history, (uint64_t)seat);
    return hash_finish(history);
}

#ifndef NDEBUG
static bool is_legal(const Rules *rules, const State *s, const Move *move)
{
    Move moves[MAX_MOVES];
    for (int i = state_moves(rules, s, moves) - 1; i >= 0; i--)
        if (!memcmp(&moves[i], move, sizeof *move))
            return true;
    return false;
}
#endif

static void play(const Ismcts *search, State *s, const Move *move, Hash *history, Rng *rng)
{
    State before = *s;
    assert(is_legal(&search->policy.rules, s, move));
    state_play(&search->policy.rules, s, move, rng);
    assert(state_check(&search->policy.rules, s));
    see_move(history, &before, move, s);
}

/* --- what a round is worth --- */

/* A bonus for whoever has most, in equal parts. */
static void share(const int *counts, int players, double bonus, double *points)
{
    int most = 0, with_most = 0;
    for (int seat = 0; seat < players; seat++)
        most = counts[seat] > most ? counts[seat] : most;
    for (int seat = 0; seat < players; seat++)
        with_most += counts[seat] == most;
    for (int seat = 0; seat < players; seat++)
        if (counts[seat] == most)
            points[seat] += bonus / with_most;
}

/* Estimated points of all players at the end: what cards are worth to `greedy`, and parts of the bonuses. */
static void estimate(const Policy *policy, const State *s, double *points)
{
    /* whoever is ahead now gets half of the bonuses; at the end the sums in hand are told */
    const double loupe_bonus = 2.5, sum_bonus = s->closed == NOBODY ? 1.5 : 3;
    int loupes[SEATS], sums[SEATS], players = policy->rules.players;
    for (int seat = 0; seat < players; seat++) {
        points[seat] = policy_worth(policy, s, seat) / 100.0;
        loupes[seat] = loupe_count(s->safe[seat]);
        sums[seat] = quality_sum(s->hand[seat]);
    }
    share(loupes, players, loupe_bonus, points);
    share(sums, players, sum_bonus, points);
}

static void leaf(const Ismcts *search, State *s, Rng *rng, double *values)
{
    policy_play_out(&search->policy, s, search->options.turns ? (int)search->options.turns : INT_MAX, rng);
    if (s->phase == OVER) {
        goal_at_end(&search->goal, &search->policy.rules, s, values);
        return;
    }
    double points[SEATS];
    estimate(&search->policy, s, points);
    goal_values(&search->goal, points, values);
}

/* --- a simulation --- */

static void simulate(Ismcts *search, const State *world, RootArm *first, Rng rng)
{
    State s = *world;
    uint32_t path[MOST_PATH];
    int seats[MOST_PATH], length = 0, seat = state_decider(&s);
    Hash history = hash_of(0);
    double values[SEATS];
    play(search, &s, &first->move, &history, &rng);
    while (s.phase != OVER && length < MOST_PATH) {
        if (s.phase == TRIM) { /* without a choice there is no node */
            Move move = policy_move(&search->policy, &s);
            play(search, &s, &move, &history, &rng);
            continue;
        }
        int decider = state_decider(&s);
        Hash hash = seen_by(history, &s, decider);
        Node *node = tree_find(&search->tree, &hash);
        if (!node) {
            Move moves[MAX_MOVES];
            uint32_t count = (uint32_t)tried(search, &s, moves);
            tree_add(&search->tree, &hash, moves, count); /* without room the tree stops growing */
            break;
        }
        uint32_t arm = tree_pick(&search->tree, node, search->options.exploration);
        node->visits++;
        path[length] = arm;
        seats[length++] = decider;
        Move move;
        memcpy(&move, tree_move(&search->tree, arm), sizeof move);
        play(search, &s, &move, &history, &rng);
    }
    leaf(search, &s, &rng, values);
    first->visits++;
    first->sum += values[seat];
    for (int i = 0; i < length; i++)
        tree_count(&search->tree, path[i], values[seats[i]]);
}

/* --- the root --- */

/* The mean of all moves alive so far. */
static double middle(const Ismcts *search)
{
    double sum = 0;
    for (int i = 0; i < search->alive_count; i++) {
        const RootArm *arm = &search->root[search->alive[i]];
        sum += arm->visits ? arm->sum / arm->visits : 0;
    }
    return sum / search->alive_count;
}

/* The mean, shrunk a little towards the rules' opinion. */
static double score(const Ismcts *search, const RootArm *arm, double centre)
{
    double trust = search->options.trust;
    return arm->visits + trust > 0 ? (arm->sum + trust * (centre + arm->prior)) / (arm->visits + trust) : 0;
}

/* Eliminates the worse half of the moves. */
static void halve(Ismcts *search)
{
    double centre = middle(search);
    int *alive = search->alive, count = search->alive_count;
    for (int i = 1; i < count; i++) /* insertion keeps the order of equal ones */
        for (int j = i; j > 0 && score(search, &search->root[alive[j]], centre) > score(search, &search->root[alive[j - 1]], centre); j--) {
            int swapped = alive[j];
            alive[j] = alive[j - 1];
            alive[j - 1] = swapped;
        }
    double best = score(search, &search->root[alive[0]], centre);
    search->alive_count = (count + 1) / 2;
    for (int i = search->alive_count; i < count; i++) {
        RootArm *arm = &search->root[alive[i]];
        arm->behind = best - score(search, arm, centre);
        arm->is_alive = false;
    }
}

/* Simulations of each stage; there are enough stages to get from all moves down to two. */
static int64_t stage_budget(const Ismcts *search)
{
    uint64_t stages = 1;
    for (int count = search->root_count; count > LEAST_ALIVE; count = (count + 1) / 2)
        stages++;
    return (int64_t)(search->options.budget / stages);
}

static void set_priors(Ismcts *search)
{
    const State *s = &search->worlds[0]; /* priors do not depend on hidden cards */
    double sum = 0;
    for (int i = 0; i < search->root_count && s->phase == ACT; i++) {
        const Move *move = &search->root[i].move;
        search->root[i].prior = (policy_after(&search->policy, s, move) + hope(s, move)) / 100.0 * search->options.point;
        sum += search->root[i].prior;
    }
    for (int i = 0; i < search->root_count; i++)
        search->root[i].prior -= sum / search->root_count;
}

Ismcts *ismcts_new(const IsmctsOptions *options, const Policy *policy, const Goal *goal, const State *worlds, int world_count,
                   const Move *moves, int move_count)
{
    Ismcts *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->options = *options;
    if (search->options.width > MOST_WIDTH)
        search->options.width = MOST_WIDTH;
    search->policy = *policy;
    search->goal = *goal;
    search->worlds = malloc((size_t)world_count * sizeof *worlds);
    search->root = calloc((size_t)move_count, sizeof *search->root);
    search->alive = malloc((size_t)move_count * sizeof *search->alive);
    if (!tree_init(&search->tree, sizeof *moves, options->node_limit) || !search->worlds || !search->root || !search->alive) {
        ismcts_free(search);
        return NULL;
    }
    memcpy(search->worlds, worlds, (size_t)world_count * sizeof *worlds);
    search->world_count = world_count;
    search->root_count = search->alive_count = move_count;
    for (int i = 0; i < move_count; i++) {
        search->root[i] = (RootArm){.move = moves[i], .is_alive = true};
        search->alive[i] = i;
    }
    set_priors(search);
    search->left = stage_budget(search);
    return search;
}

void ismcts_free(Ismcts *search)
{
    if (!search)
        return;
    tree_free(&search->tree);
    free(search->worlds);
    free(search->root);
    free(search->alive);
    free(search);
}

void ismcts_run(Ismcts *search, uint64_t simulations)
{
    for (; simulations; simulations--) {
        if (!search->next && search->rounds && search->left <= 0 && search->alive_count > LEAST_ALIVE) {
            halve(search);
            search->left = stage_budget(search);
        }
        const State *world = &search->worlds[search->rounds % (uint64_t)search->world_count];
        simulate(search, world, &search->root[search->alive[search->next]], rng_stream(search->options.seed, search->rounds));
        search->left--;
        if (++search->next == search->alive_count) {
            search->next = 0;
            search->rounds++;
        }
    }
}

void ismcts_values(const Ismcts *search, double *values, uint32_t *visits)
{
    double centre = middle(search), best = -1e300;
    for (int i = 0; i < search->root_count; i++) {
        const RootArm *arm = &search->root[i];
        visits[i] = arm->visits;
        if (!arm->is_alive)
            continue;
        values[i] = score(search, arm, centre);
        best = values[i] > best ? values[i] : best;
    }
    for (int i = 0; i < search->root_count; i++)
        if (!search->root[i].is_alive)
            values[i] = best - search->root[i].behind;
}

uint32_t ismcts_nodes(const Ismcts *search) { return search->tree.node_count; }
