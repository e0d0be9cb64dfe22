// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "waits.hpp"

#include <tollgate/sleep/parker.hpp>

#if defined(__linux__)
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#endif

#include <gtest/gtest.h>

namespace tollgate::cancel_test {

/// What the program compares, for typed checks: those that sleep, and those that look again and
/// again.
#if defined(__linux__)
using sleeping_waits = testing::Types<condvar_token, condvar_stop, condvar_bare, sleep_token,
                                      sleeper_bare<sleep::parker>, queue_token, poll_token,
                                      sleeper_bare<sleep::eventfd_sleeper>>;
#else
using sleeping_waits = testing::Types<condvar_token, condvar_stop, condvar_bare, sleep_token,
                                      sleeper_bare<sleep::parker>, queue_token, poll_token>;
#endif
using looking_waits = testing::Types<loop_token, loop_stop, loop_flag>;

} // namespace tollgate::cancel_test
