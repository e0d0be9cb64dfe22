// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/faults/made_up_case.hpp>
#include <tollgate/faults/made_up_result.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(program, help_names_it_and_its_options) {
    const std::string help = cli::help_text(describe_program());
    EXPECT_THAT(help, HasSubstr("Usage: testCancel [options]\n"));
    for (const std::string option : {"--sweep LIST", "--placement LIST", "tokens:", "1,10,100,1000",
                                     "cancel() over the tokens"}) {
        EXPECT_THAT(help, HasSubstr(option));
    }
    EXPECT_THAT(help, HasSubstr("(15)"));
}

// There is nothing to count, and no single case to make a reference of.
TEST(program, takes_no_members_and_has_no_options_of_its_own) {
    const cli::program what = describe_program();
    EXPECT_EQ(what.members, "");
    EXPECT_EQ(what.reference, nullptr);
    EXPECT_THAT(what.own, IsEmpty());
    EXPECT_TRUE(what.has_placements);
    EXPECT_THAT(cli::help_text(what), Not(HasSubstr("iterations")));
}

TEST(program, sweeps_over_tokens_alone) {
    const cli::program what = describe_program();
    ASSERT_EQ(what.sweeps.size(), 1U);
    EXPECT_EQ(what.sweeps.front().name, "tokens");
    const auto chosen = cli::parse_command_line(what, {"--sweep", "tokens:1,1000000"});
    EXPECT_THAT(chosen.sweep, ElementsAre(1, 1'000'000));
    for (const std::string wrong : {"tokens:0", "tokens:1000001", "tokens:", "tokens:x",
                                    "tokens:5..2", "token:1", "fibers:2", "1,10"}) {
        EXPECT_THROW(static_cast<void>(cli::parse_command_line(what, {"--sweep", wrong})),
                     cli::usage_error)
            << wrong;
    }
}

TEST(program, a_positional_argument_is_one_too_many) {
    EXPECT_THROW(static_cast<void>(cli::parse_command_line(describe_program(), {"4"})),
                 cli::usage_error);
}

TEST(program, shows_the_questions_of_2016_before_the_table) {
    const cli::program what = describe_program();
    ASSERT_NE(what.overview, nullptr);
    EXPECT_THAT(
        what.overview(faults::made_up_result({faults::made_up_case("cancel/check/impl:std", {2})})),
        HasSubstr("Check cancellation token state"));
    EXPECT_EQ(what.overview({}), "");
}

TEST(program, lists_its_cases) {
    const cli::program what = describe_program();
    const auto chosen = cli::parse_command_line(what, {"--placement", "free"});
    EXPECT_FALSE(what.cases(chosen, cpu::read_topology()).cases.empty());
}

} // namespace
