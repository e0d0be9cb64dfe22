// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/measured_case.hpp>

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

/// Events that need not be waited for. It may claim more than there were.
struct instant_events {
    std::uint64_t lie = 0;

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        while (probe.wanted()) {
            const std::int64_t begun = probe.begin();
            probe.add(begun, probe.end());
        }
        loop_report report;
        report.turns = {probe.events() + lie};
        return report;
    }
};

measured_case made(instant_events loop = {}) {
    return make_event_case("an/event", "nothing waited for", 2, loop, {3ms, 2ms});
}

TEST(event_case, is_what_it_was_made_of) {
    const measured_case one = made();
    EXPECT_EQ(one.key.name(), "an/event");
    EXPECT_EQ(one.unit, "nothing waited for");
    EXPECT_EQ(one.threads, 2u);
    EXPECT_EQ(one.valued_by, method::single_events);
    EXPECT_EQ(one.events.lasts, 3ms);
    EXPECT_EQ(one.events.expected, 2ms);
    EXPECT_EQ(one.compared_with, "");
    EXPECT_FALSE(one.run_classical) << "nobody can sum up what is waited for";
}

TEST(event_case, a_loop_is_none) {
    const measured_case loop = make_case("a/loop", "nothing", 1, 1, [](auto& probe) {
        std::uint64_t done = 0;
        while (probe.turn(done)) {
            ++done;
        }
        return loop_report{};
    });
    EXPECT_EQ(loop.valued_by, method::unobserved_loop);
    EXPECT_EQ(loop.events.lasts, 0ns);
    EXPECT_TRUE(loop.run_classical);
}

TEST(event_case, runs_with_each_clock_and_again_and_again) {
    const measured_case one = made();
    for (const clock::source source : clock::all_sources) {
        SCOPED_TRACE(std::string(clock::to_string(source)));
        for (const std::uint64_t groups : {3u, 1u, 20u}) {
            const schedule asked{1, {{groups, 1}}};
            const batch done = one.run(asked, source);
            EXPECT_EQ(done.intervals.size(), groups);
            EXPECT_TRUE(done.complete);
            // A wall clock may be set back while it is read, but not these two.
            if (source != clock::source::realtime) {
                EXPECT_THAT(done.intervals, Each(Ge(0)));
                EXPECT_THAT(failed_event_proofs(done, asked), IsEmpty());
            }
        }
    }
}

TEST(event_case, proves_its_work) {
    const schedule asked{1, {{3, 1}}};
    EXPECT_THAT(failed_event_proofs(made({1}).run(asked, clock::source::monotonic), asked),
                ElementsAre(HasSubstr("turns lost or invented: 5 taken, 4 due")));
}

TEST(event_case, an_interrupted_batch_is_not_complete) {
    schedule asked{1, {{3, 1}}};
    asked.interrupted = [] { return true; };
    const batch done = made().run(asked, clock::source::monotonic);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.intervals, IsEmpty());
    EXPECT_THAT(done.report.turns, ElementsAre(0u));
}

TEST(method, has_a_word_that_can_be_read_again) {
    for (const method which : {method::unobserved_loop, method::single_events}) {
        EXPECT_EQ(parse_method(to_string(which)), which);
    }
    for (const char* text : {"", "loop", "Single_events", "single_events "}) {
        EXPECT_EQ(parse_method(text), std::nullopt) << text;
    }
}

} // namespace
} // namespace tollgate::measure
