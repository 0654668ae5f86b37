/* diamonds/rules/status.h: every code has a text of its own, and any other number the same one. */
#include <string.h>

#include "check.h"
#include "diamonds/rules/status.h"

int main(void)
{
    for (int i = 0; i < STATUS_COUNT; i++) {
        CHECK(status_text(i) && *status_text(i));
        for (int j = 0; j < i; j++)
            CHECK(strcmp(status_text(i), status_text(j)));
        CHECK(strcmp(status_text(i), "unknown status"));
    }
    CHECK(!strcmp(status_text(STATUS_OK), "ok"));
    const int unknown[] = {-1, STATUS_COUNT, 1 << 30};
    for (int i = 0; i < 3; i++)
        CHECK(!strcmp(status_text(unknown[i]), "unknown status"));
    return 0;
}
