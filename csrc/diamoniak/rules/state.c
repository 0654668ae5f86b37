#include "diamoniak/rules/state.h"

#include <string.h>

static const uint8_t BOX[KINDS] = {6, 6, 6, 6, 20, 3, 8};
enum { MISSING_ALL = 21 };

static int total(const uint8_t *counts, int kinds)
{
    int sum = 0;
    for (int kind = 0; kind < kinds; kind++)
        sum += counts[kind];
    return sum;
}

static bool cards_add_up(const State *s)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int count = s->discards[kind] + s->pile[kind] + (kind == WITCH && s->phase == ON_WITCH);
        for (int seat = 0; seat < SEATS && kind < HELD; seat++)
            count += s->held[seat][kind];
        if (s->deck[kind] > BOX[kind] || count != s->deck[kind])
            return false;
    }
    return s->deck[WITCH] > 0;
}

static bool can_choose(const State *s)
{
    const uint8_t *held = s->held[s->turn];
    int count = total(held, HELD), kinds = 0;
    for (int kind = 0; kind < HELD; kind++)
        kinds += held[kind] > 0;
    return (held[FAIRY] && count > 1) || (count > PENALTY && kinds > 1);
}

bool state_check(const State *s)
{
    for (size_t i = 0; i < sizeof s->unused; i++)
        if (s->unused[i])
            return false;
    if (s->players < 2 || s->players > SEATS || s->turn >= s->players || s->phase > OVER || s->pays_seller > 1 || !cards_add_up(s))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (s->colour[seat] > NO_COLOUR || (seat >= s->players && (total(s->held[seat], HELD) || s->colour[seat] != NO_COLOUR)))
            return false;
        for (int other = 0; other < seat; other++)
            if (s->colour[seat] != NO_COLOUR && s->colour[seat] == s->colour[other])
                return false;
    }
    return s->phase != ON_WITCH || can_choose(s);
}

int state_missing(const State *s)
{
    int colour = s->colour[s->turn];
    return colour == NO_COLOUR ? MISSING_ALL : s->deck[colour] - s->held[s->turn][colour];
}

bool state_can_buy(const State *s, int seller)
{
    int colour = s->colour[s->turn];
    return colour != NO_COLOUR && seller != s->turn && s->held[seller][colour] && s->held[s->turn][DIAMOND] >= PRICE;
}

/* --- moves --- */

/* The ways to give up `left` more cards of `kind` and later ones, the first kinds first. */
static int payments(const uint8_t *held, Move given, int kind, int left, Move *moves)
{
    if (!left) {
        *moves = given;
        return 1;
    }
    int found = 0;
    for (; kind < HELD; kind++)
        if (given.cards[kind] < held[kind]) {
            Move more = given;
            more.cards[kind]++;
            found += payments(held, more, kind, left - 1, moves + found);
        }
    return found;
}

int state_moves(const State *s, Move *moves)
{
    int count = 0;
    if (s->phase == TURN || s->phase == MORE)
        moves[count++] = (Move){.kind = DRAW};
    if (s->phase == MORE)
        moves[count++] = (Move){.kind = STOP};
    if (s->phase == TURN)
        for (int seat = 0; seat < s->players; seat++)
            if (state_can_buy(s, seat))
                moves[count++] = (Move){.kind = BUY, .seller = (uint8_t)seat};
    if (s->phase == ON_WITCH) {
        const uint8_t *held = s->held[s->turn];
        int cards = total(held, HELD), left = cards < PENALTY ? cards : PENALTY;
        if (held[FAIRY] && left > 1)
            moves[count++] = (Move){.kind = GIVE, .cards = {[FAIRY] = 1}};
        count += payments(held, (Move){.kind = GIVE}, 0, left, moves + count);
    }
    return count;
}

bool state_is_legal(const State *s, Move move)
{
    Move moves[MAX_MOVES];
    for (int i = state_moves(s, moves) - 1; i >= 0; i--)
        if (!memcmp(&moves[i], &move, sizeof move))
            return true;
    return false;
}

/* --- playing --- */

static void pass_on(State *s)
{
    s->turn = (uint8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
    s->phase = TURN;
}

static void give_up(State *s, const uint8_t *cards)
{
    for (int kind = 0; kind < HELD; kind++) {
        s->held[s->turn][kind] = (uint8_t)(s->held[s->turn][kind] - cards[kind]);
        s->discards[kind] = (uint8_t)(s->discards[kind] + cards[kind]);
    }
    s->discards[WITCH]++;
    pass_on(s);
}

static void meet_witch(State *s)
{
    s->phase = ON_WITCH;
    if (can_choose(s))
        return;
    uint8_t cards[HELD];
    for (int kind = 0; kind < HELD; kind++) /* of one kind there may be more than she takes */
        cards[kind] = s->held[s->turn][kind] < PENALTY ? s->held[s->turn][kind] : PENALTY;
    give_up(s, cards);
}

/* If the pile is used up, makes the discards the new one; returns the number of cards in it. */
static int shuffle(State *s)
{
    int cards = total(s->pile, KINDS);
    if (cards)
        return cards;
    memcpy(s->pile, s->discards, sizeof s->pile);
    memset(s->discards, 0, sizeof s->discards);
    return total(s->pile, KINDS);
}

bool state_has_next(State *s, int card)
{
    shuffle(s);
    return s->pile[card] > 0;
}

int state_pick(State *s, Rng *rng)
{
    int number = (int)rng_below(rng, (uint32_t)shuffle(s)), kind = 0;
    while ((number -= s->pile[kind]) >= 0)
        kind++;
    return kind;
}

void state_draw(State *s, int card)
{
    s->pile[card]--;
    if (card == WITCH) {
        meet_witch(s);
        return;
    }
    s->held[s->turn][card]++;
    s->phase = MORE;
    if (card >= COLOURS)
        return;
    if (s->colour[s->turn] == NO_COLOUR) {
        bool is_free = true;
        for (int seat = 0; seat < s->players; seat++)
            is_free = is_free && s->colour[seat] != card;
        if (is_free)
            s->colour[s->turn] = (uint8_t)card;
    }
    if (!state_missing(s))
        s->phase = OVER;
}

static void buy(State *s, int seller)
{
    int colour = s->colour[s->turn];
    s->held[seller][colour]--;
    s->held[s->turn][colour]++;
    s->held[s->turn][DIAMOND] = (uint8_t)(s->held[s->turn][DIAMOND] - PRICE);
    uint8_t *paid = s->pays_seller ? &s->held[seller][DIAMOND] : &s->discards[DIAMOND];
    *paid = (uint8_t)(*paid + PRICE);
    if (state_missing(s))
        pass_on(s);
    else
        s->phase = OVER;
}

void state_play(State *s, const Move *move, Rng *rng)
{
    if (move->kind == DRAW)
        state_draw(s, state_pick(s, rng));
    else if (move->kind == STOP)
        pass_on(s);
    else if (move->kind == BUY)
        buy(s, move->seller);
    else
        give_up(s, move->cards);
}
