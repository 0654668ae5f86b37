#include "diamonds/search.h"

#include <stddef.h>

void search_poll(Search *s)
{
    s->progress.nodes = s->nodes;
    if (s->node_limit && s->nodes >= s->node_limit)
        s->stopped = true;
    else if (s->poll && s->poll(s->poll_context, &s->progress))
        s->stopped = true;
    s->next_poll = s->nodes + POLL_INTERVAL;
    if (s->node_limit && s->next_poll > s->node_limit)
        s->next_poll = s->node_limit;
}

const Engine *engine_select(void)
{
    return engine_v3.is_supported() ? &engine_v3 : &engine_generic;
}
