/* The laws that the partition search rests on, for the game of PLAYERS and SIDES (make test-c compiles it for each):
 *
 * - the pooled values that it finds are those of the pooled game as csrc/pooled-relaxation.md defines it;
 * - these are at most the values of the real game, also with six tricks left;
 * - every proof that it keeps holds in other states that it covers.
 *
 * What plain search cannot answer soon is left out; at the end enough must have been tested. DIAMONDS_POSITIONS: how many positions of
 * each kind instead of 5. */
#include <string.h>

#include "check.h"
#include "diamonds/proofs/shared.h"

static bool keep_and_record(ProofStore *t, uint64_t key, const uint64_t *planes, const State *s, const Proof *proof, int value,
                            bool at_least, int move);
#define prooftable_keep keep_and_record
#define ENGINE engine_of_the_test
#include "diamonds/engines/generic.h"
#undef prooftable_keep

static uint64_t randomness = 1;

static int random_below(int end) { return (int)(next_random(&randomness) >> 33) % end; }

static int random_between(int first, int last) { return first + random_below(last - first + 1); }

/* --- positions --- */

/* Clubs and spades only, few suits, or any. */
static Cards random_deck(int cards)
{
    static const unsigned choices[] = {0xC, 0xC, 0xE, 0xE, 0xF, 0xF};
    Cards deck = 0;
    for (unsigned suits = choices[random_below(6)]; !deck || bits_count(deck) < cards; suits = 0xF)
        for (int suit = 0; suit < SUITS; suit++)
            if (suits >> suit & 1)
                deck |= suit_mask(suit);
    return deck & ALL_CARDS;
}

static int random_card(Cards cards)
{
    for (int i = random_below(bits_count(cards)); i > 0; i--)
        cards &= cards - 1;
    return bits_lowest(cards);
}

/* The start of a trick, few crystals, some tricks taken. */
static Position random_start(int tricks)
{
    Position p = {.players = PLAYERS, .sides = SIDES, .tricks_left = (uint8_t)tricks, .robber = NOBODY};
    int size = tricks * TRICK / PLAYERS, most_taken = 2 * random_below(3);
    Cards deck = random_deck(PLAYERS * size);
    for (int seat = 0; seat < PLAYERS; seat++) {
        for (int i = 0; i < size; i++) {
            Cards card = card_set(random_card(deck));
            p.hand[seat] |= card;
            deck &= ~card;
        }
        p.showroom[seat] = (uint16_t)random_between(0, random_below(3));
        if (random_below(2)) {
            p.winners |= (uint8_t)(1 << seat);
            for (int suit = 0; suit < SUITS; suit++)
                p.taken[seat][suit] = (uint8_t)random_between(0, most_taken);
        }
    }
    p.leader = (uint8_t)random_below(PLAYERS);
    return p;
}

/* So many tricks or one less are left, the one on the table included; no choice is pending. */
static Position random_position(int tricks)
{
    Position p = random_start(tricks);
    Move moves[MAX_MOVES];
    for (int i = random_below(3) ? 0 : random_below(TRICK); p.robber != NOBODY || (i > 0 && p.tricks_left); i--)
        position_play(&p, moves[random_below(position_moves(&p, moves))], NULL);
    return p.tricks_left ? p : random_position(tricks);
}

/* Like the one in csrc/pooled-relaxation.md, where partners may have to rob each other: two pairs of cards change hands. */
static Position position_of_partners(void)
{
    static const uint8_t hands[6][5] = {{0x01, 0x27, 0x36, 0x3B, 0x3C}, {0x02, 0x03, 0x23, 0x39, 0x3A}, {0x12, 0x22, 0x2A, 0x35, 0x3E},
                                        {0x11, 0x21, 0x24, 0x25, 0x32}, {0x26, 0x28, 0x31, 0x33, 0x37}, {0x13, 0x29, 0x34, 0x38, 0x3D}};
    Position p = {.players = 6, .sides = 3, .tricks_left = 5, .robber = NOBODY, .leader = 2, .showroom = {1, 0, 0, 1, 1, 0}};
    for (int seat = 0; seat < 6; seat++)
        for (int i = 0; i < 5; i++)
            p.hand[seat] |= card_set(hands[seat][i]);
    for (int i = random_below(3); i > 0; i--) {
        int a = random_below(6), b = (a + random_between(1, 5)) % 6;
        Cards change = card_set(random_card(p.hand[a])) | card_set(random_card(p.hand[b]));
        p.hand[a] ^= change;
        p.hand[b] ^= change;
    }
    position_play(&p, (Move){(uint8_t)bits_highest(p.hand[p.leader]), NOBODY, NOBODY}, NULL);
    return p;
}

