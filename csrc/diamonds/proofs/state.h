/* The state of the partition search: a Position with the seats turned so that the maximising side is side 0, and with everything that
 * proofs set conditions on in one vector.
 *
 * Compiled once for each PLAYERS and SIDES. Components of `x`, for 4 players in 2 teams:
 *
 *     0  1  2  3 | 4  5  6  7 |                showroom of each seat | per suit: cards taken by side 1, less those of side 0
 *
 * with more sides each suit has one component for every side but the first, and there is a last component, the pool: the crystals of all
 * other sides together. */
#ifndef DIAMONDS_PROOFS_STATE_H
#define DIAMONDS_PROOFS_STATE_H

#include "common/hash.h"
#include "diamonds/rules/position.h"
#include "diamonds/search/seats.h"

enum {
    HAS_POOL = SIDES > 2 && !THIEF, /* with the thief token it is no bound: csrc/pooled-relaxation.md */
    AWARD = PLAYERS,
    POOL = PLAYERS + SUITS * (SIDES - 1),
    COMPONENTS = POOL + HAS_POOL,
    MOST_POOLED = 48 /* more crystals than can leave the pool, as MOST_SHOWN; with what a round brings components stay below LANE_FREE */
};

#if PLAYERS + 4 * (SIDES - 1) + (SIDES > 2 && !THIEF) > 16
#define LANES 32
#else
#define LANES 16
#endif
#include "common/lanes.h"

/* Bit p: seat p has won a trick. With the thief token bit 8 + p: seat p has it; so the conditions on either are the same to a proof. */
#if THIEF
typedef uint16_t Seats;
#else
typedef uint8_t Seats;
#endif

enum { TOKEN = 8, TOKENS = ((1 << PLAYERS) - 1) << TOKEN };

typedef struct State {
    Lanes x;
    Cards hand[PLAYERS];
    Cards live;           /* all hands together */
    uint64_t shape;       /* sum of shape_code over all cards: the lengths of all suits in all hands */
    uint32_t trick_suits; /* cards of the trick by suit, a byte each */
    Seats won;
    uint8_t tricks;       /* tricks left, the one on the table included */
    uint8_t leader;
    uint8_t count; /* cards on the table */
    uint8_t led;   /* suit */
    uint8_t best_seat, best_card;
    uint8_t followers; /* bit p: seat p has played a card of the suit led */
} State;

/* The seat that has the thief token. */
static inline int holder_of(const State *s) { return bits_lowest((uint64_t)(s->won >> TOKEN)); }

/* The thief token goes on. */
static inline void pass_token(State *s)
{
    int holder = holder_of(s), next = holder + 1 < PLAYERS ? holder + 1 : 0;
    s->won = (Seats)((s->won & ~TOKENS) | 1 << (TOKEN + next));
}

static inline int component_of(const State *s, int component) { return ((const int8_t *)&s->x)[component]; }

static inline bool is_max(int seat) { return SIDES == PLAYERS ? seat == 0 : seat % SIDES == 0; }

static inline int award_component(int suit, int side) { return AWARD + suit * (SIDES - 1) + side - 1; }

/* The other side that is most ahead of side 0 in a suit. */
static inline int leading_other(const State *s, int suit)
{
    int best = 1;
    for (int side = 2; side < SIDES; side++)
        if (component_of(s, award_component(suit, side)) > component_of(s, award_component(suit, best)))
            best = side;
    return best;
}

/* An odd number for each seat and suit; the sum over all cards tells the lengths, as well as 64 bits can. */
static inline uint64_t shape_code(int seat, int suit)
{
    uint64_t code = (uint64_t)(seat * SUITS + suit + 1) * UINT64_C(0x9E3779B97F4A7C15);
    code ^= code >> 32;
    code *= UINT64_C(0xD6E8FEB86659FD93);
    return (code ^ (code >> 29)) | 1;
}

/* The state of a position in mid-round whose side `side` maximises; no choice may be pending. */
static inline State state_of(const Position *p, int side)
{
    State s;
    memset(&s, 0, sizeof s);
    int8_t *x = (int8_t *)&s.x;
    for (int seat = 0; seat < PLAYERS; seat++) {
        int old = (seat + side) % PLAYERS;
        s.hand[seat] = p->hand[old];
        s.live |= p->hand[old];
        s.won |= (uint8_t)((p->winners >> old & 1) << seat);
        x[seat] = (int8_t)(p->showroom[old] < MOST_SHOWN ? p->showroom[old] : MOST_SHOWN);
        if (HAS_POOL && !is_max(seat))
            x[POOL] = (int8_t)(x[POOL] + x[seat] < MOST_POOLED ? x[POOL] + x[seat] : MOST_POOLED);
        for (int suit = 0; suit < SUITS; suit++) {
            s.shape += shape_code(seat, suit) * (uint64_t)suit_length(p->hand[old], suit);
            for (int other = 1; other < SIDES; other++)
                if (seat % SIDES == 0 || seat % SIDES == other)
                    x[award_component(suit, other)] =
                        (int8_t)(x[award_component(suit, other)] + (seat % SIDES ? p->taken[old][suit] : -p->taken[old][suit]));
        }
    }
    if (THIEF)
        s.won |= (Seats)(1 << (TOKEN + (p->thief - 1 + PLAYERS - side) % PLAYERS));
    s.tricks = p->tricks_left;
    s.leader = (uint8_t)((p->leader + PLAYERS - side) % PLAYERS);
    s.count = p->trick_count;
    for (int i = 0; i < p->trick_count; i++) {
        s.trick_suits += 1u << 8 * card_suit(p->trick[i]);
        if (!is_off_suit(p, p->trick[i]))
            s.followers |= (uint8_t)(1 << (seat_of_play(p, i) + PLAYERS - side) % PLAYERS);
    }
    if (p->trick_count) {
        int best = winning_play(p);
        s.led = (uint8_t)card_suit(p->trick[0]);
        s.best_card = p->trick[best];
        s.best_seat = (uint8_t)((seat_of_play(p, best) + PLAYERS - side) % PLAYERS);
    }
    return s;
}

#endif
