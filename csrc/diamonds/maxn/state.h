/* The state of the max^n search, and what it finds out: the gains of every side, with the showrooms for which they hold.
 *
 * Compiled once for each PLAYERS and SIDES. Showrooms are bytes of one word, by seat (common/bytes.h); gains are bytes of another word, by
 * side, side 0 highest and 0x80 for no gain: so gains add up without unpacking, and the order of max^n is an order of words. */
#ifndef DIAMONDS_MAXN_STATE_H
#define DIAMONDS_MAXN_STATE_H

#include "common/bytes.h"
#include "common/hash.h"
#include "diamonds/search/search.h"
#include "diamonds/search/seats.h"

typedef struct MaxnState {
    Cards hand[PLAYERS];
    Cards live;            /* all hands together */
    uint64_t show;         /* crystals in each showroom, a byte a seat */
    uint32_t taken[SIDES]; /* cards taken by each side, a byte a suit */
    uint32_t trick_suits;  /* cards of the trick by suit, a byte each */
    uint8_t won;           /* bit p: seat p has won a trick */
    uint8_t tricks;        /* tricks left, the one on the table included */
    uint8_t leader;
    uint8_t count; /* cards on the table */
    uint8_t led;   /* suit */
    uint8_t best_seat, best_card;
    uint8_t thief; /* the seat that has the thief token, where there is one */
} MaxnState;

/* Lays a card on the table; whether it is off suit. The hand keeps it. */
static inline bool lay_card(MaxnState *s, int seat, int card)
{
    int suit = card_suit(card);
    s->trick_suits += 1u << 8 * suit;
    if (!s->count++ || (suit == s->led && card > s->best_card)) {
        s->led = (uint8_t)suit;
        s->best_card = (uint8_t)card;
        s->best_seat = (uint8_t)seat;
        return false;
    }
    return suit != s->led;
}

/* Gains from a state to the end of the round. They are the same in every state that differs in showrooms only, lo <= show <= hi. */
typedef struct Outcome {
    uint64_t gains;
    uint64_t lo, hi;
} Outcome;

/* No upper bound of a showroom. In a round at most MOST_MOVED crystals come into a showroom, or leave it: by hearts (spades), by clubs, by
 * an award of each. So showrooms stay below the bound, which is moved along with them (actions.h), and it stays a byte for bytes.h. */
enum { NO_BOUND = 90, MOST_MOVED = 2 * MAX_RANK + 2 };
_Static_assert(MOST_SHOWN - MOST_MOVED >= 0, "what is left out of a showroom is more than can leave it");
_Static_assert(MOST_SHOWN + MOST_MOVED <= NO_BOUND, "no showroom is above the bound");
_Static_assert(NO_BOUND + MOST_MOVED <= 127, "bytes.h compares numbers up to 127");

#define NO_GAINS (BYTES_HIGH << 8 * (8 - SIDES))

/* An Outcome: no gains, whatever the showrooms are. */
#define NOTHING {NO_GAINS, 0, bytes_all(NO_BOUND)}

/* Points of a side, to be added to gains. */
static inline uint64_t points_of(int points, int side) { return (uint64_t)(int64_t)points << 8 * (7 - side); }

static inline int gains_of(uint64_t gains, int side) { return (int)(gains >> 8 * (7 - side) & 0xFF) - 0x80; }

/* maxn_prefers of score.h for packed gains. */
static inline bool gains_preferred(uint64_t a, uint64_t b, int side)
{
    int own_a = (int)(a >> 8 * (7 - side) & 0xFF), own_b = (int)(b >> 8 * (7 - side) & 0xFF);
    if (own_a != own_b)
        return own_a > own_b;
    int sum_a = bytes_sum(a), sum_b = bytes_sum(b);
    if (sum_a != sum_b)
        return sum_a < sum_b;
    /* The sides after this one first: round by SIDES bytes. */
    uint64_t next_a = a << 8 * (side + 1) | a >> 8 * (SIDES - 1 - side), next_b = b << 8 * (side + 1) | b >> 8 * (SIDES - 1 - side);
    return next_a < next_b;
}

/* Both conditions. */
static inline void outcome_meet(Outcome *o, const Outcome *other)
{
    o->lo = bytes_max(o->lo, other->lo);
    o->hi = bytes_min(o->hi, other->hi);
}

/* Takes the trick to its winner, who leads next. */
static inline void take_trick_of(MaxnState *s)
{
    s->leader = s->best_seat;
    s->taken[s->leader % SIDES] += s->trick_suits;
    s->won |= (uint8_t)(1 << s->leader);
    s->tricks--;
    s->trick_suits = 0;
    s->count = 0;
}

/* The state of a position in mid-round; no choice may be pending. */
static inline MaxnState maxn_state_of(const Position *p)
{
    MaxnState s;
    memset(&s, 0, sizeof s);
    for (int seat = 0; seat < PLAYERS; seat++) {
        s.hand[seat] = p->hand[seat];
        s.live |= p->hand[seat];
        s.show |= byte_of(p->showroom[seat] < MOST_SHOWN ? p->showroom[seat] : MOST_SHOWN, seat);
        for (int suit = 0; suit < SUITS; suit++)
            s.taken[seat % SIDES] += (uint32_t)p->taken[seat][suit] << 8 * suit;
    }
    s.thief = (uint8_t)(THIEF ? p->thief - 1 : 0);
    s.won = p->winners;
    s.tricks = p->tricks_left;
    s.leader = p->leader;
    s.count = p->trick_count;
    for (int i = 0; i < p->trick_count; i++)
        s.trick_suits += 1u << 8 * card_suit(p->trick[i]);
    if (p->trick_count) {
        int best = winning_play(p);
        s.led = (uint8_t)card_suit(p->trick[0]);
        s.best_card = p->trick[best];
        s.best_seat = (uint8_t)seat_of_play(p, best);
    }
    return s;
}

#endif
