// SPDX-License-Identifier: BSL-1.0
#include "case_names.hpp"
#include "cases.hpp"
#include "made_up_results.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Six rounds of a sleeper that is so late with slices of 2 and 100 ms.
report::result made_up_run(double late_ns_of_2, double late_ns_of_100) {
    const std::vector<made_up_round> short_ones(6, {late_ns_of_2, late_ns_of_2});
    const std::vector<made_up_round> long_ones(6, {late_ns_of_100, late_ns_of_100});
    const auto name = [](std::uint64_t slice_ms) {
        return wake_latency_name(sleeper_kind::condvar, slice_ms, cpu::placement::free);
    };
    return made_up_result({made_up_case(name(2), short_ones), made_up_case(name(100), long_ones)});
}

TEST(program, help_names_its_options) {
    const std::string help = cli::help_text(describe_program());
    EXPECT_THAT(help, HasSubstr("Usage: testSleep [options]\n"));
    for (const std::string option : {"--slices LIST", "--sleepers LIST", "--sweep LIST",
                                     "--placement LIST", "slack_ns:", "idle_us:", "3600000"}) {
        EXPECT_THAT(help, HasSubstr(option));
    }
    for (const sleeper_kind who : all_sleepers) {
        EXPECT_THAT(help, HasSubstr(std::string(to_string(who))));
    }
    EXPECT_THAT(help, HasSubstr("(19)"));
}

// There is nothing to count and no classical run to make a reference of.
TEST(program, takes_no_members) {
    const cli::program what = describe_program();
    EXPECT_EQ(what.members, "");
    EXPECT_EQ(what.reference, nullptr);
    EXPECT_THAT(cli::help_text(what), Not(HasSubstr("iterations")));
}

TEST(program, shows_means_and_slopes_before_the_table) {
    const cli::program what = describe_program();
    ASSERT_NE(what.overview, nullptr);
    const std::string text = what.overview(made_up_run(30'000, 30'000));
    EXPECT_THAT(text, HasSubstr("Interrupted Mean Delay"));
    EXPECT_THAT(text, HasSubstr("wake delay over the time slice"));
    EXPECT_LT(text.find("Mean delays"), text.find("wake delay over"));
    EXPECT_EQ(what.overview({}), "");
}

TEST(program, a_sleeper_that_polls_fails_a_proof) {
    const cli::program what = describe_program();
    ASSERT_NE(what.failed_proofs, nullptr);
    EXPECT_THAT(what.failed_proofs(made_up_run(30'000, 30'000)), IsEmpty());
    EXPECT_THAT(what.failed_proofs(made_up_run(125'000, 6'250'000)),
                ElementsAre(HasSubstr("sleeper:condvar")));
    EXPECT_THAT(what.failed_proofs({}), IsEmpty());
}

TEST(program, lists_its_cases) {
    const cli::program what = describe_program();
    const auto chosen = cli::parse_command_line(what, {"--placement", "free"});
    EXPECT_FALSE(what.cases(chosen, cpu::read_topology()).cases.empty());
}

} // namespace
