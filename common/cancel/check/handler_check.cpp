// SPDX-License-Identifier: BSL-1.0
//
// The rights of handlers: to destroy guards, their own and others of the same cancellation; to
// cancel other sources; and to throw.
#include "cancellable.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

namespace tollgate::cancel {
namespace {

class a_handler : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_handler, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(a_handler, may_destroy_its_own_guard) {
    int resets_at_once = 0;
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    handler.at_cancel = [&] {
        guard.reset();
        resets_at_once = handler.resets;
    };
    scripted_handler below;
    const cancellation_guard of_below(subject.get(), below);
    guard.emplace(subject.get(), handler);
    subject.cancel();
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_EQ(resets_at_once, 1);
    EXPECT_EQ(handler.resets, 1);
    EXPECT_EQ(below.cancels, 1);
}

TEST_P(a_handler, may_release_its_own_guard_without_waiting) {
    std::optional<release_result> result;
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    handler.at_cancel = [&] { result = guard->try_release(); };
    guard.emplace(subject.get(), handler);
    subject.cancel();
    EXPECT_EQ(result, release_result::ran);
    guard.reset();
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_handler, may_destroy_its_guard_and_itself) {
    struct request {
        explicit request(const token& with) : guard(with, handler) {}
        scripted_handler handler;
        cancellation_guard guard;
    };
    int runs = 0;
    auto registered = std::make_unique<request>(subject.get());
    registered->handler.at_cancel = [&] {
        ++runs;
        registered.reset();
    };
    subject.cancel();
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(registered, nullptr);
}

TEST_P(a_handler, may_destroy_its_guard_in_its_reset) {
    std::unique_ptr<cancellation_guard> guard;
    scripted_handler handler(nullptr, [&] { guard.reset(); });
    guard = std::make_unique<cancellation_guard>(subject.get(), handler);
    subject.cancel();
    guard->release();
    EXPECT_EQ(guard, nullptr);
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_handler, may_register_its_successor_elsewhere_and_itself_again) {
    cancellable another(GetParam());
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    std::optional<cancellation_guard> again;
    handler.at_cancel = [&] {
        if (handler.cancels == 1) {
            guard.reset();
            again.emplace(another.get(), handler);
        }
    };
    guard.emplace(subject.get(), handler);
    subject.cancel();
    EXPECT_EQ(handler.cancels, 1);
    another.cancel();
    EXPECT_EQ(handler.cancels, 2);
}

TEST_P(a_handler, is_refused_when_registered_by_another_one) {
    bool refused = false;
    scripted_handler late;
    scripted_handler handler([&] {
        const cancellation_guard guard(subject.get(), late);
        refused = guard.is_cancelled();
    });
    scripted_handler below;
    const cancellation_guard of_below(subject.get(), below);
    const cancellation_guard guard(subject.get(), handler);
    subject.cancel();
    EXPECT_TRUE(refused);
    EXPECT_EQ(late.cancels + late.resets, 0);
    EXPECT_EQ(below.cancels, 1);
}

/// Two handlers destroy each other's guards: exactly one of them runs.
void let_one_destroy_the_other(cancellable& subject, const token& of_the_first,
                               const token& of_the_second) {
    auto first = std::make_unique<scripted_handler>();
    auto second = std::make_unique<scripted_handler>();
    std::optional<cancellation_guard> guards[2];
    int runs = 0;
    first->at_cancel = [&] {
        ++runs;
        guards[1].reset();
        second.reset();
    };
    second->at_cancel = [&] {
        ++runs;
        guards[0].reset();
        first.reset();
    };
    guards[0].emplace(of_the_first, *first);
    guards[1].emplace(of_the_second, *second);
    subject.cancel();
    EXPECT_EQ(runs, 1);
    EXPECT_NE(first == nullptr, second == nullptr);
    EXPECT_NE(guards[0].has_value(), guards[1].has_value());
}

TEST_P(a_handler, may_destroy_another_one_of_the_same_token_that_did_not_run_yet) {
    let_one_destroy_the_other(subject, subject.get(), subject.get());
}

TEST_P(a_handler, may_destroy_one_of_another_token_that_did_not_run_yet) {
    let_one_destroy_the_other(subject, subject.get(), subject.second());
}

/// A handler in the middle: the handler below has run, and the handler above has not.
TEST_P(a_handler, gets_the_results_of_the_handlers_above_and_below) {
    std::optional<release_result> above;
    std::optional<release_result> below;
    scripted_handler lower;
    scripted_handler middle;
    scripted_handler upper;
    std::optional<cancellation_guard> guards[3];
    middle.at_cancel = [&] {
        below = guards[0]->try_release();
        above = guards[2]->try_release();
    };
    guards[0].emplace(subject.get(), lower);
    guards[1].emplace(subject.get(), middle);
    guards[2].emplace(subject.get(), upper);
    subject.cancel();
    EXPECT_EQ(below, release_result::ran);
    EXPECT_EQ(above, release_result::removed);
    EXPECT_EQ(lower.cancels, 1);
    EXPECT_EQ(lower.resets, 1);
    EXPECT_EQ(middle.cancels, 1);
    EXPECT_EQ(upper.cancels + upper.resets, 0);
}

class crossed_sources : public every_token {
protected:
    cancellable other{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(of, crossed_sources, ::testing::ValuesIn(all_token_cases()),
                         token_case_name);

/// The inner cancellation destroys the guard whose handler called it, and that handler goes on.
TEST_P(crossed_sources, may_destroy_the_guard_of_the_outer_handler) {
    scripted_handler first;
    std::optional<cancellation_guard> of_first;
    bool went_on = false;
    first.at_cancel = [&] {
        other.cancel();
        went_on = true;
    };
    scripted_handler second([&] { of_first.reset(); });
    of_first.emplace(subject.get(), first);
    const cancellation_guard of_second(other.get(), second);
    subject.cancel();
    EXPECT_TRUE(went_on);
    EXPECT_EQ(first.resets, 1);
    EXPECT_EQ(second.cancels, 1);
}

TEST_P(crossed_sources, cancel_each_other_on_two_threads) {
    std::latch both_run(2);
    bool second_again = true;
    bool first_again = true;
    scripted_handler first([&] {
        both_run.arrive_and_wait();
        second_again = other.cancel();
    });
    scripted_handler second([&] {
        both_run.arrive_and_wait();
        first_again = subject.cancel();
    });
    const cancellation_guard of_first(subject.get(), first);
    const cancellation_guard of_second(other.get(), second);
    std::thread canceller([&] { EXPECT_TRUE(other.cancel()); });
    EXPECT_TRUE(subject.cancel());
    canceller.join();
    EXPECT_FALSE(first_again);
    EXPECT_FALSE(second_again);
    EXPECT_EQ(first.cancels, 1);
    EXPECT_EQ(second.cancels, 1);
}

/// With guards that wait, these two would wait for each other for ever.
TEST_P(crossed_sources, try_to_release_each_others_guards_on_two_threads) {
    std::latch both_run(2);
    std::latch both_tried(2);
    std::optional<release_result> found[2];
    scripted_handler first;
    scripted_handler second;
    cancellation_guard of_first(subject.get(), first);
    cancellation_guard of_second(other.get(), second);
    first.at_cancel = [&] {
        both_run.arrive_and_wait();
        found[0] = of_second.try_release();
        both_tried.arrive_and_wait();
    };
    second.at_cancel = [&] {
        both_run.arrive_and_wait();
        found[1] = of_first.try_release();
        both_tried.arrive_and_wait();
    };
    std::thread canceller([&] { other.cancel(); });
    subject.cancel();
    canceller.join();
    EXPECT_EQ(found[0], release_result::running);
    EXPECT_EQ(found[1], release_result::running);
    EXPECT_EQ(of_first.release(), release_result::ran);
    EXPECT_EQ(of_second.release(), release_result::ran);
}

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

TEST_P(a_handler, that_throws_keeps_no_other_one_from_running) {
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

TEST_P(a_handler, that_throws_leaves_the_token_usable) {
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

TEST_P(a_handler, that_throws_may_have_destroyed_its_guard) {
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

TEST(a_handler_that_throws_in_a_tree, keeps_none_of_the_tree_from_running) {
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
