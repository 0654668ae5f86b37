#define ENGINE engine_v3_thief_2
#define PLAYERS 2
#define SIDES 2
#define THIEF 1
#include "diamonds/engines/v3.h"
