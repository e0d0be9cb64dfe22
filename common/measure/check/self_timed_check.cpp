// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/testing/self_timed_case.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::self_timed_case;

/// Run hooks with a clock that stands still.
run_hooks still_hooks() {
    run_hooks hooks;
    hooks.now = [] { return std::chrono::nanoseconds(0); };
    return hooks;
}

pilot self_timed_pilot() {
    pilot trial{100, 20'000, 4, 500'000};
    trial.self_timed = true;
    trial.sampled = false;
    return trial;
}

TEST(a_case_with_a_clock_of_its_own, has_one_batch_in_a_round) {
    const plan run_plan = make_plan(std::vector{self_timed_pilot()}, {0}, {}, 25, 1);
    const case_plan& planned = run_plan.cases.front();
    EXPECT_THAT(planned.value.segments, ElementsAre(segment{1, 20'000}));
    EXPECT_THAT(planned.samples.segments, IsEmpty());
    EXPECT_EQ(planned.value.warmup, 5'000U);
    EXPECT_FALSE(planned.joined);
}

TEST(a_case_with_a_clock_of_its_own, adds_the_expected_time_to_an_operation) {
    measured_case subject = self_timed_case("a/case");
    subject.events.expected = std::chrono::milliseconds(1);
    session subject_session(calibration{}, still_hooks());
    EXPECT_NEAR(subject_session.first_look(std::vector{subject}).front().operation_ns, 1e6 + 100,
                50);
}

TEST(a_case_with_a_clock_of_its_own, first_look_starts_no_batch_after_ten_seconds) {
    using namespace std::chrono_literals;
    for (const auto& [takes, expected] :
         std::initializer_list<std::pair<std::chrono::nanoseconds, int>>{
             {1s, 3}, {6s, 2}, {11s, 1}}) {
        std::chrono::nanoseconds now{0};
        int batches = 0;
        measured_case slow = self_timed_case("a/slow");
        slow.run = [&, each = takes](const schedule& scheduled, clock::source) {
            now += each;
            ++batches;
            batch done;
            done.complete = true;
            done.intervals.push_back(each.count() *
                                     static_cast<std::int64_t>(scheduled.segments.front().size));
            return done;
        };
        run_hooks hooks;
        hooks.now = [&] { return now; };
        const pilot trial = session({}, hooks).first_look(std::vector{slow}).front();
        EXPECT_EQ(batches, expected);
        EXPECT_EQ(trial.operation_ns, static_cast<double>(takes.count()));
    }
}

TEST(a_case_with_a_clock_of_its_own, is_lost_if_its_operations_take_no_time) {
    measured_case subject = self_timed_case("a/case");
    subject.run = [](const schedule& scheduled, clock::source) {
        batch done;
        done.intervals.assign(scheduled.groups(), 0);
        done.complete = true;
        return done;
    };
    session subject_session(calibration{}, still_hooks());
    EXPECT_EQ(subject_session.first_look(std::vector{subject}).front().lost,
              "its operations take no time that can be measured");
}

TEST(a_case, survives_two_pauses_of_the_machine) {
    const auto is_lost = [](method by, int pauses) {
        std::chrono::nanoseconds now{0};
        run_hooks hooks;
        hooks.now = [&] { return now; };
        int batches = 0;
        measured_case paused = self_timed_case("a/case");
        paused.valued_by = by;
        paused.run = [&, run = paused.run](const schedule& scheduled, clock::source source) {
            now += std::chrono::seconds(++batches > 1 && batches <= 1 + pauses ? 1 : 0);
            return run(scheduled, source);
        };
        return session({}, hooks).first_look(std::vector{paused}).front().lost.has_value();
    };
    EXPECT_FALSE(is_lost(method::self_timed, 2));
    EXPECT_TRUE(is_lost(method::self_timed, 3));
    EXPECT_FALSE(is_lost(method::untimed_loop, 3));
}

TEST(a_case_that_is_lost, gets_no_round_and_no_time) {
    pilot lost = self_timed_pilot();
    lost.lost = "it has ended";
    const plan run_plan = make_plan(std::vector{self_timed_pilot(), lost}, {0, 1}, {}, 25, 1);
    const auto two_rounds =
        std::chrono::nanoseconds(static_cast<std::int64_t>(4 * run_plan.cases[0].round_ns + 1));
    EXPECT_THAT(order_pass(run_plan, 0, 0, two_rounds, {}).rounds, ElementsAre(2, 0));
    const double needs[] = {6, 0};
    EXPECT_THAT(order_pass(run_plan, 0, 0, two_rounds, needs).rounds, ElementsAre(2, 0));
}

} // namespace
} // namespace tollgate::measure
