#define ENGINE engine_v3_4
#define PLAYERS 4
#define SIDES 4
#include "diamonds/engines/v3.h"
