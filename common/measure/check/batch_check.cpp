// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/batch.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Four turns of three members, because the first comes before the first operation; or four events.
const schedule loop_schedule{1, {{2, 1}}};
const schedule event_schedule{1, {{3, 1}}};

batch right_loop() {
    batch done;
    done.intervals = {50, 60};
    done.complete = true;
    done.report.probe_calls = {2, 1, 1};
    return done;
}

batch right_events() {
    batch done = right_loop();
    done.intervals.push_back(70);
    return done;
}

struct mistake {
    std::function<void(batch&)> spoil;
    const char* failure;
};

// Mistakes of a batch of a loop, and of a batch of events.
const std::vector<mistake> mistakes{
    {[](batch& done) { --done.report.probe_calls[0]; },
     "iterations lost or invented: 3 counted, 4 due"},
    {[](batch& done) { ++done.report.probe_calls[1]; },
     "iterations lost or invented: 5 counted, 4 due"},
    {[](batch& done) { done.report.probe_calls.clear(); },
     "iterations lost or invented: 0 counted, 4 due"},
    {[](batch& done) { done.intervals.front() = -1; }, "1 interval(s) ended before they began"},
    {[](batch& done) { done.complete = false; }, "an interval is missing or holds more operations"},
    {[](batch& done) { done.intervals.pop_back(); }, "an interval is missing"},
    {[](batch& done) { done.intervals.push_back(80); }, "an interval is missing"},
    {[](batch& done) {
         done.report.cpus_intended = {2, 3};
         done.report.cpus = {2, 0, 3};
     },
     "a thread ran on CPU 0, where it was not put"},
    {[](batch& done) { done.report.units_per_operation = 0; }, "nothing was counted to divide by"},
    {[](batch& done) { done.report.units_per_operation = -1; }, "nothing was counted to divide by"},
    {[](batch& done) {
         done.report.units_per_operation = std::numeric_limits<double>::quiet_NaN();
     },
     "nothing was counted to divide by"},
    {[](batch& done) { done.report.units_per_operation = std::numeric_limits<double>::infinity(); },
     "nothing was counted to divide by"}};

TEST(failed_self_checks, name_each_mistake_of_a_batch) {
    for (const mistake& entry : mistakes) {
        batch loop = right_loop();
        entry.spoil(loop);
        EXPECT_THAT(failed_self_checks(loop, loop_schedule), ElementsAre(HasSubstr(entry.failure)));
        batch events = right_events();
        entry.spoil(events);
        EXPECT_THAT(failed_event_self_checks(events, event_schedule),
                    ElementsAre(HasSubstr(entry.failure)));
    }
}

TEST(failed_self_checks, are_empty_for_correct_batches) {
    batch done = right_loop();
    EXPECT_THAT(failed_self_checks(done, loop_schedule), IsEmpty());
    EXPECT_THAT(failed_event_self_checks(right_events(), event_schedule), IsEmpty());
    done.intervals.front() = 0; // a coarse clock stands still
    done.report.units_per_operation = 1.25;
    done.report.cpus = {2, 3, 2, 0};
    EXPECT_THAT(failed_self_checks(done, loop_schedule), IsEmpty()) << "any CPU will do";
    done.report.cpus_intended = {0, 2, 3};
    EXPECT_THAT(failed_self_checks(done, loop_schedule), IsEmpty());
}

// Any member may take the event.
TEST(failed_self_checks, require_even_turns_of_loops_and_not_of_events) {
    batch done = right_loop();
    done.report.probe_calls = {3, 1, 0};
    EXPECT_THAT(failed_self_checks(done, loop_schedule),
                ElementsAre("iterations not shared evenly: one member did 0, another 3"));
    done.intervals.push_back(70);
    EXPECT_THAT(failed_event_self_checks(done, event_schedule), IsEmpty());
}

TEST(failed_self_checks, begin_with_the_failures_that_the_loop_reports) {
    batch done = right_loop();
    done.report.failures = {"the channel was empty"};
    done.intervals.front() = -1;
    EXPECT_THAT(failed_self_checks(done, loop_schedule),
                ElementsAre("the channel was empty", HasSubstr("ended before they began")));
    done = right_events();
    done.report.failures = {"returned early"};
    EXPECT_THAT(failed_event_self_checks(done, event_schedule), ElementsAre("returned early"));
}

} // namespace
} // namespace tollgate::measure
