// SPDX-License-Identifier: BSL-1.0
#include "scenario.hpp"

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/channel_lock.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/testing/stress.hpp>
#include <tollgate/testing/throwing_copy.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::status;

/// Counts the elements that exist.
struct counted {
    explicit counted(int value) : held(std::make_unique<int>(value)) { ++existing; }
    counted(counted&& other) noexcept : held(std::move(other.held)) { ++existing; }
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
    counted& operator=(counted&&) = delete;
    ~counted() { --existing; }

    std::unique_ptr<int> held;
    static inline int existing = 0;
};

/// Its move uses the channel that hands it over.
struct curious {
    using numbers = shared_channel<curious, scripted_clock>;

    explicit curious(const numbers& target) : asked(&target) {}
    curious(curious&& other) noexcept : asked(other.asked) {
        elements_plus_calls += asked->size() + 1;
    }
    curious(const curious&) = delete;
    curious& operator=(const curious&) = delete;
    curious& operator=(curious&&) = delete;
    ~curious() = default;

    const numbers* asked;
    static inline std::size_t elements_plus_calls = 0;
};

/// Its constructor and its destructor use the channel that it is for.
struct inquisitive {
    using channel = shared_channel<inquisitive, scripted_clock>;

    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
    inquisitive(channel& target) : asked(&target) { elements_plus_calls += asked->size() + 1; }
    inquisitive(inquisitive&& other) noexcept : asked(std::exchange(other.asked, nullptr)) {}
    inquisitive(const inquisitive&) = delete;
    inquisitive& operator=(const inquisitive&) = delete;
    inquisitive& operator=(inquisitive&&) = delete;
    ~inquisitive() { elements_plus_calls += asked == nullptr ? 0 : asked->size() + 1; }

    channel* asked;
    static inline std::size_t elements_plus_calls = 0;
};

static_assert(
    std::is_same_v<detail::channel_lock<long, detail::sharing::threads>, sleep::brief_lock>);
static_assert(std::is_same_v<detail::channel_lock<curious, detail::sharing::threads>, std::mutex>,
              "its move is foreign code");
static_assert(std::is_same_v<detail::channel_lock<std::unique_ptr<int>, detail::sharing::threads>,
                             std::mutex>);
static_assert(std::is_same_v<detail::channel_lock<std::array<char, 4096>, detail::sharing::threads>,
                             std::mutex>,
              "its move takes long");
static_assert(
    std::is_same_v<detail::channel_lock<curious, detail::sharing::one_thread>, detail::no_lock>);

TEST(elements, are_destroyed_as_often_as_made) {
    run_on_thread([] {
        channel<counted, scripted_clock> items(2);
        int sum = 0;
        {
            fiber_group all;
            all.add([&] {
                for (int i = 1; i <= 9; ++i) {
                    EXPECT_EQ(items.push(counted(i)), status::done);
                }
            });
            all.add([&] {
                for (int i = 0; i < 7; ++i) {
                    sum += *items.pop()->held;
                }
            });
        }
        EXPECT_EQ(sum, 1 + 2 + 3 + 4 + 5 + 6 + 7);
        EXPECT_EQ(items.size(), 2U);
        EXPECT_EQ(counted::existing, 2);
    });
    EXPECT_EQ(counted::existing, 0);
}

// Otherwise this never ends.
TEST(elements, are_handed_over_without_the_lock) {
    const testing::watchdog guard("a hand-over without the lock");
    run_on_thread([] {
        curious::numbers items(0);
        curious::elements_plus_calls = 0;
        fiber_group all;
        all.add([&] { EXPECT_TRUE(items.pop()); });
        let_others_run();
        EXPECT_EQ(items.push(curious(items)), status::done);
        all.join();
        EXPECT_GT(curious::elements_plus_calls, 0U);
        all.add([&] { EXPECT_EQ(items.push(curious(items)), status::done); });
        let_others_run();
        curious::elements_plus_calls = 0;
        EXPECT_TRUE(items.pop());
        EXPECT_GT(curious::elements_plus_calls, 0U);
        all.join();
        all.add([&] { EXPECT_TRUE(items.pop()); });
        let_others_run();
        std::vector<curious> batch;
        batch.emplace_back(items);
        curious::elements_plus_calls = 0;
        EXPECT_TRUE(items.push_all(std::move(batch)));
        EXPECT_GT(curious::elements_plus_calls, 0U);
    });
}

// Otherwise this never ends.
TEST(elements, are_made_and_destroyed_without_the_lock) {
    const testing::watchdog guard("elements made without the lock");
    run_on_thread([] {
        inquisitive::channel items(1);
        const auto asked = [] { return std::exchange(inquisitive::elements_plus_calls, 0); };
        EXPECT_EQ(items.try_push(items), status::done);
        EXPECT_EQ(asked(), 1U) << "made";
        EXPECT_EQ(items.try_push(items), status::full);
        EXPECT_EQ(asked(), 4U) << "made and destroyed";
        EXPECT_EQ(items.push_for(0s, items), status::timeout);
        EXPECT_EQ(asked(), 4U);
        EXPECT_TRUE(items.try_pop());
        EXPECT_EQ(asked(), 1U);
        items.close();
        EXPECT_EQ(items.try_push(items), status::closed);
        EXPECT_EQ(items.push(items), status::closed);
        EXPECT_EQ(asked(), 4U);
    });
}

