#include "diamonds/search/engine.h"

#define ENGINES(set)                                                                                                                       \
    &engine_##set##_2, &engine_##set##_3, &engine_##set##_4, &engine_##set##_4t, &engine_##set##_5, &engine_##set##_6, &engine_##set##_6t
#define DECLARE(set)                                                                                                                       \
    extern const Engine engine_##set##_2, engine_##set##_3, engine_##set##_4, engine_##set##_4t, engine_##set##_5, engine_##set##_6,      \
        engine_##set##_6t

DECLARE(generic);
DECLARE(generic_thief);
#if defined(__wasm__) || defined(DIAMONDS_GENERIC) /* where none of the others runs; where one set is enough */
#define FASTER(set)
#else
DECLARE(v3);
DECLARE(v3_thief);
#define FASTER(set) ENGINES(set),
#endif

const Engine *engine_select(int players, int sides, bool has_thief)
{
    /* The faster ones first. */
    static const Engine *const engines[] = {FASTER(v3) ENGINES(generic), FASTER(v3_thief) ENGINES(generic_thief)};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (engines[i]->players == players && engines[i]->sides == sides && engines[i]->has_thief == has_thief &&
            engines[i]->is_supported())
            return engines[i];
    return NULL;
}
