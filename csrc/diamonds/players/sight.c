#include "diamonds/players/sight.h"

/* What a suit action brings now: diamonds 2; the others 1, when they are possible; clubs also hurt the robbed one. */
static void set_worth(Sight *sight, int partner)
{
    const Position *p = sight->position;
    int to_rob = 0;
    for (int seat = 0; seat < p->players; seat++)
        to_rob += seat != sight->seat && seat != partner ? p->showroom[seat] : 0;
    sight->worth[DIAMONDS] = 2;
    sight->worth[HEARTS] = 1;
    sight->worth[SPADES] = p->showroom[sight->seat] ? 1 : 0;
    if (p->thief)
        to_rob = p->thief - 1 == sight->seat || p->thief - 1 == partner ? 0 : p->showroom[p->thief - 1];
    sight->worth[CLUBS] = to_rob ? 1 + sight->rival : 0;
}

/* The race for each award, as it stands. */
static void set_lead(Sight *sight, int partner)
{
    const Position *p = sight->position;
    for (int suit = 0; suit < SUITS; suit++) {
        int own = p->taken[sight->seat][suit] + (partner != sight->seat ? p->taken[partner][suit] : 0), most = 0;
        for (int side = 0; side < p->sides; side++) {
            int total = p->taken[side][suit] + (p->sides < p->players ? p->taken[side + p->sides][suit] : 0);
            if (side != sight->seat && side != partner && total > most)
                most = total;
        }
        sight->lead[suit] = (float)(own - most);
    }
}

static float at_most_one(float chance) { return chance > 1 ? 1 : chance; }

/* Chances that depend on who is still to play and on the number of unseen cards. */
static void set_chances(Sight *sight, int unseen)
{
    const Position *p = sight->position;
    int each = p->tricks_left, count = p->trick_count, to_come, hidden;
    if (p->players == 2) {
        each = hidden = 2 * each - (count + 1) / 2; /* the opponent's cards; it has played every second card before this one */
        to_come = count < 3 ? hidden : 0;
    } else {
        to_come = (p->players - 1 - count) * each;
        hidden = to_come + count * (each - 1);
    }
    float scale = unseen > 0 ? 1.0f / (float)unseen : 0;
    sight->hold = at_most_one((float)each * scale);
    sight->in_play = at_most_one((float)hidden * scale);
    float miss = 1 - at_most_one((float)to_come * scale), miss2 = miss * miss, miss4 = miss2 * miss2;
    sight->stand[0] = 1;
    sight->stand[1] = miss;
    sight->stand[2] = miss2;
    sight->stand[3] = miss2 * miss;
    for (int above = 4; above < SIGHT_RANKS; above++)
        sight->stand[above] = sight->stand[above - 4] * miss4;
    for (int above = 0; above < SIGHT_RANKS; above++) {
        float in_hands = 1.0f + (float)above * sight->in_play;
        sight->wins[above] = 0.6f / (in_hands * in_hands);
    }
}

static void set_trick(Sight *sight, int partner)
{
    const Position *p = sight->position;
    sight->led = -1;
    sight->best = NO_CARD;
    sight->best_is_mine = sight->best_is_ours = false;
    if (!p->trick_count)
        return;
    int play = winning_play(p), winner = seat_of_play(p, play);
    sight->led = card_suit(p->trick[0]);
    sight->best = p->trick[play];
    sight->best_is_mine = winner == sight->seat;
    sight->best_is_ours = sight->best_is_mine || winner == partner;
}

void sight_table(Sight *sight, const Position *p, Cards seen)
{
    int seat = seat_of_play(p, p->trick_count), partner = partner_of(p, seat);
    sight->position = p;
    sight->seat = seat;
    sight->untaken = !(p->winners >> seat & 1);
    sight->rivals = p->sides < p->players ? p->players - 2 : p->players - 1;
    sight->rival = 1.0f / (float)(p->sides - 1);
    sight->later = (float)(p->tricks_left - 1) * 0.1f;
    set_chances(sight, bits_count(ALL_CARDS & ~(seen | p->hand[seat])));
    set_worth(sight, partner);
    set_lead(sight, partner);
    set_trick(sight, partner);
}

void sight_hand(Sight *sight, Cards seen)
{
    sight->hand = sight->position->hand[sight->seat];
    sight->unseen = ALL_CARDS & ~(seen | sight->hand);
    for (int suit = 0; suit < SUITS; suit++) {
        int length = suit_count(cards_in_suit(sight->hand, suit)), unseen = suit_count(cards_in_suit(sight->unseen, suit));
        sight->length[suit] = (uint8_t)length;
        sight->unseen_length[suit] = (uint8_t)unseen;
        sight->race[suit] = 1 + 0.5f * ((float)unseen * sight->in_play + (float)length);
    }
    sight->best_stands = sight->best_is_ours ? sight->stand[sight_above(sight, sight->best)] : 0;
    sight->ducks = 1;
    if (sight->untaken)
        for (Cards cards = sight->hand; cards; cards &= cards - 1)
            sight->ducks *= 1 - sight->wins[sight_above(sight, bits_lowest(cards))];
}

void sight_make(Sight *sight, const Position *p, Cards seen)
{
    sight_table(sight, p, seen);
    sight_hand(sight, seen);
}

/* How many crystals a showroom can at most lose after the robbery that is decided now: each spade or club to come, but no more than actions
 * to come, and two awards. */
static int losses_to_come(const Position *p, Cards seen)
{
    if (!p->tricks_left && p->robber == NOBODY)
        return 0; /* the award of clubs is the last */
    bool plays_card = p->robber == NOBODY, in_trick = p->trick_count > 0;
    int led = in_trick ? card_suit(p->trick[0]) : DIAMONDS;
    int cards = bits_count(ALL_CARDS & ~seen & (suit_mask(SPADES) | suit_mask(CLUBS))) - plays_card + (led == SPADES || led == CLUBS);
    int tricks = p->tricks_left - in_trick, rest = in_trick ? trick_size(p) - p->trick_count - plays_card + 1 : 0;
    int actions = tricks * trick_size(p) + rest;
    return (cards < actions ? cards : actions) + 2;
}

/* A number that victims share who may be robbed alike. */
static int victim_class(const Position *p, int seat, int victim, int to_come, bool is_linear)
{
    if (p->showroom[victim] - 1 < to_come)
        return victim;
    int side = side_of(p, victim);
    return MAX_PLAYERS + (side == side_of(p, seat) ? 0 : is_linear ? 1 : 2 + side);
}

void move_classes(const Position *p, Cards seen, bool is_linear, uint8_t *classes)
{
    Move moves[MAX_MOVES];
    int count = position_moves(p, moves), seat = position_to_move(p), to_come = losses_to_come(p, seen);
    Cards distinct = position_decision(p) == DECIDE_CARD ? distinct_cards(p, seen) : 0;
    int cards[MAX_MOVES], victims[MAX_MOVES];
    for (int i = 0; i < count; i++) {
        unsigned victim = moves[i].victim;
        if (victim == NOBODY && moves[i].actor != NOBODY && p->award == CLUBS && !p->thief)
            victim = (unsigned)bits_lowest(victims_of(p, moves[i].actor)); /* the actor's only one */
        cards[i] = distinct ? standing_for(distinct, moves[i].card) : NO_CARD;
        victims[i] = victim == NOBODY ? NOBODY : victim_class(p, seat, (int)victim, to_come, is_linear);
        int first = 0;
        while (cards[first] != cards[i] || victims[first] != victims[i])
            first++;
        classes[i] = (uint8_t)first;
    }
}
