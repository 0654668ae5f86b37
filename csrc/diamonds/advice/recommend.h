/* What is recommended at a decision of the play: by which engine `auto` values the moves, and what speaks for moves beside their samples.
 *
 *     auto_plan(&decision, &plan);
 *     PreferenceAsk ask = {.policy = policy, .tricks = 10, .early = plan.early, .share = plan.share, .seed = seed};
 *     int count = preference_of(&table, deck, &ask, &preference);
 *
 * The move with the highest mean + preference.gains[move] is recommended; where `count` is 0, that with the highest mean. The numbers rest
 * on matches (benchmarks/results/strength.md). */
#ifndef DIAMONDS_ADVICE_RECOMMEND_H
#define DIAMONDS_ADVICE_RECOMMEND_H

#include "diamonds/learned/playnet.h"
#include "diamonds/players/utility.h"

typedef struct AutoDecision {
    int players, sides;
    int cards;    /* in the hand of who decides */
    double deals; /* that it holds possible */
    Goal goal;
    bool has_thief, is_perfect;
} AutoDecision;

typedef enum AutoEngine {
    AUTO_EXACT,   /* possible deals are solved with all cards open */
    AUTO_PLAYOUT, /* a policy plays them to the end */
    AUTO_ISMCTS   /* tree search */
} AutoEngine;

typedef struct AutoPlan {
    AutoEngine engine;
    bool infers; /* deals count by how plausible the others' moves are */
    bool by_net; /* policy_net finishes rounds, not policy_rollout */
    int early;   /* tricks of which the net chooses the cards */
    double share;
} AutoPlan;

void auto_plan(const AutoDecision *decision, AutoPlan *plan);

typedef struct PreferenceAsk {
    const Policy *policy; /* who finishes the rounds of the samples */
    int tricks, early;    /* of the whole round; in that many first ones its move is recommended whatever the samples say, */
    double margin;        /* and by how much others have to be ahead of it later */
    double share;         /* below 1, of what is recommended that is left to the net of playnet.h; not beside the two above */
    Goal goal;
    uint64_t seed; /* breaks ties of the policy */
} PreferenceAsk;

typedef struct Preference {
    double gains[MAX_MOVES]; /* what each move counts more than its mean; INFINITY: whatever the samples say */
    const char *reason;      /* in words that follow "is recommended, as" */
} Preference;

/* Returns how many moves there are, 0 where nothing speaks for any of them. */
int preference_of(const Table *table, Cards deck, const PreferenceAsk *ask, Preference *preference);

#endif
