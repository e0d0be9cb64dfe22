// SPDX-License-Identifier: BSL-1.0
//
// A select that has to wait, step by step: which event ends it, and what it owes to the other
// waiters of its queues. A driven_select waits without a thread, so the check plays each event.
#include "driven_select.hpp"
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using cancel::standalone_token;

template <class Kind>
class waiting_select : public ::testing::Test {
protected:
    using queue_type = typename Kind::template plain<int>;

    /// A pop of both queues, with a token and a deadline.
    auto select_all() {
        return driven_select(pop(first_, ignore), pop(second_, ignore), cancelled_by(by_),
                             within(1h));
    }
    /// Another select that waits in one of the queues.
    static auto next_in(queue_type& tested) { return driven_select(pop(tested, ignore)); }

    static void bring(queue_type& tested) { EXPECT_EQ(tested.try_push(7), status::done); }
    static void steal(queue_type& tested) { EXPECT_TRUE(tested.try_pop()); }

    template <class Select>
    static void expect_end(Select& ended, std::size_t index, status ending) {
        EXPECT_TRUE(ended.go_on());
        EXPECT_EQ(ended.result().index, index);
        EXPECT_EQ(ended.result().status, ending);
    }
    /// Woken by this queue alone: a notification that was not acknowledged would prevent it.
    static void expect_at_rest(queue_type& tested) {
        auto next = next_in(tested);
        EXPECT_FALSE(next.begin());
        bring(tested);
        EXPECT_EQ(next.wakes(), 1);
        expect_end(next, 0, status::done);
    }
    void expect_both_at_rest() {
        expect_at_rest(first_);
        expect_at_rest(second_);
    }

    queue_type first_{2};
    queue_type second_{2};
    standalone_token by_;
};
TYPED_TEST_SUITE(waiting_select, bounded_kinds, kind_name);

TYPED_TEST(waiting_select, ends_by_each_source) {
    const auto expect = [this](std::size_t index, status ending, auto event) {
        auto tested = this->select_all();
        EXPECT_FALSE(tested.begin());
        EXPECT_EQ(tested.wakes(), 0);
        event(tested);
        EXPECT_EQ(tested.wakes(), ending == status::timeout ? 0 : 1);
        this->expect_end(tested, index, ending);
    };
    expect(0, status::done, [this](auto&) { this->bring(this->first_); });
    expect(1, status::done, [this](auto&) { this->bring(this->second_); });
    expect(3, status::timeout, [](auto& tested) { EXPECT_TRUE(tested.pass_deadline()); });
    this->expect_both_at_rest();
    expect(1, status::closed, [this](auto&) { this->second_.close(); });
    EXPECT_EQ(select(pop(this->second_, ignore)).status, status::closed);
    this->expect_at_rest(this->first_);
}

TYPED_TEST(waiting_select, ends_by_its_token) {
    auto tested = this->select_all();
    EXPECT_FALSE(tested.begin());
    this->by_.cancel();
    EXPECT_EQ(tested.wakes(), 1);
    this->bring(this->first_);
    this->expect_end(tested, 2, status::cancelled);
    EXPECT_EQ(this->first_.size(), 1U);
    this->steal(this->first_);
    this->expect_both_at_rest();
}

TYPED_TEST(waiting_select, pushes_when_there_is_room) {
    while (this->first_.try_push(1) == status::done) {
    }
    const int element = 5; // exists until the select has ended
    auto tested = driven_select(push(this->first_, element), pop(this->second_, ignore));
    EXPECT_FALSE(tested.begin());
    this->steal(this->first_);
    EXPECT_EQ(tested.wakes(), 1);
    this->expect_end(tested, 0, status::done);
    EXPECT_EQ(*this->first_.try_pop(), 1);
    EXPECT_EQ(*this->first_.try_pop(), 5);
    this->expect_both_at_rest();
}

// Each event of the owner's own: the first ends the wait, and the others have no effect.
TYPED_TEST(waiting_select, ends_by_the_first_of_several_events) {
    auto tested = this->select_all();
    EXPECT_FALSE(tested.begin());
    this->bring(this->first_);
    this->bring(this->second_);
    EXPECT_FALSE(tested.pass_deadline());
    EXPECT_EQ(tested.wakes(), 1);
    this->expect_end(tested, 0, status::done);
    EXPECT_EQ(this->second_.size(), 1U);
    this->steal(this->second_);
    this->expect_both_at_rest();
}

