/* Memory for arrays that grow to an unknown size below a known limit: address space for all of it at once, pages as they are touched. So an
 * array never moves, and growing needs no second copy. Large pages are asked for where the system has them: a search table is read at
 * random, and with small pages much of the time goes into finding out where the memory is. */
#ifndef COMMON_PAGES_H
#define COMMON_PAGES_H

#include <stddef.h>

/* Room for `bytes`, all zero and not yet in memory; NULL when there is no address space. */
void *pages_reserve(size_t bytes);

/* Gives back what pages_reserve gave; NULL is fine. */
void pages_release(void *pages, size_t bytes);

/* Advises large pages under these bytes, from the next touch on; systems without them ignore it. */
void pages_prefer_large(void *pages, size_t bytes);

#endif
