/* The numbers of nets of the pass, by benchmarks/learn.py GAME --write. A letter is a weight of a unit: PASS_ZERO stands for 0. */
#ifndef DIAMONDS_LEARNED_PASSNETS_H
#define DIAMONDS_LEARNED_PASSNETS_H

#include "diamonds/learned/passnet.h"

/* clang-format off */

static const struct { int players, sides; const PassNet *net; } kinds[] = {
    {0, 0, 0},
};

/* clang-format on */

#endif
