#include "diamonds/training/selfplay.h"

#include <stdlib.h>
#include <string.h>

#include "common/portable.h"
#include "diamonds/learned/playnet.h"
#include "diamonds/training/valuenet.h"

enum { PLAY_BATCH = 1024, PASS_BATCH = 256, NOISES = 1024, START_SHOWROOM = 3, MOST_SHOWROOM = 9, MOST_CHOICES = MAX_HAND };

static const float LAMBDA = 0.8f;
static const float NOISE = 0.1f; /* points */
/* Of decisions at random; of seats that pass by rules; of samples that hide the pass; of rounds with other showrooms, and with any number of
 * cards to pass. */
static const double RANDOM_CARDS = 0.02, RANDOM_PASSES = 0.05, RULED_PASSES = 0.5, HIDDEN_PASSES = 0.2, LATER_ROUNDS = 0.25, ANY_COUNTS = 0.2;
static const double RATE = 1e-3, HALF_RATE = 400000; /* of steps: half of it after HALF_RATE rounds, a third after twice as many */

/* Samples, the inputs of one after those of the other. */
typedef struct Pool {
    uint16_t *input;
    float *value;
    struct Sample {
        size_t first;
        int count;
        float target;
    } *sample;
    size_t used;
    int count, *order;
} Pool;

struct Trainer {
    PassGame game;
    int cards; /* of a hand */
    uint64_t seed, done;
    ValueNet play, pass;
    Pool plays, passes;
    float noise[NOISES]; /* as often as in Gumbel's distribution */
};

static bool pool_open(Pool *pool, size_t samples, size_t inputs)
{
    pool->input = malloc(samples * inputs * sizeof *pool->input);
    pool->value = malloc(samples * inputs * sizeof *pool->value);
    pool->sample = malloc(samples * sizeof *pool->sample);
    pool->order = malloc(samples * sizeof *pool->order);
    return pool->input && pool->value && pool->sample && pool->order;
}

static void pool_free(Pool *pool)
{
    free(pool->input);
    free(pool->value);
    free(pool->sample);
    free(pool->order);
}

static void pool_extend(Pool *pool, const Inputs *inputs)
{
    size_t count = (size_t)inputs->count;
    memcpy(pool->input + pool->used, inputs->input, count * sizeof *inputs->input);
    memcpy(pool->value + pool->used, inputs->value, count * sizeof *inputs->value);
    pool->used += count;
}

/* A sample without a target; `more`: further inputs, or NULL. Returns its index. */
static int pool_add(Pool *pool, const Inputs *inputs, const Inputs *more)
{
    pool->sample[pool->count] = (struct Sample){pool->used, inputs->count + (more ? more->count : 0), 0};
    pool_extend(pool, inputs);
    if (more)
        pool_extend(pool, more);
    return pool->count++;
}

Trainer *trainer_new(int players, int sides, int cards, uint64_t seed)
{
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return NULL;
    trainer->game = (PassGame){kind_deck(players, cards), players, sides};
    trainer->cards = cards;
    trainer->seed = seed;
    Rng rng = rng_stream(~seed, 0);
    double unit = sides == players ? 3 : sides == 2 ? 8 : 4;
    size_t seats = TRAINING_ROUNDS * (size_t)players;
    bool has_nets = valuenet_open(&trainer->play, PLAY_INPUTS, unit, &rng) && valuenet_open(&trainer->pass, PASS_INPUTS, unit, &rng);
    if (!has_nets || !pool_open(&trainer->plays, seats * MOST_CHOICES, MOST_INPUTS) || !pool_open(&trainer->passes, seats, MOST_PASS_ONES)) {
        trainer_free(trainer);
        return NULL;
    }
    for (int i = 0; i < NOISES; i++)
        trainer->noise[i] = -(float)portable_log(-portable_log((i + 0.5) / NOISES));
    return trainer;
}

void trainer_free(Trainer *trainer)
{
    if (!trainer)
        return;
    valuenet_free(&trainer->play);
    valuenet_free(&trainer->pass);
    pool_free(&trainer->plays);
    pool_free(&trainer->passes);
    free(trainer);
}

