// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "timeout_loop.hpp"

#include <tollgate/faults/made_up_result.hpp>
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
using tollgate::faults::made_up_case;
using tollgate::faults::made_up_result;
using tollgate::faults::made_up_round;
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

/// Six rounds of a sleeper that is so late with slices of 2 and 100 ms.
report::result made_up_run(double late_ns_of_2, double late_ns_of_100) {
    const std::string name = "sleep/wake_latency/sleeper:condvar/slice_ms:";
    const std::vector<made_up_round> short_ones(6, {late_ns_of_2, late_ns_of_2});
    const std::vector<made_up_round> long_ones(6, {late_ns_of_100, late_ns_of_100});
    return made_up_result({made_up_case(name + "2/placement:free", short_ones),
                           made_up_case(name + "100/placement:free", long_ones)});
}

TEST(sleep_program, shows_means_and_slopes_before_the_table) {
    const cli::program what = describe_program();
    const std::string text = what.overview(made_up_run(30'000, 30'000));
    EXPECT_THAT(text, HasSubstr("Interrupted Mean Delay"));
    EXPECT_THAT(text, HasSubstr("wake delay over the time slice"));
    EXPECT_LT(text.find("Mean delays"), text.find("wake delay over"));
    EXPECT_EQ(what.overview({}), "");
}

TEST(sleep_program, a_sleeper_that_polls_fails_a_proof) {
    const cli::program what = describe_program();
    EXPECT_THAT(what.failed_proofs(made_up_run(30'000, 30'000)), IsEmpty());
    EXPECT_THAT(what.failed_proofs(made_up_run(125'000, 6'250'000)),
                ElementsAre(HasSubstr("sleeper:condvar")));
    EXPECT_THAT(what.failed_proofs({}), IsEmpty());
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
