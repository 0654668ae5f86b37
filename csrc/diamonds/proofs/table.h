/* The table of proofs: from a state to a proof that answers a question about it.
 *
 *     key: suit lengths of every hand, leader   --->  bucket: the sets of top ranks (masks) that proofs of this key depend on
 *     key, mask, who holds the cards of mask    --->  pattern: its proofs side by side, those used last in front
 *
 * A look-up goes through the masks of the bucket; for each, one hash gives the pattern, and its proofs are tested against the state's
 * components. Masks and holders are in relative ranks: the live cards pushed together (bits_gather). */
#ifndef DIAMONDS_PROOFS_TABLE_H
#define DIAMONDS_PROOFS_TABLE_H

#include <stddef.h>

#include "diamonds/proofs/store.h"

enum { NO_HASH_MOVE = 255 };

static inline uint64_t pattern_tag(uint64_t key, uint64_t mask, const uint64_t *planes)
{
    uint64_t tag = hash_fold(key ^ mask, UINT64_C(0xD1B54A32D192ED03));
    for (int i = 0; i < PLANES; i++)
        tag = hash_fold(tag ^ (planes[i] & mask), UINT64_C(0x9FB21C651E98DF25));
    return tag | 1;
}

/* A pattern's tag stands for these; debug builds keep them with a new pattern and compare. */
static inline void pattern_compare(Pattern *pattern, uint64_t key, uint64_t ranks, const uint64_t *planes, bool is_new)
{
#ifdef DIAMONDS_DEBUG
    for (int i = 0; i < PLANES; i++) {
        pattern->planes[i] = is_new ? planes[i] & ranks : pattern->planes[i];
        assert(pattern->planes[i] == (planes[i] & ranks));
    }
    pattern->key = is_new ? key : pattern->key;
    pattern->ranks = is_new ? ranks : pattern->ranks;
    assert(pattern->key == key);
    assert(pattern->ranks == ranks);
#endif
    (void)pattern, (void)key, (void)ranks, (void)planes, (void)is_new;
}

/* All cards of a suit from the lowest one of `cards` up. */
static inline Cards close_upwards(Cards cards)
{
    cards |= (cards << 1) & UINT64_C(0xFFFEFFFEFFFEFFFE);
    cards |= (cards << 2) & UINT64_C(0xFFFCFFFCFFFCFFFC);
    cards |= (cards << 4) & UINT64_C(0xFFF0FFF0FFF0FFF0);
    return cards | ((cards << 8) & UINT64_C(0xFF00FF00FF00FF00));
}

/* Eight lanes of a bound from `first` on, those that are not used free. Made in a register: bytes put into a vector in memory would have to
 * arrive there before it can be loaded. */
static inline uint64_t box_word(const Entry *e, size_t bound, int first, uint64_t free_lanes)
{
    enum { LAST = COMPONENTS > 8 ? COMPONENTS - 8 : 0 }; /* loads end where the bound ends, or at least in the entry */
    int used = COMPONENTS - first;
    uint64_t word, unused = used >= 8 ? 0 : ~UINT64_C(0) << 8 * used;
    memcpy(&word, (const char *)e + bound + (first < LAST ? first : LAST), 8);
    if (first > LAST)
        word >>= 8 * (first - LAST);
    return (word & ~unused) | (free_lanes & unused);
}

static inline Lanes box_lanes(const Entry *e, size_t bound, int8_t free_lane)
{
    const uint64_t free_lanes = (uint8_t)free_lane * UINT64_C(0x0101010101010101);
    uint64_t words[LANES / 8];
    for (int i = 0; i < LANES / 8; i++)
        words[i] = 8 * i < COMPONENTS ? box_word(e, bound, 8 * i, free_lanes) : free_lanes;
    return lanes_of_words(words);
}

static inline void box_of(const Entry *e, Lanes *lo, Lanes *hi)
{
    *lo = box_lanes(e, offsetof(Entry, lo), -LANE_FREE);
    *hi = box_lanes(e, offsetof(Entry, hi), LANE_FREE);
}