/* -- a round ------------------------------------------------------------------------------------------------------------------------------ */

/* The hands as they are dealt, before the pass, and everything else of a first round. */
static void deal(const Trainer *trainer, Table *table, Rng *rng)
{
    const PassGame *game = &trainer->game;
    memset(table, 0, sizeof *table);
    table->seen = ALL_CARDS & ~game->deck;
    Position *p = &table->position;
    p->players = (uint8_t)game->players;
    p->sides = (uint8_t)game->sides;
    p->leader = 1;
    p->tricks_left = (uint8_t)(game->players == 2 ? trainer->cards / 2 : trainer->cards);
    p->robber = NOBODY;
    uint8_t cards[CARD_NUMBERS];
    int left = 0;
    for (Cards all = game->deck; all; all &= all - 1)
        cards[left++] = (uint8_t)bits_lowest(all);
    for (int seat = 0; seat < game->players; seat++) {
        p->showroom[seat] = START_SHOWROOM;
        for (int i = 0; i < trainer->cards; i++) {
            int drawn = (int)rng_below(rng, (uint32_t)left);
            p->hand[seat] |= card_set(cards[drawn]);
            cards[drawn] = cards[--left];
        }
        int partner = partner_of(p, seat), receiver = partner != seat ? partner : (seat + 1) % game->players;
        table->giver[receiver] = (uint8_t)seat;
    }
}

/* After everybody has chosen what to give. */
static void exchange(Table *table)
{
    Position *p = &table->position;
    for (int seat = 0; seat < p->players; seat++)
        p->hand[seat] &= ~table->passed[seat];
    for (int seat = 0; seat < p->players; seat++)
        p->hand[seat] |= table->passed[table->giver[seat]];
}

/* Points of the seat's side minus the mean of the others'. */
static float margin_of(const Position *p, int seat)
{
    int own = 0, all = 0;
    for (int other = 0; other < p->players; other++) {
        all += position_points(p, other);
        own += side_of(p, other) == side_of(p, seat) ? position_points(p, other) : 0;
    }
    return (float)own - (float)(all - own) / (float)(p->sides - 1);
}

/* What a decision was, for those before it. */
typedef struct Choice {
    int sample;
    float margin;      /* as it stood */
    float top, chosen; /* the net's values: the highest, and that of what was done */
} Choice;

