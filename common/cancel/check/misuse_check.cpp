// SPDX-License-Identifier: BSL-1.0
//
// What would end in memory written after its end is said aloud instead, in Release too.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace tollgate::cancel {
namespace {

/// Called in processes of their own, which they end.
class misuse_death : public testing::TestWithParam<policy> {
protected:
    misuse_death() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
INSTANTIATE_TEST_SUITE_P(of, misuse_death,
                         testing::Values(policy::symmetric, policy::asymmetric, policy::adaptive));

TEST_P(misuse_death, a_handler_registered_twice) {
    EXPECT_DEATH(
        {
            const standalone_token one(GetParam());
            scripted_handler handler;
            const cancellation_guard guard(one, handler);
            const cancellation_guard again(one, handler);
        },
        "tollgate::cancel: a handler is registered twice");
}

TEST_P(misuse_death, a_handler_registered_with_two_tokens) {
    EXPECT_DEATH(
        {
            const cancellation_source source(GetParam());
            const sourced_token one = source.get_token();
            const sourced_token other = source.get_token();
            scripted_handler handler;
            const cancellation_guard guard(one, handler);
            const cancellation_guard again(other, handler);
        },
        "tollgate::cancel: a handler is registered twice");
}

TEST_P(misuse_death, a_standalone_token_destroyed_under_its_guard) {
    EXPECT_DEATH(
        {
            std::optional<standalone_token> one(std::in_place, GetParam());
            scripted_handler handler;
            const cancellation_guard guard(*one, handler);
            one.reset();
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

TEST_P(misuse_death, a_sourced_token_destroyed_under_its_guard) {
    EXPECT_DEATH(
        {
            const cancellation_source source(GetParam());
            std::optional<sourced_token> one(source.get_token());
            scripted_handler handler;
            const cancellation_guard guard(*one, handler);
            one.reset();
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

/// Which is not the first one to have a guard.
template <class Token>
void destroy_under_the_guard_of_another_thread(std::optional<Token>& one) {
    scripted_handler own;
    cancellation_guard(*one, own).release();
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    std::thread([&] { guard.emplace(*one, handler); }).join();
    one.reset();
}

TEST_P(misuse_death, a_standalone_token_destroyed_under_the_guard_of_another_thread) {
    EXPECT_DEATH(
        {
            std::optional<standalone_token> one(std::in_place, GetParam());
            destroy_under_the_guard_of_another_thread(one);
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

TEST_P(misuse_death, a_sourced_token_destroyed_under_the_guard_of_another_thread) {
    EXPECT_DEATH(
        {
            const cancellation_source source(GetParam());
            std::optional<sourced_token> one(source.get_token());
            destroy_under_the_guard_of_another_thread(one);
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

TEST_P(misuse_death, a_sourced_token_destroyed_under_a_guard_that_has_outlived_one_below) {
    EXPECT_DEATH(
        {
            const cancellation_source source(GetParam());
            std::optional<sourced_token> one(source.get_token());
            scripted_handler lower;
            scripted_handler upper;
            std::optional<cancellation_guard> of_lower(std::in_place, *one, lower);
            const cancellation_guard of_upper(*one, upper);
            of_lower.reset();
            one.reset();
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

TEST_P(misuse_death, a_sourced_token_moved_under_its_guard) {
    EXPECT_DEATH(
        {
            const cancellation_source source(GetParam());
            sourced_token one = source.get_token();
            scripted_handler handler;
            const cancellation_guard guard(one, handler);
            const sourced_token moved = std::move(one);
        },
        "tollgate::cancel: a token is destroyed while a handler is registered with it");
}

TEST_P(misuse_death, a_token_reset_under_its_guard) {
    EXPECT_DEATH(
        {
            standalone_token one(GetParam());
            scripted_handler handler;
            const cancellation_guard guard(one, handler);
            one.reset();
        },
        "tollgate::cancel: a token is reset while a handler is registered with it");
}

TEST_P(misuse_death, a_token_reset_under_the_guard_of_a_handler_that_ran) {
    EXPECT_DEATH(
        {
            standalone_token one(GetParam());
            scripted_handler handler;
            const cancellation_guard guard(one, handler);
            one.cancel();
            one.reset();
        },
        "tollgate::cancel: a token is reset while a handler is registered with it");
}

TEST_P(misuse_death, a_standalone_token_destroyed_by_its_own_handler) {
    EXPECT_DEATH(
        {
            std::optional<standalone_token> one(std::in_place, GetParam());
            scripted_handler handler([&] { one.reset(); });
            const cancellation_guard guard(*one, handler);
            one->cancel();
        },
        "tollgate::cancel: a standalone token is destroyed or reset by a handler");
}

TEST_P(misuse_death, a_standalone_token_reset_by_its_own_handler) {
    EXPECT_DEATH(
        {
            standalone_token one(GetParam());
            scripted_handler handler([&] { one.reset(); });
            const cancellation_guard guard(one, handler);
            one.cancel();
        },
        "tollgate::cancel: a standalone token is destroyed or reset by a handler");
}

} // namespace
} // namespace tollgate::cancel
