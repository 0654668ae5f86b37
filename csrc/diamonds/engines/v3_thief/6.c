#define ENGINE engine_v3_thief_6
#define PLAYERS 6
#define SIDES 6
#define THIEF 1
#include "diamonds/engines/v3.h"
