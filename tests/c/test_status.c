/* diamonds/rules/status.h: every code has a text of its own, and any number has one. */
#include <string.h>

#include "check.h"
#include "diamonds/rules/status.h"

int main(void)
{
    for (int i = 0; i < STATUS_COUNT; i++) {
        CHECK(status_text(i) && *status_text(i));
        for (int j = 0; j < i; j++)
            CHECK(strcmp(status_text(i), status_text(j)));
    }
    CHECK(status_text(-1) && status_text(STATUS_COUNT) && status_text(1 << 30));
    return 0;
}
