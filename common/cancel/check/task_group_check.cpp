// SPDX-License-Identifier: BSL-1.0
//
// A scope that waits for its threads.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/task_group.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

static_assert(!std::is_move_constructible_v<task_group>);

/// What wait() throws, or nothing.
std::string thrown_by_wait(task_group& group) {
    try {
        group.wait();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "nothing";
}

/// Only a cancellation ends it.
auto stays_in(std::atomic<int>& ended) {
    return [&ended](const token& own) {
        sleep_until(std::chrono::steady_clock::time_point::max(), own);
        ++ended;
    };
}

auto throws(const char* text) {
    return [text] { throw std::runtime_error(text); };
}

TEST(a_task_group, waits_for_its_children_and_cancels_none) {
    task_group group;
    std::latch may_end(1);
    int results[2] = {};
    for (int& result : results) {
        group.start([&may_end, &result](const token& own) {
            may_end.wait();
            result = own.is_cancelled() ? -1 : 1;
        });
    }
    may_end.count_down();
    group.wait();
    EXPECT_EQ(results[0] + results[1], 2);
    EXPECT_FALSE(group.get_source().is_cancelled());
}

TEST(a_task_group, is_not_cancelled_by_its_destructor_if_all_have_ended) {
    std::optional<task_group> group(std::in_place);
    const cancellation_source of_group = group->get_source();
    group->start([] {});
    group->wait();
    group.reset();
    EXPECT_FALSE(of_group.is_cancelled());
}

TEST(a_task_group, is_cancelled_and_joined_while_an_exception_flies) {
    std::atomic<int> ended = 0;
    EXPECT_THROW(
        {
            task_group group;
            group.start(stays_in(ended));
            throw std::runtime_error("in the scope");
        },
        std::runtime_error);
    EXPECT_EQ(ended, 1);
}

// The sibling sleeps until the group is cancelled.
TEST(a_task_group, is_cancelled_by_the_first_exception_and_throws_it_once) {
    task_group group;
    group.start([](const token& own) {
        sleep_until(std::chrono::steady_clock::time_point::max(), own);
        throw std::runtime_error("after the cancellation");
    });
    group.start(throws("first"));
    EXPECT_EQ(thrown_by_wait(group), "first");
    EXPECT_TRUE(group.get_source().is_cancelled());
    EXPECT_EQ(thrown_by_wait(group), "nothing");
}

TEST(a_task_group, throws_an_exception_that_a_cancellation_has_caused) {
    task_group group;
    group.start([](const token& own) {
        sleep_until(std::chrono::steady_clock::time_point::max(), own);
        throw std::runtime_error("cancelled");
    });
    EXPECT_TRUE(group.cancel());
    EXPECT_FALSE(group.cancel());
    EXPECT_EQ(thrown_by_wait(group), "cancelled");
}

TEST(a_task_group, discards_the_exception_for_which_nobody_waits) {
    task_group group;
    group.start(throws("lost"));
}

TEST(a_task_group, starts_again_after_a_wait) {
    task_group group;
    int runs = 0;
    for (int times = 1; times <= 3; ++times) {
        group.start([&runs] { ++runs; });
        group.wait();
        EXPECT_EQ(runs, times);
    }
    group.start(throws("last"));
    EXPECT_EQ(thrown_by_wait(group), "last");
    bool was_cancelled = false;
    group.start([&](const token& own) { was_cancelled = own.is_cancelled(); });
    EXPECT_EQ(thrown_by_wait(group), "nothing");
    EXPECT_TRUE(was_cancelled);
}

TEST(a_task_group, waits_for_the_children_of_its_children) {
    std::atomic<int> runs = 0;
    task_group group;
    const auto grow = [&](const auto& self, int depth) -> void {
        if (depth > 0) {
            group.start([&, depth] { self(self, depth - 1); });
            group.start([&, depth] { self(self, depth - 1); });
        }
        ++runs;
    };
    grow(grow, 5);
    group.wait();
    EXPECT_EQ(runs, 63);
}

TEST(a_task_group, is_cancelled_with_its_parent_and_not_the_reverse) {
    const cancellation_source source;
    standalone_token single;
    std::atomic<int> ended = 0;
    task_group of_source(source);
    task_group of_token(single);
    { task_group(single).start(stays_in(ended)); }
    EXPECT_EQ(ended, 1);
    of_source.start(stays_in(ended));
    of_token.start(stays_in(ended));
    EXPECT_FALSE(source.is_cancelled() || single.is_cancelled());
    source.cancel();
    of_source.wait();
    single.cancel();
    of_token.wait();
    EXPECT_EQ(ended, 3);
    task_group late(dummy_token{});
    EXPECT_FALSE(late.get_source().is_cancelled());
    EXPECT_TRUE(task_group(single).get_source().is_cancelled());
}

TEST(a_task_group, passes_arguments_and_a_token_of_its_own) {
    task_group group;
    std::string texts[2];
    const token* tokens[2] = {};
    std::latch both(2);
    const auto run = [&](const std::string& text, std::unique_ptr<int> number, const token& own) {
        texts[*number] = text;
        tokens[*number] = &own;
        both.arrive_and_wait(); // so both tokens exist at the same time
    };
    group.start(run, "some text", std::make_unique<int>(0));
    group.start(run, ", other text", std::make_unique<int>(1));
    group.wait();
    EXPECT_EQ(texts[0] + texts[1], "some text, other text");
    EXPECT_NE(tokens[0], tokens[1]);
}

/// Children that a check runs by hand, one after the other.
struct by_hand {
    struct child {
        using id = bool; // of the waiting thread: false

        bool is_started = false;
        [[nodiscard]] id get_id() const noexcept { return is_started; }
        [[nodiscard]] bool joinable() const noexcept { return is_started; }
    };
    static bool own_id() noexcept { return false; }
    template <class Run>
    static child start(const Run& run) {
        if (refuses) {
            throw std::system_error(
                std::make_error_code(std::errc::resource_unavailable_try_again));
        }
        started.emplace_back(run);
        return {true};
    }
    static void join(child& /*started*/) {
        ++joins;
        while (!started.empty()) { // the waiting thread has nothing else to do
            run_next();
        }
    }
    static void run_next() {
        const auto next = std::move(started.front());
        started.pop_front();
        next();
    }

    static inline std::deque<std::function<void()>> started;
    static inline int joins = 0;
    static inline bool refuses = false;
};

TEST(a_task_group, joins_at_a_start_the_children_that_have_ended) {
    by_hand::joins = 0;
    basic_task_group<by_hand> group;
    group.start([] {});
    group.start([] {});
    group.start([] {});
    by_hand::run_next();
    by_hand::run_next();
    EXPECT_EQ(by_hand::joins, 0);
    group.start([] {});
    EXPECT_EQ(by_hand::joins, 2);
    group.wait();
    EXPECT_EQ(by_hand::joins, 4) << "each child is joined once";
}

TEST(a_task_group, is_as_before_if_a_start_is_refused) {
    int runs = 0;
    basic_task_group<by_hand> group;
    group.start([&] { ++runs; });
    by_hand::refuses = true;
    EXPECT_THROW(group.start([&] { ++runs; }), std::system_error);
    by_hand::refuses = false;
    EXPECT_FALSE(group.get_source().is_cancelled());
    group.start([&] { ++runs; });
    group.wait();
    EXPECT_EQ(runs, 2);
}

} // namespace
} // namespace tollgate::cancel