/* The entry's proof holds for the state and answers the question. */
static inline bool entry_answers(const Entry *e, const State *s, int beta)
{
    if ((e->value >= beta) != e->at_least || (e->won & ~s->won) || (e->lost & s->won))
        return false;
    Lanes lo, hi;
    box_of(e, &lo, &hi);
    return lanes_within(s->x, lo, hi);
}

/* The first entry of the pattern that answers; it moves one place forward. */
static inline Entry *search_pattern(ProofStore *t, const Pattern *pattern, const State *s, int beta)
{
    Entry *first = &entries_of(t)[pattern->start];
    for (int i = 0; i < pattern->count; i++)
        if (entry_answers(&first[i], s, beta)) {
            if (!i)
                return first;
            Entry found = first[i];
            first[i] = first[i - 1];
            first[i - 1] = found;
            return &first[i - 1];
        }
    return NULL;
}

/* Looks for a proof that answers "value >= beta?"; gives its value and conditions. Otherwise *hash_move gets a promising lead or
 * NO_HASH_MOVE. */
static bool prooftable_find(ProofStore *t, uint64_t key, const uint64_t *planes, const State *s, int beta, Proof *proof, int *value,
                            int *hash_move)
{
    const Bucket *bucket = bucket_at(t, key);
    Mask *masks = &masks_of(t)[bucket->start];
    int move_of_pattern = NO_HASH_MOVE;
    *hash_move = NO_HASH_MOVE;
    if (!bucket->key)
        return false;
    for (int k = 0; k < bucket->count; k++) {
        uint64_t tag = pattern_tag(key, masks[k].ranks, planes);
        if (!(masks[k].tags >> (tag >> 58) & 1))
            continue;
        Pattern *pattern = pattern_at(t, tag);
        if (!pattern->tag || !pattern->count)
            continue;
        pattern_compare(pattern, key, masks[k].ranks, planes, false);
        const Entry *e = search_pattern(t, pattern, s, beta);
        if (e) {
            box_of(e, &proof->lo, &proof->hi);
            proof->won = e->won;
            proof->lost = e->lost;
            proof->ranks = close_upwards(bits_scatter(masks[k].ranks, s->live));
            *value = e->value;
            if (k) { /* a mask that was of use comes one place forward */
                Mask found = masks[k];
                masks[k] = masks[k - 1];
                masks[k - 1] = found;
            }
            return true;
        }
        e = &entries_of(t)[pattern->start];
        if (move_of_pattern == NO_HASH_MOVE && e->at_least == is_max(s->leader))
            move_of_pattern = e->move;
    }
    *hash_move = move_of_pattern != NO_HASH_MOVE ? move_of_pattern : bucket->hash_move;
    return false;
}

/* The bucket's record of the mask, made if it is new; NULL when there is no room. */
static Mask *mask_of(ProofStore *t, Bucket *bucket, uint64_t ranks)
{
    Mask *masks = &masks_of(t)[bucket->start];
    for (int k = 0; k < bucket->count; k++)
        if (masks[k].ranks == ranks)
            return &masks[k];
    if (bucket->count == 1 << bucket->size && !enlarge_block(t, &t->masks, &bucket->start, &bucket->size, bucket->count))
        return NULL;
    Mask *mask = &masks_of(t)[bucket->start + bucket->count++];
    *mask = (Mask){ranks, 0};
    return mask;
}

/* Whether everything that `old` proves follows from `proof`. */
static inline bool entry_is_implied(const Entry *old, const Proof *proof, int value, bool at_least)
{
    if (old->at_least != at_least || (at_least ? old->value > value : old->value < value))
        return false;
    if ((proof->won & ~old->won) || (proof->lost & ~old->lost))
        return false;
    Lanes lo, hi;
    box_of(old, &lo, &hi);
    return lanes_within(proof->lo, lanes_all(-128), lo) && lanes_within(proof->hi, hi, lanes_all(127));
}

