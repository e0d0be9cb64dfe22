// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <csignal>

namespace tollgate::liveness::detail {

/// While it lives, a write of the calling thread to a pipe without a reader raises no SIGPIPE: the
/// signal is blocked, and taken away again unless one was pending before. errno stays as it is.
class no_sigpipe {
public:
    no_sigpipe() noexcept;
    ~no_sigpipe();
    no_sigpipe(const no_sigpipe&) = delete;
    no_sigpipe& operator=(const no_sigpipe&) = delete;

private:
    sigset_t before_{};
    bool was_pending_ = false;
};

} // namespace tollgate::liveness::detail
