/* Two nets that learn by playing rounds with themselves, in all seats: what a card is worth to who sees its own hand,
 * and what a pass is worth.
 *
 *     Trainer *trainer = trainer_new(4, 2, 10, seed);
 *     trainer_run(trainer, rounds);
 *     trainer_numbers(trainer, false, numbers);
 *
 * What they learn from is Q(lambda): what came of a decision, and what the nets thought of the decisions after it, mixed; a card that was
 * tried at random counts for those before as if the best one had been played. The same seed and number of rounds give the same numbers. */
#ifndef DIAMONDS_TRAINING_SELFPLAY_H
#define DIAMONDS_TRAINING_SELFPLAY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Trainer Trainer;

/* Sides as in a Position; hands of 10 cards are of the standard game, others of Perfect Diamonds. NULL when memory is short. */
Trainer *trainer_new(int players, int sides, int cards, uint64_t seed);

/* Frees; NULL is fine. */
void trainer_free(Trainer *trainer);

enum { TRAINING_ROUNDS = 256 }; /* between two times of learning */

/* Plays and learns until `rounds` have been played since the beginning, rounded up to TRAINING_ROUNDS. */
void trainer_run(Trainer *trainer, uint64_t rounds);

/* The points of margin that a side wins by the nets in a field of rules of thumb, one deal after the other in each place, into
 * margins[deals]; the pass by its net, too, or by rules. */
void trainer_margins(Trainer *trainer, bool passes, int deals, double *margins);

/* The net of the play, or that of the pass: by input its row of FIRST weights, then the numbers of Layers; `out` in points. Rows of the play
 * that no sample had are 0. Returns how many inputs there are; `numbers` may be NULL. */
int trainer_numbers(const Trainer *trainer, bool of_pass, float *numbers);

#endif
