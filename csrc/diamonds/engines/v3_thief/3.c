#define ENGINE engine_v3_thief_3
#define PLAYERS 3
#define SIDES 3
#define THIEF 1
#include "diamonds/engines/v3.h"
