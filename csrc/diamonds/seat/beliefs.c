/* Uniform worlds are few beside all deals, and a likely one among them is rare. So a regression over uniform worlds says for each card and
 * seat how much likelier the card makes a world, and the pool is dealt with weights by that: most of its worlds are likely, and what the
 * regression does not explain is left to their weights. Steps of the tilt are so coarse that the last bits of a processor's arithmetic
 * change no deal. */
#include "diamonds/seat/beliefs.h"

#include <stdlib.h>
#include <string.h>

#include "common/portable.h"
#include "diamonds/players/model.h"
#include "diamonds/players/worlds.h"

enum { HALVINGS = 30, MOST_STEPS = 400 };

static const double TILT_STEP = 0.01, RIDGE = 1, LEAST = 1e-300;

static double exp_of(double x) { return x > 0 ? 1 / portable_exp(-x) : portable_exp(x); }

static double larger_of(double a, double b) { return a > b ? a : b; }

/* -- likelihoods ---------------------------------------------------------------------------------------------------------------------- */

/* The seats that have done something, the giver first, then who played last; returns how many. */
static int seats_of(const Observed *observed, uint8_t *seats)
{
    unsigned listed = 1u << observed->viewer;
    int count = 0;
    if (observed->giver != NOBODY) {
        listed |= 1u << observed->giver;
        seats[count++] = (uint8_t)observed->giver;
    }
    for (int i = observed->count - 1; i >= 0; i--) {
        uint8_t seat = observed->cards[i].seat;
        if (!(listed >> seat & 1))
            seats[count++] = seat;
        listed |= 1u << seat;
    }
    return count;
}

/* Of the pass to the viewer. Where it does not know what the giver was passed itself, that is taken to be what the giver would pass on most
 * gladly: its own giver thinks alike. */
static Status pass_logs(const Observed *observed, const Position *worlds, size_t count, double *logs)
{
    for (size_t w = 0; w < count; w++) {
        Cards hand = worlds[w].hand[observed->giver] | observed->played, gave = observed->gave;
        int passed = bits_count(observed->got);
        if (bits_count(hand) > MAX_HAND || bits_count(hand) < passed || hand & ~ALL_CARDS || hand & observed->got)
            return STATUS_BAD_CARDS;
        if (!gave)
            gave = pass_choice(&observed->game, hand, passed);
        Cards before = (hand & ~gave) | observed->got;
        if (bits_count(before) > MAX_HAND)
            return STATUS_BAD_CARDS;
        logs[w] = portable_log(pass_chance(&observed->game, before, observed->got, BELIEFS_SLIP));
    }
    return STATUS_OK;
}

/* Room to weigh worlds. */
typedef struct Room {
    double *logs; /* [MAX_PLAYERS][count] */
    double (*chances)[MODEL_KINDS];
    Cards *hands;
} Room;

static Status room_open(Room *room, size_t count)
{
    room->logs = malloc((count + 1) * sizeof *room->logs * MAX_PLAYERS);
    room->chances = malloc((count + 1) * sizeof *room->chances);
    room->hands = malloc((count + 1) * sizeof *room->hands);
    return room->logs && room->chances && room->hands ? STATUS_OK : STATUS_NO_MEMORY;
}

static void room_close(Room *room)
{
    free(room->logs);
    free(room->chances);
    free(room->hands);
}

/* The part of one seat, which depends on its own hand alone. */
static Status logs_of_seat(const Observed *observed, int seat, const Position *worlds, size_t count, const Room *room, double *logs)
{
    Status status = STATUS_OK;
    bool has_played = false;
    for (size_t w = 0; w < count; w++) {
        logs[w] = 0;
        for (int kind = 0; kind < MODEL_KINDS; kind++)
            room->chances[w][kind] = 1;
    }
    if (seat == observed->giver)
        status = pass_logs(observed, worlds, count, logs);
    for (int i = observed->count - 1; i >= 0 && status == STATUS_OK; i--) {
        const SeenCard *card = &observed->cards[i];
        if (card->seat != seat)
            continue;
        Cards seen = worlds_seen(&card->table, card->seen);
        for (size_t w = 0; w < count; w++) {
            room->hands[w] = worlds[w].hand[seat] | card->later;
            if (bits_count(room->hands[w]) > MAX_HAND || room->hands[w] & (seen | ~ALL_CARDS))
                return STATUS_BAD_CARDS;
        }
        model_chances(&card->table, seen, room->hands, count, card->card, BELIEFS_SLIP, room->chances);
        has_played = true;
    }
    for (size_t w = 0; has_played && w < count; w++) {
        double sum = 0;
        for (int kind = 0; kind < MODEL_KINDS; kind++)
            sum += room->chances[w][kind];
        logs[w] += portable_log(larger_of(sum / MODEL_KINDS, LEAST));
    }
    return status;
}

