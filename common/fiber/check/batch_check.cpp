// SPDX-License-Identifier: BSL-1.0
//
// push_all and pop_some of the channels: which elements they move, how they end, and whom they
// wake.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/testing/throwing_copy.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::batch;
using queue::status;
using ints = std::vector<int>;

void expect(const batch& result, status ending, std::size_t count) {
    EXPECT_EQ(result.status, ending);
    EXPECT_EQ(result.count, count);
}

void let_time_pass() {
    for (int i = 0; i < 30; ++i) {
        let_pass(1ms);
    }
}

template <class Kind>
class batches : public ::testing::Test {};

struct of_one_thread {
    template <class T>
    using channel_of = channel<T, scripted_clock>;
};
struct of_threads {
    template <class T>
    using channel_of = shared_channel<T, scripted_clock>;
};
using kinds = ::testing::Types<of_one_thread, of_threads>;
TYPED_TEST_SUITE(batches, kinds, );

TYPED_TEST(batches, arrive_in_order_through_a_channel_of_any_capacity) {
    for (const std::size_t capacity : {0U, 1U, 3U, 64U}) {
        run_on_thread([&] {
            typename TypeParam::template channel_of<int> items(capacity);
            ints pushed;
            ints popped;
            fiber_group all;
            all.add([&] {
                while (items.pop_some(queue::append_to(popped, 5))) {
                }
            });
            for (std::size_t size = 0; size < 20; ++size) {
                ints more(size);
                std::iota(more.begin(), more.end(), static_cast<int>(pushed.size()));
                pushed.insert(pushed.end(), more.begin(), more.end());
                expect(items.push_all(more), status::done, size);
            }
            items.close();
            all.join();
            EXPECT_EQ(popped, pushed);
        });
    }
}

// The first elements go to the waiting pops. So the elements behind them are in the buffer when
// these pops run.
TYPED_TEST(batches, go_to_waiting_pops_first_come_first_served_and_then_into_the_buffer) {
    run_on_thread([] {
        typename TypeParam::template channel_of<int> items(3);
        fiber_group all;
        all.add([&] { EXPECT_EQ(*items.pop(), 0); });
        all.add([&] {
            std::array places{9, 9, 9, 9};
            expect(items.pop_some(std::span(places)), status::done, 3);
            EXPECT_EQ(places, (std::array{1, 2, 3, 9}));
        });
        let_others_run();
        expect(items.push_all(std::array{0, 1, 2, 3}), status::done, 4);
        all.join();
        EXPECT_EQ(items.size(), 0U);
        expect(items.push_all(std::list{4, 5}), status::done, 2);
        EXPECT_EQ(*items.pop(), 4);
    });
}

TYPED_TEST(batches, wake_waiting_pushes) {
    run_on_thread([] {
        typename TypeParam::template channel_of<int> items(2);
        fiber_group all;
        all.add([&] { expect(items.push_all(std::array{0, 1, 2, 3, 4}), status::done, 5); });
        all.add([&] { EXPECT_EQ(items.push(5), status::done); });
        let_others_run();
        std::array places{9, 9, 9, 9};
        expect(items.pop_some(std::span(places)), status::done, 4); // two of pushes
        EXPECT_EQ(places, (std::array{0, 1, 2, 5}));
        expect(items.pop_some(std::span(places)), status::done, 2);
        EXPECT_EQ(places, (std::array{3, 4, 2, 5}));
    });
}

TYPED_TEST(batches, move_the_elements_of_an_rvalue_and_leave_what_is_not_pushed) {
    run_on_thread([] {
        typename TypeParam::template channel_of<std::unique_ptr<int>> items(2);
        std::vector<std::unique_ptr<int>> mine;
        for (int i = 0; i < 4; ++i) {
            mine.push_back(std::make_unique<int>(i));
        }
        // NOLINTBEGIN(bugprone-use-after-move): the check is that some are not moved
        expect(items.push_all_for(0s, std::move(mine)), status::timeout, 2);
        EXPECT_EQ(mine[1], nullptr);
        ASSERT_NE(mine[2], nullptr);
        EXPECT_EQ(*mine[3], 3);
        // NOLINTEND(bugprone-use-after-move)
        std::array<std::unique_ptr<int>, 5> places;
        places[0] = std::make_unique<int>(9);
        expect(items.pop_some(std::span(places)), status::done, 2);
        EXPECT_EQ(*places[0], 0);
        EXPECT_EQ(*places[1], 1);
    });
}

