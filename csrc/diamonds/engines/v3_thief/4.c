#define ENGINE engine_v3_thief_4
#define PLAYERS 4
#define SIDES 4
#define THIEF 1
#include "diamonds/engines/v3.h"
