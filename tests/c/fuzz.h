/* A fuzz target: a function of bytes that stops the program where a law does not hold. libFuzzer makes the bytes (make fuzz-c); without
 * it (no FUZZING) the program runs over the files that it is given (make test-c). */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <string.h>

#include "check.h"

#undef CHECK
#define CHECK(condition)                                                                                                                   \
    do {                                                                                                                                   \
        if (!(condition)) {                                                                                                                \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                                        \
            abort();                                                                                                                       \
        }                                                                                                                                  \
    } while (0)

typedef struct Bytes {
    const uint8_t *next;
    size_t left;
} Bytes;

/* The next byte, 0 after the last one; below `limit`. */
static inline uint8_t take(Bytes *bytes, unsigned limit)
{
    if (!bytes->left)
        return 0;
    bytes->left--;
    return (uint8_t)(*bytes->next++ % limit);
}

/* Writes bytes over an object, each after the place for it: what the program itself would never make. */
static inline void damage(Bytes *bytes, void *object, size_t size)
{
    for (int count = take(bytes, 4); count; count--) {
        unsigned at = take(bytes, 256);
        at = at << 8 | take(bytes, 256);
        ((uint8_t *)object)[at % size] = take(bytes, 256);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifndef FUZZING
/* The inputs of a corpus, one a line in hexadecimal digits, are run; with a folder they are written there instead, as libFuzzer has them. */
int main(int count, char **arguments)
{
    static char line[1 << 16];
    static uint8_t data[1 << 15];
    FILE *corpus = count > 1 ? fopen(arguments[1], "r") : NULL;
    CHECK(corpus);
    for (int number = 0; fgets(line, sizeof line, corpus); number++) {
        size_t size = 0;
        for (unsigned byte; sscanf(line + 2 * size, "%2x", &byte) == 1; size++)
            data[size] = (uint8_t)byte;
        if (count == 2) {
            LLVMFuzzerTestOneInput(data, size);
            continue;
        }
        char path[1 << 10];
        snprintf(path, sizeof path, "%s/kept-%d", arguments[2], number);
        FILE *file = fopen(path, "wb");
        CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    }
    return fclose(corpus);
}
#endif

#endif
