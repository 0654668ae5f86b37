#define ENGINE engine_v3_6
#define PLAYERS 6
#define SIDES 6
#include "diamonds/engines/v3.h"
