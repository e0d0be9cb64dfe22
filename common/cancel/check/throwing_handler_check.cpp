// SPDX-License-Identifier: BSL-1.0
//
// A handler that throws: the others run, the canceller gets to know, and all stays usable.
#include "every_token.hpp"
#include "seen_asleep.hpp"

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

namespace tollgate::cancel {
namespace {

class a_throwing_handler : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_throwing_handler, testing::ValuesIn(all_token_cases()),
                         token_case_name);

[[noreturn]] void fail_as(const char* name) {
    throw std::runtime_error(name);
}

template <class Cancellable>
std::string what_leaves(Cancellable& subject) {
    try {
        subject.cancel();
        return "nothing";
    } catch (const std::runtime_error& thrown) {
        return thrown.what();
    }
}

TEST_P(a_throwing_handler, keeps_no_other_one_from_running) {
    scripted_handler lower;
    scripted_handler first_to_throw([] { fail_as("first"); });
    scripted_handler middle;
    scripted_handler second_to_throw([] { fail_as("second"); });
    scripted_handler elsewhere;
    const cancellation_guard of_lower(subject.get(), lower);
    const cancellation_guard of_the_first(subject.get(), first_to_throw);
    const cancellation_guard of_middle(subject.get(), middle);
    const cancellation_guard of_the_second(subject.get(), second_to_throw);
    const cancellation_guard of_elsewhere(subject.second(), elsewhere);
    EXPECT_EQ(what_leaves(subject), "first");
    EXPECT_EQ(lower.cancels, 1);
    EXPECT_EQ(middle.cancels, 1);
    EXPECT_EQ(second_to_throw.cancels, 1);
    EXPECT_EQ(elsewhere.cancels, 1);
}

TEST_P(a_throwing_handler, leaves_the_token_usable) {
    scripted_handler handler([] { fail_as("it"); });
    {
        const cancellation_guard guard(subject.get(), handler);
        EXPECT_EQ(what_leaves(subject), "it");
    }
    EXPECT_EQ(handler.resets, 1);
    EXPECT_TRUE(subject.get().is_cancelled());
    EXPECT_FALSE(subject.cancel());
    scripted_handler late;
    {
        const cancellation_guard refused(subject.get(), late);
        EXPECT_TRUE(refused.is_cancelled());
    }
    EXPECT_EQ(late.cancels + late.resets, 0);
}

TEST_P(a_throwing_handler, is_waited_for_like_any_other) {
    std::promise<long> who_waits;
    std::latch runs(1);
    int payload = 0;
    scripted_handler handler([&] {
        runs.count_down();
        seen_asleep(who_waits.get_future().get());
        payload = 42;
        fail_as("it");
    });
    std::optional<cancellation_guard> guard(std::in_place, subject.get(), handler);
    std::string left;
    std::thread canceller([&] { left = what_leaves(subject); });
    runs.wait();
    who_waits.set_value(own_thread_id());
    guard.reset();
    EXPECT_EQ(payload, 42);
    canceller.join();
    EXPECT_EQ(left, "it");
}

TEST_P(a_throwing_handler, may_have_destroyed_its_guard) {
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    handler.at_cancel = [&] {
        guard.reset();
        fail_as("it");
    };
    scripted_handler lower;
    const cancellation_guard of_lower(subject.get(), lower);
    guard.emplace(subject.get(), handler);
    EXPECT_EQ(what_leaves(subject), "it");
    EXPECT_EQ(lower.cancels, 1);
}

TEST(a_throwing_handler_of_a_standalone_token, lets_it_be_reset) {
    standalone_token subject;
    for (int i = 0; i < 100; ++i) {
        scripted_handler handler([] { fail_as("it"); });
        {
            const cancellation_guard guard(subject, handler);
            ASSERT_EQ(what_leaves(subject), "it");
        }
        subject.reset();
        ASSERT_FALSE(subject.is_cancelled());
    }
}

TEST(a_throwing_handler_in_a_tree, keeps_none_of_the_tree_from_running) {
    const cancellation_source leader;
    const auto left = cancellation_source::following(leader);
    const auto right = cancellation_source::following(leader);
    const auto below = cancellation_source::following(left);
    const sourced_token tokens[] = {leader.get_token(), left.get_token(), right.get_token(),
                                    below.get_token()};
    scripted_handler handlers[] = {
        scripted_handler([] { fail_as("leader"); }), scripted_handler([] { fail_as("left"); }),
        scripted_handler([] { fail_as("right"); }), scripted_handler([] { fail_as("below"); })};
    std::optional<cancellation_guard> guards[4];
    for (int i = 0; i < 4; ++i) {
        guards[i].emplace(tokens[i], handlers[i]);
    }
    EXPECT_EQ(what_leaves(leader), "leader");
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(tokens[i].is_cancelled());
        EXPECT_EQ(handlers[i].cancels, 1);
        EXPECT_EQ(guards[i]->release(), release_result::ran);
    }
}

} // namespace
} // namespace tollgate::cancel
