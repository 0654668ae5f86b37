/* Cards of Diam's as one word, three bits for the number of each kind of diamond and one bit for each other card:
 *
 *   bit   0     3     6     9          54    57    60  61  62  63
 *         10*   10    9*    9    ...   1*    1     T   B   S   X
 *
 * Words add and subtract as the cards do. Kinds are numbered as in rules.py, 0 (10*) to 23 (X). The two kinds of one quality are a
 * row, 0 (quality 10) to 9 (quality 1). */
#ifndef DIAMS_RULES_CARDS_H
#define DIAMS_RULES_CARDS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bits.h"

typedef uint64_t Cards;

enum { DIAMONDS = 20, ROWS = 10, CARD_T = 20, CARD_B = 21, CARD_S = 22, CARD_X = 23, KINDS = 24, COPIES = 5, DECK = 54 };

#define ALL_DIAMONDS ((UINT64_C(1) << 60) - 1)
#define LOUPES UINT64_C(0x1C71C71C71C71C7) /* the lower three bits of every row: its cards with a loupe */
#define ONE_A_ROW UINT64_C(0x41041041041041)

static inline Cards card(int kind) { return UINT64_C(1) << (kind < DIAMONDS ? 3 * kind : 40 + kind); }
static inline int quality_of(int row) { return 10 - row; }

/* How many of one kind. */
static inline int cards_of(Cards cards, int kind) { return (int)(kind < DIAMONDS ? cards >> (3 * kind) & 7 : cards >> (40 + kind) & 1); }

/* The diamonds of one row, and how many. */
static inline Cards row_of(Cards cards, int row) { return cards & (UINT64_C(63) << (6 * row)); }
static inline int row_count(Cards cards, int row) { return (int)((cards >> (6 * row) & 7) + (cards >> (6 * row + 3) & 7)); }

/* The number of diamonds in each row, six bits each. */
static inline uint64_t row_counts(Cards cards) { return (cards & LOUPES) + (cards >> 3 & LOUPES); }

/* The sum of ten fields of six bits; it is below 64. */
static inline int sum_of_rows(uint64_t fields) { return (int)(fields * ONE_A_ROW >> 54 & 63); }

static inline int diamond_count(Cards cards) { return sum_of_rows(row_counts(cards)); }
static inline int card_count(Cards cards)
{
    return diamond_count(cards) + (int)((cards >> 60 & 1) + (cards >> 61 & 1) + (cards >> 62 & 1) + (cards >> 63));
}
static inline int loupe_count(Cards cards) { return sum_of_rows(cards & LOUPES); }

/* The diamonds of at most this quality, 1 to 10. */
static inline Cards up_to(Cards cards, int quality) { return cards >> (6 * (10 - quality)) << (6 * (10 - quality)); }

/* The first row or kind with a card; there must be one. */
static inline int first_row(Cards diamonds) { return bits_lowest(diamonds) / 6; }
static inline int first_kind(Cards diamonds) { return bits_lowest(diamonds) / 3; }

/* Without the first row or kind. */
static inline Cards later_rows(Cards diamonds) { return diamonds & ~(UINT64_C(63) << (6 * first_row(diamonds))); }
static inline Cards later_kinds(Cards diamonds) { return diamonds & ~(UINT64_C(7) << (3 * first_kind(diamonds))); }

/* The sum of the qualities of all diamonds among the cards. */
static inline int quality_sum(Cards cards)
{
    int sum = 0;
    for (Cards left = cards & ALL_DIAMONDS; left; left = later_rows(left))
        sum += quality_of(first_row(left)) * row_count(left, first_row(left));
    return sum;
}

#endif