/* --- the pooled game, as its definition says --- */

typedef struct Pooled {
    Position p; /* showrooms of the maximising seats only */
    int pool;
} Pooled;

static int pooled_on(Search *s, Pooled *g, int beta);

static int showrooms_of_max(const Position *p)
{
    int sum = 0;
    for (int seat = 0; seat < PLAYERS; seat += SIDES)
        sum += p->showroom[seat];
    return sum;
}

static bool team_holds_clubs(const Position *p)
{
    Cards cards = 0;
    for (int seat = 0; seat < PLAYERS; seat += SIDES)
        cards |= p->hand[seat];
    return cards & suit_mask(CLUBS);
}

/* A maximising seat robs the pool, or else its partner. */
static int pooled_club_of_max(Search *s, Pooled *g, int seat, int beta)
{
    int gain = 0;
    if (g->pool) {
        g->pool--;
        g->p.showroom[seat]++;
        gain = s->score.max_weight - s->score.min_weight;
    } else {
        for (int partner = 0; partner < PLAYERS; partner += SIDES)
            if (partner != seat && g->p.showroom[partner]) {
                rob(&g->p, seat, partner);
                break;
            }
    }
    return gain + pooled_on(s, g, beta - gain);
}

/* The coalition robs a maximising seat, or declines. */
static int pooled_club_of_others(Search *s, const Pooled *g, int beta)
{
    int best = VALUE_LIMIT, gain = s->score.min_weight - s->score.max_weight;
    for (int victim = 0; victim < PLAYERS && best >= beta; victim += SIDES)
        if (g->p.showroom[victim]) {
            Pooled child = *g;
            child.p.showroom[victim]--;
            child.pool++;
            int value = gain + pooled_on(s, &child, beta - gain);
            best = value < best ? value : best;
        }
    if (best == VALUE_LIMIT || (best >= beta && SIDES < PLAYERS && team_holds_clubs(&g->p))) {
        Pooled child = *g;
        int value = pooled_on(s, &child, beta);
        best = value < best ? value : best;
    }
    return best;
}

static int pooled_action(Search *s, Pooled *g, int seat, int suit, int beta)
{
    bool own = is_max(seat);
    int weight = s->score.weight[seat], gain = 0;
    if (suit == CLUBS)
        return own ? pooled_club_of_max(s, g, seat, beta) : pooled_club_of_others(s, g, beta);
    if (own) {
        gain = weight * act(&g->p, seat, suit);
    } else if (suit == DIAMONDS) {
        gain = 2 * weight;
    } else if (suit == HEARTS || g->pool) {
        gain = weight;
        g->pool += suit == HEARTS ? 1 : -1;
    }
    return gain + pooled_on(s, g, beta - gain);
}

