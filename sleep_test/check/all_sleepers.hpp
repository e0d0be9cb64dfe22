// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "condvar_sleeper.hpp"

#include <tollgate/sleep/parker.hpp>
#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace tollgate::sleep_test {

/// The sleepers that the program compares, for typed checks.
#if defined(__linux__)
using sleepers_of_all_kinds =
    ::testing::Types<sleep::parker, sleep::precise_parker, condvar_sleeper, channel_sleeper,
                     sleep::eventfd_sleeper>;
#else
using sleepers_of_all_kinds =
    ::testing::Types<sleep::parker, sleep::precise_parker, condvar_sleeper, channel_sleeper>;
#endif

/// This program's own sleepers, for the suites of all sleepers.
using sleepers_of_this_program = ::testing::Types<condvar_sleeper, channel_sleeper>;

struct sleeper_name {
    template <class Sleeper>
    static std::string GetName(int /*index*/) {
        return std::is_same_v<Sleeper, condvar_sleeper> ? "condvar_sleeper" : "channel_sleeper";
    }
};

} // namespace tollgate::sleep_test
