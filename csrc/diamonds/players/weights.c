/* Fitted by policy iteration: each weight is the regression of the result of playouts on its feature (docs/players.md). Three sets do: those of
 * 3 to 6 single players were so alike that one serves them all, and so were those of both team games. */
#include "diamonds/players/policy.h"

static const Policy two_players = {{
    [FEATURE_ACTION] = 0.46f,
    [FEATURE_CARDS] = 0.65f,
    [FEATURE_WIN] = 0.37f,
    [FEATURE_WIN_EARLY] = -1.90f,
    [FEATURE_BONUS] = -0.27f,
    [FEATURE_SPEND_WINNER] = -0.21f,
    [FEATURE_SPEND_CONTROL] = -0.41f,
    [FEATURE_DISCARD_DIAMOND] = 0.45f,
    [FEATURE_DISCARD_HEART] = 0.70f,
    [FEATURE_DISCARD_SPADE] = 0.99f,
    [FEATURE_DISCARD_CLUB] = 0.52f,
    [FEATURE_VOID] = 1.40f,
    [FEATURE_LENGTH] = -0.11f,
    [FEATURE_RIVALS_VOID] = -3.35f,
}};

static const Policy singles = {{
    [FEATURE_ACTION] = 0.84f,
    [FEATURE_CARDS] = 0.19f,
    [FEATURE_WIN] = 0.52f,
    [FEATURE_WIN_EARLY] = -0.73f,
    [FEATURE_BONUS] = 0.67f,
    [FEATURE_SPEND_WINNER] = -1.09f,
    [FEATURE_SPEND_CONTROL] = -0.64f,
    [FEATURE_DISCARD_DIAMOND] = 0.44f,
    [FEATURE_DISCARD_HEART] = 0.66f,
    [FEATURE_DISCARD_SPADE] = 0.86f,
    [FEATURE_DISCARD_CLUB] = 0.50f,
    [FEATURE_VOID] = 0.21f,
    [FEATURE_LENGTH] = -0.13f,
    [FEATURE_RIVALS_VOID] = -0.13f,
}};

static const Policy teams = {{
    [FEATURE_ACTION] = 0.42f,
    [FEATURE_CARDS] = 0.26f,
    [FEATURE_WIN] = 1.48f,
    [FEATURE_WIN_EARLY] = -1.18f,
    [FEATURE_BONUS] = 0.61f,
    [FEATURE_SPEND_WINNER] = -0.51f,
    [FEATURE_SPEND_CONTROL] = -1.68f,
    [FEATURE_DISCARD_DIAMOND] = 0.36f,
    [FEATURE_DISCARD_HEART] = 0.57f,
    [FEATURE_DISCARD_SPADE] = 0.70f,
    [FEATURE_DISCARD_CLUB] = 0.41f,
    [FEATURE_VOID] = 0.21f,
    [FEATURE_LENGTH] = -0.17f,
    [FEATURE_RIVALS_VOID] = -0.60f,
}};

const Policy *policy_default(const Position *position)
{
    if (position->players == 2)
        return &two_players;
    return position->sides == position->players ? &singles : &teams;
}
