// SPDX-License-Identifier: BSL-1.0
//
// What a handler may do to guards: to its own, and to others of the same cancellation.
#include "every_token.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_handler : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_handler, testing::ValuesIn(all_token_cases()), token_case_name);

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
    auto one = std::make_unique<request>(subject.get());
    one->handler.at_cancel = [&] {
        ++runs;
        one.reset();
    };
    subject.cancel();
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(one, nullptr);
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

/// Two handlers, each of which destroys the guard of the other: one runs, whichever it is, and it
/// alone.
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

TEST_P(a_handler, may_destroy_another_one_of_a_second_token_that_did_not_run_yet) {
    let_one_destroy_the_other(subject, subject.get(), subject.second());
}

TEST_P(a_handler, may_destroy_another_one_of_a_second_token_that_registered_before) {
    let_one_destroy_the_other(subject, subject.second(), subject.get());
}

/// A handler in the middle, so that what is below it has run and what is above has not.
TEST_P(a_handler, finds_what_became_of_those_above_and_below) {
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

TEST_P(a_handler, may_destroy_all_that_are_above) {
    scripted_handler upper[5];
    std::vector<std::unique_ptr<cancellation_guard>> guards;
    scripted_handler lower([&] { guards.clear(); });
    const cancellation_guard guard(subject.get(), lower);
    for (scripted_handler& one : upper) {
        guards.push_back(std::make_unique<cancellation_guard>(subject.get(), one));
    }
    subject.cancel();
    EXPECT_EQ(lower.cancels, 1);
    for (const scripted_handler& one : upper) {
        EXPECT_EQ(one.cancels + one.resets, 0);
    }
}

} // namespace
} // namespace tollgate::cancel
