/* What a thread does that waits for another one's lock. */
#ifndef COMMON_YIELD_H
#define COMMON_YIELD_H

#ifdef _WIN32
__declspec(dllimport) int __stdcall SwitchToThread(void); /* <windows.h> would bring macros with names of ours, among them PLANES */
#else
#include <sched.h>
#endif

/* Lets other threads run. */
static inline void yield_thread(void)
{
#ifdef _WIN32
    SwitchToThread();
#else
    sched_yield();
#endif
}

#endif
