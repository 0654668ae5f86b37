#define ENGINE engine_generic_thief_4t
#define PLAYERS 4
#define SIDES 2
#define THIEF 1
#include "diamonds/engines/generic.h"
