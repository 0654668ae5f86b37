/* Rules: which moves there are and what they do. A move ends in `settle`, which goes on until somebody has to decide again. */
#include "diamonds/rules/position.h"

#include <assert.h>
#include <stddef.h>

/* One way to perform an award; victim is NOBODY but for clubs without the thief token. */
typedef struct Option {
    uint8_t actor;
    uint8_t victim;
} Option;

enum { MAX_OPTIONS = MAX_PLAYERS * MAX_PLAYERS };

int award_winner(const Position *p, int suit)
{
    int most = -1, winner = NOBODY;
    for (int side = 0; side < p->sides; side++) {
        int total = 0;
        for (int seat = side; seat < p->players; seat += p->sides)
            total += p->taken[seat][suit];
        if (total > most) {
            most = total;
            winner = side;
        } else if (total == most) {
            winner = NOBODY;
        }
    }
    return winner;
}

/* All ways to perform the award to be resolved; none when it is tied or impossible. */
static int award_options(const Position *p, Option *options)
{
    int winner = award_winner(p, p->award), count = 0;
    if (winner == NOBODY)
        return 0;
    for (int seat = winner; seat < p->players; seat += p->sides) {
        if (p->award == CLUBS && !p->thief) {
            for (unsigned victims = victims_of(p, seat); victims; victims &= victims - 1)
                options[count++] = (Option){(uint8_t)seat, (uint8_t)bits_lowest(victims)};
        } else if (p->award != SPADES || p->showroom[seat]) {
            options[count++] = (Option){(uint8_t)seat, NOBODY};
        }
    }
    return count;
}

static void write_down(Acts *acts, Act act)
{
    assert(!acts || acts->count < MAX_ACTS);
    if (acts)
        acts->act[acts->count++] = act;
}

static void rob_for(Position *p, int seat, int victim, Source source, Acts *acts)
{
    rob(p, seat, victim);
    write_down(acts, (Act){(uint8_t)source, (uint8_t)seat, CLUBS, (uint8_t)victim, victim != NOBODY});
}

/* A suit action; a clubs action with a choice of victims leaves `robber` set. */
static void perform(Position *p, int seat, int suit, Source source, Acts *acts)
{
    if (suit != CLUBS) {
        int gain = act(p, seat, suit);
        write_down(acts, (Act){(uint8_t)source, (uint8_t)seat, (uint8_t)suit, NOBODY, (uint8_t)gain});
        return;
    }
    unsigned victims = victims_of(p, seat);
    if (victims & (victims - 1))
        p->robber = (uint8_t)seat;
    else
        rob_for(p, seat, victims ? bits_lowest(victims) : NOBODY, source, acts);
    pass_thief(p);
}

static void perform_award(Position *p, Option option, Acts *acts)
{
    if (option.victim != NOBODY)
        rob_for(p, option.actor, option.victim, SOURCE_AWARD, acts);
    else
        perform(p, option.actor, p->award, SOURCE_AWARD, acts);
    p->award++;
}

/* Performs awards up to the next choice, then gives the bonus to those without a trick. */
static void resolve_awards(Position *p, Acts *acts)
{
    while (p->award < AWARDS_DONE) {
        Option options[MAX_OPTIONS];
        int count = award_options(p, options);
        if (count > 1)
            return;
        if (count == 1)
            perform_award(p, options[0], acts);
        else
            p->award++;
    }
    if (p->award == AWARDS_DONE) {
        for (int seat = 0; seat < p->players; seat++)
            if (!(p->winners >> seat & 1)) {
                p->vault[seat] += 2;
                write_down(acts, (Act){SOURCE_BONUS, (uint8_t)seat, NO_SUIT, NOBODY, 4});
            }
        p->award = ROUND_OVER;
    }
}

