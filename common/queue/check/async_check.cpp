// SPDX-License-Identifier: BSL-1.0
//
// Coroutines that wait for queues. The executor runs a unit when the check says so.
#include "allocations.hpp"
#include "kinds.hpp"

#include <tollgate/await/on.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {

/// The elements that a coroutine has popped, and the status of the pop that failed.
struct consumption {
    std::vector<int> taken;
    status last = status::done;
};

namespace {

using await::executor_ref;
using testing::coroutine;
using testing::manual_executor;

template <class Queue, class By = cancel::dummy_token>
coroutine consume(executor_ref /*executor*/, Queue& from, consumption& into, const By& by = By()) {
    while (into.last == status::done) {
        const auto number = co_await async_pop(from, by);
        if (number) {
            into.taken.push_back(*number);
        }
        into.last = number.status();
    }
}
template <class Queue, class By = cancel::dummy_token>
coroutine pop_one(executor_ref /*executor*/, Queue& from, popped<int>& into, const By& by = By()) {
    into = co_await async_pop(from, by);
}

template <class Kind>
class async : public ::testing::Test {
protected:
    using numbers = typename Kind::template plain<int>;

    void push(int number) { EXPECT_EQ(queue.try_push(number), status::done); }

    manual_executor later;
    cancel::standalone_token stop;
    numbers queue{2};
    popped<int> result{status::empty};
};
TYPED_TEST_SUITE(async, kinds, kind_name);

template <class Kind>
class async_bounded : public async<Kind> {};
TYPED_TEST_SUITE(async_bounded, bounded_kinds, kind_name);

TYPED_TEST(async, pop_takes_an_element_that_is_there_without_a_post) {
    this->push(1);
    this->push(2);
    consumption all;
    const coroutine consumer = consume(this->later, this->queue, all);
    EXPECT_EQ(all.taken, (std::vector{1, 2}));
    EXPECT_EQ(this->later.posts, 0U);
    this->queue.close();
    EXPECT_EQ(this->later.posts, 1U);
    EXPECT_TRUE(this->later.run_one());
    EXPECT_TRUE(consumer.is_done());
    EXPECT_EQ(all.last, status::closed);
}

TYPED_TEST(async, pop_that_waits_is_posted_once_and_continues_only_on_the_executor) {
    const coroutine waiting = pop_one(this->later, this->queue, this->result);
    this->push(1);
    this->push(2);
    EXPECT_EQ(this->later.posts, 1U);
    EXPECT_FALSE(waiting.is_done());
    EXPECT_TRUE(this->later.run_one());
    EXPECT_TRUE(waiting.is_done());
    EXPECT_EQ(*this->result, 1);
    EXPECT_FALSE(this->later.run_one());
}

TYPED_TEST(async, pop_waits_again_if_the_element_is_gone) {
    const coroutine waiting = pop_one(this->later, this->queue, this->result);
    for (int number = 1; number < 4; ++number) {
        this->push(number);
        EXPECT_EQ(*this->queue.try_pop(), number);
        EXPECT_TRUE(this->later.run_one());
        EXPECT_FALSE(waiting.is_done());
    }
    this->push(4);
    EXPECT_TRUE(this->later.run_one());
    EXPECT_EQ(*this->result, 4);
}

TYPED_TEST(async_bounded, push_waits_for_room) {
    const auto fill = [](executor_ref, auto& into, status& last) -> coroutine {
        for (int number = 0; last == status::done; ++number) {
            last = co_await async_push(into, number);
        }
    };
    status last = status::done;
    const coroutine producer = fill(this->later, this->queue, last);
    for (int number = 0; number < 10; ++number) {
        EXPECT_EQ(*this->queue.try_pop(), number);
        EXPECT_TRUE(this->later.run_one());
        EXPECT_FALSE(this->later.run_one());
    }
    this->queue.close();
    EXPECT_TRUE(this->later.run_one());
    EXPECT_EQ(last, status::closed);
    EXPECT_EQ(this->queue.size(), 2U);
}

TYPED_TEST(async_bounded, push_that_fails_leaves_the_element_unchanged) {
    typename TypeParam::template plain<std::unique_ptr<int>> tested(1);
    const auto push_twice = [](executor_ref, auto& into, std::unique_ptr<int>& second,
                               const cancel::token& by) -> coroutine {
        EXPECT_EQ(co_await async_push(into, std::make_unique<int>(1), by), status::done);
        EXPECT_EQ(co_await async_push(into, std::move(second), by), status::cancelled);
    };
    auto second = std::make_unique<int>(2);
    const coroutine producer = push_twice(this->later, tested, second, this->stop);
    EXPECT_NE(second, nullptr);
    this->stop.cancel();
    EXPECT_TRUE(this->later.run_one());
    EXPECT_TRUE(producer.is_done());
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(*second, 2);
    EXPECT_EQ(**tested.try_pop(), 1);
}

TYPED_TEST(async, wait_ends_with_its_token) {
    const coroutine waiting = pop_one(this->later, this->queue, this->result, this->stop);
    this->stop.cancel();
    EXPECT_EQ(this->later.posts, 1U);
    EXPECT_FALSE(waiting.is_done()) << "the canceller only posts";
    this->push(1);
    EXPECT_EQ(this->later.posts, 1U);
    EXPECT_TRUE(this->later.run_one());
    EXPECT_EQ(this->result.status(), status::cancelled) << "the token has precedence";
    EXPECT_EQ(this->queue.size(), 1U);
    const coroutine late = pop_one(this->later, this->queue, this->result, this->stop);
    EXPECT_TRUE(late.is_done());
    EXPECT_EQ(this->result.status(), status::cancelled);
}

TYPED_TEST(async, wait_that_only_waits_for_its_token_takes_what_is_left) {
    consumption all;
    const while_waiting in_the_wait(this->stop);
    const coroutine consumer = consume(this->later, this->queue, all, in_the_wait);
    this->stop.cancel();
    this->push(1);
    this->push(2);
    EXPECT_TRUE(this->later.run_one());
    EXPECT_EQ(all.taken, (std::vector{1, 2}));
    EXPECT_EQ(all.last, status::cancelled);
}

TYPED_TEST(async, wait_continues_on_the_executor_that_is_stated) {
    manual_executor stated;
    const auto pop_there = [](executor_ref, manual_executor& other, auto& from) -> coroutine {
        EXPECT_EQ(*co_await await::on(other, async_pop(from)), 1);
    };
    const coroutine waiting = pop_there(this->later, stated, this->queue);
    this->push(1);
    EXPECT_EQ(this->later.posts, 0U);
    EXPECT_TRUE(stated.run_one());
    EXPECT_TRUE(waiting.is_done());
}

TYPED_TEST(async, waits_allocate_nothing_but_the_frame_of_the_coroutine) {
    unsigned number = 0;
    const auto pop_all = [](executor_ref, auto& from, const cancel::token& by,
                            unsigned& taken) -> coroutine {
        while (co_await async_pop(from, by)) {
            ++taken;
        }
    };
    const coroutine waiting = pop_all(this->later, this->queue, this->stop, number);
    this->push(0); // a queue without a capacity allocates its first segment
    EXPECT_TRUE(this->later.run_one());
    const unsigned before = allocations;
    for (int i = 1; i < 100; ++i) {
        this->push(i);
        EXPECT_TRUE(this->later.run_one());
    }
    EXPECT_EQ(allocations, before);
    EXPECT_EQ(number, 100U);
    EXPECT_EQ(this->later.posts, 100U);
}

/// The address of a variable of a function that the caller calls.
[[gnu::noinline]] const volatile void* depth() {
    return __builtin_frame_address(0);
}

// Two coroutines give each other an element, so that each waits for the other.
TYPED_TEST(async, waits_in_a_chain_need_no_stack) {
    const auto pass = [](executor_ref, auto& in, auto& out,
                         std::vector<const volatile void*>& depths) -> coroutine {
        while (auto number = co_await async_pop(in)) {
            depths.push_back(depth());
            EXPECT_EQ(out.try_push(*number + 1), status::done);
        }
    };
    typename TestFixture::numbers back(2);
    std::vector<const volatile void*> depths;
    const coroutine there = pass(this->later, this->queue, back, depths);
    const coroutine here = pass(this->later, back, this->queue, depths);
    this->push(0);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(this->later.run_one());
    }
    ASSERT_EQ(depths.size(), 1000U);
    EXPECT_EQ(depths.front(), depths.back());
}

