/* Rounds whose deal and moves are the bytes, and damaged states: whatever state_check accepts stays a state of the same cards after every
 * move, and has moves unless the round is over; a search leaves it so. */
#include "fuzz.h"

#include "diams/players/ismcts.h"

static Rules rules_from(Bytes *bytes)
{
    Rules rules = {.players = (uint8_t)(2 + take(bytes, 4)), .closes_last = take(bytes, 2)};
    int step = take(bytes, 8);
    for (int row = 0; row < ROWS; row++) {
        rules.loupes[row] = take(bytes, COPIES + 1);
        for (int count = 0; count < 3; count++)
            rules.values[row][count] = step * (count + 1);
    }
    return rules;
}

/* Hands, market and pile; safes of what is left over where the bytes say so. */
static State state_from(Bytes *bytes, const Rules *rules)
{
    State s = {.closed = NOBODY, .owner = NOBODY, .broken = NO_ROW, .phase = DRAW, .is_stack = take(bytes, 2)};
    uint8_t deck[DECK];
    int count = 0, next = 0;
    for (int kind = 0; kind < CARD_X; kind++)
        for (int left = kind >= DIAMONDS ? 1 : kind % 2 ? COPIES - rules->loupes[kind / 2] : rules->loupes[kind / 2]; left; left--)
            deck[count++] = (uint8_t)kind;
    for (int i = 0; i < 30; i++) {
        int other = i + take(bytes, (unsigned)(count - i));
        uint8_t kind = deck[other];
        deck[other] = deck[i];
        deck[i] = kind;
    }
    for (int seat = 0; seat < rules->players; seat++)
        for (int left = 1 + take(bytes, HAND_LIMIT); left; left--)
            s.hand[seat] += card(deck[next++]);
    while (diamond_count(s.market) < MARKET) {
        int kind = deck[next++];
        *(kind < DIAMONDS ? &s.market : &s.used) += card(kind);
    }
    for (int keep = take(bytes, 32); next < count && s.pile_count < keep;)
        s.pile[s.pile_count++] = deck[next++];
    s.pile[s.pile_count++] = CARD_X;
    for (; next < count; next++)
        *(deck[next] < DIAMONDS ? &s.safe[deck[next] / 2 % rules->players] : &s.used) += card(deck[next]);
    return s;
}

static int cards_in(const State *s)
{
    int count = card_count(s->market) + card_count(s->used) + s->pile_count + (s->closed != NOBODY);
    for (int seat = 0; seat < SEATS; seat++)
        count += card_count(s->hand[seat]) + card_count(s->safe[seat]);
    return count;
}

static void search(const Policy *policy, const State *s, const Move *moves, int count, Bytes *bytes)
{
    Goal goal = {.kind = POINTS, .players = policy->rules.players};
    IsmctsOptions options = {.exploration = 6, .point = 1, .seed = take(bytes, 256), .budget = 400, .node_limit = 1000, .turns = 2, .width = 20};
    Ismcts *tree = ismcts_new(&options, policy, &goal, s, 1, moves, count);
    CHECK(tree);
    ismcts_run(tree, 400);
    ismcts_free(tree);
}

/* The laws, of a state with `cards`. The number of moves. */
static int lawful(const Rules *rules, const State *s, int cards, Move *moves)
{
    CHECK(state_check(rules, s) && cards_in(s) == cards);
    int count = state_moves(rules, s, moves);
    CHECK(count <= MAX_MOVES && (count > 0) == (s->phase != OVER));
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Move moves[MAX_MOVES];
    Bytes bytes = {data, size};
    Rules rules = rules_from(&bytes);
    State s = state_from(&bytes, &rules);
    damage(&bytes, &rules, sizeof rules);
    damage(&bytes, &s, sizeof s);
    if (!rules_check(&rules) || !state_check(&rules, &s))
        return 0;
    Policy policy;
    policy_init(&policy, &rules);
    Rng rng = rng_stream(take(&bytes, 256), 0);
    if (state_is_chance(&s))
        state_go_on(&rules, &s, &rng);
    for (int cards = cards_in(&s);;) {
        int count = lawful(&rules, &s, cards, moves);
        if (!count || !bytes.left)
            return 0;
        int choice = take(&bytes, 256);
        if (choice == 255 && count > 1)
            search(&policy, &s, moves, count, &bytes);
        state_play(&rules, &s, &moves[choice * 9 % count], &rng);
    }
}