// The token is cancelled between the notification and the attempt.
TYPED_TEST(waiting_select, prefers_its_token_to_the_item_that_woke_it) {
    auto tested = this->select_all();
    auto next = this->next_in(this->first_);
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->first_);
    this->by_.cancel();
    EXPECT_EQ(tested.wakes(), 1);
    EXPECT_EQ(next.wakes(), 0);
    this->expect_end(tested, 2, status::cancelled);
    EXPECT_EQ(next.wakes(), 1) << "the item is left to the next waiter";
    this->expect_end(next, 0, status::done);
}

TYPED_TEST(waiting_select, prefers_an_item_to_its_deadline) {
    for (const bool item_is_first : {false, true}) {
        auto tested = this->select_all();
        EXPECT_FALSE(tested.begin());
        if (item_is_first) {
            this->bring(this->second_);
        }
        EXPECT_EQ(tested.pass_deadline(), !item_is_first);
        if (!item_is_first) {
            this->bring(this->second_);
        }
        this->expect_end(tested, 1, status::done);
    }
    this->expect_both_at_rest();
}

TEST(a_time, counts_anew_in_each_select) {
    blocking_queue<int> empty(1);
    auto time = within(5ms);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(select(pop(empty, ignore), time).status, status::timeout);
    EXPECT_EQ(select(pop(empty, ignore), time).status, status::timeout);
    EXPECT_GE(std::chrono::steady_clock::now(), start + 10ms);
}

// The event comes between the last attempt and the sleep, when the wait is open.
TYPED_TEST(waiting_select, does_not_sleep_while_a_source_is_ready) {
    const auto expect = [this](std::size_t index, status ending,
                               const std::function<void()>& event) {
        int rounds = 0;
        auto tested = driven_select(pop(this->first_, ignore), pop(this->second_, ignore),
                                    cancelled_by(this->by_), last_attempt([&](int round) {
                                        if (round == 1) {
                                            event();
                                        }
                                        rounds = round;
                                    }));
        EXPECT_TRUE(tested.begin());
        EXPECT_EQ(tested.result().index, index);
        EXPECT_EQ(tested.result().status, ending);
        EXPECT_EQ(rounds, 1);
        EXPECT_EQ(tested.wakes(), 0) << "the owner is awake";
    };
    expect(0, status::done, [this] { this->bring(this->first_); });
    expect(1, status::done, [this] { this->bring(this->second_); });
    this->expect_both_at_rest();
    expect(2, status::cancelled, [this] { this->by_.cancel(); });
    this->by_.reset();
    expect(1, status::closed, [this] { this->second_.close(); });
}

// The waiting thread is behind the select, which is awake, and so leaves the item to the thread.
TYPED_TEST(waiting_select, that_is_still_awake_takes_no_notification_from_others) {
    auto next = this->next_in(this->first_);
    auto tested = driven_select(pop(this->first_, ignore), pop(this->second_, ignore),
                                last_attempt([&](int round) {
                                    if (round == 1) {
                                        EXPECT_FALSE(next.begin());
                                        this->bring(this->first_);
                                        EXPECT_EQ(next.wakes(), 1);
                                        this->expect_end(next, 0, status::done);
                                        this->bring(this->second_);
                                    }
                                }));
    EXPECT_TRUE(tested.begin());
    EXPECT_EQ(tested.result().index, 1U);
    this->expect_both_at_rest();
}

TYPED_TEST(waiting_select, that_was_claimed_by_another_queue_takes_no_notification) {
    auto tested = this->select_all();
    auto next = this->next_in(this->first_);
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->second_);
    this->bring(this->first_);
    EXPECT_EQ(tested.wakes(), 1);
    EXPECT_EQ(next.wakes(), 1);
    this->expect_end(next, 0, status::done);
    this->expect_end(tested, 1, status::done);
    this->expect_both_at_rest();
}

TYPED_TEST(waiting_select, woken_in_vain_goes_on_to_wait_and_keeps_its_place) {
    auto tested = this->select_all();
    auto next = this->next_in(this->first_);
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->first_);
    this->steal(this->first_);
    EXPECT_FALSE(tested.go_on());
    this->bring(this->first_);
    EXPECT_EQ(tested.wakes(), 2) << "it is before the next waiter";
    EXPECT_EQ(next.wakes(), 0);
    this->expect_end(tested, 0, status::done);
    this->bring(this->first_);
    EXPECT_EQ(next.wakes(), 1);
    this->expect_end(next, 0, status::done);
}

