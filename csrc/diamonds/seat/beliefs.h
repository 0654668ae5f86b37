/* What the others' moves and their pass tell of their hands: worlds weighed by a model of players of known kinds (players/model.h).
 *
 * The likelihood of a world is a product over the other seats. Each may be of any kind of the pool: its factor is the mean over the kinds
 * of the chance of all its moves, so which kind it is follows from what it has done. A victim tells nothing: its choice does not depend on
 * the hand.
 *
 *     Beliefs beliefs;
 *     beliefs_fit(&beliefs, &observed, uniform, BELIEFS_UNIFORM);     how far, and which cards are likelier where
 *     beliefs_likelihood(&beliefs, players, likelihood);              by that a pool of worlds is dealt
 *     beliefs_keep(&beliefs, &observed, pool, BELIEFS_POOL, 250, start, &kept);
 *
 * All of them are plain data. Of worlds the hands alone matter. */
#ifndef DIAMONDS_SEAT_BELIEFS_H
#define DIAMONDS_SEAT_BELIEFS_H

#include <stddef.h>

#include "diamonds/players/passing.h"
#include "diamonds/rules/position.h"

enum {
    CARD_ROOM = SUITS * SUIT_BITS,
    BELIEFS_UNIFORM = 400, /* worlds of equal chances that tell how far, */
    BELIEFS_POOL = 400     /* and worlds dealt by that, of which a part is kept */
};

/* The number of the first uniform world: others have nothing to do with those that they are dealt by. */
#define BELIEFS_APART (UINT64_C(1) << 63)
#define BELIEFS_SLIP 0.1        /* chance that a player of any kind plays any legal card, or passes any cards, instead */
#define BELIEFS_LEAST_SHARE 0.2 /* of uniform worlds: with fewer effective ones the weights are flattened */

/* A card that was played. */
typedef struct SeenCard {
    Position table; /* before it; its hands do not matter */
    Cards seen;     /* what nobody could hold then, see players/sight.h */
    Cards later;    /* what its player has played since, this card included */
    uint8_t seat, card;
} SeenCard;

/* What a seat has seen. */
typedef struct Observed {
    PassGame game;
    int viewer; /* whose own cards tell nothing */
    const SeenCard *cards;
    int count;
    int giver;    /* who passed `got` to the viewer; NOBODY where that is not known, or nobody did */
    Cards got;
    Cards played; /* by the giver so far */
    Cards gave;   /* what the giver was passed itself; 0: not known to the viewer */
} Observed;

typedef struct Beliefs {
    bool tells;   /* whether anything was observed; if not all worlds weigh the same */
    double top;   /* the highest logarithm of a uniform world's likelihood, whose weight is 1 */
    double power; /* of likelihoods, up to 1: the largest that leaves enough effective worlds */
    double share; /* of uniform worlds, that is as good as equally likely ones */
    int16_t tilt[MAX_PLAYERS][CARD_ROOM]; /* how much likelier a card is at a seat: steps of its logarithm */
} Beliefs;

/* Worlds that were kept of a pool. Arrays have room for as many as are wanted; `plain` may be NULL. */
typedef struct Kept {
    size_t count;
    uint32_t *places; /* in the pool, rising */
    double *weights;  /* what each stands for, */
    double *plain;    /* and what it would stand for if nothing had been observed */
} Kept;

/* The logarithm of the chance of the pass to the viewer and of all moves of the others, by world. STATUS_BAD_CARDS where a hand cannot have
 * been what was seen. */
Status beliefs_logs(const Observed *observed, const Position *worlds, size_t count, double *logs);

Status beliefs_fit(Beliefs *beliefs, const Observed *observed, const Position *uniform, size_t count);

/* How much likelier than usual a card is at a seat, [CARD_ROOM][players]. */
void beliefs_likelihood(const Beliefs *beliefs, int players, double *likelihood);

/* What a world with this logarithm weighs. */
double beliefs_weight(const Beliefs *beliefs, double log);

/* What a world that was dealt by the likelihood stands for beside uniform ones. */
double beliefs_plain(const Beliefs *beliefs, int players, const Position *world);

/* A systematic sample of a pool that was dealt by the likelihood: likelier worlds are kept more often, and their weights make up for it
 * (Fearnhead and Clifford 2003). `start` is from 0 to below 1. */
Status beliefs_keep(const Beliefs *beliefs, const Observed *observed, const Position *pool, size_t count, size_t wanted, double start,
                    Kept *kept);

#endif
