/* exp, ln and the normal distribution from + - * / alone: the same bits on every machine, which the C library's do not promise. */
#ifndef COMMON_PORTABLE_H
#define COMMON_PORTABLE_H

#include <math.h> /* frexp, ldexp: exact */

/* e^x to about 1e-13 relative; 0 below -700. For x <= 0. */
static inline double portable_exp(double x)
{
    if (!(x > -700))
        return 0;
    int power = (int)(x * 1.4426950408889634 - 0.5);
    double rest = x - power * 0.69314718055994531; /* within -0.35 .. 0.35 */
    double sum = 1;
    for (int i = 12; i > 0; i--)
        sum = 1 + sum * rest / i;
    return ldexp(sum, power);
}

/* ln x to about 1e-12; x > 0. */
static inline double portable_log(double x)
{
    int power;
    double fraction = frexp(x, &power);
    if (fraction < 0.70710678118654752) {
        fraction *= 2;
        power--;
    }
    double t = (fraction - 1) / (fraction + 1), square = t * t, sum = 0;
    for (int i = 15; i > 0; i -= 2)
        sum = sum * square + 1.0 / i;
    return 2 * t * sum + power * 0.69314718055994531;
}

/* The normal distribution function to 2.5e-4 (Abramowitz and Stegun 26.2.18). */
static inline double portable_normal(double x)
{
    double y = x < 0 ? -x : x;
    double base = 1 + y * (0.196854 + y * (0.115194 + y * (0.000344 + y * 0.019527)));
    double square = base * base, tail = 0.5 / (square * square);
    return x < 0 ? tail : 1 - tail;
}

#endif
