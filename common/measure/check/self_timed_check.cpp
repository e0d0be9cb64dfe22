// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/self_timed_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using faults::self_timed_case;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Without a clock that goes.
surroundings still_outside() {
    surroundings outside;
    outside.now = [] { return std::chrono::nanoseconds(0); };
    return outside;
}

pilot self_timed_pilot() {
    pilot seen{100, 20'000, 4, 500'000};
    seen.self_timed = true;
    return seen;
}

TEST(a_case_with_a_clock_of_its_own, has_one_batch_in_a_round) {
    const plan made = make_plan(std::vector{self_timed_pilot()}, {0}, {}, 25, 1);
    const case_plan& one = made.cases.front();
    EXPECT_THAT(one.value.segments, ElementsAre(segment{1, 20'000}));
    EXPECT_THAT(one.samples.segments, IsEmpty());
    EXPECT_EQ(one.value.warmup, 5'000U);
    EXPECT_FALSE(one.joined);
}

TEST(a_case_with_a_clock_of_its_own,
     whose_operations_take_the_time_that_was_asked_for_is_planned_by_that) {
    measured_case made = self_timed_case("a/case");
    made.events.expected = std::chrono::milliseconds(1);
    session here(calibration{}, still_outside());
    EXPECT_NEAR(here.look_at(std::vector{made}).front().operation_ns, 1e6 + 100, 50);
}

TEST(a_case_with_a_clock_of_its_own,
     that_is_slow_is_looked_at_for_ten_seconds_and_the_batch_that_is_at_work_then) {
    using namespace std::chrono_literals;
    for (const auto& [takes, looks] :
         std::initializer_list<std::pair<std::chrono::nanoseconds, int>>{
             {1s, 3}, {6s, 2}, {11s, 1}}) {
        std::chrono::nanoseconds now{0};
        int batches = 0;
        measured_case slow = self_timed_case("a/slow");
        slow.run = [&, each = takes](const schedule& asked, clock::source) {
            now += each;
            ++batches;
            batch done;
            done.complete = true;
            done.intervals.push_back(each.count() *
                                     static_cast<std::int64_t>(asked.segments.front().size));
            return done;
        };
        surroundings outside;
        outside.now = [&] { return now; };
        const pilot seen = session({}, outside).look_at(std::vector{slow}).front();
        EXPECT_EQ(batches, looks);
        EXPECT_EQ(seen.operation_ns, static_cast<double>(takes.count()));
    }
}

TEST(a_case_with_a_clock_of_its_own, whose_operations_take_no_time_is_lost) {
    measured_case made = self_timed_case("a/case");
    made.run = [](const schedule& asked, clock::source) {
        batch done;
        done.intervals.assign(asked.groups(), 0);
        done.complete = true;
        return done;
    };
    session here(calibration{}, still_outside());
    EXPECT_EQ(here.look_at(std::vector{made}).front().lost,
              "its operations take no time that can be measured");
}

TEST(a_case, is_not_lost_for_pauses_of_the_machine_unless_a_clock_of_its_own_seems_to_stand_still) {
    const auto is_lost = [](method by, int pauses) {
        std::chrono::nanoseconds now{0};
        surroundings outside;
        outside.now = [&] { return now; };
        int batches = 0;
        measured_case paused = self_timed_case("a/case");
        paused.valued_by = by;
        paused.run = [&, run = paused.run](const schedule& asked, clock::source source) {
            now += std::chrono::seconds(++batches > 1 && batches <= 1 + pauses ? 1 : 0);
            return run(asked, source);
        };
        return session({}, outside).look_at(std::vector{paused}).front().lost.has_value();
    };
    EXPECT_FALSE(is_lost(method::self_timed, 2));
    EXPECT_TRUE(is_lost(method::self_timed, 3));
    EXPECT_FALSE(is_lost(method::unobserved_loop, 3));
}

TEST(a_case_that_is_lost, gets_no_round_and_takes_no_time) {
    pilot lost = self_timed_pilot();
    lost.lost = "it has ended";
    const plan made = make_plan(std::vector{self_timed_pilot(), lost}, {0, 1}, {}, 25, 1);
    const auto two_rounds =
        std::chrono::nanoseconds(static_cast<std::int64_t>(4 * made.cases[0].round_ns + 1));
    EXPECT_THAT(order_pass(made, 0, 0, two_rounds, {}).rounds, ElementsAre(2, 0));
    const double needs[] = {6, 0};
    EXPECT_THAT(order_pass(made, 0, 0, two_rounds, needs).rounds, ElementsAre(2, 0));
}

} // namespace
} // namespace tollgate::measure
