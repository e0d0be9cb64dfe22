// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(environment_text, what_is_not_ok_with_its_commands) {
    EXPECT_EQ(environment_text(made_up_result().environment, false),
              "environment, what is not ok:\n"
              "  - bad governor: powersave (the frequency follows the load)\n"
              "      fix:  cpupower frequency-set -g performance\n"
              "      undo: cpupower frequency-set -g powersave\n"
              "  - unknown smt: cannot read it (a sibling takes its share)\n");
}

TEST(environment_text, all_of_it) {
    EXPECT_THAT(
        environment_text(made_up_result().environment, true),
        AllOf(StartsWith("environment:\n  - bad governor"), HasSubstr("  - ok steal: none\n")));
}

TEST(environment_text, says_all_ok_only_of_what_was_looked_at) {
    const std::vector<environment::verdict> fine{
        {"steal", environment::condition::ok, "none", "", "", ""}};
    EXPECT_EQ(environment_text(fine, false), "environment: all ok\n");
    EXPECT_EQ(environment_text({}, false), "");
    EXPECT_EQ(environment_text({}, true), "");
}

} // namespace
} // namespace tollgate::report