/* Drops the proofs of the pattern that the new one makes needless. */
static void drop_implied(ProofStore *t, Pattern *pattern, const Proof *proof, int value, bool at_least)
{
    Entry *first = &entries_of(t)[pattern->start];
    int kept = 0;
    for (int i = 0; i < pattern->count; i++)
        if (!entry_is_implied(&first[i], proof, value, at_least)) {
            if (kept != i)
                first[kept] = first[i];
            kept++;
        }
    pattern->count = (uint16_t)kept;
}

/* The pattern with room for one more proof, NULL when there is none. */
static Pattern *pattern_with_room(ProofStore *t, uint64_t tag, int tricks, const Proof *proof, int value, bool at_least)
{
    Pattern *pattern = pattern_at(t, tag);
    if (!pattern->tag) {
        uint32_t start = store_take_block(t, &t->entries, 0);
        if (!start)
            return NULL;
        *pattern = (Pattern){.tag = tag, .start = start, .tricks = (uint8_t)tricks};
        t->patterns.used++;
    }
    drop_implied(t, pattern, proof, value, at_least);
    if (pattern->count == 1 << pattern->size && !enlarge_block(t, &t->entries, &pattern->start, &pattern->size, pattern->count))
        return NULL;
    return pattern;
}

/* The bucket of the state, with its hash move brought up to date; NULL when there is no room. */
static Bucket *bucket_of(ProofStore *t, uint64_t key, const State *s, int move, bool decided)
{
    Bucket *bucket = bucket_at(t, key);
    if (!bucket->key) {
        uint32_t start = store_take_block(t, &t->masks, 0);
        if (!start)
            return NULL;
        *bucket = (Bucket){key, start, 0, 0, NO_HASH_MOVE, s->tricks};
        t->buckets.used++;
    }
    if (decided || bucket->hash_move == NO_HASH_MOVE)
        bucket->hash_move = (uint8_t)move;
    return bucket;
}

/* Tries to keep a proof; false when there is no room. */
static bool try_to_keep(ProofStore *t, uint64_t key, const uint64_t *planes, const State *s, const Proof *proof, int value, bool at_least,
                        int move)
{
    if (!hash_has_room(t, &t->buckets) || !hash_has_room(t, &t->patterns))
        return false;
    uint64_t ranks = bits_gather(proof->ranks, s->live), tag = pattern_tag(key, ranks, planes);
    Pattern *pattern = pattern_with_room(t, tag, s->tricks, proof, value, at_least);
    if (pattern)
        pattern_compare(pattern, key, ranks, planes, !pattern->count);
    Bucket *bucket = pattern ? bucket_of(t, key, s, move, at_least == is_max(s->leader)) : NULL;
    Mask *mask = bucket ? mask_of(t, bucket, ranks) : NULL;
    if (!mask)
        return false;
    mask->tags |= UINT64_C(1) << (tag >> 58);
    Entry *first = &entries_of(t)[pattern->start];
    memmove(first + 1, first, pattern->count * sizeof *first);
    pattern->count++;
    memcpy(first->lo, &proof->lo, sizeof first->lo);
    memcpy(first->hi, &proof->hi, sizeof first->hi);
    first->value = (int16_t)value;
    first->won = proof->won;
    first->lost = proof->lost;
    first->move = (uint8_t)move;
    first->at_least = at_least;
    return true;
}

/* Keeps a proof of value >= value (at_least) or value <= value; false when others were dropped for it, cheaper ones first. */
static bool prooftable_keep(ProofStore *t, uint64_t key, const uint64_t *planes, const State *s, const Proof *proof, int value,
                            bool at_least, int move)
{
    if (try_to_keep(t, key, planes, s, proof, value, at_least, move))
        return true;
    proofstore_reclaim(t);
    try_to_keep(t, key, planes, s, proof, value, at_least, move);
    return false;
}

#endif
