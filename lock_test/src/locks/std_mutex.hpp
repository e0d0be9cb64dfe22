// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mutex>

namespace tollgate::lock_test {

/// The usual mutex. With glibc, a thread that finds the mutex locked sleeps at once.
struct std_mutex : std::mutex {
    static constexpr const char* name = "std_mutex";
};

} // namespace tollgate::lock_test
