// SPDX-License-Identifier: BSL-1.0
//
// Loops that cannot begin: the caller gets the reason, and no thread goes on waiting. And the timer
// slack of the thread on which the timeout loop runs.
#include "faulty_sleepers.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/sleep/timer_slack.hpp>
#include <tollgate/testing/counting_probe.hpp>

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;

const measure::schedule four_sleeps{1, {{3, 1}}};
constexpr int no_such_cpu = 1 << 19;

/// Like a sleeper that gets no file descriptor.
struct refusing_sleeper : faulty_sleeper<no_mistake> {
    refusing_sleeper() { throw std::domain_error("no sleeper"); }
};

TEST(loop_failure, the_sleeper_cannot_be_created) {
    EXPECT_THROW(
        static_cast<void>(events_of(
            free_wake_loop<refusing_sleeper, until::sleeper_runs>(ample_budget), four_sleeps)),
        std::domain_error);
    tollgate::testing::counting_probe probe(10);
    EXPECT_THROW(static_cast<void>(wake_cost_loop<refusing_sleeper, found::empty>{}(probe)),
                 std::domain_error);
    EXPECT_EQ(probe.calls(), 0U);
}

// Its figures would be of another CPU; the loop throws instead.
TEST(loop_failure, one_thread_cannot_be_pinned) {
    const int allowed = cpu::allowed_cpus().back();
    for (const std::vector<int>& cpus :
         {std::vector<int>{allowed, no_such_cpu}, std::vector<int>{no_such_cpu, allowed}}) {
        auto loop = free_wake_loop<sleep::parker, until::sleeper_runs>(ample_budget);
        loop.where = {cpu::placement::core, cpus};
        loop.waker_spins = false;
        try {
            static_cast<void>(events_of(loop, four_sleeps));
            ADD_FAILURE() << "no exception";
        } catch (const std::system_error& error) {
            EXPECT_EQ(error.code(), std::error_code(EINVAL, std::generic_category()));
            EXPECT_NE(std::string(error.what()).find(std::to_string(no_such_cpu)),
                      std::string::npos);
        }
    }
}

/// Records the timer slack and returns early, which ends the batch with the first event.
struct observer {
    static void wake() {}
    template <class Time>
    sleep::outcome sleep_for(const Time& /*time*/) {
        slacks.push_back(sleep::timer_slack::current());
        return sleep::outcome::timeout;
    }

    std::vector<std::chrono::nanoseconds> slacks;
};

const measure::schedule one_event{1, {{1, 1}}};

observer observed_in(std::chrono::nanoseconds interval,
                     std::optional<std::chrono::nanoseconds> slack) {
    const timeout_loop<observer> loop{interval, slack};
    static_cast<void>(events_of(loop, one_event));
    return **loop.sleeper;
}

TEST(calling_thread, has_the_timer_slack_meanwhile_and_its_own_afterwards) {
    const auto before = sleep::timer_slack::current();
    EXPECT_THAT(observed_in(1h, 12'345ns).slacks, ElementsAre(12'345ns));
    EXPECT_EQ(sleep::timer_slack::current(), before);
    EXPECT_THAT(observed_in(1h, std::nullopt).slacks, ElementsAre(before));
    EXPECT_EQ(sleep::timer_slack::current(), before);
}

} // namespace
