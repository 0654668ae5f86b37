/* max^n: every side maximises its own points, ties broken by the order of maxn_prefers. All moves are tried but for equal cards. The table
 * knows trick starts: by hands, leader, awards and who has a trick; and for each of them boxes of showrooms with the same gains.
 *
 * A `MaxnState *` that is not const is used up. */
#ifndef DIAMONDS_MAXN_SEARCH_H
#define DIAMONDS_MAXN_SEARCH_H

#include <assert.h>

#include "common/boxes.h"
#include "diamonds/maxn/last.h"

static void maxn_lead(Search *search, MaxnState *s, Outcome *o);
static void maxn_advance(Search *search, MaxnState *s, Outcome *o, bool trick_is_over);

/* How far each side is behind in each suit, a byte each, as far as it can still draw level: 1 + the cards left is too far. */
static inline void hash_awards(const MaxnState *s, uint32_t left, Hash *hash)
{
    uint32_t most = s->taken[0], beyond = left + 0x01010101u;
    for (int side = 1; side < SIDES; side++)
        most = most_taken(most, s->taken[side]);
    for (int side = 0; side < SIDES; side += 2) {
        uint32_t behind[2] = {most - s->taken[side], side + 1 < SIDES ? most - s->taken[side + 1] : 0};
        for (int i = 0; i < 2; i++)
            behind[i] = behind[i] + beyond - most_taken(behind[i], beyond); /* the lesser of the two */
        hash_add(hash, (uint64_t)behind[0] << 32 | behind[1]);
    }
}

/* Everything that can still matter but the showrooms: in relative ranks who holds which card, the suits' lengths, who leads, who has no
 * trick, who has the thief token, the awards. */
static inline Hash maxn_hash(const MaxnState *s, uint64_t salt)
{
    uint64_t planes[PLANES];
    Hash hash = hash_of(salt);
    planes_of(s->hand, s->live, planes);
    for (int i = 0; i < PLANES; i++)
        hash_add(&hash, planes[i]);
    uint32_t left = 0;
    for (int suit = 0; suit < SUITS; suit++)
        left |= (uint32_t)suit_length(s->live, suit) << 8 * suit;
    hash_add(&hash, (uint64_t)left << 32 | (uint64_t)(THIEF ? s->thief + 1 : 0) << 16 | (uint64_t)s->won << 8 | s->leader);
    hash_awards(s, left, &hash);
    return hash_finish(hash);
}

/* Exact values are not to rest on 64 bits. A box of showrooms leaves bytes that no seat has; there it has bits of the check, 7 a byte, as
 * bytes.h compares them: 14 with six players, more with fewer. Then a false answer has a chance of 1 in 3 * 10^7 in 10^9 look-ups among
 * 10^7 entries; the key alone has 1 in 2000 (common/boxes.h). */
#define SEAT_BYTES (~UINT64_C(0) >> 8 * (8 - PLAYERS))
#define CHECK_BYTES (~SEAT_BYTES & ~BYTES_HIGH)

static bool maxn_find(const Search *search, const MaxnState *s, const Hash *hash, Outcome *o)
{
    const Box *known = boxes_find(search->boxes, hash, s->show | (hash->check & CHECK_BYTES));
    if (known)
        *o = (Outcome){known->result & ~UINT64_C(0xFFFF), known->lo & SEAT_BYTES, known->hi & SEAT_BYTES};
    return known;
}

static void maxn_keep(Search *search, const MaxnState *s, const Hash *hash, const Outcome *o)
{
    bool boxes = uses(search, TECHNIQUE_BOXES);
    uint64_t check = hash->check & CHECK_BYTES, lo = boxes ? o->lo : s->show, hi = boxes ? o->hi & SEAT_BYTES : s->show;
    boxes_keep(search->boxes, hash, lo | check, hi | check, o->gains, s->tricks);
}

/* --- suit actions --- */

