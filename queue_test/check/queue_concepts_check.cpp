// SPDX-License-Identifier: BSL-1.0
//
// One thread's way to a queue, whichever form the queue has.
#include "message.hpp"
#include "queue_concepts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;

/// What a queue says of itself; none of these waits.
struct made_up_queue {
    using message_type = message<16>;
    static constexpr bool is_bounded = false;
    static constexpr bool single_producer_single_consumer = false;

    explicit made_up_queue(std::size_t /*capacity*/) {}

    std::deque<message_type> all;
    const cancel::token* seen = nullptr; ///< the token of the last call
};

struct queue_with_token : made_up_queue {
    using made_up_queue::made_up_queue;
    bool push(const message_type& one, const cancel::token& cancellation) {
        seen = &cancellation;
        all.push_back(one);
        return true;
    }
    bool pop(message_type& one, const cancel::token& cancellation) {
        seen = &cancellation;
        one = all.front();
        all.pop_front();
        return true;
    }
};

/// Shows the message where it lies.
struct queue_that_shows : made_up_queue {
    using made_up_queue::made_up_queue;
    void push(const message_type& one) { all.push_back(one); }
    template <class Use>
    void take(Use use, const cancel::token& cancellation) {
        seen = &cancellation;
        use(all.front());
        all.pop_front();
    }
};

static_assert(!showing_queue_of<queue_with_token> && cancellable_queue_of<queue_with_token>);
static_assert(showing_queue_of<queue_that_shows>);

TEST(way_to_a_queue_that_shows, makes_no_copy) {
    queue_that_shows queue(1);
    way<queue_that_shows> here(queue);
    message<16> one;
    one.fill(1);
    here.push(one);
    const message<16>* const place = &queue.all.front();
    here.pop([&](const message<16>& came) { EXPECT_EQ(&came, place); });
}

// Each thread has a token of its own, which is not cancelled.
TEST(way_to_a_queue_with_token, has_its_own) {
    queue_with_token queue(2);
    way<queue_with_token> there(queue);
    way<queue_with_token> here(queue);
    message<16> one;
    one.fill(1);
    there.push(one);
    const cancel::token* const of_there = queue.seen;
    ASSERT_NE(of_there, nullptr);
    here.push(one);
    EXPECT_NE(queue.seen, of_there);
    here.pop([](const auto&) {});
    EXPECT_NE(queue.seen, of_there);
    there.pop([](const auto&) {});
    EXPECT_EQ(queue.seen, of_there);
    EXPECT_FALSE(of_there->is_cancelled());
}

} // namespace
