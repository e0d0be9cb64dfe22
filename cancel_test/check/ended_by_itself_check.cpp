// SPDX-License-Identifier: BSL-1.0
//
// Waits that end by themselves. They race with whoever ends them by the loop's plain data, which is
// how ThreadSanitizer finds them: not for it.
#include "measured_with.hpp"
#include "wrong_waits.hpp"

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::Contains;

const measure::schedule ten_events{1, {{9, 1}}};
/// It has returned long before the first of them.
constexpr std::chrono::milliseconds late_moment{5};

template <class Wait>
void expect_failure(return_loop<Wait> loop) {
    loop.when = std::make_shared<measure::moments>(late_moment, late_moment, 1);
    EXPECT_THAT(failures_of(loop, ten_events), Contains("a wait ended, and nobody had ended it"));
}

TEST(wait_that_ends_by_itself, is_seen) {
    expect_failure(free_return_loop<ending_by_itself<1>>());
    expect_failure(free_return_loop<ending_by_itself<5>>());
    expect_failure(return_loop_on_one_cpu<ending_by_itself<1>>());
    expect_failure(return_loop_on_one_cpu<ending_by_itself<5>>());
}

} // namespace
