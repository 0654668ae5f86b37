#define ENGINE engine_generic_5
#define PLAYERS 5
#define SIDES 5
#include "diamonds/engines/generic.h"
