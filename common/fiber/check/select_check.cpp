// SPDX-License-Identifier: BSL-1.0
//
// Fibers that select among channels, queues, tokens, deadlines and alarms.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/detail/coroutine_wait.hpp>
#include <tollgate/queue/detail/thread_wait.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using cancel::standalone_token;
using queue::status;

constexpr auto ignore_element = [](auto&&) {};

template <class... Sources>
selected scripted_select(Sources&&... sources) {
    return select<scripted_clock>(std::forward<Sources>(sources)...);
}

void expect_ending(const selected& ended, std::size_t index, status ending) {
    EXPECT_EQ(ended.index, index);
    EXPECT_EQ(queue::to_string(ended.status), queue::to_string(ending));
}

using local_channel = channel<int, scripted_clock>;
using channel_of_threads = shared_channel<int, scripted_clock>;

// A select of a thread or a coroutine refuses a channel of one thread by a static_assert.
static_assert(!decltype(pop(std::declval<local_channel&>(), ignore_element))::is_shared &&
              decltype(pop(std::declval<channel_of_threads&>(), ignore_element))::is_shared);
static_assert(!detail::may_be_of_a_fiber<queue::detail::thread_wait> &&
              !detail::may_be_of_a_fiber<queue::detail::coroutine_wait>);

template <class Channel>
concept is_popped_like_a_queue = requires(Channel& channel) {
    queue::pop(channel, ignore_element);
};
template <class Channel>
concept is_pushed_like_a_queue = requires(Channel& channel) {
    queue::push(channel, 1);
};
static_assert(!is_popped_like_a_queue<local_channel> && !is_pushed_like_a_queue<local_channel> &&
              is_popped_like_a_queue<queue::blocking_queue<int>> &&
              is_pushed_like_a_queue<queue::blocking_queue<int>>);

// A select looks at a channel of one thread before it attempts a pop.
using pop_of_a_channel = decltype(pop(std::declval<local_channel&>(), ignore_element));
static_assert(requires(pop_of_a_channel & source) { source.would_wait(); });
static_assert(pop_of_a_channel::is_local);
static_assert(!decltype(pop(std::declval<channel_of_threads&>(), ignore_element))::is_local);

TEST(fiber_select, pops_and_pushes_at_once_if_a_source_is_ready) {
    run_on_thread([] {
        local_channel first(1);
        channel_of_threads second(1);
        std::vector<int> popped;
        const auto keep = [&](int element) { popped.push_back(element); };
        EXPECT_EQ(second.push(7), status::done);
        expect_ending(scripted_select(push(second, 9), push(first, 8)), 1, status::done);
        expect_ending(scripted_select(queue::by_priority, pop(second, keep), pop(first, keep)), 0,
                      status::done);
        second.close();
        expect_ending(scripted_select(push(second, 9), push(first, 9)), 0, status::closed);
        EXPECT_EQ(*first.try_pop(), 8);
        EXPECT_EQ(popped, std::vector{7});
    });
}

/// A select by a fiber, with one source of each kind.
struct waiting_select {
    local_channel first{0};
    channel_of_threads second{1};
    local_channel full{1};
    standalone_token by;
    basic_alarm<scripted_clock> end{1h};
    std::optional<selected> ended;
    int handled = 0;
    fiber_group owner;

    waiting_select() {
        EXPECT_EQ(full.push(1), status::done);
        owner.add([this] {
            const auto keep = [this](int element) { handled += element; };
            const auto count = [this] { handled += 7; };
            ended = scripted_select(pop(first, keep), pop(second, keep), push(full, 5, count),
                                    cancelled_by(by, count), until(end, count));
        });
        let_others_run();
        EXPECT_FALSE(ended) << "it waits";
    }
    void expect(std::size_t index, status ending) {
        owner.join();
        expect_ending(*ended, index, ending);
        EXPECT_EQ(handled, ending == status::closed ? 0 : 7);
        EXPECT_EQ(first.try_push(1), status::full) << "nobody waits any more";
        EXPECT_EQ(*full.try_pop(), index == 2 ? 5 : 1);
        EXPECT_EQ(full.try_pop().status(), status::empty);
    }
};

