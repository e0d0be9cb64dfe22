// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>

#include <pthread.h>

namespace tollgate::faults {

/// Runs it in a thread that is asked to end by pthread_cancel(3) before. True if it comes to its
/// end there, false if the thread ends at a cancellation point in it.
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

} // namespace tollgate::faults
