// SPDX-License-Identifier: BSL-1.0
#include "across/across_command.hpp"
#include "made_up_command.hpp"
#include "made_up_page.hpp"
#include "made_up_runs.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

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
    made.facts = {{{"CPU", "CPU of " + label, severity::warns},
                   {"kernel", "Linux", severity::warns},
                   {"smt", "off", severity::said}}};
    for (const auto& [name, ns] : costs) {
        made.costs[name].value_ns = ns;
        made.costs[name].range = stats::interval{ns * 0.98, ns * 1.02, 0.95};
    }
    return made;
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

TEST(across, settings_are_printed_where_they_differ) {
    column other = machine("beta", {{"a", 20}});
    other.facts[0].push_back({"governor", "powersave", severity::said});
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}),
                AllOf(HasSubstr("| kernel "), Not(HasSubstr("smt")), Not(HasSubstr("governor"))));
    other.facts[0][2].value = "on\x1b";
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}),
                HasSubstr("| smt    | off          | on\\x1b      |"));
}

TEST(across, there_is_no_ratio_between_different_units_clocks_and_builds) {
    const auto text_with = [](const unit_of_work& work) {
        column other = machine("beta", {{"a", 20}, {"b", 20}});
        other.costs["a"].work = work;
        return across_text({machine("alpha", {{"a", 10}, {"b", 10}}), other});
    };
    EXPECT_EQ(count(text_with({}), " x)"), 2U);
    EXPECT_EQ(count(text_with({}), "**"), 4U);
    const auto method = measure::method::unobserved_loop;
    for (const unit_of_work& work : std::vector<unit_of_work>{
             {"two", method, "", ""}, {"", method, "tsc", ""}, {"", method, "", "debug"}}) {
        const std::string text = text_with(work);
        EXPECT_EQ(count(text, " x)"), 1U);
        EXPECT_EQ(count(text, "**"), 2U) << "and none is the best of such a row";
        EXPECT_THAT(text, HasSubstr("beta: no ratio in 1 row, because its " +
                                    std::string(first_difference({}, work)) + " is another one"));
    }
}

TEST(across, a_case_that_is_not_the_same_work_in_all_runs_of_a_machine_is_named_and_left_out) {
    report::result other = made_up_run(9, {{"a", rounds_about(10)}});
    other.clock.source = clock::source::tsc;
    const column made = make_column(
        made_up_side("alpha", {made_up_run(0, {{"a", rounds_about(10)}}), other}), "alpha");
    EXPECT_THAT(made.costs, IsEmpty());
    EXPECT_THAT(made.notes,
                ElementsAre("alpha: a: its clock is not the same in all runs, left out"));
}

TEST(across, what_is_not_resolved_is_neither_ratio_nor_best) {
    column other = machine("beta", {{"a", 10.1}});
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}),
                AllOf(Not(HasSubstr(" x)")), Not(HasSubstr("**"))));
    other.costs["a"].value_ns = 20;
    other.costs["a"].range.reset();
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}), Not(HasSubstr(" x)")))
        << "without an interval";
    other.costs["a"].range = stats::interval{-640, 840, 0.95};
    EXPECT_THAT(across_text({machine("alpha", {{"a", 10}}), other}), HasSubstr("20.0 ± > 100 % |"));
}

TEST(across, many_machines_take_several_tables_with_the_first_in_each) {
    std::vector<column> machines;
    for (int i = 0; i < 10; ++i) {
        machines.push_back(machine(fmt::format("host{}", i), {{"a", 10.0 + i}}));
    }
    const std::string text = across_text(machines);
    EXPECT_EQ(count(text, "| case, ns |"), 2U);
    EXPECT_EQ(count(text, "CPU of host0"), 2U);
    EXPECT_EQ(count(text, "CPU of host9"), 1U);
    EXPECT_EQ(count(text, "**10.0"), 2U) << "the best of all, in whichever table it stands";
    EXPECT_EQ(count(text, "**"), 4U);
    EXPECT_EQ(across_text({}), "");
}

TEST(across, a_cost_is_that_of_each_pass_or_the_mean_of_runs_no_surer_than_they_agree) {
    const report::result passes = made_up_run(0, {{"a", rounds_about(10)}});
    const machine_cost of_passes = make_column(made_up_side("one", {passes}), "one").costs.at("a");
    ASSERT_EQ(of_passes.passes.size(), 8U);
    EXPECT_DOUBLE_EQ(of_passes.passes[0].log_ns, std::log(9.9));
    side runs = made_up_side("alpha", {made_up_run(0, {{"a", rounds_about(10)}}),
                                       made_up_run(9, {{"a", rounds_about(12)}}),
                                       made_up_run(19, {{"a", rounds_about(14)}})});
    const machine_cost cost = make_column(runs, "alpha").costs.at("a");
    EXPECT_NEAR(cost.value_ns, 11.89, 0.01);
    ASSERT_TRUE(cost.range);
    EXPECT_LT(cost.range->low, 10);
    EXPECT_GT(cost.range->high, 14);
    EXPECT_EQ(cost.passes.size(), 3U);
}

