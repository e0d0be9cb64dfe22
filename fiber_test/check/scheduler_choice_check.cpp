// SPDX-License-Identifier: BSL-1.0
//
// The schedulers that a user may choose, and the cases under each of them.
#include "program.hpp"

#include "fibers_in_checks.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/rehearsal.hpp>

#include <boost/context/stack_traits.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

cli::options chosen_by(const std::vector<std::string>& arguments) {
    return cli::parse_command_line(fiber_test::describe_program(), arguments);
}

run::case_list cases_for(const std::vector<std::string>& arguments) {
    return fiber_test::describe_program().cases(chosen_by(arguments), cpu::read_topology());
}

std::string complaint(const std::string& schedulers) {
    try {
        static_cast<void>(chosen_by({"--scheduler", schedulers}));
    } catch (const run::usage_error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(scheduler_choice, refuses_two_of_boosts) {
    for (const std::string bad : {"round_robin,shared_work", "shared_work,tollgate,work_stealing",
                                  "round_robin,work_stealing,shared_work"}) {
        EXPECT_THAT(complaint(bad),
                    AllOf(HasSubstr("--scheduler"), HasSubstr("'" + bad + "' has more than one")));
    }
}

TEST(scheduler_choice, refuses_an_unknown_scheduler) {
    EXPECT_EQ(complaint("fifo"), "--scheduler: 'fifo' is not a list of round_robin, shared_work, "
                                 "work_stealing and tollgate");
}

TEST(scheduler_choice, makes_the_first_case_the_reference) {
    const cli::program description = fiber_test::describe_program();
    for (const char* const chosen :
         {"tollgate,shared_work", "round_robin", "tollgate", "work_stealing,tollgate"}) {
        const std::vector<std::string> arguments{"12", "--scheduler", chosen};
        EXPECT_EQ(cases_for(arguments).cases.front().key.name(),
                  description.reference(chosen_by(arguments), cpu::read_topology()));
    }
}

// Where threads can be pinned, they stay on one CPU, and the batch reports it.
TEST(scheduler_choice, runs_cases_on_one_cpu) {
    const cpu::topology machine = cpu::read_topology();
    const auto list = cases_for({});
    const auto done = list.cases.front().run({8, {{1, 100}}}, clock::source::monotonic);
    ASSERT_EQ(done.report.cpus_intended.size(), machine.can_pin ? 1U : 0U);
    for (const int intended : done.report.cpus_intended) {
        EXPECT_THAT(done.report.cpus, ::testing::Each(intended));
    }
}

/// A process has room for the schedulers of one run.
class every_scheduler : public ::testing::TestWithParam<const char*> {
protected:
    static void expect_all_self_checks(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--scheduler", GetParam()});
        fiber_test::expect_in_own_process([&] {
            for (const measure::measured_case& rehearsed : cases_for(arguments).cases) {
                EXPECT_THAT(tollgate::testing::rehearse(rehearsed), IsEmpty());
            }
        });
    }
};

TEST_P(every_scheduler, passes_all_self_checks_in_a_sweep_on_small_stacks) {
    // The kernel saves more for a signal on some CPUs, where the least size is larger.
    const std::size_t least =
        std::max<std::size_t>(16'384, boost::context::stack_traits::minimum_size());
    expect_all_self_checks({"--sweep", "fibers:2,3,50", "--stack-size", std::to_string(least)});
}

INSTANTIATE_TEST_SUITE_P(schedulers, every_scheduler,
                         ::testing::Values("round_robin,tollgate", "shared_work,tollgate",
                                           "work_stealing,tollgate", "round_robin", "tollgate"),
                         [](const auto& chosen) {
                             std::string name(chosen.param);
                             std::replace(name.begin(), name.end(), ',', '_');
                             return name;
                         });

} // namespace