TYPED_TEST(async, wait_of_a_destroyed_coroutine_leaves_the_queue_and_the_token) {
    coroutine waiting = pop_one(this->later, this->queue, this->result, this->stop);
    waiting.destroy();
    this->push(1);
    this->stop.cancel();
    EXPECT_EQ(this->later.posts, 0U);
    EXPECT_EQ(*this->queue.try_pop(), 1);
}

TYPED_TEST(async, wait_of_a_destroyed_coroutine_is_withdrawn_after_the_post) {
    coroutine waiting = pop_one(this->later, this->queue, this->result, this->stop);
    this->push(1);
    waiting.destroy();
    EXPECT_EQ(this->later.withdrawals, 1U);
    EXPECT_FALSE(this->later.run_one());
    EXPECT_EQ(*this->queue.try_pop(), 1) << "the element is not lost";
    this->push(2);
    EXPECT_EQ(this->later.posts, 1U);
}

// The coroutine is destroyed after a push has claimed the wait, and before the push has posted it.
TYPED_TEST(async, wait_of_a_destroyed_coroutine_awaits_the_post) {
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
    coroutine waiting = pop_one(slow, this->queue, this->result);
    std::thread producer([this] { this->push(1); });
    while (!slow.is_posting) {
        std::this_thread::yield();
    }
    waiting.destroy();
    producer.join();
    EXPECT_EQ(slow.list.withdrawals, 1U);
    EXPECT_EQ(*this->queue.try_pop(), 1);
}

