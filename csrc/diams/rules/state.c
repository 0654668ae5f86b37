#include "diams/rules/state.h"

#include <stddef.h>

enum { PLACES = 2 }; /* of cards that are opened */

static const Cards TOOLS = UINT64_C(7) << 60;

bool rules_check(const Rules *rules)
{
    for (int row = 0; row < ROWS; row++) {
        const int32_t *values = rules->values[row];
        if (rules->loupes[row] > COPIES || values[0] < 0 || values[0] > values[1] || values[1] > values[2] || values[2] > MAX_VALUE)
            return false;
    }
    return rules->players >= 2 && rules->players <= SEATS && rules->closes_last <= 1;
}

/* --- whether bytes are a state --- */

/* No more of a kind than there are: `cards` are some, `others` too. Adds them up. */
static bool add_cards(const Rules *rules, Cards *cards, Cards others)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int most = 1;
        if (kind < DIAMONDS)
            most = kind % 2 ? COPIES - rules->loupes[kind / 2] : rules->loupes[kind / 2];
        if (cards_of(*cards, kind) + cards_of(others, kind) > most)
            return false;
    }
    *cards += others;
    return true;
}

static bool pile_fits(const Rules *rules, const State *s, Cards *all)
{
    for (int i = 0; i < s->pile_count; i++) {
        if (s->pile[i] >= KINDS || !add_cards(rules, all, card(s->pile[i])))
            return false;
        if (s->pile[i] == CARD_X && !s->is_stack && i + 1 < s->pile_count)
            return false;
    }
    return (s->closed == NOBODY) == (*all >> 63 & 1);
}

static bool phase_fits(const State *s)
{
    Cards hand = s->hand[s->turn];
    if ((s->phase == GIVE) != (s->owner != NOBODY) || (s->phase == GIVE) != (s->broken != NO_ROW))
        return false;
    switch (s->phase) {
    case DRAW:
        return s->closed == NOBODY;
    case ACT:
        return true;
    case TRIM:
        return card_count(hand) > HAND_LIMIT;
    case GIVE:
        return s->owner != s->turn && s->broken < ROWS && row_of(s->safe[s->owner], s->broken);
    case OVER:
        return s->closed != NOBODY;
    case REFILL:
        return s->pile_count && !s->market;
    default:
        return (s->phase == DRAWN || s->phase == OPENED) && s->pile_count && s->closed == NOBODY;
    }
}

bool state_check(const Rules *rules, const State *s)
{
    Cards all = 0;
    for (size_t i = 0; i < sizeof s->unused; i++)
        if (s->unused[i])
            return false;
    if (s->turn >= rules->players || (s->closed >= rules->players && s->closed != NOBODY) || s->pile_count > DECK || s->is_stack > 1)
        return false;
    if ((s->owner >= rules->players && s->owner != NOBODY) || s->market & ~ALL_DIAMONDS || s->used & ~TOOLS)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        if (s->safe[seat] & ~ALL_DIAMONDS || s->hand[seat] >> 63 || (seat >= rules->players && (s->hand[seat] | s->safe[seat])))
            return false;
        if (!add_cards(rules, &all, s->hand[seat]) || !add_cards(rules, &all, s->safe[seat]))
            return false;
        if (seat != s->turn && card_count(s->hand[seat]) > HAND_LIMIT) /* whoever's turn it is may have to put cards away */
            return false;
    }
    return add_cards(rules, &all, s->market) && add_cards(rules, &all, s->used) && pile_fits(rules, s, &all) && phase_fits(s);
}

/* --- moves --- */

typedef struct List {
    Move *moves;
    int count;
} List;

static void add(List *list, Move move)
{
    if (list->count < MAX_MOVES)
        list->moves[list->count++] = move;
}

static Move simple(MoveKind kind, Cards cards) { return (Move){.kind = (uint8_t)kind, .cards = cards, .target = NOBODY}; }

/* All ways to take diamonds of `left`, after those `taken`, that bring the sum of qualities up by `total`. */
static void add_sums(List *list, Cards put, Cards taken, Cards left, int total)
{
    for (left = up_to(left, total); left && list->count < MAX_MOVES; left = later_kinds(left)) {
        int kind = first_kind(left), rest = total - quality_of(kind / 2);
        Cards one = card(kind);
        if (rest)
            add_sums(list, put, taken + one, left - one, rest);
        else
            add(list, (Move){.kind = SUM, .cards = put, .taken = taken + one, .target = NOBODY});
    }
}

