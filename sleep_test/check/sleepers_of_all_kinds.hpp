// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sleeper_kind.hpp"

#include <gtest/gtest.h>

namespace tollgate::sleep_test {

/// What the program compares, for typed checks.
#if defined(__linux__)
using sleepers_of_all_kinds = testing::Types<sleep::parker, sleep::precise_parker, condvar_sleeper,
                                             channel_sleeper, sleep::eventfd_sleeper>;
#else
using sleepers_of_all_kinds =
    testing::Types<sleep::parker, sleep::precise_parker, condvar_sleeper, channel_sleeper>;
#endif

} // namespace tollgate::sleep_test
