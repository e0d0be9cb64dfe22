// SPDX-License-Identifier: BSL-1.0
#include "across/across_command.hpp"
#include "across/across_text.hpp"
#include "made_up_runs.hpp"
#include "temporary_folder.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

column machine(const std::string& label, const std::map<std::string, double>& costs) {
    column made;
    made.label = label;
    made.conditions = {{"CPU", "CPU of " + label}, {"kernel", "Linux"}};
    for (const auto& [name, ns] : costs) {
        made.costs[name] = {ns, stats::interval{ns * 0.98, ns * 1.02, 0.95}, {}, {}};
    }
    return made;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
        ++number;
    }
    return number;
}

TEST(across, a_row_a_case_and_a_column_a_machine) {
    const std::string text =
        across_text({machine("alpha", {{"a", 10}, {"b", 20}}), machine("beta", {{"a", 20}})});
    EXPECT_THAT(text, AllOf(HasSubstr("| CPU    | CPU of alpha | CPU of beta |"),
                            HasSubstr("**10.00 ± 0.20**"), HasSubstr("(2.00 x)")));
    // What only one machine has is neither best nor a ratio.
    EXPECT_THAT(text, HasSubstr("|      20.0 ± 0.40 |"));
    EXPECT_THAT(text, HasSubstr("   - |"));
}

TEST(across, what_is_not_resolved_is_neither_ratio_nor_best) {
    const std::string text =
        across_text({machine("alpha", {{"a", 10}}), machine("beta", {{"a", 10.1}})});
    EXPECT_THAT(text, AllOf(Not(HasSubstr(" x)")), Not(HasSubstr("**"))));
}

TEST(across, a_cost_without_interval_claims_nothing) {
    column other = machine("beta", {{"a", 20}});
    other.costs["a"].range.reset();
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}), Not(HasSubstr(" x)")));
}

TEST(across, an_uncertainty_as_large_as_the_value_is_no_figure) {
    column other = machine("beta", {{"a", 20}});
    other.costs["a"].range = stats::interval{-640, 840, 0.95};
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}), HasSubstr("20.0 ± > 100 % |"));
}

TEST(across, those_that_cannot_be_told_from_the_best_are_best) {
    const std::string text =
        across_text({machine("alpha", {{"a", 10}}), machine("beta", {{"a", 10.1}}),
                     machine("gamma", {{"a", 30}})});
    EXPECT_EQ(count_of(text, "**"), 4U);
}

TEST(across, many_machines_take_several_tables_with_the_first_in_each) {
    std::vector<column> machines;
    for (int i = 0; i < 10; ++i) {
        machines.push_back(machine(fmt::format("host{}", i), {{"a", 10.0 + i}}));
    }
    const std::string text = across_text(machines);
    EXPECT_EQ(count_of(text, "| case, ns |"), 2U);
    EXPECT_EQ(count_of(text, "CPU of host0"), 2U);
    EXPECT_EQ(count_of(text, "CPU of host9"), 1U);
    // The best of all of them, in whichever table it stands.
    EXPECT_EQ(count_of(text, "**10.0"), 2U);
    EXPECT_EQ(count_of(text, "**"), 4U);
    EXPECT_EQ(across_text({}), "");
}

TEST(across, several_runs_become_their_median_no_surer_than_they_agree) {
    const side runs = made_up_side("alpha", {made_up_run(0, {{"a", rounds_about(10)}}),
                                             made_up_run(9, {{"a", rounds_about(12)}}),
                                             made_up_run(19, {{"a", rounds_about(14)}})});
    side two = runs;
    two.runs.pop_back();
    EXPECT_THAT(make_column(two, "alpha").costs.at("a").logs, IsEmpty()) << "two are too few";
    const machine_cost cost = make_column(runs, "alpha").costs.at("a");
    EXPECT_NEAR(cost.ns, 12, 0.01);
    ASSERT_TRUE(cost.range);
    EXPECT_LT(cost.range->low, 10);
    EXPECT_GT(cost.range->high, 14);
    EXPECT_EQ(cost.logs.size(), 3U);
}

