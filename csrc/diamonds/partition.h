/* The context of the partition search: what is asked, the table, and small memories. */
#ifndef DIAMONDS_PARTITION_H
#define DIAMONDS_PARTITION_H

#include "diamonds/proofs.h"

enum { LEAF_CELLS = 243, LEAF_SLACKS = G == 2 ? 12 : 28 };

/* Nodes for each move of a coalition in the first round (part_try), and how they grow. Few in debug builds, so that tests come to more. */
#ifdef DIAMONDS_DEBUG
enum { FIRST_RATION = 256, RATION_GROWTH = 16 };
#else
enum { FIRST_RATION = 8192, RATION_GROWTH = 16 };
#endif

/* In the last half of the tricks that the question's position has left it is asked whether the winner of a trick matters; with three teams,
 * where that gains least and in short rounds loses, in the last third. */
enum { OPEN_TRICKS_DIVISOR = N == 6 && G == 3 ? 3 : 2 };

/* Added to the shape of a state of the pooled game, whose proofs are thereby its own. */
static const uint64_t POOLED_SHAPE = UINT64_C(0x5851F42D4C957F2D);

/* A widest box of leaf cells, see leaf.h. */
typedef struct LeafBox {
    uint8_t lo[5], hi[5];
    int8_t value;
    bool ready;
} LeafBox;

typedef struct PartSearch {
    Search *search;  /* limits and node count */
    int own, other;  /* weights of a point of the maximising side and of all others */
    int open_tricks; /* so many last tricks are asked whether their winner matters (parttricks.h) */
    bool pooled;     /* the coalition plays with one showroom: a lower bound of the value */
    Proofs *proofs;  /* shared by the threads that work on one question; worthless for other weights */
    bool owns_proofs;
    bool has_dropped;      /* the table was full: not all proofs of the question under way are kept */
    Lanes award[SUITS][G]; /* all bits of the lanes that change when the side takes a card of the suit */
    LeafBox boxes[2][LEAF_CELLS][LEAF_SLACKS];
} PartSearch;

/* Of a seat, or of a side: each has the number of its first seat. */
static inline int weight_of(const PartSearch *ps, int seat) { return is_max(seat) ? ps->own : ps->other; }

#endif
