// SPDX-License-Identifier: BSL-1.0
//
// A set of sources: which source it serves, how sources end, and what others notice of a set.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using queue_type = blocking_queue<int>;

// A set refuses a deadline by a static_assert.
static_assert(detail::keepable<decltype(pop(std::declval<queue_type&>(), no_action()))> &&
              !detail::keepable<decltype(within(1ns))>);

/// Queues, and a set that pops each of them.
class popped_queues {
    std::vector<std::unique_ptr<queue_type>> all_; // outlives the set

public:
    explicit popped_queues(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            all_.push_back(std::make_unique<queue_type>(8));
            set.add(pop(*all_.back(), [this](int element) { popped = element; }));
        }
    }

    [[nodiscard]] queue_type& operator[](std::size_t index) { return *all_.at(index); }
    void push(std::size_t index, int element) {
        ASSERT_EQ(all_.at(index)->push(element), status::done);
    }
    /// Returns the element of a select that does not wait, or nothing.
    std::optional<int> pop_one() {
        popped = 0;
        const selected result = select(set, within(0ns));
        return result.index == 0 && result.status == status::done ? std::optional(popped)
                                                                  : std::nullopt;
    }

    source_set set;
    int popped = 0;
};

TEST(a_set, pops_each_element_once_and_serves_its_ready_sources_by_rotation) {
    popped_queues tested(3);
    EXPECT_EQ(tested.pop_one(), std::nullopt);
    for (int i = 0; i < 4; ++i) {
        tested.push(0, i);
        tested.push(2, 100 + i);
    }
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(tested.pop_one(), i);
        EXPECT_EQ(tested.pop_one(), 100 + i);
        EXPECT_EQ(tested.set.last(), 2U);
    }
    EXPECT_EQ(tested.pop_one(), std::nullopt);
    tested.push(1, 1);
    EXPECT_EQ(tested.pop_one(), 1);
}

// A set attempts its idle sources rarely, and one of the others that become ready is the first.
TEST(a_set, keeps_no_source_waiting_for_two_that_become_ready_again_and_again) {
    popped_queues tested(4);
    tested.push(0, 0);
    tested.push(0, 0);
    EXPECT_EQ(tested.pop_one(), 0);
    EXPECT_EQ(tested.pop_one(), 0) << "the others were found idle";
    tested.push(2, 42);
    bool is_popped = false;
    for (std::size_t i = 0; i < 1'000 && !is_popped; ++i) {
        static_cast<void>(tested[0].try_push(0));
        if (i % 16 == 0) {
            static_cast<void>(tested[i % 32 == 0 ? 1 : 3].try_push(1));
        }
        is_popped = tested.pop_one() == 42;
    }
    EXPECT_TRUE(is_popped);
}

TEST(a_set, removes_a_source_that_has_ended) {
    popped_queues tested(2);
    cancel::standalone_token stop;
    queue_type full(1);
    const int element = 7;
    tested.set.add(push(full, element));
    tested.set.add(cancelled_by(stop));
    tested.push(0, 1);
    tested[0].close();
    EXPECT_EQ(select(tested.set).status, status::done);
    EXPECT_EQ(tested.set.last(), 0U) << "elements that are left";
    EXPECT_EQ(select(tested.set).status, status::done);
    EXPECT_EQ(tested.set.last(), 2U);
    EXPECT_EQ(*full.try_pop(), 7);
    EXPECT_EQ(select(tested.set).status, status::closed);
    EXPECT_EQ(tested.set.last(), 0U);
    EXPECT_EQ(tested.set.size(), 2U);
    stop.cancel();
    EXPECT_EQ(select(tested.set).status, status::cancelled);
    EXPECT_EQ(tested.set.last(), 3U);
    EXPECT_EQ(tested.set.size(), 1U);
    EXPECT_EQ(tested.pop_one(), std::nullopt);
}

TEST(a_set, keeps_its_other_sources_if_a_token_is_cancelled_before_its_first_turn) {
    queue_type from(1);
    cancel::standalone_token stop;
    source_set tested;
    tested.add(cancelled_by(stop));
    tested.add(pop(from, [](int /*element*/) {}));
    stop.cancel();
    EXPECT_EQ(from.push(1), status::done);
    EXPECT_EQ(select(tested, within(0ns)).status, status::cancelled);
    EXPECT_EQ(select(tested, within(0ns)).status, status::done);
}

TEST(a_set, destroys_each_element) {
    const auto shared = std::make_shared<int>(1);
    blocking_queue<std::shared_ptr<int>> from(4);
    source_set tested;
    tested.add(pop(from, [](const std::shared_ptr<int>& /*stays in the source*/) {}));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(from.push(shared), status::done);
        EXPECT_EQ(select(tested).status, status::done);
        EXPECT_LE(shared.use_count(), 2);
    }
    tested.remove(0);
    EXPECT_EQ(shared.use_count(), 1);
}