TEST(across, what_a_case_cost_in_each_pass_or_in_each_run) {
    report::result passes = made_up_run(0, {{"a", rounds_about(10)}});
    for (measure::case_round& round : passes.cases[0].record.rounds) {
        round.process = round.round;
    }
    passes.cases[0] = passes.cases[0].record;
    const machine_cost of_passes = make_column(made_up_side("one", {passes}), "one").costs.at("a");
    ASSERT_EQ(of_passes.logs.size(), 8U);
    EXPECT_DOUBLE_EQ(of_passes.logs[0], std::log(9.9));
    std::vector<report::result> runs;
    for (int i = 0; i < 6; ++i) {
        runs.push_back(made_up_run(i, {{"a", rounds_about(10 + i)}}));
    }
    EXPECT_EQ(make_column(made_up_side("six", runs), "six").costs.at("a").logs.size(), 6U);
    runs.resize(1);
    EXPECT_THAT(make_column(made_up_side("old", runs), "old").costs.at("a").logs, IsEmpty());
}

TEST(across, labels_tell_operands_apart) {
    EXPECT_THAT(labels_of({"results/alpha/", "results/beta", "x.json"}),
                ElementsAre("alpha", "beta", "x"));
    EXPECT_THAT(labels_of({"one/a.json", "two/a.json", "b.json"}),
                ElementsAre("one/a.json", "two/a.json", "b"));
    EXPECT_THAT(labels_of({"/", "a\nb"}), ElementsAre("/", Not(HasSubstr("\n"))));
}

class across_command : public ::testing::Test {
protected:
    [[nodiscard]] std::string result_file(const std::string& name, double ns) const {
        return here.write(name, report::to_json(made_up_run(0, {{"a", rounds_about(ns)}})));
    }
    cli::exit_code across(const std::vector<std::string>& files) {
        options wanted;
        wanted.wanted = options::action::across;
        wanted.files = files;
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        const cli::exit_code code = lay_across(wanted);
        out = ::testing::internal::GetCapturedStdout();
        err = ::testing::internal::GetCapturedStderr();
        return code;
    }

    temporary_folder here;
    std::string out;
    std::string err;
};

TEST_F(across_command, files_and_folders_are_machines) {
    std::filesystem::create_directory(here.path() + "/beta");
    (void)result_file("beta/testFiber.json", 20);
    EXPECT_EQ(across({result_file("alpha.json", 10), here.path() + "/beta"}),
              cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("alpha"), HasSubstr("beta"), HasSubstr("(2.00 x)")));
    EXPECT_EQ(err, "");
}

TEST_F(across_command, a_file_that_cannot_be_read_costs_the_others_nothing) {
    const std::string broken = here.write("broken.json", "{");
    EXPECT_EQ(across({result_file("a.json", 10), broken, result_file("b.json", 20)}),
              cli::exit_code::refused);
    EXPECT_THAT(out, AllOf(HasSubstr("(2.00 x)"), Not(HasSubstr("broken"))));
    EXPECT_THAT(err, HasSubstr("broken.json"));
    EXPECT_EQ(count_of(err, "\n"), 1U);
    EXPECT_EQ(across({broken}), cli::exit_code::refused);
    EXPECT_EQ(out, "");
}

TEST_F(across_command, a_failed_proof_is_a_wrong_answer) {
    report::result wrong = made_up_run(0, {{"a", rounds_about(10)}});
    wrong.failures = {"a turn was lost"};
    const std::string file = here.write("wrong.json", report::to_json(wrong));
    EXPECT_EQ(across({result_file("a.json", 20), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(err, HasSubstr("wrong.json: a proof of work failed"));
}

TEST_F(across_command, nothing_named_is_a_usage_error) {
    EXPECT_THROW((void)lay_across({}), cli::usage_error);
}

} // namespace
} // namespace tollgate::cost_sheet
