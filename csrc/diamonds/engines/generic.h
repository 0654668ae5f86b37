/* Makes an engine for any processor; included by engines/generic_*.c. */
#define ENGINE_INSTRUCTIONS "generic"
#include "diamonds/engines/compile.h"

static bool is_supported(void) { return true; }
