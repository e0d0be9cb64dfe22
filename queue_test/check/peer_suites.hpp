// SPDX-License-Identifier: BSL-1.0
#pragma once
//
// What is expected of the queues of others, whichever they are: a file for each family has their
// types. That they lose, double and damage nothing between threads and fibers is proven by the
// program's loops, in each case of its table.
#include "message.hpp"
#include "queue_concepts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace tollgate::queue_test::peer_check {

template <std::size_t Size>
struct text {
    // Implicit, for a string literal as a template argument.
    constexpr text(const char (&literal)[Size]) { std::copy_n(literal, Size, chars); }
    char chars[Size];
};

/// Queues of one kind, whatever the message.
template <text Name, template <class> class Queue>
struct kind {
    template <class Message>
    using queue = Queue<Message>;
    static constexpr const char* name = Name.chars;
};

struct kind_name {
    template <class Kind>
    static std::string GetName(int /*index*/) {
        return Kind::name;
    }
};

template <class Kind>
class peers : public testing::Test {
protected:
    /// Calls `body` with a null pointer to the queue of a message of one word, which some queues
    /// keep in another way, and of a longer one; and with capacities that it is asked to have.
    template <class Body>
    static void with_each_queue(Body body) {
        for (const std::size_t asked : {std::size_t{1}, std::size_t{64}, std::size_t{1024}}) {
            body(static_cast<typename Kind::template queue<message<8>>*>(nullptr), asked);
            body(static_cast<typename Kind::template queue<message<64>>*>(nullptr), asked);
        }
    }
};
TYPED_TEST_SUITE_P(peers);

/// How many messages go in while none is popped.
template <class Queue>
std::size_t room_of(std::size_t asked) {
    if constexpr (Queue::is_bounded) {
        return Queue::holds(asked);
    } else {
        return 10'000;
    }
}

TYPED_TEST_P(peers, hold_what_they_say_in_order) {
    this->with_each_queue([]<class Queue>(Queue*, std::size_t asked) {
        const std::size_t room = room_of<Queue>(asked);
        Queue queue(asked);
        way<Queue> here(queue);
        typename Queue::message_type sent;
        for (std::size_t i = 0; i < room; ++i) {
            sent.fill(i);
            here.push(sent);
        }
        for (std::size_t i = 0; i < room; ++i) {
            here.pop([i](const auto& came) {
                ASSERT_TRUE(came.intact());
                ASSERT_EQ(came.number(), i);
            });
        }
    });
}

TYPED_TEST_P(peers, that_try_are_full_when_full_and_empty_when_empty) {
    this->with_each_queue([]<class Queue>(Queue*, std::size_t asked) {
        if constexpr (trying_queue_of<Queue>) {
            Queue queue(asked);
            typename Queue::message_type sent;
            sent.fill(0);
            const std::size_t room = room_of<Queue>(asked);
            ASSERT_FALSE(queue.try_pop(sent));
            for (std::size_t i = 0; i < room; ++i) {
                ASSERT_TRUE(queue.try_push(sent));
            }
            ASSERT_EQ(queue.try_push(sent), !Queue::is_bounded);
            ASSERT_TRUE(queue.try_pop(sent));
            ASSERT_TRUE(queue.try_push(sent));
            while (queue.try_pop(sent)) {
            }
            ASSERT_TRUE(queue.try_push(sent));
        }
    });
}

REGISTER_TYPED_TEST_SUITE_P(peers, hold_what_they_say_in_order,
                            that_try_are_full_when_full_and_empty_when_empty);

} // namespace tollgate::queue_test::peer_check
