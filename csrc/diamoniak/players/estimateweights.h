/* The weights of the estimate, by benchmarks/diamoniak_fit.py, which writes the numbers. A seat's score is their sum, each times the number
 * that its comment tells; chances to win are proportional to e^score. */
#ifndef DIAMONIAK_PLAYERS_ESTIMATEWEIGHTS_H
#define DIAMONIAK_PLAYERS_ESTIMATEWEIGHTS_H

/* clang-format off */

/* W(name, two players, three, four) */
#define ESTIMATE_TABLE(W)                                                                                                                  \
    W(NO_COLOUR, -0.377, -0.331, -0.690)                                            /* 1 for a seat without a colour */                    \
    W(MISSING_1, 1.287, 1.462, 1.827)                                               /* 1 if this many castle cards are missing */          \
    W(MISSING_2, 0.705, 0.773, 0.985)                                                                                                      \
    W(MISSING_3, 0.158, 0.105, 0.196)                                                                                                      \
    W(MISSING_4, -0.369, -0.391, -0.470)                                                                                                   \
    W(MISSING_5, -0.667, -0.788, -0.887)                                                                                                   \
    W(MISSING_6, -0.737, -0.830, -0.960)                                                                                                   \
    W(DIAMONDS_3, 0.121, 0.112, 0.111)                                              /* of the first three diamonds */                      \
    W(DIAMONDS_6, 0.045, 0.095, 0.132)                                              /* of the next three */                                \
    W(DIAMONDS_12, 0.119, 0.126, 0.144)                                             /* of the six after these */                           \
    W(FAIRY_1, 0.165, 0.249, 0.205)                                                 /* 1 for a fairy */                                    \
    W(FAIRY_2, 0.189, 0.184, 0.138)                                                 /* 1 for a second one, and so on */                    \
    W(FAIRY_3, 0.359, 0.289, 0.281)                                                                                                        \
    W(ASIDE_3, 0.022, 0.122, 0.198)                                                 /* castle cards of other colours: the first three */     \
    W(ASIDE_6, 0.056, 0.127, 0.103)                                                 /* the next three */                                   \
    W(ASIDE_12, 0.125, 0.112, 0.099)                                                /* the six after these */                              \
    W(FOR_SALE, -0.273, -0.196, -0.213)                                             /* own cards that other players have */                \
    W(BUY_1, 0.088, 0.212, 0.218)                                                   /* 1 when one of them can be paid */                   \
    W(BUY_2, -0.039, 0.085, 0.138)                                                  /* 1 when two can */                                   \
    W(BUY_3, 0.197, 0.477, 0.365)                                                   /* 1 when three can */                                 \
    W(LAST_1, 1.978, 3.118, 3.642)                                                  /* 1 when the last can, and one seat is before this */ \
    W(LAST_2, 0.000, 1.721, 2.293)                                                  /* two seats are */                                    \
    W(LAST_3, 0.000, 0.000, 1.691)                                                                                                         \
    W(LAST_TWO, 1.770, 1.504, 1.555)                                                /* 1 when the last two can */                          \
    W(WAIT_1, 0.033, 0.044, -0.008)                                                 /* 1 when one seat is before this */                   \
    W(WAIT_2, 0.000, 0.072, -0.032)                                                                                                        \
    W(WAIT_3, 0.000, 0.000, -0.079)                                                                                                        \
    W(FINISH_0, 3.226, 3.350, 2.467)                                                /* chance to draw all that is missing before a witch */\
    W(FINISH_1, 2.235, 2.331, 2.278)                                                /* the same with one seat before this, and so on */    \
    W(FINISH_2, 0.000, 2.038, 2.200)                                                                                                       \
    W(FINISH_3, 0.000, 0.000, 2.100)                                                                                                       \
    W(COMING_0, 0.597, 0.662, 0.627)                                                /* own cards expected before the next witch */         \
    W(COMING_1, 0.105, 0.230, 0.228)                                                                                                       \
    W(COMING_2, 0.000, -0.117, -0.016)                                                                                                     \
    W(COMING_3, 0.000, 0.000, -0.252)

/* clang-format on */

#endif
