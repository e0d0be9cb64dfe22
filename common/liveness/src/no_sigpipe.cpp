// SPDX-License-Identifier: BSL-1.0
#include "no_sigpipe.hpp"

#include <cerrno>

#include <pthread.h>

namespace tollgate::liveness::detail {
namespace {

sigset_t only_sigpipe() noexcept {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return set;
}

bool is_pending() noexcept {
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    return sigismember(&pending, SIGPIPE) == 1;
}

} // namespace

no_sigpipe::no_sigpipe() noexcept : was_pending_(is_pending()) {
    const sigset_t set = only_sigpipe();
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

no_sigpipe::~no_sigpipe() {
    const int saved = errno;
    if (!was_pending_ && is_pending()) {
        const sigset_t set = only_sigpipe();
        int taken = 0;
        sigwait(&set, &taken);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved;
}

} // namespace tollgate::liveness::detail
