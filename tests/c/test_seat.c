/* diamonds/seat, by random rounds of every kind: what a seat is told depends on what it knows alone; worlds agree with that, and all of
 * them are listed; beliefs weigh a world by itself, and draw as many as are wanted. Without memory nothing is said. */
#include <string.h>

#include "failing.h"

#include "diamonds/seat/round.h"

typedef struct Kind {
    int players, sides, tricks, ranks;
} Kind;

static const Kind KINDS[] = {{2, 2, 5, 15}, {2, 2, 8, 8}, {3, 3, 12, 9}, {4, 4, 10, 15}, {4, 2, 13, 13}, {6, 3, 10, 15}};

enum { FEW = 300, DRAWN = 40, WANTED = 100 };

/* The round with all hands open, and as one seat knows it. */
static Round open, known;
static int viewer;

static Cards draw(Cards *from, int count, uint64_t *random)
{
    Cards drawn = 0;
    while (bits_count(drawn) < count)
        drawn |= card_set((int)(next_random(random) >> 58)) & *from;
    *from &= ~drawn;
    return drawn;
}

/* Deals, passes one to three cards, or none, and plays some moves. */
static void begin(Kind kind, int passed_count, int moves, uint64_t *random)
{
    Position start = {.players = (uint8_t)kind.players, .sides = (uint8_t)kind.sides, .robber = NOBODY};
    start.tricks_left = (uint8_t)kind.tricks;
    Cards deck = 0, passed[MAX_PLAYERS] = {0}, told[MAX_PLAYERS] = {0};
    int distance = kind.sides < kind.players ? kind.sides : 1;
    for (int suit = 0; suit < SUITS; suit++)
        deck |= (card_set(kind.ranks + 1) - 2) << (SUIT_BITS * suit);
    Cards left = deck;
    for (int seat = 0; seat < kind.players; seat++) {
        start.hand[seat] = draw(&left, kind.tricks * (kind.players == 2 ? 2 : 1), random);
        start.showroom[seat] = 2;
        Cards hand = start.hand[seat];
        passed[seat] = draw(&hand, passed_count, random);
    }
    for (int seat = 0; seat < kind.players; seat++) {
        int giver = (seat + kind.players - distance) % kind.players;
        start.hand[seat] = (start.hand[seat] & ~passed[seat]) | passed[giver];
    }
    CHECK(position_check(&start) == STATUS_OK);
    viewer = (int)(next_random(random) % (unsigned)kind.players);
    int receiver = (viewer + distance) % kind.players, giver = (viewer + kind.players - distance) % kind.players;
    round_open(&open, &start, deck, passed);
    told[viewer] = passed[viewer];
    told[giver] = passed[giver];
    for (int seat = 0; seat < kind.players; seat++)
        start.hand[seat] = seat == viewer ? start.hand[seat] : seat == receiver ? passed[viewer] : 0;
    round_open(&known, &start, deck, told);
    for (int i = 0; i < moves; i++) {
        Move all[MAX_MOVES];
        int count = position_moves(&open.position, all);
        if (!count)
            return;
        Move move = all[next_random(random) % (unsigned)count];
        round_play(&open, move);
        round_play(&known, move);
    }
}

static void check_world(const Position *world)
{
    Cards held = 0;
    for (int seat = 0; seat < world->players; seat++) {
        CHECK(bits_count(world->hand[seat]) == open.sizes[seat] && bits_count(open.position.hand[seat]) == open.sizes[seat]);
        CHECK(!(held & world->hand[seat]) && !(world->hand[seat] & open.seen));
        for (int suit = 0; suit < SUITS; suit++)
            CHECK(seat == viewer || !(open.voids[seat] >> suit & 1) || !(world->hand[seat] & suit_mask(suit)));
        held |= world->hand[seat];
    }
    CHECK(world->hand[viewer] == open.position.hand[viewer]);
}

static bool same_hands(const Position *a, const Position *b) { return memcmp(a->hand, b->hand, sizeof a->hand) == 0; }

static void check_worlds(uint64_t seed)
{
    static Position mine[DRAWN], theirs[DRAWN], all[FEW];
    double deals, others;
    CHECK(round_deals(&open, viewer, &deals) == STATUS_OK && round_deals(&known, viewer, &others) == STATUS_OK);
    CHECK(deals >= 1 && deals == others);
    CHECK(round_worlds(&open, viewer, NULL, seed, 7, DRAWN, mine) == STATUS_OK);
    CHECK(round_worlds(&known, viewer, NULL, seed, 7, DRAWN, theirs) == STATUS_OK);
    for (int w = 0; w < DRAWN; w++) {
        check_world(&mine[w]);
        CHECK(same_hands(&mine[w], &theirs[w]));
    }
    CHECK(round_worlds(&known, viewer, NULL, seed, 7 + 3, 1, theirs) == STATUS_OK && same_hands(&mine[3], &theirs[0]));
    if (deals > FEW)
        return;
    size_t count = (size_t)deals;
    CHECK(round_all_worlds(&known, viewer, seed, count, all) == STATUS_OK);
    for (size_t w = 0; w < count; w++) {
        check_world(&all[w]);
        for (size_t other = 0; other < w; other++)
            CHECK(!same_hands(&all[w], &all[other]));
    }
}

