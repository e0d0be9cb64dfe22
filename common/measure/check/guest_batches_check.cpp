// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/run.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int plenty = 1'000'000;

/// A guest whose operations take 100 ns, and each batch 40 ns besides. It is lost once `left` is 0.
measured_case made_up_guest(const std::string& name, std::shared_ptr<int> left) {
    measured_case made;
    made.key = name;
    made.unit = "one operation";
    made.valued_by = method::guest_batches;
    made.run = [left = std::move(left)](const schedule& asked, clock::source) {
        batch done;
        if (asked.interrupted && asked.interrupted()) {
            return done;
        }
        if (--*left < 0) {
            done.lost = "it has ended";
            return done;
        }
        for (const segment& part : asked.segments) {
            for (std::uint64_t group = 0; group < part.groups; ++group) {
                done.intervals.push_back(static_cast<std::int64_t>(part.size * 100 + 40));
            }
        }
        done.complete = true;
        done.report.turns = {asked.operations() + 1};
        done.report.cpus = {0};
        done.report.counted = {{"batches of a run", asked.groups()}};
        return done;
    };
    return made;
}

measured_case made_up_guest(const std::string& name, int batches = plenty) {
    return made_up_guest(name, std::make_shared<int>(batches));
}

/// Without a clock that goes.
surroundings still_outside() {
    surroundings outside;
    outside.now = [] { return std::chrono::nanoseconds(0); };
    return outside;
}

run_options in_six_rounds() {
    run_options asked;
    asked.until.exact_rounds = 6;
    asked.until.budget = std::chrono::milliseconds(50);
    return asked;
}

/// How often a case behind another one is run.
int batches_of_the_second() {
    const auto left = std::make_shared<int>(plenty);
    static_cast<void>(run(std::vector{made_up_guest("a/first"), made_up_guest("a/second", left)},
                          in_six_rounds()));
    return plenty - *left;
}

pilot guest_pilot() {
    pilot seen{100, 20'000, 4, 500'000};
    seen.guest = true;
    return seen;
}

