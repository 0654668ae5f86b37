/* Root of the paranoid model: the values of all moves by null windows, then the line of best play. */
#include <string.h>

#include "diamonds/root/bounds.h"
#include "diamonds/root/root.h"

/* Nodes that a question about the best value gets before easier ones are asked in between, and those for each move of a line in the first
 * round (keeping_move). Few in debug builds, so that tests come here. */
#ifdef DIAMONDS_DEBUG
static const uint64_t FIRST_QUESTION = 1 << 8, LINE_BUDGET = 4;
#else
static const uint64_t FIRST_QUESTION = 1 << 20, LINE_BUDGET = 512;
#endif
enum { LINE_BUDGET_GROWTH = 8, GUESS_JUMP = 3 /* from a guess that was too low, see find_best */ };

/* Tests any position, as Engine.null_window does those without a pending choice. */
static int test_position(const Root *root, const Position *p, int beta, bool pooled)
{
    Search *s = root->search;
    if (p->robber == NOBODY)
        return p->tricks_left ? root->engine->null_window(root->proofs, s, p, beta, pooled) : score_awards(&s->score, p);
    bool maximises = is_maximising(&s->score, p->robber);
    int best = maximises ? -VALUE_LIMIT : VALUE_LIMIT;
    for (unsigned victims = victims_of(p, p->robber); victims && !s->stopped; victims &= victims - 1) {
        Position child = *p;
        position_play(&child, (Move){NO_CARD, NOBODY, (uint8_t)bits_lowest(victims)}, NULL);
        int gain = score_gain(&s->score, p, &child);
        int value = gain + test_position(root, &child, beta - gain, pooled);
        if (maximises ? value > best : value < best)
            best = value;
    }
    return best;
}

int root_test(const Engine *engine, void *proofs, Search *search, const Position *position, int beta)
{
    Range range = bounds_range(&search->score, position);
    if (beta > range.upper || beta <= range.lower)
        return beta > range.upper ? range.upper : range.lower;
    Root root = {.engine = engine, .proofs = proofs, .search = search};
    return test_position(&root, position, beta, false);
}

int root_value(const Engine *engine, void *proofs, Search *search, const Position *position, int guess)
{
    Range range = bounds_range(&search->score, position);
    Root root = {.engine = engine, .proofs = proofs, .search = search};
    int beta = guess;
    while (range.lower < range.upper && !search->stopped) {
        if (beta <= range.lower)
            beta = range.lower + 1;
        if (beta > range.upper)
            beta = range.upper;
        int value = test_position(&root, position, beta, false);
        if (value >= beta)
            range.lower = value;
        else
            range.upper = value;
        beta = value >= beta ? value + 1 : value;
    }
    return range.lower;
}

static int best_lower(const Root *root)
{
    int best = -VALUE_LIMIT;
    for (int i = 0; i < root->count; i++)
        if (root->root[i].lower > best)
            best = root->root[i].lower;
    return best;
}

/* The highest upper limit: of the values, or of the pooled relaxation's, which are lower. */
static int best_upper(const Root *root, bool pooled)
{
    int best = -VALUE_LIMIT;
    for (int i = 0; i < root->count; i++) {
        int upper = pooled ? root->root[i].pooled_upper : root->root[i].upper;
        if (upper > best)
            best = upper;
    }
    return best;
}

/* Copies what was proved of a move to the equal cards it stands for. */
static void share_with_twins(Root *root, int index)
{
    const RootMove *r = &root->root[index];
    for (int i = index + 1; i < root->count; i++)
        if (root->root[i].same_as == index) {
            root->root[i].lower = r->lower;
            root->root[i].upper = r->upper;
            root->root[i].pooled_upper = r->pooled_upper;
        }
}

static void report_move(const Root *root, int index)
{
    const RootMove *r = &root->root[index];
    MoveResult *out = &root->result->moves[index];
    out->lower = (int16_t)r->lower;
    out->upper = (int16_t)r->upper;
    out->exact = r->lower == r->upper;
}

