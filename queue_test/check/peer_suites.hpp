// SPDX-License-Identifier: BSL-1.0
#pragma once
//
// What is expected of the queues of others, whichever they are: a file for each family has their
// types.
#include "crews.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"

#include <tollgate/cancel/cancellation_source.hpp>

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_member.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::queue_test::peer_check {

template <std::size_t Size>
struct text {
    // Implicit, for a string literal as a template argument.
    constexpr text(const char (&literal)[Size]) { std::copy_n(literal, Size, chars); }
    char chars[Size];
};

/// Queues of one kind, whatever the message, and how those who use them run side by side.
template <text Name, template <class> class Queue, class Crew = as_threads>
struct kind {
    using crew = Crew;
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

/// A queue as one of its users has it.
template <class Queue>
class end_of {
public:
    using message_type = typename Queue::message_type;

    end_of(Queue& queue, const cancel::cancellation_source& source)
        : queue_(&queue), token_(source.get_token()) {}

    void push(std::uint64_t number) {
        message_type one;
        one.fill(number);
        if constexpr (cancellable_queue_of<Queue>) {
            queue_->push(one, token_);
        } else {
            static_assert(blocking_queue_of<Queue>);
            queue_->push(one);
        }
    }

    message_type pop() {
        message_type one;
        one.fill(~std::uint64_t{0});
        if constexpr (cancellable_queue_of<Queue>) {
            queue_->pop(one, token_);
        } else {
            queue_->pop(one);
        }
        return one;
    }

private:
    Queue* queue_;
    cancel::sourced_token token_;
};

/// A queue, and what its users need besides.
template <class Queue, class Crew = as_threads>
class bench {
public:
    using end = end_of<Queue>;

    explicit bench(std::size_t capacity) : queue_(capacity) {}

    end here() { return end(queue_, source_); }

    /// Runs all of them side by side; no thread ends before the last is done.
    template <class... Jobs>
    void run(Jobs... jobs) {
        const auto as_job = [this](auto& one) {
            return job{[this, &one](measure::loop_member&) { one(here()); }, 0};
        };
        Crew::run({}, {as_job(jobs)...}, {});
    }

private:
    Queue queue_;
    cancel::cancellation_source source_;
};

template <class Message>
std::uint64_t checked_number(const Message& one) {
    EXPECT_TRUE(one.intact());
    return one.number();
}

constexpr std::uint64_t from_each_of_two = 10'000;

constexpr std::uint64_t numbered(std::uint64_t producer, std::uint64_t index) {
    return producer << 32 | index;
}

template <class Kind>
class peers : public testing::Test {
protected:
    /// Calls `body` with a null pointer to the queue of each message.
    template <class Body>
    static void with_each_message(Body body) {
        body(static_cast<typename Kind::template queue<message<8>>*>(nullptr));
        body(static_cast<typename Kind::template queue<message<64>>*>(nullptr));
        body(static_cast<typename Kind::template queue<message<1024>>*>(nullptr));
    }
};
TYPED_TEST_SUITE_P(peers);

template <class Kind>
class trying_peers : public peers<Kind> {};
TYPED_TEST_SUITE_P(trying_peers);

template <class Kind>
class shared_peers : public peers<Kind> {};
TYPED_TEST_SUITE_P(shared_peers);

/// How many messages go in while none is popped.
template <class Queue>
std::size_t room_of(std::size_t asked) {
    if constexpr (Queue::is_bounded) {
        return Queue::holds(asked);
    } else {
        return 10'000;
    }
}

TYPED_TEST_P(peers, come_out_in_order_and_whole) {
    this->with_each_message([]<class Queue>(Queue*) {
        bench<Queue> tested(64);
        auto here = tested.here();
        const std::uint64_t some = std::min<std::uint64_t>(room_of<Queue>(64), 50);
        for (std::uint64_t round = 0; round < 5; ++round) {
            for (std::uint64_t i = 0; i < some; ++i) {
                here.push(numbered(round, i));
            }
            for (std::uint64_t i = 0; i < some; ++i) {
                ASSERT_EQ(checked_number(here.pop()), numbered(round, i));
            }
        }
    });
}

TYPED_TEST_P(peers, hold_what_they_say) {
    this->with_each_message([]<class Queue>(Queue*) {
        for (const std::size_t asked : {std::size_t{1}, std::size_t{64}, std::size_t{1024}}) {
            const std::size_t room = room_of<Queue>(asked);
            EXPECT_EQ(Queue::refuses(asked).has_value(), !Queue::is_bounded || room != asked);
            testing::Test::RecordProperty("asked_" + std::to_string(asked) + "_bytes_" +
                                              std::to_string(sizeof(typename Queue::message_type)),
                                          std::to_string(room));

            bench<Queue> tested(asked);
            auto here = tested.here();
            for (std::size_t i = 0; i < room; ++i) {
                here.push(i);
            }
            for (std::size_t i = 0; i < room; ++i) {
                ASSERT_EQ(checked_number(here.pop()), i);
            }
        }
    });
}

TYPED_TEST_P(trying_peers, are_full_when_full_and_empty_when_empty) {
    this->with_each_message([]<class Queue>(Queue*) {
        for (const std::size_t asked : {std::size_t{1}, std::size_t{64}, std::size_t{1024}}) {
            Queue queue(asked);
            typename Queue::message_type one;
            one.fill(0);
            ASSERT_FALSE(queue.try_pop(one));
            for (std::size_t i = 0; i < room_of<Queue>(asked); ++i) {
                ASSERT_TRUE(queue.try_push(one));
            }
            ASSERT_EQ(queue.try_push(one), !Queue::is_bounded);
            ASSERT_TRUE(queue.try_pop(one));
            ASSERT_TRUE(queue.try_push(one));
            while (queue.try_pop(one)) {
            }
            ASSERT_TRUE(queue.try_push(one));
            ASSERT_TRUE(queue.try_pop(one));
            ASSERT_FALSE(queue.try_pop(one));
        }
    });
}

/// How many of these messages reach another user whole and in their turn.
template <class Queue, class Crew = as_threads>
std::uint64_t passed_on(std::size_t capacity, std::uint64_t messages) {
    using end = end_of<Queue>;
    bench<Queue, Crew> tested(capacity);
    std::uint64_t passed = 0;
    tested.run(
        [messages](end to) {
            for (std::uint64_t i = 0; i < messages; ++i) {
                to.push(i);
            }
        },
        [messages, &passed](end from) {
            for (std::uint64_t i = 0; i < messages; ++i) {
                const auto one = from.pop();
                passed += one.number() == i && one.intact() ? 1 : 0;
            }
        });
    return passed;
}

TYPED_TEST_P(peers, pass_from_one_user_to_another) {
    using crew = typename TypeParam::crew;
    this->with_each_message([]<class Queue>(Queue*) {
        EXPECT_EQ((passed_on<Queue, crew>(2, 20'000)), 20'000);
        EXPECT_EQ((passed_on<Queue, crew>(64, 20'000)), 20'000);
    });
}

/// What one consumer saw.
struct harvest {
    std::vector<std::uint64_t> numbers;
    bool whole = true;

    /// Those of each producer, in the order in which it pushed them.
    [[nodiscard]] bool keeps_order() const {
        std::vector<std::uint64_t> by_producer = numbers;
        std::stable_sort(by_producer.begin(), by_producer.end(),
                         [](auto left, auto right) { return left >> 32 < right >> 32; });
        return std::is_sorted(by_producer.begin(), by_producer.end());
    }
};

TYPED_TEST_P(shared_peers, lose_and_double_nothing_among_several) {
    using crew = typename TypeParam::crew;
    this->with_each_message([]<class Queue>(Queue*) {
        using end = end_of<Queue>;
        bench<Queue, crew> tested(64);
        const auto produce = [](std::uint64_t producer) {
            return [producer](end to) {
                for (std::uint64_t i = 0; i < from_each_of_two; ++i) {
                    to.push(numbered(producer, i));
                }
            };
        };
        const auto consume = [](harvest& seen) {
            return [&seen](end from) {
                for (std::uint64_t i = 0; i < from_each_of_two; ++i) {
                    const auto one = from.pop();
                    seen.whole = seen.whole && one.intact();
                    seen.numbers.push_back(one.number());
                }
            };
        };
        harvest first;
        harvest second;
        tested.run(produce(0), produce(1), consume(first), consume(second));

        EXPECT_TRUE(first.whole && second.whole);
        if (keeps_order<Queue>) {
            EXPECT_TRUE(first.keeps_order() && second.keeps_order());
        }
        std::vector<std::uint64_t> all = first.numbers;
        all.insert(all.end(), second.numbers.begin(), second.numbers.end());
        std::sort(all.begin(), all.end());
        ASSERT_EQ(all.size(), 2 * from_each_of_two);
        for (std::uint64_t i = 0; i < 2 * from_each_of_two; ++i) {
            ASSERT_EQ(all[i], numbered(i / from_each_of_two, i % from_each_of_two));
        }
    });
}

REGISTER_TYPED_TEST_SUITE_P(peers, come_out_in_order_and_whole, hold_what_they_say,
                            pass_from_one_user_to_another);
REGISTER_TYPED_TEST_SUITE_P(trying_peers, are_full_when_full_and_empty_when_empty);
REGISTER_TYPED_TEST_SUITE_P(shared_peers, lose_and_double_nothing_among_several);

} // namespace tollgate::queue_test::peer_check
