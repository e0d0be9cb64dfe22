// SPDX-License-Identifier: BSL-1.0
#pragma once
// Refuses threads, for checks of loops that start some. To be included in one source file of an
// executable, whose pthread_create then comes before the system's; under a sanitizer the next one
// is the sanitizer's own. Linux.

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <dlfcn.h>
#include <pthread.h>

namespace tollgate::faults {

inline constexpr int unlimited = -1;

/// How many threads may still be started; the rest are refused with EAGAIN. The main thread's.
inline int starts_left = unlimited;

/// What came of a run in which the system refused a thread.
struct refusal {
    std::error_code told; ///< none if no caller was
    int unused = 0;       ///< how many threads could have been started before it
    std::string words;
};

/// Runs it while that many threads may be started, and all may again afterwards.
template <class Run>
refusal refuse_after(int started, Run run) {
    refusal seen;
    starts_left = started;
    try {
        run();
    } catch (const std::system_error& error) {
        seen.told = error.code();
        seen.words = error.what();
    }
    seen.unused = std::exchange(starts_left, unlimited);
    return seen;
}

} // namespace tollgate::faults

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*routine)(void*), void* argument) {
    int& left = tollgate::faults::starts_left;
    if (left == 0) {
        return EAGAIN;
    }
    if (left > 0) {
        --left;
    }
    static const auto next =
        reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
    return next(thread, attributes, routine, argument);
}
