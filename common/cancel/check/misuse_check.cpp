// SPDX-License-Identifier: BSL-1.0
//
// Misuse that would write memory after its end aborts with a sentence instead, in Release too.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/task_group.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace tollgate::cancel {
namespace {

struct misuse {
    const char* name;
    void (*act)();
    const char* message;
};

constexpr const char* twice = "a handler is registered twice";
constexpr const char* destroyed = "a token is destroyed while a handler is registered with it";
constexpr const char* reset = "a token is reset while a handler is registered with it";
constexpr const char* by_its_handler = "a standalone token is destroyed or reset by a handler";

/// Destroys the token under a guard of another thread than its owner.
template <class Token>
void destroy_under_the_guard_of_another_thread(std::optional<Token>& cancellation) {
    scripted_handler own;
    cancellation_guard(*cancellation, own).release();
    scripted_handler handler;
    std::optional<cancellation_guard> guard;
    std::thread([&] { guard.emplace(*cancellation, handler); }).join();
    cancellation.reset();
}

const misuse all_misuses[] = {
    {"handler_registered_with_two_tokens",
     [] {
         const cancellation_source source;
         const sourced_token cancellation = source.get_token();
         const sourced_token other = source.get_token();
         scripted_handler handler;
         const cancellation_guard guard(cancellation, handler);
         const cancellation_guard again(other, handler);
     },
     twice},
    {"standalone_token_destroyed_under_its_guard",
     [] {
         std::optional<standalone_token> cancellation(std::in_place);
         scripted_handler handler;
         const cancellation_guard guard(*cancellation, handler);
         cancellation.reset();
     },
     destroyed},
    {"sourced_token_destroyed_under_its_guard",
     [] {
         const cancellation_source source;
         std::optional<sourced_token> cancellation(source.get_token());
         scripted_handler handler;
         const cancellation_guard guard(*cancellation, handler);
         cancellation.reset();
     },
     destroyed},
    {"standalone_token_destroyed_under_the_guard_of_another_thread",
     [] {
         std::optional<standalone_token> cancellation(std::in_place);
         destroy_under_the_guard_of_another_thread(cancellation);
     },
     destroyed},
    {"sourced_token_destroyed_under_the_guard_of_another_thread",
     [] {
         const cancellation_source source;
         std::optional<sourced_token> cancellation(source.get_token());
         destroy_under_the_guard_of_another_thread(cancellation);
     },
     destroyed},
    {"sourced_token_destroyed_under_a_guard_that_has_outlived_one_below",
     [] {
         const cancellation_source source;
         std::optional<sourced_token> cancellation(source.get_token());
         scripted_handler lower;
         scripted_handler upper;
         std::optional<cancellation_guard> of_lower(std::in_place, *cancellation, lower);
         const cancellation_guard of_upper(*cancellation, upper);
         of_lower.reset();
         cancellation.reset();
     },
     destroyed},
    {"sourced_token_moved_under_its_guard",
     [] {
         const cancellation_source source;
         sourced_token cancellation = source.get_token();
         scripted_handler handler;
         const cancellation_guard guard(cancellation, handler);
         const sourced_token moved = std::move(cancellation);
     },
     destroyed},
    {"token_reset_under_its_guard",
     [] {
         standalone_token cancellation;
         scripted_handler handler;
         const cancellation_guard guard(cancellation, handler);
         cancellation.reset();
     },
     reset},
    {"token_reset_under_the_guard_of_a_handler_that_ran",
     [] {
         standalone_token cancellation;
         scripted_handler handler;
         const cancellation_guard guard(cancellation, handler);
         cancellation.cancel();
         cancellation.reset();
     },
     reset},
    {"standalone_token_reset_by_its_own_handler",
     [] {
         standalone_token cancellation;
         scripted_handler handler([&] { cancellation.reset(); });
         const cancellation_guard guard(cancellation, handler);
         cancellation.cancel();
     },
     by_its_handler},
    {"task_group_waited_for_by_a_child",
     [] {
         task_group group;
         group.start([&] { group.wait(); });
         group.wait();
     },
     "a task_group is waited for or destroyed by one of its children"},
};

/// Each misuse ends a process of its own.
class misuse_death : public ::testing::TestWithParam<misuse> {};
INSTANTIATE_TEST_SUITE_P(of, misuse_death, ::testing::ValuesIn(all_misuses),
                         [](const auto& each) { return std::string(each.param.name); });

TEST_P(misuse_death, prints_a_sentence_and_aborts) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto message = std::string("tollgate::cancel: ") + GetParam().message;
    EXPECT_DEATH(GetParam().act(), message);
}

} // namespace
} // namespace tollgate::cancel
