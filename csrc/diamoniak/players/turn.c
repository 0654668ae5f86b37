#include "diamoniak/players/turn.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diamoniak/players/policy.h"

enum { MOST_DRAWS = 54 };

/* The states of a turn with the same castle and the same pile, by how many cards of each kind were drawn from it. */
typedef struct Box {
    State origin;   /* nothing drawn yet, and the next card is to come from its pile */
    int most[HELD]; /* the most cards of a kind that can be drawn before the turn ends or moves to another box */
    size_t step[HELD], size;
    double *values;             /* the chance to win when the seat may draw or stop */
    int depth;                  /* draws ahead */
    uint32_t states;            /* states within the limit of draws: those with a value */
    struct Box *begun[COLOURS]; /* of a seat without a colour: after it has begun this castle */
    struct Box *shuffled;       /* after the last card of the pile; NULL where that cannot be */
} Box;

struct Turn {
    State state;
    Estimate estimate;
    uint32_t most_states;
    Box *box; /* NULL if there is nothing to draw, after a witch */
};

/* --- what the ends of the turn are worth --- */

static double strength_of_others(const Turn *turn, const State *s, int seat)
{
    double sum = 0;
    for (int other = 0; other < s->players; other++)
        sum += other == seat ? 0 : estimate_strength(&turn->estimate, s, other);
    return sum;
}

/* The chance of `seat` in a state after its turn. */
static double value_of_end(const Turn *turn, const State *s, int seat)
{
    if (s->phase == OVER)
        return s->turn == seat;
    if (estimate_is_won(s))
        return 0;
    double strength = estimate_strength(&turn->estimate, s, seat);
    return strength / (strength + strength_of_others(turn, s, seat));
}

static double value_of_stop(const Turn *turn, const State *s)
{
    static const Move stop = {.kind = STOP};
    State after = *s;
    state_play(&after, &stop, NULL);
    return value_of_end(turn, &after, s->turn);
}

/* What a payment leaves of others does not change unless cards of their castles are in it. */
static bool concerns_others(const State *s, const Move *payment)
{
    int cards = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        cards += colour == s->colour[s->turn] ? 0 : payment->cards[colour];
    return cards > 0;
}

/* The best way to pay the witch that was drawn, and what it leaves. */
static double value_of_witch(const Turn *turn, const State *s, Move *best)
{
    Move moves[MAX_MOVES];
    int count = state_moves(s, moves), seat = s->turn;
    double highest = -1, others = -1; /* the strength of others where the payment does not concern them */
    for (int i = 0; i < count; i++) {
        State after = *s;
        state_play(&after, &moves[i], NULL);
        double value;
        if (concerns_others(s, &moves[i])) {
            value = value_of_end(turn, &after, seat);
        } else {
            if (others < 0)
                others = estimate_is_won(&after) ? INFINITY : strength_of_others(turn, &after, seat);
            double strength = estimate_strength(&turn->estimate, &after, seat);
            value = strength / (strength + others);
        }
        if (value > highest) {
            highest = value;
            *best = moves[i];
        }
    }
    return highest;
}

/* --- boxes --- */

static int cards_of(const uint8_t *counts)
{
    int cards = 0;
    for (int kind = 0; kind < KINDS; kind++)
        cards += counts[kind];
    return cards;
}

/* Adds to `within` the number of states of the box, by the most draws that lead to them. */
static void add_states(const Box *box, uint32_t *within)
{
    uint32_t after[MOST_DRAWS + 1] = {1}; /* by the number of draws */
    for (int kind = 0; kind < HELD; kind++)
        for (int draws = MOST_DRAWS; draws > 0; draws--)
            for (int cards = 1; cards <= box->most[kind] && cards <= draws; cards++)
                after[draws] += after[draws - cards];
    uint32_t sum = 0;
    for (int draws = 0; draws <= MOST_DRAWS; draws++)
        within[draws] += sum += after[draws];
}

static bool is_free(const State *s, int colour)
{
    for (int seat = 0; seat < s->players; seat++)
        if (s->colour[seat] == colour)
            return false;
    return true;
}

/* The state after these draws; in the phase in which it may be stopped, also when nothing was drawn. */
static State state_in(const Box *box, const int *drawn)
{
    State s = box->origin;
    for (int kind = 0; kind < HELD; kind++) {
        s.held[s.turn][kind] = (uint8_t)(s.held[s.turn][kind] + drawn[kind]);
        s.pile[kind] = (uint8_t)(s.pile[kind] - drawn[kind]);
    }
    s.phase = MORE;
    return s;
}

/* Whether the seat to move wins with one more card of this kind. */
static bool completes(const State *s, int card)
{
    if (card >= COLOURS)
        return false;
    int colour = s->colour[s->turn];
    bool is_own = colour == NO_COLOUR ? is_free(s, card) : colour == card;
    return is_own && s->deck[card] - s->held[s->turn][card] == 1;
}

