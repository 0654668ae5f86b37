#include "diamonds/players/worlds.h"

#include <stdlib.h>
#include <string.h>

#include "common/dealer.h"

/* Everything after the hands is open but who won what before; the struct ends in bytes, `award` the last. */
static bool same_table(const Position *a, const Position *b)
{
    Position other = *b;
    memcpy(other.taken, a->taken, sizeof other.taken);
    other.winners = a->winners;
    const size_t from = offsetof(Position, showroom), to = offsetof(Position, award) + 1;
    return memcmp((const char *)a + from, (const char *)&other + from, to - from) == 0;
}

bool worlds_share_tricks(const Position *first, const Position *worlds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(first->taken, worlds[i].taken, sizeof first->taken) != 0 || first->winners != worlds[i].winners)
            return false;
    return true;
}

Status worlds_check(const Position *first, const Position *worlds, size_t count, Cards seen)
{
    for (size_t i = 0; i < count; i++) {
        Status status = position_check(&worlds[i]);
        if (status != STATUS_OK)
            return status;
        int seat = position_to_move(&worlds[i]);
        if (!same_table(first, &worlds[i]) || first->hand[seat] != worlds[i].hand[seat])
            return STATUS_BAD_WORLDS;
        if (live_cards(&worlds[i]) & seen)
            return STATUS_BAD_CARDS;
    }
    return STATUS_OK;
}

bool move_is_legal(const Position *position, Move move)
{
    Move moves[MAX_MOVES];
    int count = position_moves(position, moves);
    for (int i = 0; i < count; i++)
        if (move_equals(moves[i], move))
            return true;
    return false;
}

Cards worlds_seen(const Position *position, Cards seen)
{
    for (int i = 0; i < position->trick_count; i++)
        seen |= card_set(position->trick[i]);
    return seen;
}

void round_play(Round *round, Move move)
{
    const Position *p = &round->position;
    if (move.card != NO_CARD) {
        if (is_off_suit(p, move.card))
            round->voids[seat_of_play(p, p->trick_count)] |= (uint8_t)(1u << card_suit(p->trick[0]));
        round->seen |= card_set(move.card);
    }
    position_play(&round->position, move, NULL);
}

/* The cards that are to be dealt, and to whom; the last receiver takes those that are in no hand. */
typedef struct Deal {
    Position base; /* with the cards whose place is known */
    uint8_t cards[SUITS * SUIT_BITS], needs[MAX_PLAYERS + 1], seats[MAX_PLAYERS];
    double weights[SUITS * SUIT_BITS * (MAX_PLAYERS + 1)];
    int count, takers;
} Deal;

static void deal_open(Deal *deal, const Round *round, const double *likelihood)
{
    const Position *p = &round->position;
    int viewer = position_to_move(p), receiver = round->receiver[viewer], dealt = 0;
    Cards known = round->passed[viewer] & p->hand[receiver], unseen = ALL_CARDS & ~(round->seen | p->hand[viewer] | known);
    deal->base = *p;
    deal->count = deal->takers = 0;
    for (int seat = 0; seat < p->players; seat++) {
        if (seat == viewer)
            continue;
        Cards pinned = seat == receiver ? known : 0;
        int need = bits_count(p->hand[seat] & ~pinned);
        deal->base.hand[seat] = pinned;
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

static void deal_hands(const Deal *deal, const uint8_t *row, Position *world)
{
    for (int i = 0; i < deal->count; i++)
        if (row[i] < deal->takers)
            world->hand[deal->seats[row[i]]] |= card_set(deal->cards[i]);
}

Status round_worlds(const Round *round, const double *likelihood, uint64_t seed, uint64_t first, size_t count, Position *worlds)
{
    Deal deal;
    deal_open(&deal, round, likelihood);
    for (size_t w = 0; w < count; w++)
        worlds[w] = deal.base;
    if (!deal.takers || !count)
        return STATUS_OK;
    const DealerPlan plan = {deal.count, deal.takers + 1, deal.weights, deal.needs, NULL, NULL};
    Dealer *dealer = dealer_new(&plan);
    uint8_t *rows = malloc(count * (size_t)deal.count);
    Status status = dealer && rows ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        dealer_deal(dealer, seed, first, count, rows);
        for (size_t w = 0; w < count; w++)
            deal_hands(&deal, rows + w * (size_t)deal.count, &worlds[w]);
    }
    dealer_free(dealer);
    free(rows);
    return status;
}
