/* Makes an engine for x86-64 processors with AVX2 and BMI2 (most since 2013); included by the files of engines/v3/. Elsewhere it reports
 * that it cannot run. */
#include <stdbool.h>

#define ENGINE_INSTRUCTIONS "x86-64-v3"

#if defined(__x86_64__) && defined(__GNUC__)
#define BITS_USE_BMI2
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#endif

static bool is_supported(void)
{
#ifdef BITS_USE_BMI2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

#include "diamonds/engines/compile.h"

#if defined(BITS_USE_BMI2) && defined(__clang__)
#pragma clang attribute pop
#endif
