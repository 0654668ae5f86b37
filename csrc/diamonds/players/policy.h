/* A rule-based player: fast enough for playouts, good enough to be a yardstick.
 *
 *     Move move = policy_move(policy_default(&position), &position, seen, &rng);
 *
 * It knows the own hand, the table and `seen` (see sight.h), and never looks at another hand. A card's score is a weighted sum of features,
 * each named below; scores are in points of margin (own side's points minus the mean of the other sides'), up to a constant common to all
 * moves of a decision. csrc/players.md tells how the weights were found. */
#ifndef DIAMONDS_PLAYERS_POLICY_H
#define DIAMONDS_PLAYERS_POLICY_H

#include "common/rng.h"
#include "diamonds/players/sight.h"

enum Feature {
    FEATURE_ACTION,                          /* led suit's action for the side that probably wins the trick */
    FEATURE_CARDS,                           /* cards of the trick towards the awards, for that side */
    FEATURE_WIN,                             /* chance to win the trick: the lead */
    FEATURE_WIN_EARLY,                       /* the same times the tricks left */
    FEATURE_BONUS,                           /* points of the no-trick bonus times the chance to reach it afterwards */
    FEATURE_SPEND_WINNER,                    /* the card could have won a later trick: its chance times the suit's worth */
    FEATURE_SPEND_CONTROL,                   /* the same without the suit's worth */
    CARD_FEATURES,                           /* those above are of a card, those below of its suit */
    FEATURE_DISCARD_DIAMOND = CARD_FEATURES, /* points of the action of a discard, by suit */
    FEATURE_DISCARD_HEART,
    FEATURE_DISCARD_SPADE,
    FEATURE_DISCARD_CLUB,
    FEATURE_VOID,        /* last card of its suit, times the tricks left: free to discard */
    FEATURE_LENGTH,      /* further cards of the suit in the hand, times the tricks left */
    FEATURE_RIVALS_VOID, /* rivals that probably cannot follow the lead and will discard */
    FEATURES
};

typedef struct Policy {
    float weight[FEATURES];
    const struct Net *net; /* scores the cards instead of the weights, unless it is NULL: see net.h */
} Policy;

/* The weights for the position's number of players and sides. */
const Policy *policy_default(const Position *position);

/* The policy with the net for that game; where there is none policy_default. */
const Policy *policy_net(const Position *position);

/* The one of both by which the engine `playout` finishes rounds, unless it is told: that with which it is the stronger
 * (benchmarks/results/strength.md). A position does not tell whether the game is Perfect Diamonds. */
const Policy *policy_rollout(const Position *position, bool is_perfect);

/* What all cards of one suit have in common when they are played now. */
typedef struct SuitView {
    bool follows;      /* or leads */
    float award_won;   /* the cards of the trick towards the awards, when the own side wins it */
    float award_lost;  /* when another one does */
    float f[FEATURES]; /* the features of the suit; those of the card are 0 */
} SuitView;

void policy_view(SuitView *view, const Sight *sight, int suit);

/* The CARD_FEATURES of playing `card` of the view's suit now; the other features are those of the view. */
void policy_card_features(const SuitView *view, const Sight *sight, int card, float *features);

/* All legal moves (as position_moves) with their scores; returns how many. */
int policy_scores(const Policy *policy, const Position *position, Cards seen, Move *moves, float *scores);

/* A move of the highest score, ties broken at random; of equal cards, which no unseen card parts, the lowest. The round must not be over.
 */
Move policy_move(const Policy *policy, const Position *position, Cards seen, Rng *rng);

#endif
