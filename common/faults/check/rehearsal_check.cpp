// SPDX-License-Identifier: BSL-1.0
#include "made_up_ring.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/faults/rehearsal.hpp>
#include <tollgate/faults/wrong_case.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <string>

namespace tollgate::faults {

namespace {

/// With as many a rehearsal tries each loop.
constexpr std::size_t clocks = clock::all_sources.size();

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(rehearse, finds_nothing_wrong_with_a_right_loop) {
    EXPECT_THAT(rehearse(ring_with(mistake::none)), IsEmpty());
}

TEST(rehearse, finds_each_mistake_with_each_clock) {
    EXPECT_THAT(rehearse(ring_with(mistake::lost_turn)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns lost or invented"))));
    EXPECT_THAT(rehearse(ring_with(mistake::uneven_turns)),
                AllOf(SizeIs(2 * clocks), Each(HasSubstr("turns not shared evenly"))));
    EXPECT_THAT(rehearse(ring_with(mistake::stale_stamp)),
                AllOf(SizeIs(clocks), Each(HasSubstr("ended before they began"))));
}

TEST(rehearse, names_the_case_and_the_clock) {
    const auto wrong = rehearse(ring_with(mistake::lost_turn));
    for (const clock::source source : clock::all_sources) {
        const std::string begin = "made_up/ring with " + std::string(clock::to_string(source));
        EXPECT_THAT(wrong, Contains(StartsWith(begin + ": ")).Times(2));
    }
}

TEST(rehearse, a_classical_run_does_what_it_was_asked_for) {
    measure::measured_case one = ring_with(mistake::none);
    one.run_classical = [right = one.run_classical](std::uint64_t operations,
                                                    clock::source source) {
        return right(operations - 1, source);
    };
    EXPECT_THAT(rehearse(one), AllOf(SizeIs(clocks), Each(HasSubstr("did 10 operations, not 11"))));
}

} // namespace

namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Events of one count each, by stamps of its own; `meddle` may spoil what the loop says of them.
struct made_up_events {
    std::function<std::int64_t()> length = [] { return 1; };
    std::uint64_t left_out = 0;
    std::function<void(measure::loop_report&)> meddle = [](measure::loop_report&) {};

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        while (probe.wanted() && probe.events() + left_out < 4) {
            probe.add(100, 100 + length());
        }
        measure::loop_report report;
        report.turns = {probe.events()};
        meddle(report);
        return report;
    }
};

measure::measured_case case_of(made_up_events loop) {
    return measure::make_event_case("made_up/event", "one event", 1, std::move(loop), {1ns, 0ns});
}

TEST(rehearse_events, finds_nothing_wrong_with_right_ones) {
    EXPECT_THAT(rehearse(case_of({})), IsEmpty());
}

TEST(rehearse_events, finds_each_mistake_with_each_clock) {
    made_up_events lies;
    lies.meddle = [](measure::loop_report& report) { ++report.turns.front(); };
    EXPECT_THAT(rehearse(case_of(lies)),
                AllOf(SizeIs(clocks), Each(HasSubstr("turns lost or invented: 5 taken, 4 due"))));

    made_up_events hasty;
    hasty.length = [] { return -1; };
    EXPECT_THAT(rehearse(case_of(hasty)),
                AllOf(SizeIs(clocks), Each(HasSubstr("3 interval(s) ended before they began"))));

    made_up_events gives_up;
    gives_up.left_out = 1;
    EXPECT_THAT(rehearse(case_of(gives_up)),
                AllOf(SizeIs(2 * clocks),
                      Contains(HasSubstr("an interval is missing")).Times(clocks),
                      Contains(HasSubstr("turns lost")).Times(clocks)));

    made_up_events astray;
    astray.meddle = [](measure::loop_report& report) {
        report.cpus = {1};
        report.cpus_intended = {0};
    };
    EXPECT_THAT(rehearse(case_of(astray)),
                AllOf(SizeIs(clocks), Each(HasSubstr("a thread ran on CPU 1"))));
}

/// The first runs, of four events each, go back in time.
std::size_t complaints_of_setbacks(int runs) {
    made_up_events set_back;
    set_back.length = [=, event = 0]() mutable {
        const int run = event++ / 4;
        return run < runs ? -1 : 1;
    };
    return rehearse(case_of(set_back)).size();
}

TEST(rehearse_events, a_clock_that_is_set_back_now_and_then_is_nobodys_mistake) {
    EXPECT_EQ(complaints_of_setbacks(1), 0u);
    EXPECT_EQ(complaints_of_setbacks(2), 0u);
    EXPECT_EQ(complaints_of_setbacks(3), 1u);
}

TEST(rehearse_events, a_mistake_beside_a_setback_counts_at_once) {
    made_up_events lies;
    lies.length = [event = 0]() mutable { return event++ < 4 ? -1 : 1; };
    lies.meddle = [run = 0](measure::loop_report& report) mutable {
        report.turns.front() += run++ == 0 ? 1 : 0;
    };
    EXPECT_THAT(rehearse(case_of(lies)),
                ElementsAre(HasSubstr("turns lost"), HasSubstr("ended before they began")));
}

TEST(rehearse_events, names_the_case_and_the_clock) {
    made_up_events complains;
    complains.meddle = [](measure::loop_report& report) { report.failures = {"woke too early"}; };
    const auto wrong = rehearse(case_of(complains));
    ASSERT_THAT(wrong, SizeIs(clocks));
    for (const clock::source source : clock::all_sources) {
        EXPECT_THAT(wrong, Contains("made_up/event with " + std::string(clock::to_string(source)) +
                                    ": woke too early"));
    }
}

// They have to be waited for: a rehearsal of many would take long.
TEST(rehearse_events, brings_about_a_few_with_each_clock_and_no_classical_run) {
    std::uint64_t events = 0;
    made_up_events counted;
    counted.meddle = [&](measure::loop_report& report) { events += report.turns.front(); };
    measure::measured_case one = case_of(counted);
    one.run_classical = [](std::uint64_t, clock::source) -> measure::classical_batch {
        ADD_FAILURE() << "events have none";
        return {};
    };
    EXPECT_THAT(rehearse(one), IsEmpty());
    EXPECT_EQ(events, 4 * clocks);
}

} // namespace

} // namespace tollgate::faults