// The select is notified of an item, and then another item comes without a notification.
TYPED_TEST(waiting_select, passes_on_an_item_that_came_after_its_notification) {
    auto tested = this->select_all();
    auto next = this->next_in(this->first_);
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->first_);
    this->steal(this->first_);
    this->bring(this->first_);
    EXPECT_EQ(next.wakes(), 0) << "a notification is under way";
    this->by_.cancel();
    EXPECT_TRUE(tested.go_on());
    EXPECT_EQ(next.wakes(), 1);
    this->expect_end(next, 0, status::done);
}

// It was woken in vain, and takes the element of the other queue. The thread that brings an item
// of the first queue meanwhile may count on the notification.
TYPED_TEST(waiting_select, passes_on_an_item_of_the_queue_that_woke_it_in_vain) {
    auto next = this->next_in(this->first_);
    auto tested = driven_select(pop(this->second_, ignore), pop(this->first_, ignore));
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->first_);
    EXPECT_EQ(tested.wakes(), 1);
    this->steal(this->first_);
    this->bring(this->first_);
    this->bring(this->second_);
    EXPECT_EQ(next.wakes(), 0) << "a notification is under way";
    this->expect_end(tested, 0, status::done);
    EXPECT_EQ(next.wakes(), 1);
    this->expect_end(next, 0, status::done);
}

// An item comes after its attempt and before its return to the wait queue, when the notification is
// still under way. Then the select takes the element of the other queue.
TYPED_TEST(waiting_select, passes_on_an_item_that_counted_on_an_earlier_notification) {
    auto next = this->next_in(this->first_);
    auto tested = driven_select(pop(this->second_, ignore), pop(this->first_, ignore),
                                last_attempt([this](int round) {
                                    if (round == 2) {
                                        this->bring(this->first_);
                                        this->bring(this->second_);
                                    }
                                }));
    EXPECT_FALSE(tested.begin());
    EXPECT_FALSE(next.begin());
    this->bring(this->first_);
    this->steal(this->first_);
    this->expect_end(tested, 0, status::done);
    EXPECT_EQ(next.wakes(), 1);
    this->expect_end(next, 0, status::done);
}

TYPED_TEST(waiting_select, waits_twice_in_one_queue) {
    auto tested = driven_select(pop(this->first_, ignore), pop(this->first_, ignore));
    EXPECT_FALSE(tested.begin());
    this->bring(this->first_);
    this->bring(this->first_);
    EXPECT_EQ(tested.wakes(), 1);
    this->expect_end(tested, 0, status::done);
    EXPECT_EQ(this->first_.size(), 1U);
    this->steal(this->first_);
    this->expect_at_rest(this->first_);
}

// Threads that really sleep. The event may come before or after the thread has fallen asleep.
TYPED_TEST(waiting_select, is_woken_by_each_event) {
    const auto expect = [this](std::size_t index, status ending, const auto& event) {
        std::thread other(event);
        const selected got =
            select(pop(this->first_, ignore), pop(this->second_, ignore), cancelled_by(this->by_),
                   until(std::chrono::steady_clock::time_point::max()));
        other.join();
        EXPECT_EQ(got.index, index);
        EXPECT_EQ(got.status, ending);
    };
    for (int i = 0; i < 20; ++i) {
        expect(0, status::done, [this] { this->bring(this->first_); });
        expect(1, status::done, [this] { this->bring(this->second_); });
    }
    EXPECT_EQ(select(pop(this->first_, ignore), within(1ms), within(1h)).index, 1U);
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(select(within(1h), pop(this->first_, ignore), until(before + 1ms)).index, 2U);
    EXPECT_GE(std::chrono::steady_clock::now(), before + 1ms);
    expect(1, status::closed, [this] { this->second_.close(); });
    std::thread other([this] { this->by_.cancel(); });
    EXPECT_EQ(select(pop(this->first_, ignore), cancelled_by(this->by_)).status, status::cancelled);
    other.join();
}

} // namespace
} // namespace tollgate::queue
