#define ENGINE engine_generic_3
#define PLAYERS 3
#define SIDES 3
#include "diamonds/engines/generic.h"
