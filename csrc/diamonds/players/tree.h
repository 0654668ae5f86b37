/* The tree of ismcts.c: nodes in one growing block, children as linked lists. A node is a sequence of open moves from the root. */
#ifndef DIAMONDS_PLAYERS_TREE_H
#define DIAMONDS_PLAYERS_TREE_H

#include "diamonds/rules/position.h"

enum { NO_NODE = 0, ROOT = 0 }; /* the root is nobody's child or sibling */

typedef struct Node {
    double sum; /* utility of the side that made the move */
    uint32_t visits;
    uint32_t available; /* how often the move was legal when its parent was visited */
    uint32_t child;     /* the first one */
    uint32_t sibling;   /* the next one */
    float exploration;  /* of UCB for this move */
    Move move;          /* the move that led here */
    uint8_t side;       /* of the player who made it */
} Node;

typedef struct Tree {
    Node *nodes;
    uint32_t count, room, limit;
} Tree;

/* A tree of one node, the root. STATUS_NO_MEMORY when there is none. */
Status tree_open(Tree *tree, uint32_t limit);
void tree_close(Tree *tree);

/* Adds a child to `parent` and its index to `child`; NO_NODE once the limit is reached. Pointers to nodes do not survive. */
Status tree_add(Tree *tree, uint32_t parent, Node node, uint32_t *child);

#endif