static void maxn_spades(Search *search, MaxnState *s, int seat, Outcome *o, bool trick_is_over)
{
    if (!byte_at(s->show, seat)) {
        maxn_advance(search, s, o, trick_is_over);
        show_at_most(o, seat, 0);
        return;
    }
    s->show -= byte_of(1, seat);
    maxn_advance(search, s, o, trick_is_over);
    before_loss(o, seat);
    o->gains += points_of(1, seat % SIDES);
}

/* What is to come after a robbery, as the child saw it; an outcome of another victim that covers this state serves too. */
static void after_robbery(Search *search, const MaxnState *s, uint64_t show, Outcome *found, int count, bool trick_is_over)
{
    for (int i = 0; i < count && uses(search, TECHNIQUE_SIBLINGS); i++)
        if (bytes_within(show, found[i].lo, found[i].hi)) {
            found[count] = found[i];
            return;
        }
    MaxnState child = *s;
    child.show = show;
    maxn_advance(search, &child, &found[count], trick_is_over);
}

/* Clubs with the thief token. */
static void maxn_theft(Search *search, MaxnState *s, int seat, Outcome *o, bool trick_is_over)
{
    int holder = s->thief;
    bool robs = holder != seat && byte_at(s->show, holder);
    s->thief = (uint8_t)(holder + 1 < PLAYERS ? holder + 1 : 0);
    if (robs)
        s->show = show_after(s, seat, holder);
    maxn_advance(search, s, o, trick_is_over);
    if (robs)
        before_robbery(o, seat, holder);
    else if (holder != seat)
        show_at_most(o, holder, 0);
}

static void maxn_clubs(Search *search, MaxnState *s, int seat, Outcome *o, bool trick_is_over)
{
    if (THIEF) {
        maxn_theft(search, s, seat, o, trick_is_over);
        return;
    }
    uint64_t victims = seats_to_rob(s, seat), others = victims & (victims - 1);
    Outcome found[PLAYERS];
    int seats[PLAYERS], count = 0;
    if (!victims) {
        maxn_advance(search, s, o, trick_is_over);
    } else {
        for (uint64_t rest = victims; rest; rest &= rest - 1) {
            int victim = seats[count] = bits_lowest(rest) / 8;
            after_robbery(search, s, show_after(s, seat, victim), found, count, trick_is_over);
            if (!count++ && others && uses(search, TECHNIQUE_SIBLINGS) && serves_all(s, seat, others, found))
                break;
        }
        if (others && count == 1) {
            *o = found[0];
            before_any_robbery(o, seat, victims);
        } else {
            choose_victim(found, seats, count, seat, o);
        }
    }
    none_to_rob(o, seat, victims);
}

static void maxn_act(Search *search, MaxnState *s, int seat, int suit, Outcome *o, bool trick_is_over)
{
    switch (suit) {
    case DIAMONDS:
        maxn_advance(search, s, o, trick_is_over);
        o->gains += points_of(2, seat % SIDES);
        break;
    case HEARTS:
        s->show += byte_of(1, seat);
        maxn_advance(search, s, o, trick_is_over);
        before_gift(o, seat);
        o->gains += points_of(1, seat % SIDES);
        break;
    case SPADES:
        maxn_spades(search, s, seat, o, trick_is_over);
        break;
    default:
        maxn_clubs(search, s, seat, o, trick_is_over);
    }
}

/* --- cards --- */

/* Plays the rest of the last trick. A robbery goes on by way of maxn_clubs, which comes back here. */
static void maxn_last(Search *search, MaxnState *s, Outcome *o)
{
    if (!search_tick(search)) {
        *o = (Outcome)NOTHING;
        return;
    }
    Path path;
    path.gains = 0;
    path.count = 0;
    int robber = last_cards(&path, s);
    if (robber != NOBODY) {
        maxn_clubs(search, s, robber, o, false);
    } else {
        take_trick_of(s);
        if (s->led == CLUBS) {
            maxn_clubs(search, s, s->leader, o, true);
        } else {
            path_act(&path, s, s->leader, s->led);
            maxn_awards(s, o);
        }
    }
    path_take_back(&path, o);
}

