#define ENGINE engine_generic_2
#define PLAYERS 2
#define SIDES 2
#include "diamonds/engines/generic.h"
