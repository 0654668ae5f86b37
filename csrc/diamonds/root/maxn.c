/* Root of the max^n model: the gains of every side for every move, then the line of best play. */
#include <string.h>

#include "diamonds/root/root.h"

/* Gains by side from `before` on: what `child` has gained, and what is to come from there. */
static void child_gains(Root *root, const Position *before, const Position *child, int *gains)
{
    root->engine->maxn(root->search, child, gains);
    for (int seat = 0; seat < before->players; seat++)
        gains[side_of(before, seat)] += position_points(child, seat) - position_points(before, seat);
}

/* Index of the move that the deciding side likes best. */
static int preferred_move(Root *root, const Position *p, const Move *moves, int count)
{
    int best = 0, best_gains[MAX_PLAYERS] = {0}, side = side_of(p, position_to_move(p));
    for (int i = 0; i < count && !root->search->stopped; i++) {
        Position child = *p;
        int gains[MAX_PLAYERS] = {0};
        position_play(&child, moves[i], NULL);
        child_gains(root, p, &child, gains);
        if (i == 0 || maxn_prefers(gains, best_gains, p->sides, side)) {
            best = i;
            memcpy(best_gains, gains, sizeof gains);
        }
    }
    return best;
}

static void find_line(Root *root)
{
    Position p = *root->position;
    Move moves[MAX_MOVES];
    int count = root->count, index = root->first;
    memcpy(moves, root->moves, sizeof moves);
    while (count && !root->search->stopped) {
        root_extend_line(root->result->line, &root->result->line_count, &p, moves[index]);
        count = position_moves(&p, moves);
        if (count)
            index = preferred_move(root, &p, moves, count);
    }
    root_close_line(root, &p);
}

/* The gains of every move; stops where the search is stopped, the rest stays not exact. */
static void find_all(Root *root, int gains[MAX_MOVES][MAX_PLAYERS])
{
    for (int i = 0; i < root->count; i++) {
        const RootMove *r = &root->root[i];
        MoveResult *out = &root->result->moves[i];
        if (r->same_as != i)
            memcpy(gains[i], gains[r->same_as], sizeof gains[i]);
        else
            child_gains(root, root->position, &r->child, gains[i]);
        if (root->search->stopped)
            return;
        out->exact = 1;
        for (int side = 0; side < root->position->sides; side++)
            out->gains[side] = (int16_t)gains[i][side];
        root_tell_proven(root, i);
    }
}

void root_solve_maxn(Root *root)
{
    int gains[MAX_MOVES][MAX_PLAYERS] = {{0}};
    int side = side_of(root->position, position_to_move(root->position));
    Result *result = root->result;
    find_all(root, gains);
    for (int i = 0; i < root->count; i++)
        if (result->moves[i].exact && maxn_prefers(gains[i], gains[root->first], root->position->sides, side))
            root->first = i;
    result->best = (uint8_t)root->first;
    result->exact = !root->search->stopped;
    if (!result->exact)
        return;
    for (int i = 0; i < root->position->sides; i++)
        result->gains[i] = (int16_t)gains[root->first][i];
    find_line(root);
}
