// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {

/// What the function returns in a child of this process, which then ends without any clearing up:
/// 0 to 255; -1 if it does not come to that: one that hangs is ended by a signal.
template <class Function>
int in_a_child(Function what) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        ::_exit(what());
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        return -1;
    }
    return WEXITSTATUS(status);
}

} // namespace tollgate::liveness
