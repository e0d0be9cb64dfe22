// SPDX-License-Identifier: BSL-1.0
#include "across/across.hpp"
#include "fake_command.hpp"
#include "fake_page.hpp"
#include "fake_results.hpp"
#include "fake_runs.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using costs = std::map<std::string, double>;

/// Runs of testFiber on a machine of this name. A cost in a run is `all_ns` times the run's factor.
side machine(const std::string& label, const costs& all_ns,
             const std::vector<double>& factors = {0.99, 1, 1.01}) {
    side runs;
    for (const double factor : factors) {
        result_file file = fake_file("testFiber", label + ".json");
        file.about.cpu_model = "CPU of " + label;
        file.about.kernel = "Linux";
        file.environment = {{"smt", environment::condition::ok, "off", "", "", ""}};
        for (const auto& [name, ns] : all_ns) {
            runs.cases.push_back(fake_case(name, ns * factor, ns, runs.files.size()));
        }
        runs.files.push_back(std::move(file));
    }
    return runs;
}

std::string text_of(const std::vector<side>& machines) {
    std::vector<std::string> notes;
    std::vector<std::string> labels;
    for (const side& each : machines) {
        labels.push_back(each.files.at(0).about.cpu_model.substr(7));
    }
    return across_text(machines, labels, make_table(machines, labels, notes), SIZE_MAX);
}

std::vector<std::optional<machine_cost>> row_of(const std::vector<side>& machines) {
    std::vector<std::string> notes;
    return make_table(machines, std::vector<std::string>(machines.size(), "alpha"), notes).at("a");
}

TEST(across, has_a_row_for_each_case_and_a_column_for_each_machine) {
    const std::string text =
        text_of({machine("alpha", {{"a", 10}, {"b", 20}}), machine("beta", {{"a", 20}})});
    EXPECT_THAT(text, AllOf(HasSubstr("| CPU    | CPU of alpha | CPU of beta |"),
                            HasSubstr("10.0 ± 0.3 |"), HasSubstr("(2.00 x)")));
    // A case that only one machine has gets no ratio.
    EXPECT_THAT(text, HasSubstr("| 20.0 ± 0.5 |"));
    EXPECT_THAT(text, HasSubstr("   - |"));
}

TEST(across, settings_are_printed_where_they_differ) {
    side other = machine("beta", {{"a", 20}});
    other.files[0].environment.push_back(
        {"governor", environment::condition::bad, "powersave", "", "", ""});
    EXPECT_THAT(text_of({machine("alpha", {{"a", 10}}), other}),
                AllOf(HasSubstr("| kernel "), Not(HasSubstr("smt")), Not(HasSubstr("governor"))));
    for (result_file& file : other.files) {
        file.environment[0].found = "on\x1b";
    }
    EXPECT_THAT(text_of({machine("alpha", {{"a", 10}}), other}),
                HasSubstr("| smt    | off          | on\\x1b      |"));
}

TEST(across, there_is_no_ratio_between_different_units_clocks_and_builds) {
    const auto text_with = [](auto change) {
        side other = machine("beta", {{"a", 20}, {"b", 20}});
        change(other);
        return text_of({machine("alpha", {{"a", 10}, {"b", 10}}), other});
    };
    const std::string same = text_with([](side&) {});
    EXPECT_EQ(count(same, " x)"), 2U);
    const std::string unit = text_with([](side& other) {
        for (case_row& row : other.cases) {
            row.record.unit = row.key().name() == "a" ? "two" : row.record.unit;
        }
    });
    EXPECT_EQ(count(unit, " x)"), 1U);
    EXPECT_THAT(unit, HasSubstr("beta: no ratio in 1 row, because its unit of work is different."));
    EXPECT_THAT(text_with([](side& other) {
                    for (result_file& file : other.files) {
                        file.clock.source = clock::source::tsc;
                    }
                }),
                HasSubstr("beta: no ratio in 2 rows, because its clock is different."));
    EXPECT_THAT(text_with([](side& other) {
                    for (result_file& file : other.files) {
                        file.about.release_build = false;
                    }
                }),
                HasSubstr("beta: no ratio in 2 rows, because its build is different."));
}