/* All ways to choose `size` more cards of `left`; a move for each. */
static void add_parts(List *list, Move move, Cards left, int size)
{
    if (!size) {
        add(list, move);
        return;
    }
    for (int kind = 0; kind < CARD_X && list->count < MAX_MOVES; kind++) {
        if (!cards_of(left, kind))
            continue;
        Move more = move;
        more.cards += card(kind);
        add_parts(list, more, left - card(kind), size - 1);
        left -= (Cards)cards_of(left, kind) * card(kind);
    }
}

/* All ways to lay cards of the rows of `left`, the others being chosen; once `has_new`, one new collection is among them. */
static void add_layings(List *list, Move move, Cards left, Cards safe, bool has_new)
{
    if (!left) {
        if (has_new)
            add(list, move);
        return;
    }
    if (list->count == MAX_MOVES)
        return;
    int row = first_row(left);
    Cards rest = later_rows(left), loupe = card(2 * row), plain = card(2 * row + 1);
    int loupes = cards_of(left, 2 * row), plains = cards_of(left, 2 * row + 1);
    add_layings(list, move, rest, safe, has_new);
    for (int size = row_of(safe, row) ? 1 : COLLECTION; size <= loupes + plains; size++)
        for (int with = size < loupes ? size : loupes; with >= 0 && size - with <= plains; with--) {
            Move more = move;
            more.cards += (Cards)with * loupe + (Cards)(size - with) * plain;
            add_layings(list, more, rest, safe, has_new || size >= COLLECTION);
        }
}

/* What forced-sale cards do instead. */
static void add_powers(const Rules *rules, const State *s, List *list)
{
    Cards hand = s->hand[s->turn];
    if (cards_of(hand, CARD_T))
        for (Cards left = s->market; left; left = later_kinds(left))
            add(list, simple(TAKE, card(first_kind(left))));
    for (int step = 1; cards_of(hand, CARD_B) && step < rules->players; step++)
        for (int row = 0; row < ROWS; row++) {
            Move move = simple(BREAK, card(2 * row + 1));
            move.target = (uint8_t)((s->turn + step) % rules->players);
            add(list, move);
            move.cards = card(2 * row);
            if (rules->loupes[row])
                add(list, move);
        }
    if (cards_of(hand, CARD_S))
        for (Cards piles = s->safe[s->turn]; piles; piles = later_rows(piles)) {
            Cards own = row_of(hand, first_row(piles));
            for (int size = 1, most = diamond_count(own); size <= most; size++)
                add_parts(list, simple(SECURE, 0), own, size);
        }
}

static void add_acts(const Rules *rules, const State *s, List *list)
{
    Cards hand = s->hand[s->turn], own = hand & ALL_DIAMONDS;
    if (!own) {
        add_powers(rules, s, list);
        add(list, simple(PASS, 0));
        return;
    }
    for (Cards left = own; left; left = later_rows(left)) {
        int row = first_row(left);
        if (row_of(s->market, row))
            add(list, simple(SHOW, card(cards_of(own, 2 * row + 1) ? 2 * row + 1 : 2 * row)));
    }
    for (Cards left = own; left; left = later_kinds(left)) {
        int kind = first_kind(left);
        add_sums(list, card(kind), 0, s->market, quality_of(kind / 2));
    }
    add_layings(list, simple(SECURE_NEW, 0), own, s->safe[s->turn], false);
    for (Cards left = own; left; left = later_kinds(left))
        add(list, simple(PUT, card(first_kind(left))));
    add_powers(rules, s, list);
    for (int tool = CARD_T; tool <= CARD_S; tool++)
        for (int step = 1; cards_of(hand, tool) && step < rules->players; step++)
            for (Cards left = own; left; left = later_kinds(left)) {
                Move move = simple(SALE, card(first_kind(left)));
                move.target = (uint8_t)((s->turn + step) % rules->players);
                move.tool = (uint8_t)tool;
                add(list, move);
            }
}

int state_moves(const Rules *rules, const State *s, Move *moves)
{
    List list = {.moves = moves};
    Cards pile;
    switch (s->phase) {
    case DRAW:
        add(&list, simple(DRAW_CARD, 0));
        add(&list, simple(OPEN_CARDS, 0));
        break;
    case ACT:
        add_acts(rules, s, &list);
        break;
    case TRIM:
        add_parts(&list, simple(TRIM_HAND, 0), s->hand[s->turn], card_count(s->hand[s->turn]) - HAND_LIMIT);
        break;
    case GIVE:
        for (pile = row_of(s->safe[s->owner], s->broken); pile; pile = later_kinds(pile))
            add(&list, simple(GIVE_CARD, card(first_kind(pile))));
        break;
    default:
        break;
    }
    return list.count;
}

