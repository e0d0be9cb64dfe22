// SPDX-License-Identifier: BSL-1.0
#pragma once
// Refuses threads, for checks of loops that start threads. Only for Linux. The header
// defines the function pthread_create. This function replaces the function of the system in the
// whole executable, and calls the next pthread_create: the function of a sanitizer if there is a
// sanitizer, otherwise the function of the system.

#include <cerrno>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <pthread.h>

namespace tollgate::testing {

/// The value of `starts_left` with which no thread is refused.
inline constexpr int unlimited = -1;

/// The number of threads that may still be started. All further threads are refused with EAGAIN.
/// Only the main thread may change the number.
inline int starts_left = unlimited;

/// The outcome of a call during which the system refused a thread.
struct refusal {
    std::error_code error; ///< the error that the caller got, or no error
    int unused = 0;        ///< the number of allowed threads that were not started
    std::string message;   ///< the message of the error
};

/// Calls `run` while only `started` threads may be started. After the call, all threads may be
/// started again.
///
///     // no thread may be started
///     const testing::refusal outcome =
///         testing::refuse_after(0, [] { std::thread([] {}).join(); });
template <class Run>
refusal refuse_after(int started, Run run) {
    refusal outcome;
    starts_left = started;
    try {
        run();
    } catch (const std::system_error& error) {
        outcome.error = error.code();
        outcome.message = error.what();
    }
    outcome.unused = std::exchange(starts_left, unlimited);
    return outcome;
}

} // namespace tollgate::testing

extern "C" [[gnu::used]] inline int pthread_create(pthread_t* thread,
                                                   const pthread_attr_t* attributes,
                                                   void* (*routine)(void*), void* argument) {
    int& left = tollgate::testing::starts_left;
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
