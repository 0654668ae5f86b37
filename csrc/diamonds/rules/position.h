/* One round with all cards open: the rules of Diamonds in C.
 *
 * The same rules stand in plain Python in games/diamonds/round/{public,position}.py, where they are easier to read; tests hold the two together.
 * A Position is plain data: copy it with =. Fields are filled by the caller and checked once with position_check; all other functions rely
 * on it. */
#ifndef DIAMONDS_RULES_POSITION_H
#define DIAMONDS_RULES_POSITION_H

#include "diamonds/rules/status.h"
#include "diamonds/rules/cards.h"

enum {
    MIN_PLAYERS = 2,
    MAX_PLAYERS = 6,
    MAX_TRICK = 6,      /* cards in a trick */
    MAX_HAND = 16,      /* cards in a hand */
    MAX_MOVES = 80,     /* 16 clubs to discard, 5 victims each */
    MAX_CRYSTALS = 235, /* points in the box */
    NOBODY = 255,
    NO_CARD = 255,
    AWARDS_DONE = 4,
    ROUND_OVER = 5
};

typedef struct Position {
    Cards hand[MAX_PLAYERS];
    uint16_t showroom[MAX_PLAYERS];
    uint16_t vault[MAX_PLAYERS];
    uint8_t taken[MAX_PLAYERS][SUITS]; /* cards won this round, by seat and suit */
    uint8_t trick[MAX_TRICK];          /* the cards on the table, in play order */
    uint8_t trick_count;
    uint8_t players;
    uint8_t sides; /* players, or players / 2 in team play; the side of a seat is seat % sides */
    uint8_t leader;
    uint8_t tricks_left; /* tricks not yet taken, the one on the table included */
    uint8_t winners;     /* bit p: seat p has won a trick this round */
    uint8_t robber;      /* the seat that owes the choice of a clubs action's victim, or NOBODY */
    uint8_t award;       /* the award to be resolved next (a suit), AWARDS_DONE or ROUND_OVER */
    uint8_t thief;       /* 1 + the seat that has the thief token; 0 in games without it */
} Position;

/* One decision. Fields that do not matter are NO_CARD / NOBODY; `victim` is set only where there is a choice. */
typedef struct Move {
    uint8_t card;
    uint8_t actor;
    uint8_t victim;
} Move;

static inline bool move_equals(Move a, Move b) { return a.card == b.card && a.actor == b.actor && a.victim == b.victim; }

typedef enum Decision { DECIDE_CARD, DECIDE_VICTIM, DECIDE_ACTOR, DECIDE_NOTHING } Decision;

/* STATUS_OK when the position is whole and every other function may be called with it. */
Status position_check(const Position *position);

Decision position_decision(const Position *position);

/* The seat that decides now; for a team's choice of actor the team's first seat; once the round is over the leader. */
int position_to_move(const Position *position);

/* All legal moves into `moves` (room for MAX_MOVES), in the order of Position.moves in Python; returns how many, 0 once the round is over.
 */
int position_moves(const Position *position, Move *moves);

typedef enum Source { SOURCE_TRICK, SOURCE_DISCARD, SOURCE_AWARD, SOURCE_BONUS } Source;

/* What changes crystals: the action of a suit by whoever takes the trick, discards or has an award, or the bonus for no trick. */
typedef struct Act {
    uint8_t source; /* a Source */
    uint8_t seat, suit; /* of the bonus NO_SUIT */
    uint8_t victim; /* whom clubs rob of a crystal, else NOBODY */
    uint8_t gain;   /* points of `seat`: 0 where there is nothing to move */
} Act;

enum { MAX_ACTS = 96, NO_SUIT = 255 }; /* of a round: 60 discards, 15 tricks, the awards, 6 times the bonus are fewer */

/* Acts in their order. Clear `count`, then play moves of one round:
 *
 *     Acts acts;
 *     acts.count = 0;
 *     position_play(&position, move, &acts); */
typedef struct Acts {
    Act act[MAX_ACTS];
    int count;
} Acts;

