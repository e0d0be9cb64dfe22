// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>

#include <pthread.h>

namespace tollgate::testing {

/// Starts a thread, cancels it by pthread_cancel(3), and calls `run` in this thread. Returns true
/// if `run` returns. Returns false if the thread ends at a cancellation point in `run`.
///
///     const bool returns = testing::returns_though_cancelled([] {});
template <class Run>
bool returns_though_cancelled(Run run) {
    bool has_returned = false;
    std::thread([&] {
        ::pthread_cancel(::pthread_self());
        run();
        has_returned = true;
    }).join();
    return has_returned;
}

} // namespace tollgate::testing
