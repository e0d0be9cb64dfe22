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

/// Four turns of three members, since the first comes before the first operation; or four events.
const schedule loop_schedule{1, {{2, 1}}};
const schedule event_schedule{1, {{3, 1}}};

batch right_loop() {
    batch done;
    done.intervals = {50, 60};
    done.complete = true;
    done.report.turns = {2, 1, 1};
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

// What is wrong with a batch of a loop and with one of events alike.
const std::vector<mistake> mistakes{
    {[](batch& done) { --done.report.turns[0]; }, "turns lost or invented: 3 taken, 4 due"},
    {[](batch& done) { ++done.report.turns[1]; }, "turns lost or invented: 5 taken, 4 due"},
    {[](batch& done) { done.report.turns.clear(); }, "turns lost or invented: 0 taken, 4 due"},
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

TEST(failed_proofs, tell_each_mistake_of_a_batch) {
    for (const mistake& each : mistakes) {
        batch loop = right_loop();
        each.spoil(loop);
        EXPECT_THAT(failed_proofs(loop, loop_schedule), ElementsAre(HasSubstr(each.failure)));
        batch events = right_events();
        each.spoil(events);
        EXPECT_THAT(failed_event_proofs(events, event_schedule),
                    ElementsAre(HasSubstr(each.failure)));
    }
}

TEST(failed_proofs, none_for_right_batches) {
    batch done = right_loop();
    EXPECT_THAT(failed_proofs(done, loop_schedule), IsEmpty());
    EXPECT_THAT(failed_event_proofs(right_events(), event_schedule), IsEmpty());
    done.intervals.front() = 0; // a coarse clock stands still
    done.report.units_per_operation = 1.25;
    done.report.cpus = {2, 3, 2, 0};
    EXPECT_THAT(failed_proofs(done, loop_schedule), IsEmpty()) << "any CPU will do";
    done.report.cpus_intended = {0, 2, 3};
    EXPECT_THAT(failed_proofs(done, loop_schedule), IsEmpty());
}

// Any member may take the event.
TEST(failed_proofs, a_loop_shares_its_turns_evenly_and_events_do_not) {
    batch done = right_loop();
    done.report.turns = {3, 1, 0};
    EXPECT_THAT(failed_proofs(done, loop_schedule),
                ElementsAre("turns not shared evenly: one member took 0, another 3"));
    done.intervals.push_back(70);
    EXPECT_THAT(failed_event_proofs(done, event_schedule), IsEmpty());
}

TEST(failed_proofs, what_the_loop_itself_saw_comes_first) {
    batch done = right_loop();
    done.report.failures = {"the channel was empty"};
    done.intervals.front() = -1;
    EXPECT_THAT(failed_proofs(done, loop_schedule),
                ElementsAre("the channel was empty", HasSubstr("ended before they began")));
    done = right_events();
    done.report.failures = {"returned early"};
    EXPECT_THAT(failed_event_proofs(done, event_schedule), ElementsAre("returned early"));
}

} // namespace
} // namespace tollgate::measure
