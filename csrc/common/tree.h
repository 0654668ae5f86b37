/* The nodes of a search tree in a hash table. A node has arms, one for each move that is tried, with what simulations showed of it; the
 * moves themselves are items of any size.
 *
 *   Tree tree;
 *   if (!tree_init(&tree, sizeof(Move), 1 << 20)) ..          no memory
 *   Node *node = tree_find(&tree, &hash);                     NULL: not there
 *   if (!node && !tree_add(&tree, &hash, moves, count)) ..      the tree is full, or there is no memory
 *   uint32_t arm = tree_pick(&tree, node, exploration);
 *   tree_count(&tree, arm, value);
 *   tree_free(&tree);
 *
 * Adding moves nodes and arms: pointers are good until then, numbers of arms for ever. */
#ifndef COMMON_TREE_H
#define COMMON_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/hash.h"

typedef struct Arm {
    double sum; /* of values */
    uint32_t visits;
} Arm;

typedef struct Node {
    uint64_t key; /* 0: a free place */
    uint32_t first, count, visits;
#ifdef DIAMONDS_DEBUG
    Hash hash;
#endif
} Node;

typedef struct Tree {
    Node *nodes;
    Arm *arms;
    unsigned char *moves;
    size_t move_size;
    uint32_t bits, node_count, node_limit, arm_count, arm_room;
} Tree;

/* An empty tree; false where there is no memory. Either way tree_free is allowed. */
bool tree_init(Tree *tree, size_t move_size, uint32_t node_limit);
void tree_free(Tree *tree);

/* The node of a key. */
Node *tree_find(const Tree *tree, const Hash *hash);

/* Adds a node that is not there, with its moves in the order in which they are tried first. */
bool tree_add(Tree *tree, const Hash *hash, const void *moves, uint32_t count);

static inline const void *tree_move(const Tree *tree, uint32_t arm) { return tree->moves + arm * tree->move_size; }

/* The first arm that was not tried, else the one with the highest upper confidence bound. `exploration` is in units of the values. */
uint32_t tree_pick(const Tree *tree, const Node *node, double exploration);

/* Counts a simulation that went through an arm. */
static inline void tree_count(Tree *tree, uint32_t arm, double value)
{
    tree->arms[arm].visits++;
    tree->arms[arm].sum += value;
}

#endif