// The other fibers run while one waits. Then the events come before the fiber runs again, and the
// first counts.
TEST(fiber_select, ends_by_the_first_event) {
    const auto expect = [](std::size_t index, status ending, auto event) {
        run_on_thread([&] {
            waiting_select tested;
            event(tested);
            tested.expect(index, ending);
        });
    };
    using scenario = waiting_select;
    expect(0, status::done, [](scenario& at) { EXPECT_EQ(at.first.push(7), status::done); });
    expect(1, status::done, [](scenario& at) {
        EXPECT_EQ(at.second.try_push(7), status::done);
        at.by.cancel();
        EXPECT_EQ(at.first.try_push(7), status::full);
    });
    expect(2, status::done, [](scenario& at) { EXPECT_EQ(*at.full.try_pop(), 1); });
    expect(1, status::closed, [](scenario& at) { at.second.close(); });
    expect(3, status::cancelled, [](scenario& at) {
        at.by.cancel();
        EXPECT_EQ(at.second.try_push(7), status::done);
        EXPECT_EQ(at.second.size(), 1U);
    });
    expect(4, status::timeout, [](scenario& /*unused*/) { let_pass(2h); });
}

// The select was given its element, and does not run yet. The next element is for the next fiber.
TEST(fiber_select, that_has_ended_leaves_later_elements_to_others) {
    run_on_thread([] {
        local_channel first(0);
        channel_of_threads second(0);
        int selected_element = 0;
        int popped_element = 0;
        const auto keep = [&](int element) { selected_element = element; };
        fiber_group all;
        all.add([&] { scripted_select(pop(first, keep), pop(second, keep)); });
        let_others_run();
        all.add([&] { popped_element = *first.pop(); });
        let_others_run();
        EXPECT_EQ(second.try_push(2), status::done);
        EXPECT_EQ(second.try_push(3), status::full);
        EXPECT_EQ(first.try_push(1), status::done);
        EXPECT_EQ(first.try_push(4), status::full);
        all.join();
        EXPECT_EQ(selected_element, 2);
        EXPECT_EQ(popped_element, 1);
    });
}

TEST(fiber_select, meets_another_select_but_never_itself) {
    run_on_thread([] {
        local_channel there(0);
        channel_of_threads back(0);
        std::vector<int> popped;
        const auto keep = [&](int element) { popped.push_back(element); };
        std::optional<selected> ending;
        std::optional<selected> other;
        fiber_group all;
        // Each could push to itself.
        all.add(
            [&] { ending = scripted_select(push(there, 1), pop(there, keep), pop(back, keep)); });
        let_others_run();
        EXPECT_FALSE(ending);
        all.add([&] { other = scripted_select(pop(back, keep), push(back, 2), push(back, 3)); });
        all.join();
        expect_ending(*ending, 2, status::done);
        EXPECT_EQ(other->status, status::done);
        EXPECT_EQ(popped, std::vector{static_cast<int>(other->index) + 1});
    });
}

TEST(fiber_select, finds_its_alarm_and_its_token_at_once) {
    run_on_thread([] {
        local_channel items(1);
        standalone_token by;
        basic_alarm<scripted_clock> end(1ms);
        let_others_run();
        let_pass(2ms);
        EXPECT_TRUE(end.has_gone_off());
        const auto select_all = [&] {
            return scripted_select(queue::by_priority, until(end), pop(items, ignore_element),
                                   cancelled_by(by));
        };
        expect_ending(select_all(), 0, status::timeout);
        EXPECT_EQ(items.push(1), status::done);
        expect_ending(select_all(), 1, status::done);
        EXPECT_EQ(items.push(1), status::done);
        by.cancel();
        expect_ending(select_all(), 2, status::cancelled);
        EXPECT_EQ(items.size(), 1U);
    });
}

TEST(fiber_select, calls_its_handler_when_the_select_is_over) {
    run_on_thread([] {
        local_channel items(1);
        channel_of_threads others(0);
        const auto throws = [](int element) {
            yield();
            throw std::invalid_argument(std::to_string(element));
        };
        fiber_group all;
        all.add([&] {
            EXPECT_THROW(scripted_select(pop(items, throws), pop(others, ignore_element)),
                         std::invalid_argument);
        });
        let_others_run();
        EXPECT_EQ(items.push(7), status::done);
        EXPECT_EQ(items.size(), 0U) << "the element is consumed";
        EXPECT_EQ(others.try_push(7), status::full) << "the select has left";
    });
}

TEST(fiber_select, leaves_the_element_of_a_push_that_did_not_happen) {
    run_on_thread([] {
        channel<std::unique_ptr<int>, scripted_clock> first(0);
        shared_channel<std::unique_ptr<int>, scripted_clock> second(0);
        standalone_token by;
        auto kept = std::make_unique<int>(1);
        fiber_group all;
        all.add([&] {
            // NOLINTBEGIN(bugprone-use-after-move): no push is done at first
            const auto select_all = [&] {
                return scripted_select(push(first, std::move(kept)), cancelled_by(by),
                                       push(second, std::move(kept)));
            };
            expect_ending(select_all(), 1, status::cancelled);
            EXPECT_NE(kept, nullptr);
            by.reset();
            expect_ending(select_all(), 2, status::done);
            EXPECT_EQ(kept, nullptr);
            // NOLINTEND(bugprone-use-after-move)
        });
        let_others_run();
        by.cancel();
        let_others_run();
        EXPECT_EQ(**second.pop(), 1);
    });
}

