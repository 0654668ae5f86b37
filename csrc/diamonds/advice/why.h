/* Why one move is better than another, in one sentence: by where the points come from in the samples that gave the values (rules/parts.h).
 *
 *     char text[WHY_LENGTH + 4];
 *     why_text(&why, "S3", "C5", text, sizeof text);
 *
 *     why: compared with C5, S3 costs 0.61 in tricks (2.1 against 2.4 tricks), but brings 0.98 as the others gain less */
#ifndef DIAMONDS_ADVICE_WHY_H
#define DIAMONDS_ADVICE_WHY_H

#include <stddef.h>

#include "diamonds/rules/parts.h"

enum { WHY_LENGTH = 512 }; /* more than enough beside what the moves take */

typedef struct Why {
    double points[2][PARTS]; /* means by part, of the move and of the one that it is compared with. What others take is negative, as is what
                                they gain where the objective counts that */
    double reach[PARTS];     /* half widths of the 95 % intervals of the differences */
    double lead;             /* how many points the move is ahead: the loss that is shown, but for chances to win */
    bool is_chance;          /* whether values are chances to win; then points are those of the margin in this round */
    bool is_sure;            /* whether the move is better beyond sampling error */
} Why;

/* The parts that the sentence names, the largest first: the largest that stands out, and a second one that is at least half as large. A
 * part stands out that is beyond its sampling error, and no small share of the loss. Returns how many. */
int why_named(const Why *why, int *parts);

/* The sentence into `text`, cut where it is longer than `size`, which is above 0. */
void why_text(const Why *why, const char *move, const char *against, char *text, size_t size);

#endif
