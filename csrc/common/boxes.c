#include "common/boxes.h"

#include <stdlib.h>
#include <string.h>

#include "common/pages.h"

enum { FIRST_COUNT = 128, LAST_GENERATION = 0xFFF };

Boxes *boxes_new(size_t max_bytes)
{
    Boxes *boxes = calloc(1, sizeof *boxes);
    if (!boxes)
        return NULL;
    boxes->count = boxes->max_count = FIRST_COUNT;
    if (max_bytes > sizeof *boxes + FIRST_COUNT * sizeof(Box))
        boxes->max_count = (max_bytes - sizeof *boxes) / sizeof(Box);
    if (boxes->max_count > UINT32_MAX) /* boxes_window could not reach more */
        boxes->max_count = UINT32_MAX;
    boxes->generation = 1; /* zeroed memory belongs to no generation */
    boxes->bytes = boxes->max_count * sizeof(Box);
    boxes->items = pages_reserve(boxes->bytes);
    if (!boxes->items || !pages_use(boxes->items, boxes->count * sizeof(Box))) {
        boxes_free(boxes);
        return NULL;
    }
    return boxes;
}

void boxes_free(Boxes *boxes)
{
    if (boxes)
        pages_release(boxes->items, boxes->bytes);
    free(boxes);
}

void boxes_clear(Boxes *boxes)
{
    boxes->used = 0;
    boxes->turn = 0;
    if (++boxes->generation > LAST_GENERATION) {
        memset(boxes->items, 0, boxes->count * sizeof(Box));
        boxes->generation = 1;
    }
}

/* The first place of the key's window that is not of this generation, or NULL. */
static Box *free_place(const Boxes *boxes, uint64_t key)
{
    Box *box = boxes_window(boxes, key);
    for (int i = 0; i < BOXES_WINDOW; i++)
        if (box_generation(&box[i]) != boxes->generation)
            return &box[i];
    return NULL;
}

/* A place of the lowest rank, another one each time: what was put in last is wanted most. */
static Box *lowest_rank(Boxes *boxes, uint64_t key)
{
    Box *box = boxes_window(boxes, key);
    unsigned first = boxes->turn++ % BOXES_WINDOW;
    Box *lowest = &box[first];
    for (unsigned i = 1; i < BOXES_WINDOW; i++) {
        Box *other = &box[(first + i) % BOXES_WINDOW];
        if (box_rank(other) < box_rank(lowest))
            lowest = other;
    }
    return lowest;
}

/* Moves every entry to where it belongs in a table of more places. An entry takes a place that is free or that of an entry which has not
 * moved yet, and that one moves next; so no gap arises before an entry. Where memory is short the table stays as large as it is. */
static void grow(Boxes *boxes, size_t count)
{
    if (!pages_use(boxes->items, count * sizeof(Box))) {
        boxes->max_count = boxes->count;
        return;
    }
    const unsigned before = boxes->generation;
    const size_t places = boxes->count;
    boxes->count = count;
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

void boxes_keep(Boxes *boxes, const Hash *hash, uint64_t lo, uint64_t hi, uint64_t result, int rank)
{
    if (boxes->used > boxes->count / 2 && boxes->count < boxes->max_count) {
        if (boxes->generation == LAST_GENERATION) /* growing needs one more */
            boxes_clear(boxes);
        else
            grow(boxes, boxes->count < boxes->max_count / 2 ? boxes->count * 2 : boxes->max_count);
    }
    Box *place = free_place(boxes, hash->key);
    if (place)
        boxes->used++;
    else
        place = lowest_rank(boxes, hash->key);
    *place = (Box){.key = hash->key, .lo = lo, .hi = hi, .result = (result & ~UINT64_C(0xFFFF)) | (uint64_t)rank << 12 | boxes->generation};
#ifdef DIAMONDS_DEBUG
    place->hash = *hash;
#endif
}