TEST(across, a_case_that_is_not_the_same_work_in_all_runs_of_a_machine_is_named_and_left_out) {
    report::result other = fake_run(9, {{"a", rounds_about(10)}});
    other.clock.source = clock::source::tsc;
    std::vector<std::string> notes;
    const cost_table table = make_table(
        {fake_side("alpha", {fake_run(0, {{"a", rounds_about(10)}}), other})}, {"alpha"}, notes);
    EXPECT_THAT(table, IsEmpty());
    EXPECT_THAT(notes, ElementsAre("alpha: a: its clock is not the same in all runs, left out"));
}

TEST(across, a_difference_that_is_not_significant_has_no_ratio) {
    side other = machine("beta", {{"a", 10.1}});
    EXPECT_THAT(text_of({machine("alpha", {{"a", 10}}), other}), Not(HasSubstr(" x)")));
    other = machine("beta", {{"a", 20}}, {1});
    other.cases[0].cost.ns.range = stats::interval{19, 21, 0.95};
    const std::string single = text_of({machine("alpha", {{"a", 10}}), other});
    EXPECT_THAT(single, Not(HasSubstr(" x)"))) << "of one run";
    other.cases[0].cost.ns = {20, stats::interval{-640, 840, 0.95}};
    EXPECT_THAT(text_of({machine("alpha", {{"a", 10}}), other}), HasSubstr("20.0 ± > 100 % |"));
}

TEST(across, a_case_that_the_first_machine_lacks_has_no_ratio) {
    side other_clock = machine("beta", {{"a", 10}});
    for (result_file& file : other_clock.files) {
        file.clock.source = clock::source::tsc;
    }
    const auto row =
        row_of({machine("alpha", {{"b", 10}}), other_clock, machine("gamma", {{"a", 20}})});
    EXPECT_FALSE(row[0]);
    for (const std::size_t machine : {1U, 2U}) {
        EXPECT_EQ(row[machine]->other_work, "");
        EXPECT_FALSE(row[machine]->unlike_first);
    }
}

TEST(across, many_machines_take_several_tables_with_the_first_in_each) {
    std::vector<side> machines;
    for (int i = 0; i < 10; ++i) {
        machines.push_back(machine(fmt::format("host{}", i), {{"a", 10.0 + i}}));
    }
    const std::string text = text_of(machines);
    EXPECT_EQ(count(text, "| case, ns |"), 2U);
    EXPECT_EQ(count(text, "CPU of host0"), 2U);
    EXPECT_EQ(count(text, "CPU of host9"), 1U);
    EXPECT_EQ(text_of({}), "");
}

TEST(across, a_cost_is_the_mean_of_runs_with_their_scatter) {
    const report::result passes = fake_run(0, {{"a", rounds_about(10)}});
    const measured_cost of_passes = row_of({fake_side("one", {passes})})[0]->cost;
    EXPECT_TRUE(of_passes.passes.empty()) << "passes do not tell how much runs differ";
    const measured_cost cost = row_of({fake_side(
        "alpha", {fake_run(0, {{"a", rounds_about(10)}}), fake_run(9, {{"a", rounds_about(12)}}),
                  fake_run(19, {{"a", rounds_about(14)}})})})[0]
                                   ->cost;
    EXPECT_NEAR(cost.ns.value, 11.89, 0.01);
    ASSERT_TRUE(cost.ns.range);
    EXPECT_LT(cost.ns.range->low, 10);
    EXPECT_GT(cost.ns.range->high, 14);
    EXPECT_EQ(cost.passes.size(), 3U);
}

TEST(across, labels_are_unique) {
    EXPECT_THAT(labels_of({"results/alpha/", "results/beta", "x.json"}),
                ElementsAre("alpha", "beta", "x"));
    EXPECT_THAT(labels_of({"one/a.json", "two/a.json", "b.json"}),
                ElementsAre("one/a.json", "two/a.json", "b"));
    EXPECT_THAT(labels_of({"/", "a\nb"}), ElementsAre("/", Not(HasSubstr("\n"))));
}

