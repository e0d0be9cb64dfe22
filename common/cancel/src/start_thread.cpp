// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/start_thread.hpp>

#include <csignal>

namespace tollgate::cancel::detail {

std::optional<pthread_t> start_thread(void* (*run)(void*)) noexcept {
    sigset_t blocked;
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
        ::sigdelset(&blocked, fault);
    }
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // the new thread inherits it
    pthread_t started{};
    const int error = ::pthread_create(&started, nullptr, run, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error == 0 ? std::optional(started) : std::nullopt;
}

} // namespace tollgate::cancel::detail
