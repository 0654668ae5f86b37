/* The engine for any processor. */
#define ENGINE engine_generic
#define ENGINE_INSTRUCTIONS "generic"
#include "diamonds/engine.h"

static bool is_supported(void) { return true; }