class async_blocking : public ::testing::Test {
protected:
    using numbers = blocking_queue<int>;

    manual_executor later;
    numbers queue{4};
};

TEST_F(async_blocking, coroutines_are_served_first_come_first_served) {
    std::vector<popped<int>> results;
    std::vector<coroutine> waiting;
    for (int i = 0; i < 3; ++i) {
        results.emplace_back(status::empty);
    }
    for (auto& result : results) {
        waiting.push_back(pop_one(later, queue, result));
    }
    for (int number = 0; number < 3; ++number) {
        EXPECT_EQ(queue.push(number), status::done);
        EXPECT_EQ(later.posts, static_cast<unsigned>(number + 1));
    }
    while (later.run_one()) {
    }
    for (int number = 0; number < 3; ++number) {
        EXPECT_EQ(*results[static_cast<std::size_t>(number)], number);
    }
}

TEST_F(async_blocking, a_destroyed_coroutine_passes_its_notification_on) {
    popped<int> lost(status::empty);
    popped<int> taken(status::empty);
    coroutine first = pop_one(later, queue, lost);
    const coroutine second = pop_one(later, queue, taken);
    EXPECT_EQ(queue.push(1), status::done);
    EXPECT_EQ(later.posts, 1U);
    first.destroy();
    EXPECT_EQ(later.posts, 2U);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(*taken, 1);
}

TEST_F(async_blocking, a_coroutine_and_a_thread_wait_in_one_wait_queue) {
    basic_queue<int, detail::ticket_ring, watched_word> shared(4);
    popped<int> first(status::empty);
    popped<int> third(status::empty);
    const coroutine before = pop_one(later, shared, first);
    watched_word::begin();
    std::thread second([&] { EXPECT_EQ(*shared.pop(), 1); });
    watched_word::await_asleep(1);
    const coroutine after = pop_one(later, shared, third);
    for (int number = 0; number < 3; ++number) {
        EXPECT_EQ(shared.push(number), status::done);
        if (number == 0) {
            EXPECT_TRUE(later.run_one());
        } else if (number == 1) {
            second.join();
        }
    }
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(*first, 0);
    EXPECT_EQ(*third, 2);
}

class async_selection : public async_blocking {
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

    cancel::standalone_token stop;
    blocking_queue<std::string> words{4};
    std::string log;
    selected last{9, status::empty};
};

TEST_F(async_selection, takes_the_first_that_is_ready_and_leaves_the_others) {
    EXPECT_EQ(words.push("w"), status::done);
    EXPECT_EQ(queue.push(1), status::done);
    const coroutine both = select_both(later);
    EXPECT_EQ(log, "1");
    EXPECT_EQ(last.index, 0U);
    EXPECT_EQ(words.size(), 1U);
}

TEST_F(async_selection, waits_for_all_its_sources_and_one_ends_it) {
    const coroutine by_word = select_both(later);
    EXPECT_EQ(words.push("w"), status::done);
    EXPECT_EQ(words.push("x"), status::done);
    EXPECT_EQ(later.posts, 1U) << "the first event claims the wait";
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "w");
    EXPECT_EQ(last.index, 1U);
    EXPECT_EQ(words.size(), 1U);
    EXPECT_FALSE(later.run_one());
}

TEST_F(async_selection, ends_with_its_token_or_a_closed_queue) {
    {
        const coroutine stopped = select_both(later);
        stop.cancel();
        EXPECT_TRUE(later.run_one());
        EXPECT_EQ(log, "stop");
        EXPECT_EQ(last.status, status::cancelled);
    }
    stop.reset();
    const coroutine ended = select_both(later);
    words.close();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "stop");
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

TEST_F(async_selection, takes_from_a_set_that_keeps_its_sources) {
    source_set kept;
    kept.add(pop(queue, [this](int number) { log += std::to_string(number); }));
    kept.add(cancelled_by(stop, [this] { log += "stop"; }));
    const auto select_thrice = [](executor_ref, source_set& sources) -> coroutine {
        for (int i = 0; i < 3; ++i) {
            co_await async_select(sources);
        }
    };
    const coroutine from_set = select_thrice(later, kept);
    for (int number = 1; number < 3; ++number) {
        EXPECT_EQ(queue.push(number), status::done);
        std::thread([this] { EXPECT_TRUE(later.run_one()); }).join();
    }
    stop.cancel();
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(log, "12stop");
    EXPECT_TRUE(from_set.is_done());
}

TEST_F(async_selection, of_a_destroyed_coroutine_leaves_all_queues) {
    coroutine both = select_both(later);
    both.destroy();
    EXPECT_EQ(words.push("w"), status::done);
    EXPECT_EQ(queue.push(1), status::done);
    stop.cancel();
    EXPECT_EQ(later.posts, 0U);
    EXPECT_EQ(log, "");
}

} // namespace
} // namespace tollgate::queue
