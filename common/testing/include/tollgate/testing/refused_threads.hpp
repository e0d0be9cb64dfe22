// SPDX-License-Identifier: BSL-1.0
#pragma once
// Refuses threads, for checks of loops that start threads. Linux only. Include it in a single
// source file of an executable: it defines a pthread_create that replaces the system's, and that
// calls the next pthread_create, which under a sanitizer is the sanitizer's.

#include <cerrno>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <pthread.h>

namespace tollgate::testing {

/// The value of `starts_left` that refuses no thread.
inline constexpr int unlimited = -1;

/// How many threads may still be started; all others are refused with EAGAIN. Only the main thread
/// may change the number.
inline int starts_left = unlimited;

/// The outcome of a run in which the system refused a thread.
struct refusal {
    std::error_code error; ///< the error that the caller got; none if it got none
    int unused = 0;        ///< how many more threads could have been started before the refusal
    std::string message;   ///< the message of the error
};

/// Calls `run` while only that many threads may be started. Afterwards all may be started again.
///
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

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
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
