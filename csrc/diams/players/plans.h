/* What one hidden seat may have laid face down: its plans. The C twin of what knowledge.py knows of a seat.
 *
 *   Plans plans = {0};
 *   if (plans_of(&plans, &seat, now, unseen))   false: no memory
 *       plans.plans[i] ..
 *   plans_free(&plans);
 *
 * Each unknown card came by one arrival: before the play, or by a draw that was not told. What became of a card gives a window in which it
 * must have come; so what a seat may hold is the likelier, the more ways there are to give every card an arrival of its own. Arrivals are
 * in segments: between two of them, in time, it was seen that the hand lacked something. */
#ifndef DIAMS_PLAYERS_PLANS_H
#define DIAMS_PLAYERS_PLANS_H

#include <stddef.h>

#include "diams/rules/cards.h"

/* SEGMENTS: each ends with a lack that was seen before another unknown card came. Two players at most see 14: nine times an empty hand, which
 * takes five cards of the pile each, three forced sales, what the record tells, and the last one. */
enum { SEGMENTS = 16, MOST_NAMED = 60, LONG_AGO = -2, EVER = 1 << 30, FORCED_SALES = KINDS - 1 - DIAMONDS, HELD_KINDS = KINDS - 1 };

/* Times are numbers of steps; sorts are qualities, and the kinds of forced-sale cards. */
typedef struct Named {
    int32_t kind, since;
} Named;
typedef struct Event {
    int32_t kind, time;
} Event;
typedef struct Gone {
    int32_t kind, low, high;
} Gone;
typedef struct Denial {
    int32_t quality, only_loupes, time;
} Denial;
typedef struct Lay {
    int32_t count, time;
} Lay;

typedef struct HiddenPile {
    int quality; /* 0: not known */
    int card_count, lay_count, taken_count;
    const int32_t *cards;
    const Lay *lays;
    const Event *taken;
} HiddenPile;

/* What is known of one seat: Seat of knowledge.py. */
typedef struct HiddenSeat {
    int number, size;
    int named_count, arrival_count, public_count, gone_count, lack_count, denial_count, pile_count;
    const Named *named;
    const int32_t *arrivals;
    const Event *came; /* openly */
    const Gone *gone;
    const Event *lacks;
    const Denial *denials;
    HiddenPile piles[ROWS];
} HiddenSeat;

/* How many arrivals of each segment are left for the hand, and in how many ways the others can be given to cards. */
typedef struct Free {
    uint8_t left[SEGMENTS];
    double ways;
} Free;

/* One way in which a seat may have laid its piles. */
typedef struct Plan {
    Cards safe;         /* all cards of its piles */
    Cards unseen;       /* those of them that are not named */
    Cards hand;         /* the named cards in the hand */
    uint8_t rows[ROWS]; /* of each pile */
    uint8_t size;       /* unseen cards in the hand */
    uint8_t first_left; /* the first segment with an arrival that may be left for the hand; SEGMENTS: none */
    uint32_t ways;      /* in how many ways equal named cards can be told apart */
    size_t free, free_count;
} Plan;

typedef struct Plans {
    Plan *plans;
    Free *free; /* of all plans: plan.free_count ones from plan.free on */
    size_t count, room, free_count, free_room;
    uint8_t levels[HELD_KINDS]; /* the first segment by which a card of a kind can have come that is in the hand now */
} Plans;

/* All plans; those that differ only in which of equal cards is where are one. `unseen`: the cards that nobody knows where they are. False
 * where memory is short. */
bool plans_of(Plans *plans, const HiddenSeat *seat, int now, Cards unseen);
void plans_free(Plans *plans);

/* Room for one more item at the end of an array; false where memory is short. */
bool make_room(void **items, size_t *room, size_t count, size_t size);

#endif
