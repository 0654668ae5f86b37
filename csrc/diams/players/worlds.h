/* The worlds of a view: every way to deal the unseen cards to the hidden seats and to the pile, and to split what each has into hand and
 * piles, that agrees with all that is known. Cards of one kind count as different cards, as they do in a deal. A world is the likelier, the
 * more ways there are in which its unknown cards can have come: where nobody was seen to lack anything, and nothing was laid, all are
 * equally likely.
 *
 *   Worlds *worlds = worlds_new(&base, words, count, false, &status);
 *   if (worlds_count(worlds, &low) > 0)
 *       worlds_draw(worlds, seed, 0, 100, states);
 *   worlds_free(worlds);
 *
 * After worlds_new a Worlds never changes: many threads may use it at the same time. */
#ifndef DIAMS_PLAYERS_WORLDS_H
#define DIAMS_PLAYERS_WORLDS_H

#include "diams/players/plans.h"
#include "diams/rules/state.h"

typedef enum WorldsStatus { WORLDS_OK, WORLDS_NO_MEMORY, WORLDS_BAD_WORDS } WorldsStatus;

typedef struct Worlds Worlds;

/* `base`: the state, where hidden seats have no cards, and a pile whose cards are not told is empty. `words`: what pack_knowledge of
 * core/layout.py makes. `is_question`: look no further than the first world. NULL unless the status is WORLDS_OK. */
Worlds *worlds_new(const State *base, const int32_t *words, size_t count, bool is_question, WorldsStatus *status);
void worlds_free(Worlds *worlds);

/* How many worlds there are, rounded, and in *low the last 64 bits of the exact number. */
double worlds_count(const Worlds *worlds, uint64_t *low);

/* out[count]: random worlds, each as likely as its weight says. World i depends on `seed` and first + i only. There must be one. */
void worlds_draw(const Worlds *worlds, uint64_t seed, uint64_t first, size_t count, State *out);

/* Worlds that look different, each with its weight, into states[room] and weights[room]; some come more than once. Returns how many there
 * are. */
size_t worlds_all(const Worlds *worlds, size_t room, State *states, double *weights);

/* chances[piles][ROWS] of a hidden seat: that the pile is of the row. There must be a world. Returns the number of piles; -1 for another
 * seat. `chances` has ROWS rows. */
int worlds_piles(const Worlds *worlds, int seat, double *chances);

#endif
