// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string summary_of(const std::vector<environment::verdict>& environment) {
    const environment_lines lines = environment_summary(environment);
    return lines.bad + lines.other;
}

TEST(environment_text, what_is_not_ok_with_its_commands) {
    EXPECT_EQ(environment_text(fake_result().environment, false),
              "environment, conditions that are not ok:\n"
              "  - bad governor: powersave (the frequency follows the load)\n"
              "      fix:  cpupower frequency-set -g performance\n"
              "      undo: cpupower frequency-set -g powersave\n"
              "  - unknown smt: cannot read it (a sibling takes its share)\n");
    EXPECT_THAT(
        environment_text(fake_result().environment, true),
        AllOf(StartsWith("environment:\n  - bad governor"), HasSubstr("  - ok steal: none\n")));
}

TEST(environment_text, has_the_cost_if_it_was_measured) {
    environment::verdict idle{
        "idle states", environment::condition::bad, "C6", "they are left late", "a fix", "an undo"};
    idle.measured_ns = 13'100;
    idle.measured_of = "thread/condvar";
    EXPECT_EQ(environment_text({idle}, false),
              "environment, conditions that are not ok:\n"
              "  - bad idle states: C6; 13.1 µs of thread/condvar here (--explain) (they are left "
              "late)\n      fix:  a fix\n      undo: an undo\n");
    EXPECT_EQ(summary_of({idle}), "bad here: idle states: C6; 13.1 µs of thread/condvar "
                                  "here (--explain); --environment prints what helps\n");
}

TEST(environment_summary, has_bad_verdicts_and_names_of_unknown_ones) {
    EXPECT_EQ(summary_of(
                  {{"aslr", environment::condition::unknown, "cannot read it", "why", "", ""},
                   {"governor", environment::condition::bad, "powersave", "it follows the load",
                    "cpupower frequency-set -g performance", "undo"},
                   {"steal", environment::condition::ok, "none", "", "", ""},
                   {"build", environment::condition::bad, "no Release build", "why", "", ""},
                   {"smt", environment::condition::unknown, "cannot read it", "why", "a fix", ""}}),
              "bad here: governor: powersave; build: no Release build; --environment prints what "
              "helps\n"
              "not known here: aslr, smt (see --environment)\n");
}

TEST(environment, is_all_ok_only_if_it_was_examined) {
    const std::vector<environment::verdict> fine{
        {"steal", environment::condition::ok, "none", "", "", ""}};
    EXPECT_EQ(environment_text(fine, false), "environment: all ok\n");
    EXPECT_EQ(summary_of(fine), "environment: all ok\n");
    EXPECT_EQ(environment_text({}, false) + environment_text({}, true) + summary_of({}), "");
    EXPECT_EQ(summary_of({{"smt", environment::condition::unknown, "", "", "", ""}}),
              "not known here: smt (see --environment)\n");
}

} // namespace
} // namespace tollgate::report
