/* Every seat's chance to win at the start of a turn, by a function fitted to games (estimateweights.h): a softmax over the seats. The
 * strength of a seat is e to a weighted sum of features of its cards and of the pile, computed as a product of stored factors. */
#ifndef DIAMONIAK_PLAYERS_ESTIMATE_H
#define DIAMONIAK_PLAYERS_ESTIMATE_H

#include "diamoniak/players/estimateweights.h"
#include "diamoniak/rules/state.h"

#define ESTIMATE_NAME(name, two, three, four) ESTIMATE_##name,
enum { ESTIMATE_TABLE(ESTIMATE_NAME) FEATURES };
#undef ESTIMATE_NAME

enum { MOST_DIAMONDS = 12, MOST_FAIRIES = 3, MOST_ASIDE = 12, MOST_BUYS = 3, CASTLE = 6, MOST_WITCHES = 8 };

/* The factors for one number of players, by what they depend on. */
typedef struct Estimate {
    double missing[CASTLE + 2]; /* the last: no colour */
    double diamonds[MOST_DIAMONDS + 1], fairies[MOST_FAIRIES + 1], aside[MOST_ASIDE + 1], for_sale[CASTLE + 1], buys[MOST_BUYS + 1];
    double last[SEATS], last_two, wait[SEATS];                      /* by the seats before this */
    double coming[SEATS][CASTLE + 1][CASTLE + 1][MOST_WITCHES + 1]; /* and cards missing, own cards and witches in the pile */
} Estimate;

/* The fitted estimate for this number of players. */
void estimate_init(Estimate *estimate, int players);

/* The chances of all seats; the state is at the start of a turn. */
void estimate_chances(const Estimate *estimate, const State *state, double *chances);

/* The strength of a seat, more than 0. A seat that can buy its last card at once has won; strengths do not cover that. */
double estimate_strength(const Estimate *estimate, const State *state, int seat);
bool estimate_is_won(const State *state);

/* The FEATURES numbers that a seat's weights are multiplied by; their names; the fitted weights. */
void estimate_features(const State *state, int seat, double *features);
extern const char *const estimate_names[FEATURES];
extern const double estimate_weights[SEATS - 1][FEATURES]; /* of two players, three, four */

#endif
