#define ENGINE engine_v3_thief_5
#define PLAYERS 5
#define SIDES 5
#define THIEF 1
#include "diamonds/engines/v3.h"
