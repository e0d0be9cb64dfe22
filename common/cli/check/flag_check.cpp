// SPDX-License-Identifier: BSL-1.0
//
// A flag with which a program measures other cases.
#include "captured.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/cpu_list.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

namespace tollgate::cli {
namespace {

using fake::briefly;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr double flag_budget_s = 0.7;

/// Its flag --others selects the case nothing/other.
program with_flag() {
    program description = fake::describe();
    description.headline = [](const measure::case_key&) { return true; };
    description.flags = {
        {.name = "others",
         .help = "measure others",
         .budget_s = [](const cpu::topology&) { return flag_budget_s; },
         .overview =
             [](const report::result& output, const cpu::topology& machine, std::size_t) {
                 return fmt::format("{} on {} at a glance\n",
                                    output.cases.front().record.key.name(),
                                    cpu::format_cpu_list(machine.cpus()));
             }}};
    description.cases = [](const options& chosen, const cpu::topology&) {
        run::case_list list;
        list.cases.push_back(
            fake::steady_case(chosen.given.contains("others") ? "nothing/other" : "nothing/usual"));
        list.unavailable.push_back({"nothing/refused", "it is refused"});
        list.notes.assign(20, "a note");
        return list;
    };
    return description;
}

TEST(flag, selects_other_cases_whose_overview_replaces_the_table) {
    const std::string cpu = std::to_string(cpu::allowed_cpus().back());
    const captured_output other = run(briefly({"--others", "--cpus", cpu}), with_flag());
    EXPECT_EQ(other.code, 0) << other.err;
    EXPECT_THAT(other.out,
                StartsWith("nothing/other on " + cpu + " at a glance\n\nself-checks: all passed"));
    EXPECT_THAT(other.out, HasSubstr("not available here: nothing/refused: it is refused\n"))
        << "the overview does not say it";
    EXPECT_THAT(other.out, Not(HasSubstr("| case")));
    const captured_output usual = run(briefly(), with_flag());
    EXPECT_THAT(usual.out, AllOf(HasSubstr("usual"), Not(HasSubstr("at a glance"))));
}

TEST(flag, has_the_table_of_cases_with_wide) {
    EXPECT_THAT(run(briefly({"--others", "--wide"}), with_flag()).out,
                AllOf(StartsWith("nothing/other on "), HasSubstr("| nothing/other |")));
}

TEST(flag, may_have_a_csv_text_of_its_own) {
    const auto csv = [](const program& description) {
        return run(briefly({"--others", "--format", "csv"}), description).out;
    };
    EXPECT_THAT(csv(with_flag()), StartsWith("program,case,"));
    program own = with_flag();
    own.flags.front().csv = [](const report::result&) { return std::string("a,b\n"); };
    EXPECT_EQ(csv(own), "a,b\n");
}

TEST(flag, has_a_budget_of_its_own_unless_the_user_gives_one) {
    const auto budget_of = [](const tokens& more) {
        tokens arguments{"--others", "--rounds", "1", "--passes", "1", "--format", "json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return report::read_json(run(arguments, with_flag()).out).budget_s;
    };
    EXPECT_EQ(budget_of({}), flag_budget_s);
    EXPECT_EQ(budget_of({"--time", "3"}), 3);
}

TEST(flag, refuses_options_that_choose_among_the_usual_cases) {
    const auto refusal_of = [](const tokens& arguments) {
        return message_of<run::usage_error>(
            [&] { static_cast<void>(parse_command_line(with_flag(), arguments)); });
    };
    EXPECT_EQ(refusal_of({"--others", "--all"}),
              "--others and --all: give one of them; --others has its own cases");
    EXPECT_EQ(refusal_of({"--others", "4"}),
              "--others and things: give one of them; --others has its own cases");
    for (const char* option : {"explain", "placement", "runtimes"}) {
        EXPECT_THAT(refusal_of({"--others", std::string("--") + option, "all"}),
                    StartsWith(std::string("--others and --") + option));
    }
    EXPECT_FALSE(parse_command_line(with_flag(), {"--others", "--only", "x"}).headline);
    EXPECT_THAT(help_text(with_flag()), HasSubstr("--others"));
}

} // namespace
} // namespace tollgate::cli
