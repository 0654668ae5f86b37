#define ENGINE engine_v3_6t
#define PLAYERS 6
#define SIDES 3
#include "diamonds/engines/v3.h"
