#include "common/boxes.h"

#include <stdlib.h>
#include <string.h>

#include "common/pages.h"

enum { FIRST_COUNT = 64, LAST_GENERATION = 0xFFF };

static size_t bytes_for(size_t count) { return (count + BOXES_WINDOW - 1) * sizeof(Box); }

static size_t limit_of(const Boxes *boxes)
{
    return boxes->max_bytes > bytes_for(FIRST_COUNT) ? boxes->max_bytes : bytes_for(FIRST_COUNT);
}

Boxes *boxes_new(size_t max_bytes)
{
    Boxes *boxes = calloc(1, sizeof *boxes);
    if (!boxes)
        return NULL;
    boxes->max_bytes = max_bytes > sizeof *boxes ? max_bytes - sizeof *boxes : 0;
    boxes->count = FIRST_COUNT;
    boxes->generation = 1; /* zeroed memory belongs to no generation */
    boxes->items = pages_reserve(limit_of(boxes));
    if (!boxes->items) {
        free(boxes);
        return NULL;
    }
    return boxes;
}

void boxes_free(Boxes *boxes)
{
    if (boxes)
        pages_release(boxes->items, limit_of(boxes));
    free(boxes);
}

void boxes_clear(Boxes *boxes)
{
    boxes->used = 0;
    if (++boxes->generation > LAST_GENERATION) {
        memset(boxes->items, 0, bytes_for(boxes->count));
        boxes->generation = 1;
    }
}

/* The first place of the key's window that is not of this generation, or NULL. */
static Box *free_place(const Boxes *boxes, uint64_t key)
{
    Box *box = &boxes->items[key & (boxes->count - 1)];
    for (int i = 0; i < BOXES_WINDOW; i++)
        if (box_generation(&box[i]) != boxes->generation)
            return &box[i];
    return NULL;
}

static Box *lowest_rank(const Boxes *boxes, uint64_t key)
{
    Box *box = &boxes->items[key & (boxes->count - 1)], *lowest = box;
    for (int i = 1; i < BOXES_WINDOW; i++)
        if (box_rank(&box[i]) < box_rank(lowest))
            lowest = &box[i];
    return lowest;
}

/* Moves every entry to where it belongs in a table twice as large. An entry takes a place that is free or that of an entry which has not
 * moved yet, and that one moves next; so no gap arises before an entry. */
static void grow(Boxes *boxes)
{
    const unsigned before = boxes->generation;
    const size_t places = boxes->count + BOXES_WINDOW - 1;
    boxes->count *= 2;
    boxes->used = 0;
    boxes->generation++;
    for (size_t i = 0; i < places; i++) {
        Box moving = boxes->items[i];
        if (box_generation(&moving) != before)
            continue;
        boxes->items[i].result = 0;
        while (box_generation(&moving) == before) {
            Box *place = free_place(boxes, moving.key);
            if (!place)
                break;
            Box next = *place;
            *place = moving;
            place->result += 1; /* the new generation */
            boxes->used++;
            moving = next;
        }
    }
}

void boxes_keep(Boxes *boxes, uint64_t key, uint64_t lo, uint64_t hi, uint64_t result, int rank)
{
    if (boxes->used > boxes->count / 2 && bytes_for(boxes->count * 2) <= boxes->max_bytes) {
        if (boxes->generation == LAST_GENERATION)
            boxes_clear(boxes);
        else
            grow(boxes);
    }
    Box *place = free_place(boxes, key);
    if (place)
        boxes->used++;
    else
        place = lowest_rank(boxes, key);
    *place = (Box){key, lo, hi, (result & ~UINT64_C(0xFFFF)) | (uint64_t)rank << 12 | boxes->generation};
}
