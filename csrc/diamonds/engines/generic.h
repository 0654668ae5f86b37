/* Makes an engine for any processor; included by the files of engines/generic/. */
#include <stdbool.h>

#define ENGINE_INSTRUCTIONS "generic"

static bool is_supported(void) { return true; }

#include "diamonds/engines/compile.h"
