/* Games whose moves are the bytes, and damaged states: whatever state_check accepts stays a state after every move, has moves unless the
 * game is over, and all of them are legal; a search leaves it so. */
#include "fuzz.h"

#include "diamoniak/players/mcts.h"

static State state_from(Bytes *bytes)
{
    static const uint8_t most[KINDS] = {6, 6, 6, 6, 20, 3, 8};
    State s = {.players = (uint8_t)(2 + take(bytes, 3)), .pays_seller = take(bytes, 2)};
    memset(s.colour, NO_COLOUR, sizeof s.colour);
    for (int kind = 0; kind < KINDS; kind++)
        s.deck[kind] = s.pile[kind] = take(bytes, most[kind] + 1U);
    for (int seat = 0; seat < s.players; seat++) {
        int colour = take(bytes, COLOURS + 1);
        s.colour[seat] = (uint8_t)colour;
        for (int kind = 0; kind < HELD; kind++) {
            s.held[seat][kind] = take(bytes, s.pile[kind] + 1U);
            s.pile[kind] -= s.held[seat][kind];
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        s.discards[kind] = take(bytes, s.pile[kind] + 1U);
        s.pile[kind] -= s.discards[kind];
    }
    s.phase = take(bytes, OVER + 1);
    s.turn = take(bytes, s.players);
    if (s.phase == ON_WITCH && s.pile[WITCH])
        s.pile[WITCH]--;
    return s;
}

/* The laws. The number of moves. */
static int lawful(const State *s, Move *moves)
{
    CHECK(state_check(s));
    int count = state_moves(s, moves);
    CHECK(count <= MAX_MOVES && (count > 0) == (s->phase != OVER));
    for (int i = 0; i < count; i++)
        CHECK(state_is_legal(s, moves[i]));
    return count;
}

static void search(const State *s, Bytes *bytes)
{
    MctsOptions options = {.exploration = 0.1, .turns = 2, .seed = take(bytes, 256), .node_limit = 1000};
    Mcts *tree = mcts_new(&options);
    CHECK(tree);
    mcts_run(tree, s, 50);
    mcts_free(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, size};
    State s = state_from(&bytes);
    damage(&bytes, &s, sizeof s);
    if (!state_check(&s))
        return 0;
    Rng rng = rng_stream(take(&bytes, 256), 0);
    for (;;) {
        Move moves[MAX_MOVES];
        int count = lawful(&s, moves);
        if (!count || !bytes.left)
            return 0;
        Move move = moves[take(&bytes, (unsigned)count)];
        if (take(&bytes, 256) == 255)
            search(&s, &bytes);
        state_play(&s, &move, &rng);
    }
}
