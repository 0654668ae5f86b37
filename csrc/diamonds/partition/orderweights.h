/* The weights of the move order (order.h), by hill climbs such as benchmarks/order_fit.py. Only differences within a decision count.
 *
 * "new": a seat without a trick. "tricks": times the tricks left. Ranks are those printed on the cards, of equal cards the highest. With
 * two players the friend is the seat itself, which plays twice in a trick. */
#ifndef DIAMONDS_PARTITION_ORDERWEIGHTS_H
#define DIAMONDS_PARTITION_ORDERWEIGHTS_H

#include <stdint.h>

/* clang-format off */

/* W(name, two players, | one of 3 or 4 players, the coalition against it, | one of 5 or 6, the coalition, | two teams, three teams) */
#define ORDER_TABLE(W)                                                                                                                     \
    /* leads: of a suit */                                                                                                                 \
    W(LEAD_DIAMOND, 411, 303, 391, 291, 417, 525, 174)                                                                                     \
    W(LEAD_HEART, 420, 357, 313, -43, 302, 184, 186)                                                                                       \
    W(LEAD_SPADE, 204, 251, 341, 281, 362, 218, 207)                                                                                       \
    W(LEAD_CLUB, 258, 362, 269, 540, 270, 259, 562)                                                                                        \
    W(LEAD_LENGTH, 3, 29, 30, 160, 21, 45, 36)                                      /* own cards of the suit */                            \
    W(LEAD_LAST, -29, 129, 40, 168, 70, -50, -53)                                   /* only one */                                         \
    W(LEAD_NEXT_VOID, -1011, -605, -203, -602, -194, -693, -617)                    /* the next seat has none */                           \
    W(LEAD_RIVAL_VOID, -232, -411, -693, -692, -660, 107, 100)                      /* for each rival who has none */                      \
    W(LEAD_FRIEND_VOID, 0, 0, 93, 0, 85, 14, 159)                                   /* for each friend who has none */                     \
    W(LEAD_RIVAL_CHOICE, -8, -100, -350, -201, -442, -711, -813)                    /* sum over rivals: log2 of the cards to choose from */\
    /* leads: of a card */                                                                                                                 \
    W(LEAD_TOP, 723, 773, 531, 770, 511, 440, 325)                                  /* nobody else has a higher one */                     \
    W(LEAD_TOP_TRICKS, 47, 39, 9, 39, 14, 107, 105)                                                                                        \
    W(LEAD_UNDER_FRIEND, 0, 0, 237, 0, 240, 255, 201)                               /* not top: a friend has the highest one */            \
    W(LEAD_UNDER_NEW, -73, -202, -2, -214, -4, -656, -512)                          /* not top: a new rival has it */                      \
    W(LEAD_RANK, 3, -6, -2, -7, -2, 18, 7)                                          /* not top */                                          \
    W(LEAD_HIGHER, -4, -60, -47, -64, -13, 5, 4)                                    /* not top: for each higher card of the others */      \
    W(LEAD_HASH_MOVE, 539, 2669, 928, 2260, 1486, 1681, 2233)                       /* the hash move: a lead of hands like these */        \
    /* following suit without taking the trick */                                                                                          \
    W(LOSE, 140, -80, -603, -460, -600, -269, -479)                                                                                        \
    W(LOSE_RANK, -107, -380, -110, -579, 52, -1175, -120)                                                                                  \
    W(LOSE_HIGHER, 63, -130, 37, -130, 27, 25, 53)                                  /* for each higher card in a hand, the own one, too */ \
    W(LOSE_TOP, -1181, 307, 1, 300, -99, -279, -291)                                /* none is */                                          \
    W(LOSE_NEW, 191, -280, -266, -270, -344, -317, -390)                            /* the seat is new */                                  \
    W(LOSE_TO_FRIEND, 141, 0, -90, 0, 10, 388, 172)                                                                                        \
    /* following suit with the highest card so far */                                                                                      \
    W(WIN_LAST, 1369, 430, 1162, 560, 1276, 643, -167)                              /* the seat is the last one */                         \
    W(WIN_LAST_RANK, 29, -50, 6, -17, 3, 7, 33)                                                                                            \
    W(WIN_LAST_OVER_FRIEND, 0, 0, 364, 0, -640, -1286, 71)                                                                                 \
    W(WIN_SURE, 310, 559, 1174, 630, 1181, 2489, 520)                               /* no rival to come can beat it */                     \
    W(WIN_SURE_RANK, -504, -9, -18, -42, -17, 21, 21)                                                                                      \
    W(WIN_UNSURE_RANK, -113, -10, 20, -20, 59, -124, 23)                                                                                   \
    W(WIN_UNSURE_OVER_FRIEND, 2600, 0, -568, 0, 62, -1290, -837)                                                                           \
    W(WIN_OVER_SURE_FRIEND, -1337, 0, -520, 0, 683, -1418, 144)                     /* though the friend's would have won */               \
    W(WIN_DIAMONDS, 642, 240, -560, -60, -570, 1239, 949)                           /* for each diamond in the trick */                    \
    /* following suit, either way */                                                                                                       \
    W(RANK_TRICKS, -16, 0, -5, 0, -2, -14, -11)                                                                                            \
    W(RANK_SURE_FRIEND, -2032, 0, -27, 0, -19, -2305, -2002)                        /* a friend has won the trick for sure */              \
    /* discards */                                                                                                                         \
    W(DISCARD_DIAMOND, 760, 405, 598, 1491, 609, 430, 711)                                                                                 \
    W(DISCARD_HEART, -123, 960, 987, 163, 1008, 926, 1210)                                                                                 \
    W(DISCARD_SPADE, 353, 431, 312, 1827, 208, 1102, 410)                                                                                  \
    W(DISCARD_CLUB, 1715, 957, 886, 687, 763, 1711, 1505)                                                                                  \
    W(DISCARD_DIAMOND_TO_FRIEND, 388, 0, 323, 0, 367, 635, 551)                                                                            \
    W(DISCARD_HEART_TO_FRIEND, -200, 0, 6, 0, 270, 379, 949)                                                                               \
    W(DISCARD_SPADE_TO_FRIEND, 21, 0, -1004, 0, -1110, -247, 339)                                                                          \
    W(DISCARD_CLUB_TO_FRIEND, 17, 0, 27, 0, 997, 653, 291)                                                                                 \
    W(DISCARD_RANK, -117, 2, -35, 31, -36, -27, -37)                                                                                       \
    W(DISCARD_RANK_TO_WINNER, 57, 0, 21, 0, 14, -1, 99)                             /* a friend takes the trick for sure */                \
    W(DISCARD_RANK_NEW, -75, -28, 23, -25, 20, 9, 10)                                                                                      \
    W(DISCARD_HIGHER, 269, 570, 430, 558, 432, 543, 545)                            /* for each higher card of the others */               \
    W(DISCARD_LENGTH, -239, -1141, -641, -1811, -740, -804, -845)                   /* own cards of the suit */                            \
    W(DISCARD_LENGTH_TRICKS, 25, -72, -31, -359, -61, -8, -33)                                                                             \
    W(DISCARD_LAST, -1213, -352, -13, -625, -10, 511, 524)                          /* only one */                                         \
    W(DISCARD_NO_CRYSTAL, -3740, -1327, -330, -1837, -972, -163, -415)              /* a spade with none to move: instead of the rank */   \
    W(DISCARD_SPADE_TRICKS, -26, 33, 30, 1029, 327, -35, -21)
/* clang-format on */

enum {
#define W(name, ...) name,
    ORDER_TABLE(W)
#undef W
        ORDER_WEIGHTS
};

/* A coalition's column follows the single player's. */
typedef enum OrderColumn {
    ORDER_TWO,
    ORDER_SINGLE,
    ORDER_COALITION,
    ORDER_SINGLE_OF_MANY,
    ORDER_LARGE_COALITION,
    ORDER_TWO_TEAMS,
    ORDER_THREE_TEAMS,
    ORDER_COLUMNS
} OrderColumn;

extern const int16_t order_weights[ORDER_COLUMNS][ORDER_WEIGHTS];
extern const char *const order_names[ORDER_WEIGHTS];

#endif