TEST(elements, stay_with_the_caller_if_a_push_is_not_done) {
    run_on_thread([] {
        channel<std::unique_ptr<int>, scripted_clock> items(0);
        auto mine = std::make_unique<int>(7);
        // NOLINTBEGIN(bugprone-use-after-move): the check is that it was not moved.
        EXPECT_EQ(items.try_push(std::move(mine)), status::full);
        ASSERT_NE(mine, nullptr);
        EXPECT_EQ(items.push_for(0s, std::move(mine)), status::timeout);
        ASSERT_NE(mine, nullptr);
        EXPECT_EQ(items.push_until(scripted_clock::present() - 1s, std::move(mine)),
                  status::timeout);
        ASSERT_NE(mine, nullptr);
        fiber_group all;
        all.add([&] { EXPECT_EQ(items.push(std::move(mine)), status::closed); });
        let_others_run();
        items.close();
        all.join();
        ASSERT_NE(mine, nullptr);
        EXPECT_EQ(items.push(std::move(mine)), status::closed);
        ASSERT_NE(mine, nullptr);
        // NOLINTEND(bugprone-use-after-move)
    });
}

TEST(elements, that_cannot_be_made_leave_the_channel_as_it_was) {
    run_on_thread([] {
        channel<testing::throwing_copy, scripted_clock> items(1);
        const testing::throwing_copy original(-1);
        EXPECT_THROW(static_cast<void>(items.push(original)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(items.try_push(original)), std::runtime_error);
        EXPECT_THROW(static_cast<void>(items.push_for(1s, original)), std::runtime_error);
        EXPECT_EQ(items.size(), 0U);
        EXPECT_EQ(items.push(testing::throwing_copy(1)), status::done);
        EXPECT_THROW(static_cast<void>(items.push_for(1s, original)), std::runtime_error);
        EXPECT_EQ(items.size(), 1U);
        EXPECT_TRUE(items.try_pop());
    });
}

/// Like a handle of COM, whose operator& returns the address of its contents.
struct handle {
    int held = 0;

    int* operator&() { return &held + 1; } // NOLINT(google-runtime-operator)
};

TEST(elements, may_overload_the_address_operator) {
    run_on_thread([] {
        channel<handle, scripted_clock> items(0);
        fiber_group all;
        all.add([&] { EXPECT_EQ(items.push(handle{7}), status::done); });
        all.add([&] { EXPECT_EQ(items.push(handle{8}), status::done); });
        let_others_run();
        EXPECT_EQ(items.pop()->held, 7);
        EXPECT_EQ(items.try_pop()->held, 8);
    });
}

TEST(elements, of_waiting_pushes_come_in_order_through_the_buffer) {
    for (const std::size_t capacity : {0U, 1U, 3U}) {
        run_on_thread([&] {
            channel<int, scripted_clock> items(capacity);
            fiber_group all;
            for (int i = 0; i < 5; ++i) {
                all.add([&, i] { EXPECT_EQ(items.push(i), status::done); });
            }
            let_others_run();
            EXPECT_EQ(items.size(), capacity);
            for (int i = 0; i < 5; ++i) {
                EXPECT_EQ(*items.try_pop(), i);
            }
            EXPECT_EQ(items.try_pop().status(), status::empty);
            items.close(); // the waiting pushes are done already
        });
    }
}

TEST(elements, go_to_waiting_pops_first_come_first_served) {
    run_on_thread([] {
        channel<int, scripted_clock> items(2);
        fiber_group all;
        for (int i = 0; i < 5; ++i) {
            all.add([&, i] {
                EXPECT_EQ(*items.pop_for(deferred(1h)), i);
                EXPECT_EQ(*items.pop(), 5 + i);
            });
        }
        yield_both_ways();
        for (int i = 0; i < 10; ++i) {
            EXPECT_EQ(items.push(i), status::done);
            yield_both_ways();
        }
    });
}

TEST(a_channel, throws_if_there_is_no_memory) {
    constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max();
    EXPECT_THROW((channel<long, scripted_clock>(too_many)), std::bad_alloc);
    EXPECT_EQ((channel<long, scripted_clock>(3)).capacity(), 3U);
}

// Without the scheduler that the waits need.

template <class Channel>
void expect_waits_refused() {
    std::thread([] {
        Channel items(1);
        EXPECT_THROW(static_cast<void>(items.pop()), std::logic_error);
        EXPECT_THROW(static_cast<void>(items.pop_for(1s)), std::logic_error);
        EXPECT_THROW(static_cast<void>(items.pop_for(deferred(1s))), std::logic_error);
        EXPECT_EQ(items.push(1), status::done);
        EXPECT_THROW(static_cast<void>(items.push(2)), std::logic_error);
        EXPECT_EQ(items.size(), 1U);
        EXPECT_EQ(items.try_push(2), status::full);
        EXPECT_EQ(*items.pop(), 1);
        EXPECT_EQ(items.try_pop().status(), status::empty);
        EXPECT_EQ(items.pop_for(0s).status(), status::timeout);
        items.close();
        EXPECT_TRUE(items.is_closed());
        EXPECT_EQ(items.pop().status(), status::closed);
        EXPECT_EQ(items.push(1), status::closed);
    }).join();
}

TEST(a_wait, without_the_scheduler_is_refused_and_changes_nothing) {
    expect_waits_refused<channel<int, scripted_clock>>();
    expect_waits_refused<shared_channel<int, scripted_clock>>();
    std::thread([] {
        EXPECT_THROW(alarm(1s), std::logic_error);
        boost::fibers::use_scheduling_algorithm<round_robin>();
        EXPECT_THROW(static_cast<void>(channel<int, scripted_clock>(1).pop()), std::logic_error)
            << "another clock";
        EXPECT_NO_THROW(alarm(1s));
    }).join();
}

} // namespace
} // namespace tollgate::fiber