/* The value after one more card of this kind, with which the turn is not over. */
static double value_of_card(const Box *box, const State *s, size_t index, int card)
{
    const Box *begun = card < COLOURS ? box->begun[card] : NULL;
    if (!begun)
        return box->values[index + box->step[card]];
    size_t place = begun->step[card];
    for (int kind = 0; kind < HELD; kind++)
        place += (size_t)(s->held[s->turn][kind] - box->origin.held[s->turn][kind]) * begun->step[kind];
    assert(place < begun->size);
    return begun->values[place];
}

static double value_of_draw(const Turn *turn, const Box *box, const State *s, size_t index)
{
    int cards = cards_of(s->pile);
    double sum = 0;
    if (!cards)
        return box->shuffled->values[0];
    for (int kind = 0; kind < HELD; kind++)
        if (s->pile[kind])
            sum += s->pile[kind] * (completes(s, kind) ? 1 : value_of_card(box, s, index, kind));
    if (s->pile[WITCH]) {
        State after = *s;
        Move payment;
        state_draw(&after, WITCH);
        sum += s->pile[WITCH] * (after.phase == ON_WITCH ? value_of_witch(turn, &after, &payment) : value_of_end(turn, &after, s->turn));
    }
    return sum / cards;
}

static void box_free(Box *box)
{
    if (!box)
        return;
    for (int colour = 0; colour < COLOURS; colour++)
        box_free(box->begun[colour]);
    box_free(box->shuffled);
    free(box->values);
    free(box);
}

/* The places of a box, and the number of its states by the most draws, with all boxes that are begun in it. NULL: no memory. */
static Box *box_new(const State *origin, uint32_t *within)
{
    Box *box = calloc(1, sizeof *box);
    if (!box)
        return NULL;
    box->origin = *origin;
    box->size = 1;
    int colour = origin->colour[origin->turn];
    for (int kind = 0; kind < HELD; kind++) {
        bool begins = colour == NO_COLOUR && kind < COLOURS && is_free(origin, kind);
        int most = begins ? 0 : origin->pile[kind];
        if (kind < COLOURS && kind == colour && most >= state_missing(origin))
            most = state_missing(origin) - 1;
        box->most[kind] = most;
        box->step[kind] = box->size;
        box->size *= (size_t)most + 1;
    }
    add_states(box, within);
    box->values = malloc(box->size * sizeof *box->values);
    bool is_whole = box->values != NULL;
    for (int kind = 0; kind < COLOURS && is_whole; kind++)
        if (colour == NO_COLOUR && origin->pile[kind] && is_free(origin, kind) && !completes(origin, kind)) {
            State begun = *origin;
            begun.colour[begun.turn] = (uint8_t)kind;
            box->begun[kind] = box_new(&begun, within);
            is_whole = box->begun[kind] != NULL;
        }
    if (is_whole)
        return box;
    box_free(box);
    return NULL;
}

static bool box_solve(const Turn *turn, Box *box, int depth);

/* The states of a turn that goes on from here, solved. NULL: no memory. */
static Box *solved_from(const Turn *turn, const State *origin)
{
    uint32_t within[MOST_DRAWS + 1] = {0};
    Box *box = box_new(origin, within);
    int depth = 1;
    while (depth < MOST_DRAWS && within[depth + 1] <= turn->most_states)
        depth++;
    if (box && box_solve(turn, box, depth == MOST_DRAWS ? NOT_CUT : depth))
        return box;
    box_free(box);
    return NULL;
}

/* Goes on with the discards as the new pile after the last card, where the castle can still be open then and no witch was in the way. */
static bool solve_shuffled(const Turn *turn, Box *box)
{
    int cards = 0;
    for (int kind = 0; kind < HELD; kind++) {
        cards += box->most[kind];
        if (box->most[kind] < box->origin.pile[kind])
            return true;
    }
    if (box->origin.pile[WITCH] || cards >= box->depth)
        return true;
    State origin = state_in(box, box->most);
    memcpy(origin.pile, origin.discards, sizeof origin.pile);
    memset(origin.discards, 0, sizeof origin.discards);
    assert(origin.pile[WITCH]);
    box->shuffled = solved_from(turn, &origin);
    return box->shuffled != NULL;
}

/* Values all states within `depth` draws, those after more draws first. False: no memory. */
static bool box_solve(const Turn *turn, Box *box, int depth)
{
    box->depth = depth;
    for (int kind = 0; kind < COLOURS; kind++)
        if (box->begun[kind] && !box_solve(turn, box->begun[kind], depth))
            return false;
    if (!solve_shuffled(turn, box))
        return false;
    int drawn[HELD], draws = 0;
    memcpy(drawn, box->most, sizeof drawn);
    for (int kind = 0; kind < HELD; kind++)
        draws += drawn[kind];
    for (size_t index = box->size; index-- > 0;) {
        if (draws <= depth) {
            State s = state_in(box, drawn);
            double stop = value_of_stop(turn, &s), draw = draws < depth ? value_of_draw(turn, box, &s, index) : 0;
            box->values[index] = draw > stop ? draw : stop;
            assert(box->values[index] >= 0 && box->values[index] <= 1);
            box->states++;
        }
        int kind = 0;
        for (; kind < HELD && !drawn[kind]; kind++) {
            drawn[kind] = box->most[kind];
            draws += box->most[kind];
        }
        if (kind < HELD) {
            drawn[kind]--;
            draws--;
        }
    }
    return true;
}

