// SPDX-License-Identifier: BSL-1.0
//
// A select that has to wait, step by step: which event ends it, and what it owes to the other
// waiters of its queues. A driven_select waits without a thread, so the check plays each event.
#include "driven_select.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/spsc_queue.hpp>

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

class waiting_select : public ::testing::Test {
protected:
    /// A pop of both queues, with a token and a deadline.
    auto select_all() {
        return driven_select(pop(first_, ignore), pop(second_, ignore), cancelled_by(by_),
                             within(1h));
    }
    /// Another select that waits in one of the queues.
    template <class Queue>
    static auto next_in(Queue& tested) {
        return driven_select(pop(tested, ignore));
    }

    template <class Queue>
    static void bring(Queue& tested) {
        EXPECT_EQ(tested.try_push(7), status::done);
    }
    template <class Queue>
    static void steal(Queue& tested) {
        EXPECT_TRUE(tested.try_pop());
    }

    template <class Select>
    static void expect_end(Select& ended, std::size_t index, status ending) {
        EXPECT_TRUE(ended.go_on());
        EXPECT_EQ(ended.result().index, index);
        EXPECT_EQ(ended.result().status, ending);
    }
    /// Woken by this queue alone: a notification that was not acknowledged would prevent it.
    template <class Queue>
    static void expect_at_rest(Queue& tested) {
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

    blocking_queue<int> first_{2};
    spsc_queue<int> second_{2};
    standalone_token by_;
};

TEST_F(waiting_select, ends_by_each_source) {
    const auto expect = [this](std::size_t index, status ending, auto event) {
        auto tested = select_all();
        EXPECT_FALSE(tested.begin());
        EXPECT_EQ(tested.wakes(), 0);
        event(tested);
        EXPECT_EQ(tested.wakes(), ending == status::timeout ? 0 : 1);
        expect_end(tested, index, ending);
    };
    expect(0, status::done, [this](auto&) { bring(first_); });
    expect(1, status::done, [this](auto&) { bring(second_); });
    expect(3, status::timeout, [](auto& tested) { EXPECT_TRUE(tested.pass_deadline()); });
    expect_both_at_rest();
    expect(1, status::closed, [this](auto&) { second_.close(); });
    EXPECT_EQ(select(pop(second_, ignore)).status, status::closed);
    expect_at_rest(first_);
}

// An element comes, too, before the select runs.
TEST_F(waiting_select, ends_by_its_token) {
    auto tested = select_all();
    EXPECT_FALSE(tested.begin());
    by_.cancel();
    bring(first_);
    EXPECT_EQ(tested.wakes(), 1);
    expect_end(tested, 2, status::cancelled);
    steal(first_);
    expect_both_at_rest();
}

TEST_F(waiting_select, pushes_when_there_is_room) {
    while (first_.try_push(1) == status::done) {
    }
    const int element = 5; // exists until the select has ended
    auto tested = driven_select(push(first_, element), pop(second_, ignore));
    EXPECT_FALSE(tested.begin());
    steal(first_);
    EXPECT_EQ(tested.wakes(), 1);
    expect_end(tested, 0, status::done);
    EXPECT_EQ(*first_.try_pop(), 1);
    EXPECT_EQ(*first_.try_pop(), 5);
    expect_both_at_rest();
}

// The token is cancelled between the notification and the attempt.
TEST_F(waiting_select, prefers_its_token_to_the_item_that_woke_it) {
    auto tested = select_all();
    auto next = next_in(first_);
    EXPECT_FALSE(tested.begin() || next.begin());
    bring(first_);
    by_.cancel();
    EXPECT_EQ(tested.wakes(), 1);
    EXPECT_EQ(next.wakes(), 0);
    expect_end(tested, 2, status::cancelled);
    EXPECT_EQ(next.wakes(), 1) << "the item is left to the next waiter";
    expect_end(next, 0, status::done);
}

TEST_F(waiting_select, prefers_an_item_to_its_deadline) {
    for (const bool item_is_first : {false, true}) {
        auto tested = select_all();
        EXPECT_FALSE(tested.begin());
        if (item_is_first) {
            bring(second_);
        }
        EXPECT_EQ(tested.pass_deadline(), !item_is_first);
        if (!item_is_first) {
            bring(second_);
        }
        expect_end(tested, 1, status::done);
    }
    expect_both_at_rest();
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
TEST_F(waiting_select, does_not_sleep_while_a_source_is_ready) {
    const auto expect = [this](std::size_t index, status ending,
                               const std::function<void()>& event) {
        int rounds = 0;
        auto tested = driven_select(pop(first_, ignore), pop(second_, ignore), cancelled_by(by_),
                                    last_attempt([&](int round) {
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
    expect(0, status::done, [this] { bring(first_); });
    expect(1, status::done, [this] { bring(second_); });
    expect_both_at_rest();
    expect(2, status::cancelled, [this] { by_.cancel(); });
    by_.reset();
    expect(1, status::closed, [this] { second_.close(); });
}

// The waiting thread is behind the select, which is awake, and so leaves the item to the thread.
TEST_F(waiting_select, that_is_still_awake_takes_no_notification_from_others) {
    auto next = next_in(first_);
    auto tested =
        driven_select(pop(first_, ignore), pop(second_, ignore), last_attempt([&](int round) {
                          if (round == 1) {
                              EXPECT_FALSE(next.begin());
                              bring(first_);
                              EXPECT_EQ(next.wakes(), 1);
                              expect_end(next, 0, status::done);
                              bring(second_);
                          }
                      }));
    EXPECT_TRUE(tested.begin());
    EXPECT_EQ(tested.result().index, 1U);
    expect_both_at_rest();
}

TEST_F(waiting_select, that_was_claimed_by_another_queue_takes_no_notification) {
    auto tested = select_all();
    auto next = next_in(first_);
    EXPECT_FALSE(tested.begin() || next.begin());
    bring(second_);
    bring(first_);
    EXPECT_EQ(tested.wakes(), 1);
    EXPECT_EQ(next.wakes(), 1);
    expect_end(next, 0, status::done);
    expect_end(tested, 1, status::done);
    expect_both_at_rest();
}

TEST_F(waiting_select, woken_in_vain_goes_on_to_wait_and_keeps_its_place) {
    auto tested = select_all();
    auto next = next_in(first_);
    EXPECT_FALSE(tested.begin() || next.begin());
    bring(first_);
    steal(first_);
    EXPECT_FALSE(tested.go_on());
    bring(first_);
    EXPECT_EQ(tested.wakes(), 2) << "it is before the next waiter";
    EXPECT_EQ(next.wakes(), 0);
    expect_end(tested, 0, status::done);
    bring(first_);
    EXPECT_EQ(next.wakes(), 1);
    expect_end(next, 0, status::done);
}

// It was woken in vain, and pops the element of the other queue. The thread that brings an item
// of the first queue meanwhile may count on the notification.
TEST_F(waiting_select, passes_on_an_item_of_the_queue_that_woke_it_in_vain) {
    auto next = next_in(first_);
    auto tested = driven_select(pop(second_, ignore), pop(first_, ignore));
    EXPECT_FALSE(tested.begin() || next.begin());
    bring(first_);
    EXPECT_EQ(tested.wakes(), 1);
    steal(first_);
    bring(first_);
    bring(second_);
    EXPECT_EQ(next.wakes(), 0) << "a notification is under way";
    expect_end(tested, 0, status::done);
    EXPECT_EQ(next.wakes(), 1);
    expect_end(next, 0, status::done);
}

// An item comes after its attempt and before its return to the wait queue, when the notification is
// still under way. Then the select pops the element of the other queue.
TEST_F(waiting_select, passes_on_an_item_that_counted_on_an_earlier_notification) {
    auto next = next_in(first_);
    auto tested =
        driven_select(pop(second_, ignore), pop(first_, ignore), last_attempt([this](int round) {
                          if (round == 2) {
                              bring(first_);
                              bring(second_);
                          }
                      }));
    EXPECT_FALSE(tested.begin() || next.begin());
    bring(first_);
    steal(first_);
    expect_end(tested, 0, status::done);
    EXPECT_EQ(next.wakes(), 1);
    expect_end(next, 0, status::done);
}

TEST_F(waiting_select, waits_twice_in_one_queue) {
    auto tested = driven_select(pop(first_, ignore), pop(first_, ignore));
    EXPECT_FALSE(tested.begin());
    bring(first_);
    bring(first_);
    EXPECT_EQ(tested.wakes(), 1);
    expect_end(tested, 0, status::done);
    EXPECT_EQ(first_.size(), 1U);
    steal(first_);
    expect_at_rest(first_);
}

// Threads that really sleep. The event may come before or after the thread has fallen asleep.
TEST_F(waiting_select, is_woken_by_each_event) {
    const auto expect = [this](std::size_t index, const auto& event) {
        std::thread other(event);
        const selected ended = select(pop(first_, ignore), pop(second_, ignore), cancelled_by(by_),
                                      until(std::chrono::steady_clock::time_point::max()));
        other.join();
        EXPECT_EQ(ended.index, index);
    };
    for (int i = 0; i < 20; ++i) {
        expect(0, [this] { bring(first_); });
        expect(1, [this] { bring(second_); });
    }
    expect(2, [this] { by_.cancel(); });
    by_.reset();
    expect(1, [this] { second_.close(); });
}

TEST_F(waiting_select, ends_at_the_earliest_of_its_deadlines) {
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(select(within(1h), pop(first_, ignore), until(before + 1ms)).index, 2U);
    EXPECT_GE(std::chrono::steady_clock::now(), before + 1ms);
    EXPECT_EQ(select(pop(first_, ignore), within(1ms), within(1h)).index, 1U);
}

} // namespace
} // namespace tollgate::queue
