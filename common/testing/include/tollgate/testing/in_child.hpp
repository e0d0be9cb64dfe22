// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::testing {

/// Waits for a child process. Returns its exit code, or the negative number of the signal that
/// ended it.
inline int exit_code_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Starts a child of this process. Its exit code is 0 if `holds` returns true there. It is killed
/// if it hangs.
template <class Holds>
pid_t start_child(Holds holds) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        std::_Exit(holds() ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child;
}

/// Returns 0 if `holds` returns true in a child of this process.
template <class Holds>
int in_child(Holds holds) {
    return exit_code_of(start_child(holds));
}
/// Expects that `holds` returns true in a child of this process.
template <class Holds>
void expect_in_child(Holds holds) {
    EXPECT_EQ(in_child(holds), 0);
}

/// A process that sets this variable and calls std::exit() calls the function when all static
/// objects are destroyed. Then the process ends, with exit code 0 if the function returns true.
inline bool (*after_static_objects)() = nullptr;

/// Registered before the first static object is made.
[[gnu::constructor(101)]] static inline void watch_the_end() {
    std::atexit([] {
        if (after_static_objects != nullptr) {
            std::_Exit(after_static_objects() ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    });
}

} // namespace tollgate::testing