static void settle(Position *p, Acts *acts)
{
    while (p->robber == NOBODY && p->trick_count == trick_size(p)) {
        int led = take_trick(p);
        perform(p, p->leader, led, SOURCE_TRICK, acts);
    }
    if (p->robber == NOBODY && !p->trick_count && !p->tricks_left)
        resolve_awards(p, acts);
}

Decision position_decision(const Position *p)
{
    if (p->robber != NOBODY)
        return DECIDE_VICTIM;
    if (p->tricks_left)
        return DECIDE_CARD;
    if (p->award >= AWARDS_DONE)
        return DECIDE_NOTHING;
    Option options[MAX_OPTIONS];
    int count = award_options(p, options);
    return options[0].actor == options[count - 1].actor ? DECIDE_VICTIM : DECIDE_ACTOR;
}

int position_to_move(const Position *p)
{
    if (p->robber != NOBODY)
        return p->robber;
    if (p->tricks_left)
        return seat_of_play(p, p->trick_count);
    if (p->award >= AWARDS_DONE)
        return p->leader;
    Option options[MAX_OPTIONS];
    int count = award_options(p, options);
    return options[0].actor == options[count - 1].actor ? options[0].actor : award_winner(p, p->award);
}

static int victim_moves(unsigned victims, Move move, Move *moves)
{
    int count = 0;
    for (; victims; victims &= victims - 1) {
        move.victim = (uint8_t)bits_lowest(victims);
        moves[count++] = move;
    }
    return count;
}

static int card_moves(const Position *p, Move *moves)
{
    int seat = seat_of_play(p, p->trick_count), count = 0;
    unsigned victims = victims_of(p, seat);
    bool is_choice = (victims & (victims - 1)) != 0;
    Cards cards = legal_cards(p, p->hand[seat]);
    for (int suit = 0; suit < SUITS; suit++)
        for (Cards left = cards & suit_mask(suit); left;) {
            int card = bits_highest(left);
            left &= ~card_set(card);
            Move move = {(uint8_t)card, NOBODY, NOBODY};
            if (suit == CLUBS && is_choice && is_off_suit(p, card))
                count += victim_moves(victims, move, moves + count);
            else
                moves[count++] = move;
        }
    return count;
}

/* Actors count as part of the move only where there are several, victims only where their actor has several. */
static int award_moves(const Position *p, Option *options, Move *moves)
{
    int count = award_options(p, options);
    bool one_actor = count > 0 && options[0].actor == options[count - 1].actor;
    for (int i = 0; i < count; i++) {
        bool has_choice =
            (i > 0 && options[i - 1].actor == options[i].actor) || (i + 1 < count && options[i + 1].actor == options[i].actor);
        moves[i] = (Move){NO_CARD, one_actor ? NOBODY : options[i].actor, has_choice ? options[i].victim : NOBODY};
    }
    return count;
}

int position_moves(const Position *p, Move *moves)
{
    if (p->robber != NOBODY)
        return victim_moves(victims_of(p, p->robber), (Move){NO_CARD, NOBODY, NOBODY}, moves);
    if (p->tricks_left)
        return card_moves(p, moves);
    if (p->award >= AWARDS_DONE)
        return 0;
    Option options[MAX_OPTIONS];
    return award_moves(p, options, moves);
}

static void play_card(Position *p, Move move, Acts *acts)
{
    int seat = seat_of_play(p, p->trick_count);
    bool off_suit = is_off_suit(p, move.card);
    put_card(p, seat, move.card);
    if (!off_suit)
        return;
    if (move.victim != NOBODY)
        rob_for(p, seat, move.victim, SOURCE_DISCARD, acts);
    else
        perform(p, seat, card_suit(move.card), SOURCE_DISCARD, acts);
}

