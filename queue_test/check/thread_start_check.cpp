// SPDX-License-Identifier: BSL-1.0
//
// The system refuses a thread in the middle of a loop. Those that had been started end, and the
// caller learns why.
#include "small_loops.hpp"
#include "stall.hpp"

#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/refused_threads.hpp>

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using faults::starts_left;
using faults::unlimited;
using ::testing::IsEmpty;

const measure::schedule asked{2, {{3, 1}}};

class thread_start : public testing::Test {
protected:
    ~thread_start() override { starts_left = unlimited; }

    /// Refuses each of the loop's threads in turn.
    template <class Loop>
    static void expect_told(const Loop& loop) {
        for (int started = 0; started < static_cast<int>(loop.of.members()); ++started) {
            SCOPED_TRACE(started);
            const faults::refusal seen = faults::refuse_after(
                started, [&] { static_cast<void>(faults::operations_of(loop, asked)); });
            EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
            EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
        }
        EXPECT_THAT(measure::failed_proofs(faults::operations_of(loop, asked), asked), IsEmpty())
            << "it works again afterwards";
    }
};

TEST_F(thread_start, is_refused_in_a_pingpong) {
    for (const shape& of : small_shapes) {
        expect_told(small_pingpong{of, {}});
    }
}

TEST_F(thread_start, is_refused_in_a_stream) {
    for (const shape& of : small_shapes) {
        expect_told(small_stream{of, {}, nullptr});
    }
}

TEST_F(thread_start, is_not_needed_but_for_the_members) {
    starts_left = 2;
    const small_stream loop{{1, 1, 4}, {}, nullptr};
    EXPECT_THAT(measure::failed_proofs(faults::operations_of(loop, asked), asked), IsEmpty());
    EXPECT_EQ(starts_left, 0);
}

TEST_F(thread_start, of_the_rescue_is_refused) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            const headway moves(1);
            stall seen(moves, std::chrono::hours(1));
            starts_left = 0;
            for (int i = 0; i < stall::patience + stall::patience_after_rescue; ++i) {
                seen.look([] {});
            }
        },
        testing::ExitedWithCode(EXIT_FAILURE), "nothing moves through a queue any more");
}

} // namespace
