#define ENGINE engine_generic_thief_4
#define PLAYERS 4
#define SIDES 4
#define THIEF 1
#include "diamonds/engines/generic.h"