/* --- the whole turn --- */

Turn *turn_new(const State *state, uint32_t most_states)
{
    assert(state_check(state) && state->phase != OVER);
    Turn *turn = calloc(1, sizeof *turn);
    if (!turn)
        return NULL;
    turn->state = *state;
    turn->most_states = most_states;
    estimate_init(&turn->estimate, state->players);
    if (state->phase == ON_WITCH)
        return turn;
    State origin = *state;
    state_has_next(&origin, WITCH); /* with the new pile, where there has to be one */
    turn->box = solved_from(turn, &origin);
    if (turn->box)
        return turn;
    free(turn);
    return NULL;
}

void turn_free(Turn *turn)
{
    if (turn)
        box_free(turn->box);
    free(turn);
}

int turn_moves(const Turn *turn, MoveValue *found)
{
    Move moves[MAX_MOVES];
    const State *s = &turn->state;
    int count = state_moves(s, moves);
    for (int i = 0; i < count; i++) {
        found[i].move = moves[i];
        if (moves[i].kind == DRAW) {
            found[i].value = value_of_draw(turn, turn->box, &turn->box->origin, 0);
        } else {
            State after = *s;
            state_play(&after, &moves[i], NULL);
            found[i].value = value_of_end(turn, &after, s->turn);
        }
    }
    return count;
}

static int drawn_from(const Box *box, const State *s)
{
    int drawn = 0;
    for (int kind = 0; kind < HELD; kind++)
        drawn += s->held[s->turn][kind] - box->origin.held[s->turn][kind];
    return drawn;
}

/* The box of a state in which the seat may draw or stop. */
static const Box *find_box(const Box *box, const State *s)
{
    int colour = s->colour[s->turn];
    if (box->origin.colour[s->turn] != colour && box->begun[colour])
        box = box->begun[colour];
    bool is_shuffled = drawn_from(box, s) + cards_of(s->pile) != cards_of(box->origin.pile);
    return is_shuffled ? find_box(box->shuffled, s) : box;
}

static bool wants_more(const Turn *turn, const State *s)
{
    const Box *box = find_box(turn->box, s);
    size_t index = 0;
    if (drawn_from(box, s) > box->depth)
        return false;
    for (int kind = 0; kind < HELD; kind++)
        index += (size_t)(s->held[s->turn][kind] - box->origin.held[s->turn][kind]) * box->step[kind];
    assert(index < box->size);
    return box->values[index] > value_of_stop(turn, s);
}

Move turn_move(const Turn *turn, const State *s)
{
    assert(s->turn == turn->state.turn && (s->phase == MORE || s->phase == ON_WITCH));
    Move move = {.kind = STOP};
    if (s->phase == ON_WITCH)
        value_of_witch(turn, s, &move);
    else if (wants_more(turn, s))
        move.kind = DRAW;
    return move;
}

double turn_sample(const Turn *turn, const Move *first, int turns, Rng rng)
{
    State s = turn->state;
    int seat = s.turn;
    double chances[SEATS];
    state_play(&s, first, &rng);
    while (s.phase == MORE || s.phase == ON_WITCH) {
        Move move = turn_move(turn, &s);
        state_play(&s, &move, &rng);
    }
    policy_play_out(&POLICY_GREEDY, &s, turns, &rng);
    if (s.phase == OVER)
        return s.turn == seat;
    estimate_chances(&turn->estimate, &s, chances);
    return chances[seat];
}

static uint32_t states_of(const Box *box)
{
    uint32_t states = 0;
    if (!box)
        return 0;
    for (int colour = 0; colour < COLOURS; colour++)
        states += states_of(box->begun[colour]);
    return states + box->states + states_of(box->shuffled);
}

uint32_t turn_states(const Turn *turn) { return states_of(turn->box); }

static int least(int one, int other) { return one < other ? one : other; }

static int depth_of(const Box *box)
{
    if (!box)
        return NOT_CUT;
    int depth = box->depth;
    for (int colour = 0; colour < COLOURS; colour++)
        depth = least(depth, depth_of(box->begun[colour]));
    if (box->shuffled && depth_of(box->shuffled) != NOT_CUT)
        depth = least(depth, cards_of(box->origin.pile) + depth_of(box->shuffled));
    return depth;
}

int turn_depth(const Turn *turn) { return depth_of(turn->box); }
