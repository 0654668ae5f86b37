#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS and madvise */
#include "common/pages.h"

#ifdef __wasm__
#include <stdlib.h>

/* WebAssembly has no address space without memory: all of it is there from the start. */
void *pages_reserve(size_t bytes) { return calloc(1, bytes); }

void pages_release(void *pages, size_t bytes)
{
    (void)bytes;
    free(pages);
}

#else
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

void *pages_reserve(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void pages_release(void *pages, size_t bytes)
{
    if (pages)
        munmap(pages, bytes);
}

#endif

void pages_prefer_large(void *pages, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(pages, bytes, MADV_HUGEPAGE);
#else
    (void)pages;
    (void)bytes;
#endif
}