static void tell_progress(Root *root)
{
    Progress *progress = &root->search->progress;
    progress->lower = best_lower(root);
    progress->upper = best_upper(root, false);
    progress->best = root->moves[root->first];
    for (int i = 0; i < root->count; i++)
        if (root->root[i].lower == root->root[i].upper) {
            report_move(root, i);
            root_tell_proven(root, i);
        }
}

/* Asks whether root move `index` is worth at least beta, in the game itself or in the pooled one; whether it is. */
static bool move_reaches(Root *root, int index, int beta, bool pooled)
{
    Search *s = root->search;
    RootMove *r = &root->root[index];
    int *upper = pooled ? &r->pooled_upper : &r->upper;
    if (r->lower >= beta || *upper < beta)
        return r->lower >= beta;
    int value = r->gain + test_position(root, &r->child, beta - r->gain, pooled);
    if (s->stopped)
        return false;
    if (value >= beta)
        r->lower = value;
    else
        *upper = value;
    if (r->pooled_upper > r->upper)
        r->pooled_upper = r->upper;
    share_with_twins(root, index);
    tell_progress(root);
    return value >= beta;
}

/* Whether some move is worth at least beta; that move is tried first from now on. */
static bool some_move_reaches(Root *root, int beta, bool pooled)
{
    int first = root->first;
    for (int step = -1; step < root->count && !root->search->stopped; step++) {
        int index = step < 0 ? first : step;
        if (root->root[index].same_as == index && step != first && move_reaches(root, index, beta, pooled)) {
            root->first = index;
            return true;
        }
    }
    return false;
}

/* After a question that was given up: goes on where it is left off, unless the whole search was stopped. */
static bool gave_up(Search *s)
{
    if (!s->out_of_budget)
        return false;
    s->stopped = s->out_of_budget = false;
    return true;
}

/* Proves what limits it can with easier questions of at most `budget` nodes each: from the far end of the open range towards beta, in
 * strides that halve when one was too long. */
static void narrow_from_far(Root *root, int beta, uint64_t budget, bool from_below, bool pooled)
{
    Search *s = root->search;
    int stride = VALUE_LIMIT;
    while (stride > 0 && !s->stopped) {
        int lower = best_lower(root), upper = best_upper(root, pooled);
        int room = from_below ? (beta <= upper ? beta - 1 : upper) - lower : upper - (beta > lower ? beta : lower);
        if (stride > room / 2)
            stride = room / 2;
        if (stride <= 0)
            return;
        search_set_budget(s, budget);
        (void)some_move_reaches(root, from_below ? lower + stride : upper - stride + 1, pooled);
        if (gave_up(s))
            stride /= 2;
    }
}

/* Asks one question. One that takes long is interrupted, again and again, for easier ones: they cost a part of its budget, and a search
 * that is stopped before the end has useful limits to show. */
static bool reaches_in_the_end(Root *root, int beta, bool pooled)
{
    Search *s = root->search;
    for (uint64_t budget = FIRST_QUESTION;; budget *= 4) {
        search_set_budget(s, budget);
        bool reaches = some_move_reaches(root, beta, pooled);
        if (!gave_up(s))
            return reaches;
        narrow_from_far(root, beta, budget / 16, true, pooled);
        narrow_from_far(root, beta, budget / 16, false, pooled);
        if (pooled)
            narrow_from_far(root, beta, budget / 16, false, false); /* the pooled relaxation's upper limits say nothing of the real one's */
        if (best_lower(root) >= beta || best_upper(root, pooled) < beta)
            return best_lower(root) >= beta;
    }
}

/* Narrows the best value to a point, from a first guess towards whatever the answers say. If the first one is that the value is higher, the
 * next question is `jump` above that: questions from above are cheap where a coalition plays, and prepare the table for those below. */
