#define ENGINE engine_v3_4
#define PLAYERS 4
#define SIDES 4
#include "diamonds/engine_v3.h"
