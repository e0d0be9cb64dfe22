// SPDX-License-Identifier: BSL-1.0
//
// What the timeout loop does to the thread that it runs on, and which others there are meanwhile.
#include "cases.hpp"
#include "measured_with.hpp"
#include "program.hpp"
#include "timeout_loop.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::IsEmpty;

std::ptrdiff_t threads_here() {
    using folder = std::filesystem::directory_iterator;
    return std::distance(folder("/proc/self/task"), folder());
}

/// Looks around instead of sleeping: an event with it is over early, and its batch after one.
struct observer {
    static void wake() {}
    template <class Time>
    sleep::outcome sleep_for(const Time& /*time*/) {
        slacks.push_back(sleep::timer_slack::current());
        threads.push_back(threads_here());
        return sleep::outcome::timeout;
    }

    std::vector<std::chrono::nanoseconds> slacks;
    std::vector<std::ptrdiff_t> threads;
};

const measure::schedule one_event{1, {{1, 1}}};

std::shared_ptr<observer> seen_in(std::chrono::nanoseconds slice,
                                  std::optional<std::chrono::nanoseconds> slack) {
    auto sleeper = std::make_shared<observer>();
    static_cast<void>(events_of(timeout_loop<observer>{slice, slack, sleeper}, one_event));
    return sleeper;
}

TEST(calling_thread, has_the_timer_slack_meanwhile_and_its_own_afterwards) {
    const auto before = sleep::timer_slack::current();
    EXPECT_THAT(seen_in(1h, 12'345ns)->slacks, Each(12'345ns));
    EXPECT_EQ(sleep::timer_slack::current(), before);
    EXPECT_THAT(seen_in(1h, std::nullopt)->slacks, Each(before));
    EXPECT_EQ(sleep::timer_slack::current(), before);
}

TEST(calling_thread, keeps_its_timer_slack_through_the_cases_of_a_sweep) {
    const sleep::timer_slack own(23'456ns);
    const auto chosen = cli::parse_command_line(describe_program(),
                                                {"--sweep", "slack_ns:1,100000", "--slices", "1"});
    for (const auto& one : make_cases(chosen, cpu::read_topology()).cases) {
        EXPECT_THAT(
            measure::failed_event_proofs(one.run(one_event, clock::source::monotonic), one_event),
            IsEmpty());
        EXPECT_EQ(sleep::timer_slack::current(), 23'456ns) << one.name;
    }
}

TEST(calling_thread, is_the_only_one_for_short_sleeps) {
    const auto before = threads_here();
    EXPECT_THAT(seen_in(2ms, std::nullopt)->threads, Each(before));
    EXPECT_THAT(seen_in(200ms, std::nullopt)->threads, Each(before));
}

TEST(calling_thread, is_watched_over_in_long_sleeps) {
    const auto before = threads_here();
    EXPECT_THAT(seen_in(1h, std::nullopt)->threads, Each(before + 1));
}

} // namespace
