/* Null-window alpha-beta over one round. Every function answers the question "is the value at least beta?" with a number v:
 *
 *     v >= beta:  value >= v          v < beta:  value <= v
 *
 * The value is of what is still to come: a move that gains g asks its position about beta - g, so what the table learns does not depend on
 * the past. Layers, each handing on to the next:
 *
 *     search_advance ---> search_trick_start   table              \
 *        ^   \-----> ------------------------------------------> search_cards   the moves of one hand
 *        |                                                            |
 *        +-- search_action, search_robbery   suit actions  <----------+
 *
 * A `Position *` that is not const is the caller's scratch copy and may be changed. */
#ifndef DIAMONDS_PLAIN_ALPHABETA_H
#define DIAMONDS_PLAIN_ALPHABETA_H

#include "diamonds/plain/key.h"
#include "diamonds/plain/cardlist.h"
#include "diamonds/plain/table.h"

static int search_advance(Search *s, Position *p, int beta);

static inline int64_t killer_slot(const Position *p, int seat)
{
    Hash hash = hash_of(p->hand[seat]);
    hash_add(&hash, p->trick_count ? p->trick[winning_play(p)] * 8u + p->trick_count : 0);
    return (int64_t)(hash_finish(hash).key & (KILLER_SLOTS - 1));
}

/* The seat has the choice of a victim; at least one must be there. Rich opponents first, partners last. */
static int search_robbery(Search *s, Position *p, int seat, int beta)
{
    const Position before = *p;
    unsigned victims = victims_of(p, seat);
    bool maximises = is_maximising(&s->score, seat);
    int best = maximises ? -VALUE_LIMIT : VALUE_LIMIT;
    while (victims) {
        int victim = -1, richest = -1;
        for (unsigned rest = victims; rest; rest &= rest - 1) {
            int candidate = bits_lowest(rest);
            int wealth = before.showroom[candidate] + (is_maximising(&s->score, candidate) == maximises ? 0 : MAX_CRYSTALS);
            if (wealth > richest) {
                richest = wealth;
                victim = candidate;
            }
        }
        victims &= ~(1u << victim);
        *p = before;
        rob(p, seat, victim);
        int gain = s->score.weight[seat] - s->score.weight[victim];
        int value = gain + search_advance(s, p, beta - gain);
        if (s->stopped)
            return 0;
        if (maximises ? value > best : value < best)
            best = value;
        if ((value >= beta) == maximises)
            break;
    }
    return best;
}

/* Clubs with the thief token: nothing is chosen. */
static int search_theft(Search *s, Position *p, int seat, int beta)
{
    unsigned victims = victims_of(p, seat);
    int gain = 0;
    if (victims) {
        gain = s->score.weight[seat] - s->score.weight[bits_lowest(victims)];
        rob(p, seat, bits_lowest(victims));
    }
    pass_thief(p);
    return gain + search_advance(s, p, beta - gain);
}

/* The seat performs a suit action, then play goes on. */
static int search_action(Search *s, Position *p, int seat, int suit, int beta)
{
    if (suit == CLUBS && p->thief)
        return search_theft(s, p, seat, beta);
    if (suit == CLUBS)
        return victims_of(p, seat) ? search_robbery(s, p, seat, beta) : search_advance(s, p, beta);
    int gain = act(p, seat, suit) * s->score.weight[seat];
    return gain + search_advance(s, p, beta - gain);
}

static int search_play(Search *s, Position *p, int seat, int card, int beta)
{
    bool off_suit = is_off_suit(p, card);
    put_card(p, seat, card);
    return off_suit ? search_action(s, p, seat, card_suit(card), beta) : search_advance(s, p, beta);
}

/* Tries the cards of the seat to move; the card that did best goes into *best_card. */
static int search_cards(Search *s, const Position *p, int beta, int hash_move, int *best_card)
{
    int seat = seat_of_play(p, p->trick_count);
    bool maximises = is_maximising(&s->score, seat);
    int best = maximises ? -VALUE_LIMIT : VALUE_LIMIT;
    CardList list;
    card_list(&list, s, p, seat, hash_move);
    while (list.count) {
        int card = next_card(&list);
        Position child = *p;
        int value = search_play(s, &child, seat, card, beta);
        if (s->stopped)
            return 0;
        if (maximises ? value > best : value < best) {
            best = value;
            *best_card = card;
        }
        if ((value >= beta) == maximises)
            break;
    }
    return best;
}

