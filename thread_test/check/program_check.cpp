// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/program_checks.hpp>

#include <gmock/gmock.h>

namespace {

using namespace tollgate;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = thread_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{}, {"--sweep", "threads:2,3,9"}, {"--matrix"}},
     .briefly = {"5"}});

TEST(thread_program, refuses_a_pinned_group_of_more_than_two_threads) {
    const cli::program program = thread_test::describe_program();
    const auto refused = [&](const std::vector<std::string>& arguments) {
        std::string names;
        for (const auto& each : program
                                    .cases(cli::parse_command_line(program, arguments),
                                           tollgate::testing::fake_machine(1, 4, 1))
                                    .unavailable) {
            if (each.reason.starts_with("a placement is a relation of two CPUs")) {
                names += each.key.name() + "\n";
            }
        }
        return names;
    };
    const std::string eight = "thread/barrier/impl:std/threads:8/placement:core\n"
                              "thread/latch/impl:std/threads:8/placement:core\n";
    EXPECT_EQ(refused({"8", "--placement", "core"}), eight);
    EXPECT_EQ(refused({"--sweep", "threads:2,8", "--placement", "core,free"}), eight);
    EXPECT_EQ(refused({}), "");
}

} // namespace
