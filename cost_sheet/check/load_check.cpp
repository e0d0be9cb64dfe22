// SPDX-License-Identifier: BSL-1.0
#include "load.hpp"

#include "condense.hpp"
#include "temporary_folder.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace tollgate::cost_sheet {
namespace {

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

TEST(load, keeps_of_a_case_what_a_sheet_shows) {
    const temporary_folder folder;
    const std::string path = folder.write("one.json", report::to_json(result_with("a")));
    const sheet all = load({path}, detail::figures);
    ASSERT_EQ(all.cases.size(), 2U);
    const sheet_case& one = all.cases[0];
    EXPECT_EQ(one.key.name(), "a/one");
    EXPECT_NEAR(one.value_ns, 10.03, 0.001);
    EXPECT_TRUE(one.range && one.range->contains(one.value_ns));
    EXPECT_EQ(one.rounds, 20U);
    EXPECT_EQ(one.disturbed_rounds, 2U);
    EXPECT_EQ(one.samples, 2000U);
    EXPECT_TRUE(one.percentiles_ns[2]);
    EXPECT_FALSE(one.percentiles_ns[3]) << "p99.9 of 2,000 samples";
    EXPECT_THAT(one.curve, IsEmpty());
    EXPECT_THAT(one.history, IsEmpty());
    EXPECT_TRUE(all.files[0].noise_floor);
}

TEST(load, distributions_only_if_they_are_wanted) {
    const temporary_folder folder;
    const std::string path = folder.write("one.json", report::to_json(result_with("a")));
    const sheet all = load({path}, detail::distributions);
    const sheet_case& one = all.cases[0];
    ASSERT_EQ(one.history.size(), 20U);
    EXPECT_FALSE(one.history_thinned);
    EXPECT_EQ(one.history[2].disturbed, 0U);
    EXPECT_EQ(one.history[3].disturbed, 1U);
    EXPECT_EQ(one.history[13].disturbed, 1U);
    EXPECT_THAT(one.disturbances, ElementsAre("steal 2 ticks, throttled 1 period"));
    ASSERT_FALSE(one.curve.empty());
    for (std::size_t i = 1; i < one.curve.size(); ++i) {
        EXPECT_LT(one.curve[i].beyond, one.curve[i - 1].beyond);
        EXPECT_GE(one.curve[i].ns, one.curve[i - 1].ns);
        EXPECT_GE(one.curve[i].beyond * 2000, 10) << "ten samples lie beyond";
    }
}

TEST(load, a_digest_shows_what_its_file_shows_but_rounds) {
    const temporary_folder folder;
    const report::result seen = result_with("a");
    const sheet whole =
        load({folder.write("whole.json", report::to_json(seen))}, detail::distributions);
    const sheet kept =
        load({folder.write("digest.json", report::to_digest(seen))}, detail::distributions);
    ASSERT_EQ(kept.cases.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const sheet_case& one = kept.cases[i];
        const sheet_case& other = whole.cases[i];
        EXPECT_EQ(one.value_ns, other.value_ns);
        EXPECT_EQ(one.range, other.range);
        EXPECT_EQ(one.percentiles_ns, other.percentiles_ns);
        EXPECT_EQ(one.disturbed_rounds, other.disturbed_rounds);
        EXPECT_EQ(one.quiet_share, other.quiet_share);
        EXPECT_EQ(one.as_it_is_ns, other.as_it_is_ns);
        EXPECT_EQ(one.noise_floor, other.noise_floor);
        ASSERT_EQ(one.pass_costs.size(), 10U);
        EXPECT_EQ(one.pass_costs[9].pass, 9U);
        EXPECT_EQ(one.pass_costs[9].log_ns, other.pass_costs[9].log_ns);
        EXPECT_EQ(one.remarks, other.remarks);
        ASSERT_EQ(one.curve.size(), other.curve.size());
        EXPECT_EQ(one.curve.back().ns, other.curve.back().ns);
        EXPECT_THAT(one.history, IsEmpty());
        EXPECT_TRUE(one.digested);
        EXPECT_FALSE(other.digested);
    }
    EXPECT_EQ(kept.files[0].noise_floor, whole.files[0].noise_floor);
    EXPECT_EQ(kept.files[0].passes, 10U);
}

TEST(load, a_long_history_is_thinned_and_keeps_what_was_disturbed) {
    const sheet_case one = condense(record_of("a/one", 400), false, detail::distributions);
    EXPECT_TRUE(one.history_thinned);
    EXPECT_LE(one.history.size(), sheet_case::most_history);
    std::size_t disturbed = 0;
    for (const round_point& round : one.history) {
        disturbed += round.disturbed == 0 ? 0 : 1;
    }
    EXPECT_EQ(disturbed, 40U) << "each of them";
}

TEST(load, a_file_that_cannot_be_read_costs_a_line) {
    const temporary_folder folder;
    const std::string good = folder.write("good.json", report::to_json(result_with("a")));
    const std::string bad = folder.write("bad.json", "{\"tollgate\": 3}");
    const sheet all = load({bad, good, folder.path() + "/none"}, detail::figures);
    EXPECT_EQ(all.files.size(), 1U);
    EXPECT_EQ(all.cases.size(), 2U);
    EXPECT_THAT(all.unreadable, ElementsAre(StartsWith(bad + ": "), HasSubstr("No such file")));
}

TEST(load, lines_about_files_are_single_lines) {
    const temporary_folder folder;
    const std::string bad = folder.write("\x1b[31m\nbad", "\x1b]0;x\x07{");
    const sheet all = load({bad}, detail::figures);
    ASSERT_EQ(all.unreadable.size(), 1U);
    EXPECT_EQ(all.unreadable[0].find_first_of("\n\x1b\x07"), std::string::npos);
}

TEST(load, the_same_case_in_two_files_is_said) {
    const temporary_folder folder;
    const std::string one = folder.write("one.json", report::to_json(result_with("a")));
    const std::string two = folder.write("two.json", report::to_json(result_with("a")));
    const sheet all = load({one, two}, detail::figures);
    EXPECT_THAT(all.warnings, ElementsAre(HasSubstr("2 of its cases are in " + one + " as well")));
    EXPECT_EQ(all.files[0].label, one);
    EXPECT_EQ(load({one}, detail::figures).files[0].label, "a");
}

TEST(load, a_case_twice_in_one_file_is_said) {
    const temporary_folder folder;
    report::result seen = result_with("a");
    seen.cases.push_back(seen.cases.front());
    const sheet all = load({folder.write("one.json", report::to_json(seen))}, detail::figures);
    EXPECT_THAT(all.warnings, ElementsAre(HasSubstr("have the name of another one")));
}

TEST(load, a_file_of_google_benchmark_is_shown_as_far_as_it_goes) {
    const temporary_folder folder;
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

TEST(load, a_failed_proof_stays_with_its_file) {
    const temporary_folder folder;
    report::result seen = result_with("a");
    seen.cases[1].record.failures = {"a turn was lost"};
    seen.failures = {"nothing was noticed"};
    const sheet all = load({folder.write("one.json", report::to_json(seen))}, detail::figures);
    EXPECT_FALSE(all.proven());
    EXPECT_THAT(all.files[0].failures, ElementsAre("nothing was noticed", "a turn was lost"));
    EXPECT_TRUE(all.cases[0].proven);
    EXPECT_FALSE(all.cases[1].proven);
}

TEST(load, a_file_without_a_value_is_said) {
    const temporary_folder folder;
    const sheet all =
        load({folder.write("one.json", report::to_json(result_with("a", 0)))}, detail::figures);
    EXPECT_THAT(all.cases, IsEmpty());
    EXPECT_THAT(all.warnings, ElementsAre(HasSubstr("no case in it has a value")));
}

TEST(load, figures_too_large_to_be_numbers_are_left_out) {
    measure::case_record record = record_of("a/one", 20);
    for (measure::case_round& round : record.rounds) {
        round.value_ns = 1.7e308;
        round.fit = {-1.7e308, 1.7e308};
        round.cpu_ns = 1.7e308;
    }
    const sheet_case one = condense(record, false, detail::distributions);
    EXPECT_FALSE(one.cpu_ns && !std::isfinite(*one.cpu_ns));
    for (const auto& ns : one.percentiles_ns) {
        EXPECT_TRUE(!ns || std::isfinite(*ns));
    }
    for (const curve_point& point : one.curve) {
        EXPECT_TRUE(std::isfinite(point.ns));
    }
}

} // namespace
} // namespace tollgate::cost_sheet
