// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>
#include <tollgate/faults/rehearsal.hpp>
#include <tollgate/faults/wrong_case.hpp>

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
constexpr std::size_t ring_members = 3;

/// A ring with nothing to switch between: one loop has all the turns.
struct simple_ring {
    mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        wrong_turns turns(probe, stamps, ring_members, made);
        for (std::size_t self = 0; turns.take(self); self = (self + 1) % ring_members) {
        }
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }
};

measure::measured_case ring_with(mistake made) {
    return make_wrong_case("simple/ring", "one turn", ring_members, 1, simple_ring{made});
}

TEST(rehearse, finds_each_mistake_of_a_loop_with_each_clock) {
    EXPECT_THAT(rehearse(ring_with(mistake::none)), IsEmpty());
    EXPECT_THAT(rehearse(ring_with(mistake::lost_turn)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns lost or invented"))));
    EXPECT_THAT(rehearse(ring_with(mistake::uneven_turns)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns not shared evenly"))));
    EXPECT_THAT(rehearse(ring_with(mistake::stale_stamp)),
                AllOf(SizeIs(clocks), Each(HasSubstr("ended before they began"))));
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