/* The parts of all seats into the room, and their sums. */
static Status logs_in(const Observed *observed, const Position *worlds, size_t count, const Room *room, double *logs)
{
    uint8_t seats[MAX_PLAYERS];
    int number = seats_of(observed, seats);
    memset(logs, 0, count * sizeof *logs);
    for (int i = 0; i < number; i++) {
        double *own = room->logs + seats[i] * count;
        Status status = logs_of_seat(observed, seats[i], worlds, count, room, own);
        if (status != STATUS_OK)
            return status;
        for (size_t w = 0; w < count; w++)
            logs[w] += own[w];
    }
    return STATUS_OK;
}

Status beliefs_logs(const Observed *observed, const Position *worlds, size_t count, double *logs)
{
    Room room;
    Status status = room_open(&room, count);
    if (status == STATUS_OK)
        status = logs_in(observed, worlds, count, &room, logs);
    room_close(&room);
    return status;
}

/* -- what uniform worlds tell ---------------------------------------------------------------------------------------------------------- */

/* The share of weights e^(power * (log - top)) that is as good as equal ones. */
static double share_of(const double *logs, size_t count, double top, double power)
{
    double sum = 0, squares = 0;
    for (size_t w = 0; w < count; w++) {
        double weight = portable_exp(power * (logs[w] - top));
        sum += weight;
        squares += weight * weight;
    }
    return sum * sum / ((double)count * squares);
}

