#define ENGINE engine_generic_thief_6t
#define PLAYERS 6
#define SIDES 3
#define THIEF 1
#include "diamonds/engines/generic.h"
