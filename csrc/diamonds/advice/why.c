#include "diamonds/advice/why.h"

#include <string.h>

static const double SURE = 1.5;                /* half widths of its interval from which a part is named, */
static const double LEAST = 0.1, SHARE = 0.25; /* if it is that many points, and that share of the loss */
static const double SECOND = 0.5;              /* of the largest part: so large is a second one that is named */

/* What a part is called where it brings more and where it brings less; what it brings each time it is had, 0 where that is not told. */
typedef struct Phrase {
    const char *more, *less;
    double each;
} Phrase;

static const Phrase PHRASES[] = {
    [PART_TRICKS] = {"in tricks", "in tricks", 0},
    [PART_DISCARDS] = {"by discards", "by discards", 0},
    [PART_AWARDS + DIAMONDS] = {"by the award for most diamonds", "by the award for most diamonds", 2},
    [PART_AWARDS + HEARTS] = {"by the award for most hearts", "by the award for most hearts", 1},
    [PART_AWARDS + SPADES] = {"by the award for most spades", "by the award for most spades", 1},
    [PART_AWARDS + CLUBS] = {"by the award for most clubs", "by the award for most clubs", 1},
    [PART_BONUS] = {"by the bonus for winning no trick", "by the bonus for winning no trick", 4},
    [PART_ROBBED] = {"by being robbed less", "by being robbed more", 0},
    [PART_OTHERS] = {"as the others gain less", "as the others gain more", 0},
};

enum { NAMEABLE = sizeof PHRASES / sizeof *PHRASES };

/* A text that grows. printf would be a twentieth of the phone's core. */
typedef struct Text {
    char *text;
    size_t size, length;
} Text;

static void add(Text *out, const char *more)
{
    size_t length = strlen(more), room = out->size - out->length;
    length = length < room ? length : room - 1;
    memcpy(out->text + out->length, more, length);
    out->length += length;
    out->text[out->length] = 0;
}

static double ahead(const Why *why, int part) { return why->points[0][part] - why->points[1][part]; }

static double size_of(double number) { return number < 0 ? -number : number; }

int why_named(const Why *why, int *parts)
{
    double least = SHARE * size_of(why->lead);
    int count = 0;
    for (int place = 0; place < 2; place++) {
        int best = -1;
        for (int part = 0; part < NAMEABLE; part++) {
            double size = size_of(ahead(why, part));
            bool stands_out = size > SURE * why->reach[part] && size > LEAST && size > least;
            if (stands_out && !(count && parts[0] == part) && (best < 0 || size > size_of(ahead(why, best))))
                best = part;
        }
        if (best >= 0 && (!count || size_of(ahead(why, best)) >= SECOND * size_of(ahead(why, parts[0]))))
            parts[count++] = best;
    }
    return count;
}

static const int POWERS[] = {1, 10, 100};

/* The number, times a power of ten, as a whole one: the nearest, of two the even one, as printf rounds. */
static int64_t rounded(double number, int digits)
{
    double size = size_of(number), high = (double)(float)size, scaled = size * POWERS[digits];
    double lost = (high * POWERS[digits] - scaled) + (size - high) * POWERS[digits]; /* exact: by half of the digits at a time */
    int64_t whole = (int64_t)scaled;
    double rest = scaled - (double)whole;
    if (rest > 0.5 || (rest >= 0.5 && (lost > 0 || (lost >= 0 && whole % 2))))
        whole++;
    return number < 0 ? -whole : whole;
}

static void add_number(Text *out, double number, int digits)
{
    int64_t whole = rounded(number, digits);
    uint64_t rest = (uint64_t)(whole < 0 ? -whole : whole);
    char text[32], *first = text + sizeof text;
    *--first = 0;
    for (int place = 0; rest || place <= digits; place++, rest /= 10) {
        if (digits && place == digits)
            *--first = '.';
        *--first = (char)('0' + rest % 10);
    }
    if (whole < 0)
        *--first = '-';
    add(out, first);
}

/* In brackets; nothing where both numbers are written alike. `each`: after both, `unit`: at the end. */
static void add_compared(Text *out, double first, double second, int digits, const char *each, const char *unit)
{
    if (rounded(first, digits) == rounded(second, digits))
        return;
    add(out, " (");
    add_number(out, first, digits);
    add(out, each);
    add(out, " against ");
    add_number(out, second, digits);
    add(out, each);
    add(out, unit);
    add(out, ")");
}

static void add_part(Text *out, const Why *why, int part)
{
    const Phrase *phrase = &PHRASES[part];
    double difference = ahead(why, part);
    const double *own = why->points[0], *other = why->points[1];
    add_number(out, size_of(difference), 2);
    add(out, " ");
    add(out, difference > 0 ? phrase->more : phrase->less);
    if (part == PART_TRICKS)
        add_compared(out, own[PART_TRICKS_WON], other[PART_TRICKS_WON], 1, "", " tricks");
    if (part == PART_ROBBED)
        add_compared(out, -own[part], -other[part], 1, "", " crystals");
    if (phrase->each > 0)
        add_compared(out, 100 * (own[part] / phrase->each), 100 * (other[part] / phrase->each), 0, " %", "");
}

/* The named parts that bring something, or those that cost; returns how many. */
static int add_parts(Text *out, const Why *why, const int *parts, int count, bool gain)
{
    int told = 0;
    for (int i = 0; i < count; i++)
        if ((ahead(why, parts[i]) > 0) == gain) {
            add(out, told++ ? " and " : "");
            add_part(out, why, parts[i]);
        }
    return told;
}

void why_text(const Why *why, const char *move, const char *against, char *text, size_t size)
{
    Text out = {text, size, 0};
    int parts[2], count = why_named(why, parts), costs = 0;
    int64_t sum = 0; /* of what is written, in hundredths */
    for (int i = 0; i < count; i++) {
        costs += ahead(why, parts[i]) < 0;
        sum += rounded(ahead(why, parts[i]), 2);
    }
    int64_t rest = costs && sum <= 0 ? rounded(why->lead, 2) - sum : 0; /* what is named would not make the move the better one */
    add(&out, why->is_chance ? "why: in points of this round, compared with " : "why: compared with ");
    add(&out, against);
    add(&out, ", ");
    add(&out, move);
    add(&out, " ");
    if (why->is_chance && why->lead < 0) { /* points are told, of which chances to win are no sums */
        add(&out, "brings fewer; it is better for the chance to win");
        return;
    }
    if (!count) {
        add(&out, why->is_sure ? "is better by many small things" : "stands out in nothing");
        return;
    }
    if (costs) {
        add(&out, "costs ");
        add_parts(&out, why, parts, count, false);
        add(&out, ", but ");
    }
    add(&out, "brings ");
    int gains = add_parts(&out, why, parts, count, true);
    if (rest > 0) {
        add(&out, gains ? " and " : "");
        add_number(&out, (double)rest / POWERS[2], 2);
        add(&out, " by all else");
    }
}
