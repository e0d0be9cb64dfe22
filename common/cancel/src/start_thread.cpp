// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/start_thread.hpp>

#include <csignal>
#include <thread>

namespace tollgate::cancel::detail {

bool start_thread(void (*run)() noexcept) noexcept {
    sigset_t blocked;
    ::sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
        ::sigdelset(&blocked, fault);
    }
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before); // the new thread inherits it
    bool started = true;
    try {
        std::thread(run).detach();
    } catch (...) { // no thread, or no memory for its beginning
        started = false;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

} // namespace tollgate::cancel::detail
