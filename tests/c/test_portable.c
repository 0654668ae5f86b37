/* common/portable.h against the C library. */
#include "check.h"
#include "common/portable.h"

static double distance(double a, double b) { return a > b ? a - b : b - a; }

int main(void)
{
    CHECK(portable_exp(0) == 1);
    CHECK(portable_exp(-1e9) == 0);
    CHECK(portable_log(1) == 0);
    for (int i = 1; i < 70000; i++) {
        double x = i * 0.01;
        CHECK(distance(portable_exp(-x), exp(-x)) <= 1e-12 * exp(-x));
        CHECK(distance(portable_log(x), log(x)) <= 1e-12);
        CHECK(distance(portable_log(1 / x), -log(x)) <= 1e-12);
    }
    for (int i = -600; i <= 600; i++) {
        double x = i * 0.01;
        CHECK(distance(portable_normal(x), 0.5 * erfc(-x / sqrt(2))) < 2.6e-4);
        CHECK(distance(portable_normal(x) + portable_normal(-x), 1) < 1e-15);
    }
    return 0;
}
