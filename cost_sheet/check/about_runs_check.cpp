// SPDX-License-Identifier: BSL-1.0
#include "screen/about_runs.hpp"

#include "made_up_screen.hpp"

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST(about_runs, name_first_those_that_are_partial_or_short) {
    sheet all = healthy_sheet();
    all.files[0].partial = true;
    all.files[0].passes = 2;
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    EXPECT_THAT(about_runs(all), ElementsAre("partial, interrupted: testAll",
                                             "too few passes, so that ± is too narrow: testAll",
                                             "hypervisor: kvm (stolen time)"));
}

TEST(about_runs, name_what_can_be_helped_before_what_cannot_and_three_things_at_most) {
    using environment::condition;
    sheet all = healthy_sheet();
    all.files[0].environment = {{"power", condition::unknown, "?", "why", "", ""},
                                {"perf", condition::unknown, "off", "why", "sysctl", ""},
                                {"hypervisor", condition::bad, "kvm", "stolen time", "", ""},
                                {"governor", condition::bad, "powersave", "why", "cpupower", ""},
                                {"clock", condition::ok, "tsc", "", "", ""}};
    EXPECT_THAT(about_runs(all),
                ElementsAre("governor: powersave; against it: cpupower",
                            "hypervisor: kvm (stolen time)", "perf: off; against it: sysctl"));
    all.files[0].environment.push_back({"load", condition::bad, "9", "why", "", ""});
    EXPECT_THAT(about_runs(all), AllOf(SizeIs(3), Not(Contains(HasSubstr("perf")))));
}

TEST(about_runs, name_cpus_that_the_host_moved_first) {
    sheet all = healthy_sheet();
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    all.files[0].distances[{0, 1}] = {47, 0.82, 30, 165, 300};
    EXPECT_THAT(about_runs(all),
                ElementsAre("distance: CPU 0 to 1 takes 47.0 ns 82 % of "
                            "the time, else 30.0 ns to 165 ns (the host moves CPUs)",
                            "hypervisor: kvm (stolen time)"));
    all.files[0].distances[{0, 1}].usual_share = 0.96;
    EXPECT_THAT(about_runs(all), SizeIs(1)) << "they mostly stayed";
    all.files[0].distances[{0, 1}].usual_share = 0.5;
    all.files[0].environment[0].state = environment::condition::ok;
    EXPECT_THAT(about_runs(all), IsEmpty()) << "there is no host";
}

} // namespace
} // namespace tollgate::cost_sheet
