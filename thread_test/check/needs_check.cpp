// SPDX-License-Identifier: BSL-1.0
//
// A process cannot raise a hard limit again, so each check lowers the limit in its own process.
#include "needs.hpp"

#include "baton_ring.hpp"
#include "descriptor_batons.hpp"
#include "program.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/testing/counting_probe.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <system_error>

#include <sys/resource.h>

namespace {

using namespace tollgate;
using namespace tollgate::testing;
using namespace tollgate::thread_test;

void expect_with_limits(rlim_t soft, rlim_t hard, const std::function<void()>& expectations) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [&] {
        const rlimit limit{soft, hard};
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
        expectations();
        std::exit(::testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
    };
    EXPECT_EXIT(run(), ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}

TEST(file_limit, is_raised_by_the_batons_of_a_ring_that_needs_it) {
    constexpr std::size_t threads = 100;
    expect_with_limits(64, 1000, [] {
        counting_probe through_pipes(2 * threads);
        EXPECT_EQ((baton_ring<pipe_baton>{threads, {}}(through_pipes).probe_calls),
                  probe_calls_in_a_ring(2 * threads + 1, threads));
    });
    expect_with_limits(64, 1000, [] {
        counting_probe through_events(2 * threads);
        EXPECT_EQ((baton_ring<eventfd_baton>{threads, {}}(through_events).probe_calls),
                  probe_calls_in_a_ring(2 * threads + 1, threads));
    });
}

// The next ring may use the descriptors of the previous ring.
TEST(file_limit, suffices_for_many_rings_one_after_the_other) {
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

TEST(file_limit, that_does_not_suffice_is_an_exception) {
    if (is_sanitized && !is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer needs a pipe to examine an exception";
    }
    expect_with_limits(100, 100, [] {
        EXPECT_THROW(pipe_baton(60), std::system_error);
        EXPECT_THROW(eventfd_baton(110), std::system_error);
    });
}

TEST(file_limit, makes_cases_unavailable) {
    expect_with_limits(100, 100, [] {
        const auto chosen =
            cli::parse_command_line(describe_program(), {"30", "--placement", "free"});
        const auto list = describe_program().cases(chosen, fake_machine(1, 4, 1));
        ASSERT_EQ(list.unavailable.size(), 1U);
        EXPECT_EQ(list.unavailable.front().key.name(), "thread/pipe/threads:30/placement:free");
        EXPECT_EQ(list.unavailable.front().reason,
                  "124 open files needed, 100 allowed (ulimit -Hn)");
    });
}

} // namespace
