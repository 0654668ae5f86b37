#include "diamonds/rules/score.h"

Score score_make(const Position *p, Objective objective, int side)
{
    Score score = {0};
    score.own = objective == OBJECTIVE_MARGIN ? p->sides - 1 : 1;
    score.other = objective == OBJECTIVE_MARGIN ? -1 : 0;
    score.scale = score.own;
    for (int seat = 0; seat < p->players; seat++) {
        bool own = side_of(p, seat) == side;
        score.weight[seat] = own ? score.own : score.other;
        score.own_seats |= (unsigned)own << seat;
    }
    return score;
}

/* Choices need no search. Which partner acts does not change a side's points, and its partners' showrooms count only as a sum: a spade
 * needs one crystal in either, and a thief can reach any showroom but its own. A clubs action of the own side robs another side; one of
 * another side robs the own side. Only where that is impossible does it rob another such side, which moves no score. */
int score_awards(const Score *score, const Position *p)
{
    int showroom[MAX_PLAYERS] = {0}; /* by side */
    int own_showroom = 0, other_showroom = 0, value = 0;
    for (int seat = 0; seat < p->players; seat++)
        showroom[side_of(p, seat)] += p->showroom[seat];
    for (int suit = p->award; suit < AWARDS_DONE; suit++) {
        int side = award_winner(p, suit);
        if (side == NOBODY)
            continue;
        int weight = score->weight[side]; /* of the side's first seat, which has the side's number */
        if (suit == DIAMONDS) {
            value += 2 * weight;
        } else if (suit == HEARTS) {
            showroom[side]++;
            value += weight;
        } else if (suit == SPADES) {
            if (showroom[side]) {
                showroom[side]--;
                value += weight;
            }
        } else {
            for (int other = 0; other < p->sides; other++)
                *(is_own(score, other) ? &own_showroom : &other_showroom) += showroom[other];
            if (is_own(score, side) ? other_showroom : own_showroom)
                value += is_own(score, side) ? score->own - score->other : score->other - score->own;
        }
    }
    if (p->award <= AWARDS_DONE)
        for (int seat = 0; seat < p->players; seat++)
            if (!(p->winners >> seat & 1))
                value += 4 * score->weight[seat];
    return value;
}

bool maxn_prefers(const int *a, const int *b, int sides, int side)
{
    if (a[side] != b[side])
        return a[side] > b[side];
    int sum_a = 0, sum_b = 0;
    for (int i = 0; i < sides; i++) {
        sum_a += a[i];
        sum_b += b[i];
    }
    if (sum_a != sum_b)
        return sum_a < sum_b;
    for (int i = 1; i < sides; i++) {
        int next = (side + i) % sides;
        if (a[next] != b[next])
            return a[next] < b[next];
    }
    return false;
}
