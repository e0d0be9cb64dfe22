// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "measured_with.hpp"
#include "registering.hpp"

#include <tollgate/testing/counting_probe.hpp>
#include <tollgate/testing/program_checks.hpp>
#if defined(__linux__)
#include <tollgate/testing/refused_threads.hpp>
#endif

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::IsEmpty;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = describe_program,
     .listings = LISTINGS,
     .rehearsed = {{}, {"--sweep", "tokens:1..10,100,10000"}}});

#if defined(__linux__)

// Beside the caller's thread a thread sleeps, which is no member of the loop.
TEST(cancel_program, a_block_loop_reports_a_refused_thread) {
    tollgate::testing::counting_probe probe(10);
    const tollgate::testing::refusal refused = tollgate::testing::refuse_after(
        0, [&] { static_cast<void>(block_loop<one_shot<sourced_kind>>{}(probe)); });
    EXPECT_EQ(refused.error, std::error_code(EAGAIN, std::generic_category()));
    EXPECT_EQ(probe.calls(), 0U);
}

// A cancellation that finds the mutex taken uses a thread if it gets one.
TEST(cancel_program, a_return_loop_needs_no_thread_after_the_first_two) {
    auto loop = return_loop_on_one_cpu<condvar_token>();
    loop.when = std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                                   std::chrono::nanoseconds(0), 1);
    tollgate::testing::starts_left = 2;
    EXPECT_THAT(failures_of(loop, {1, {{200, 1}}}), IsEmpty());
    EXPECT_EQ(std::exchange(tollgate::testing::starts_left, tollgate::testing::unlimited), 0);
}

#endif

} // namespace
