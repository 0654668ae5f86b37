/* Worlds (determinizations): positions that the seat to move cannot tell apart. They share everything but the other hands,
 * and where nobody knows who won the tricks before, `taken` and `winners`. */
#ifndef DIAMONDS_PLAYERS_WORLDS_H
#define DIAMONDS_PLAYERS_WORLDS_H

#include <stddef.h>

#include "diamonds/rules/position.h"

/* STATUS_OK when each world is a whole position, they are worlds of the decision of `first`, and nobody holds a card of `seen`. */
Status worlds_check(const Position *first, const Position *worlds, size_t count, Cards seen);

/* Whether all of them agree on who won what before. */
bool worlds_share_tricks(const Position *first, const Position *worlds, size_t count);

bool move_is_legal(const Position *position, Move move);

/* `seen` with the cards on the table. */
Cards worlds_seen(const Position *position, Cards seen);

#endif
