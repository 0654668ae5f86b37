#include "diamonds/rules/score.h"

Score score_make(const Position *p, Objective objective, int side)
{
    Score score = {0};
    score.max_weight = objective == OBJECTIVE_MARGIN ? p->sides - 1 : 1;
    score.min_weight = objective == OBJECTIVE_MARGIN ? -1 : 0;
    score.scale = score.max_weight;
    for (int seat = 0; seat < p->players; seat++) {
        bool maximises = side_of(p, seat) == side;
        score.weight[seat] = maximises ? score.max_weight : score.min_weight;
        score.max_seats |= (unsigned)maximises << seat;
    }
    return score;
}

/* Choices need no search. Which partner acts does not change a side's points, and its partners' showrooms count only as a sum: a spade
 * needs one crystal in either, and a thief can reach any showroom but its own. A clubs action of the maximising side robs another side; one
 * of another side robs the maximising one. Only where that is impossible does it rob another such side, which moves no score. */
/* As a clubs award robs who has the thief token: a team gives a crystal of hearts to the other partner, and banks one of the robbed one,
 * where it has both to choose. A single player has no choice. Whom the side of the actor robs of its own moves no score. */
static bool thief_robs(const Position *p, int side)
{
    int victim = p->thief - 1, shown = p->showroom[victim], robbed = side_of(p, victim);
    if (side == robbed)
        return false;
    if (p->award <= HEARTS && p->sides == p->players)
        shown += award_winner(p, HEARTS) == robbed;
    if (p->award <= SPADES)
        shown -= award_winner(p, SPADES) == robbed;
    return shown > 0;
}

int score_awards(const Score *score, const Position *p)
{
    int showroom[MAX_PLAYERS] = {0}; /* by side */
    int max_showroom = 0, min_showroom = 0, value = 0;
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
        } else if (p->thief) {
            if (thief_robs(p, side))
                value += weight - score->weight[side_of(p, p->thief - 1)];
        } else {
            for (int other = 0; other < p->sides; other++)
                *(is_maximising(score, other) ? &max_showroom : &min_showroom) += showroom[other];
            if (is_maximising(score, side) ? min_showroom : max_showroom)
                value += is_maximising(score, side) ? score->max_weight - score->min_weight : score->min_weight - score->max_weight;
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
