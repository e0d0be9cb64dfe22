// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::lock_test {

/// Locks nothing: shows what the loop and the work cost without a lock, with one thread.
struct no_lock {
    static constexpr const char* name = "none";

    void lock() {}
    void unlock() {}
};

} // namespace tollgate::lock_test
