// SPDX-License-Identifier: BSL-1.0
//
// A scope that waits for its fibers, while other fibers of the thread run. The checks of
// cancel::task_group check what is the same for threads.
#include "scenario.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/task_group.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

/// Only a cancellation ends it.
auto stays_in(int& ended) {
    return [&ended](const cancel::token& own) {
        EXPECT_EQ(fiber::sleep_until(scripted_clock::time_point::max(), own),
                  cancel::wait_status::cancelled);
        ++ended;
    };
}

TEST(a_group_of_fibers, waits_while_other_fibers_run) {
    run_on_thread([] {
        std::vector<std::string> order;
        fiber_group others;
        task_group group;
        group.start(
            [&](const std::string& text) {
                yield_both_ways(2);
                order.push_back(text);
            },
            "child");
        others.add([&] { order.emplace_back("other"); });
        EXPECT_TRUE(order.empty()) << "a child does not run in start()";
        group.wait();
        order.emplace_back("parent");
        EXPECT_EQ(order, (std::vector<std::string>{"other", "child", "parent"}));
        EXPECT_FALSE(group.get_source().is_cancelled());
    });
}

TEST(a_group_of_fibers, ends_the_program_if_a_child_waits_for_the_group) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        run_on_thread([] {
            task_group group;
            group.start([&] { group.wait(); });
            group.wait();
        }),
        "tollgate::cancel: a task_group is waited for or destroyed by one of its children");
}

TEST(a_group_of_fibers, is_cancelled_and_joined_while_an_exception_flies) {
    run_on_thread([] {
        int ended = 0;
        std::string caught;
        try {
            task_group group;
            group.start(stays_in(ended));
            group.start([](const cancel::token& own) {
                fiber::sleep_until(scripted_clock::time_point::max(), own);
                throw std::logic_error("of a child");
            });
            let_others_run();
            throw std::runtime_error("of the scope");
        } catch (const std::exception& error) {
            caught = error.what();
        }
        EXPECT_EQ(ended, 1);
        EXPECT_EQ(caught, "of the scope");
    });
}

} // namespace
} // namespace tollgate::fiber
