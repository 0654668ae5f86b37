/* The weights of policies, and the nets.
 *
 * Weights are fitted by policy iteration: each weight is the regression of the result of playouts on its feature (csrc/players.md). Those
 * of 3 to 6 single players were so alike that one set serves them all. */
#include "diamonds/players/modelweights.h"
#include "diamonds/players/net.h"

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
}, NULL};

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
}, NULL};

static const Policy two_teams = {{
    [FEATURE_ACTION] = 0.35f,
    [FEATURE_CARDS] = 0.29f,
    [FEATURE_WIN] = 1.75f,
    [FEATURE_WIN_EARLY] = -1.10f,
    [FEATURE_BONUS] = 0.54f,
    [FEATURE_SPEND_WINNER] = -0.54f,
    [FEATURE_SPEND_CONTROL] = -2.15f,
    [FEATURE_DISCARD_DIAMOND] = 0.38f,
    [FEATURE_DISCARD_HEART] = 0.62f,
    [FEATURE_DISCARD_SPADE] = 0.81f,
    [FEATURE_DISCARD_CLUB] = 0.43f,
    [FEATURE_VOID] = 0.16f,
    [FEATURE_LENGTH] = -0.19f,
    [FEATURE_RIVALS_VOID] = -1.02f,
}, NULL};

static const Policy three_teams = {{
    [FEATURE_ACTION] = 0.49f,
    [FEATURE_CARDS] = 0.22f,
    [FEATURE_WIN] = 1.21f,
    [FEATURE_WIN_EARLY] = -1.27f,
    [FEATURE_BONUS] = 0.69f,
    [FEATURE_SPEND_WINNER] = -0.49f,
    [FEATURE_SPEND_CONTROL] = -1.21f,
    [FEATURE_DISCARD_DIAMOND] = 0.33f,
    [FEATURE_DISCARD_HEART] = 0.52f,
    [FEATURE_DISCARD_SPADE] = 0.59f,
    [FEATURE_DISCARD_CLUB] = 0.39f,
    [FEATURE_VOID] = 0.26f,
    [FEATURE_LENGTH] = -0.15f,
    [FEATURE_RIVALS_VOID] = -0.18f,
}, NULL};

const Policy *policy_default(const Position *position)
{
    if (position->players == 2)
        return &two_players;
    if (position->sides == position->players)
        return &singles;
    return position->sides == 2 ? &two_teams : &three_teams;
}

static const Net net_singles = NET_SINGLES, net_teams = NET_TEAMS;
static const Policy by_net_of_singles = {.net = &net_singles}, by_net_of_teams = {.net = &net_teams};

const Policy *policy_net(const Position *position)
{
    if (position->players == 2)
        return &two_players;
    return position->sides == 2 ? &by_net_of_teams : &by_net_of_singles;
}

const Policy *policy_rollout(const Position *position, bool is_perfect)
{
    /* The games in which playouts by the net passed their gate; of the others some did not, and the rest have not been played. */
    bool is_passed = position->players == 3 || position->players == 6;
    bool is_played = position->sides == position->players && !position->thief && !is_perfect;
    return is_passed && is_played ? policy_net(position) : policy_default(position);
}
