// SPDX-License-Identifier: BSL-1.0
//
// Whether the wake delay depends on the interval, with fake rounds.
#include "program.hpp"

#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tollgate::testing::fake_case;
using tollgate::testing::fake_result;
using tollgate::testing::fake_round;

std::string name_of(int interval_ms, const std::string& sleeper = "parker") {
    return "sleep/wake_latency/sleeper:" + sleeper + "/interval_ms:" + std::to_string(interval_ms) +
           "/placement:free";
}

/// The delay in ns for an interval in ms, in the round of a pass.
using delay = std::function<double(double interval_ms, int pass)>;

report::result measured(const std::vector<int>& intervals_ms, int passes, const delay& delay_ns,
                        const std::string& sleeper = "parker") {
    std::vector<measure::case_record> cases;
    for (const int interval_ms : intervals_ms) {
        std::vector<fake_round> rounds;
        for (int pass = 0; pass < passes; ++pass) {
            const double ns = delay_ns(interval_ms, pass);
            rounds.push_back({ns, ns});
        }
        cases.push_back(fake_case(name_of(interval_ms, sleeper), rounds));
    }
    return fake_result(cases);
}

/// From -1 to 1, different from case to case and from round to round.
double noise(double interval_ms, int round) {
    return ((static_cast<int>(interval_ms) * 7 + round * 13) % 21 - 10) / 10.0;
}

const std::vector<int> intervals{2, 5, 10, 50, 100};

TEST(interval_slope, of_a_sleeper_that_is_woken) {
    EXPECT_THAT(failed_slopes(measured(intervals, 12,
                                       [](double interval_ms, int round) {
                                           return 50'000 + 5'000 * noise(interval_ms, round);
                                       })),
                IsEmpty());
}

// It checks eight times per interval and sees a wake half a step late on average: 1/16.
TEST(interval_slope, of_a_sleeper_that_polls_eight_times_an_interval) {
    EXPECT_THAT(
        failed_slopes(measured(intervals, 12,
                               [](double interval_ms, int round) {
                                   return 50'000 + interval_ms * 1e6 / 16 +
                                          1e3 * noise(interval_ms, round);
                               })),
        ElementsAre("sleep/wake_latency/sleeper:parker/interval_ms:*/placement:free: the wake "
                    "latency grows with the interval by 6.25e+04 ns per ms: the thread polls and "
                    "is not woken"));
}

// A slope below 1/1000, a falling slope, and a step where the CPU sleeps more deeply.
TEST(interval_slope, of_other_delays_is_no_polling) {
    for (const delay& delay_ns :
         {delay([](double interval_ms, int round) {
              return 50'000 + 500 * interval_ms + noise(interval_ms, round);
          }),
          delay([](double interval_ms, int /*round*/) { return 500'000 - 4'000 * interval_ms; }),
          delay([](double interval_ms, int round) {
              return (interval_ms < 5 ? 20'000 : 90'000) + 100 * noise(interval_ms, round);
          })}) {
        EXPECT_THAT(failed_slopes(measured(intervals, 12, delay_ns)), IsEmpty());
    }
}

TEST(interval_slope, needs_two_intervals_and_two_passes) {
    const auto polls = [](double interval_ms, int) { return interval_ms * 1e6 / 16; };
    EXPECT_THAT(failed_slopes({}), IsEmpty());
    EXPECT_THAT(failed_slopes(measured({5}, 12, polls)), IsEmpty());
    EXPECT_THAT(failed_slopes(measured(intervals, 1, polls)), IsEmpty());
    EXPECT_THAT(failed_slopes(measured(intervals, 2, polls)), SizeIs(1));
}

// An interrupted run may have a round without some of the cases.
TEST(interval_slope, a_round_without_all_intervals_does_not_count) {
    auto result =
        measured({2, 10, 100}, 2, [](double interval_ms, int) { return 1e5 * interval_ms; });
    EXPECT_THAT(failed_slopes(result), SizeIs(1));
    result.cases.back().record.rounds.pop_back();
    EXPECT_THAT(failed_slopes(result), IsEmpty());
}

TEST(interval_slope, is_judged_for_each_sleeper_and_pass) {
    auto result = measured(intervals, 6, [](double, int) { return 50'000; });
    const auto other = measured(
        intervals, 6, [](double interval_ms, int) { return interval_ms * 1e5; }, "condvar");
    result.cases.insert(result.cases.end(), other.cases.begin(), other.cases.end());
    for (auto& [record, summary] : result.cases) {
        for (measure::case_round& round : record.rounds) {
            round.round = round.process % 3;
            round.process /= 3;
        }
    }
    EXPECT_THAT(failed_slopes(result), ElementsAre(HasSubstr("sleeper:condvar")));
}

TEST(interval_slope, of_one_pass_is_reported_as_not_judged) {
    const auto polls = [](double interval_ms, int) { return interval_ms * 1e5; };
    EXPECT_THAT(slopes_not_judged(measured(intervals, 1, polls)),
                ElementsAre(HasSubstr(
                    "sleeper:parker/interval_ms:*/placement:free: the run cannot check whether")));
    EXPECT_THAT(slopes_not_judged(measured(intervals, 2, polls)), IsEmpty());
    EXPECT_THAT(slopes_not_judged(measured({2}, 1, polls)), IsEmpty())
        << "one interval has no slope";
}

} // namespace