/* A trick that has begun: no table, but a memory of the card that decided in a similar place. */
static int search_mid_trick(Search *s, Position *p, int beta)
{
    if (!search_tick(s))
        return 0;
    int seat = seat_of_play(p, p->trick_count);
    Cards legal = legal_cards(p, p->hand[seat]);
    if (!(legal & (legal - 1)))
        return search_play(s, p, seat, bits_lowest(legal), beta);
    int64_t slot = killer_slot(p, seat);
    int best_card = NO_CARD;
    int value = search_cards(s, p, beta, s->killers[slot], &best_card);
    if (!s->stopped && (value >= beta) == is_maximising(&s->score, seat))
        s->killers[slot] = (uint8_t)best_card;
    return value;
}

/* Keeps what was proved: value >= best or value <= best. */
static void remember(Search *s, const Hash *hash, const Position *p, int value, int beta, Cards live, int best_card)
{
    static const TableResult nothing = {.bounds = {-VALUE_LIMIT, VALUE_LIMIT, TABLE_NO_MOVE}};
    TableResult *result = table_store(s->table, hash, p->tricks_left, &nothing);
    if (value >= beta)
        result->bounds.lower = (int16_t)value;
    else
        result->bounds.upper = (int16_t)value;
    bool decided = (value >= beta) == is_maximising(&s->score, p->leader);
    if (decided || result->bounds.move == TABLE_NO_MOVE)
        result->bounds.move = (uint8_t)bits_count(live & (card_set(best_card) - 1)); /* which of the live cards */
}

static int search_trick_start(Search *s, const Position *p, int beta)
{
    /* 1. Nothing left to play. */
    if (!p->tricks_left)
        return score_awards(&s->score, p);
    if (!search_tick(s))
        return 0;
    /* 2. The last trick needs no table. */
    int best_card = NO_CARD;
    if (p->tricks_left == 1 && p->players > 2)
        return search_cards(s, p, beta, NO_CARD, &best_card);
    /* 3. Seen before? */
    Cards live = live_cards(p);
    Hash hash = trick_start_hash(p, live, s->salt);
    int hash_move = NO_CARD;
    if (uses(s, TECHNIQUE_TABLE)) {
        const TableResult *known = table_probe(s->table, &hash);
        if (known) {
            if (known->bounds.lower >= beta)
                return known->bounds.lower;
            if (known->bounds.upper < beta)
                return known->bounds.upper;
            if (known->bounds.move != TABLE_NO_MOVE)
                hash_move = bits_lowest(bits_scatter(UINT64_C(1) << known->bounds.move, live));
        }
    }
    /* 4. Try the leads. */
    int64_t slot = killer_slot(p, p->leader);
    if (hash_move == NO_CARD)
        hash_move = s->killers[slot];
    int value = search_cards(s, p, beta, hash_move, &best_card);
    if (s->stopped)
        return 0;
    s->killers[slot] = (uint8_t)best_card;
    if (uses(s, TECHNIQUE_TABLE))
        remember(s, &hash, p, value, beta, live, best_card);
    return value;
}

static int search_advance(Search *s, Position *p, int beta)
{
    if (p->trick_count == trick_size(p)) {
        int led = take_trick(p);
        return search_action(s, p, p->leader, led, beta);
    }
    return p->trick_count ? search_mid_trick(s, p, beta) : search_trick_start(s, p, beta);
}

/* Any position, a pending choice included. */
static int search_position(Search *s, const Position *position, int beta)
{
    Position scratch = *position;
    if (scratch.robber == NOBODY)
        return search_advance(s, &scratch, beta);
    int seat = scratch.robber;
    scratch.robber = NOBODY;
    return search_robbery(s, &scratch, seat, beta);
}

#endif
