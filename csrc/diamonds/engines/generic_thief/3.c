#define ENGINE engine_generic_thief_3
#define PLAYERS 3
#define SIDES 3
#define THIEF 1
#include "diamonds/engines/generic.h"
