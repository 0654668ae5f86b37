#define ENGINE engine_v3_3
#define PLAYERS 3
#define SIDES 3
#include "diamonds/engines/v3.h"
