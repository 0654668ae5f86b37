#include "diamonds/solver.h"

uint64_t solver_perft(const Position *position, int depth)
{
    Move moves[MAX_MOVES];
    int count = position_moves(position, moves);
    if (depth <= 0 || count == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)count;
    uint64_t sequences = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        position_play(&child, moves[i]);
        sequences += solver_perft(&child, depth - 1);
    }
    return sequences;
}
