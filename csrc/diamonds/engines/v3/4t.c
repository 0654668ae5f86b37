#define ENGINE engine_v3_4t
#define PLAYERS 4
#define SIDES 2
#include "diamonds/engines/v3.h"