TEST(a_set, may_change_in_a_handler) {
    queue_type from(4);
    source_set tested;
    int pops = 0;
    std::size_t other = 0;
    const std::size_t own = tested.add(pop(from, [&](int /*element*/) {
        ++pops;
        tested.remove(other);
        other = tested.add(pop(from, [&](int /*element*/) { tested.remove(own); }));
        if (pops == 2) {
            tested.remove(0);
        }
    }));
    other = own + 1;
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(from.push(i), status::done);
    }
    while (from.size() != 0) {
        EXPECT_EQ(select(tested).status, status::done);
    }
    EXPECT_LE(pops, 2);
    EXPECT_EQ(tested.size(), 1U);
}

TEST(a_set, owns_the_element_of_a_push_that_was_an_rvalue) {
    blocking_queue<std::unique_ptr<std::string>> owners(1);
    blocking_queue<std::string> texts(1);
    source_set tested;
    tested.add(push(owners, std::make_unique<std::string>("owned")));
    tested.add(push(texts, std::string("a text that needs memory of its own")));
    EXPECT_EQ(select(tested).status, status::done);
    EXPECT_EQ(select(tested).status, status::done);
    EXPECT_EQ(**owners.try_pop(), "owned");
    EXPECT_EQ(*texts.try_pop(), "a text that needs memory of its own");
}

TEST(a_set, does_not_use_the_queue_of_a_source_that_has_ended_or_was_removed) {
    const int element = 7;
    auto pushed = std::make_unique<queue_type>(1);
    auto popped = std::make_unique<queue_type>(1);
    EXPECT_EQ(popped->push(1), status::done);
    source_set tested;
    tested.add(push(*pushed, element, [&] { pushed.reset(); }));
    tested.add(pop(*popped, [&](int /*element*/) {
        tested.remove(1);
        popped.reset();
    }));
    EXPECT_EQ(select(tested).status, status::done);
    EXPECT_EQ(select(tested).status, status::done);
    EXPECT_FALSE(pushed || popped);
    EXPECT_EQ(tested.size(), 0U);
}

TEST(a_set, stays_usable_after_an_exception_of_a_handler) {
    queue_type from(4);
    source_set tested;
    int sum = 0;
    tested.add(pop(from, [&](int element) {
        if (element == 1) {
            throw std::runtime_error("one");
        }
        sum += element;
    }));
    EXPECT_EQ(from.push(1), status::done);
    EXPECT_EQ(from.push(2), status::done);
    EXPECT_THROW(select(tested), std::runtime_error);
    EXPECT_EQ(select(tested).status, status::done);
    EXPECT_EQ(sum, 2);
}

// A set that does not wait keeps no element from a thread that waits.
TEST(a_set, leaves_the_wake_up_to_a_thread_that_waits) {
    popped_queues tested(1);
    EXPECT_EQ(tested.pop_one(), std::nullopt) << "now its source is in the list of the queue";
    std::atomic<int> got{0};
    std::thread waits([&] { got = *tested[0].pop(); });
    std::this_thread::sleep_for(20ms); // the thread sleeps behind the set, most probably
    tested.push(0, 5);
    waits.join();
    EXPECT_EQ(got, 5);
    EXPECT_EQ(tested.pop_one(), std::nullopt);
}

TEST(a_set, is_woken_by_each_of_its_sources) {
    const testing::watchdog watchdog("a select of a set");
    popped_queues tested(100);
    cancel::standalone_token stop;
    std::thread pushes([&] {
        for (int i = 0; i < 1'000; ++i) {
            tested.push(static_cast<std::size_t>(i * 37 % 100), i);
            if (i % 8 == 0) {
                std::this_thread::sleep_for(50us);
            }
        }
        stop.cancel();
    });
    int selects = 0;
    while (select(tested.set, cancelled_by(stop)).status == status::done) {
        ++selects;
    }
    pushes.join();
    while (tested.pop_one()) {
        ++selects;
    }
    EXPECT_EQ(selects, 1'000);
}

TEST(a_set, of_ten_thousand_sources_attempts_none_that_is_idle) {
    popped_queues tested(10'000);
    EXPECT_EQ(tested.pop_one(), std::nullopt);
    EXPECT_FALSE(tested.set.may_succeed()) << "each source is in the list of its queue";
    tested.push(7'777, 1);
    EXPECT_EQ(tested.pop_one(), 1);
    EXPECT_EQ(tested.set.last(), 7'777U);
}

TEST(a_set, may_end_before_its_queues_and_while_they_are_used) {
    spsc_queue<int> from(64);
    std::atomic<bool> is_over{false};
    std::thread pushes([&] {
        while (!is_over) {
            static_cast<void>(from.try_push(1));
        }
    });
    for (int i = 0; i < 1'000; ++i) {
        source_set tested;
        tested.add(pop(from, [](int /*element*/) {}));
        static_cast<void>(select(tested, within(0ns)));
        static_cast<void>(select(tested, within(0ns)));
    }
    is_over = true;
    pushes.join();
}

} // namespace
} // namespace tollgate::queue
