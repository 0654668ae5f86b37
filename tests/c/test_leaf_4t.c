/* Four players in two teams. */
#define PLAYERS 4
#define SIDES 2
#include "leaf.h"
