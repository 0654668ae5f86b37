/* Three single players, in the real game and in the pooled one. */
#define PLAYERS 3
#define SIDES 3
#include "leaf.h"
