#define ENGINE engine_generic_6
#define PLAYERS 6
#define SIDES 6
#include "diamonds/engines/generic.h"
