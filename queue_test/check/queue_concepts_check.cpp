// SPDX-License-Identifier: BSL-1.0
//
// `way`, for queues of each form.
#include "message.hpp"
#include "queue_concepts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;

/// The members that all queues have. None of these queues waits.
struct fake_queue {
    using message_type = message<16>;
    static constexpr bool is_bounded = false;
    static constexpr bool single_producer_single_consumer = false;

    explicit fake_queue(std::size_t /*capacity*/) {}

    std::deque<message_type> all;
    const cancel::token* last_token = nullptr; ///< the token of the last call
};

struct queue_with_token : fake_queue {
    using fake_queue::fake_queue;
    bool push(const message_type& sent, const cancel::token& cancellation) {
        last_token = &cancellation;
        all.push_back(sent);
        return true;
    }
    bool pop(message_type& sent, const cancel::token& cancellation) {
        last_token = &cancellation;
        sent = all.front();
        all.pop_front();
        return true;
    }
};

/// Passes the message in its place.
struct showing_queue : fake_queue {
    using fake_queue::fake_queue;
    void push(const message_type& sent) { all.push_back(sent); }
    template <class Use>
    void take(Use use, const cancel::token& cancellation) {
        last_token = &cancellation;
        use(all.front());
        all.pop_front();
    }
};

static_assert(!showing_queue_of<queue_with_token> && cancellable_queue_of<queue_with_token>);
static_assert(showing_queue_of<showing_queue>);

TEST(way_to_a_showing_queue, makes_no_copy) {
    showing_queue queue(1);
    way<showing_queue> here(queue);
    message<16> sent;
    sent.fill(1);
    here.push(sent);
    const message<16>* const place = &queue.all.front();
    here.pop([&](const message<16>& received) { EXPECT_EQ(&received, place); });
}

// Each way has a token of its own, which is not cancelled.
TEST(way_to_a_queue_with_token, has_its_own_token) {
    queue_with_token queue(2);
    way<queue_with_token> there(queue);
    way<queue_with_token> here(queue);
    message<16> sent;
    sent.fill(1);
    there.push(sent);
    const cancel::token* const of_there = queue.last_token;
    ASSERT_NE(of_there, nullptr);
    here.push(sent);
    EXPECT_NE(queue.last_token, of_there);
    here.pop([](const auto&) {});
    EXPECT_NE(queue.last_token, of_there);
    there.pop([](const auto&) {});
    EXPECT_EQ(queue.last_token, of_there);
    EXPECT_FALSE(of_there->is_cancelled());
}

} // namespace
