#define ENGINE engine_v3_2
#define PLAYERS 2
#define SIDES 2
#include "diamonds/engines/v3.h"