static void find_best(Root *root, int guess, int jump, bool pooled)
{
    int beta = guess;
    while (best_lower(root) < best_upper(root, pooled) && !root->search->stopped) {
        int lower = best_lower(root), upper = best_upper(root, pooled);
        if (beta <= lower)
            beta = lower + 1;
        if (beta > upper)
            beta = upper;
        beta = reaches_in_the_end(root, beta, pooled) ? best_lower(root) + 1 + jump : best_upper(root, pooled);
        jump = 0;
    }
    search_set_budget(root->search, UINT64_MAX);
}

/* Narrows the value of one move to a point, from the side on which it is cheaper. */
static void find_move(Root *root, int index, bool from_below, bool pooled)
{
    RootMove *r = &root->root[index];
    const int *upper = pooled ? &r->pooled_upper : &r->upper;
    while (r->lower < *upper && !root->search->stopped) {
        int beta = from_below ? r->lower + 1 : *upper;
        from_below = move_reaches(root, index, beta, pooled);
    }
}

/* The value of a move: mostly nearly that of the best, so from above; with a pool first its bound, then from there up. */
static void find_value(Root *root, int index, bool has_pool)
{
    if (has_pool)
        find_move(root, index, false, true);
    find_move(root, index, has_pool, false);
}

static void find_all(Root *root, bool has_pool)
{
    for (int i = 0; i < root->count; i++)
        if (root->root[i].same_as == i)
            find_value(root, i, has_pool);
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

/* Index of a move that keeps the value that the position is known to have. Moves that take longer than `budget` nodes wait for the others, as
 * in partition_try: one that keeps the value is often proved in a hundredth of the nodes that refute a bad one. */
static int keeping_move(Root *root, const Position *p, const Move *moves, int count, int value, uint64_t budget)
{
    Search *s = root->search;
    bool maximises = is_maximising(&s->score, position_to_move(p)), failed[MAX_MOVES] = {false};
    int beta = maximises ? value : value + 1, left = count;
    for (; left > 1 && !s->stopped; budget *= LINE_BUDGET_GROWTH)
        for (int i = 0; i < count && left > 1 && !s->stopped; i++) {
            if (failed[i])
                continue;
            Position child = *p;
            position_play(&child, moves[i], NULL);
            int gain = score_gain(&s->score, p, &child);
            uint64_t outer = search_lend_budget(s, budget);
            int found = gain + test_position(root, &child, beta - gain, false);
            if (search_end_budget(s, outer))
                continue;
            if (!s->stopped && (found >= beta) == maximises)
                return i;
            failed[i] = true;
            left--;
        }
    int last = 0; /* one must, so the last does */
    while (last + 1 < count && failed[last])
        last++;
    return last;
}

/* Follows best play after a root move to the end of the round; gives where that is. */
static Position find_line(Root *root, int index, uint64_t budget, Move *line, uint8_t *line_count)
{
    Position p = *root->position;
    Move moves[MAX_MOVES];
    int count = root->count, value = root->root[index].lower;
    memcpy(moves, root->moves, sizeof moves);
    while (count && !root->search->stopped) {
        Position before = p;
        root_extend_line(line, line_count, &p, moves[index]);
        value -= score_gain(&root->search->score, &before, &p);
        count = position_moves(&p, moves);
        if (count)
            index = keeping_move(root, &p, moves, count, value, budget);
    }
    if (root->search->stopped)
        *line_count = 0;
    return p;
}

static void report(const Root *root)
{
    Result *result = root->result;
    result->lower = (int16_t)best_lower(root);
    result->upper = (int16_t)best_upper(root, false);
    result->exact = result->lower == result->upper;
    result->best = (uint8_t)root->first;
    for (int i = 0; i < root->count; i++)
        report_move(root, i);
}

/* Whether root move `index` is the one played; a club may be played before its victim is named. */
static bool is_played(const Root *root, int index, Move played)
{
    Move move = root->moves[index];
    return move.card == played.card && move.actor == played.actor && (played.victim == NOBODY || played.victim == move.victim);
}

/* Index of the move played, or of the best one that it may have been. */
static int best_played(const Root *root, Move played)
{
    int best = -1;
    for (int i = 0; i < root->count; i++)
        if (is_played(root, i, played) && (best < 0 || root->root[i].lower > root->root[best].lower))
            best = i;
    return best < 0 ? root->first : best;
}

/* Puts what is known of the move played into the root, where it is tried first; a first guess of the best value. */
static int take_over(Root *root, const Played *played)
{
    int guess = 0;
    for (int i = root->count - 1; i >= 0; i--) {
        RootMove *r = &root->root[root->root[i].same_as];
        if (!is_played(root, i, played->move))
            continue;
        root->first = root->root[i].same_as;
        if (played->upper < r->upper)
            guess = r->upper = r->pooled_upper = played->upper;
        if (played->lower > r->lower && root->moves[i].victim == played->move.victim)
            r->lower = played->lower;
        share_with_twins(root, root->first);
    }
    return guess;
}

/* Finds out which moves have the best value, and what the one played is worth. */
static void review(Root *root, Move played, bool has_pool)
{
    int best = best_lower(root);
    for (int i = 0; i < root->count && !root->search->stopped; i++)
        if (root->root[i].same_as == i)
            (void)move_reaches(root, i, best, false);
    for (int i = 0; i < root->count; i++)
        if (is_played(root, i, played))
            find_value(root, root->root[i].same_as, has_pool);
}

/* The line of the best move, and that of the one played; of those that are wanted. */
static void find_lines(Root *root, const Played *played)
{
    Result *result = root->result;
    int index = played ? best_played(root, played->move) : root->first;
    bool is_best = root->root[index].lower == result->lower;
    if (is_best)
        root->first = index;
    if (!(is_best && played && played->has_line)) {
        Position end = find_line(root, root->first, played ? LINE_BUDGET : UINT64_MAX, result->line, &result->line_count);
        root_close_line(root, &end);
    }
    if (!is_best && !played->has_line && root->root[index].lower == root->root[index].upper)
        (void)find_line(root, index, LINE_BUDGET, result->reply, &result->reply_count);
    result->best = (uint8_t)root->first;
}

void root_solve_paranoid(Root *root, bool best_only, const Played *played)
{
    for (int i = 0; i < root->count; i++) {
        RootMove *r = &root->root[i];
        Range range = bounds_range(&root->search->score, &r->child);
        r->lower = r->gain + range.lower;
        r->upper = r->pooled_upper = r->gain + range.upper;
    }
    int guess = played ? take_over(root, played) : 0;
    tell_progress(root);
    bool has_pool = root->engine->has_pool && uses(root->search, TECHNIQUE_POOL) && uses(root->search, TECHNIQUE_PROOFS);
    if (has_pool)
        find_best(root, guess, played ? GUESS_JUMP : 0, true);
    find_best(root, has_pool ? best_lower(root) + 1 : guess, 0, false);
    if (!best_only)
        find_all(root, has_pool);
    else if (played)
        review(root, played->move, has_pool);
    root->first = best_so_far(root);
    report(root);
    if (root->result->exact)
        find_lines(root, played);
}

bool root_parts(Root *root, uint64_t budget, int16_t (*parts)[PARTS])
{
    const Position *start = root->position;
    int side = side_of(start, position_to_move(start));
    for (int i = 0; i < root->count; i++) {
        if (root->root[i].same_as != i) {
            memcpy(parts[i], parts[root->root[i].same_as], sizeof parts[i]);
            continue;
        }
        Move line[MAX_LINE];
        uint8_t length = 0;
        (void)find_line(root, i, budget, line, &length);
        if (root->search->stopped)
            return false;
        Position p = *start;
        Acts acts;
        acts.count = 0;
        for (int move = 0; move < length; move++)
            position_play(&p, line[move], &acts);
        parts_of(&acts, start, side, parts[i]);
    }
    return true;
}
