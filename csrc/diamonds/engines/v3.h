/* Makes an engine for x86-64 processors with AVX2 and BMI2 (most since 2013); included by the files of engines/v3/. Elsewhere it reports
 * that it cannot run. */
#include <stdbool.h>

#define ENGINE_INSTRUCTIONS "x86-64-v3"

#if defined(__x86_64__) && defined(__GNUC__)
#define BITS_USE_BMI2
#include <cpuid.h>
#include <immintrin.h>

/* Asks the processor itself: __builtin_cpu_supports says no to everything where the compiler is zig. */
static bool is_supported(void)
{
    const unsigned first = bit_POPCNT | bit_OSXSAVE | bit_AVX, seventh = bit_AVX2 | bit_BMI | bit_BMI2, saved = 6;
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first)
        return false;
    __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0)); /* the registers that the system saves */
    return (state & saved) == saved && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & seventh) == seventh;
}

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#else
static bool is_supported(void) { return false; }
#endif

#include "diamonds/engines/compile.h"

#if defined(BITS_USE_BMI2) && defined(__clang__)
#pragma clang attribute pop
#endif
