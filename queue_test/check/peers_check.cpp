// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/boost_lockfree.hpp"
#include "peers/cached_ring.hpp"
#include "peers/locked_ring.hpp"
#include "peers/pipe_queue.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace tollgate::queue_test::peer_check {
namespace {

template <class Message>
using yielding_spsc = yielding<boost_lockfree_spsc<Message>>;
template <class Message>
using yielding_cached_ring = yielding<cached_ring<Message>>;

using common_kinds =
    testing::Types<kind<"mutex_condvar", mutex_condvar>, kind<"timeout_polling", timeout_polling>,
                   kind<"cancellable", cancellable>, kind<"pipe", pipe_queue>,
                   kind<"boost_lockfree_spsc", yielding_spsc>,
                   kind<"cached_ring", yielding_cached_ring>>;
INSTANTIATE_TYPED_TEST_SUITE_P(common, peers, common_kinds, kind_name);
using trying_common_kinds = testing::Types<kind<"boost_lockfree_spsc", yielding_spsc>,
                                           kind<"cached_ring", yielding_cached_ring>>;
INSTANTIATE_TYPED_TEST_SUITE_P(common, trying_peers, trying_common_kinds, kind_name);
using shared_common_kinds =
    testing::Types<kind<"mutex_condvar", mutex_condvar>, kind<"timeout_polling", timeout_polling>,
                   kind<"cancellable", cancellable>, kind<"pipe", pipe_queue>>;
INSTANTIATE_TYPED_TEST_SUITE_P(common, shared_peers, shared_common_kinds, kind_name);

TEST(cancellable_queue, gives_up_and_stays_as_it_was) {
    static_assert(!blocking_queue_of<cancellable<message<8>>>);
    static_assert(!cancellable_queue_of<mutex_condvar<message<8>>>);
    const cancel::cancellation_source source;
    const auto token = source.get_token();
    cancellable<message<8>> queue(1);
    message<8> one;
    one.fill(1);
    source.cancel();
    EXPECT_FALSE(queue.pop(one, token));
    EXPECT_TRUE(queue.push(one, token));
    EXPECT_FALSE(queue.push(one, token));
    EXPECT_TRUE(queue.pop(one, token));
    EXPECT_FALSE(queue.pop(one, token));
}

TEST(timeout_polling_queue, gives_up_when_stopped) {
    timeout_polling<message<8>> queue(1);
    message<8> one;
    one.fill(1);
    queue.way_of_waiting().stop();
    EXPECT_FALSE(queue.pop(one));
    EXPECT_TRUE(queue.push(one));
    EXPECT_FALSE(queue.push(one));
    EXPECT_TRUE(queue.pop(one));
}

TEST(pipe_of_too_many_messages, is_refused_and_does_not_throw) {
    EXPECT_TRUE(pipe_queue<message<1024>>::refuses(std::size_t{1} << 30));
}

TEST(pipe_of_long_messages, is_for_one_producer_and_one_consumer) {
    using queue = pipe_queue<message<12288>>;
    static_assert(queue::single_producer_single_consumer);
    EXPECT_TRUE(queue::refuses_payload());
    EXPECT_FALSE(pipe_queue<message<1024>>::refuses_payload());

    EXPECT_EQ(passed_on<queue>(2, 1'000), 1'000);
}

// With room for many: where threads share a CPU, each wait costs a time slice.
TEST(spinning_queue, passes_from_one_thread_to_another) {
    EXPECT_EQ(passed_on<spinning<boost_lockfree_spsc<message<64>>>>(64, 2'000), 2'000);
}

} // namespace
} // namespace tollgate::queue_test::peer_check
