/* What position_play writes down of a move, and diamonds/rules/parts.c, by random rounds of every kind: acts bring exactly what changes
 * crystals, and every point that a side gains has one part. */
#include <string.h>

#include "check.h"
#include "diamonds/rules/parts.h"

typedef struct Kind {
    int players, sides, has_thief;
} Kind;

static const Kind KINDS[] = {{2, 2, 0}, {3, 3, 0}, {3, 3, 1}, {4, 4, 0}, {4, 2, 0}, {4, 2, 1}, {5, 5, 0}, {6, 6, 0}, {6, 3, 0}};

static Position deal(Kind kind, int tricks, uint64_t *random)
{
    Position p = {.players = (uint8_t)kind.players, .sides = (uint8_t)kind.sides, .tricks_left = (uint8_t)tricks, .robber = NOBODY};
    int per_trick = kind.players == 2 ? 2 : 1;
    Cards deck = ALL_CARDS;
    for (int seat = 0; seat < kind.players; seat++) {
        p.showroom[seat] = (uint16_t)(next_random(random) % 3);
        for (int i = 0; i < tricks * per_trick; i++) {
            int card;
            do
                card = (int)(next_random(random) >> 58);
            while (!(deck >> card & 1));
            deck &= ~card_set(card);
            p.hand[seat] |= card_set(card);
        }
    }
    p.leader = (uint8_t)(next_random(random) % (unsigned)kind.players);
    p.thief = (uint8_t)(kind.has_thief ? 1 + next_random(random) % (unsigned)kind.players : 0);
    CHECK(position_check(&p) == STATUS_OK);
    return p;
}

/* Does to crystals what an act says. */
static void apply(Position *p, const Act *act)
{
    bool fills_vault = act->source == SOURCE_BONUS || act->suit == DIAMONDS || act->suit == SPADES;
    if (act->source != SOURCE_BONUS && act->suit == SPADES && act->gain)
        p->showroom[act->seat]--;
    if (fills_vault)
        p->vault[act->seat] = (uint16_t)(p->vault[act->seat] + (act->gain + 1) / 2);
    else
        p->showroom[act->seat] = (uint16_t)(p->showroom[act->seat] + act->gain);
    if (act->victim != NOBODY)
        p->showroom[act->victim]--;
}

static void check_parts(const Position *start, const Position *end, const Acts *acts)
{
    for (int side = 0; side < start->sides; side++) {
        int own = 0, others = 0, bonus = 0, sum = 0, tricks = 0;
        for (int seat = 0; seat < start->players; seat++) {
            bool is_own = side_of(start, seat) == side;
            *(is_own ? &own : &others) += position_points(end, seat) - position_points(start, seat);
            bonus += 4 * (is_own && !(end->winners >> seat & 1));
            for (int suit = 0; suit < SUITS; suit++)
                tricks += is_own * end->taken[seat][suit];
        }
        int16_t parts[PARTS];
        parts_of(acts, start, side, parts);
        for (int part = 0; part <= PART_ROBBED; part++)
            sum += parts[part];
        CHECK(sum == own && parts[PART_OTHERS] == others && parts[PART_BONUS] == bonus && parts[PART_ROBBED] <= 0);
        CHECK(parts[PART_TRICKS_WON] * trick_size(start) == tricks);
        CHECK(parts[PART_AWARDS + DIAMONDS] % 2 == 0 && parts[PART_AWARDS + HEARTS] <= 1 && parts[PART_AWARDS + SPADES] <= 1);
    }
}

static void test_rounds(void)
{
    uint64_t random = 5;
    for (unsigned i = 0; i < 3000; i++) {
        Position start = deal(KINDS[i % (sizeof KINDS / sizeof *KINDS)], 1 + (int)(i % 7), &random), p = start, told = start;
        Acts acts;
        acts.count = 0;
        Move moves[MAX_MOVES];
        for (int count; (count = position_moves(&p, moves));) {
            Move move = moves[(next_random(&random) >> 33) % (unsigned)count];
            Position alone = p;
            int before = acts.count;
            position_play(&alone, move, NULL);
            position_play(&p, move, &acts);
            CHECK(memcmp(&alone, &p, sizeof p) == 0);
            for (int act = before; act < acts.count; act++)
                apply(&told, &acts.act[act]);
            CHECK(memcmp(told.showroom, p.showroom, sizeof p.showroom) == 0 && memcmp(told.vault, p.vault, sizeof p.vault) == 0);
        }
        check_parts(&start, &p, &acts);
    }
}

static Position one_trick(void)
{
    Position p = {.players = 3, .sides = 3, .tricks_left = 2, .robber = NOBODY, .showroom = {1, 1, 1}};
    p.hand[0] = card_set(HEARTS << 4 | 9) | card_set(HEARTS << 4 | 1);
    p.hand[1] = card_set(CLUBS << 4 | 2) | card_set(SPADES << 4 | 3);
    p.hand[2] = card_set(HEARTS << 4 | 5) | card_set(DIAMONDS << 4 | 4);
    return p;
}

/* Which act comes when: a club discarded, whose victim is chosen with the card, and the action of who takes the trick. */
static void test_order(void)
{
    Position p = one_trick();
    Acts acts;
    acts.count = 0;
    position_play(&p, (Move){HEARTS << 4 | 9, NOBODY, NOBODY}, &acts);
    CHECK(acts.count == 0);
    position_play(&p, (Move){CLUBS << 4 | 2, NOBODY, 2}, &acts);
    CHECK(acts.count == 1);
    position_play(&p, (Move){HEARTS << 4 | 5, NOBODY, NOBODY}, &acts);
    CHECK(acts.count == 2);
    const Act discard = {SOURCE_DISCARD, 1, CLUBS, 2, 1}, trick = {SOURCE_TRICK, 0, HEARTS, NOBODY, 1};
    CHECK(memcmp(&acts.act[0], &discard, sizeof discard) == 0);
    CHECK(memcmp(&acts.act[1], &trick, sizeof trick) == 0);
    int16_t parts[PARTS];
    parts_of(&acts, &p, 2, parts);
    CHECK(parts[PART_ROBBED] == -1 && parts[PART_OTHERS] == 2);
    parts_of(&acts, &p, 1, parts);
    CHECK(parts[PART_DISCARDS] == 1 && parts[PART_OTHERS] == 0);
}

/* A victim that is chosen later belongs to the trick or to the discard, and comes with the choice. */
static void test_choices_to_come(void)
{
    for (int is_trick = 0; is_trick < 2; is_trick++) {
        Position p = one_trick();
        p.robber = 0;
        if (is_trick)
            p.winners = 1;
        else
            p.trick[p.trick_count++] = DIAMONDS << 4 | 7;
        Acts acts;
        acts.count = 0;
        position_play(&p, (Move){NO_CARD, NOBODY, 1}, &acts);
        const Act act = {is_trick ? SOURCE_TRICK : SOURCE_DISCARD, 0, CLUBS, 1, 1};
        CHECK(acts.count == 1 && memcmp(&acts.act[0], &act, sizeof act) == 0);
    }
}

int main(void)
{
    test_rounds();
    test_order();
    test_choices_to_come();
    return 0;
}
