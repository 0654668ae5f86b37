#include "diamoniak/players/policy.h"

const Policy POLICY_GREEDY = {.own = 40, .fairy = 25, .diamond = 15, .others = 10, .unbuilt = 1, .draws_on = true};
const Policy POLICY_CAUTIOUS = {.own = 40, .fairy = 25, .diamond = 15, .others = 10, .unbuilt = 1, .draws_on = false};

void policy_worths(const Policy *policy, const State *s, int *worths)
{
    int own = s->colour[s->turn];
    for (int colour = 0; colour < COLOURS; colour++)
        worths[colour] = own == NO_COLOUR ? policy->own : policy->unbuilt;
    for (int seat = 0; seat < s->players; seat++)
        if (s->colour[seat] != NO_COLOUR)
            worths[s->colour[seat]] = policy->others;
    if (own != NO_COLOUR)
        worths[own] = policy->own;
    worths[DIAMOND] = policy->diamond;
    worths[FAIRY] = policy->fairy;
}

/* The cheapest way to pay a witch, ties broken by the first kinds; returns its cost. */
static int cheapest(const Policy *policy, const State *s, const int *worths, Move *payment)
{
    const uint8_t *held = s->held[s->turn];
    int price = 0;
    *payment = (Move){.kind = GIVE};
    for (int left = PENALTY; left > 0; left--) {
        int taken = -1;
        for (int kind = 0; kind < HELD; kind++)
            if (payment->cards[kind] < held[kind] && (taken < 0 || worths[kind] < worths[taken]))
                taken = kind;
        if (taken < 0)
            break;
        payment->cards[taken]++;
        price += worths[taken];
    }
    if (held[FAIRY] && price > policy->fairy) {
        *payment = (Move){.kind = GIVE, .cards = {[FAIRY] = 1}};
        price = policy->fairy;
    }
    return price;
}

static bool wants_more(const Policy *policy, const State *s)
{
    if (!policy->draws_on)
        return false;
    const uint8_t *pile = s->pile;
    int cards = 0, gain = 0, worths[HELD];
    for (int kind = 0; kind < KINDS; kind++)
        cards += pile[kind];
    if (!cards)
        pile = s->discards;
    policy_worths(policy, s, worths);
    for (int kind = 0; kind < HELD; kind++)
        gain += pile[kind] * worths[kind];
    Move payment;
    return gain > pile[WITCH] * cheapest(policy, s, worths, &payment);
}

Move policy_move(const Policy *policy, const State *s)
{
    Move move = {.kind = DRAW};
    if (s->phase == MORE && !wants_more(policy, s))
        move.kind = STOP;
    if (s->phase == ON_WITCH) {
        int worths[HELD];
        policy_worths(policy, s, worths);
        cheapest(policy, s, worths, &move);
    }
    if (s->phase == TURN && s->held[s->turn][DIAMOND] >= PRICE)
        for (int away = 1; away < s->players; away++) { /* the next seat that can be made to sell */
            int seller = (s->turn + away) % s->players;
            if (state_can_buy(s, seller))
                return (Move){.kind = BUY, .seller = (uint8_t)seller};
        }
    return move;
}

int policy_play_out(const Policy *policy, State *s, int most_turns, Rng *rng)
{
    int turns = 0;
    while (s->phase != OVER && turns < most_turns) {
        int turn = s->turn;
        Move move = policy_move(policy, s);
        state_play(s, &move, rng);
        turns += s->turn != turn;
    }
    return turns;
}
