// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::cancel::kernel {

inline int exit_code_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// A child of this process; its exit code is 0 if it holds there. One that hangs is killed.
template <class Holds>
pid_t start_child(Holds holds) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        std::_Exit(holds() ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child;
}

/// 0 if it holds in a child of this process.
template <class Holds>
int in_child(Holds holds) {
    return exit_code_of(start_child(holds));
}

/// If a process sets this and calls std::exit(), it is called when all static objects are
/// destroyed. The process ends with exit code 0 then if it holds.
inline bool (*after_static_objects)() = nullptr;

/// Registered before the first static object is there.
[[gnu::constructor(101)]] static inline void watch_the_end() {
    std::atexit([] {
        if (after_static_objects != nullptr) {
            std::_Exit(after_static_objects() ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    });
}

} // namespace tollgate::cancel::kernel