TEST(a_guest_s_round, has_batches_of_two_lengths) {
    const plan made = make_plan(std::vector{guest_pilot()}, {0}, {}, 25, 1);
    const case_plan& one = made.cases.front();
    EXPECT_THAT(one.value.segments, ElementsAre(segment{1, 20'000}));
    EXPECT_THAT(one.samples.segments, ElementsAre(segment{1, 5'000}, segment{1, 20'000}));
    EXPECT_EQ(one.value.warmup, 5'000U);
    EXPECT_FALSE(one.joined);
    // Three batches with a warm-up each, and a loop on one CPU before and after.
    EXPECT_NEAR(one.round_ns, 3 * (5'000 * 100 + 20'000) + 45'000 * 100 + 700'000, 1);
}

TEST(a_guest, whose_operations_take_the_time_that_was_asked_for_is_planned_by_that) {
    measured_case made = made_up_guest("a/guest");
    made.events.expected = std::chrono::milliseconds(1);
    session here(calibration{}, still_outside());
    EXPECT_NEAR(here.look_at(std::vector{made}).front().operation_ns, 1e6 + 140, 50);
}

TEST(a_guest, that_is_slow_is_looked_at_for_ten_seconds_and_the_batch_that_is_at_work_then) {
    using namespace std::chrono_literals;
    for (const auto& [takes, looks] :
         std::initializer_list<std::pair<std::chrono::nanoseconds, int>>{
             {1s, 3}, {6s, 2}, {11s, 1}}) {
        std::chrono::nanoseconds now{0};
        int batches = 0;
        measured_case slow = made_up_guest("a/slow");
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

TEST(a_guest, whose_operations_take_no_time_is_lost) {
    measured_case made = made_up_guest("a/guest");
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

TEST(a_guest, whose_proofs_fail_is_lost_and_the_others_are_not) {
    measured_case wrong = made_up_guest("a/wrong");
    wrong.run = [run = wrong.run](const schedule& asked, clock::source source) {
        batch done = run(asked, source);
        done.report.turns.front() += asked.segments.size() > 1 ? 1 : 0;
        return done;
    };
    const result seen = run(std::vector{made_up_guest("a/first"), wrong}, in_six_rounds());
    ASSERT_EQ(seen.cases.size(), 1U);
    EXPECT_THAT(seen.cases.front().record.failures, IsEmpty());
    ASSERT_EQ(seen.lost.size(), 1U);
    EXPECT_EQ(seen.stopped, stop_reason::rounds);
}

TEST(a_case_that_is_lost, gets_no_round_and_takes_no_time) {
    pilot lost = guest_pilot();
    lost.lost = "it has ended";
    const plan made = make_plan(std::vector{guest_pilot(), lost}, {0, 1}, {}, 25, 1);
    const auto two_rounds =
        std::chrono::nanoseconds(static_cast<std::int64_t>(4 * made.cases[0].round_ns + 1));
    EXPECT_THAT(order_pass(made, 0, 0, two_rounds, {}).rounds, ElementsAre(2, 0));
    const double needs[] = {6, 0};
    EXPECT_THAT(order_pass(made, 0, 0, two_rounds, needs).rounds, ElementsAre(2, 0));
}

TEST(a_guest, is_valued_by_its_long_batches_in_nanoseconds) {
    run_options asked = in_six_rounds();
    asked.clock = clock::source::monotonic;
    const result seen = run(std::vector{made_up_guest("a/guest")}, asked);
    ASSERT_EQ(seen.cases.size(), 1U);
    const case_summary& of = seen.cases.front().summary;
    EXPECT_NEAR(of.value_ns.value, 100, 0.1);
    EXPECT_NEAR(of.check.slope_ns.value, 100, 1e-6);
    EXPECT_NEAR(of.overhead_ns.value, 40, 1e-3) << "what a batch costs besides its operations";
    EXPECT_EQ(of.samples, 0U);
    EXPECT_EQ(seen.twins.size(), 1U) << "it scatters in its own way";
    EXPECT_THAT(seen.lost, IsEmpty());
}

TEST(a_guest, that_is_lost_ends_its_own_case_alone) {
    const int all = batches_of_the_second();
    ASSERT_GT(all, 12) << "two in each round, and the first look";
    for (const int batches :
         {0, all - 12, all - 1}) { // in the first look, in a round, in the last one
        const std::vector<measured_case> cases{
            made_up_guest("a/first"), made_up_guest("a/second", batches), made_up_guest("a/third")};
        const result seen = run(cases, in_six_rounds());
        ASSERT_EQ(seen.cases.size(), 2U) << batches;
        EXPECT_EQ(seen.cases[1].record.key.name(), "a/third");
        EXPECT_EQ(seen.cases[1].record.rounds.size(), 6U);
        ASSERT_EQ(seen.lost.size(), 1U);
        EXPECT_EQ(seen.lost.front().key.name(), "a/second");
        EXPECT_EQ(seen.lost.front().reason, "it has ended");
        EXPECT_EQ(seen.stopped, stop_reason::rounds);
    }
}

TEST(a_guest, that_is_lost_takes_its_twin_along) {
    const result seen = run(std::vector{made_up_guest("a/first", batches_of_the_second() + 1),
                                        made_up_guest("a/second")},
                            in_six_rounds());
    EXPECT_EQ(seen.cases.size(), 1U);
    EXPECT_THAT(seen.twins, IsEmpty());
}

TEST(a_guest, that_was_interrupted_in_its_batch_has_lost_nothing) {
    run_options asked = in_six_rounds();
    const auto left = std::make_shared<int>(plenty);
    const int enough = plenty - batches_of_the_second() / 2;
    asked.outside.interrupted = [left, enough] { return *left < enough; };
    const result seen = run(std::vector{made_up_guest("a/guest", left)}, asked);
    EXPECT_EQ(seen.stopped, stop_reason::interrupted);
    EXPECT_THAT(seen.lost, IsEmpty());
    EXPECT_THAT(seen.cases.at(0).record.failures, IsEmpty());
}

TEST(guests, may_all_be_lost) {
    const result seen = run(std::vector{made_up_guest("a/only", 0)}, in_six_rounds());
    EXPECT_THAT(seen.cases, IsEmpty());
    EXPECT_EQ(seen.lost.size(), 1U);
}

} // namespace
} // namespace tollgate::measure
