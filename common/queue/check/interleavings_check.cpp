// SPDX-License-Identifier: BSL-1.0
//
// Whether the rings, and the waits of queues that are given up, are linearizable: all interleavings
// of small programs, and where those are too many, all with so many preemptions at most. Of what a
// queue is made of, only its ring is stepped; nobody sleeps.
#include "explorer.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue::orders {
namespace {

template <class T>
using stepped_tickets = detail::basic_ticket_ring<T, stepped>;
template <class T>
using stepped_spsc = detail::basic_spsc_ring<T, stepped>;

/// Lets a ring do what is written in a call.
template <class Ring>
class ring_subject {
public:
    explicit ring_subject(std::size_t capacity) : ring_(capacity) {}

    void perform(call& made) noexcept {
        if (made.what == operation::close) {
            ring_.close();
        } else if (is_push(made.what)) {
            made.result = ring_.try_push(made.value);
        } else {
            made.result = ring_.try_pop([&made](int&& element) { made.value = element; });
        }
    }

private:
    Ring ring_;
};

/// Threads keep nothing of what they have read when a call is over, and read nothing twice in
/// succession that is not in a loop.
class explored_tickets : public ring_subject<stepped_tickets<int>> {
public:
    using ring_subject::ring_subject;
    static constexpr bool keeps_what_it_saw_last = false;
    static constexpr std::size_t circles = 2;
};

/// The producer keeps the head that it saw, and reads the tail twice to begin with.
class explored_spsc : public ring_subject<stepped_spsc<int>> {
public:
    using ring_subject::ring_subject;
    static constexpr bool keeps_what_it_saw_last = true;
    static constexpr std::size_t circles = 3;
};

template <class Subject>
void expect_linearizable(program tried) {
    EXPECT_EQ(explorer<Subject>(std::move(tried)).explore(), "");
}

/// A ring of three has four places.
class interleavings : public testing::TestWithParam<std::size_t> {
protected:
    template <class Subject>
    static void expect(std::vector<std::vector<order>> threads, std::vector<order> before = {},
                       std::size_t preemptions = program::unlimited) {
        expect_linearizable<Subject>(
            {GetParam(), std::move(threads), std::move(before), preemptions});
    }
};
INSTANTIATE_TEST_SUITE_P(of_capacity, interleavings, testing::Values(1, 2, 3),
                         testing::PrintToStringParamName());

TEST_P(interleavings, of_two_threads) {
    expect<explored_tickets>({{put(1), put(2), take}, {put(3), put(4), take}});
    expect<explored_tickets>({{put(2), take, take}, {put(3), take, take}}, {put(1)});
    expect<explored_tickets>({{take}, {take, put(3)}}, {put(1), put(2)});
    expect<explored_tickets>({{put(1), shut, take}, {put(2), take, put(3)}});
    // Second time around.
    expect<explored_tickets>({{put(4), take, put(5)}, {take, put(6), take}},
                             {put(1), put(2), take, take, put(3)});
}

TEST_P(interleavings, of_three_threads) {
    expect<explored_tickets>({{put(1)}, {put(2)}, {take, take}});
    expect<explored_tickets>({{put(1), put(2)}, {take, take}, {shut}});
    expect<explored_tickets>({{put(3), put(4)}, {take}, {take}}, {put(1), put(2)});
    expect<explored_tickets>({{put(1), take}, {put(2), take}, {put(3), take}}, {}, 2);
}

TEST_P(interleavings, of_a_producer_a_consumer_and_who_closes) {
    expect<explored_spsc>({{put(1), put(2), put(3)}, {take, take, take}});
    expect<explored_spsc>({{put(1), put(2)}, {take, take}, {shut}});
    expect<explored_spsc>({{put(4), put(5)}, {take, take, take}, {shut}},
                          {put(1), put(2), take, take, put(3)}, 1);
    expect<explored_spsc>({{put(1), shut, put(2)}, {take, take}, {shut}}, {}, 1);
}

/// A queue whose waits are cancelled from the beginning: whoever had to wait is told so at once,
/// and nobody else is.
template <template <class> class Ring>
class impatient_subject {
public:
    static constexpr bool keeps_what_it_saw_last = true;
    static constexpr std::size_t circles = 5; ///< it looks once, and again before it gives up

    explicit impatient_subject(std::size_t capacity) : queue_(capacity) { cancelled_.cancel(); }

    void perform(call& made) {
        if (made.what == operation::close) {
            queue_.close();
        } else if (is_push(made.what)) {
            made.result = made.what == operation::push
                              ? queue_.push(made.value, while_waiting(cancelled_))
                              : queue_.try_push(made.value);
        } else {
            popped<int> got = made.what == operation::pop ? queue_.pop(while_waiting(cancelled_))
                                                          : queue_.try_pop();
            made.result = got.status();
            made.value = got ? *got : 0;
        }
    }

private:
    basic_queue<int, Ring> queue_;
    cancel::standalone_token cancelled_;
};

constexpr order await{operation::pop};
constexpr order insist(int value) noexcept {
    return {operation::push, value};
}

TEST(given_up_waits, are_those_that_had_to_wait) {
    using of_many = impatient_subject<stepped_tickets>;
    expect_linearizable<of_many>({2, {{take}, {take, insist(3)}}, {put(1), put(2)}});
    expect_linearizable<of_many>({1, {{insist(1), insist(2)}, {await, await}}});
    expect_linearizable<of_many>({1, {{insist(1), shut}, {await, await}}});
    using of_two = impatient_subject<stepped_spsc>;
    expect_linearizable<of_two>({1, {{put(1), insist(2)}, {await, await}}});
    expect_linearizable<of_two>({1, {{insist(1), insist(2)}, {await}, {shut}}});
}

} // namespace
} // namespace tollgate::queue::orders
