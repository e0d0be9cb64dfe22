// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "timeout_loop.hpp"

#include <tollgate/faults/made_up.hpp>
#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/program_checks.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const bool registered =
    faults::register_program_checks({.what = describe_program,
                                     .listings = LISTINGS,
                                     .rehearsed = {{"--slices", "1,3"},
                                                   {"--sweep", "idle_us:10,3000"},
                                                   {"--sweep", "slack_ns:1,100000"}},
                                     .briefly = {"--slices", "1", "--placement", "same,free"}});

TEST(sleep_program, a_sleeper_that_polls_fails_a_proof) {
    const std::string name = "sleep/wake_latency/sleeper:condvar/slice_ms:";
    const auto seen = [&](double late_ns_of_100) {
        return faults::made_up_result(
            {faults::made_up_case(name + "2/placement:free",
                                  std::vector<faults::made_up_round>(6, {125'000})),
             faults::made_up_case(name + "100/placement:free",
                                  std::vector<faults::made_up_round>(6, {late_ns_of_100}))});
    };
    EXPECT_THAT(describe_program().failed_proofs(seen(125'000)), IsEmpty());
    EXPECT_THAT(describe_program().failed_proofs(seen(6'250'000)),
                ElementsAre(HasSubstr("sleeper:condvar")));
}

#if defined(__linux__)

const measure::schedule three_events{1, {{3, 1}}};

// The thread that watches over long sleeps is no member of the loop.
TEST(sleep_program, a_timeout_loop_tells_of_the_thread_that_it_is_refused) {
    const faults::refusal seen = faults::refuse_after(0, [] {
        static_cast<void>(
            faults::events_of(timeout_loop<sleep::parker>{1h, std::nullopt}, three_events));
    });
    EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
}

TEST(sleep_program, short_sleeps_need_no_thread) {
    faults::starts_left = 0;
    EXPECT_THAT(faults::failures_of(timeout_loop<sleep::parker>{1ms, std::nullopt}, three_events),
                IsEmpty());
    EXPECT_EQ(std::exchange(faults::starts_left, faults::unlimited), 0);
}

#endif

} // namespace
