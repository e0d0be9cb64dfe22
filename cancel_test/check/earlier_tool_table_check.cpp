// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string registering = "cancel/register/impl:tollgate/token:standalone";
const std::string asking = "cancel/check/impl:tollgate/token:standalone";
const std::string creating = "cancel/create/impl:tollgate/token:";

TEST(earlier_tool_table, has_medians_and_a_dash_where_nothing_was_measured) {
    const std::string table = earlier_tool_table(tollgate::testing::fake_result(
        {tollgate::testing::fake_case("cancel/check/impl:std", {3.5, 1.5, 2.5}),
         tollgate::testing::fake_case(registering, {3.5})}));
    EXPECT_EQ(
        table,
        R"(Creating includes destroying; rethread's figures are of 2016, an i7-3630QM and Ubuntu 16.04:
|                                 | tollgate (ns) | std (ns) | rethread as published (ns) |
|:--------------------------------|--------------:|---------:|---------------------------:|
| Register and unregister handler |          3.50 |        - |                       15.0 |
| Check cancellation token state  |             - |     2.50 |                        1.7 |
)");
}

// A run may be interrupted in its first round.
TEST(earlier_tool_table, a_case_without_rounds_was_not_measured) {
    EXPECT_EQ(earlier_tool_table(
                  tollgate::testing::fake_result({tollgate::testing::fake_case(asking, {})})),
              "");
    const std::string table = earlier_tool_table(tollgate::testing::fake_result(
        {tollgate::testing::fake_case(asking, {}),
         tollgate::testing::fake_case("cancel/check/impl:std", {2.5}),
         tollgate::testing::fake_case(creating + "source", {})}));
    EXPECT_THAT(table, HasSubstr("Check cancellation token state"));
    EXPECT_THAT(table, Not(HasSubstr("Create")));
}

TEST(earlier_tool_table, is_empty_without_anything_for_it) {
    EXPECT_EQ(earlier_tool_table({}), "");
    EXPECT_EQ(
        earlier_tool_table(tollgate::testing::fake_result(
            {tollgate::testing::fake_case("cancel/check/impl:flag", {5}),
             tollgate::testing::fake_case("cancel/register_noinline/impl:std", {5}),
             tollgate::testing::fake_case("cancel/create/impl:tollgate/token:sourced", {5}),
             tollgate::testing::fake_case("cancel/cancel/impl:std/tokens:1", {5}),
             tollgate::testing::fake_case("cancel/register/impl:tollgate/token:sourced", {5})})),
        "");
}

// A name that is changed in the table of cases only leaves a dash here.
TEST(earlier_tool_table, every_figure_belongs_to_a_case_of_the_program) {
    const auto chosen = cli::parse_command_line(describe_program(), {});
    report::result result;
    for (const auto& each :
         describe_program().cases(chosen, tollgate::testing::fake_machine(1, 2, 1)).cases) {
        result.cases.emplace_back(tollgate::testing::fake_case(each.key.name(), {4'321}));
    }
    const std::string table = earlier_tool_table(result);
    EXPECT_EQ(
        table,
        R"(Creating includes destroying; rethread's figures are of 2016, an i7-3630QM and Ubuntu 16.04:
|                                 | tollgate (ns) | std (ns) | rethread as published (ns) |
|:--------------------------------|--------------:|---------:|---------------------------:|
| Register and unregister handler |          4321 |     4321 |                       15.0 |
| Check cancellation token state  |          4321 |     4321 |                        1.7 |
| Create standalone_token         |          4321 |        - |                       21.3 |
| Create cancellation_source      |          4321 |     4321 |                       68.4 |
)");
}

} // namespace
