/* Memory for arrays that grow to an unknown size below a known limit: address space for all of it at once, pages as they are used. So an
 * array never moves, and growing needs no second copy. Large pages are asked for where the system has them: a search table is read at
 * random, and with small pages much of the time goes into finding out where the memory is. */
#ifndef COMMON_PAGES_H
#define COMMON_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Room for `bytes`, all zero and not yet in memory, which begins at a multiple of 64; NULL when there is no address space. */
void *pages_reserve(size_t bytes);

/* Called before more of it is touched than before: its first `bytes`. False when memory is short: Windows says so here, other systems
 * promise all that they reserve. */
bool pages_use(void *pages, size_t bytes);

/* Gives back what pages_reserve gave; NULL is fine. */
void pages_release(void *pages, size_t bytes);

/* Advises large pages under these bytes, from the next touch on; systems without them ignore it. */
void pages_prefer_large(void *pages, size_t bytes);

#endif