static double power_of(const double *logs, size_t count, double top)
{
    double low = 0, high = 1;
    if (share_of(logs, count, top, 1) >= BELIEFS_LEAST_SHARE)
        return 1;
    for (int step = 0; step < HALVINGS; step++) {
        double middle = (low + high) / 2;
        if (share_of(logs, count, top, middle) >= BELIEFS_LEAST_SHARE)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Linear equations of a symmetric positive definite matrix, of which the upper half is read, each with its right side at the end. */
typedef double System[CARD_ROOM][CARD_ROOM + 1];

static void solve(System system, double *found)
{
    for (int at = 0; at < CARD_ROOM; at++)
        for (int below = at + 1; below < CARD_ROOM; below++) {
            double factor = system[at][below] / system[at][at];
            for (int column = below; factor != 0 && column <= CARD_ROOM; column++)
                system[below][column] -= factor * system[at][column];
        }
    for (int at = CARD_ROOM - 1; at >= 0; at--) {
        double rest = system[at][CARD_ROOM];
        for (int column = at + 1; column < CARD_ROOM; column++)
            rest -= system[at][column] * found[column];
        found[at] = rest / system[at][at];
    }
}

/* What each card of a hand adds to the logarithm of its weight, by ridge regression. */
static void fit_tilt(const Position *uniform, size_t count, int seat, const double *logs, double power, int16_t *tilt)
{
    System system;
    double mean[CARD_ROOM + 1] = {0}, row[CARD_ROOM + 1], slope[CARD_ROOM];
    memset(system, 0, sizeof system);
    for (size_t w = 0; w < count; w++) {
        for (int card = 0; card < CARD_ROOM; card++)
            mean[card] += (double)(uniform[w].hand[seat] >> card & 1);
        mean[CARD_ROOM] += power * logs[w];
    }
    for (int column = 0; column <= CARD_ROOM; column++)
        mean[column] /= (double)count;
    for (int card = 0; card < CARD_ROOM; card++)
        system[card][card] = RIDGE;
    for (size_t w = 0; w < count; w++) {
        for (int card = 0; card < CARD_ROOM; card++)
            row[card] = (double)(uniform[w].hand[seat] >> card & 1) - mean[card];
        row[CARD_ROOM] = power * logs[w] - mean[CARD_ROOM];
        for (int card = 0; card < CARD_ROOM; card++)
            for (int column = card; column <= CARD_ROOM; column++)
                system[card][column] += row[card] * row[column];
    }
    solve(system, slope);
    for (int card = 0; card < CARD_ROOM; card++) {
        double steps = slope[card] / TILT_STEP;
        steps = steps > MOST_STEPS ? MOST_STEPS : steps < -MOST_STEPS ? -MOST_STEPS : steps;
        tilt[card] = (int16_t)(steps < 0 ? steps - 0.5 : steps + 0.5);
    }
}

Status beliefs_fit(Beliefs *beliefs, const Observed *observed, const Position *uniform, size_t count)
{
    uint8_t seats[MAX_PLAYERS];
    Room room;
    double *logs = malloc((count + 1) * sizeof *logs);
    Status status = room_open(&room, count);
    if (status == STATUS_OK)
        status = logs ? logs_in(observed, uniform, count, &room, logs) : STATUS_NO_MEMORY;
    int number = seats_of(observed, seats);
    *beliefs = (Beliefs){.tells = number > 0, .power = 1, .share = 1};
    if (status == STATUS_OK && count) {
        beliefs->top = logs[0];
        for (size_t w = 1; w < count; w++)
            beliefs->top = larger_of(logs[w], beliefs->top);
        beliefs->power = power_of(logs, count, beliefs->top);
        beliefs->share = share_of(logs, count, beliefs->top, beliefs->power);
        for (int i = 0; i < number; i++)
            fit_tilt(uniform, count, seats[i], room.logs + seats[i] * count, beliefs->power, beliefs->tilt[seats[i]]);
    }
    free(logs);
    room_close(&room);
    return status;
}

/* -- worlds by that -------------------------------------------------------------------------------------------------------------------- */

void beliefs_likelihood(const Beliefs *beliefs, int players, double *likelihood)
{
    for (int card = 0; card < CARD_ROOM; card++)
        for (int seat = 0; seat < players; seat++)
            *likelihood++ = exp_of(TILT_STEP * beliefs->tilt[seat][card]);
}

double beliefs_weight(const Beliefs *beliefs, double log) { return exp_of(beliefs->power * (log - beliefs->top)); }

double beliefs_plain(const Beliefs *beliefs, int players, const Position *world)
{
    int steps = 0;
    for (int seat = 0; seat < players; seat++)
        for (Cards cards = world->hand[seat]; cards; cards &= cards - 1)
            steps += beliefs->tilt[seat][bits_lowest(cards)];
    return exp_of(-TILT_STEP * steps);
}

static int by_size(const void *one, const void *two)
{
    double a = *(const double *)one, b = *(const double *)two;
    return (a > b) - (a < b);
}

/* The factor with which weights, cut at 1, add up to `wanted`; `room` has twice as many numbers. */
static double scale_of(const double *weights, size_t count, size_t wanted, double *room)
{
    double *sums = room + count, sum = 0;
    memcpy(room, weights, count * sizeof *room);
    qsort(room, count, sizeof *room, by_size);
    for (size_t i = 0; i < count; i++)
        sums[i] = sum += room[i];
    for (size_t cut = 0; cut < wanted && cut < count; cut++) {
        double scale = (double)(wanted - cut) / sums[count - 1 - cut];
        if (scale * room[count - 1 - cut] <= 1)
            return scale;
    }
    return (double)wanted / sum;
}

/* Marks the world in whose part of the sum of chances a whole number, less `start`, lies. */
static void keep(const double *weights, const double *plain, size_t count, size_t wanted, double scale, double start, Kept *kept)
{
    double sum = 0;
    size_t mark = 0;
    kept->count = 0;
    for (size_t w = 0; w < count && kept->count < wanted; w++) {
        double chance = scale * weights[w] < 1 ? scale * weights[w] : 1;
        size_t before = mark;
        sum += chance;
        mark = w + 1 == count ? wanted : (size_t)(sum + start); /* at the end it is, but for rounding */
        if (mark <= before)
            continue;
        kept->places[kept->count] = (uint32_t)w;
        kept->weights[kept->count] = weights[w] / chance;
        if (kept->plain)
            kept->plain[kept->count] = plain[w] / chance;
        kept->count++;
    }
}

Status beliefs_keep(const Beliefs *beliefs, const Observed *observed, const Position *pool, size_t count, size_t wanted, double start,
                    Kept *kept)
{
    double *weights = malloc((4 * count + 1) * sizeof *weights); /* then as many for each of what follows */
    Status status = weights ? beliefs_logs(observed, pool, count, weights) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        double *plain = weights + count;
        for (size_t w = 0; w < count; w++) {
            plain[w] = beliefs_plain(beliefs, observed->game.players, &pool[w]);
            weights[w] = larger_of(beliefs_weight(beliefs, weights[w]) * plain[w], LEAST);
        }
        keep(weights, plain, count, wanted, scale_of(weights, count, wanted, plain + count), start, kept);
    }
    free(weights);
    return status;
}
