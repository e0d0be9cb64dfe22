// SPDX-License-Identifier: BSL-1.0
//
// Coroutines that wait for queues. The executor runs a unit when the check says so.
#include "kinds.hpp"

#include <tollgate/await/on.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace tollgate::queue {
namespace {

using await::executor_ref;
using testing::coroutine;
using testing::manual_executor;

template <class Queue, class By = cancel::dummy_token>
coroutine pop_one(executor_ref /*executor*/, Queue& from, popped<int>& into, const By& by = By()) {
    into = co_await async_pop(from, by);
}

class async : public ::testing::Test {
protected:
    void push(int number) { EXPECT_EQ(queue.try_push(number), status::done); }

    manual_executor later;
    cancel::standalone_token stop;
    blocking_queue<int> queue{2};
    popped<int> result{status::empty};
};

template <class Queue>
void expect_waiting_pop(Queue& queue) {
    manual_executor later;
    popped<int> result{status::empty};
    const coroutine waiting = pop_one(later, queue, result);
    EXPECT_EQ(queue.try_push(1), status::done);
    EXPECT_EQ(queue.try_push(2), status::done);
    EXPECT_EQ(later.posts, 1U);
    EXPECT_FALSE(waiting.is_done());
    EXPECT_TRUE(later.run_one());
    EXPECT_TRUE(waiting.is_done());
    EXPECT_EQ(*result, 1);
    const coroutine at_once = pop_one(later, queue, result);
    EXPECT_EQ(*result, 2);
    const coroutine last = pop_one(later, queue, result);
    queue.close();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(result.status(), status::closed);
    EXPECT_EQ(later.posts, 2U);
}

TEST_F(async, pop_is_posted_once_if_it_waits_and_continues_only_on_the_executor) {
    spsc_queue<int> of_two(2);
    unbounded_queue<int> unbounded;
    expect_waiting_pop(queue);
    expect_waiting_pop(of_two);
    expect_waiting_pop(unbounded);
}

TEST_F(async, pop_waits_again_if_the_element_is_gone) {
    const coroutine waiting = pop_one(later, queue, result);
    for (int number = 1; number < 4; ++number) {
        push(number);
        EXPECT_EQ(*queue.try_pop(), number);
        EXPECT_TRUE(later.run_one());
        EXPECT_FALSE(waiting.is_done());
    }
    push(4);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(*result, 4);
}

TEST_F(async, push_waits_for_room) {
    const auto fill = [](executor_ref, auto& into, status& last) -> coroutine {
        for (int number = 0; last == status::done; ++number) {
            last = co_await async_push(into, number);
        }
    };
    status last = status::done;
    const coroutine producer = fill(later, queue, last);
    for (int number = 0; number < 10; ++number) {
        EXPECT_EQ(*queue.try_pop(), number);
        EXPECT_TRUE(later.run_one());
        EXPECT_FALSE(later.run_one());
    }
    queue.close();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(last, status::closed);
    EXPECT_EQ(queue.size(), 2U);
}

TEST_F(async, push_that_fails_leaves_the_element_unchanged) {
    spsc_queue<std::unique_ptr<int>> tested(1);
    const auto push_twice = [](executor_ref, auto& into, std::unique_ptr<int>& second,
                               const cancel::token& by) -> coroutine {
        EXPECT_EQ(co_await async_push(into, std::make_unique<int>(1), by), status::done);
        EXPECT_EQ(co_await async_push(into, std::move(second), by), status::cancelled);
    };
    auto second = std::make_unique<int>(2);
    const coroutine producer = push_twice(later, tested, second, stop);
    EXPECT_NE(second, nullptr);
    stop.cancel();
    EXPECT_TRUE(later.run_one());
    EXPECT_TRUE(producer.is_done());
    EXPECT_EQ(*second, 2);
    EXPECT_EQ(**tested.try_pop(), 1);
}

TEST_F(async, wait_ends_with_its_token) {
    const coroutine waiting = pop_one(later, queue, result, stop);
    stop.cancel();
    EXPECT_EQ(later.posts, 1U);
    EXPECT_FALSE(waiting.is_done()) << "the canceller only posts";
    push(1);
    EXPECT_EQ(later.posts, 1U);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(result.status(), status::cancelled) << "the token has precedence";
    const coroutine in_the_wait = pop_one(later, queue, result, while_waiting(stop));
    EXPECT_EQ(*result, 1) << "here it has none";
    const coroutine late = pop_one(later, queue, result, stop);
    EXPECT_TRUE(late.is_done());
    EXPECT_EQ(result.status(), status::cancelled);
}

TEST_F(async, wait_ends_on_another_thread_while_the_owner_uses_the_token) {
    const auto nothing = [] {};
    { const cancel::on_cancel first(stop, nothing); }
    const cancel::on_cancel second(stop, nothing); // from now on this thread owns the token
    const coroutine waiting = pop_one(later, queue, result, stop);
    const cancel::on_cancel above(stop, nothing);
    push(1);
    std::thread([this] { EXPECT_TRUE(later.run_one()); }).join();
    EXPECT_EQ(*result, 1);
}

TEST_F(async, wait_of_a_destroyed_coroutine_is_withdrawn_after_the_post) {
    coroutine waiting = pop_one(later, queue, result, stop);
    push(1);
    waiting.destroy();
    EXPECT_EQ(later.withdrawals, 1U);
    EXPECT_FALSE(later.run_one());
    EXPECT_EQ(*queue.try_pop(), 1) << "the element is not lost";
    push(2);
    EXPECT_EQ(later.posts, 1U);
}

// The coroutine is destroyed after a push has claimed the wait, and before the push has posted it.
TEST_F(async, wait_of_a_destroyed_coroutine_awaits_the_post) {
    struct slow_executor {
        manual_executor list;
        std::mutex mutex;
        std::atomic<bool> is_posting{false};
        std::atomic<bool> is_refused{false};
        void post(await::work& unit) noexcept {
            is_posting = true;
            is_refused.wait(false);
            const std::lock_guard lock(mutex);
            list.post(unit);
        }
        [[nodiscard]] bool withdraw(await::work& unit) noexcept {
            const std::lock_guard lock(mutex);
            const bool withdrawn = list.withdraw(unit);
            is_refused = is_refused || !withdrawn;
            is_refused.notify_all();
            return withdrawn;
        }
    } slow;
    coroutine waiting = pop_one(slow, queue, result);
    std::thread producer([this] { push(1); });
    while (!slow.is_posting) {
        std::this_thread::yield();
    }
    waiting.destroy();
    producer.join();
    EXPECT_EQ(slow.list.withdrawals, 1U);
    EXPECT_EQ(*queue.try_pop(), 1);
}

TEST_F(async, wait_of_a_destroyed_coroutine_passes_its_notification_on) {
    popped<int> lost(status::empty);
    coroutine first = pop_one(later, queue, lost);
    const coroutine second = pop_one(later, queue, result);
    push(1);
    EXPECT_EQ(later.posts, 1U);
    first.destroy();
    EXPECT_EQ(later.posts, 2U);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(*result, 1);
}

TEST_F(async, waits_and_those_of_threads_are_in_one_wait_queue) {
    basic_queue<int, detail::ticket_ring, watched_word> shared(4);
    popped<int> first(status::empty);
    popped<int> third(status::empty);
    const coroutine before = pop_one(later, shared, first);
    watched_word::begin();
    std::thread second([&] { EXPECT_EQ(*shared.pop(), 1); });
    watched_word::await_asleep(1);
    const coroutine after = pop_one(later, shared, third);
    EXPECT_EQ(shared.push(0), status::done);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(shared.push(1), status::done);
    second.join();
    EXPECT_EQ(shared.push(2), status::done);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(*first, 0);
    EXPECT_EQ(*third, 2);
}

class async_selection : public async {
protected:
    coroutine select_both(executor_ref /*executor*/) {
        last = co_await async_select(
            by_priority, pop(queue, [this](int number) { log += std::to_string(number); }),
            pop(words,
                [this](const std::string& word) {
                    if (word == "throw") {
                        throw std::runtime_error(word);
                    }
                    log += word;
                }),
            cancelled_by(stop, [this] { log += "stop"; }));
    }

