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

/// By such a thread: from now on it takes the signals that a crash of its own raises, so that a
/// crash in a sink comes to the program's handler, whatever the thread that started it had blocked.
/// Blocked ones end the process past any handler. SIGABRT is not among them: abort() takes it
/// itself, and sent from outside it is the business of the program's threads.
inline void take_crashes() noexcept {
    sigset_t crashes;
    ::sigemptyset(&crashes);
    for (const int one : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) {
        ::sigaddset(&crashes, one);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &crashes, nullptr);
}

} // namespace tollgate::liveness::detail