/* --- how a turn goes on --- */

static bool can_act(const State *s, int seat)
{
    Cards hand = s->hand[seat];
    return hand & ALL_DIAMONDS || cards_of(hand, CARD_B) || (cards_of(hand, CARD_T) && s->market);
}

/* The next turn; after the closing card only of seats that can move, and up to the seat in whose turn it came. */
static void pass_on(const Rules *rules, State *s)
{
    int seat = (s->turn + 1) % rules->players;
    s->phase = DRAW;
    if (s->closed != NOBODY) {
        while (seat != s->closed && !can_act(s, seat))
            seat = (seat + 1) % rules->players;
        s->phase = seat == s->closed ? OVER : ACT;
    }
    s->turn = (uint8_t)seat;
}

/* Phase 3, if it is needed. */
static void refilled(const Rules *rules, State *s)
{
    if (card_count(s->hand[s->turn]) > HAND_LIMIT)
        s->phase = TRIM;
    else
        pass_on(rules, s);
}

/* Phase 2 is done, or was skipped. */
static void acted(const Rules *rules, State *s)
{
    s->broken = NO_ROW;
    s->owner = NOBODY;
    if (!s->market && s->pile_count)
        s->phase = REFILL;
    else
        refilled(rules, s);
}

/* --- deciding --- */

/* All cards of the market in the row of `shown` come to the hand. */
static void show(State *s, Cards shown)
{
    Cards taken = row_of(s->market, first_row(shown));
    s->market -= taken;
    s->hand[s->turn] += taken;
}

static void sell(State *s, const Move *move)
{
    Cards *sellers = &s->hand[move->target], sold = row_of(*sellers, first_row(move->cards));
    if (!sold) { /* the shown card stays on the market */
        s->hand[s->turn] -= move->cards;
        s->market += move->cards;
        return;
    }
    *sellers -= sold;
    s->market += sold;
    show(s, move->cards);
}

static void give(const Rules *rules, State *s, int owner, Cards given)
{
    s->safe[owner] -= given;
    s->hand[s->turn] += given;
    acted(rules, s);
}

static void break_into(const Rules *rules, State *s, const Move *move)
{
    int row = first_row(move->cards);
    Cards pile = row_of(s->safe[move->target], row);
    if (move->cards & LOUPES)
        pile &= LOUPES;
    if (!pile)
        acted(rules, s);
    else if (!later_kinds(pile))
        give(rules, s, move->target, card(first_kind(pile)));
    else {
        s->phase = GIVE;
        s->broken = (uint8_t)row;
        s->owner = move->target;
    }
}

static void trim(const Rules *rules, State *s, Cards surplus)
{
    s->hand[s->turn] -= surplus;
    s->market += surplus & ALL_DIAMONDS;
    s->used += surplus & ~ALL_DIAMONDS;
    pass_on(rules, s);
}

/* What a move of phase 2 does to the player's cards and the market. */
static void act(State *s, const Move *move)
{
    Cards *hand = &s->hand[s->turn];
    switch (move->kind) {
    case SHOW:
        show(s, move->cards);
        break;
    case SUM:
        *hand += move->taken - move->cards;
        s->market += move->cards - move->taken;
        break;
    case SECURE:
    case SECURE_NEW:
        *hand -= move->cards;
        s->safe[s->turn] += move->cards;
        break;
    case PUT:
        *hand -= move->cards;
        s->market += move->cards;
        break;
    case TAKE:
        *hand += move->cards;
        s->market -= move->cards;
        break;
    case SALE:
        sell(s, move);
        break;
    default:
        break;
    }
}

static int tool_of(const Move *move)
{
    return move->kind == TAKE ? CARD_T : move->kind == BREAK ? CARD_B : move->kind == SECURE ? CARD_S : move->tool;
}

void state_decide(const Rules *rules, State *s, const Move *move)
{
    int tool = tool_of(move);
    if (tool) {
        s->hand[s->turn] -= card(tool);
        s->used += card(tool);
    }
    switch (move->kind) {
    case DRAW_CARD:
        s->phase = DRAWN;
        break;
    case OPEN_CARDS:
        s->phase = OPENED;
        break;
    case BREAK:
        break_into(rules, s, move);
        break;
    case GIVE_CARD:
        give(rules, s, s->owner, move->cards);
        break;
    case TRIM_HAND:
        trim(rules, s, move->cards);
        break;
    default:
        act(s, move);
        acted(rules, s);
        break;
    }
}

/* --- chance --- */