TEST(across, labels_tell_operands_apart) {
    EXPECT_THAT(labels_of({"results/alpha/", "results/beta", "x.json"}),
                ElementsAre("alpha", "beta", "x"));
    EXPECT_THAT(labels_of({"one/a.json", "two/a.json", "b.json"}),
                ElementsAre("one/a.json", "two/a.json", "b"));
    EXPECT_THAT(labels_of({"/", "a\nb"}), ElementsAre("/", Not(HasSubstr("\n"))));
}

class across_command : public command_fixture {
protected:
    [[nodiscard]] std::string run_file(const std::string& name, double ns) const {
        return result_file(name, made_up_run(0, {{"a", rounds_about(ns)}}));
    }
    cli::exit_code across(std::vector<std::string> files) {
        files.insert(files.begin(), "--across");
        return exit_of(files);
    }
};

TEST_F(across_command, files_and_folders_are_machines_and_a_failed_proof_is_a_wrong_answer) {
    (void)run_file("beta/testFiber.json", 20);
    EXPECT_EQ(across({run_file("alpha.json", 10), folder.path() + "/beta"}),
              cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("alpha"), HasSubstr("beta"), HasSubstr("(2.000 x)")));
    EXPECT_EQ(err, "");
    report::result wrong = made_up_run(0, {{"a", rounds_about(10)}});
    wrong.failures = {"a turn was lost"};
    const std::string file = result_file("wrong.json", wrong);
    EXPECT_EQ(across({run_file("a.json", 20), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(err, HasSubstr("wrong.json: a proof of work failed"));
}

TEST_F(across_command, a_file_that_cannot_be_read_costs_the_others_nothing) {
    const std::string broken = folder.write("broken.json", "{");
    EXPECT_EQ(across({run_file("a.json", 10), broken, run_file("b.json", 20)}),
              cli::exit_code::refused);
    EXPECT_THAT(out, AllOf(HasSubstr("(2.000 x)"), Not(HasSubstr("broken"))));
    EXPECT_THAT(err, HasSubstr("broken.json"));
    EXPECT_EQ(count(err, "\n"), 1U);
    EXPECT_EQ(across({broken, broken}), cli::exit_code::refused);
    EXPECT_EQ(out, "");
}

/// A machine on which a case costs so much in each pass; its interval says nothing.
column passes_of(const std::string& label, const std::vector<double>& costs_ns) {
    column made = machine(label, {{"a", costs_ns.front()}});
    made.costs["a"].range = stats::interval{0, 1000, 0.95};
    for (const double ns : costs_ns) {
        made.costs["a"].passes.push_back({0, std::log(ns)});
    }
    return made;
}

const std::vector<double> about_10{10, 10.1, 9.9, 10.2, 9.8, 10, 10.1, 9.9};
const std::vector<double> about_11{11, 11.1, 10.9, 11.2, 10.8, 11, 11.1, 10.9};

TEST(told_apart, the_cheapest_is_the_one_to_beat_and_not_the_first) {
    const told_apart told = tell_apart({passes_of("alpha", about_11), passes_of("beta", about_10),
                                        passes_of("gamma", about_10)})
                                .at("a");
    EXPECT_THAT(told.unlike_first, ElementsAre(1, 2));
    EXPECT_THAT(told.best, ElementsAre(1, 2));
}

TEST(told_apart, the_cheapest_by_its_value_may_be_dearer_by_its_passes) {
    column cheapest = passes_of("alpha", about_11);
    cheapest.costs["a"].value_ns = 9;
    const told_apart told = tell_apart({cheapest, passes_of("beta", about_10)}).at("a");
    EXPECT_THAT(told.unlike_first, IsEmpty()) << "its ratio would say the opposite";
    EXPECT_THAT(told.best, IsEmpty()) << "and it is not shown which costs more";
}

TEST(told_apart, all_rows_are_judged_together) {
    // Alone it is 2 %.
    const std::vector<double> nearly{10.15, 10.25, 10.05, 10.45, 9.95, 10.25, 10.35, 10.15};
    std::vector<column> machines{passes_of("alpha", about_10), passes_of("beta", nearly)};
    EXPECT_THAT(tell_apart(machines).at("a").unlike_first, ElementsAre(1));
    for (const char* name : {"b", "c", "d"}) {
        machines[0].costs[name] = machines[0].costs["a"];
        machines[1].costs[name] = machines[0].costs["a"];
    }
    EXPECT_THAT(tell_apart(machines).at("a").unlike_first, IsEmpty());
}

} // namespace
} // namespace tollgate::cost_sheet
