// SPDX-License-Identifier: BSL-1.0
//
// A question and its answer, in all orders that matter. The check calls the handler itself.
#include "../src/stack.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tollgate::liveness::detail {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

const char places[4]{};

/// Writes this number of calls.
auto calls(std::size_t count) {
    return [count](stack_mailbox::frames& into) {
        for (std::size_t i = 0; i < count; ++i) {
            into[i] = &places[i];
        }
        return count;
    };
}

std::size_t never(stack_mailbox::frames& /*into*/) {
    ADD_FAILURE() << "there was no question";
    return 0;
}

constexpr auto past = steady_clock::time_point();

TEST(a_stack_mailbox, has_the_answer_of_the_thread_that_was_asked) {
    stack_mailbox box;
    box.answer(7, never);
    box.answer(0, never);
    ASSERT_TRUE(box.ask(7));
    box.answer(8, never);
    box.answer(7, calls(3));
    box.answer(7, never);
    const auto frames = box.wait_until(past);
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[2], &places[2]);
    ASSERT_TRUE(box.ask(8)) << "and can be asked again";
    box.answer(8, calls(1));
    EXPECT_EQ(box.wait_until(past).size(), 1U);
}

TEST(a_stack_mailbox, is_empty_without_an_answer_in_time) {
    stack_mailbox box;
    ASSERT_TRUE(box.ask(7));
    EXPECT_TRUE(box.wait_until(past).empty());
    box.answer(7, never);
    ASSERT_TRUE(box.ask(9));
    EXPECT_TRUE(box.wait_until(steady_clock::now() + 1ms).empty());
}

TEST(a_stack_mailbox, is_left_alone_while_a_late_thread_writes) {
    stack_mailbox box;
    ASSERT_TRUE(box.ask(7));
    box.answer(7, [&box](stack_mailbox::frames& into) {
        // The thread is stopped here for a while.
        EXPECT_TRUE(box.wait_until(past).empty());
        EXPECT_FALSE(box.ask(7));
        EXPECT_FALSE(box.ask(8));
        return calls(2)(into);
    });
    ASSERT_TRUE(box.ask(8)) << "when it has gone on, others are heard";
    EXPECT_TRUE(box.wait_until(past).empty()) << "the old answer is for another question";
    ASSERT_TRUE(box.ask(8));
    box.answer(8, calls(1));
    EXPECT_EQ(box.wait_until(past).size(), 1U);
}

TEST(a_stack_mailbox, gives_a_whole_answer_or_nothing_when_the_asker_may_give_up) {
    stack_mailbox box;
    for (std::uint32_t id = 1; id <= 1000; ++id) {
        ASSERT_TRUE(box.ask(id));
        std::thread handler([&box, id] { box.answer(id, calls(4)); });
        const auto frames =
            id % 2 == 0 ? box.take_back() : box.wait_until(steady_clock::now() + 10min);
        EXPECT_TRUE((id % 2 == 0 && frames.empty()) || frames.size() == 4) << frames.size();
        handler.join();
    }
}

} // namespace
} // namespace tollgate::liveness::detail
