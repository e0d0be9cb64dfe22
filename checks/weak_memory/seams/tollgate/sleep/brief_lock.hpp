// SPDX-License-Identifier: BSL-1.0
#pragma once
#if defined(CHECKS_BRIEF_LOCK)
#include "sleep/include/tollgate/sleep/brief_lock.hpp"
#else
// Replaces the lock of the library sleep by one of the model checker, which knows that a thread
// that waits for it does nothing else. brief_lock.cpp in ../../.. checks the lock itself.
#include "model.hpp"

namespace tollgate::sleep {

class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    void lock() noexcept { __VERIFIER_mutex_lock(&mutex_); }
    void unlock() noexcept { __VERIFIER_mutex_unlock(&mutex_); }

private:
    __VERIFIER_mutex mutex_;
};

} // namespace tollgate::sleep
#endif
