#include "diamonds/seat/round.h"

#include <stdlib.h>
#include <string.h>

#include "common/dealer.h"
#include "common/seeds.h"
#include "diamonds/players/worlds.h"

enum { DRAW = 1 }; /* apart from the random numbers that deal the cards */

void round_open(Round *round, const Position *start, Cards deck, const Cards *passed)
{
    memset(round, 0, sizeof *round);
    round->position = *start;
    round->deck = deck;
    round->seen = ALL_CARDS & ~deck;
    for (int seat = 0; seat < start->players; seat++) {
        round->passed[seat] = passed[seat];
        round->sizes[seat] = (uint8_t)(start->tricks_left * (start->players == 2 ? 2 : 1));
    }
}

static void see_card(Round *round, int card)
{
    const Position *p = &round->position;
    int seat = seat_of_play(p, p->trick_count);
    SeenCard *own = &round->cards[round->count++];
    *own = (SeenCard){.table = *p, .seen = round->seen, .seat = (uint8_t)seat, .card = (uint8_t)card};
    memset(own->table.hand, 0, sizeof own->table.hand);
    for (int i = 0; i < round->count; i++)
        if (round->cards[i].seat == seat)
            round->cards[i].later |= card_set(card);
    if (is_off_suit(p, card))
        round->voids[seat] |= (uint8_t)(1u << card_suit(p->trick[0]));
    round->seen |= card_set(card);
    round->sizes[seat]--;
}

void round_play(Round *round, Move move)
{
    if (move.card != NO_CARD)
        see_card(round, move.card);
    position_play(&round->position, move, NULL);
}

static int receiver_of(const Position *p, int seat) { return (seat + (p->sides < p->players ? p->sides : 1)) % p->players; }

void round_table(const Round *round, Table *table)
{
    const Position *p = &round->position;
    int mover = position_to_move(p);
    *table = (Table){.position = *p, .seen = round->seen};
    memcpy(table->passed, round->passed, sizeof table->passed);
    memcpy(table->voids, round->voids, sizeof table->voids);
    for (int seat = 0; seat < p->players; seat++)
        table->giver[receiver_of(p, seat)] = (uint8_t)seat;
    for (int i = 0; i < round->count; i++)
        table->played[round->cards[i].seat] |= card_set(round->cards[i].card);
    table->pass_count = round->passed[table->giver[mover]] ? bits_count(round->passed[mover]) : 0;
}

/* -- worlds ---------------------------------------------------------------------------------------------------------------------------- */

/* The cards that are to be dealt, and to whom; the last receiver takes those that are in no hand. */
typedef struct Deal {
    Position base; /* with the cards whose place is known */
    uint8_t cards[CARD_ROOM], needs[MAX_PLAYERS + 1], seats[MAX_PLAYERS];
    double weights[CARD_ROOM * (MAX_PLAYERS + 1)];
    int count, takers;
} Deal;

static void deal_open(Deal *deal, const Round *round, int viewer, const double *likelihood)
{
    const Position *p = &round->position;
    int receiver = receiver_of(p, viewer), dealt = 0;
    Cards known = round->passed[viewer] & p->hand[receiver], unseen = ALL_CARDS & ~(round->seen | p->hand[viewer] | known);
    deal->base = *p;
    deal->count = deal->takers = 0;
    for (int seat = 0; seat < p->players; seat++) {
        if (seat == viewer)
            continue;
        deal->base.hand[seat] = seat == receiver ? known : 0;
        int need = round->sizes[seat] - bits_count(deal->base.hand[seat]);
        if (need) {
            deal->seats[deal->takers] = (uint8_t)seat;
            deal->needs[deal->takers++] = (uint8_t)need;
            dealt += need;
        }
    }
    for (Cards cards = unseen; cards; cards &= cards - 1)
        deal->cards[deal->count++] = (uint8_t)bits_lowest(cards);
    deal->needs[deal->takers] = (uint8_t)(deal->count - dealt);
    double *weight = deal->weights;
    for (int i = 0; i < deal->count; i++) {
        for (int j = 0; j < deal->takers; j++) {
            double usual = round->voids[deal->seats[j]] >> card_suit(deal->cards[i]) & 1 ? 0 : 1;
            *weight++ = likelihood ? usual * likelihood[deal->cards[i] * p->players + deal->seats[j]] : usual;
        }
        *weight++ = 1;
    }
}

static Dealer *dealer_of(const Deal *deal)
{
    const DealerPlan plan = {deal->count, deal->takers + 1, deal->weights, deal->needs, NULL, NULL};
    return dealer_new(&plan);
}

/* Rows say which receiver each card goes to. */
static void deal_hands(const Deal *deal, const uint8_t *row, Position *world)
{
    *world = deal->base;
    for (int i = 0; i < deal->count; i++)
        if (row[i] < deal->takers)
            world->hand[deal->seats[row[i]]] |= card_set(deal->cards[i]);
}

