// SPDX-License-Identifier: BSL-1.0
//
// Sets that keep pops of channels.
#include "scenario.hpp"

#include <tollgate/await/executor.hpp>
#include <tollgate/await/work.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace tollgate::fiber {
namespace {

using queue::status;

using local_channel = channel<int, scripted_clock>;
using channel_of_threads = shared_channel<int, scripted_clock>;

TEST(fiber_set, pops_from_channels_that_it_keeps) {
    run_on_thread([] {
        local_channel buffered(1);
        channel_of_threads direct(0);
        std::vector<int> elements;
        const auto keep = [&](int element) { elements.push_back(element); };
        queue::source_set set;
        set.add(pop(buffered, keep));
        set.add(pop(direct, keep));
        fiber_group others;
        others.add([&] {
            for (int i = 0; i < 3; ++i) {
                EXPECT_EQ(direct.push(10 + i), status::done);
                EXPECT_EQ(buffered.push(i), status::done);
            }
            direct.close();
        });
        for (int i = 0; i < 6; ++i) {
            EXPECT_EQ(select<scripted_clock>(set).status, status::done);
        }
        EXPECT_EQ(select<scripted_clock>(set).status, status::closed);
        EXPECT_EQ(set.size(), 1U);
        EXPECT_EQ(elements, (std::vector{10, 0, 11, 1, 12, 2}));
    });
}

// Each select pushes to the channel that the set of the other one pops.
TEST(fiber_set, meets_the_push_of_another_select_with_a_set) {
    run_on_thread([] {
        local_channel there(0);
        local_channel back(0);
        constexpr int rounds = 100;
        int popped = 0;
        const auto push_or_pop = [&](local_channel& out, local_channel& in) {
            queue::source_set set;
            set.add(pop(in, [&](int element) { popped += element; }));
            for (int i = 0; i < rounds; ++i) {
                EXPECT_EQ(select<scripted_clock>(queue::by_priority, push(out, 1), set).status,
                          status::done);
            }
        };
        fiber_group both;
        both.add([&] { push_or_pop(there, back); });
        both.add([&] { push_or_pop(back, there); });
        both.join();
        EXPECT_EQ(popped, rounds);
    });
}

TEST(fiber_set, is_told_by_each_push_that_waits) {
    run_on_thread([] {
        local_channel direct(0);
        int popped = 0;
        queue::source_set set;
        set.add(pop(direct, [&](int element) { popped += element; }));
        fiber_group owner;
        owner.add([&] {
            for (int i = 0; i < 3; ++i) {
                EXPECT_EQ(select<scripted_clock>(set).status, status::done);
            }
        });
        yield_both_ways(2);
        EXPECT_EQ(direct.try_push(100), status::full) << "a set does not take an element";
        EXPECT_EQ(direct.push(1), status::done);
        EXPECT_EQ(select<scripted_clock>(push(direct, 10)).status, status::done);
        const std::vector<int> last{100};
        EXPECT_EQ(direct.push_all(last).count, last.size());
        owner.join();
        EXPECT_EQ(popped, 111);
    });
}

/// An executor that looks at a channel.
struct curious_executor : testing::manual_executor {
    explicit curious_executor(const channel_of_threads& channel) : items(channel) {}
    void post(await::work& unit) noexcept {
        size_at_post = items.size();
        manual_executor::post(unit);
    }
    const channel_of_threads& items;
    std::size_t size_at_post = 0;
};

TEST(fiber_set, wakes_its_owner_without_the_lock_of_the_channel) {
    channel_of_threads items(4);
    curious_executor later(items);
    int popped = 0;
    queue::source_set set;
    set.add(pop(items, [&](int element) { popped += element; }));
    const auto select_twice = [](await::executor_ref, auto& from) -> testing::coroutine {
        co_await queue::async_select(from);
        co_await queue::async_select(from);
    };
    const testing::coroutine owner = select_twice(later, set);
    EXPECT_EQ(items.try_push(1), status::done);
    EXPECT_TRUE(later.run_one());
    EXPECT_EQ(popped, 1);
    EXPECT_EQ(later.size_at_post, 1U);
    items.close();
    EXPECT_TRUE(later.run_one());
    EXPECT_TRUE(owner.is_done());
}

} // namespace
} // namespace tollgate::fiber
