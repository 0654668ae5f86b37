#define ENGINE engine_generic_thief_5
#define PLAYERS 5
#define SIDES 5
#define THIEF 1
#include "diamonds/engines/generic.h"
