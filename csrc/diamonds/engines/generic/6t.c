#define ENGINE engine_generic_6t
#define PLAYERS 6
#define SIDES 3
#include "diamonds/engines/generic.h"
