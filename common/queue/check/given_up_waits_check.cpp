// SPDX-License-Identifier: BSL-1.0
//
// All interleavings of queues whose waits are cancelled from the beginning: whoever had to wait is
// told so at once, and nobody else is. Of what a queue is made of, only its ring is stepped; nobody
// sleeps.
#include "explored_rings.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace tollgate::queue::orders {
namespace {

template <class T>
using stepped_tickets = detail::basic_ticket_ring<T, stepped>;
template <class T>
using stepped_spsc = detail::basic_spsc_ring<T, stepped>;

template <template <class> class Ring>
class impatient_subject {
public:
    static constexpr bool keeps_what_it_saw_last = true;
    static constexpr std::size_t circles = 5; ///< it looks once, and again before it gives up

    explicit impatient_subject(std::size_t capacity) : queue_(capacity) { cancelled_.cancel(); }

    void perform(call& made) {
        switch (made.what) {
        case operation::try_push:
            made.result = queue_.try_push(made.value);
            break;
        case operation::push:
            made.result = queue_.push(made.value, while_waiting(cancelled_));
            break;
        case operation::try_pop:
            take_from(queue_.try_pop(), made);
            break;
        case operation::pop:
            take_from(queue_.pop(while_waiting(cancelled_)), made);
            break;
        case operation::close:
            queue_.close();
            break;
        }
    }

private:
    static void take_from(popped<int> got, call& made) {
        made.result = got.status();
        made.value = got ? *got : 0;
    }

    basic_queue<int, Ring> queue_;
    cancel::standalone_token cancelled_{cancel::policy::symmetric};
};

constexpr order await{operation::pop};
constexpr order insist(int value) noexcept {
    return {operation::push, value};
}

template <template <class> class Ring>
void expect_exact(const program& what) {
    EXPECT_EQ(explore<impatient_subject<Ring>>(what).wrong, "");
}

TEST(given_up_waits, of_many_are_those_that_had_to_wait) {
    expect_exact<stepped_tickets>({2, {{put(1)}, {put(2), await}}});
    expect_exact<stepped_tickets>({2, {{take}, {take, insist(3)}}, {put(1), put(2)}});
    expect_exact<stepped_tickets>({1, {{insist(1), insist(2)}, {await, await}}});
    expect_exact<stepped_tickets>({1, {{insist(1), shut}, {await, await}}});
}

TEST(given_up_waits, of_two_are_those_that_had_to_wait) {
    expect_exact<stepped_spsc>({1, {{put(1), insist(2)}, {await, await}}});
    expect_exact<stepped_spsc>({1, {{put(1)}, {await, await}, {shut}}});
    expect_exact<stepped_spsc>({1, {{insist(1), insist(2)}, {await}, {shut}}});
}

TEST(given_up_waits, at_a_closed_queue_are_told_so) {
    expect_exact<stepped_tickets>({1, {{await, insist(1)}}, {shut}});
    expect_exact<stepped_spsc>({1, {{await, insist(1)}}, {shut}});
}

} // namespace
} // namespace tollgate::queue::orders
