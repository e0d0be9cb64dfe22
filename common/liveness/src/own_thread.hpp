// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <pthread.h>

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

/// By such a thread: from now on `top -H` and debuggers call it this, of at most 15 characters, and
/// it takes the signals that a crash of its own raises, so that a crash in a sink comes to the
/// program's handler. Blocked ones end the process past any handler. SIGABRT is not among them:
/// abort() takes it itself, and sent from outside it is the business of the program's threads.
inline void name_and_take_crashes([[maybe_unused]] const char* name) noexcept {
#if defined(__linux__)
    ::pthread_setname_np(::pthread_self(), name);
#endif
    sigset_t crashes;
    ::sigemptyset(&crashes);
    for (const int one : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) {
        ::sigaddset(&crashes, one);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &crashes, nullptr);
}

inline constinit thread_local bool has_ended_inside = false; ///< see join_or_leave

/// Waits for the end of a thread of a registry, if there is one. The calling thread itself is left
/// alone: it is inside a function of the program that ends the process, and never comes back.
inline void join_or_leave(std::thread& one) noexcept {
    if (one.get_id() == std::this_thread::get_id()) {
        has_ended_inside = true;
        one.detach();
    } else if (one.joinable()) {
        one.join();
    }
}

/// Calls a function of the program on such a thread. What it throws is counted; if the registry was
/// destroyed in there, the program ends with a sentence.
template <class Call>
void call_program(std::atomic<std::uint64_t>& failed, Call call) noexcept {
    bool has_thrown = false;
    try {
        call();
    } catch (...) {
        has_thrown = true;
    }
    if (has_ended_inside) {
        std::fputs("tollgate::liveness: a sink or on_pulse destroyed its own registry\n", stderr);
        std::abort();
    }
    failed += has_thrown ? 1 : 0;
}

} // namespace tollgate::liveness::detail
