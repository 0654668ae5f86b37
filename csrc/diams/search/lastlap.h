/* What the last lap allows: once the closing card is out each seat acts once more, up to the one in whose turn it came, and draws no more.
 *
 *   simplify(&question, &state);                 states that differ only in what can no longer matter become equal
 *   Bounds bounds = reachable(&question, &state);
 *   if (is_last_choice(&question, &state))
 *       value = last_choice(&question, &state); */
#ifndef DIAMS_SEARCH_LASTLAP_H
#define DIAMS_SEARCH_LASTLAP_H

#include "diams/rules/goal.h"

/* Parts of the search of last laps that a build with switches (DIAMONDS_SWITCHES) can leave out, to measure what they give and to check
 * that they change no value. */
typedef enum Technique {
    EQUAL_STATES = 1, /* cards that can no longer matter do not tell states apart */
    BONUSES = 2,      /* bounds of the bonuses */
    LAST_CHOICE = 4   /* what is put away last is not tried card by card */
} Technique;

/* What a seat wants to know: its value, of which it is certain that `lowest` and `highest` bound it at every end. */
typedef struct Question {
    Rules rules;
    Goal goal;
    int seat;
    double lowest, highest;
    unsigned techniques_off;
} Question;

typedef struct Bounds {
    double lower, upper;
} Bounds;

/* Builds without switches know at compile time that every technique is on. */
static inline bool uses(const Question *q, Technique technique)
{
#ifdef DIAMONDS_SWITCHES
    return !(q->techniques_off & (unsigned)technique);
#else
    (void)q;
    (void)technique;
    return true;
#endif
}

/* In the last lap: the seats that still act, as a set. */
unsigned seats_to_act(const Question *q, const State *state);

/* Cards of all kinds that the seats have that still act; how many of each means nothing. */
Cards to_come(const Question *q, const State *state);

void simplify(const Question *q, State *state);

/* Bounds of all ends of the round that can be reached from a state; before the last lap those of the question. */
Bounds reachable(const Question *q, const State *state);

/* Whether the turn is the last one, and only what is put away is open; and then the value. */
bool is_last_choice(const Question *q, const State *state);
double last_choice(const Question *q, const State *state);

/* The value of a round that is over. */
double worth_of_end(const Question *q, const State *state);

#endif
