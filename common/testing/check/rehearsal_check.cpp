// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>
#include <tollgate/testing/rehearsal.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstddef>
#include <utility>

namespace tollgate::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A rehearsal runs each loop with all clocks.
constexpr std::size_t clocks = clock::all_sources.size();

/// A loop of one member that reports more turns than it took.
measure::measured_case probe_calls_with(std::uint64_t invented) {
    return measure::make_case("simple/ring", "one turn", 1, 1, [=](auto& probe) {
        measure::loop_report report;
        std::uint64_t done = 0;
        for (; probe.keep_running(done); ++done) {
        }
        report.probe_calls = {done + 1 + invented};
        return report;
    });
}

TEST(rehearse, finds_a_mistake_of_a_loop_with_each_clock_and_in_each_way) {
    EXPECT_THAT(rehearse(probe_calls_with(0)), IsEmpty());
    EXPECT_THAT(rehearse(probe_calls_with(1)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("iterations lost or invented"))));
}

/// A loop of four events of `length` counts, which reports more events than it did.
measure::measured_case events_with(std::int64_t length, std::uint64_t invented) {
    return measure::make_event_case("simple/event", "one event", 1,
                                    [=](auto& probe) {
                                        while (probe.wanted() && probe.events() < 4) {
                                            probe.add(100, 100 + length);
                                        }
                                        measure::loop_report report;
                                        report.probe_calls = {probe.events() + invented};
                                        return report;
                                    },
                                    {1ns, 0ns});
}

TEST(rehearse, finds_each_mistake_of_events_with_each_clock) {
    EXPECT_THAT(rehearse(events_with(1, 0)), IsEmpty());
    EXPECT_THAT(
        rehearse(events_with(1, 1)),
        AllOf(SizeIs(clocks), Each(HasSubstr("iterations lost or invented: 5 counted, 4 due"))));
    EXPECT_THAT(rehearse(events_with(-1, 0)),
                AllOf(SizeIs(clocks), Each(HasSubstr("ended before they began"))));
}

} // namespace
} // namespace tollgate::testing
