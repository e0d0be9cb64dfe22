// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <functional>

namespace tollgate::fiber_test {

inline constexpr std::size_t small_stack = 65'536; ///< bytes

/// Runs expectations in a process of their own, and fails if an expectation failed. work_stealing
/// keeps a table of schedulers for the process, which the threads of one list of cases fill. The
/// process is started anew and reaches this call again, so that no thread is lost in a fork.
inline void expect_in_own_process(const std::function<void()>& expectations) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [&] {
        expectations();
        std::exit(::testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
    };
    EXPECT_EXIT(run(), ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}

} // namespace tollgate::fiber_test
