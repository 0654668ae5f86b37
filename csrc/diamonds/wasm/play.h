/* What pages ask of the rules and of the rule-based player to show a game and to play it. */
#ifndef DIAMONDS_WASM_PLAY_H
#define DIAMONDS_WASM_PLAY_H

#include "diamonds/players/policy.h"
#include "diamonds/rules/position.h"

enum { MAX_EFFECTS = 8 }; /* of one move: a discard, the winner's action, four awards */

enum { EFFECT_DISCARD, EFFECT_TRICK, EFFECT_AWARD }; /* of whoever discards, of who has taken the trick, after the last one */

/* One action of a suit. */
typedef struct Effect {
    uint8_t kind, seat, suit;
    int8_t gains[MAX_PLAYERS]; /* points */
} Effect;

/* Plays a legal move and writes down its actions, at most MAX_EFFECTS, in their order; returns how many. The bonus for no trick is none. */
int position_effects(Position *position, const Move *move, Effect *effects);

/* The move by rules or by a net, drawn from stream 0 of the seed; `seen` as for playouts_run. */
void player_move(const Policy *policy, const Position *position, Cards seen, uint64_t seed, Move *move);

#endif
