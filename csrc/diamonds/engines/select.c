#include "diamonds/search/engine.h"

#define ENGINES(instructions)                                                                                                              \
    &engine_##instructions##_2, &engine_##instructions##_3, &engine_##instructions##_4, &engine_##instructions##_4t,                       \
        &engine_##instructions##_5, &engine_##instructions##_6, &engine_##instructions##_6t

extern const Engine engine_v3_2, engine_v3_3, engine_v3_4, engine_v3_4t, engine_v3_5, engine_v3_6, engine_v3_6t;
extern const Engine engine_generic_2, engine_generic_3, engine_generic_4, engine_generic_4t, engine_generic_5, engine_generic_6,
    engine_generic_6t;

const Engine *engine_select(int players, int sides)
{
    static const Engine *const engines[] = {ENGINES(v3), ENGINES(generic)}; /* the faster ones first */
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (engines[i]->players == players && engines[i]->sides == sides && engines[i]->is_supported())
            return engines[i];
    return NULL;
}
