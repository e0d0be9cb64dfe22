// SPDX-License-Identifier: BSL-1.0
//
// Waits with a mistake, in the measured loop: its self-checks fail, and the loop ends nevertheless.
#include "faulty_waits.hpp"
#include "measured_with.hpp"

#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::Contains;
using ::testing::IsEmpty;

TEST(faulty_wait, none) {
    EXPECT_THAT(failures_of(free_return_loop<right_wait>(), ten_events), IsEmpty());
    EXPECT_THAT(failures_of(return_loop_on_one_cpu<right_wait>(), ten_events), IsEmpty());
}

/// A wait with a mistake has returned long before the first such moment.
constexpr std::chrono::milliseconds late_moment{5};

constexpr const char* lost = "a cancellation was lost: the wait went on";

template <class Wait>
void expect_failure(const char* message) {
    for (auto loop : {free_return_loop<Wait>(), return_loop_on_one_cpu<Wait>()}) {
        loop.when = std::make_shared<measure::moments>(late_moment, late_moment, 1);
        EXPECT_THAT(failures_of(loop, ten_events), Contains(message));
    }
}

TEST(faulty_wait, that_denies_an_end) {
    expect_failure<denying_an_end>(lost);
}

/// Only the end publishes the canceller's data. A wait that returns without it races with the
/// canceller for the loop's plain data.
class unpublished_end : public ::testing::Test {
protected:
    void SetUp() override {
        if (tollgate::testing::is_thread_sanitized) {
            GTEST_SKIP() << "ThreadSanitizer finds these waits by their race";
        }
    }
};

// Before the canceller has had its first turn, two turns are one.
TEST_F(unpublished_end, of_a_wait_that_ends_by_itself) {
    expect_failure<ending_by_itself<1>>("a wait ended, and nobody had ended it");
    expect_failure<ending_by_itself<5>>("a wait ended, and nobody had ended it");
}

TEST_F(unpublished_end, of_a_wait_that_gives_up_at_once) {
    expect_failure<timing_out_at_once<1>>(lost);
}

// An end in the middle, and the end of the loop after ten events.
TEST_F(unpublished_end, that_is_lost) {
    expect_failure<losing_an_end<5>>(lost);
    expect_failure<losing_an_end<11>>(lost);
}

template <class Wait>
void expect_thrown() {
    EXPECT_THROW(static_cast<void>(events_of(free_return_loop<Wait>(), ten_events)),
                 std::domain_error);
    EXPECT_THROW(static_cast<void>(events_of(return_loop_on_one_cpu<Wait>(), ten_events)),
                 std::domain_error);
}

TEST(faulty_wait, that_fails) {
    expect_thrown<failing_wait<1>>();
    expect_thrown<failing_wait<5>>();
}

} // namespace
