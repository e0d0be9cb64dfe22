// SPDX-License-Identifier: BSL-1.0
#include "sheet.hpp"

#include <tollgate/faults/temporary_folder.hpp>
#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Two rounds a pass, each with samples.
measure::case_record record_of(const std::string& name, std::size_t rounds) {
    measure::case_record record;
    record.key = name;
    record.unit = "one operation";
    for (std::size_t i = 0; i < rounds; ++i) {
        measure::case_round round;
        round.process = i / 2;
        round.round = i;
        round.operations = 1000;
        round.value_ns = 10 + 0.01 * static_cast<double>(i % 7);
        round.fit = {5, round.value_ns};
        if (i % 10 == 3) {
            round.disturbances = {"steal 2 ticks", "throttled 1 period"};
        }
        record.rounds.push_back(round);
        for (int sample = 0; sample < 100; ++sample) {
            record.samples.add(15 + sample % 10);
        }
    }
    return record;
}

report::result result_with(const std::string& program, std::size_t rounds = 20) {
    report::result seen;
    seen.about.program = program;
    seen.cases = {record_of(program + "/one", rounds), record_of(program + "/two", rounds)};
    seen.twins = {seen.cases.front()};
    seen.rounds = rounds;
    seen.passes = (rounds + 1) / 2;
    return seen;
}

TEST(load, keeps_of_a_case_what_a_sheet_shows_and_distributions_if_they_are_wanted) {
    const faults::temporary_folder folder;
    const std::string path = folder.write("one.json", report::to_json(result_with("a")));
    const sheet figures = load({path}, detail::figures);
    EXPECT_THAT(figures.cases.at(0).curve, IsEmpty());
    EXPECT_THAT(figures.cases.at(0).history, IsEmpty());
    EXPECT_TRUE(figures.files[0].noise_floor);
    const sheet all = load({path}, detail::distributions);
    const sheet_case& one = all.cases.at(0);
    EXPECT_EQ(one.key.name(), "a/one");
    EXPECT_NEAR(one.value_ns, 10.03, 0.001);
    EXPECT_TRUE(one.range && one.range->contains(one.value_ns));
    EXPECT_EQ(one.rounds, 20U);
    EXPECT_EQ(one.samples, 2000U);
    EXPECT_TRUE(one.percentiles_ns[2]);
    EXPECT_FALSE(one.percentiles_ns[3]) << "p99.9 of 2,000 samples";
    ASSERT_EQ(one.history.size(), 20U);
    EXPECT_FALSE(one.history_thinned);
    EXPECT_EQ(one.history[2].disturbed, 0U);
    EXPECT_EQ(one.history[3].disturbed, 1U);
    EXPECT_THAT(one.disturbances, ElementsAre("steal 2 ticks, throttled 1 period"));
    ASSERT_FALSE(one.curve.empty());
    for (std::size_t i = 1; i < one.curve.size(); ++i) {
        EXPECT_LT(one.curve[i].beyond, one.curve[i - 1].beyond);
        EXPECT_GE(one.curve[i].ns, one.curve[i - 1].ns);
        EXPECT_GE(one.curve[i].beyond * 2000, 10) << "ten samples lie beyond";
    }
}

TEST(load, a_digest_shows_what_its_file_shows_but_rounds) {
    const faults::temporary_folder folder;
    const report::result seen = result_with("a");
    const sheet whole =
        load({folder.write("whole.json", report::to_json(seen))}, detail::distributions);
    const sheet kept =
        load({folder.write("digest.json", report::to_digest(seen))}, detail::distributions);
    const sheet_case& one = kept.cases.at(1);
    const sheet_case& other = whole.cases.at(1);
    EXPECT_EQ(one.value_ns, other.value_ns);
    EXPECT_EQ(one.range, other.range);
    EXPECT_EQ(one.percentiles_ns, other.percentiles_ns);
    EXPECT_EQ(one.disturbed_rounds, other.disturbed_rounds);
    EXPECT_EQ(one.noise_floor, other.noise_floor);
    ASSERT_EQ(one.pass_costs.size(), 10U);
    EXPECT_EQ(one.pass_costs[9].log_ns, other.pass_costs[9].log_ns);
    EXPECT_EQ(one.remarks, other.remarks);
    ASSERT_EQ(one.curve.size(), other.curve.size());
    EXPECT_EQ(one.curve.back().ns, other.curve.back().ns);
    EXPECT_THAT(one.history, IsEmpty());
    EXPECT_TRUE(one.digested);
    EXPECT_FALSE(other.digested);
    EXPECT_EQ(kept.files[0].noise_floor, whole.files[0].noise_floor);
    EXPECT_EQ(kept.files[0].passes, 10U);
}

