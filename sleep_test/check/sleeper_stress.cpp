// SPDX-License-Identifier: BSL-1.0
//
// Hundreds of wakes of each sleeper while other threads want the CPUs as well: threads are held up
// at any place, wakes come before the sleep and after its deadline. No proof fails for that.
#include "all_sleepers.hpp"
#include "measured_with.hpp"

#include <tollgate/faults/load.hpp>
#include <tollgate/faults/stress.hpp>
#include <tollgate/run/errors.hpp>

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
const measure::schedule some_events{1, {{14, 1}}};

template <class Sleeper>
class sleeper_stress : public testing::Test {
protected:
    /// Moments from before the sleeper sleeps until after its deadline.
    template <until End>
    wake_loop<Sleeper, End> any_moments(wake_loop<Sleeper, End> loop,
                                        std::chrono::nanoseconds slice) {
        loop.slice = slice;
        loop.when = std::make_shared<measure::moments>(0ms, slice + slice / 20, random_());
        return loop;
    }

    /// A machine that is busy with something else wakes too late for a short slice again and again.
    template <until End>
    std::vector<std::string> failures_anywhere() {
        constexpr auto long_enough = 100ms;
        for (auto slice = 1ms;; slice *= 2) {
            try {
                return failures_of(any_moments(free_wake_loop<Sleeper, End>(ample), slice),
                                   many_events);
            } catch (const run::machine_refused&) {
                if (slice > long_enough) {
                    throw;
                }
            }
        }
    }

    template <until End>
    void expect_no_failure() {
        const faults::load others;
        for (int batch = 0; batch < batches; ++batch) {
            ASSERT_THAT(failures_anywhere<End>(), IsEmpty());
            // Longer than a scheduler quantum, for which a spinning sleeper has the CPU.
            const auto on_one_cpu = any_moments(wake_loop_on_one_cpu<Sleeper, End>(ample), 10ms);
            ASSERT_THAT(failures_of(on_one_cpu, some_events), IsEmpty());
        }
    }

private:
    std::mt19937 random_{faults::drawn_seed()};
};

TYPED_TEST_SUITE(sleeper_stress, sleepers_of_all_kinds);

TYPED_TEST(sleeper_stress, wakes_until_the_sleeper_runs) {
    this->template expect_no_failure<until::sleeper_runs>();
}

TYPED_TEST(sleeper_stress, wakes_until_the_wake_returns) {
    this->template expect_no_failure<until::wake_returns>();
}

} // namespace
