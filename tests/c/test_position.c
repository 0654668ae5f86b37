/* diamonds/rules/position.c: what is no position is refused with its status; limits are met exactly. The values of small positions of every
 * kind (values.c) test what moves do. */
#include "check.h"
#include "diamonds/rules/position.h"
#include "diamonds/rules/score.h"

/* Three players with two cards each: ranks 1 and 2 of three suits, the third seat to lead. */
static Position whole(void)
{
    Position p = {.players = 3, .sides = 3, .leader = 2, .tricks_left = 2, .robber = NOBODY};
    for (int seat = 0; seat < 3; seat++)
        p.hand[seat] = card_set(seat << 4 | 1) | card_set(seat << 4 | 2);
    return p;
}

/* The same with a card of the leader and one more on the table. */
static Position in_trick(int second)
{
    Position p = whole();
    p.trick[p.trick_count++] = 2 << 4 | 1;
    p.trick[p.trick_count++] = (uint8_t)second;
    p.hand[2] &= ~card_set(p.trick[0]);
    p.hand[0] &= ~card_set(second);
    return p;
}

/* All cards played, clubs tied but for the first seat's, awards to come from hearts on, so that nothing is decided before clubs. */
static Position over(void)
{
    Position p = {.players = 3, .sides = 3, .robber = NOBODY, .winners = 7, .award = CLUBS, .showroom = {0, 1, 1}};
    p.taken[0][CLUBS] = 1;
    return p;
}

static void test_players(void)
{
    for (int players = 0; players < 10; players++)
        for (int sides = 0; sides < 10; sides++) {
            Position p = {.players = (uint8_t)players, .sides = (uint8_t)sides, .robber = NOBODY, .award = ROUND_OVER};
            bool is_game =
                players >= 2 && players <= 6 && (sides == players || (players == 4 && sides == 2) || (players == 6 && sides == 3));
            CHECK(position_check(&p) == (is_game ? STATUS_OK : STATUS_BAD_PLAYERS));
        }
}

static void test_crystals(void)
{
    Position p = whole();
    p.showroom[0] = MAX_CRYSTALS;
    p.vault[2] = MAX_CRYSTALS;
    CHECK(position_check(&p) == STATUS_OK);
    p.vault[1] = 1;
    CHECK(position_check(&p) == STATUS_BAD_CRYSTALS);
    p.vault[1] = 0;
    p.showroom[2] = 1;
    CHECK(position_check(&p) == STATUS_BAD_CRYSTALS);
    p = whole();
    p.vault[5] = 1000; /* nobody sits there */
    CHECK(position_check(&p) == STATUS_OK);
}

static void test_cards(void)
{
    Position p = whole();
    p.taken[2][CLUBS] = MAX_RANK;
    CHECK(position_check(&p) == STATUS_OK);
    p.taken[2][CLUBS]++;
    CHECK(position_check(&p) == STATUS_BAD_CARDS);
    for (int card = 0; card < 64; card++) {
        p = whole();
        p.hand[2] = card_set(2 << 4 | 1) | card_set(card);
        bool is_free = ALL_CARDS & card_set(card) & ~(p.hand[0] | p.hand[1]), is_same = card == (2 << 4 | 1);
        CHECK(position_check(&p) == (is_same ? STATUS_BAD_HAND_SIZE : is_free ? STATUS_OK : STATUS_BAD_CARDS));
    }
    for (int card = 0; card < 256; card++) {
        p = whole();
        p.trick[p.trick_count++] = (uint8_t)card;
        p.hand[2] = card_set(2 << 4 | 1);
        bool is_card = card < 64 && (ALL_CARDS & card_set(card)),
             is_held = card < 64 && ((p.hand[0] | p.hand[1] | p.hand[2]) & card_set(card));
        CHECK(position_check(&p) == (is_card && !is_held ? STATUS_OK : STATUS_BAD_CARDS));
    }
    p = in_trick(0 << 4 | 1);
    p.hand[1] = card_set(1 << 4 | 1) | card_set(2 << 4 | 1);
    CHECK(position_check(&p) == STATUS_BAD_CARDS); /* the first card of the trick is in a hand */
    p = in_trick(0 << 4 | 1);
    p.trick[1] = p.trick[0];
    CHECK(position_check(&p) == STATUS_BAD_CARDS);
}

