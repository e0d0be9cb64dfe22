// SPDX-License-Identifier: BSL-1.0

#include <csignal>
#include <initializer_list>
#include <tollgate/cancel/detail/helper_thread.hpp>

namespace tollgate::cancel::detail {

int start_helper_thread(pthread_t& started, void* (*run)(void*), void* argument) noexcept {
    sigset_t blocked;
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
        ::sigdelset(&blocked, fault);
    }
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // the new thread inherits it
    const int error = ::pthread_create(&started, nullptr, run, argument);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error;
}

} // namespace tollgate::cancel::detail
