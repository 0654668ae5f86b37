#define ENGINE engine_generic_4
#define PLAYERS 4
#define SIDES 4
#include "diamonds/engines/generic.h"