void position_play(Position *p, Move move, Acts *acts)
{
    if (p->robber != NOBODY) {
        rob_for(p, p->robber, move.victim, p->trick_count ? SOURCE_DISCARD : SOURCE_TRICK, acts);
        p->robber = NOBODY;
    } else if (p->tricks_left) {
        play_card(p, move, acts);
    } else {
        Option options[MAX_OPTIONS];
        Move moves[MAX_OPTIONS];
        int count = award_moves(p, options, moves);
        for (int i = 0; i < count; i++)
            if (move_equals(moves[i], move)) {
                perform_award(p, options[i], acts);
                break;
            }
    }
    settle(p, acts);
}

static Status check_cards(const Position *p)
{
    Cards seen = 0;
    for (int seat = 0; seat < p->players; seat++) {
        if ((p->hand[seat] & seen) || (p->hand[seat] & ~ALL_CARDS))
            return STATUS_BAD_CARDS;
        seen |= p->hand[seat];
    }
    for (int i = 0; i < p->trick_count; i++) {
        if (p->trick[i] >= 64 || !(ALL_CARDS & card_set(p->trick[i])) || (seen & card_set(p->trick[i])))
            return STATUS_BAD_CARDS;
        seen |= card_set(p->trick[i]);
    }
    return STATUS_OK;
}

static Status check_sizes(const Position *p)
{
    int per_trick = p->players == 2 ? 2 : 1;
    if (p->tricks_left > MAX_RANK)
        return STATUS_BAD_HAND_SIZE;
    for (int seat = 0; seat < p->players; seat++) {
        int played = 0;
        for (int i = 0; i < p->trick_count; i++)
            played += seat_of_play(p, i) == seat;
        int count = bits_count(p->hand[seat]);
        if (count > MAX_HAND || count + played != p->tricks_left * per_trick)
            return STATUS_BAD_HAND_SIZE;
    }
    return STATUS_OK;
}

/* Nobody may have discarded on the trick and still hold the led suit. */
static Status check_trick(const Position *p)
{
    for (int i = 1; i < p->trick_count; i++)
        if (is_off_suit(p, p->trick[i]) && (p->hand[seat_of_play(p, i)] & suit_mask(card_suit(p->trick[0]))))
            return STATUS_BAD_TRICK;
    return STATUS_OK;
}

static Status check_stage(const Position *p)
{
    bool robbing = p->robber != NOBODY;
    if (p->leader >= p->players || p->award > ROUND_OVER || (robbing && p->robber >= p->players))
        return STATUS_BAD_STAGE;
    if (p->thief > p->players || (robbing && (p->thief || !victims_of(p, p->robber))))
        return STATUS_BAD_STAGE;
    if (p->trick_count > trick_size(p) || (p->trick_count == trick_size(p) && !robbing))
        return STATUS_BAD_TRICK;
    if (p->award > 0 && p->tricks_left > 0)
        return STATUS_BAD_STAGE;
    if (!robbing && !p->tricks_left && p->award < AWARDS_DONE) {
        Option options[MAX_OPTIONS];
        if (award_options(p, options) < 2)
            return STATUS_BAD_STAGE;
    }
    return STATUS_OK;
}

Status position_check(const Position *p)
{
    bool has_teams = p->players >= 4 && p->players % 2 == 0 && p->sides == p->players / 2;
    if (p->players < MIN_PLAYERS || p->players > MAX_PLAYERS || (p->sides != p->players && !has_teams))
        return STATUS_BAD_PLAYERS;
    int crystals = 0;
    for (int seat = 0; seat < p->players; seat++) {
        crystals += p->showroom[seat] + p->vault[seat];
        for (int suit = 0; suit < SUITS; suit++)
            if (p->taken[seat][suit] > MAX_RANK)
                return STATUS_BAD_CARDS;
    }
    /* During a round the supply is unlimited: a late position may hold what the round has brought, surely less than another box. */
    if (crystals > 2 * MAX_CRYSTALS)
        return STATUS_BAD_CRYSTALS;
    Status status = check_stage(p);
    if (status == STATUS_OK)
        status = check_cards(p);
    if (status == STATUS_OK)
        status = check_sizes(p);
    return status == STATUS_OK ? check_trick(p) : status;
}