TYPED_TEST(batches, keep_the_elements_before_one_that_throws) {
    run_on_thread([] {
        typename TypeParam::template channel_of<testing::throwing_copy> items(8);
        std::vector<testing::throwing_copy> mine;
        for (const int number : {1, 2, -3, 4}) {
            mine.emplace_back(number);
        }
        EXPECT_THROW(static_cast<void>(items.push_all(mine)), std::runtime_error);
        EXPECT_EQ(items.size(), 2U);
    });
}

TYPED_TEST(batches, that_are_pushed_end_as_pushes_do) {
    run_on_thread([] {
        typename TypeParam::template channel_of<int> items(3);
        const std::array four{1, 2, 3, 4};
        cancel::standalone_token by;
        const auto expect_full = [&](const batch& result, status ending) {
            expect(result, ending, 3);
            ints popped;
            EXPECT_EQ(items.pop_some(queue::append_to(popped, 4)).count, 3U);
        };
        basic_alarm<scripted_clock> soon(1ms);
        fiber_group all;
        all.add([&] {
            let_time_pass();
            by.cancel();
        });
        expect_full(items.push_all_for(1ms, four, by), status::timeout);
        expect_full(items.push_all_for(deferred(1ms), four), status::timeout);
        expect_full(items.push_all_for(-1h, four), status::timeout);
        expect_full(items.push_all_for(deferred(0s), four), status::timeout);
        expect_full(items.push_all_until(soon, four), status::timeout);
        expect_full(items.push_all_until(scripted_clock::present() + 1ms, four), status::timeout);
        expect_full(items.push_all_until(std::chrono::system_clock::now() - 1s, four),
                    status::timeout);
        expect_full(items.push_all(four, by), status::cancelled);
        expect_full(items.push_all(four, queue::while_waiting(by)), status::cancelled);
        expect(items.push_all(four, by), status::cancelled, 0);
        all.add([&] { items.close(); });
        expect_full(items.push_all(four), status::closed);
        expect(items.push_all_for(1h, four), status::closed, 0);
    });
}

TYPED_TEST(batches, that_are_popped_end_as_pops_do) {
    run_on_thread([] {
        typename TypeParam::template channel_of<int> items(3);
        std::array places{0, 0, 0, 0};
        ints target;
        cancel::standalone_token by;
        expect(items.pop_some(std::span<int>()), status::done, 0);
        expect(items.pop_some_for(0s, std::span(places), by), status::timeout, 0);
        expect(items.pop_some_for(deferred(0s), queue::append_to(target, 2)), status::timeout, 0);
        expect(items.pop_some_until(std::chrono::system_clock::now() - 1s,
                                    queue::append_to(target, 2)),
               status::timeout, 0);
        basic_alarm<scripted_clock> soon(1ms);
        fiber_group all;
        all.add(let_time_pass);
        expect(items.pop_some_until(soon, std::span(places)), status::timeout, 0);
        all.add([&] { by.cancel(); });
        expect(items.pop_some(std::span(places), by), status::cancelled, 0);
        expect(items.push_all(std::array{1, 2}), status::done, 2);
        expect(items.pop_some(queue::append_to(target, 2), by), status::cancelled, 0);
        items.close();
        expect(items.pop_some(queue::append_to(target, 2), queue::while_waiting(by)), status::done,
               2);
        expect(items.pop_some(queue::append_to(target, 2), queue::while_waiting(by)),
               status::closed, 0);
    });
}

TYPED_TEST(batches, that_are_pushed_have_one_time_for_all_waits) {
    run_on_thread([] {
        typename TypeParam::template channel_of<int> items(1);
        fiber_group all;
        all.add([&] {
            for (int i = 0; i < 3; ++i) {
                let_pass(400us);
                EXPECT_TRUE(items.try_pop());
            }
        });
        expect(items.push_all_for(1ms, ints(10)), status::timeout, 3);
    });
}

TEST(a_batch, needs_a_scheduler_only_if_it_waits) {
    std::thread([] {
        channel<int, scripted_clock> items(2);
        EXPECT_THROW(static_cast<void>(items.push_all(ints(3))), std::logic_error);
        EXPECT_EQ(items.size(), 2U);
        ints popped;
        expect(items.pop_some(queue::append_to(popped, 3)), status::done, 2);
        EXPECT_THROW(static_cast<void>(items.pop_some(queue::append_to(popped, 3))),
                     std::logic_error);
    }).join();
}

} // namespace
} // namespace tollgate::fiber
