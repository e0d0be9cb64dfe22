// SPDX-License-Identifier: BSL-1.0
//
// Hundreds of wakes of each sleeper while other threads use the CPUs, too. Threads are held up at
// any place, and wakes come before the sleep and after its deadline. No self-check may fail by
// that.
#include "all_sleepers.hpp"
#include "measured_with.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/load.hpp>
#include <tollgate/testing/stress.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

constexpr int batches = 6;
const measure::schedule many_events{1, {{99, 1}}};
const measure::schedule few_events{1, {{14, 1}}};

template <class Sleeper>
class sleeper_stress : public ::testing::Test {
protected:
    /// Moments from before the sleeper sleeps until after its deadline.
    template <until End>
    wake_loop<Sleeper, End> any_moments(wake_loop<Sleeper, End> loop,
                                        std::chrono::nanoseconds interval) {
        loop.interval = interval;
        loop.when = std::make_shared<measure::moments>(0ms, interval + interval / 20, random_());
        return loop;
    }

    /// Tries longer intervals, because a busy machine wakes too late for a short one.
    template <until End>
    std::vector<std::string> failures_anywhere() {
        constexpr auto long_enough = 100ms;
        for (auto interval = 1ms;; interval *= 2) {
            try {
                return failures_of(
                    any_moments(free_wake_loop<Sleeper, End>(ample_budget), interval), many_events);
            } catch (const run::machine_refused&) {
                if (interval > long_enough) {
                    throw;
                }
            }
        }
    }

    template <until End>
    void expect_no_failure() {
        const tollgate::testing::load others;
        for (int batch = 0; batch < batches; ++batch) {
            ASSERT_THAT(failures_anywhere<End>(), IsEmpty());
            // Longer than the scheduler lets a spinning sleeper keep the CPU.
            const auto on_one_cpu =
                any_moments(wake_loop_on_one_cpu<Sleeper, End>(ample_budget), 10ms);
            ASSERT_THAT(failures_of(on_one_cpu, few_events), IsEmpty());
        }
    }

private:
    std::mt19937 random_{tollgate::testing::drawn_seed()};
};

TYPED_TEST_SUITE(sleeper_stress, sleepers_of_all_kinds);

TYPED_TEST(sleeper_stress, wakes_until_the_sleeper_runs) {
    this->template expect_no_failure<until::sleeper_runs>();
}

TYPED_TEST(sleeper_stress, wakes_until_the_wake_returns) {
    this->template expect_no_failure<until::wake_returns>();
}

} // namespace
