#include "common/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/portable.h"

enum { FIRST_BITS = 12 }; /* places for nodes at first, as a power of two */

bool tree_init(Tree *tree, size_t move_size, uint32_t node_limit)
{
    *tree = (Tree){.move_size = move_size, .node_limit = node_limit, .bits = FIRST_BITS, .arm_room = 2u << FIRST_BITS};
    tree->nodes = calloc((size_t)1 << FIRST_BITS, sizeof *tree->nodes);
    tree->arms = malloc(tree->arm_room * sizeof *tree->arms);
    tree->moves = malloc(tree->arm_room * move_size);
    return tree->nodes && tree->arms && tree->moves;
}

void tree_free(Tree *tree)
{
    free(tree->nodes);
    free(tree->arms);
    free(tree->moves);
}

/* Where a node is or would be. */
static Node *place(Node *nodes, uint32_t bits, uint64_t key)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1, index = key & mask;
    while (nodes[index].key && nodes[index].key != key)
        index = (index + 1) & mask;
    return &nodes[index];
}

/* 0 is for a free place. */
static uint64_t key_of(const Hash *hash) { return hash->key ? hash->key : 1; }

Node *tree_find(const Tree *tree, const Hash *hash)
{
    hash_probe();
    Node *node = place(tree->nodes, tree->bits, key_of(hash));
    if (!node->key)
        return NULL;
#ifdef DIAMONDS_DEBUG
    hash_compare(&node->hash, hash);
#endif
    return node;
}

static bool make_room_for_arms(Tree *tree, uint32_t count)
{
    uint32_t room = tree->arm_room;
    while (room - tree->arm_count < count) {
        if (room > UINT32_MAX / 2)
            return false;
        room *= 2;
    }
    if (room == tree->arm_room)
        return true;
    Arm *arms = realloc(tree->arms, room * sizeof *arms);
    if (!arms)
        return false;
    tree->arms = arms;
    unsigned char *moves = realloc(tree->moves, room * tree->move_size);
    if (!moves)
        return false;
    tree->moves = moves;
    tree->arm_room = room;
    return true;
}

static bool make_room_for_node(Tree *tree)
{
    if (tree->node_count >= tree->node_limit)
        return false;
    if (2 * tree->node_count < 1u << tree->bits)
        return true;
    Node *nodes = calloc((size_t)2 << tree->bits, sizeof *nodes);
    if (!nodes)
        return false;
    for (size_t i = 0; i < (size_t)1 << tree->bits; i++)
        if (tree->nodes[i].key)
            *place(nodes, tree->bits + 1, tree->nodes[i].key) = tree->nodes[i];
    free(tree->nodes);
    tree->nodes = nodes;
    tree->bits++;
    return true;
}

bool tree_add(Tree *tree, const Hash *hash, const void *moves, uint32_t count)
{
    if (!make_room_for_node(tree) || !make_room_for_arms(tree, count))
        return false;
    uint64_t key = key_of(hash);
    Node *node = place(tree->nodes, tree->bits, key);
    *node = (Node){.key = key, .first = tree->arm_count, .count = count};
#ifdef DIAMONDS_DEBUG
    node->hash = *hash;
#endif
    memset(tree->arms + tree->arm_count, 0, count * sizeof *tree->arms);
    memcpy(tree->moves + tree->arm_count * tree->move_size, moves, count * tree->move_size);
    tree->arm_count += count;
    tree->node_count++;
    return true;
}

uint32_t tree_pick(const Tree *tree, const Node *node, double exploration)
{
    const Arm *arms = tree->arms + node->first;
    uint32_t best = 0;
    for (uint32_t i = 0; i < node->count; i++)
        if (!arms[i].visits)
            return node->first + i;
    double log_visits = portable_log(node->visits > 1 ? node->visits : 1), highest = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        double bound = arms[i].sum / arms[i].visits + exploration * sqrt(log_visits / arms[i].visits);
        if (!i || bound > highest) {
            highest = bound;
            best = i;
        }
    }
    return node->first + best;
}
