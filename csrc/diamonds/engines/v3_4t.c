#define ENGINE engine_v3_4t
#define PLAYERS 4
#define SIDES 2
#include "diamonds/engine_v3.h"
