/* The engine for x86-64 processors with BMI1, BMI2, LZCNT and POPCNT (since 2013); on others it reports that it cannot run. */
#define ENGINE engine_v3
#define ENGINE_INSTRUCTIONS "x86-64-v3"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__BMI2__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,lzcnt,popcnt")
#endif
#define ENGINE_PRAGMA
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#define BITS_USE_BMI2
#endif

#include "diamonds/engine.h"

static bool is_supported(void)
{
#ifdef BITS_USE_BMI2
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

#if defined(ENGINE_PRAGMA) && defined(__clang__)
#pragma clang attribute pop
#endif