TEST(load, a_long_history_is_thinned_and_keeps_what_was_disturbed) {
    const sheet_case one = condense(record_of("a/one", 400), false, detail::distributions);
    EXPECT_TRUE(one.history_thinned);
    EXPECT_LE(one.history.size(), sheet_case::most_history);
    EXPECT_EQ(std::count_if(one.history.begin(), one.history.end(),
                            [](const round_point& round) { return round.disturbed != 0; }),
              40)
        << "each of them";
}

TEST(load, a_file_that_cannot_be_read_costs_a_line) {
    const faults::temporary_folder folder;
    const std::string good = folder.write("good.json", report::to_json(result_with("a")));
    const std::string bad = folder.write("bad.json", "{\"tollgate\": 3}");
    const std::string rude = folder.write("\x1b[31m\nrude", "\x1b]0;x\x07{");
    const sheet all = load({bad, good, folder.path() + "/none", rude}, detail::figures);
    EXPECT_EQ(all.files.size(), 1U);
    EXPECT_EQ(all.cases.size(), 2U);
    EXPECT_THAT(all.unreadable, ElementsAre(StartsWith(bad + ": "), HasSubstr("No such file"), _));
    EXPECT_EQ(all.unreadable[2].find_first_of("\n\x1b\x07"), std::string::npos);
}

TEST(load, says_what_is_odd_about_cases_of_files) {
    const faults::temporary_folder folder;
    const std::string one = folder.write("one.json", report::to_json(result_with("a")));
    const std::string two = folder.write("two.json", report::to_json(result_with("a")));
    const sheet all = load({one, two}, detail::figures);
    EXPECT_THAT(all.warnings, ElementsAre(HasSubstr("2 of its cases are in " + one + " as well")));
    EXPECT_EQ(all.files[0].label, one);
    EXPECT_EQ(load({one}, detail::figures).files[0].label, "a");
    report::result odd = result_with("a");
    odd.failures = {"nothing was noticed"};
    odd.cases[1].record.failures = {"a turn was lost"};
    EXPECT_THAT(
        load({folder.write("odd.json", report::to_json(odd))}, detail::figures).files[0].failures,
        ElementsAre("nothing was noticed", "a turn was lost"));
    odd.cases.push_back(odd.cases.front());
    EXPECT_THAT(load({folder.write("odd.json", report::to_json(odd))}, detail::figures).warnings,
                ElementsAre(HasSubstr("have the name of another one")));
    const report::result none = result_with("a", 0);
    EXPECT_THAT(load({folder.write("none.json", report::to_json(none))}, detail::figures).warnings,
                ElementsAre(HasSubstr("no case in it has a value")));
}

TEST(load, a_file_of_google_benchmark_is_shown_as_far_as_it_goes) {
    const faults::temporary_folder folder;
    const sheet all =
        load({folder.write("g.json", R"({"context":{"executable":"./sort"},"benchmarks":[)"
                                     R"({"name":"BM_sort/8","real_time":3,"time_unit":"us"}]})")},
             detail::distributions);
    ASSERT_EQ(all.cases.size(), 1U);
    EXPECT_TRUE(all.files[0].foreign);
    EXPECT_EQ(all.files[0].label, "sort");
    EXPECT_FALSE(all.files[0].partial);
    EXPECT_FALSE(all.files[0].noise_floor);
    EXPECT_EQ(all.cases[0].value_ns, 3000);
    EXPECT_FALSE(all.cases[0].range);
}

/// With reference loops, fast in the first three of four rounds.
report::result quiet_result() {
    report::result seen = result_with("a");
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

TEST(load, says_of_which_rounds_a_value_is) {
    const faults::temporary_folder folder;
    const sheet all = load({folder.write("quiet.json", report::to_json(quiet_result())),
                            folder.write("plain.json", report::to_json(result_with("b")))},
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

TEST(load, an_interval_over_rounds_is_remarked_on_and_has_no_passes) {
    sheet_case one = condense(record_of("a/one", 10), false, detail::figures);
    EXPECT_THAT(one.remarks, ElementsAre(HasSubstr("over rounds, not over passes")));
    EXPECT_THAT(one.pass_costs, IsEmpty());
    one = condense(record_of("a/one", 20), false, detail::figures);
    EXPECT_THAT(one.remarks, IsEmpty());
    EXPECT_EQ(one.pass_costs.size(), 10U);
}

TEST(load, a_curve_is_as_it_was_read_where_nothing_can_be_taken_off) {
    measure::case_record record = record_of("a/one", 20);
    record.samples = {};
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

TEST(load, the_noise_floor_of_a_case_is_that_of_its_kind) {
    const faults::temporary_folder folder;
    report::result seen = result_with("a");
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
