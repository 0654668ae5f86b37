#include "diamonds/players/playout.h"

#include "diamonds/players/worlds.h"

static Move random_move(const Position *p, Rng *rng)
{
    Move moves[MAX_MOVES];
    int count = position_moves(p, moves);
    return moves[rng_below(rng, (uint32_t)count)];
}

Players players_all(const Policy *policy)
{
    Players players;
    for (int seat = 0; seat < MAX_PLAYERS; seat++)
        players.seat[seat] = policy;
    return players;
}

static bool is_over(const Position *p) { return p->robber == NOBODY && !p->tricks_left && p->award >= AWARDS_DONE; }

int playout(const Players *players, Position *p, Cards seen, Rng *rng, Move *line, Acts *acts)
{
    int count = 0;
    for (; !is_over(p); count++) {
        const Policy *policy = players->seat[position_to_move(p)];
        Move move = policy ? policy_move(policy, p, seen, rng) : random_move(p, rng);
        if (move.card != NO_CARD)
            seen |= card_set(move.card);
        if (line)
            line[count] = move;
        position_play(p, move, acts);
    }
    return count;
}

/* What the end of a round is worth to a side; fills in `parts`, unless it is NULL. */
static double outcome(const Utility *utility, const Position *start, const Position *end, int side, const Acts *acts, int16_t *parts)
{
    double values[MAX_PLAYERS];
    utility_values(utility, start, end, values);
    if (parts)
        parts_of(acts, start, side, parts);
    return values[side];
}

void playouts_run(const Playouts *run, double *values, int16_t *parts)
{
    Acts acts;
    for (size_t m = 0; m < run->move_count; m++)
        for (size_t w = 0; w < run->world_count; w++) {
            const Position *world = &run->worlds[w];
            Position end = *world;
            Rng rng = rng_stream(run->seed, run->first + w);
            Move move = run->moves[m];
            Cards seen = move.card == NO_CARD ? run->seen : run->seen | card_set(move.card);
            acts.count = 0;
            position_play(&end, move, &acts);
            playout(&run->players, &end, seen, &rng, NULL, &acts);
            *values++ = outcome(&run->utility, world, &end, side_of(world, position_to_move(world)), &acts, parts);
            parts = parts ? parts + PARTS : NULL;
        }
}

Status passes_run(const PassPlayouts *run, double *values, int16_t *parts)
{
    Acts acts;
    for (size_t m = 0; m < run->pass_count; m++)
        for (size_t w = 0; w < run->world_count; w++) {
            Position start = run->worlds[w];
            start.hand[run->giver] &= ~run->passes[m];
            start.hand[run->receiver] |= run->passes[m];
            Status status = worlds_check(&start, &start, 1, run->seen);
            if (status != STATUS_OK)
                return status;
            Position end = start;
            Rng rng = rng_stream(run->seed, run->first + w);
            acts.count = 0;
            playout(&run->players, &end, run->seen, &rng, NULL, &acts);
            *values++ = outcome(&run->utility, &start, &end, side_of(&start, run->giver), &acts, parts);
            parts = parts ? parts + PARTS : NULL;
        }
    return STATUS_OK;
}
