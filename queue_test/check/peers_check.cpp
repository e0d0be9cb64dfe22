// SPDX-License-Identifier: BSL-1.0
#include "message.hpp"
#include "peers/atomic_queue_mpmc.hpp"
#include "peers/atomic_queue_spsc.hpp"
#include "peers/boost_lockfree_queue.hpp"
#include "peers/boost_lockfree_spsc.hpp"
#include "peers/boost_sync_bounded.hpp"
#include "peers/cancellable.hpp"
#include "peers/moodycamel_blocking.hpp"
#include "peers/moodycamel_concurrent.hpp"
#include "peers/mutex_condvar.hpp"
#include "peers/pipe_queue.hpp"
#include "peers/tbb_bounded.hpp"
#include "peers/timeout_polling.hpp"
#include "queue_concepts.hpp"
#include "waiting.hpp"

#if defined(__linux__)
#include "peers/eventfd_ring_linux.hpp"
#endif

#if defined(__SANITIZE_THREAD__)
#define TOLLGATE_THREAD_SANITIZER
#elif defined(__SANITIZE_ADDRESS__)
#define TOLLGATE_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TOLLGATE_THREAD_SANITIZER
#elif __has_feature(address_sanitizer)
#define TOLLGATE_ADDRESS_SANITIZER
#endif
#endif

// Boost.Context is not built for them.
#if defined(TOLLGATE_THREAD_SANITIZER) || defined(TOLLGATE_ADDRESS_SANITIZER)
#define TOLLGATE_WITHOUT_FIBERS
#endif

#if !defined(TOLLGATE_WITHOUT_FIBERS)
#include "peers/boost_fiber_buffered.hpp"
#include "peers/boost_fiber_unbuffered.hpp"

#include <boost/fiber/fiber.hpp>
#endif

#include <tollgate/cancel/cancellation_source.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

namespace tollgate::queue_test {
namespace {

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

template <class Message>
using yielding_spsc = yielding<boost_lockfree_spsc<Message>>;
template <class Message>
using yielding_lockfree = yielding<boost_lockfree_queue<Message>>;
template <class Message>
using yielding_moodycamel = yielding<moodycamel_concurrent<Message>>;
template <class Message>
using yielding_atomic_mpmc = yielding<atomic_queue_mpmc<Message>>;
template <class Message>
using yielding_atomic_spsc = yielding<atomic_queue_spsc<Message>>;

using all_kinds = std::tuple<
#if defined(__linux__)
    kind<"eventfd_ring", eventfd_ring>,
#endif
#if !defined(TOLLGATE_WITHOUT_FIBERS)
    kind<"boost_fiber_buffered", boost_fiber_buffered>,
    kind<"boost_fiber_unbuffered", boost_fiber_unbuffered>,
#endif
// The thread sanitizer knows neither the fences of moodycamel's queues nor the allocator of TBB,
// which is not instrumented; and Boost.Lockfree's queue reads nodes that may be in use again, and
// then forgets what it read.
#if !defined(TOLLGATE_THREAD_SANITIZER)
    kind<"tbb_bounded", tbb_bounded>, kind<"moodycamel_blocking", moodycamel_blocking>,
    kind<"moodycamel_concurrent", yielding_moodycamel>,
    kind<"boost_lockfree_queue", yielding_lockfree>,
#endif
    kind<"mutex_condvar", mutex_condvar>, kind<"timeout_polling", timeout_polling>,
    kind<"cancellable", cancellable>, kind<"boost_sync_bounded", boost_sync_bounded>,
    kind<"pipe", pipe_queue>, kind<"boost_lockfree_spsc", yielding_spsc>,
    kind<"atomic_queue_mpmc", yielding_atomic_mpmc>,
    kind<"atomic_queue_spsc", yielding_atomic_spsc>>;

template <class Kind>
using example = typename Kind::template queue<message<8>>;

struct any_queue {
    template <class Kind>
    static constexpr bool takes = true;
};
struct tries {
    template <class Kind>
    static constexpr bool takes = trying_queue_of<example<Kind>>;
};
struct is_for_several {
    template <class Kind>
    static constexpr bool takes = !example<Kind>::single_producer_single_consumer;
};

template <class>
struct as_types;
template <class... Kinds>
struct as_types<std::tuple<Kinds...>> {
    using type = testing::Types<Kinds...>;
};
template <class Which, class>
struct selected;
template <class Which, class... Kinds>
struct selected<Which, std::tuple<Kinds...>>
    : as_types<decltype(std::tuple_cat(std::conditional_t<Which::template takes<Kinds>,
                                                          std::tuple<Kinds>, std::tuple<>>()...))> {
};

/// Of all kinds those that `Which` takes.
template <class Which>
using kinds = typename selected<Which, all_kinds>::type;

/// A queue as one thread uses it.
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

/// A queue, and what its threads need besides.
template <class Queue>
class bench {
public:
    using end = end_of<Queue>;

