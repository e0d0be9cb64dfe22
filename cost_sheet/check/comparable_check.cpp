// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"
#include "fake_runs.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

result_file file_of(const report::result& run, bool foreign = false) {
    result_file file;
    static_cast<report::result&>(file) = run;
    file.foreign = foreign;
    return file;
}

std::string value_of(const std::vector<run_fact>& facts, const std::string& name) {
    const auto found = std::ranges::find(facts, name, &run_fact::name);
    return found == facts.end() ? "not known" : found->values.at(0).at(0);
}

std::vector<run_fact> differences(const std::vector<std::vector<const result_file*>>& groups) {
    std::vector<run_fact> facts = facts_of(groups);
    std::erase_if(facts, [](const run_fact& fact) { return !fact.differs; });
    return facts;
}

TEST(comparable, facts_are_settings_not_what_moves_by_itself) {
    report::result run = fake_run(0, {});
    run.environment = {
        {"governor", environment::condition::ok, "performance", "", "", ""},
        {"clock source", environment::condition::ok, "tsc, 22 ns for each reading", "", "", ""},
        {"load", environment::condition::bad, "3.90 for 2 CPUs", "", "", ""}};
    const result_file file = file_of(run);
    const result_file foreign = file_of(run, true);
    const std::vector<run_fact> facts = facts_of({{&file}});
    EXPECT_EQ(value_of(facts_of({{&foreign}}), "clock"), "not known") << "of a foreign file";
    EXPECT_EQ(value_of(facts, "governor"), "performance");
    EXPECT_EQ(value_of(facts, "clock source"), "ok");
    EXPECT_EQ(value_of(facts, "load"), "not known");
    EXPECT_EQ(value_of(facts, "kernel"), "Linux 6.1");
    EXPECT_EQ(value_of(facts, "date"), "2023-11-14");
    for (const run_fact& fact : facts) {
        const bool refuses = fact.name == "clock" || fact.name == "build";
        EXPECT_EQ(fact.if_different == severity::refusal, refuses) << fact.name;
    }
}

TEST(comparable, what_differs_is_known_to_at_least_two_groups_or_differs_within_one) {
    report::result run = fake_run(0, {});
    const result_file first = file_of(run);
    run.about.version = "0.2.0";
    run.about.kernel.clear();
    const result_file second = file_of(run);
    EXPECT_THAT(differences({{&first}, {&first}}), IsEmpty());
    const auto found = differences({{&first}, {&second}, {&first, &second}});
    ASSERT_THAT(found, SizeIs(1)) << "the kernel is not known to have changed";
    EXPECT_EQ(found[0].name, "version");
    EXPECT_EQ(found[0].if_different, severity::warning);
    EXPECT_THAT(found[0].values, ElementsAre(ElementsAre("0.1.0"), ElementsAre("0.2.0"),
                                             ElementsAre("0.1.0", "0.2.0")));
    EXPECT_THAT(differences({{&first, &second}}), SizeIs(1));
}

TEST(comparable, figures_of_another_unit_clock_or_build_are_not) {
    const result_file file = file_of({});
    case_row row{measure::case_result{}};
    result_file other_file = file;
    case_row other_row = row;
    const auto difference = [&] {
        return first_difference({&file, &row}, {&other_file, &other_row});
    };
    EXPECT_EQ(difference(), "");
    other_file.about.release_build = !file.about.release_build;
    EXPECT_EQ(difference(), "build");
    other_file.clock.source = clock::source::tsc;
    EXPECT_EQ(difference(), "clock");
    other_row.record.valued_by = measure::method::self_timed;
    EXPECT_EQ(difference(), "unit of work");
}

TEST(ran_interleaved, needs_more_than_half_of_the_longer_run) {
    results all;
    all.files = {file_of({}), file_of({})};
    const auto interleaved = [&](double spread_s, const char* first_end, const char* second_end) {
        all.files[0].spread_over_s = all.files[1].spread_over_s = spread_s;
        all.files[0].about.date = first_end;
        all.files[1].about.date = second_end;
        return ran_interleaved(all.files[0], all.files[1]);
    };
    EXPECT_TRUE(interleaved(80, "2026-07-01T10:00:00Z", "2026-07-01T10:00:30Z"));
    EXPECT_FALSE(interleaved(80, "2026-07-01T10:00:00Z", "2026-07-01T10:00:50Z"));
    EXPECT_FALSE(interleaved(1, "2026-07-01T10:00:00Z", "2026-07-01T10:00:01Z"))
        << "two short runs, one after the other";
    EXPECT_TRUE(interleaved(80, "2026-07-01T23:59:50Z", "2026-07-02T00:00:10Z"));
    EXPECT_THAT(mixed_facts(all), IsEmpty()) << "it was midnight";
    EXPECT_FALSE(interleaved(8, "2026-07-01T23:59:50Z", "2026-07-02T00:00:10Z"));
    EXPECT_THAT(mixed_facts(all), SizeIs(1));
}

TEST(arguments_that_matter, are_those_that_change_what_is_measured) {
    EXPECT_EQ(arguments_that_matter({}), "");
    EXPECT_EQ(arguments_that_matter({"--time", "3", "--turns", "5,6", "--no-progress", "--all"}),
              "");
    EXPECT_EQ(arguments_that_matter({"--time=3", "8", "--stack-size", "65536", "--quick"}),
              "8 --stack-size 65536");
    EXPECT_EQ(arguments_that_matter({"--cpus", "1,2", "--only"}), "--cpus 1,2");
}

} // namespace
} // namespace tollgate::cost_sheet
