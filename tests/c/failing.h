/* Makes allocations fail. The program is linked with --wrap for each function below (the Makefile's FAILING); the address sanitizer sees
 * to leaks of the heap and to what is used after it was freed, the count below to what mmap gave.
 *
 *     static bool call(void) { .. }       false: the error that stands for "no memory"; where !has_failed() it checks the answer
 *     fail_each(call);                    with the n-th allocation failing, and all from the n-th on, for every n; then without failure */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "check.h"

static long failing_from, allocations; /* 0: none fails */
static bool failing_all;
static size_t bytes_mapped;

static bool has_failed(void) { return failing_from && allocations >= failing_from; }

static bool fails(void)
{
    allocations++;
    return failing_from && (failing_all ? allocations >= failing_from : allocations == failing_from);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __real_munmap(void *address, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *address, size_t size);
bool __real_pages_use(void *pages, size_t bytes);
bool __wrap_pages_use(void *pages, size_t bytes);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __real_aligned_alloc(alignment, size); }

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    void *pages = fails() ? MAP_FAILED : __real_mmap(address, size, protection, flags, file, offset);
    bytes_mapped += pages == MAP_FAILED ? 0 : size;
    return pages;
}

/* As on Windows, where memory that was reserved may not be there when it is used. */
bool __wrap_pages_use(void *pages, size_t bytes) { return !fails() && __real_pages_use(pages, bytes); }

int __wrap_munmap(void *address, size_t size)
{
    CHECK(bytes_mapped >= size);
    bytes_mapped -= size;
    return __real_munmap(address, size);
}

/* Returns the number of failures; a call that allocates has at least one. */
static int fail_each(bool (*call)(void))
{
    int failures = 0;
    for (int all = 0; all < 2; all++)
        for (failing_from = 1, failing_all = all;; failing_from++, failures++) {
            allocations = 0;
            bool is_done = call();
            CHECK(bytes_mapped == 0);
            if (!has_failed()) {
                CHECK(is_done);
                failing_from = 0;
                break;
            }
            long from = failing_from;
            failing_from = 0;
            CHECK(call());
            CHECK(bytes_mapped == 0);
            failing_from = from;
        }
    CHECK(failures > 0);
    return failures;
}

#endif
