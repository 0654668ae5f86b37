#include "diamonds/solver.h"

#include <stddef.h>

enum { PERFT_POLL_INTERVAL = 1 << 12 };

typedef struct Perft {
    SolverPoll poll;
    void *poll_context;
    Progress progress;
    bool stopped;
} Perft;

static bool has_to_stop(Perft *perft)
{
    if (++perft->progress.nodes % PERFT_POLL_INTERVAL == 0 && perft->poll)
        perft->stopped = perft->poll(perft->poll_context, &perft->progress);
    return perft->stopped;
}

/* The sum, or UINT64_MAX where it does not fit. */
static uint64_t capped_sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t count_sequences(Perft *perft, const Position *position, int depth)
{
    Move moves[MAX_MOVES];
    int count = position_moves(position, moves);
    if (depth <= 0 || count == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)count;
    uint64_t sequences = 0;
    for (int i = 0; i < count && !has_to_stop(perft); i++) {
        Position child = *position;
        position_play(&child, moves[i], NULL);
        sequences = capped_sum(sequences, count_sequences(perft, &child, depth - 1));
    }
    return sequences;
}

uint64_t solver_perft(const Position *position, int depth, SolverPoll poll, void *poll_context)
{
    Perft perft = {.poll = poll, .poll_context = poll_context};
    return count_sequences(&perft, position, depth);
}