class across_command : public command_fixture {
protected:
    [[nodiscard]] std::string run_file(const std::string& name, double ns, int second = 0) const {
        return result_file(name, fake_run(second, {{"a", rounds_about(ns)}}));
    }
    cli::exit_code across(std::vector<std::string> files) {
        files.insert(files.begin(), "--across");
        return exit_of(files);
    }
};

TEST_F(across_command, files_and_folders_are_machines_and_a_failed_self_check_is_a_wrong_answer) {
    for (const int second : {1, 2, 3}) {
        (void)run_file(fmt::format("alpha/{}.json", second), 10, second);
        (void)run_file(fmt::format("beta/{}.json", second), 20, second);
    }
    EXPECT_EQ(across({folder.path() + "/alpha", folder.path() + "/beta"}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("alpha"), HasSubstr("beta"), HasSubstr("(2.000 x)")));
    EXPECT_EQ(err, "");
    report::result wrong = fake_run(0, {{"a", rounds_about(10)}});
    wrong.failures = {"an operation was lost"};
    const std::string file = result_file("wrong.json", wrong);
    EXPECT_EQ(across({run_file("a.json", 20), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(err, HasSubstr("wrong.json: a self-check failed"));
}

TEST_F(across_command, shows_the_other_files_if_a_file_cannot_be_read) {
    const std::string broken = folder.write("broken.json", "{");
    EXPECT_EQ(across({run_file("a.json", 10), broken, run_file("b.json", 20)}),
              cli::exit_code::refused);
    EXPECT_THAT(out, AllOf(HasSubstr("20.0 ± 0.1"), Not(HasSubstr("broken"))));
    EXPECT_THAT(err, HasSubstr("broken.json"));
    EXPECT_EQ(count(err, "\n"), 1U);
    const std::string same = run_file("one.json", 10);
    EXPECT_EQ(across({same + "," + run_file("copy.json", 10), same}), cli::exit_code::usage);
    EXPECT_THAT(err, HasSubstr("copy.json are one run, or copies of it"));
    EXPECT_EQ(across({broken, broken}), cli::exit_code::refused);
    EXPECT_EQ(across({"--only", "zz", same, same}), cli::exit_code::usage);
    EXPECT_THAT(err, HasSubstr("--only: 'zz' matches no case"));
    EXPECT_EQ(out, "");
}

/// A machine with one case, "a", and its cost in each run.
side runs_of(const std::string& label, const std::vector<double>& costs_ns) {
    return machine(label, {{"a", 1}}, costs_ns);
}

const std::vector<double> about_10{10, 10.1, 9.9, 10.2, 9.8, 10, 10.1, 9.9};
const std::vector<double> about_11{11, 11.1, 10.9, 11.2, 10.8, 11, 11.1, 10.9};

/// Whether each machine is unlike the first.
std::vector<bool> unlike_first(const std::vector<side>& machines) {
    std::vector<bool> unlike;
    for (const auto& cell : row_of(machines)) {
        unlike.push_back(cell->unlike_first);
    }
    return unlike;
}

TEST(unlike_first, a_machine_that_costs_less_is_unlike_the_first_too) {
    EXPECT_THAT(unlike_first({runs_of("alpha", about_11), runs_of("beta", about_10),
                              runs_of("gamma", about_11)}),
                ElementsAre(false, true, false));
}

TEST(unlike_first, all_rows_are_judged_together) {
    // The p-value of a single row would be 2 %.
    const std::vector<double> nearly{10.15, 10.25, 10.05, 10.45, 9.95, 10.25, 10.35, 10.15};
    std::vector<side> machines{runs_of("alpha", about_10), runs_of("beta", nearly)};
    EXPECT_THAT(unlike_first(machines), ElementsAre(false, true));
    for (const char* name : {"b", "c", "d"}) {
        for (side& each : machines) {
            for (std::size_t run = 0; run < about_10.size(); ++run) {
                each.cases.push_back(machines[0].cases[run]);
                each.cases.back().record.key = name;
            }
        }
    }
    EXPECT_THAT(unlike_first(machines), ElementsAre(false, false));
}

} // namespace
} // namespace tollgate::cost_sheet
