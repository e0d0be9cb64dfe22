// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/yield.hpp>
#include <tollgate/testing/scripted_clock.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::fiber {

using testing::scripted_clock;

using scripted_round_robin = basic_round_robin<scripted_clock>;

/// The documentation's promise, repeated: the most picks between two clock checks.
inline constexpr int promised_picks = 128;

/// Runs the scenario on a thread of its own, whose fibers the algorithm schedules, and joins the
/// thread.
template <class Algorithm = scripted_round_robin, class Scenario>
void run_on_thread(Scenario scenario) {
    std::thread([&scenario] {
        scripted_clock::set(std::chrono::seconds(1));
        boost::fibers::use_scheduling_algorithm<Algorithm>();
        scenario();
    }).join();
}

/// Yields by Boost's function and by ours alternately: what holds for each holds for the mixture.
inline void yield_both_ways(int times = 1) {
    static constinit thread_local unsigned calls = 0;
    for (; times > 0; --times) {
        if (calls++ % 2 == 0) {
            yield();
        } else {
            boost::this_fiber::yield();
        }
    }
}

/// Until all other fibers have run or wait, and the scheduler has checked the clock twice.
inline void let_others_run() {
    yield_both_ways(3 * promised_picks);
}

/// The time passes, and the scheduler notices.
inline void let_pass(std::chrono::nanoseconds time) {
    scripted_clock::pass(time);
    let_others_run();
}

/// Fibers that are joined at the end.
class fiber_group {
public:
    /// With the arguments of boost::fibers::fiber.
    template <class... Arguments>
    void add(Arguments&&... arguments) {
        fibers_.emplace_back(std::forward<Arguments>(arguments)...);
    }
    void join() {
        for (boost::fibers::fiber& member : fibers_) {
            member.join();
        }
        fibers_.clear();
    }

    fiber_group() = default;
    fiber_group(const fiber_group&) = delete;
    fiber_group& operator=(const fiber_group&) = delete;
    ~fiber_group() { join(); }

private:
    std::vector<boost::fibers::fiber> fibers_;
};

/// The numbers of the fibers in the order in which they run, for fibers that yield `each` times,
/// with time slices of 100 ns.
inline std::vector<int> time_slices_of(
    int fibers, int each, void (*yield_once)() = [] { yield_both_ways(); }) {
    std::vector<int> slices;
    fiber_group all;
    for (int number = 0; number < fibers; ++number) {
        all.add([&slices, number, each, yield_once] {
            for (int i = 0; i < each; ++i) {
                slices.push_back(number);
                scripted_clock::pass(std::chrono::nanoseconds(100));
                yield_once();
            }
        });
    }
    all.join();
    return slices;
}

/// Each fiber runs before any fiber runs again, in the order in which they were made.
inline void expect_round_robin(const std::vector<int>& slices, int fibers) {
    for (std::size_t i = 0; i < slices.size(); ++i) {
        ASSERT_EQ(slices[i], static_cast<int>(i) % fibers);
    }
}

} // namespace tollgate::fiber
