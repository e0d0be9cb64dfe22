// SPDX-License-Identifier: BSL-1.0
#pragma once
//
// What each queue must do; there is a file for the types of each library. The program's loops
// check, in each case of its table, that a queue loses, doubles and damages no message.
#include "message.hpp"
#include "queue_concepts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace tollgate::queue_test::alternative_check {

template <std::size_t Size>
struct text {
    // Implicit: a string literal is a template argument.
    constexpr text(const char (&literal)[Size]) { std::copy_n(literal, Size, chars); }
    char chars[Size];
};

/// Queues of one kind, for any message.
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
class alternatives : public ::testing::Test {
protected:
    /// Calls `body` with a null pointer to the type of a queue, and with requested capacities: for
    /// messages of one word, which some queues keep in another way, and for longer messages.
    template <class Body>
    static void with_each_queue(Body body) {
        for (const std::size_t requested : {std::size_t{1}, std::size_t{64}, std::size_t{1024}}) {
            body(static_cast<typename Kind::template queue<message<8>>*>(nullptr), requested);
            body(static_cast<typename Kind::template queue<message<64>>*>(nullptr), requested);
        }
    }
};
TYPED_TEST_SUITE_P(alternatives);

/// The number of messages that fit while none is popped.
template <class Queue>
std::size_t room_of(std::size_t requested) {
    if constexpr (Queue::is_bounded) {
        return Queue::holds(requested);
    } else {
        return 10'000;
    }
}

TYPED_TEST_P(alternatives, hold_their_capacity_in_order) {
    this->with_each_queue([]<class Queue>(Queue*, std::size_t requested) {
        const std::size_t room = room_of<Queue>(requested);
        Queue queue(requested);
        way<Queue> here(queue);
        typename Queue::message_type sent;
        for (std::size_t i = 0; i < room; ++i) {
            sent.fill(i);
            here.push(sent);
        }
        for (std::size_t i = 0; i < room; ++i) {
            here.pop([i](const auto& received) {
                ASSERT_TRUE(received.intact());
                ASSERT_EQ(received.number(), i);
            });
        }
    });
}

TYPED_TEST_P(alternatives, refuse_to_push_when_full_and_to_pop_when_empty) {
    this->with_each_queue([]<class Queue>(Queue*, std::size_t requested) {
        if constexpr (trying_queue_of<Queue>) {
            Queue queue(requested);
            typename Queue::message_type sent;
            sent.fill(0);
            const std::size_t room = room_of<Queue>(requested);
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

REGISTER_TYPED_TEST_SUITE_P(alternatives, hold_their_capacity_in_order,
                            refuse_to_push_when_full_and_to_pop_when_empty);

} // namespace tollgate::queue_test::alternative_check
