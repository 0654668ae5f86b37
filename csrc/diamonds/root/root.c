#include "diamonds/root/root.h"

#include <assert.h>

/* Equal cards (no live card of another hand between them) have equal values, victim by victim. */
static int twin_of(const Root *root, int index)
{
    const Position *p = root->position;
    Move move = root->moves[index];
    if (move.card == NO_CARD)
        return index;
    Cards live = live_cards(p) & ~p->hand[position_to_move(p)];
    if (p->trick_count)
        live |= card_set(p->trick[winning_play(p)]);
    for (int i = 0; i < index; i++) {
        Move other = root->moves[i];
        if (card_suit(other.card) != card_suit(move.card) || other.victim != move.victim)
            continue;
        Cards between = cards_above(move.card) & ~cards_above(other.card); /* moves come in falling rank */
        if (!(live & between))
            return root->root[i].same_as;
    }
    return index;
}

void root_init(Root *root, const Engine *engine, void *proofs, Search *search, const Position *position, Result *result)
{
    root->engine = engine;
    root->proofs = proofs;
    root->search = search;
    root->position = position;
    root->result = result;
    root->first = 0;
    root->count = position_moves(position, root->moves);
    for (int i = 0; i < root->count; i++) {
        RootMove *r = &root->root[i];
        r->child = *position;
        position_play(&r->child, root->moves[i], NULL);
        r->gain = score_gain(&search->score, position, &r->child);
        r->same_as = twin_of(root, i);
        r->is_told = false;
    }
}

void root_tell_proven(Root *root, int index)
{
    const Search *s = root->search;
    if (s->proven && !root->root[index].is_told)
        s->proven(s->context, index);
    root->root[index].is_told = true;
}

void root_extend_line(Move *line, uint8_t *count, Position *position, Move move)
{
    assert(*count < MAX_LINE);
    line[(*count)++] = move;
    position_play(position, move, NULL);
}

void root_close_line(Root *root, const Position *end)
{
    if (root->search->stopped) {
        root->result->line_count = 0;
        return;
    }
    for (int seat = 0; seat < end->players; seat++)
        root->result->points[seat] = (int16_t)(position_points(end, seat) - position_points(root->position, seat));
}
