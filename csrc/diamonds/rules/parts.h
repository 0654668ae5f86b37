/* Where the points of a side come from: what acts brought it, put down to parts.
 *
 *     Acts acts;
 *     acts.count = 0;
 *     while (position_moves(&end, moves))
 *         position_play(&end, moves[0], &acts);
 *     int16_t parts[PARTS];
 *     parts_of(&acts, &end, side, parts);
 *
 * The parts up to PART_ROBBED add up to the points that the side has gained; PART_OTHERS is what all others have gained together. */
#ifndef DIAMONDS_RULES_PARTS_H
#define DIAMONDS_RULES_PARTS_H

#include "diamonds/rules/position.h"

typedef enum Part {
    PART_TRICKS,                       /* the actions of tricks that the side has won, */
    PART_DISCARDS,                     /* of its discards, */
    PART_AWARDS,                       /* and of its awards, by suit: SUITS parts */
    PART_BONUS = PART_AWARDS + SUITS,  /* for players who have won no trick */
    PART_ROBBED,                       /* what others took from the side: <= 0 */
    PART_OTHERS,
    PART_TRICKS_WON,                   /* no points: how many tricks' actions the side has performed */
    PARTS
} Part;

/* Fills in `parts`. Of the position only players and sides matter. -192 <= parts[i] <= 192. */
void parts_of(const Acts *acts, const Position *position, int side, int16_t *parts);

#endif