/* Plays a card and goes on. */
static inline void maxn_play(Search *search, MaxnState *s, int seat, int card, Outcome *o)
{
    int suit = card_suit(card);
    s->hand[seat] ^= card_set(card);
    s->live ^= card_set(card);
    if (lay_card(s, seat, card))
        maxn_act(search, s, seat, suit, o, false);
    else
        maxn_advance(search, s, o, false);
}

/* The outcome of the card that the side likes best, under conditions that keep the outcomes of all cards. */
static void maxn_cards(Search *search, const MaxnState *s, int seat, Cards cards, Outcome *o)
{
    bool first = true;
    for (; cards; cards &= cards - 1) {
        MaxnState child = *s;
        Outcome other;
        maxn_play(search, &child, seat, bits_lowest(cards), &other);
        if (search->stopped) {
            *o = other;
            return;
        }
        assert(bytes_within(s->show, other.lo, other.hi));
        if (first) {
            *o = other;
            first = false;
            continue;
        }
        if (gains_preferred(other.gains, o->gains, seat % SIDES))
            o->gains = other.gains;
        outcome_meet(o, &other);
    }
}

static void maxn_follow(Search *search, MaxnState *s, Outcome *o)
{
    if (!search_tick(search)) {
        *o = (Outcome)NOTHING;
        return;
    }
    int seat = seat_of_card(s->leader, s->count);
    Cards following = s->hand[seat] & suit_mask(s->led), cards = following ? following : s->hand[seat];
    if (uses(search, TECHNIQUE_EQUAL_CARDS))
        cards = lowest_of_equals(cards, s->live | card_set(s->best_card));
    if (cards & (cards - 1))
        maxn_cards(search, s, seat, cards, o);
    else
        maxn_play(search, s, seat, bits_lowest(cards), o);
}

static void maxn_lead(Search *search, MaxnState *s, Outcome *o)
{
    if (!s->tricks) {
        maxn_awards(s, o);
        return;
    }
    if (LAST_IS_FORCED && s->tricks == 1) {
        maxn_last(search, s, o);
        return;
    }
    if (!search_tick(search)) {
        *o = (Outcome)NOTHING;
        return;
    }
    bool in_table = s->tricks > 1 && uses(search, TECHNIQUE_TABLE);
    Hash hash;
    if (in_table) {
        hash = maxn_hash(s, search->salt);
        if (maxn_find(search, s, &hash, o))
            return;
    }
    Cards cards = s->hand[s->leader];
    if (uses(search, TECHNIQUE_EQUAL_CARDS))
        cards = lowest_of_equals(cards, s->live);
    maxn_cards(search, s, s->leader, cards, o);
    if (in_table && !search->stopped)
        maxn_keep(search, s, &hash, o);
}

/* Goes on after a card or an action: the next hand, the end of the trick, or the next lead. */
static void maxn_advance(Search *search, MaxnState *s, Outcome *o, bool trick_is_over)
{
    if (trick_is_over) {
        maxn_lead(search, s, o);
    } else if (s->count == TRICK) {
        take_trick_of(s);
        maxn_act(search, s, s->leader, s->led, o, true);
    } else if (LAST_IS_FORCED && s->tricks == 1) {
        maxn_last(search, s, o);
    } else {
        maxn_follow(search, s, o);
    }
}

/* The gains still to come, by side, from a position in mid-round without a pending choice. */
static void maxn_state_gains(Search *search, const Position *p, int *gains)
{
    MaxnState s = maxn_state_of(p);
    Outcome o;
    maxn_advance(search, &s, &o, !s.count);
    for (int side = 0; side < SIDES; side++)
        gains[side] = gains_of(o.gains, side);
}

#endif
