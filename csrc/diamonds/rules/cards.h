/* Cards and sets of cards.
 *
 * A card is 16 * suit + rank, suits D H S C = 0..3, ranks 1..15. A set of cards is a word of four suit masks, bit number = card:
 *
 *    63            48 47            32 31            16 15             0
 *   | C15 ... C1  .  | S15 ... S1  .  | H15 ... H1  .  | D15 ... D1  .  |        '.' is never set
 *
 * For example {D1, D3, H15} == 0x8000000A. */
#ifndef DIAMONDS_RULES_CARDS_H
#define DIAMONDS_RULES_CARDS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bits.h"

typedef uint64_t Cards;

enum Suit { DIAMONDS, HEARTS, SPADES, CLUBS, SUITS };

enum { MAX_RANK = 15, SUIT_BITS = 16 };

#define ALL_CARDS UINT64_C(0xFFFEFFFEFFFEFFFE)

static inline int card_suit(int card) { return card >> 4; }

static inline Cards card_set(int card) { return UINT64_C(1) << card; }

static inline Cards suit_mask(int suit) { return UINT64_C(0xFFFF) << (SUIT_BITS * suit); }

/* All cards of the suit of `card` that are higher than it. */
static inline Cards cards_above(int card) { return suit_mask(card_suit(card)) & ~((card_set(card) << 1) - 1); }

/* The cards of one suit as 16 bits. */
static inline unsigned cards_in_suit(Cards cards, int suit) { return (unsigned)(cards >> (SUIT_BITS * suit)) & 0xFFFFu; }

/* The cards of `hand` without those that are as good as a lower one: no live card of another hand lies between.
 *
 * Adding carries a one from above each card over the gaps of dead cards to the next live card; if that is in the hand too, it is a twin.
 *
 *    live  1 1 0 0 1 1 0      hand  0 1 0 0 1 0 0      gaps  0 0 1 1 0 0 1
 *    start 1 0 0 1 0 0 0      next  1 1 0 0 0 0 0      -> the upper card of the hand has a twin below, only the lower one is kept
 */
static inline Cards lowest_of_equals(Cards hand, Cards live)
{
    Cards gaps = ALL_CARDS & ~live;
    Cards start = hand << 1;
    Cards next = (start | (gaps + (start & gaps))) & ~gaps;
    return hand & ~next;
}

static inline int suit_length(Cards cards, int suit) { return bits_count(cards & suit_mask(suit)); }

#endif
