// SPDX-License-Identifier: BSL-1.0
//
// Somebody interrupts: a batch is over soon and is finished, so that no message is left in a queue
// and nothing is said to have failed. The run ends between two batches; see
// check/interrupt_check.sh.
#include "small_loops.hpp"

#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <class Loop>
void expect_finished(const Loop& loop) {
    measure::schedule asked{2, {{5, 3}}};
    asked.interrupted = [] { return true; };
    const measure::batch done = faults::operations_of(loop, asked);
    EXPECT_TRUE(done.complete);
    EXPECT_THAT(done.intervals, SizeIs(5));
    EXPECT_THAT(measure::failed_proofs(done, asked), IsEmpty());
}

TEST(interruption_of_a_queue, lets_a_batch_end) {
    for (const shape& of : small_shapes) {
        expect_finished(small_pingpong{of, {}});
        expect_finished(small_stream{of, {}, nullptr});
    }
}

} // namespace
