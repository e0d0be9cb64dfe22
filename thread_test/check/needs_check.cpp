// SPDX-License-Identifier: BSL-1.0
//
// A hard limit once lowered stays so: each check lowers it in a process of its own.
#include "needs.hpp"

#include "baton_ring.hpp"
#include "eventfd_baton_linux.hpp"
#include "pipe_baton.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/counting_probe.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <system_error>

#include <sys/resource.h>

namespace {

using namespace tollgate;
using namespace tollgate::faults;
using namespace tollgate::thread_test;
using faults::made_up_machine;

constexpr rlim_t others = 64; // that the limits leave to everything else in the process

rlim_t soft_limit() {
    rlimit limit{};
    EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    return limit.rlim_cur;
}

void expect_with_limits(rlim_t soft, rlim_t hard, const std::function<void()>& expectations) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [&] {
        const rlimit limit{soft, hard};
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
        expectations();
        std::exit(testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

TEST(file_limit, is_raised_as_far_as_needed_and_says_if_it_does_not_suffice) {
    expect_with_limits(200, 500, [] {
        EXPECT_EQ(too_many_files(500 - others), std::nullopt);
        EXPECT_EQ(too_many_files(500 - others + 1),
                  "501 open files needed, 500 allowed (ulimit -Hn)");
        EXPECT_EQ(soft_limit(), 200U) << "asking changes nothing";
        raise_file_limit(200 - others + 1);
        EXPECT_EQ(soft_limit(), 201U);
        raise_file_limit(10);
        EXPECT_EQ(soft_limit(), 201U) << "never lowered";
        raise_file_limit(500 - others);
        EXPECT_EQ(soft_limit(), 500U);
    });
}

TEST(file_limit, of_a_ring_is_raised_by_its_baton) {
    expect_with_limits(64, 1000, [] {
        constexpr std::size_t threads = 100;
        counting_probe through_pipes(2 * threads);
        EXPECT_EQ((baton_ring<pipe_baton>{threads, {}}(through_pipes).turns),
                  turns_in_a_ring(2 * threads + 1, threads));
        EXPECT_EQ(soft_limit(), 2 * threads + others);
        counting_probe through_events(2 * threads);
        EXPECT_EQ((baton_ring<eventfd_baton>{threads, {}}(through_events).turns),
                  turns_in_a_ring(2 * threads + 1, threads));
        EXPECT_EQ(soft_limit(), 2 * threads + others);
    });
}

// What the descriptors of one ring occupied, the next one may have.
TEST(file_limit, is_kept_by_many_rings_one_after_the_other) {
    expect_with_limits(100, 100, [] {
        for (int i = 0; i < 100; ++i) {
            pipe_baton pipes(18);
            pipes.pass(17);
            pipes.wait(17);
            eventfd_baton events(36);
            events.pass(35);
            events.wait(35);
        }
    });
}

TEST(file_limit, makes_cases_unavailable) {
    expect_with_limits(100, 100, [] {
        const auto chosen =
            cli::parse_command_line(describe_program(), {"30", "--placement", "free"});
        const auto list = describe_program().cases(chosen, made_up_machine(1, 4, 1));
        ASSERT_EQ(list.unavailable.size(), 1U);
        EXPECT_EQ(list.unavailable.front().key.name(), "thread/pipe/threads:30/placement:free");
        EXPECT_EQ(list.unavailable.front().reason,
                  "124 open files needed, 100 allowed (ulimit -Hn)");
    });
}

} // namespace
