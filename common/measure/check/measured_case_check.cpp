// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/stop_reason.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <string>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A loop with one member, which may report `lie` turns too many.
struct empty_loop {
    std::uint64_t lie = 0;

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        while (probe.keep_running(done)) {
            ++done;
        }
        loop_report report;
        report.probe_calls = {done + 1 + lie};
        return report;
    }
};

/// Events that need not be waited for. The loop may report too many, or too long ones.
struct instant_events {
    std::uint64_t lie = 0;
    std::chrono::nanoseconds longer{0};

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        while (probe.wanted()) {
            const std::int64_t begun = probe.begin();
            probe.add(begun, probe.end() + longer.count());
        }
        loop_report report;
        report.probe_calls = {probe.events() + lie};
        return report;
    }
};

measured_case loop_case(empty_loop loop = {}) {
    return make_case("a/case", "nothing", 4, 2, loop);
}

measured_case event_case(instant_events loop = {}) {
    return make_event_case("an/event", "nothing waited for", 2, loop, {3ms, 2ms});
}

TEST(measured_case, runs_each_schedule) {
    const measured_case a_case = loop_case();
    for (const std::uint64_t groups : {5u, 1u, 9u}) {
        const schedule scheduled{3, {{groups, 1}, {2, 100}}};
        const batch done = a_case.run(scheduled, clock::source::monotonic);
        EXPECT_EQ(done.intervals.size(), groups + 2);
        EXPECT_THAT(done.intervals, Each(Ge(0)));
        EXPECT_THAT(failed_self_checks(done, scheduled), IsEmpty());
    }
}

TEST(measured_case, every_run_checks_its_work) {
    constexpr auto source = clock::source::monotonic;
    const schedule scheduled{1, {{3, 1}}};
    EXPECT_THAT(failed_self_checks(loop_case({1}).run(scheduled, source), scheduled),
                ElementsAre(HasSubstr("iterations lost or invented: 6 counted, 5 due")));
    EXPECT_THAT(loop_case({1}).run_clock_pair(10, source).failures,
                ElementsAre(HasSubstr("iterations lost or invented: 16 counted, 15 due")));
    EXPECT_THAT(failed_event_self_checks(event_case({1}).run(scheduled, source), scheduled),
                ElementsAre(HasSubstr("iterations lost or invented: 5 counted, 4 due")));
}

TEST(event_case, runs_with_each_clock_and_has_no_clock_pair_run) {
    const measured_case events = event_case();
    EXPECT_FALSE(events.run_clock_pair) << "waiting times have no sum";
    for (const clock::source source : clock::all_sources) {
        SCOPED_TRACE(std::string(clock::to_string(source)));
        for (const std::uint64_t groups : {3u, 20u}) {
            const schedule scheduled{1, {{groups, 1}}};
            const batch done = events.run(scheduled, source);
            EXPECT_EQ(done.intervals.size(), groups);
            EXPECT_TRUE(done.complete);
            // The wall clock may be set back while it is read.
            if (source != clock::source::realtime) {
                EXPECT_THAT(failed_event_self_checks(done, scheduled), IsEmpty());
            }
        }
    }
}

TEST(event_case, fails_if_the_wall_clock_was_set_forward_in_an_interval) {
    const schedule scheduled{1, {{3, 1}}};
    const auto failures = [&](std::chrono::nanoseconds longer, clock::source source) {
        return failed_event_self_checks(event_case({0, longer}).run(scheduled, source), scheduled);
    };
    EXPECT_THAT(failures(1h, clock::source::realtime),
                ElementsAre(HasSubstr("longer than the whole batch: the clock was set forward")));
    EXPECT_THAT(failures(900us, clock::source::realtime), IsEmpty())
        << "the readings may take that long";
    EXPECT_THAT(failures(1h, clock::source::monotonic), IsEmpty()) << "nobody sets it";
}

// Result files contain these words.
TEST(words, can_be_read_again) {
    for (const method by : {method::untimed_loop, method::single_events, method::self_timed}) {
        EXPECT_EQ(parse_method(to_string(by)), by);
    }
    for (const auto why : {stop_reason::converged, stop_reason::budget, stop_reason::rounds,
                           stop_reason::passes, stop_reason::interrupted, stop_reason::failed}) {
        EXPECT_EQ(parse_stop_reason(to_string(why)), why);
    }
    for (const char* other : {"", "loop", "Single_events", "single_events ", "Rounds", "Budget"}) {
        EXPECT_EQ(parse_method(other), std::nullopt) << other;
        EXPECT_EQ(parse_stop_reason(other), std::nullopt) << other;
    }
}

} // namespace
} // namespace tollgate::measure
