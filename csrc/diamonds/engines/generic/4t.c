#define ENGINE engine_generic_4t
#define PLAYERS 4
#define SIDES 2
#include "diamonds/engines/generic.h"
