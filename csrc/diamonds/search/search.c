#include "diamonds/search/search.h"

static void set_next_poll(Search *s, uint64_t interval)
{
    s->next_poll = s->nodes + interval;
    if (s->node_limit && s->next_poll > s->node_limit)
        s->next_poll = s->node_limit;
    if (s->next_poll > s->budget_end)
        s->next_poll = s->budget_end;
}

void search_poll(Search *s)
{
    s->progress.nodes = s->nodes;
    if (s->node_limit && s->nodes >= s->node_limit)
        s->stopped = true;
    else if (s->poll && s->poll(s->context, &s->progress))
        s->stopped = true;
    else if (s->nodes >= s->budget_end)
        s->stopped = s->out_of_budget = true;
    set_next_poll(s, POLL_INTERVAL);
}

void search_set_budget(Search *s, uint64_t nodes)
{
    s->budget_end = nodes < UINT64_MAX - s->nodes ? s->nodes + nodes : UINT64_MAX;
    set_next_poll(s, s->next_poll > s->nodes ? s->next_poll - s->nodes : 0);
}
