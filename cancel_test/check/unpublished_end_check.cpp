// SPDX-License-Identifier: BSL-1.0
//
// Waits that return without the end that publishes what the canceller wrote: they race with it by
// the loop's plain data, which is how ThreadSanitizer finds them. Not for it.
#include "measured_with.hpp"
#include "wrong_waits.hpp"

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::Contains;

/// It has returned long before the first of them.
constexpr std::chrono::milliseconds late_moment{5};

constexpr const char* lost_message = "a cancellation was lost: the wait went on";
constexpr const char* nobodys = "a wait ended, and nobody had ended it";

template <class Wait>
void expect_failure(const char* what) {
    for (auto loop : {free_return_loop<Wait>(), return_loop_on_one_cpu<Wait>()}) {
        loop.when = std::make_shared<measure::moments>(late_moment, late_moment, 1);
        EXPECT_THAT(failures_of(loop, ten_events), Contains(what));
    }
}

// Before the canceller has had its first turn, two of them are one.
TEST(unpublished_end, of_a_wait_that_ends_by_itself) {
    expect_failure<ending_by_itself<1>>(nobodys);
    expect_failure<ending_by_itself<5>>(nobodys);
}

TEST(unpublished_end, of_a_wait_that_gives_up_at_once) {
    expect_failure<giving_up_at_once<1>>(lost_message);
    expect_failure<giving_up_at_once<5>>(lost_message);
}

TEST(unpublished_end, that_is_lost) {
    expect_failure<losing_an_end<1>>(lost_message);
    expect_failure<losing_an_end<5>>(lost_message);
}

// Ten events, and one end to end the loop.
TEST(unpublished_end, that_is_the_last_and_lost) {
    expect_failure<losing_an_end<11>>(lost_message);
}

} // namespace
