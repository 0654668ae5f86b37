#define ENGINE engine_v3_thief_6t
#define PLAYERS 6
#define SIDES 3
#define THIEF 1
#include "diamonds/engines/v3.h"