static void test_sizes(void)
{
    for (int seat = 0; seat < 3; seat++) {
        Position p = whole();
        p.hand[seat] |= card_set(3 << 4 | 1);
        CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE);
        p = whole();
        p.hand[seat] &= p.hand[seat] - 1;
        CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE);
    }
    Position p = in_trick(0 << 4 | 1);
    CHECK(position_check(&p) == STATUS_OK);
    p.hand[0] |= card_set(3 << 4 | 1);
    CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE);
    for (int tricks = 0; tricks <= 10; tricks++) { /* two cards of each player to a trick */
        p = (Position){.players = 2, .sides = 2, .tricks_left = (uint8_t)tricks, .robber = NOBODY, .award = tricks ? 0 : ROUND_OVER};
        for (int i = 0; i < 4 * tricks && i < 4 * MAX_RANK; i++)
            p.hand[i & 1] |= card_set((i % 4) << 4 | (i / 4 + 1));
        CHECK(position_check(&p) == (2 * tricks <= MAX_HAND ? STATUS_OK : STATUS_BAD_HAND_SIZE));
    }
    p = (Position){.players = 2, .sides = 2, .tricks_left = 9, .robber = NOBODY, .trick_count = 2, .trick = {15, 14}};
    for (int i = 0; i < 34; i++)
        p.hand[i & 1] |= card_set((i % 4) << 4 | (i / 4 + 1));
    CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE); /* seventeen cards, and one on the table */
    p.trick_count = 0;
    p.tricks_left = 128; /* twice that is 0 in a byte */
    p.hand[0] = p.hand[1] = 0;
    CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE);
    p = (Position){.players = 3, .sides = 3, .tricks_left = MAX_RANK, .robber = NOBODY};
    for (int seat = 0; seat < 3; seat++)
        p.hand[seat] = suit_mask(seat) & ALL_CARDS;
    CHECK(position_check(&p) == STATUS_OK);
    p.tricks_left++;
    for (int seat = 0; seat < 3; seat++)
        p.hand[seat] |= card_set(3 << 4 | (seat + 1));
    CHECK(position_check(&p) == STATUS_BAD_HAND_SIZE);
}

static void test_trick(void)
{
    Position p = in_trick(0 << 4 | 1);
    p.hand[0] = card_set(2 << 4 | 3);
    CHECK(position_check(&p) == STATUS_BAD_TRICK); /* it could have followed */
    p.hand[0] = card_set(3 << 4 | 3);
    CHECK(position_check(&p) == STATUS_OK);
    p = in_trick(2 << 4 | 4);
    p.hand[0] = card_set(2 << 4 | 3);
    CHECK(position_check(&p) == STATUS_OK); /* it has followed */
    p = in_trick(0 << 4 | 1);
    p.trick[p.trick_count++] = 1 << 4 | 1;
    p.hand[1] &= ~card_set(1 << 4 | 1);
    CHECK(position_check(&p) == STATUS_BAD_TRICK); /* a whole trick is taken at once */
    p.robber = 1;
    p.showroom[0] = 1;
    CHECK(position_check(&p) == STATUS_OK); /* unless a victim is to be chosen first */
    p.trick_count++;
    CHECK(position_check(&p) == STATUS_BAD_TRICK);
    p = whole();
    p.trick_count = 0;
    p.robber = 0;
    p.showroom[1] = 1;
    CHECK(position_check(&p) == STATUS_OK);
}

static void test_stage(void)
{
    for (int seat = 0; seat < 7; seat++) {
        Position p = whole();
        p.leader = (uint8_t)seat;
        CHECK(position_check(&p) == (seat < 3 ? STATUS_OK : STATUS_BAD_STAGE));
        p = whole();
        p.robber = (uint8_t)seat;
        p.showroom[1] = 1;
        CHECK(position_check(&p) == (seat < 3 && seat != 1 ? STATUS_OK : STATUS_BAD_STAGE));
    }
    for (int award = 0; award < 8; award++) {
        Position p = whole(), done = over(), none = over();
        p.award = done.award = none.award = (uint8_t)award;
        none.showroom[2] = 0; /* one victim is no choice */
        CHECK(position_check(&p) == (award ? STATUS_BAD_STAGE : STATUS_OK));
        CHECK(position_check(&done) == (award >= CLUBS && award <= ROUND_OVER ? STATUS_OK : STATUS_BAD_STAGE));
        CHECK(position_check(&none) == (award >= AWARDS_DONE && award <= ROUND_OVER ? STATUS_OK : STATUS_BAD_STAGE));
    }
}

/* Who decides, in every stage. */
static void test_decisions(void)
{
    Position p = whole();
    CHECK(position_decision(&p) == DECIDE_CARD && position_to_move(&p) == 2);
    p = in_trick(0 << 4 | 1);
    CHECK(position_to_move(&p) == 1);
    p.robber = 0;
    CHECK(position_decision(&p) == DECIDE_VICTIM && position_to_move(&p) == 0);
    for (int winner = 3; winner > 0;
         winner--) { /* it may rob all others, then fewer: what an earlier call left on the stack does not count */
        p = (Position){.players = 4, .sides = 4, .robber = NOBODY, .award = CLUBS, .showroom = {1, winner > 2, 1, 1}};
        p.taken[winner][CLUBS] = 1;
        CHECK(position_decision(&p) == DECIDE_VICTIM && position_to_move(&p) == winner);
    }
    p = (Position){.players = 4, .sides = 2, .robber = NOBODY, .leader = 3, .award = HEARTS};
    p.taken[3][HEARTS] = 1;
    CHECK(position_decision(&p) == DECIDE_ACTOR && position_to_move(&p) == 1);
    for (p.award = AWARDS_DONE; p.award <= ROUND_OVER; p.award++) {
        Move moves[MAX_MOVES];
        CHECK(position_decision(&p) == DECIDE_NOTHING && position_to_move(&p) == 3 && position_moves(&p, moves) == 0);
    }
}

int main(void)
{
    test_players();
    test_crystals();
    test_cards();
    test_sizes();
    test_trick();
    test_stage();
    test_decisions();
    return 0;
}