/* What the awards and bonuses bring: of a team's showrooms the sum counts. */
static int pooled_awards(const Score *score, const Pooled *g)
{
    int own = showrooms_of_max(&g->p), pool = g->pool, value = 0;
    for (int suit = 0; suit < AWARDS_DONE; suit++) {
        int side = award_winner(&g->p, suit);
        if (side == NOBODY)
            continue;
        int *mine = side ? &pool : &own, *theirs = side ? &own : &pool, weight = score->weight[side];
        if (suit == DIAMONDS) {
            value += 2 * weight;
        } else if (suit == HEARTS) {
            *mine += 1;
            value += weight;
        } else if (suit == SPADES && *mine) {
            *mine -= 1;
            value += weight;
        } else if (suit == CLUBS && *theirs) {
            value += weight - (side ? score->max_weight : score->min_weight);
        }
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        if (!(g->p.winners >> seat & 1))
            value += 4 * score->weight[seat];
    return value;
}

/* The next card, by any of which the deciding side reaches its aim. */
static int pooled_card(Search *s, const Pooled *g, int beta)
{
    int seat = seat_of_play(&g->p, g->p.trick_count);
    bool own = is_max(seat);
    int best = own ? -VALUE_LIMIT : VALUE_LIMIT;
    if (!search_tick(s))
        return 0;
    for (Cards cards = legal_cards(&g->p, g->p.hand[seat]); cards && (best >= beta) != own; cards &= cards - 1) {
        int card = bits_lowest(cards);
        bool off_suit = is_off_suit(&g->p, card);
        Pooled child = *g;
        put_card(&child.p, seat, card);
        int value = off_suit ? pooled_action(s, &child, seat, card_suit(card), beta) : pooled_on(s, &child, beta);
        if (own ? value > best : value < best)
            best = value;
    }
    return best;
}

static int pooled_on(Search *s, Pooled *g, int beta)
{
    if (g->p.trick_count == TRICK) {
        int led = take_trick(&g->p);
        return pooled_action(s, g, g->p.leader, led, beta);
    }
    return g->p.tricks_left ? pooled_card(s, g, beta) : pooled_awards(&s->score, g);
}

static Pooled pooled_of(const Position *p)
{
    Pooled g = {*p, 0};
    for (int seat = 0; seat < PLAYERS; seat++)
        if (!is_max(seat)) {
            g.pool += p->showroom[seat];
            g.p.showroom[seat] = 0;
        }
    return g;
}

/* --- questions --- */

enum { PLAIN_NODES = 1 << 18, MOST_NODES = 1 << 18 };

typedef struct Question {
    Search search;
    Context *ps;
    Pooled game; /* the pool counts in the plain search of the pooled game only */
    bool pooled, plain;
} Question;

/* "value >= beta?" by the search or by a plain one, of the real or of the pooled game. */
static int ask(Question *q, int beta)
{
    if (!q->plain)
        return null_window(q->ps, &q->search, &q->game.p, beta, q->pooled);
    if (!q->pooled)
        return search_position(&q->search, &q->game.p, beta);
    Pooled scratch = q->game;
    return pooled_on(&q->search, &scratch, beta);
}

/* The value, by null windows. Means nothing where the search gave up. */
static int value_of(Question *q)
{
    int lower = -VALUE_LIMIT, upper = VALUE_LIMIT, beta = 0;
    while (lower < upper && !q->search.stopped) {
        int value = ask(q, beta);
        *(value >= beta ? &lower : &upper) = value;
        beta = value >= beta ? value + 1 : value;
    }
    return lower;
}

/* --- what the search keeps --- */

typedef struct Kept {
    State state;
    Proof proof;
    int value;
    bool at_least, pooled;
} Kept;

enum { MOST_TESTED = 6, SAMPLE = 40 };

static Kept sample[MOST_TESTED + 1][SAMPLE]; /* of the proofs kept, by tricks left */
static int kept[MOST_TESTED + 1];
static const Context *watched;

static bool keep_and_record(ProofStore *t, uint64_t key, const uint64_t *planes, const State *s, const Proof *proof, int value,
                            bool at_least, int move)
{
    CHECK(proof_covers(proof, s));
    int place = kept[s->tricks] < SAMPLE ? kept[s->tricks] : random_below(kept[s->tricks] + 1);
    if (place < SAMPLE)
        sample[s->tricks][place] = (Kept){*s, *proof, value, at_least, watched->pooled};
    kept[s->tricks]++;
    return prooftable_keep(t, key, planes, s, proof, value, at_least, move);
}

static int box_lo(const Kept *k, int component, int least)
{
    int x = ((const int8_t *)&k->state.x)[component], lo = proof_lo(&k->proof, component);
    lo = lo > x - 3 ? lo : x - 3;
    return lo > least ? lo : least;
}

static int box_hi(const Kept *k, int component)
{
    int x = ((const int8_t *)&k->state.x)[component], hi = proof_hi(&k->proof, component);
    return hi < x + 3 ? hi : x + 3;
}

/* Not far from the state that the proof was found in; often at an end of the box, where errors show. */
static int random_in_box(const Kept *k, int component, int least)
{
    int lo = box_lo(k, component, least), hi = box_hi(k, component), end = random_below(3);
    return end == 0 ? lo : end == 1 ? hi : random_between(lo, hi);
}

/* Deals the cards anew: as many of each suit to each hand, those whose ranks matter to the same, other ranks in the same order. */
static void deal_anew(const Kept *k, Position *p)
{
    for (int suit = 0; suit < SUITS; suit++) {
        int holder[MAX_RANK], count = 0, free = 0;
        for (Cards cards = k->state.live & suit_mask(suit); cards; cards &= cards - 1, count++) {
            for (holder[count] = 0; !(k->state.hand[holder[count]] & cards & -cards); holder[count]++)
                ;
            free += !(k->proof.ranks & cards & -cards); /* the lowest ones */
        }
        for (int i = free - 1; i > 0; i--) {
            int other = random_below(i + 1), seat = holder[i];
            holder[i] = holder[other];
            holder[other] = seat;
        }
        Cards ranks = suit_mask(suit) & ALL_CARDS;
        while (bits_count(ranks) > count)
            ranks &= ~card_set(random_card(ranks));
        for (int i = 0; i < count; i++, ranks &= ranks - 1)
            p->hand[holder[i]] |= card_set(bits_lowest(ranks));
    }
}

/* Another state that the proof covers, of the game it was found in or of the real one. False when none was found. */
static bool random_covered(const Kept *k, bool pooled, Pooled *g)
{
    *g = (Pooled){.p = {.players = PLAYERS, .sides = SIDES, .tricks_left = k->state.tricks, .leader = k->state.leader, .robber = NOBODY}};
    deal_anew(k, &g->p);
    g->p.winners = (uint8_t)((random_below(1 << PLAYERS) | k->proof.won) & ~k->proof.lost);
    for (int suit = 0; suit < SUITS; suit++) {
        int ahead[SIDES] = {0}, least = 0;
        for (int side = 1; side < SIDES; side++) {
            ahead[side] = random_in_box(k, award_component(suit, side), -LANE_FREE);
            least = ahead[side] < least ? ahead[side] : least;
        }
        for (int side = 0; side < SIDES; side++)
            g->p.taken[side][suit] = (uint8_t)(ahead[side] - least);
    }
    int sum = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (is_max(seat) || !HAS_POOL)
            g->p.showroom[seat] = (uint16_t)random_in_box(k, seat, 0);
        else if (!pooled)
            sum += g->p.showroom[seat] = (uint16_t)box_lo(k, seat, 0);
    if (HAS_POOL)
        g->pool = random_in_box(k, POOL, 0);
    for (int tries = 0; HAS_POOL && !pooled && sum < g->pool && tries < 100; tries++) {
        int seat = random_below(PLAYERS);
        if (!is_max(seat) && g->p.showroom[seat] < box_hi(k, seat)) {
            g->p.showroom[seat]++;
            sum++;
        }
    }
    return !HAS_POOL || pooled || (sum >= proof_lo(&k->proof, POOL) && sum <= proof_hi(&k->proof, POOL));
}

/* --- the laws --- */

static Table *table; /* of the plain search */
static Context *searches[OBJECTIVE_COUNT];

static Question question(const Pooled *game, Objective objective, bool pooled, bool plain, uint64_t node_limit)
{
    Question q = {.ps = searches[objective], .game = *game, .pooled = pooled, .plain = plain};
    q.search = (Search){
        .score = score_make(&game->p, objective, 0), .table = table, .salt = ((uint64_t)objective + 1) * UINT64_C(0x9E3779B97F4A7C15)};
    q.search.budget_end = UINT64_MAX;
    q.search.node_limit = q.search.next_poll = node_limit;
    return q;
}

/* Whether the proof was put to the test: it must hold for another state that it covers. */
static bool proof_holds_elsewhere(const Kept *k, Objective objective, bool pooled)
{
    Pooled other;
    if (!random_covered(k, pooled, &other))
        return false;
    Question q = question(&other, objective, pooled, true, PLAIN_NODES);
    int value = ask(&q, k->at_least ? k->value : k->value + 1);
    if (q.search.stopped)
        return false;
    CHECK(k->at_least ? value >= k->value : value <= k->value);
    return true;
}

/* Solves a position and tests a sample of the proofs that the search keeps on the way. */
static int test_proofs(int tricks, Objective objective)
{
    Position p = random_position(tricks);
    Question q = question(&(Pooled){p, 0}, objective, false, false, MOST_NODES);
    proofs_clear(q.ps);
    memset(kept, 0, sizeof kept);
    watched = q.ps;
    value_of(&q);
    int tested = 0;
    for (int left = 1; left <= tricks; left++)
        for (int i = 0; i < kept[left] && i < SAMPLE; i++) {
            const Kept *k = &sample[left][i];
            tested += proof_holds_elsewhere(k, objective, k->pooled);
            if (k->pooled && k->at_least) /* what is reached in the pooled game is reached in the real one */
                tested += proof_holds_elsewhere(k, objective, false);
        }
    return tested;
}

/* The pooled value that is found is that of the pooled game, and a lower limit of the real one. False where plain search took too long. */
static bool pooled_value_is_a_limit(int tricks, Objective objective)
{
    Position p = random_position(tricks);
    Pooled real = {p, 0}, pooled = pooled_of(&p);
    Question found = question(&real, objective, true, false, UINT64_MAX);
    Question plain_pooled = question(&pooled, objective, true, true, PLAIN_NODES),
             plain = question(&real, objective, false, true, PLAIN_NODES);
    int limit = value_of(&found), expected = value_of(&plain_pooled), value = value_of(&plain);
    CHECK(plain_pooled.search.stopped || limit == expected);
    CHECK(plain.search.stopped || limit <= value);
    return !plain_pooled.search.stopped && !plain.search.stopped;
}

/* The same of longer games, where the real value is found without the pooled game. */
static bool pooled_value_is_a_limit_later(const Position *p, Objective objective)
{
    Pooled real = {*p, 0};
    Question pooled = question(&real, objective, true, false, MOST_NODES), other = question(&real, objective, false, false, MOST_NODES);
    other.search.techniques_off = TECHNIQUE_POOL;
    int limit = value_of(&pooled), value = value_of(&other);
    if (pooled.search.stopped || other.search.stopped)
        return false;
    CHECK(limit <= value);
    return true;
}

int main(void)
{
    const char *wanted = getenv("DIAMONDS_POSITIONS");
    const int positions = wanted ? atoi(wanted) : 5, most_tricks = PLAYERS <= 3 ? 5 : PLAYERS == 4 ? 4 : 3;
    int proofs = 0, small = 0, large = 0;
    table = table_new(1 << 24);
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++) {
        const Position p = {.players = PLAYERS, .sides = SIDES};
        const Score score = score_make(&p, objective, 0);
        searches[objective] = proofs_new(1 << 24, false);
        CHECK(table && searches[objective]);
        proofs_weigh(searches[objective], score.max_weight, score.min_weight);
    }
    for (int i = 0; i < positions; i++)
        for (int objective = 0; objective < OBJECTIVE_COUNT; objective++) {
            proofs += test_proofs(random_between(2, MOST_TESTED), objective);
            if (HAS_POOL) {
                small += pooled_value_is_a_limit(1 + random_below(most_tricks), objective);
                Position later = random_position(SIDES == 6 ? 5 : 6), partners = position_of_partners();
                large += pooled_value_is_a_limit_later(&later, objective);
                large += PLAYERS == 6 && SIDES == 3 && pooled_value_is_a_limit_later(&partners, objective);
            }
        }
    CHECK(proofs > 40 * positions);
    CHECK(!HAS_POOL || (small > positions && 4 * large > positions));
    for (int objective = 0; objective < OBJECTIVE_COUNT; objective++)
        proofs_free(searches[objective]);
    table_free(table);
    printf("%d players, %d sides: %d proofs, %d short endings, %d long ones\n", PLAYERS, SIDES, proofs, small, large);
    return 0;
}