/* How many cards of the pile can be the next one: X cannot while it is further down. */
static int candidates(const Rules *rules, const State *s)
{
    int count = s->pile_count;
    return count - (s->pile[count - 1] == CARD_X && count > (rules->closes_last ? 1 : LAST_CARDS));
}

void state_next_card(const Rules *rules, const State *s, double *chances)
{
    for (int kind = 0; kind < KINDS; kind++)
        chances[kind] = 0;
    if (s->is_stack) {
        chances[s->pile[s->pile_count - 1]] = 1;
        return;
    }
    int count = candidates(rules, s);
    for (int i = 0; i < count; i++)
        chances[s->pile[i]] += 1.0 / count;
}

bool state_is_enough(Phase phase, Cards cards, int left)
{
    int diamonds = diamond_count(cards);
    return !left || phase == DRAWN || (phase == OPENED ? diamonds + (int)(cards >> 63) >= PLACES : diamonds >= MARKET);
}

/* Takes the card at a place out of the pile. X stays the last one. */
static int take_out(State *s, int place)
{
    int last = s->pile_count - 1, kind = s->pile[place];
    s->pile_count--;
    if (s->is_stack || kind == CARD_X)
        return kind;
    int closing = s->pile[last] == CARD_X;
    s->pile[place] = s->pile[last - closing];
    if (closing)
        s->pile[last - 1] = CARD_X;
    return kind;
}

/* What follows when the pile has turned up cards, which are out of it. */
static void turned_up(const Rules *rules, State *s, Cards cards)
{
    if (cards >> 63)
        s->closed = s->turn;
    cards &= ~card(CARD_X);
    if (s->phase == DRAWN)
        s->hand[s->turn] += cards;
    else {
        s->market += cards & ALL_DIAMONDS;
        s->used += cards & ~ALL_DIAMONDS;
    }
    if (s->phase == REFILL)
        refilled(rules, s);
    else if (can_act(s, s->turn))
        s->phase = ACT;
    else
        acted(rules, s);
}

void state_take_out(State *s, int kind)
{
    int place = s->pile_count - 1;
    while (s->pile[place] != kind)
        place--;
    take_out(s, place);
}

void state_turn_up(const Rules *rules, State *s, Cards cards)
{
    Cards left = cards;
    for (int place = s->pile_count - 1; left && place >= 0; place--) /* of a stack these are the last ones */
        if (cards_of(left, s->pile[place])) {
            left -= card(s->pile[place]);
            take_out(s, place);
        }
    turned_up(rules, s, cards);
}

void state_go_on(const Rules *rules, State *s, Rng *rng)
{
    while (state_is_chance(s)) {
        Cards cards = 0;
        do {
            int among = s->is_stack ? 1 : candidates(rules, s), place = s->is_stack ? s->pile_count - 1 : 0;
            if (among > 1)
                place = (int)rng_below(rng, (uint32_t)among);
            cards += card(take_out(s, place));
        } while (!state_is_enough((Phase)s->phase, cards, s->pile_count));
        turned_up(rules, s, cards);
    }
}

void state_play(const Rules *rules, State *s, const Move *move, Rng *rng)
{
    state_decide(rules, s, move);
    state_go_on(rules, s, rng);
}

/* --- points --- */

int state_laid_value(const Rules *rules, Cards safe)
{
    int sum = 0;
    for (Cards left = safe; left; left = later_rows(left))
        sum += state_value(rules, first_row(left), row_count(left, first_row(left)));
    return sum;
}

void state_points(const Rules *rules, const State *s, int *points)
{
    enum { HIGHEST_SUM = 3, MOST_LOUPES = 5, MOST_LOUPES_TIED = 2 };
    int sums[SEATS], loupes[SEATS], most_sum = 0, most_loupes = 0, with_most = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        sums[seat] = quality_sum(s->hand[seat]);
        loupes[seat] = loupe_count(s->safe[seat]);
        most_sum = sums[seat] > most_sum ? sums[seat] : most_sum;
        most_loupes = loupes[seat] > most_loupes ? loupes[seat] : most_loupes;
    }
    for (int seat = 0; seat < rules->players; seat++)
        with_most += loupes[seat] == most_loupes;
    for (int seat = 0; seat < rules->players; seat++) {
        points[seat] = state_laid_value(rules, s->safe[seat]) + (sums[seat] == most_sum ? HIGHEST_SUM : 0);
        if (loupes[seat] == most_loupes)
            points[seat] += with_most == 1 ? MOST_LOUPES : MOST_LOUPES_TIED;
    }
}
