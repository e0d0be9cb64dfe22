// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {

/// Calls the function in a child of this process, which then ends without any cleanup. Returns the
/// function's result, 0 to 255, or -1 if the child ends in another way. A signal ends a child that
/// hangs.
template <class Function>
int in_a_child(Function child_function) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        ::_exit(child_function());
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        return -1;
    }
    return WEXITSTATUS(status);
}

} // namespace tollgate::liveness
