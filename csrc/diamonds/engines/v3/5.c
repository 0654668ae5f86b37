#define ENGINE engine_v3_5
#define PLAYERS 5
#define SIDES 5
#include "diamonds/engines/v3.h"
