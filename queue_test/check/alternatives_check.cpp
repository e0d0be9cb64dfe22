// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/boost_lockfree.hpp"
#include "alternatives/cached_ring.hpp"
#include "alternatives/locked_ring.hpp"
#include "alternatives/pipe_queue.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <system_error>

namespace tollgate::queue_test::alternative_check {
namespace {

using common_kinds =
    ::testing::Types<kind<"mutex_condvar", mutex_condvar>, kind<"timeout_polling", timeout_polling>,
                     kind<"cancellable", cancellable>, kind<"pipe", pipe_queue>,
                     kind<"boost_lockfree_spsc", boost_lockfree_spsc>,
                     kind<"cached_ring", cached_ring>>;
INSTANTIATE_TYPED_TEST_SUITE_P(common, alternatives, common_kinds, kind_name);

TEST(cancellable_queue, gives_up_and_is_unchanged) {
    static_assert(!cancellable_queue_of<mutex_condvar<message<8>>>);
    const cancel::cancellation_source source;
    const auto token = source.get_token();
    cancellable<message<8>> queue(1);
    message<8> sent;
    sent.fill(1);
    source.cancel();
    EXPECT_FALSE(queue.pop(sent, token));
    EXPECT_TRUE(queue.push(sent, token));
    EXPECT_FALSE(queue.push(sent, token));
    EXPECT_TRUE(queue.pop(sent, token));
    EXPECT_FALSE(queue.pop(sent, token));
}

TEST(timeout_polling_queue, gives_up_when_stopped) {
    timeout_polling<message<8>> queue(1);
    message<8> sent;
    sent.fill(1);
    queue.way_of_waiting().stop();
    EXPECT_FALSE(queue.pop(sent));
    EXPECT_TRUE(queue.push(sent));
    EXPECT_FALSE(queue.push(sent));
    EXPECT_TRUE(queue.pop(sent));
}

TEST(pipe, refuses_too_many_messages_and_has_one_thread_a_side_for_long_ones) {
    EXPECT_THROW(static_cast<void>(pipe_queue<message<1024>>::holds(std::size_t{1} << 30)),
                 std::system_error);
    static_assert(!pipe_queue<message<1024>>::single_producer_single_consumer);
    static_assert(pipe_queue<message<12288>>::single_producer_single_consumer);
}

} // namespace
} // namespace tollgate::queue_test::alternative_check