    blocking_queue<std::string> words{4};
    std::string log;
    selected last{9, status::empty};
};

TEST_F(async_selection, ends_by_one_of_its_sources) {
    const coroutine by_word = select_both(later);
    EXPECT_EQ(words.push("w"), status::done);
    push(1);
    EXPECT_EQ(later.posts, 1U) << "the first event claims the wait";
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "1");
    EXPECT_EQ(last.index, 0U);
    const coroutine at_once = select_both(later);
    EXPECT_EQ(log, "1w");
    EXPECT_EQ(last.index, 1U);
    {
        const coroutine stopped = select_both(later);
        stop.cancel();
        EXPECT_TRUE(later.run_one());
        EXPECT_EQ(log, "1wstop");
        EXPECT_EQ(last.status, status::cancelled);
    }
    stop.reset();
    const coroutine ended = select_both(later);
    words.close();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "1wstop");
    EXPECT_EQ(last.index, 1U);
    EXPECT_EQ(last.status, status::closed);
}

TEST_F(async_selection, passes_an_exception_of_a_handler_to_the_coroutine) {
    const coroutine thrower = select_both(later);
    EXPECT_EQ(words.push("throw"), status::done);
    EXPECT_TRUE(later.run_one());
    ASSERT_TRUE(thrower.is_done());
    EXPECT_THROW(std::rethrow_exception(thrower.thrown()), std::runtime_error);
    EXPECT_EQ(words.size(), 0U);
}

TEST_F(async_selection, pops_from_a_set_that_keeps_its_sources) {
    source_set kept;
    kept.add(pop(queue, [this](int number) { log += std::to_string(number); }));
    kept.add(cancelled_by(stop, [this] { log += "stop"; }));
    manual_executor stated;
    const auto select_thrice = [](executor_ref, auto& other, auto& sources) -> coroutine {
        co_await async_select(sources);
        co_await await::on(other, async_select(sources));
        co_await async_select(sources);
    };
    const coroutine from_set = select_thrice(later, stated, kept);
    push(1);
    std::thread([this] { EXPECT_TRUE(later.run_one()); }).join();
    push(2);
    EXPECT_TRUE(stated.run_one());
    stop.cancel();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "12stop");
    EXPECT_TRUE(from_set.is_done());
}

TEST_F(async_selection, of_a_destroyed_coroutine_leaves_all_queues) {
    coroutine both = select_both(later);
    both.destroy();
    EXPECT_EQ(words.push("w"), status::done);
    push(1);
    stop.cancel();
    EXPECT_EQ(later.posts, 0U);
    EXPECT_EQ(log, "");
}

} // namespace
} // namespace tollgate::queue
