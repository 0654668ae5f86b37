#include "diamonds/advice/recommend.h"

#include <math.h>

enum {
    EXACT_DEALS = 100, /* up to this many are all solved, */
    EXACT_CARDS = 4,   /* of hands of at most this many cards */
    EARLY_PLAYERS = 4, /* with this many single players the net chooses */
    EARLY_TRICKS = 3,  /* the cards of the first tricks; */
    SHARE_PLAYERS = 3  /* with this many, as in teams, the learned net has a share */
};
static const double LEARNED_SHARE = 0.5;

static AutoEngine engine_of(const AutoDecision *decision, bool by_playouts)
{
    bool is_of_two = decision->sides == 2;
    if (decision->deals == 1 && (decision->goal != GOAL_WIN || is_of_two))
        return AUTO_EXACT;
    if (decision->goal == GOAL_WIN)
        return AUTO_ISMCTS;
    if (decision->players == 2 || (decision->deals <= EXACT_DEALS && decision->cards <= EXACT_CARDS))
        return AUTO_EXACT;
    return by_playouts || (is_of_two && !decision->is_perfect) ? AUTO_PLAYOUT : AUTO_ISMCTS;
}

void auto_plan(const AutoDecision *decision, AutoPlan *plan)
{
    bool is_margin = decision->goal == GOAL_MARGIN, has_teams = decision->sides < decision->players;
    bool has_nets = is_margin && !decision->has_thief && (has_teams || !decision->is_perfect);
    bool is_early = has_nets && !has_teams && decision->players == EARLY_PLAYERS;
    bool is_shared = has_nets && (has_teams || decision->players == SHARE_PLAYERS);
    *plan = (AutoPlan){.engine = engine_of(decision, is_early || is_shared)};
    if (plan->engine == AUTO_EXACT)
        plan->infers = is_margin && !decision->is_perfect && decision->players == 2;
    if (plan->engine == AUTO_PLAYOUT && has_nets) {
        plan->infers = decision->sides == 2 && !decision->is_perfect;
        plan->by_net = !has_teams || plan->infers; /* rules are better in three teams; in Perfect Diamonds no net was tried */
        plan->share = is_shared ? LEARNED_SHARE : 0;
        plan->early = is_early ? EARLY_TRICKS : 0;
    }
}

/* For the move of who finishes the rounds, and its equals. */
static int prefer_policy(const Table *table, const PreferenceAsk *ask, bool is_early, Preference *preference)
{
    const Position *p = &table->position;
    Move moves[MAX_MOVES];
    uint8_t classes[MAX_MOVES];
    int count = position_moves(p, moves), own = 0;
    Rng rng = rng_stream(ask->seed, 0);
    Move chosen = policy_move(ask->policy, p, table->seen, &rng);
    while (!move_equals(moves[own], chosen))
        own++;
    move_classes(p, table->seen, ask->goal != GOAL_WIN, classes);
    for (int i = 0; i < count; i++)
        preference->gains[i] = is_early ? (i == own ? INFINITY : 0) : classes[i] == classes[own] ? ask->margin : 0;
    if (is_early)
        preference->reason = ask->policy->net ? "the first tricks are chosen by experience of many games, not by these deals"
                                              : "the first tricks are chosen by rules of thumb, not by these deals";
    else
        preference->reason = ask->policy->net ? "no other is far enough ahead of the one of the net"
                                              : "no other is far enough ahead of the one of players by rules";
    return count;
}

/* For moves by what the learned net thinks that they are worth. */
static int prefer_learned(const Table *table, Cards deck, double share, Preference *preference)
{
    const PassGame game = {deck, table->position.players, table->position.sides};
    const LearnedNet *net = play_net(&game, table);
    int count = net ? play_net_moves(net, table, preference->gains) : 0;
    for (int i = 0; i < count; i++)
        preference->gains[i] *= share / (1 - share);
    preference->reason = "experience of many games speaks for it more than these deals against it";
    return count;
}

int preference_of(const Table *table, Cards deck, const PreferenceAsk *ask, Preference *preference)
{
    bool is_early = ask->early && ask->tricks - table->position.tricks_left < ask->early;
    if (is_early || ask->margin > 0)
        return prefer_policy(table, ask, is_early, preference);
    return ask->share > 0 ? prefer_learned(table, deck, ask->share, preference) : 0;
}
