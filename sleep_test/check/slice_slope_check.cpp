// SPDX-License-Identifier: BSL-1.0
//
// Whether the wake delay depends on the time slice, from rounds that are made up.
#include "program.hpp"

#include <tollgate/faults/made_up.hpp>

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
using tollgate::faults::made_up_case;
using tollgate::faults::made_up_result;
using tollgate::faults::made_up_round;

std::string name_of(int slice_ms, const std::string& who = "parker") {
    return "sleep/wake_latency/sleeper:" + who + "/slice_ms:" + std::to_string(slice_ms) +
           "/placement:free";
}

/// The delay in ns with a slice in ms, in the round of a pass.
using delay = std::function<double(double slice_ms, int pass)>;

report::result measured(const std::vector<int>& slices_ms, int passes, const delay& of,
                        const std::string& who = "parker") {
    std::vector<measure::case_record> cases;
    for (const int slice_ms : slices_ms) {
        std::vector<made_up_round> each;
        for (int pass = 0; pass < passes; ++pass) {
            const double ns = of(slice_ms, pass);
            each.push_back({ns, ns});
        }
        cases.push_back(made_up_case(name_of(slice_ms, who), each));
    }
    return made_up_result(cases);
}

/// From -1 to 1, different from case to case and from round to round.
double noise(double slice_ms, int round) {
    return ((static_cast<int>(slice_ms) * 7 + round * 13) % 21 - 10) / 10.0;
}

const std::vector<int> slices{2, 5, 10, 50, 100};

TEST(slice_slope, of_a_sleeper_that_is_woken) {
    EXPECT_THAT(failed_slopes(measured(slices, 12,
                                       [](double slice_ms, int round) {
                                           return 50'000 + 5'000 * noise(slice_ms, round);
                                       })),
                IsEmpty());
}

// It looks eight times a slice and sees a wake half such a step later on average: 1/16.
TEST(slice_slope, of_a_sleeper_that_polls_eight_times_a_slice) {
    EXPECT_THAT(failed_slopes(measured(slices, 12,
                                       [](double slice_ms, int round) {
                                           return 50'000 + slice_ms * 1e6 / 16 +
                                                  1e3 * noise(slice_ms, round);
                                       })),
                ElementsAre("sleep/wake_latency/sleeper:parker/slice_ms:*/placement:free: the wake "
                            "delay grows with the slice by 6.25e+04 ns per ms: it polls instead of "
                            "being woken"));
}

// Less than 1/1000 of the slice; one that falls; and one step where the CPU sleeps more deeply.
TEST(slice_slope, of_other_kinds_is_no_polling) {
    for (const delay& of :
         {delay([](double slice_ms, int round) {
              return 50'000 + 500 * slice_ms + noise(slice_ms, round);
          }),
          delay([](double slice_ms, int /*round*/) { return 500'000 - 4'000 * slice_ms; }),
          delay([](double slice_ms, int round) {
              return (slice_ms < 5 ? 20'000 : 90'000) + 100 * noise(slice_ms, round);
          })}) {
        EXPECT_THAT(failed_slopes(measured(slices, 12, of)), IsEmpty());
    }
}

TEST(slice_slope, needs_two_slices_and_two_passes) {
    const auto polls = [](double slice_ms, int) { return slice_ms * 1e6 / 16; };
    EXPECT_THAT(failed_slopes({}), IsEmpty());
    EXPECT_THAT(failed_slopes(measured({5}, 12, polls)), IsEmpty());
    EXPECT_THAT(failed_slopes(measured(slices, 1, polls)), IsEmpty());
    EXPECT_THAT(failed_slopes(measured(slices, 2, polls)), SizeIs(1));
}

// An interrupted run may have a round in which some cases are missing: it says nothing.
TEST(slice_slope, a_round_without_all_slices_does_not_count) {
    auto seen = measured({2, 10, 100}, 2, [](double slice_ms, int) { return 1e5 * slice_ms; });
    EXPECT_THAT(failed_slopes(seen), SizeIs(1));
    seen.cases.back().record.rounds.pop_back();
    EXPECT_THAT(failed_slopes(seen), IsEmpty());
}

TEST(slice_slope, one_for_each_sleeper_and_process_by_process) {
    auto seen = measured(slices, 6, [](double, int) { return 50'000; });
    const auto other = measured(
        slices, 6, [](double slice_ms, int) { return slice_ms * 1e5; }, "condvar");
    seen.cases.insert(seen.cases.end(), other.cases.begin(), other.cases.end());
    for (auto& [record, summary] : seen.cases) {
        for (measure::case_round& round : record.rounds) {
            round.round = round.process % 3;
            round.process /= 3;
        }
    }
    EXPECT_THAT(failed_slopes(seen), ElementsAre(HasSubstr("sleeper:condvar")));
}

TEST(slice_slope, of_one_pass_is_not_judged_and_that_is_said) {
    const auto polls = [](double slice_ms, int) { return slice_ms * 1e5; };
    EXPECT_THAT(slopes_not_judged(measured(slices, 1, polls)),
                ElementsAre(HasSubstr("sleeper:parker/slice_ms:*/placement:free: whether")));
    EXPECT_THAT(slopes_not_judged(measured(slices, 2, polls)), IsEmpty());
    EXPECT_THAT(slopes_not_judged(measured({2}, 1, polls)), IsEmpty()) << "nothing is promised";
}

} // namespace
