#include "diamonds/players/tree.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1024 };

Status tree_open(Tree *tree, uint32_t limit)
{
    *tree = (Tree){NULL, 1, limit < FIRST_ROOM ? (limit ? limit : 1) : FIRST_ROOM, limit};
    tree->nodes = malloc(tree->room * sizeof *tree->nodes);
    if (!tree->nodes)
        return STATUS_NO_MEMORY;
    tree->nodes[ROOT] = (Node){0};
    return STATUS_OK;
}

void tree_close(Tree *tree)
{
    free(tree->nodes);
    tree->nodes = NULL;
}

static Status grow(Tree *tree)
{
    uint32_t room = tree->room > tree->limit / 2 ? tree->limit : 2 * tree->room;
    Node *nodes = realloc(tree->nodes, room * sizeof *nodes);
    if (!nodes)
        return STATUS_NO_MEMORY;
    tree->nodes = nodes;
    tree->room = room;
    return STATUS_OK;
}

Status tree_add(Tree *tree, uint32_t parent, Node node, uint32_t *child)
{
    *child = NO_NODE;
    if (tree->count >= tree->limit)
        return STATUS_OK;
    if (tree->count == tree->room) {
        Status status = grow(tree);
        if (status != STATUS_OK)
            return status;
    }
    node.sibling = tree->nodes[parent].child;
    tree->nodes[tree->count] = node;
    tree->nodes[parent].child = tree->count;
    *child = tree->count++;
    return STATUS_OK;
}
