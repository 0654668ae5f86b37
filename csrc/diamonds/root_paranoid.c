/* Root of the paranoid model: the values of all moves by null windows, then the line of best play. */
#include <string.h>

#include "diamonds/bounds.h"
#include "diamonds/root.h"

static int best_lower(const Root *root)
{
    int best = -VALUE_LIMIT;
    for (int i = 0; i < root->count; i++)
        if (root->root[i].lower > best)
            best = root->root[i].lower;
    return best;
}

static int best_upper(const Root *root)
{
    int best = -VALUE_LIMIT;
    for (int i = 0; i < root->count; i++)
        if (root->root[i].upper > best)
            best = root->root[i].upper;
    return best;
}

/* Copies what was proved of a move to the equal cards it stands for. */
static void share_with_twins(Root *root, int index)
{
    for (int i = index + 1; i < root->count; i++)
        if (root->root[i].same_as == index) {
            root->root[i].lower = root->root[index].lower;
            root->root[i].upper = root->root[index].upper;
        }
}

/* Asks whether root move `index` is worth at least beta. */
static void test_move(Root *root, int index, int beta)
{
    Search *s = root->search;
    RootMove *r = &root->root[index];
    int value = r->gain + root->engine->null_window(s, &r->child, beta - r->gain);
    if (s->stopped)
        return;
    if (value >= beta)
        r->lower = value > r->lower ? value : r->lower;
    else
        r->upper = value < r->upper ? value : r->upper;
    share_with_twins(root, index);
    s->progress.lower = best_lower(root);
    s->progress.upper = best_upper(root);
    s->progress.best = root->moves[root->first];
}

/* Whether some move is worth at least beta; that move is tried first from now on. */
static bool some_move_reaches(Root *root, int beta)
{
    for (int step = -1; step < root->count; step++) {
        int index = step < 0 ? root->first : step;
        RootMove *r = &root->root[index];
        if (r->same_as != index || (step == root->first))
            continue;
        if (r->lower < beta && r->upper >= beta)
            test_move(root, index, beta);
        if (root->search->stopped)
            return false;
        if (r->lower >= beta) {
            root->first = index;
            return true;
        }
    }
    return false;
}

/* Narrows the best value to a point: from a first guess towards whatever the answers say. */
static void find_best(Root *root)
{
    int beta = 0;
    for (;;) {
        int lower = best_lower(root), upper = best_upper(root);
        if (lower >= upper || root->search->stopped)
            return;
        if (beta <= lower)
            beta = lower + 1;
        if (beta > upper)
            beta = upper;
        beta = some_move_reaches(root, beta) ? best_lower(root) + 1 : best_upper(root);
    }
}

/* Narrows every other move's value to a point, from above: most moves are worth nearly as much as the best. */
static void find_all(Root *root)
{
    for (int i = 0; i < root->count; i++) {
        RootMove *r = &root->root[i];
        bool reached = false;
        while (r->same_as == i && r->lower < r->upper && !root->search->stopped) {
            int beta = reached ? r->lower + 1 : r->upper;
            test_move(root, i, beta);
            reached = r->lower >= beta;
        }
    }
}

/* Index of the first move with the highest proven value. */
static int best_so_far(const Root *root)
{
    int best = 0;
    for (int i = 1; i < root->count; i++)
        if (root->root[i].lower > root->root[best].lower)
            best = i;
    return best;
}

/* Index of a move that keeps the value that the position is known to have. */
static int keeping_move(Root *root, const Position *p, const Move *moves, int count, int value)
{
    Search *s = root->search;
    bool own = is_own(&s->score, position_to_move(p));
    int beta = own ? value : value + 1;
    for (int i = 0; i + 1 < count && !s->stopped; i++) {
        Position child = *p;
        position_play(&child, moves[i]);
        int gain = score_gain(&s->score, p, &child);
        int found = gain + root->engine->null_window(s, &child, beta - gain);
        if (!s->stopped && (found >= beta) == own)
            return i;
    }
    return count - 1; /* one must, so the last does */
}

/* Follows best play from the root's best move to the end of the round. */
static void find_line(Root *root)
{
    Position p = *root->position;
    Move moves[MAX_MOVES];
    int count = root->count, index = root->first, value = best_lower(root);
    memcpy(moves, root->moves, sizeof moves);
    while (count && !root->search->stopped) {
        Position before = p;
        root_extend_line(root, &p, moves[index]);
        value -= score_gain(&root->search->score, &before, &p);
        count = position_moves(&p, moves);
        if (count)
            index = keeping_move(root, &p, moves, count, value);
    }
    root_close_line(root, &p);
}

static void report(const Root *root)
{
    Result *result = root->result;
    result->lower = (int16_t)best_lower(root);
    result->upper = (int16_t)best_upper(root);
    result->exact = result->lower == result->upper;
    result->best = (uint8_t)root->first;
    for (int i = 0; i < root->count; i++) {
        const RootMove *r = &root->root[i];
        result->moves[i].lower = (int16_t)r->lower;
        result->moves[i].upper = (int16_t)r->upper;
        result->moves[i].exact = r->lower == r->upper;
    }
}

void root_solve_paranoid(Root *root, bool best_only)
{
    for (int i = 0; i < root->count; i++) {
        RootMove *r = &root->root[i];
        Range range = bounds_range(&root->search->score, &r->child);
        r->lower = r->gain + range.lower;
        r->upper = r->gain + range.upper;
    }
    find_best(root);
    if (!best_only)
        find_all(root);
    root->first = best_so_far(root);
    report(root);
    if (root->result->exact)
        find_line(root);
}
