#include "diams/players/policy.h"

#include <limits.h>

static const int PARTS[] = {0, 15, 45, 85}; /* per cent of the safe's value, with none, one, two, and three or more cards in hand */

void policy_init(Policy *policy, const Rules *rules)
{
    policy->rules = *rules;
    for (int row = 0; row < ROWS; row++)
        for (int laid = 0; laid < MOST_ROW; laid++) {
            policy->laid[row][laid] = 100 * state_value(rules, row, laid);
            for (int held = 0; held < MOST_ROW; held++) { /* one or two alone count as a fraction of three */
                int together = laid + held < COLLECTION ? COLLECTION : laid + held;
                int gain = state_value(rules, row, together) - state_value(rules, row, laid);
                policy->held[row][laid][held] = PARTS[held < COLLECTION ? held : COLLECTION] * gain;
            }
        }
}

static int row_worth(const Policy *policy, Cards hand, Cards safe, int row, bool is_closed)
{
    int laid = row_count(safe, row);
    return policy->laid[row][laid] + (is_closed ? 0 : policy->held[row][laid][row_count(hand, row)]);
}

int policy_worth(const Policy *policy, const State *s, int seat)
{
    int sum = 0;
    for (int row = 0; row < ROWS; row++)
        sum += row_worth(policy, s->hand[seat], s->safe[seat], row, s->closed != NOBODY);
    return sum;
}

/* Twice the worth lost with the row's least valuable card, plus one if it has a loupe; `kind`: which card that is. */
static int least_missed(const Policy *policy, Cards hand, Cards safe, int row, int *kind)
{
    const int32_t *worth = policy->held[row][row_count(safe, row)];
    int held = row_count(hand, row), has_plain = cards_of(hand, 2 * row + 1) > 0;
    *kind = 2 * row + has_plain;
    return 2 * (worth[held] - worth[held - 1]) + !has_plain;
}

/* Among cards of equal worth a plain one goes first, then the highest, a forced-sale card last. */
Cards policy_surplus(const Policy *policy, Cards hand, Cards safe)
{
    int surplus = card_count(hand) - HAND_LIMIT, count = 0, keys[ROWS], kinds[ROWS];
    Cards left = hand;
    for (Cards rows = hand & ALL_DIAMONDS; rows; rows = later_rows(rows), count++)
        keys[count] = least_missed(policy, hand, safe, first_row(rows), &kinds[count]);
    for (; surplus > 0; surplus--) {
        int place = 0;
        for (int i = 1; i < count; i++)
            place = keys[i] < keys[place] ? i : place;
        if (!count || (keys[place] > 1 && left >> 60)) {
            left -= card(bits_lowest(left >> 60) + CARD_T);
            continue;
        }
        int row = kinds[place] / 2;
        left -= card(kinds[place]);
        if (row_of(left, row))
            keys[place] = least_missed(policy, left, safe, row, &kinds[place]);
        else
            keys[place] = INT_MAX;
    }
    return hand - left;
}

/* The hand and the safe after a move of phase 2, without what hidden cards add. */
static void outcome(const State *s, const Move *move, Cards *hand, Cards *safe)
{
    switch (move->kind) {
    case SHOW:
        *hand += row_of(s->market, first_row(move->cards));
        break;
    case SUM:
        *hand += move->taken - move->cards;
        break;
    case PUT:
        *hand -= move->cards;
        break;
    case TAKE:
        *hand += move->cards;
        break;
    case SALE:
        *hand -= move->cards + card(move->tool);
        break;
    case SECURE:
        *hand -= card(CARD_S);
        *hand -= move->cards;
        *safe += move->cards;
        break;
    case SECURE_NEW:
        *hand -= move->cards;
        *safe += move->cards;
        break;
    default:
        break;
    }
}

/* The worth of the player's cards after a move, when they are worth `before` now. For a move that cannot reach `wanted` the
 * result may be too high, but is below `wanted`. */
static int after(const Policy *policy, const State *s, const Move *move, int before, int wanted)
{
    Cards old_hand = s->hand[s->turn], old_safe = s->safe[s->turn], hand = old_hand, safe = old_safe;
    bool is_closed = s->closed != NOBODY;
    outcome(s, move, &hand, &safe);
    int worth = before;
    for (Cards changed = ((hand ^ old_hand) | (safe ^ old_safe)) & ALL_DIAMONDS; changed; changed = later_rows(changed)) {
        int row = first_row(changed);
        worth += row_worth(policy, hand, safe, row, is_closed) - row_worth(policy, old_hand, old_safe, row, is_closed);
    }
    if (is_closed || worth < wanted || card_count(hand) <= HAND_LIMIT) /* putting cards away makes it no better */
        return worth;
    Cards kept = hand - policy_surplus(policy, hand, safe);
    for (Cards changed = (hand ^ kept) & ALL_DIAMONDS; changed; changed = later_rows(changed)) {
        int row = first_row(changed);
        worth += row_worth(policy, kept, safe, row, false) - row_worth(policy, hand, safe, row, false);
    }
    return worth;
}

int policy_after(const Policy *policy, const State *s, const Move *move)
{
    return after(policy, s, move, policy_worth(policy, s, s->turn), INT_MIN);
}

/* Which of moves of the same worth. */
static int liking(const State *s, const Move *move)
{
    enum { IN_VAIN = -100, COSTLY = -200 };
    if (move->kind == SALE)
        return COSTLY;
    if (move->kind == BREAK)
        return IN_VAIN + (s->safe[move->target] ? row_count(s->hand[s->turn], first_row(move->cards)) : -1);
    return diamond_count(move->cards);
}

static Move best_act(const Policy *policy, const State *s)
{
    Move moves[MAX_MOVES];
    int count = state_moves(&policy->rules, s, moves), before = policy_worth(policy, s, s->turn);
    int best = 0, most = INT_MIN / 2, liked = INT_MIN;
    for (int i = 0; i < count; i++) {
        int how = liking(s, &moves[i]), worth = after(policy, s, &moves[i], before, how > liked ? most : most + 1);
        if (worth > most || (worth == most && how > liked)) {
            best = i;
            most = worth;
            liked = how;
        }
    }
    return moves[best];
}

Move policy_move(const Policy *policy, const State *s)
{
    Move move = {.target = NOBODY};
    if (s->phase == ACT)
        return best_act(policy, s);
    if (s->phase == TRIM) {
        move.kind = TRIM_HAND;
        move.cards = policy_surplus(policy, s->hand[s->turn], s->safe[s->turn]);
    } else if (s->phase == GIVE) { /* a plain copy, if there is one */
        Cards pile = row_of(s->safe[s->owner], s->broken), plain = pile & ~LOUPES;
        move.kind = GIVE_CARD;
        move.cards = card(first_kind(plain ? plain : pile));
    } else
        move.kind = DRAW_CARD;
    return move;
}

void policy_play_out(const Policy *policy, State *s, int turns, Rng *rng)
{
    state_go_on(&policy->rules, s, rng);
    while (s->phase != OVER && (turns > 0 || s->closed != NOBODY)) {
        int turn = s->turn;
        Move move = policy_move(policy, s);
        state_play(&policy->rules, s, &move, rng);
        turns -= s->turn != turn;
    }
}
