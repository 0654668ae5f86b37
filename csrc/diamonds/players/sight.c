#include "diamonds/players/sight.h"

/* What a suit action brings now: diamonds 2; the others 1, when they are possible; clubs also hurt the robbed one. */
static void set_worth(Sight *sight)
{
    const Position *p = sight->position;
    unsigned rivals = 0;
    for (int seat = 0; seat < p->players; seat++)
        if (side_of(p, seat) != side_of(p, sight->seat) && p->showroom[seat])
            rivals |= 1u << seat;
    sight->worth[DIAMONDS] = 2;
    sight->worth[HEARTS] = 1;
    sight->worth[SPADES] = p->showroom[sight->seat] ? 1 : 0;
    sight->worth[CLUBS] = rivals ? 1 + sight->rival : 0;
}

/* The race for each award. */
static void set_award(Sight *sight)
{
    const Position *p = sight->position;
    int own = side_of(p, sight->seat);
    for (int suit = 0; suit < SUITS; suit++) {
        int side_total[MAX_PLAYERS] = {0}, most = 0;
        for (int seat = 0; seat < p->players; seat++)
            side_total[side_of(p, seat)] += p->taken[seat][suit];
        for (int side = 0; side < p->sides; side++)
            if (side != own && side_total[side] > most)
                most = side_total[side];
        float to_come = (float)suit_length(sight->unseen, suit) * sight->in_play + (float)suit_length(sight->hand, suit);
        sight->lead[suit] = (float)(side_total[own] - most);
        sight->race[suit] = 1 + 0.5f * to_come;
    }
}

/* Who is still to play, and what the unseen cards then mean. */
static void set_chances(Sight *sight)
{
    const Position *p = sight->position;
    int each = p->tricks_left, count = p->trick_count, to_come, hidden;
    if (p->players == 2) {
        hidden = 2 * each - (count + 1) / 2; /* the opponent's cards; it has played every second card before this one */
        to_come = count < 3 ? hidden : 0;
        each = hidden;
    } else {
        to_come = (p->players - 1 - count) * each;
        hidden = to_come + count * (each - 1);
    }
    int unseen = bits_count(sight->unseen);
    float scale = unseen > 0 ? 1.0f / (float)unseen : 0;
    float share = (float)to_come * scale;
    sight->hold = (float)each * scale;
    sight->in_play = (float)hidden * scale;
    share = share > 1 ? 1 : share;
    sight->hold = sight->hold > 1 ? 1 : sight->hold;
    sight->in_play = sight->in_play > 1 ? 1 : sight->in_play;
    sight->stand[0] = 1;
    for (int above = 1; above <= MAX_RANK; above++)
        sight->stand[above] = sight->stand[above - 1] * (1 - share);
}

void sight_make(Sight *sight, const Position *p, Cards seen)
{
    int seat = seat_of_play(p, p->trick_count);
    sight->position = p;
    sight->seat = seat;
    sight->hand = p->hand[seat];
    sight->unseen = ALL_CARDS & ~(seen | sight->hand);
    sight->led = -1;
    sight->best = NO_CARD;
    sight->best_is_mine = sight->best_is_ours = false;
    if (p->trick_count) {
        int play = winning_play(p), winner = seat_of_play(p, play);
        sight->led = card_suit(p->trick[0]);
        sight->best = p->trick[play];
        sight->best_is_mine = winner == seat;
        sight->best_is_ours = side_of(p, winner) == side_of(p, seat);
    }
    sight->untaken = !(p->winners >> seat & 1);
    sight->rivals = p->players - p->players / p->sides;
    sight->rival = 1.0f / (float)(p->sides - 1);
    sight->later = (float)(p->tricks_left - 1) * 0.1f;
    set_chances(sight);
    sight->best_stands = sight->best_is_ours ? sight->stand[sight_above(sight, sight->best)] : 0;
    set_worth(sight);
    set_award(sight);
    sight->ducks = 0;
    if (sight->untaken) {
        sight->ducks = 1;
        for (Cards cards = sight->hand; cards; cards &= cards - 1)
            sight->ducks *= 1 - sight_wins(sight, sight_above(sight, bits_lowest(cards)));
    }
}
