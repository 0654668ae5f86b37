/* Included once by each engine_*.c, which says by macros which engine it makes and sets the instruction set before.
 *
 * Everything in here is static, so that the engines can live side by side. */
#include "diamonds/search.h"

static bool is_supported(void);

#include "diamonds/alphabeta.h"
#include "diamonds/maxn.h"

const Engine ENGINE = {ENGINE_INSTRUCTIONS, is_supported, search_position, maxn_search};
