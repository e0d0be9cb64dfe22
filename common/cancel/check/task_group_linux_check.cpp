// SPDX-License-Identifier: BSL-1.0
//
// Groups of threads in a child of fork(), and in the destructors of static objects.
#include "in_child.hpp"

#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/task_group.hpp>
#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>

namespace tollgate::cancel {
namespace {

std::atomic<int> ended{0};

void stay(const token& own) {
    sleep_until(std::chrono::steady_clock::time_point::max(), own);
    ++ended;
}

TEST(a_task_group, of_the_parent_may_be_used_in_a_child_of_fork_if_it_is_empty) {
    task_group group;
    group.start([] {});
    group.wait();
    EXPECT_EQ(kernel::in_child([&group] {
                  group.start(stay);
                  group.cancel();
                  group.wait();
                  return ended == 1;
              }),
              0);
}

TEST(a_task_group, may_be_a_static_object) {
    EXPECT_EQ(kernel::in_child([] {
                  kernel::after_static_objects = [] { return ended == 1; };
                  static task_group group;
                  group.start(stay);
                  std::exit(EXIT_FAILURE);
                  return false;
              }),
              0);
}

} // namespace
} // namespace tollgate::cancel
