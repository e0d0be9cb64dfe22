// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/batch.hpp>

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const schedule four_events{1, {{3, 1}}};

/// What a right loop gives: each event is a turn, the warm-up's included.
batch right() {
    batch done;
    done.intervals = {40, 50, 60};
    done.complete = true;
    done.report.turns = {4};
    return done;
}

TEST(failed_event_proofs, none_for_a_right_loop) {
    EXPECT_THAT(failed_event_proofs(right(), four_events), IsEmpty());
}

TEST(failed_event_proofs, none_whoever_took_the_turns) {
    batch done = right();
    for (const auto& turns : {std::vector<std::uint64_t>{3, 1}, {0, 4, 0}, {2, 2}}) {
        done.report.turns = turns;
        EXPECT_THAT(failed_event_proofs(done, four_events), IsEmpty());
    }
}

TEST(failed_event_proofs, a_lost_event) {
    batch done = right();
    done.report.turns = {3};
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre("turns lost or invented: 3 taken, 4 due"));
    done.report.turns.clear();
    EXPECT_THAT(failed_event_proofs(done, four_events), ElementsAre(HasSubstr("0 taken, 4 due")));
}

TEST(failed_event_proofs, an_invented_event) {
    batch done = right();
    done.report.turns = {4, 1};
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre("turns lost or invented: 5 taken, 4 due"));
}

TEST(failed_event_proofs, an_interval_that_ends_before_it_begins) {
    batch done = right();
    done.intervals = {40, -1, -2};
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre(HasSubstr("2 interval(s) ended before they began")));
    done.intervals = {40, 0, 0};
    EXPECT_THAT(failed_event_proofs(done, four_events), IsEmpty()) << "a coarse clock stands still";
}

TEST(failed_event_proofs, a_missing_interval) {
    batch done = right();
    done.complete = false;
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre(HasSubstr("an interval is missing")));
    done = right();
    done.intervals.pop_back();
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre(HasSubstr("an interval is missing")));
}

TEST(failed_event_proofs, an_interval_too_many) {
    batch done = right();
    done.intervals.push_back(70);
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre(HasSubstr("an interval is missing")));
}

TEST(failed_event_proofs, a_thread_on_a_wrong_cpu) {
    batch done = right();
    done.report.cpus = {2, 0};
    EXPECT_THAT(failed_event_proofs(done, four_events), IsEmpty()) << "any CPU will do";
    done.report.cpus_intended = {2, 3};
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre(HasSubstr("a thread ran on CPU 0")));
}

TEST(failed_event_proofs, nothing_to_divide_by) {
    batch done = right();
    done.report.units_per_operation = 20'000;
    EXPECT_THAT(failed_event_proofs(done, four_events), IsEmpty());
    for (const double units : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
        done.report.units_per_operation = units;
        EXPECT_THAT(failed_event_proofs(done, four_events),
                    ElementsAre("nothing was counted to divide by"));
    }
}

TEST(failed_event_proofs, what_the_loop_itself_saw_comes_first) {
    batch done = right();
    done.report.failures = {"returned early"};
    done.report.turns = {9};
    EXPECT_THAT(failed_event_proofs(done, four_events),
                ElementsAre("returned early", HasSubstr("turns lost or invented")));
}

} // namespace
} // namespace tollgate::measure
