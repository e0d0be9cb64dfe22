// SPDX-License-Identifier: BSL-1.0
//
// The timer slack of the thread that the timeout loop runs on.
#include "measured_with.hpp"
#include "program.hpp"
#include "timeout_loop.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Looks around instead of sleeping: that is an early return, and ends the batch with the first.
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

observer seen_in(std::chrono::nanoseconds slice, std::optional<std::chrono::nanoseconds> slack) {
    const timeout_loop<observer> loop{slice, slack};
    static_cast<void>(events_of(loop, one_event));
    return **loop.sleeper;
}

TEST(calling_thread, has_the_timer_slack_meanwhile_and_its_own_afterwards) {
    const auto before = sleep::timer_slack::current();
    EXPECT_THAT(seen_in(1h, 12'345ns).slacks, ElementsAre(12'345ns));
    EXPECT_EQ(sleep::timer_slack::current(), before);
    EXPECT_THAT(seen_in(1h, std::nullopt).slacks, ElementsAre(before));
    EXPECT_EQ(sleep::timer_slack::current(), before);
}

TEST(calling_thread, keeps_its_timer_slack_through_the_cases_of_a_sweep) {
    const sleep::timer_slack own(23'456ns);
    const cli::program what = describe_program();
    const auto chosen =
        cli::parse_command_line(what, {"--sweep", "slack_ns:1,100000", "--slices", "1"});
    for (const auto& one : what.cases(chosen, cpu::read_topology()).cases) {
        EXPECT_THAT(
            measure::failed_event_proofs(one.run(one_event, clock::source::monotonic), one_event),
            IsEmpty());
        EXPECT_EQ(sleep::timer_slack::current(), 23'456ns) << one.key.name();
    }
}

} // namespace
