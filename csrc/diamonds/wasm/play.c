/* Play for pages: what a move does, action by action, where position_play tells only how everything stands afterwards. The rules are compiled
 * here once more from their one source, with three of their steps replaced by such that write down what they do. */
#include "diamonds/wasm/play.h"

#include "diamonds/players/worlds.h"

static Effect *written; /* of the move that is played; a module of WebAssembly has one thread */
static int written_count;
static int due; /* the suit of the trick just taken, whose action is still to come; else NOBODY */

static uint8_t kind_of(const Position *p, int suit)
{
    if (p->robber != NOBODY || (due == suit && !p->award)) {
        due = NOBODY;
        return EFFECT_TRICK;
    }
    return p->tricks_left ? EFFECT_DISCARD : EFFECT_AWARD;
}

static void write_down(const Position *before, const Position *after, int seat, int suit)
{
    Effect *effect = &written[written_count++];
    *effect = (Effect){kind_of(before, suit), (uint8_t)seat, (uint8_t)suit, {0}};
    for (int player = 0; player < after->players; player++)
        effect->gains[player] = (int8_t)(position_points(after, player) - position_points(before, player));
}

static int act_and_write(Position *p, int seat, int suit)
{
    Position before = *p;
    int points = act(p, seat, suit);
    write_down(&before, p, seat, suit);
    return points;
}

static void rob_and_write(Position *p, int seat, int victim)
{
    Position before = *p;
    rob(p, seat, victim);
    write_down(&before, p, seat, CLUBS);
}

static int take_and_note(Position *p) { return due = take_trick(p); }

void player_move(const Policy *policy, const Position *position, Cards seen, uint64_t seed, Move *move)
{
    Rng rng = rng_stream(seed, 0);
    *move = policy_move(policy, position, worlds_seen(position, seen), &rng);
}

#define act act_and_write
#define rob rob_and_write
#define take_trick take_and_note
#define award_winner effects_award_winner
#define position_decision effects_decision
#define position_to_move effects_to_move
#define position_moves effects_moves
#define position_play effects_play
#define position_check effects_check
int award_winner(const Position *p, int suit);
Decision position_decision(const Position *p);
int position_to_move(const Position *p);
int position_moves(const Position *p, Move *moves);
void position_play(Position *p, Move move);
Status position_check(const Position *p);
#include "diamonds/rules/position.c"

int position_effects(Position *position, const Move *move, Effect *effects)
{
    written = effects;
    written_count = 0;
    due = NOBODY;
    effects_play(position, *move);
    return written_count;
}