static void check_beliefs(uint64_t seed)
{
    static Position mine[WANTED], theirs[WANTED];
    static double weights[WANTED], others[WANTED];
    size_t count, other_count;
    Beliefs beliefs, blind;
    CHECK(round_beliefs(&open, viewer, seed, &beliefs) == STATUS_OK && round_beliefs(&known, viewer, seed, &blind) == STATUS_OK);
    CHECK(beliefs.tells == blind.tells && beliefs.top == blind.top && beliefs.power == blind.power && beliefs.share == blind.share);
    CHECK(memcmp(beliefs.tilt, blind.tilt, sizeof beliefs.tilt) == 0);
    CHECK(beliefs.tells || (beliefs.share == 1 && beliefs.power == 1));
    CHECK(beliefs.share >= BELIEFS_LEAST_SHARE - 1e-6 && beliefs.share <= 1 + 1e-9 && beliefs.power > 0 && beliefs.power <= 1);
    CHECK(round_block(&open, viewer, &beliefs, seed, 2, WANTED, mine, weights, &count) == STATUS_OK && count == WANTED);
    CHECK(round_block(&known, viewer, &blind, seed, 2, WANTED, theirs, others, &other_count) == STATUS_OK && other_count == count);
    for (size_t w = 0; w < count; w++) {
        check_world(&mine[w]);
        CHECK(same_hands(&mine[w], &theirs[w]) && weights[w] == others[w] && weights[w] > 0);
    }
    CHECK(round_weights(&open, viewer, &beliefs, mine, WANTED, weights) == STATUS_OK);
    CHECK(round_weights(&known, viewer, &beliefs, mine + 5, 1, others) == STATUS_OK && others[0] == weights[5]);
}

/* Where nothing was seen all worlds weigh the same, and what is drawn of a pool stands for all of it. */
static void test_nothing_seen(void)
{
    static Position drawn[WANTED];
    static double weights[WANTED];
    uint64_t random = 5;
    size_t count;
    Beliefs beliefs;
    begin(KINDS[3], 0, 0, &random);
    CHECK(round_beliefs(&known, viewer, 1, &beliefs) == STATUS_OK && !beliefs.tells);
    CHECK(round_block(&known, viewer, &beliefs, 1, 0, WANTED, drawn, weights, &count) == STATUS_OK && count == WANTED);
    for (int w = 0; w < WANTED; w++)
        CHECK(weights[w] == (double)BELIEFS_POOL / WANTED);
}

/* A hand that has more cards than were seen, or a card that was, is refused. */
static void test_impossible_worlds(void)
{
    uint64_t random = 6;
    double log;
    begin(KINDS[3], 2, 9, &random);
    Observed observed = round_observed(&known, viewer);
    Position world = open.position;
    CHECK(beliefs_logs(&observed, &world, 1, &log) == STATUS_OK && log < 0);
    for (int seat = 0; seat < world.players; seat++)
        world.hand[seat] = open.deck;
    CHECK(beliefs_logs(&observed, &world, 1, &log) == STATUS_BAD_CARDS);
}

static bool is_done(Status status)
{
    CHECK(status == STATUS_OK || (status == STATUS_NO_MEMORY && has_failed()));
    return status == STATUS_OK;
}

static bool believe(void)
{
    static Position worlds[FEW];
    static double weights[FEW];
    size_t count;
    double deals;
    Beliefs beliefs;
    return is_done(round_deals(&known, viewer, &deals)) && is_done(round_all_worlds(&known, viewer, 1, (size_t)deals, worlds)) &&
           is_done(round_beliefs(&known, viewer, 1, &beliefs)) &&
           is_done(round_block(&known, viewer, &beliefs, 1, 0, WANTED, worlds, weights, &count)) &&
           is_done(round_weights(&known, viewer, &beliefs, worlds, count, weights));
}

int main(void)
{
    uint64_t random = 4;
    double deals = FEW + 1;
    for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++)
        for (int number = 0; number < 6; number++) {
            unsigned most = (unsigned)(3 * KINDS[kind].players * KINDS[kind].tricks / 4);
            begin(KINDS[kind], number % 4, (int)(next_random(&random) % most), &random);
            uint64_t seed = next_random(&random);
            check_worlds(seed);
            check_beliefs(seed);
        }
    test_nothing_seen();
    test_impossible_worlds();
    while (deals > FEW) {
        begin(KINDS[2], 2, 27, &random);
        CHECK(round_deals(&known, viewer, &deals) == STATUS_OK);
    }
    fail_each(believe);
    return 0;
}