Status round_deals(const Round *round, int seat, double *total)
{
    Deal deal;
    deal_open(&deal, round, seat, NULL);
    Dealer *dealer = dealer_of(&deal);
    if (!dealer)
        return STATUS_NO_MEMORY;
    *total = dealer_total(dealer);
    dealer_free(dealer);
    return STATUS_OK;
}

Status round_worlds(const Round *round, int seat, const double *likelihood, uint64_t seed, uint64_t first, size_t count, Position *worlds)
{
    Deal deal;
    deal_open(&deal, round, seat, likelihood);
    if (!deal.takers || !count) { /* there is one, however many cards are in no hand */
        for (size_t w = 0; w < count; w++)
            worlds[w] = deal.base;
        return STATUS_OK;
    }
    Dealer *dealer = dealer_of(&deal);
    uint8_t *rows = malloc(count * (size_t)deal.count);
    Status status = !dealer || !rows ? STATUS_NO_MEMORY : dealer_total(dealer) > 0 ? STATUS_OK : STATUS_BAD_WORLDS;
    if (status == STATUS_OK) {
        dealer_deal(dealer, seed, first, count, rows);
        for (size_t w = 0; w < count; w++)
            deal_hands(&deal, rows + w * (size_t)deal.count, &worlds[w]);
    }
    dealer_free(dealer);
    free(rows);
    return status;
}

Status round_all_worlds(const Round *round, int seat, uint64_t seed, size_t count, Position *worlds)
{
    Deal deal;
    deal_open(&deal, round, seat, NULL);
    Dealer *dealer = dealer_of(&deal);
    uint8_t *rows = malloc(count * (size_t)deal.count + 1);
    Status status = dealer && rows && dealer_shuffled(dealer, seed, count, rows) ? STATUS_OK : STATUS_NO_MEMORY;
    for (size_t w = 0; status == STATUS_OK && w < count; w++)
        deal_hands(&deal, rows + w * (size_t)deal.count, &worlds[w]);
    dealer_free(dealer);
    free(rows);
    return status;
}

/* -- beliefs --------------------------------------------------------------------------------------------------------------------------- */

Observed round_observed(const Round *round, int seat)
{
    const Position *p = &round->position;
    PassGame game = {round->deck, p->players, p->sides};
    Observed observed = {.game = game, .viewer = seat, .cards = round->cards, .count = round->count, .giver = NOBODY};
    int giver = 0;
    while (receiver_of(p, giver) != seat)
        giver++;
    if (!round->passed[giver])
        return observed;
    observed.giver = giver;
    observed.got = round->passed[giver];
    observed.gave = receiver_of(p, seat) == giver ? round->passed[seat] : 0;
    for (int i = 0; i < round->count; i++)
        if (round->cards[i].seat == giver)
            observed.played |= card_set(round->cards[i].card);
    return observed;
}

Status round_beliefs(const Round *round, int seat, uint64_t seed, Beliefs *beliefs)
{
    Observed observed = round_observed(round, seat);
    Position *uniform = malloc(BELIEFS_UNIFORM * sizeof *uniform);
    Status status = uniform ? round_worlds(round, seat, NULL, seed, BELIEFS_APART, BELIEFS_UNIFORM, uniform) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = beliefs_fit(beliefs, &observed, uniform, BELIEFS_UNIFORM);
    free(uniform);
    return status;
}

Status round_block(const Round *round, int seat, const Beliefs *beliefs, uint64_t seed, uint64_t number, size_t wanted, Position *worlds,
                   double *weights, size_t *count)
{
    Observed observed = round_observed(round, seat);
    double likelihood[CARD_ROOM * MAX_PLAYERS];
    const uint64_t draw[] = {seed, DRAW, number};
    uint32_t places[BELIEFS_POOL];
    Kept kept = {.places = places, .weights = weights};
    Position *pool = malloc(BELIEFS_POOL * sizeof *pool);
    beliefs_likelihood(beliefs, round->position.players, likelihood);
    Status status = pool ? round_worlds(round, seat, likelihood, seed, number * BELIEFS_POOL, BELIEFS_POOL, pool) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = beliefs_keep(beliefs, &observed, pool, BELIEFS_POOL, wanted, seed_random(draw, 3), &kept);
    for (size_t i = 0; i < kept.count; i++)
        worlds[i] = pool[places[i]];
    *count = kept.count;
    free(pool);
    return status;
}

Status round_weights(const Round *round, int seat, const Beliefs *beliefs, const Position *worlds, size_t count, double *weights)
{
    Observed observed = round_observed(round, seat);
    Status status = beliefs_logs(&observed, worlds, count, weights);
    for (size_t w = 0; status == STATUS_OK && w < count; w++)
        weights[w] = beliefs_weight(beliefs, weights[w]);
    return status;
}
