// SPDX-License-Identifier: BSL-1.0
// What a sheet keeps of passes and reference loops.
#include "load.hpp"

#include "condense.hpp"
#include "temporary_folder.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two rounds a pass.
measure::case_record in_passes(const std::string& name, std::size_t rounds) {
    measure::case_record record;
    record.key = name;
    for (std::size_t i = 0; i < rounds; ++i) {
        measure::case_round round;
        round.process = i / 2;
        round.round = i;
        round.value_ns = 10 + 0.01 * static_cast<double>(i % 7);
        round.fit = {5, round.value_ns};
        record.rounds.push_back(round);
    }
    return record;
}

/// Twenty rounds of two cases, the first with a twin.
report::result run_of(const std::string& program) {
    report::result seen;
    seen.about.program = program;
    seen.cases = {in_passes(program + "/one", 20), in_passes(program + "/two", 20)};
    seen.twins = {seen.cases.front()};
    seen.rounds = 20;
    seen.passes = 10;
    return seen;
}

/// With reference loops, fast in the first three of four rounds.
report::result quiet_result() {
    report::result seen = run_of("a");
    seen.speed.fast_ns = {{0, 100}};
    seen.speed.loops = 40;
    seen.speed.fast_share = 0.75;
    for (std::vector<measure::case_result>* all : {&seen.cases, &seen.twins}) {
        for (measure::case_result& one : *all) {
            one.record.cpus = {0};
            for (std::size_t i = 0; i < one.record.rounds.size(); ++i) {
                const bool slow = i % 4 == 3;
                one.record.rounds[i].reference_before_ns = 100;
                one.record.rounds[i].reference_after_ns = slow ? 150 : 101;
                one.record.rounds[i].value_ns += slow ? 0.1 : 0;
            }
        }
    }
    return seen;
}

TEST(load_passes, says_of_which_rounds_a_value_is) {
    const temporary_folder folder;
    const sheet all = load({folder.write("quiet.json", report::to_json(quiet_result())),
                            folder.write("plain.json", report::to_json(run_of("b")))},
                           detail::figures);
    EXPECT_EQ(all.cases[0].quiet_share, 0.75);
    ASSERT_TRUE(all.cases[0].as_it_is_ns);
    EXPECT_NEAR(*all.cases[0].as_it_is_ns, 10.055, 0.01);
    EXPECT_EQ(all.files[0].fast_share, 0.75);
    EXPECT_EQ(all.files[0].passes, 10U);
    EXPECT_FALSE(all.cases[2].quiet_share);
    EXPECT_FALSE(all.cases[2].as_it_is_ns) << "it is the value";
    EXPECT_FALSE(all.files[1].fast_share) << "there were no reference loops";
}

TEST(load_passes, an_interval_over_rounds_is_remarked_on_and_has_no_passes) {
    sheet_case one = condense(in_passes("a/one", 10), false, detail::figures);
    EXPECT_THAT(one.remarks, ElementsAre(HasSubstr("over rounds, not over passes")));
    EXPECT_THAT(one.pass_costs, IsEmpty());
    one = condense(in_passes("a/one", 20), false, detail::figures);
    EXPECT_THAT(one.remarks, IsEmpty());
    EXPECT_EQ(one.pass_costs.size(), 10U);
}

TEST(load_passes, a_curve_is_as_it_was_read_where_nothing_can_be_taken_off) {
    measure::case_record record = in_passes("a/one", 20);
    for (int i = 0; i < 1000; ++i) {
        record.samples.add(60 + i % 10);
    }
    sheet_case one = condense(record, false, detail::distributions);
    EXPECT_FALSE(one.curve_as_read);
    EXPECT_LT(one.curve.front().ns, 60);
    record.reading_ns = 1; // and what is taken off is 5 ns
    one = condense(record, false, detail::distributions);
    EXPECT_TRUE(one.curve_as_read);
    EXPECT_GE(one.curve.front().ns, 60);
}

TEST(load_passes, the_noise_floor_of_a_case_is_that_of_its_kind) {
    const temporary_folder folder;
    report::result seen = run_of("a");
    seen.cases[1].record.threads = 2;
    seen.twins.emplace_back(seen.cases[1].record);
    for (measure::case_round& round : seen.twins[1].record.rounds) {
        round.value_ns *= round.process % 2 == 0 ? 0.8 : 1.25;
    }
    const sheet all = load({folder.write("one.json", report::to_json(seen))}, detail::figures);
    EXPECT_EQ(all.cases[0].noise_floor, 0);
    ASSERT_TRUE(all.cases[1].noise_floor);
    EXPECT_GT(*all.cases[1].noise_floor, 0.1);
    EXPECT_EQ(all.files[0].noise_floor, all.cases[1].noise_floor) << "the largest";
}

} // namespace
} // namespace tollgate::cost_sheet
