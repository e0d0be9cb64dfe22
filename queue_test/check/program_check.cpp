// SPDX-License-Identifier: BSL-1.0
#include "made_up_results.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(queue_program, help_names_its_options) {
    const std::string help = cli::help_text(describe_program());
    EXPECT_THAT(help, HasSubstr("Usage: testQueue [options]\n"));
    for (const std::string option :
         {"--queues LIST", "--capacity LIST", "--payload LIST", "--producers LIST",
          "--consumers LIST", "--placement LIST", "--sweep LIST",
          "capacity:", "payload:", "producers:", "65536", "256", "(15)"}) {
        EXPECT_THAT(help, HasSubstr(option));
    }
}

// There is no classical run to make a reference of, and nothing to count but threads on two sides.
TEST(queue_program, takes_no_members) {
    const cli::program what = describe_program();
    EXPECT_EQ(what.members, "");
    EXPECT_EQ(what.reference, nullptr);
    EXPECT_THAT(cli::help_text(what), Not(HasSubstr("iterations")));
}

TEST(queue_program, shows_hand_offs_before_the_table) {
    const cli::program what = describe_program();
    ASSERT_NE(what.overview, nullptr);
    EXPECT_EQ(what.overview({}), "");
    EXPECT_THAT(
        what.overview(made_up_result({made_up_case(
            "queue/stream/impl:pipe/producers:1/consumers:1/capacity:64/payload:8/placement:core",
            {{100}})})),
        HasSubstr("ns/hand-off"));
}

TEST(queue_program, lists_its_cases) {
    const cli::program what = describe_program();
    EXPECT_FALSE(
        what.cases(cli::parse_command_line(what, {"--placement", "free"}), cpu::read_topology())
            .cases.empty());
}

} // namespace
