// SPDX-License-Identifier: BSL-1.0
//
// Tokens that pass from one shared object to another: one is linked, and one is loaded while the
// program runs. Each has inline variables of its own, so that an address identifies nothing.
#include "scripted_handler.hpp"
#include "shared_object.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>

namespace tollgate::cancel {
namespace {

const shared_object* loaded() {
    void* const object = ::dlopen(TOLLGATE_LOADED_OBJECT, RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr) {
        ADD_FAILURE() << ::dlerror(); // NOLINT(concurrency-mt-unsafe)
        return nullptr;
    }
    using entry = const shared_object* (*)();
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a function, by its name
    return reinterpret_cast<entry>(::dlsym(object, shared_object_entry))();
}

class another_object : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        other = std::string(GetParam()) == "loaded" ? loaded() : tollgate_cancel_shared_object();
        ASSERT_NE(other, nullptr);
        // Otherwise the checks below would be empty.
        ASSERT_NE(other->never, &detail::never_cancelled);
    }

    void expect_never_cancelled_here(const token& cancellation) {
        EXPECT_FALSE(cancellation.can_be_cancelled());
        EXPECT_FALSE(cancellation.is_cancelled());
        scripted_handler handler;
        const cancellation_guard guard(cancellation, handler);
        EXPECT_FALSE(guard.is_cancelled());
    }

    void expect_never_cancelled_there(const token& cancellation) {
        EXPECT_FALSE(other->can_be_cancelled(cancellation));
        EXPECT_FALSE(other->is_cancelled(cancellation));
        scripted_handler handler;
        EXPECT_TRUE(other->registers(cancellation, handler));
        EXPECT_EQ(handler.cancels + handler.resets, 0);
    }

    const shared_object* other = nullptr;
};

INSTANTIATE_TEST_SUITE_P(each, another_object, ::testing::Values("linked", "loaded"),
                         [](const auto& way) { return std::string(way.param); });

TEST_P(another_object, knows_a_dummy) {
    for (int each = 0; each < 3; ++each) {
        const dummy_token cancellation;
        expect_never_cancelled_there(cancellation);
    }
}

TEST_P(another_object, has_dummies_that_this_object_knows) {
    for (int each = 0; each < 3; ++each) {
        expect_never_cancelled_here(other->dummy());
    }
}

TEST_P(another_object, knows_a_token_that_was_moved_from) {
    const cancellation_source source;
    sourced_token cancellation = source.get_token();
    const sourced_token moved = std::move(cancellation);
    expect_never_cancelled_there(cancellation);               // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(other->copy_can_be_cancelled(cancellation)); // NOLINT(bugprone-use-after-move)
    source.cancel();
    EXPECT_TRUE(other->is_cancelled(moved));
    expect_never_cancelled_there(cancellation); // NOLINT(bugprone-use-after-move)
}

TEST_P(another_object, leaves_a_token_behind_that_this_object_knows_as_moved_from) {
    const cancellation_source source;
    sourced_token cancellation = source.get_token();
    other->moves(cancellation);
    expect_never_cancelled_here(cancellation);
    const sourced_token copy = cancellation; // NOLINT(performance-unnecessary-copy-initialization)
    expect_never_cancelled_here(copy);
    source.cancel();
    expect_never_cancelled_here(cancellation);
    expect_never_cancelled_here(copy);
}

TEST_P(another_object, registers_with_tokens_of_this_one) {
    const cancellation_source source;
    const sourced_token shared = source.get_token();
    standalone_token alone;
    scripted_handler handler;
    for (const token* cancellation :
         {static_cast<const token*>(&shared), static_cast<const token*>(&alone)}) {
        EXPECT_TRUE(other->can_be_cancelled(*cancellation));
        EXPECT_TRUE(other->registers(*cancellation, handler));
    }
    EXPECT_TRUE(source.cancel());
    EXPECT_TRUE(alone.cancel());
    for (const token* cancellation :
         {static_cast<const token*>(&shared), static_cast<const token*>(&alone)}) {
        EXPECT_TRUE(other->is_cancelled(*cancellation));
        EXPECT_FALSE(other->registers(*cancellation, handler));
    }
}

/// Each object has a thread for the deadlines of its sources.
TEST_P(another_object, has_deadlines_for_this_one) {
    const auto leader = source_with_deadline(std::chrono::hours(1));
    const auto dropped =
        other->source_with_deadline(leader.get_token(), std::chrono::milliseconds(60'000));
    const auto source =
        other->source_with_deadline(leader.get_token(), std::chrono::milliseconds(1));
    const sourced_token own = source_with_deadline(source, std::chrono::minutes(1)).get_token();
    sleep_until((std::chrono::steady_clock::time_point::max)(), own);
    EXPECT_EQ(own.reason(), reason_kind::deadline);
    EXPECT_GE(std::chrono::steady_clock::now(), own.deadline());
}

/// The owner of a token is known to each object.
TEST_P(another_object, has_the_same_number_for_a_thread) {
    EXPECT_EQ(other->this_thread_by_address(), detail::this_thread_by_address());
    std::thread([&] {
        EXPECT_EQ(other->this_thread_by_address(), detail::this_thread_by_address());
    }).join();
}

} // namespace
} // namespace tollgate::cancel