/* The best of values, each with noise unless `rng` is NULL; with chance `random` any. */
static int pick(const Trainer *trainer, const float *values, int count, double random, Rng *rng)
{
    int best = 0;
    float most = 0;
    if (rng && rng_double(rng) < random)
        return (int)rng_below(rng, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        float value = values[i] + (rng ? NOISE * trainer->noise[rng_below(rng, NOISES)] : 0);
        if (i == 0 || value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

static int highest(const float *values, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = values[i] > values[best] ? i : best;
    return best;
}

/* A card for the seat to move, and where there is a choice of it a sample. `rng` NULL: the best one, and no sample. */
static int pick_card(Trainer *trainer, const Table *table, Rng *rng, Choice *choice)
{
    Look look;
    Inputs decision, cards[MAX_HAND];
    float base[FIRST], sums[FIRST], values[MAX_HAND];
    uint8_t card[MAX_HAND];
    int count = 0;
    choice->sample = -1;
    look_at(&look, table);
    if (!(look.distinct & (look.distinct - 1)))
        return bits_lowest(look.distinct);
    decision_list(&look, table, false, &decision);
    valuenet_begin(&trainer->play, base);
    valuenet_add(&trainer->play, &decision, base);
    for (Cards left = look.distinct; left; left &= left - 1, count++) {
        card[count] = (uint8_t)bits_lowest(left);
        card_list(&look, card[count], &cards[count]);
        memcpy(sums, base, sizeof sums);
        valuenet_add(&trainer->play, &cards[count], sums);
        values[count] = valuenet_value(&trainer->play, sums);
    }
    int picked = pick(trainer, values, count, RANDOM_CARDS, rng);
    if (rng) {
        if (rng_double(rng) < HIDDEN_PASSES)
            decision_list(&look, table, true, &decision);
        choice->sample = pool_add(&trainer->plays, &decision, &cards[picked]);
        choice->margin = margin_of(&table->position, look.sight.seat);
        choice->top = values[highest(values, count)];
        choice->chosen = values[picked];
    }
    return card[picked];
}

static void pass_list(Cards hand, Cards given, Inputs *inputs)
{
    inputs->count = pass_inputs(hand & ~given, given, inputs->input);
    for (int i = 0; i < inputs->count; i++)
        inputs->value[i] = 1;
}

/* The cards that a hand gives; with a sample, unless `rng` is NULL. */
static Cards pick_pass(Trainer *trainer, Cards hand, int count, Rng *rng, int *sample)
{
    Cards passes[MOST_PASSES];
    float values[MOST_PASSES], sums[FIRST];
    Inputs inputs;
    int found = pass_sets(hand, count, passes);
    for (int i = 0; i < found; i++) {
        pass_list(hand, passes[i], &inputs);
        valuenet_begin(&trainer->pass, sums);
        valuenet_add(&trainer->pass, &inputs, sums);
        values[i] = valuenet_value(&trainer->pass, sums);
    }
    int picked = pick(trainer, values, found, RANDOM_PASSES, rng);
    if (rng) {
        pass_list(hand, passes[picked], &inputs);
        *sample = pool_add(&trainer->passes, &inputs, NULL);
    }
    return passes[picked];
}

/* The move of who sits at the table by rules of thumb. */
static Move ruled_move(const Table *table, Rng *rng)
{
    const Position *p = &table->position;
    return policy_move(policy_default(p), p, table->seen, rng);
}

/* What the decisions of a seat, the first one first, were worth by all that came after them. `pass`: its sample, or -1; `start`: the margin
 * before the first card. */
static void set_targets(Trainer *trainer, const Choice *choices, int count, int pass, float start, float end)
{
    float next = end, value = 0, came = 0; /* of the decision after: the margin before it, its value, what came of it */
    for (int i = count - 1; i >= 0; i--) {
        const Choice *choice = &choices[i];
        float target = next - choice->margin + (1 - LAMBDA) * value + LAMBDA * came;
        trainer->plays.sample[choice->sample].target = target;
        came = target + choice->top - choice->chosen;
        value = choice->top;
        next = choice->margin;
    }
    if (pass >= 0)
        trainer->passes.sample[pass].target = next - start + (1 - LAMBDA) * value + LAMBDA * came;
}

static void play_round(Trainer *trainer, Rng *rng)
{
    Table table;
    Choice choices[MAX_PLAYERS][MOST_CHOICES];
    int counts[MAX_PLAYERS] = {0}, passes[MAX_PLAYERS];
    float start[MAX_PLAYERS];
    const PassGame *game = &trainer->game;
    Position *p = &table.position;
    deal(trainer, &table, rng);
    table.pass_count = rng_double(rng) < ANY_COUNTS ? 1 + (int)rng_below(rng, MAX_PASS) : pass_count(game, p->hand[0]);
    for (int seat = 0; seat < p->players; seat++) {
        passes[seat] = -1;
        bool by_rules = rng_double(rng) < RULED_PASSES;
        table.passed[seat] = by_rules ? pass_choice(game, p->hand[seat], table.pass_count)
                                            : pick_pass(trainer, p->hand[seat], table.pass_count, rng, &passes[seat]);
    }
    exchange(&table);
    if (rng_double(rng) < LATER_ROUNDS)
        for (int seat = 0; seat < p->players; seat++)
            p->showroom[seat] = (uint16_t)rng_below(rng, MOST_SHOWROOM);
    for (int seat = 0; seat < p->players; seat++)
        start[seat] = margin_of(p, seat);
    for (Decision decision; (decision = position_decision(p)) != DECIDE_NOTHING;) {
        if (decision != DECIDE_CARD) {
            table_play(&table, ruled_move(&table, rng));
            continue;
        }
        int seat = position_to_move(p);
        Choice *choice = &choices[seat][counts[seat]];
        int card = pick_card(trainer, &table, rng, choice);
        counts[seat] += choice->sample >= 0;
        table_play(&table, card_move(&table, card, rng));
    }
    for (int seat = 0; seat < p->players; seat++)
        set_targets(trainer, choices[seat], counts[seat], passes[seat], start[seat], margin_of(p, seat));
}

/* -- learning ----------------------------------------------------------------------------------------------------------------------------- */

/* Each sample once, in a random order, but for those that do not fill a batch. The pool is empty afterwards. */
static void learn(ValueNet *net, Pool *pool, int batch, double rate, Rng *rng)
{
    for (int i = 0; i < pool->count; i++) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        pool->order[i] = pool->order[j];
        pool->order[j] = i;
    }
    for (int first = 0; first + batch <= pool->count; first += batch) {
        for (int i = first; i < first + batch; i++) {
            const struct Sample *sample = &pool->sample[pool->order[i]];
            valuenet_learn(net, pool->input + sample->first, pool->value + sample->first, sample->count, sample->target);
        }
        valuenet_step(net, rate, batch);
    }
    pool->count = 0;
    pool->used = 0;
}

void trainer_run(Trainer *trainer, uint64_t rounds)
{
    while (trainer->done < rounds) {
        Rng shuffling = rng_stream(trainer->seed, 2 * trainer->done + 1);
        double rate = RATE / (1 + (double)trainer->done / HALF_RATE);
        for (int i = 0; i < TRAINING_ROUNDS; i++) {
            Rng rng = rng_stream(trainer->seed, 2 * trainer->done++);
            play_round(trainer, &rng);
        }
        learn(&trainer->play, &trainer->plays, PLAY_BATCH, rate, &shuffling);
        learn(&trainer->pass, &trainer->passes, PASS_BATCH, rate, &shuffling);
    }
}

/* -- what was learned --------------------------------------------------------------------------------------------------------------------- */

static float played_alone(Trainer *trainer, bool passes, int side, Table table, Rng rng)
{
    const PassGame *game = &trainer->game;
    Position *p = &table.position;
    Choice choice;
    int sample;
    for (int seat = 0; seat < p->players; seat++) {
        bool by_net = passes && side_of(p, seat) == side;
        Cards hand = p->hand[seat];
        table.passed[seat] =
            by_net ? pick_pass(trainer, hand, table.pass_count, NULL, &sample) : pass_choice(game, hand, table.pass_count);
    }
    exchange(&table);
    for (Decision decision; (decision = position_decision(p)) != DECIDE_NOTHING;) {
        bool by_net = decision == DECIDE_CARD && side_of(p, position_to_move(p)) == side;
        table_play(&table, by_net ? card_move(&table, pick_card(trainer, &table, NULL, &choice), &rng) : ruled_move(&table, &rng));
    }
    return margin_of(p, side);
}

void trainer_margins(Trainer *trainer, bool passes, int deals, double *margins)
{
    for (int i = 0; i < deals; i++) {
        Table table;
        Rng rng = rng_stream(~trainer->seed, 1 + (uint64_t)i);
        deal(trainer, &table, &rng);
        table.pass_count = pass_count(&trainer->game, table.position.hand[0]);
        margins[i] = 0;
        for (int side = 0; side < trainer->game.sides; side++)
            margins[i] += played_alone(trainer, passes, side, table, rng);
        margins[i] /= trainer->game.sides;
    }
}

int trainer_numbers(const Trainer *trainer, bool of_pass, float *numbers)
{
    const ValueNet *net = of_pass ? &trainer->pass : &trainer->play;
    int rows = net->inputs * FIRST, count = rows + LAYER_NUMBERS;
    if (!numbers)
        return count;
    for (int i = 0; i < net->inputs; i++) {
        bool is_used = false;
        for (int j = 0; j < FIRST; j++)
            is_used |= net->squares.rows[i][j] != 0;
        for (int j = 0; j < FIRST; j++)
            numbers[i * FIRST + j] = is_used || of_pass ? net->net.rows[i][j] : 0;
    }
    Layers layers = net->net.layers;
    for (int k = 0; k < SECOND; k++)
        layers.out[k] *= (float)net->unit;
    layers.out_bias *= (float)net->unit;
    memcpy(numbers + rows, &layers, sizeof layers);
    return count;
}