    explicit bench(std::size_t capacity) : queue_(capacity) {}

    end here() { return end(queue_, source_); }

    /// Runs all of them, each in a thread of its own; none ends before the last is done.
    template <class... Jobs>
    void run(Jobs... jobs) {
        std::latch done(sizeof...(jobs));
        const auto start = [&](auto& job) {
            return std::jthread([&] {
                job(here());
                done.arrive_and_wait();
            });
        };
        const std::jthread threads[]{start(jobs)...};
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
TYPED_TEST_SUITE(peers, kinds<any_queue>, kind_name);

template <class Kind>
class trying_peers : public peers<Kind> {};
TYPED_TEST_SUITE(trying_peers, kinds<tries>, kind_name);

template <class Kind>
class shared_peers : public peers<Kind> {};
TYPED_TEST_SUITE(shared_peers, kinds<is_for_several>, kind_name);

/// How many messages go in while nobody pops.
template <class Queue>
std::size_t room_of(std::size_t asked) {
    if constexpr (Queue::is_bounded) {
        return Queue::holds(asked);
    } else {
        return 10'000;
    }
}

TYPED_TEST(peers, come_out_in_order_and_whole) {
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

TYPED_TEST(peers, hold_what_they_say) {
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

TYPED_TEST(trying_peers, are_full_when_full_and_empty_when_empty) {
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

/// How many of so many messages reach another thread whole and in their turn.
template <class Queue>
std::uint64_t passed_on(std::size_t capacity, std::uint64_t messages) {
    using end = end_of<Queue>;
    bench<Queue> tested(capacity);
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

TYPED_TEST(peers, pass_from_one_thread_to_another) {
    this->with_each_message([]<class Queue>(Queue*) {
        EXPECT_EQ(passed_on<Queue>(2, 20'000), 20'000);
        EXPECT_EQ(passed_on<Queue>(64, 20'000), 20'000);
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

TYPED_TEST(shared_peers, lose_and_double_nothing_among_several) {
    this->with_each_message([]<class Queue>(Queue*) {
        using end = end_of<Queue>;
        bench<Queue> tested(64);
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

TEST(message_of_a_queue, shows_damage_to_any_word) {
    message<64> one;
    one.fill(7);
    EXPECT_TRUE(one.intact());
    for (auto& word : one.words) {
        ++word;
        EXPECT_FALSE(one.intact());
        --word;
    }
    static_assert(std::is_trivially_copyable_v<message<1024>> && sizeof(message<1024>) == 1024);
}

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

TEST(boost_lockfree_queue_limit, is_the_greatest_that_works) {
    using queue = boost_lockfree_queue<message<8>>;
    EXPECT_FALSE(queue::refuses(65'534));
    EXPECT_EQ(queue::refuses(65'535), "holds at most 65534");
    const queue largest(65'534);
    const queue limited(65'535);
}

TEST(pipe_of_too_many_messages, is_refused_and_does_not_throw) {
    EXPECT_TRUE(pipe_queue<message<1024>>::refuses(std::size_t{1} << 30));
}

TEST(pipe_of_long_messages, is_for_one_producer_and_one_consumer) {
    using queue = pipe_queue<message<3 * 4096>>;
    static_assert(queue::single_producer_single_consumer);
    EXPECT_TRUE(queue::refuses_payload());
    EXPECT_FALSE(pipe_queue<message<1024>>::refuses_payload());

    EXPECT_EQ(passed_on<queue>(2, 1'000), 1'000);
}

// With room for many: where threads share a CPU, each wait costs a time slice.
TEST(spinning_queue, passes_from_one_thread_to_another) {
    EXPECT_EQ(passed_on<spinning<boost_lockfree_spsc<message<64>>>>(64, 2'000), 2'000);
}

#if !defined(TOLLGATE_WITHOUT_FIBERS)
template <class Queue>
void pass_between_fibers() {
    bench<Queue> tested(2);
    boost::fibers::fiber producer([&] {
        auto here = tested.here();
        for (std::uint64_t i = 0; i < 1'000; ++i) {
            here.push(i);
        }
    });
    auto here = tested.here();
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        EXPECT_EQ(checked_number(here.pop()), i);
    }
    producer.join();
}

TEST(fiber_channels, pass_between_fibers_of_one_thread) {
    pass_between_fibers<boost_fiber_buffered<message<64>>>();
    pass_between_fibers<boost_fiber_unbuffered<message<64>>>();
}
#endif

} // namespace
} // namespace tollgate::queue_test
