// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>
#include <tollgate/faults/rehearsal.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstddef>
#include <utility>

namespace tollgate::faults {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// With as many a rehearsal tries each loop.
constexpr std::size_t clocks = clock::all_sources.size();

/// Of one member, who says that it took so many turns more than it did.
measure::measured_case turns_with(std::uint64_t invented) {
    return measure::make_case("simple/ring", "one turn", 1, 1, [=](auto& probe) {
        measure::loop_report report;
        std::uint64_t done = 0;
        for (; probe.turn(done); ++done) {
        }
        report.turns = {done + 1 + invented};
        return report;
    });
}

TEST(rehearse, finds_a_mistake_of_a_loop_with_each_clock_and_in_each_way) {
    EXPECT_THAT(rehearse(turns_with(0)), IsEmpty());
    EXPECT_THAT(rehearse(turns_with(1)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns lost or invented"))));
}

/// Four events of `length` counts each, of which the loop reports `invented` too many.
measure::measured_case events_with(std::int64_t length, std::uint64_t invented) {
    return measure::make_event_case("simple/event", "one event", 1,
                                    [=](auto& probe) {
                                        while (probe.wanted() && probe.events() < 4) {
                                            probe.add(100, 100 + length);
                                        }
                                        measure::loop_report report;
                                        report.turns = {probe.events() + invented};
                                        return report;
                                    },
                                    {1ns, 0ns});
}

TEST(rehearse, finds_each_mistake_of_events_with_each_clock) {
    EXPECT_THAT(rehearse(events_with(1, 0)), IsEmpty());
    EXPECT_THAT(rehearse(events_with(1, 1)),
                AllOf(SizeIs(clocks), Each(HasSubstr("turns lost or invented: 5 taken, 4 due"))));
    EXPECT_THAT(rehearse(events_with(-1, 0)),
                AllOf(SizeIs(clocks), Each(HasSubstr("ended before they began"))));
}

} // namespace
} // namespace tollgate::faults