// Only the fiber waits for the queue: another fiber of the thread brings the element, and then a
// thread without fibers does.
TEST(fiber_select, waits_for_a_queue_of_threads) {
    const testing::watchdog guard("a select of a fiber");
    run_on_thread([] {
        queue::blocking_queue<int> items(1);
        local_channel silent(0);
        int sum = 0;
        const auto select_both = [&] {
            return scripted_select(pop(silent, ignore_element),
                                   queue::pop(items, [&](int element) { sum += element; }));
        };
        boost::fibers::fiber waiting([&] { expect_ending(select_both(), 1, status::done); });
        let_others_run();
        EXPECT_EQ(items.try_push(3), status::done);
        waiting.join();
        for (int i = 0; i < 20; ++i) {
            std::thread other([&] { EXPECT_EQ(items.push(4), status::done); });
            expect_ending(select_both(), 1, status::done);
            other.join();
        }
        EXPECT_EQ(sum, 83);
        std::thread other([&] { items.close(); });
        expect_ending(select_both(), 1, status::closed);
        other.join();
    });
}

TEST(fiber_select, is_cancelled_by_another_thread) {
    const testing::watchdog guard("a select of a fiber");
    run_on_thread([] {
        for (int i = 0; i < 50; ++i) {
            local_channel items(0);
            channel_of_threads others(0);
            standalone_token by;
            std::thread other([&] { by.cancel(); });
            expect_ending(scripted_select(pop(items, ignore_element), pop(others, ignore_element),
                                          cancelled_by(by)),
                          2, status::cancelled);
            other.join();
        }
    });
}

TEST(fiber_select, meets_the_select_of_a_thread) {
    const testing::watchdog guard("a select of a thread");
    channel_of_threads there(0);
    channel_of_threads back(0);
    constexpr int rounds = 200;
    std::thread other([&] {
        run_on_thread([&] {
            for (int i = 0; i < rounds; ++i) {
                int number = -1;
                scripted_select(pop(there, [&](int element) { number = element; }),
                                pop(back, ignore_element));
                scripted_select(pop(there, ignore_element), push(back, number));
            }
        });
    });
    for (int i = 0; i < rounds; ++i) {
        expect_ending(queue::select(push(there, i), pop(there, ignore_element)), 0, status::done);
        const auto expect_same = [i](int element) { EXPECT_EQ(element, i); };
        expect_ending(queue::select(pop(there, ignore_element), pop(back, expect_same)), 1,
                      status::done);
    }
    other.join();
}

TEST(fiber_select, ends_at_a_deadline) {
    using time_point = std::chrono::steady_clock::time_point;
    run_on_thread<round_robin>([] {
        channel<int> items(1);
        const auto before = std::chrono::steady_clock::now();
        expect_ending(fiber::select(until(time_point::max()), pop(items, ignore_element),
                                    within(1h), until(before + 2ms)),
                      3, status::timeout);
        EXPECT_GE(std::chrono::steady_clock::now(), before + 2ms);
        auto time = within(3ms);
        for (int i = 0; i < 2; ++i) {
            expect_ending(fiber::select(pop(items, ignore_element), time), 1, status::timeout);
        }
        EXPECT_GE(std::chrono::steady_clock::now(), before + 8ms);
        expect_ending(fiber::select(pop(items, ignore_element), within(0s)), 1, status::timeout);
        EXPECT_EQ(items.push(1), status::done);
        expect_ending(
            fiber::select(until(time_point::min()), within(-1h), pop(items, ignore_element)), 2,
            status::done);
    });
}

TEST(fiber_select, throws_without_its_scheduler_only_if_it_has_to_wait) {
    std::thread([] {
        channel<int> items(1);
        EXPECT_EQ(items.try_push(1), status::done);
        expect_ending(select(pop(items, ignore_element)), 0, status::done);
        EXPECT_THROW(select(pop(items, ignore_element)), std::logic_error);
        EXPECT_EQ(items.try_push(1), status::done);
        EXPECT_EQ(items.size(), 1U);
    }).join();
}

} // namespace
} // namespace tollgate::fiber
