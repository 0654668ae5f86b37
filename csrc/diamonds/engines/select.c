#include "diamonds/search/engine.h"

#define ENGINES(set)                                                                                                                       \
    &engine_##set##_2, &engine_##set##_3, &engine_##set##_4, &engine_##set##_4t, &engine_##set##_5, &engine_##set##_6, &engine_##set##_6t
#define DECLARE(set)                                                                                                                       \
    extern const Engine engine_##set##_2, engine_##set##_3, engine_##set##_4, engine_##set##_4t, engine_##set##_5, engine_##set##_6,      \
        engine_##set##_6t

DECLARE(generic);
#ifdef __wasm__ /* where none of the others runs */
#define FASTER_ENGINES
#else
DECLARE(v3);
#define FASTER_ENGINES ENGINES(v3),
#endif
#ifdef DIAMONDS_FIRST_EDITION /* the page for phones: it does not know the thief, and would be half as large again */
#define THIEF_ENGINES
#else
DECLARE(v3_thief);
DECLARE(generic_thief);
#define THIEF_ENGINES , ENGINES(v3_thief), ENGINES(generic_thief)
#endif

const Engine *engine_select(int players, int sides, bool has_thief)
{
    /* The faster ones first. */
    static const Engine *const engines[] = {FASTER_ENGINES ENGINES(generic) THIEF_ENGINES};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (engines[i]->players == players && engines[i]->sides == sides && engines[i]->has_thief == has_thief &&
            engines[i]->is_supported())
            return engines[i];
    return NULL;
}