/* Plays a legal move, and adds to `acts`, unless it is NULL, what the move did. A clubs action whose victim is still to be chosen comes with
 * that choice. */
void position_play(Position *position, Move move, Acts *acts);

/* Points of a seat so far: twice the vault plus the showroom. */
static inline int position_points(const Position *p, int seat) { return 2 * p->vault[seat] + p->showroom[seat]; }

static inline int trick_size(const Position *p) { return p->players == 2 ? 4 : p->players; }

static inline int side_of(const Position *p, int seat) { return seat % p->sides; }

/* The seat that plays card number `index` of the trick. */
static inline int seat_of_play(const Position *p, int index)
{
    int seat = p->leader + index;
    while (seat >= p->players)
        seat -= p->players;
    return seat;
}

/* The cards that the hand may play to the trick. */
static inline Cards legal_cards(const Position *p, Cards hand)
{
    if (!p->trick_count)
        return hand;
    Cards following = hand & suit_mask(card_suit(p->trick[0]));
    return following ? following : hand;
}

static inline bool is_off_suit(const Position *p, int card) { return p->trick_count && card_suit(card) != card_suit(p->trick[0]); }

/* Index in the trick of the card that wins it as it lies. */
static inline int winning_play(const Position *p)
{
    int best = 0;
    for (int i = 1; i < p->trick_count; i++)
        if (card_suit(p->trick[i]) == card_suit(p->trick[0]) && p->trick[i] > p->trick[best])
            best = i;
    return best;
}

/* All cards not yet played. */
static inline Cards live_cards(const Position *p)
{
    Cards live = 0;
    for (int seat = 0; seat < p->players; seat++)
        live |= p->hand[seat];
    return live;
}

/* Moves a card from the hand of the seat whose turn it is to the trick; suit actions and the trick's end are separate steps. */
static inline void put_card(Position *p, int seat, int card)
{
    p->hand[seat] &= ~card_set(card);
    p->trick[p->trick_count++] = (uint8_t)card;
}

/* Gives the whole trick on the table to its winner, who leads next; returns the led suit. The winner's action is a separate step. */
static inline int take_trick(Position *p)
{
    int winner = seat_of_play(p, winning_play(p));
    for (int i = 0; i < p->trick_count; i++)
        p->taken[winner][card_suit(p->trick[i])]++;
    int led = card_suit(p->trick[0]);
    p->winners |= (uint8_t)(1 << winner);
    p->leader = (uint8_t)winner;
    p->trick_count = 0;
    p->tricks_left--;
    return led;
}

/* Seats that `seat` may rob, as a mask; with the thief token at most who has it. */
static inline unsigned victims_of(const Position *p, int seat)
{
    unsigned victims = 0;
    if (p->thief)
        return p->thief - 1 != seat && p->showroom[p->thief - 1] ? 1u << (p->thief - 1) : 0;
    for (int v = 0; v < p->players; v++)
        if (v != seat && p->showroom[v])
            victims |= 1u << v;
    return victims;
}

/* Moves one crystal from the victim's showroom to the robber's; robbing NOBODY moves none. */
static inline void rob(Position *p, int seat, int victim)
{
    if (victim == NOBODY)
        return;
    p->showroom[victim]--;
    p->showroom[seat]++;
}

/* The thief token, where there is one, goes on after a clubs action, whatever that brought. */
static inline void pass_thief(Position *p) { p->thief = (uint8_t)(p->thief == p->players ? 1 : p->thief + !!p->thief); }

/* The suit actions without a choice (D, H, S); an impossible spade does nothing. Returns the points gained. */
static inline int act(Position *p, int seat, int suit)
{
    if (suit == DIAMONDS) {
        p->vault[seat]++;
        return 2;
    }
    if (suit == HEARTS) {
        p->showroom[seat]++;
        return 1;
    }
    if (!p->showroom[seat])
        return 0;
    p->showroom[seat]--;
    p->vault[seat]++;
    return 1;
}

/* The side that took most cards of a suit, NOBODY on a tie. */
int award_winner(const Position *position, int suit);

#endif
