#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS and madvise */
#include "common/pages.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

void *pages_reserve(size_t bytes) { return VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_READWRITE); }

/* What is promised already stays as it is. */
bool pages_use(void *pages, size_t bytes) { return VirtualAlloc(pages, bytes, MEM_COMMIT, PAGE_READWRITE); }

void pages_release(void *pages, size_t bytes)
{
    (void)bytes;
    if (pages)
        VirtualFree(pages, 0, MEM_RELEASE);
}

#elif defined(__wasm__)
#include <stdlib.h>
#include <string.h>

/* WebAssembly has no address space without memory: all of it is there from the start. */
void *pages_reserve(size_t bytes)
{
    void *pages = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    return pages ? memset(pages, 0, bytes) : NULL;
}

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

#ifndef _WIN32
bool pages_use(void *pages, size_t bytes)
{
    (void)pages;
    (void)bytes;
    return true;
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
