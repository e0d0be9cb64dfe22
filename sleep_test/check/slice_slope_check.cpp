// SPDX-License-Identifier: BSL-1.0
//
// Whether the wake delay depends on the time slice, from rounds that are made up.
#include "program.hpp"

#include <tollgate/faults/made_up_result.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::AllOf;
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
    const auto seen = measured(slices, 12, [](double slice_ms, int round) {
        return 50'000 + 5'000 * noise(slice_ms, round);
    });
    ASSERT_THAT(slice_slopes(seen), SizeIs(1));
    const slice_slope one = slice_slopes(seen).front();
    EXPECT_EQ(one.cases, "sleep/wake_latency/sleeper:parker/slice_ms:*/placement:free");
    EXPECT_EQ(one.shortest_ms, 2);
    EXPECT_EQ(one.longest_ms, 100);
    EXPECT_FALSE(one.depends());
    EXPECT_THAT(slope_text(seen), AllOf(HasSubstr(one.cases), HasSubstr("none to be seen")));
    EXPECT_THAT(failed_slopes(seen), IsEmpty());
}

// It looks eight times a slice and sees a wake half such a step later on average: 1/16.
TEST(slice_slope, of_a_sleeper_that_polls_eight_times_a_slice) {
    const auto seen = measured(slices, 12, [](double slice_ms, int round) {
        return 50'000 + slice_ms * 1e6 / 16 * (1 + 0.3 * noise(slice_ms, round));
    });
    ASSERT_THAT(slice_slopes(seen), SizeIs(1));
    EXPECT_TRUE(slice_slopes(seen).front().depends());
    EXPECT_NEAR(slice_slopes(seen).front().ns_per_ms.value, 62'500, 25'000);
    EXPECT_THAT(slope_text(seen), HasSubstr("it depends on it"));
    EXPECT_THAT(
        failed_slopes(seen),
        ElementsAre(AllOf(HasSubstr("sleep/wake_latency/sleeper:parker/slice_ms:*/placement:free"),
                          HasSubstr("it polls instead of being woken"))));
}

// Less than 1/1000 of the slice; one that falls; and one step where the CPU sleeps more deeply.
TEST(slice_slope, of_other_kinds_is_no_polling) {
    const auto expect_none = [](const delay& of) {
        const auto seen = measured(slices, 12, of);
        EXPECT_FALSE(slice_slopes(seen).at(0).depends());
        EXPECT_THAT(failed_slopes(seen), IsEmpty());
        return slope_text(seen);
    };
    EXPECT_THAT(expect_none([](double slice_ms, int round) {
                    return 50'000 + 500 * slice_ms + noise(slice_ms, round);
                }),
                HasSubstr("below 1/1000 of it"));
    expect_none([](double slice_ms, int /*round*/) { return 500'000 - 4'000 * slice_ms; });
    expect_none([](double slice_ms, int round) {
        return (slice_ms < 5 ? 20'000 : 90'000) + 100 * noise(slice_ms, round);
    });
}

TEST(slice_slope, one_slice_has_none) {
    const auto seen = measured({5}, 12, [](double, int) { return 50'000; });
    EXPECT_THAT(slice_slopes(seen), IsEmpty());
    EXPECT_THAT(slope_text(seen), HasSubstr("not judged"));
    EXPECT_THAT(failed_slopes(seen), IsEmpty());
    EXPECT_THAT(slice_slopes({}), IsEmpty());
    EXPECT_EQ(slope_text({}), "");
}

TEST(slice_slope, one_pass_does_not_say) {
    const auto polls = [](double slice_ms, int) { return slice_ms * 1e6 / 16; };
    const auto seen = measured(slices, 1, polls);
    EXPECT_FALSE(slice_slopes(seen).at(0).depends());
    EXPECT_THAT(slope_text(seen), HasSubstr("too few passes to say"));
    EXPECT_THAT(failed_slopes(seen), IsEmpty());
    EXPECT_TRUE(slice_slopes(measured(slices, 6, polls)).at(0).depends());
}

// An interrupted run may have a round in which some cases are missing: it says nothing.
TEST(slice_slope, a_round_without_all_slices_does_not_count) {
    auto seen = measured({2, 10, 100}, 7, [](double slice_ms, int round) {
        return round == 6 ? 1e9 * slice_ms : 50'000;
    });
    seen.cases.back().record.rounds.pop_back();
    EXPECT_EQ(slice_slopes(seen).at(0).ns_per_ms.value, 0);
    EXPECT_EQ(slice_slopes(seen).at(0).ns_per_ms.range->high, 0);
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
    ASSERT_THAT(slice_slopes(seen), SizeIs(2));
    EXPECT_THAT(failed_slopes(seen), ElementsAre(HasSubstr("sleeper:condvar")));
}

} // namespace
