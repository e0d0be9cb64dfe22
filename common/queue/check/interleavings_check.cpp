// SPDX-License-Identifier: BSL-1.0
//
// The rings are linearizable, and so are the waits that a queue gives up: in all interleavings of
// small programs, or, if those are too many, in all with a number of preemptions at most. The
// explorer steps only the ring of a queue; no thread sleeps.
#include "explorer.hpp"
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/segment_ring.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::queue::orders {
namespace {

template <class T>
using stepped_tickets = detail::basic_ticket_ring<T, stepped>;
template <class T>
using stepped_spsc = detail::basic_spsc_ring<T, stepped>;
template <class T>
using stepped_segments = detail::basic_segment_ring<T, stepped, 1>;

/// Performs calls on a ring.
template <class Ring>
class ring_subject {
public:
    ring_subject() = default;
    explicit ring_subject(std::size_t capacity) : ring_(capacity) {}

    void perform(call& performed) noexcept {
        if (performed.kind == operation::close) {
            ring_.close();
        } else if (performed.kind == operation::push_some) {
            performed.result = ring_.try_push_some(
                performed.count,
                [&](std::size_t i) { return performed.value + static_cast<int>(i); },
                performed.count);
        } else if (performed.kind == operation::pop_some) {
            performed.result = ring_.try_pop_some(
                performed.count,
                [&](int&& element, std::size_t) { performed.elements.push_back(element); },
                performed.count);
        } else if (is_push(performed.kind)) {
            performed.result = ring_.try_push(performed.value);
        } else {
            performed.result =
                ring_.try_pop([&performed](int&& element) { performed.value = element; });
        }
    }

private:
    Ring ring_;
};

/// Asks a ring whether an attempt would fail, as a select does, before it attempts.
template <class Ring>
class asked_first : public Ring {
public:
    using Ring::Ring;

    template <class Source>
    status try_push(Source&& element) {
        if constexpr (detail::bounded<Ring>) {
            if (this->is_full()) {
                return status::full;
            }
        }
        return Ring::try_push(std::forward<Source>(element));
    }
    template <class Receive>
    status try_pop(Receive receive) noexcept {
        return this->is_empty() ? status::empty : Ring::try_pop(receive);
    }
};

/// Threads keep nothing that they have read when a call is over. Outside of loops they read nothing
/// twice in succession.
class explored_tickets : public ring_subject<stepped_tickets<int>> {
public:
    using ring_subject::ring_subject;
    static constexpr bool keeps_last_values = false;
    static constexpr std::size_t circles = 2;
};

/// The producer keeps the head that it has read, and first reads the tail twice.
class explored_spsc : public ring_subject<stepped_spsc<int>> {
public:
    using ring_subject::ring_subject;
    static constexpr bool keeps_last_values = true;
    static constexpr std::size_t circles = 3;
};

/// Segments of a few places each, so that each program comes to several. A thread whose
/// compare-and-swap failed reads the same value once more.
template <std::size_t Places>
class explored_segments : public ring_subject<detail::basic_segment_ring<int, stepped, Places>> {
public:
    explicit explored_segments(std::size_t /*capacity*/) {}
    static constexpr bool keeps_last_values = false;
    static constexpr std::size_t circles = 3;
};

/// The question and the attempt read the same.
template <class Ring>
class explored_questions : public ring_subject<asked_first<Ring>> {
public:
    explicit explored_questions(std::size_t capacity) requires detail::bounded<Ring>
        : ring_subject<asked_first<Ring>>(capacity) {}
    explicit explored_questions(std::size_t /*capacity*/) {}
    static constexpr bool keeps_last_values = detail::has_front<Ring>;
    static constexpr std::size_t circles = 6;
};

template <class Subject>
void expect_linearizable(program explored) {
    EXPECT_EQ(explorer<Subject>(std::move(explored)).explore(), "");
}

/// A ring of three has four places.
class interleavings : public ::testing::TestWithParam<std::size_t> {
protected:
    template <class Subject>
    static void expect(std::vector<std::vector<step>> threads, std::vector<step> before = {},
                       std::size_t preemptions = program::unlimited) {
        expect_linearizable<Subject>(
            {GetParam(), std::move(threads), std::move(before), preemptions});
    }
};
INSTANTIATE_TEST_SUITE_P(of_capacity, interleavings, ::testing::Values(1, 2, 3),
                         ::testing::PrintToStringParamName());

TEST_P(interleavings, of_two_threads) {
    expect<explored_tickets>({{put(1), put(2), take}, {put(3), put(4), take}});
    expect<explored_tickets>({{put(2), take, take}, {put(3), take, take}}, {put(1)});
    expect<explored_tickets>({{take}, {take, put(3)}}, {put(1), put(2)});
    expect<explored_tickets>({{put(1), shut, take}, {put(2), take, put(3)}});
    // The second lap of the ring.
    expect<explored_tickets>({{put(4), take, put(5)}, {take, put(6), take}},
                             {put(1), put(2), take, take, put(3)});
}

TEST_P(interleavings, of_three_threads) {
    expect<explored_tickets>({{put(1)}, {put(2)}, {take, take}});
    expect<explored_tickets>({{put(1), put(2)}, {take, take}, {shut}});
    expect<explored_tickets>({{put(3), put(4)}, {take}, {take}}, {put(1), put(2)});
    expect<explored_tickets>({{put(1), take}, {put(2), take}, {put(3), take}}, {}, 2);
}

TEST_P(interleavings, of_a_producer_a_consumer_and_a_closing_thread) {
    expect<explored_spsc>({{put(1), put(2), put(3)}, {take, take, take}});
    expect<explored_spsc>({{put(1), put(2)}, {take, take}, {shut}});
    expect<explored_spsc>({{put(4), put(5)}, {take, take, take}, {shut}},
                          {put(1), put(2), take, take, put(3)}, 1);
    expect<explored_spsc>({{put(1), shut, put(2)}, {take, take}, {shut}}, {}, 1);
}

TEST_P(interleavings, of_batches) {
    expect<explored_tickets>({{put_some(1, 3)}, {put_some(4, 2)}, {take_some(3)}});
    expect<explored_tickets>({{put_some(1, 2), take}, {put(3), take_some(2)}});
    expect<explored_tickets>({{take_some(2)}, {take_some(3), put_some(4, 2)}}, {put_some(1, 3)});
    expect<explored_tickets>({{put_some(1, 2)}, {take_some(2)}, {shut}});
    // The second lap of the ring.
    expect<explored_tickets>({{put_some(4, 3)}, {take_some(2), take_some(2)}},
                             {put(1), put(2), take_some(2), put(3)});
}

TEST_P(interleavings, of_batches_of_a_producer_a_consumer_and_a_closing_thread) {
    expect<explored_spsc>({{put_some(1, 3), put_some(4, 2)}, {take_some(2), take_some(3)}});
    expect<explored_spsc>({{put_some(1, 2), put(3)}, {take, take_some(2)}, {shut}});
    expect<explored_spsc>({{put_some(4, 3)}, {take_some(2), take_some(2)}, {shut}},
                          {put(1), put(2), take_some(2), put(3)});
}

TEST_P(interleavings, of_questions_and_attempts) {
    using of_many = explored_questions<stepped_tickets<int>>;
    expect<of_many>({{put(1), put(2)}, {take, take}, {shut}}, {}, 2);
    expect<of_many>({{put(3), put(4)}, {take}, {take}}, {put(1), put(2)}, 2);
    using of_two = explored_questions<stepped_spsc<int>>;
    expect<of_two>({{put(1), put(2)}, {take, take}, {shut}}, {}, 2);
    expect<of_two>({{put(4), put(5)}, {take, take}}, {put(1), put(2), take, put(3)}, 2);
    using unbounded = explored_questions<stepped_segments<int>>;
    expect_linearizable<unbounded>({64, {{put(1), put(2)}, {take, take}, {shut}}, {}, 2});
}

template <class Places>
class interleavings_in_segments : public ::testing::Test {
protected:
    /// The smaller a segment, the more accesses a call makes.
    static constexpr std::size_t preemptions = Places::value + 1;

    static void expect(std::vector<std::vector<step>> threads, std::vector<step> before = {}) {
        constexpr std::size_t more_than_it_gets = 64;
        expect_linearizable<explored_segments<Places::value>>(
            {more_than_it_gets, std::move(threads), std::move(before), preemptions});
    }
};
using numbers_of_places = ::testing::Types<std::integral_constant<std::size_t, 1>,
                                           std::integral_constant<std::size_t, 2>>;
TYPED_TEST_SUITE(interleavings_in_segments, numbers_of_places, );

TYPED_TEST(interleavings_in_segments, of_two_threads) {
    this->expect({{put(1), put(2), take}, {put(3), put(4), take}});
    this->expect({{put(2), take, take}, {put(3), take, take}}, {put(1)});
    this->expect({{put(1), shut, take}, {put(2), take, put(3)}});
    // With segments that were used before.
    this->expect({{put(4), take, put(5)}, {take, take, put(6)}},
                 {put(1), put(2), take, take, put(3)});
}

TYPED_TEST(interleavings_in_segments, of_three_threads) {
    this->expect({{put(1)}, {put(2)}, {take, take}});
    this->expect({{put(1), put(2)}, {take, take}, {shut}});
    this->expect({{put(3), put(4)}, {take}, {take}}, {put(1), put(2)});
}

/// A queue whose waits are cancelled from the beginning: a call that would have to wait returns
/// `cancelled` at once, and no other call does.
template <class Queue>
class cancelled_subject {
public:
    static constexpr bool keeps_last_values = true;
    static constexpr std::size_t circles =
        5; ///< a call attempts once, and again before it gives up

    explicit cancelled_subject(std::size_t capacity) : queue_(capacity) { cancelled_.cancel(); }

    void perform(call& performed) {
        if (performed.kind == operation::close) {
            queue_.close();
        } else if (performed.kind == operation::push_all) {
            const std::array values{performed.value, performed.value + 1, performed.value + 2};
            const batch pushed = queue_.push_all(std::span(values).first(performed.count),
                                                 while_waiting(cancelled_));
            performed.result = pushed.status;
            performed.count = pushed.count;
        } else if (is_push(performed.kind)) {
            performed.result = performed.kind == operation::push
                                   ? queue_.push(performed.value, while_waiting(cancelled_))
                                   : queue_.try_push(performed.value);
        } else {
            popped<int> element = performed.kind == operation::pop
                                      ? queue_.pop(while_waiting(cancelled_))
                                      : queue_.try_pop();
            performed.result = element.status();
            performed.value = element ? *element : 0;
        }
    }

private:
    Queue queue_;
    cancel::standalone_token cancelled_;
};

constexpr step await{operation::pop};
constexpr step insist(int value) noexcept {
    return {operation::push, value};
}
constexpr step insist_all(int value, std::size_t count) noexcept {
    return {operation::push_all, value, count};
}

TEST(given_up_waits, are_those_of_calls_that_had_to_wait) {
    using of_many = cancelled_subject<basic_queue<int, stepped_tickets>>;
    expect_linearizable<of_many>({2, {{take}, {take, insist(3)}}, {put(1), put(2)}});
    expect_linearizable<of_many>({1, {{insist(1), insist(2)}, {await, await}}});
    expect_linearizable<of_many>({1, {{insist(1), shut}, {await, await}}});
    using of_two = cancelled_subject<basic_queue<int, stepped_spsc>>;
    expect_linearizable<of_two>({1, {{put(1), insist(2)}, {await, await}}});
    expect_linearizable<of_two>({1, {{insist(1), insist(2)}, {await}, {shut}}});
    using unbounded = cancelled_subject<unlimited<basic_queue<int, stepped_segments>>>;
    expect_linearizable<unbounded>({64, {{insist(1), insist(2)}, {await, await}}});
    expect_linearizable<unbounded>({64, {{insist(1), shut}, {await, await}}});
}

TEST(given_up_waits, of_batches_are_those_of_pushes_that_had_to_wait) {
    using of_many = cancelled_subject<basic_queue<int, stepped_tickets>>;
    expect_linearizable<of_many>({2, {{insist_all(1, 3)}, {await, await}}});
    expect_linearizable<of_many>({1, {{insist_all(1, 2)}, {insist_all(3, 2)}, {await}}, {}, 2});
    using of_two = cancelled_subject<basic_queue<int, stepped_spsc>>;
    expect_linearizable<of_two>({2, {{insist_all(1, 3)}, {await, await}}});
    expect_linearizable<of_two>({1, {{insist_all(1, 2)}, {await}, {shut}}, {}, 2});
}

} // namespace
} // namespace tollgate::queue::orders
