// SPDX-License-Identifier: BSL-1.0
//
// Fibers of Boost.Fiber that go from one thread to another between two checkpoints.
#include "by_hand.hpp"

#include "../src/thread_id.hpp"

#include <tollgate/liveness/migrating_scope.hpp>

#include <boost/fiber/algo/shared_work.hpp>
#include <boost/fiber/barrier.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
namespace fibers = boost::fibers;

constexpr int all_fibers = 16;
constexpr std::uint32_t last_step = 200;

/// Goes on until it has been on two threads and has come so far. What it says of the thread that
/// it passed on last is compared with the report.
struct fiber_at_work {
    by_hand& watch;
    std::string name;
    std::int64_t passed_on = 0;
    bool has_moved = false;

    void work(std::atomic<int>& ready, fibers::barrier& frozen) {
        migrating_scope session(watch.in, name, 0, {.timeout = 1s});
        const std::int64_t began_on = detail::this_thread_id();
        for (std::uint32_t step = 1; step <= last_step || !has_moved; ++step) {
            session.checkpoint(step);
            passed_on = detail::this_thread_id();
            has_moved = has_moved || passed_on != began_on;
            boost::this_fiber::yield();
        }
        ++ready;
        frozen.wait();
    }
};

/// Two threads share the fibers until all of them have ended.
void run(std::vector<fiber_at_work>& all, by_hand& watch) {
    std::atomic<int> ready{0};
    std::atomic<bool> over{false};
    fibers::barrier frozen(all_fibers + 1);
    std::thread other([&] {
        fibers::use_scheduling_algorithm<fibers::algo::shared_work>();
        while (!over) {
            boost::this_fiber::yield();
        }
    });
    fibers::use_scheduling_algorithm<fibers::algo::shared_work>();
    std::vector<fibers::fiber> started;
    for (fiber_at_work& one : all) {
        started.emplace_back([&] { one.work(ready, frozen); });
    }
    while (ready < all_fibers) {
        boost::this_fiber::yield();
    }
    watch.pass_time(2s);
    frozen.wait();
    for (fibers::fiber& one : started) {
        one.join();
    }
    over = true;
    other.join();
}

TEST(fibers_that_migrate, are_reported_with_the_thread_that_they_passed_on_last) {
    by_hand watch;
    std::vector<fiber_at_work> all;
    for (int i = 0; i < all_fibers; ++i) {
        all.push_back({watch, std::to_string(i)});
    }
    // On a thread of its own, whose scheduler ends with it.
    std::thread([&] { run(all, watch); }).join();
    std::map<std::string, event> found;
    for (const event& what : watch.told) {
        EXPECT_EQ(what.what, event::kind::frozen);
        EXPECT_TRUE(found.emplace(what.name, what).second) << "once each";
    }
    ASSERT_EQ(found.size(), static_cast<std::size_t>(all_fibers));
    for (const fiber_at_work& one : all) {
        EXPECT_TRUE(one.has_moved);
        EXPECT_EQ(found[one.name].thread_id, one.passed_on) << one.name;
        EXPECT_GE(found[one.name].history.back().id, last_step);
        EXPECT_EQ(found[one.name].checkpoints, found[one.name].history.back().id + 1u);
    }
    watch.told.clear();
    watch.look();
    EXPECT_EQ(watch.told.size(), static_cast<std::size_t>(all_fibers)) << "all have recovered";
}

} // namespace
} // namespace tollgate::liveness
