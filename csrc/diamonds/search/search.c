#include "diamonds/search/search.h"

#include <stddef.h>

static void set_next_poll(Search *s, uint64_t interval)
{
    s->next_poll = s->nodes + interval;
    if (s->node_limit && s->next_poll > s->node_limit)
        s->next_poll = s->node_limit;
    if (s->next_poll > s->effort_end)
        s->next_poll = s->effort_end;
}

void search_poll(Search *s)
{
    s->progress.nodes = s->nodes;
    if (s->node_limit && s->nodes >= s->node_limit)
        s->stopped = true;
    else if (s->poll && s->poll(s->poll_context, &s->progress))
        s->stopped = true;
    else if (s->nodes >= s->effort_end)
        s->stopped = s->out_of_effort = true;
    set_next_poll(s, POLL_INTERVAL);
}

void search_set_effort(Search *s, uint64_t nodes)
{
    s->effort_end = nodes < UINT64_MAX - s->nodes ? s->nodes + nodes : UINT64_MAX;
    set_next_poll(s, s->next_poll > s->nodes ? s->next_poll - s->nodes : 0);
}

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
