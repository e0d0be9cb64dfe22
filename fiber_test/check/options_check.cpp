// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

#include <boost/context/stack_traits.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using fiber_test::scheduler;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

fiber_test::fiber_options read(const std::vector<std::string>& arguments) {
    cli::program what;
    what.members = "fibers";
    what.members_range = {2, 1'000'000};
    what.own = fiber_test::own_options();
    return fiber_test::read_fiber_options(cli::parse_command_line(what, arguments));
}

std::string complaint(const std::vector<std::string>& arguments) {
    try {
        read(arguments);
    } catch (const cli::usage_error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(fiber_options, defaults) {
    const auto chosen = read({});
    EXPECT_THAT(chosen.schedulers, ElementsAre(scheduler::round_robin, scheduler::tollgate));
    EXPECT_EQ(chosen.stack_size, boost::context::stack_traits::default_size());
}

std::vector<scheduler> schedulers_in(const std::string& text) {
    return read({"--scheduler", text}).schedulers;
}

TEST(fiber_options, every_scheduler) {
    EXPECT_THAT(schedulers_in("round_robin"), ElementsAre(scheduler::round_robin));
    EXPECT_THAT(schedulers_in("shared_work"), ElementsAre(scheduler::shared_work));
    EXPECT_THAT(schedulers_in("tollgate"), ElementsAre(scheduler::tollgate));
    EXPECT_THAT(read({"--scheduler=work_stealing"}).schedulers,
                ElementsAre(scheduler::work_stealing));
}

TEST(fiber_options, ours_beside_one_of_boost_in_any_order) {
    EXPECT_THAT(schedulers_in("tollgate,shared_work"),
                ElementsAre(scheduler::shared_work, scheduler::tollgate));
    EXPECT_THAT(schedulers_in("work_stealing,tollgate"),
                ElementsAre(scheduler::work_stealing, scheduler::tollgate));
    EXPECT_THAT(schedulers_in("tollgate,tollgate"), ElementsAre(scheduler::tollgate));
}

TEST(fiber_options, two_of_boost_have_the_same_names) {
    for (const std::string bad : {"round_robin,shared_work", "shared_work,tollgate,work_stealing",
                                  "round_robin,work_stealing,shared_work"}) {
        EXPECT_THAT(complaint({"--scheduler", bad}),
                    AllOf(HasSubstr("--scheduler"), HasSubstr("'" + bad + "' has more than one")))
            << bad;
    }
}

TEST(fiber_options, a_scheduler_that_does_not_exist) {
    for (const std::string bad : {"fifo", "", "Round_Robin", "round_robin ", "round", "tollgate,",
                                  ",tollgate", "round_robin,ours", "round_robin;tollgate"}) {
        EXPECT_THAT(complaint({"--scheduler", bad}),
                    AllOf(HasSubstr("--scheduler"),
                          HasSubstr("'" + bad +
                                    "' is not a list of "
                                    "round_robin, shared_work, work_stealing and tollgate")))
            << bad;
    }
}

TEST(fiber_options, a_stack_size_in_its_range) {
    EXPECT_EQ(read({"--stack-size", "8192"}).stack_size, 8192U);
    EXPECT_EQ(read({"--stack-size", "1073741824"}).stack_size, 1073741824U);
    EXPECT_EQ(read({"--stack-size", "10000"}).stack_size, 10000U);
}

TEST(fiber_options, a_stack_size_that_cannot_be) {
    for (const std::string bad : {"8191", "1073741825", "0", "-8192", "64k", "8192.0", "1e6", "",
                                  " 8192", "0x4000", "99999999999999999999"}) {
        EXPECT_THAT(complaint({"--stack-size", bad}),
                    AllOf(HasSubstr("--stack-size"), HasSubstr("'" + bad + "'"),
                          HasSubstr("8,192 to 1,073,741,824")))
            << bad;
    }
}

// The checks that are run while the command line is read, not only those of the reading above.
TEST(fiber_options, a_bad_value_is_refused_before_anything_is_done) {
    for (const cli::own_option& own : fiber_test::own_options()) {
        EXPECT_NO_THROW(own.check(own.fallback)) << own.name;
        EXPECT_THROW(own.check("nonsense"), cli::usage_error) << own.name;
        EXPECT_FALSE(own.help.empty()) << own.name;
    }
}

} // namespace
