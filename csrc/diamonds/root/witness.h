/* Finds the witness of a search (search/witness.h). */
#ifndef DIAMONDS_ROOT_WITNESS_H
#define DIAMONDS_ROOT_WITNESS_H

#include "diamonds/search/engine.h"

#ifdef HAS_WITNESS
/* The starts of tricks along a line of best play, for the question that `asked` is ready for, with their values: those that the plain search
 * finds with a few nodes. */
void witness_find(Witness *witness, const Engine *engine, const Search *asked, const Position *position);
#endif

#endif
