// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <csignal>

namespace tollgate::liveness::detail {

/// Threads that are started while it lives take no signals: the program's handlers run on the
/// program's threads. For the calling thread.
class without_signals {
public:
    without_signals() noexcept {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~without_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    without_signals(const without_signals&) = delete;
    without_signals& operator=(const without_signals&) = delete;

private:
    sigset_t before_;
};

} // namespace tollgate::liveness::detail
