// SPDX-License-Identifier: BSL-1.0
//
// Tokens that pass from one shared object to another: one that is linked, and one that is loaded
// while the program runs. Either has inline variables of its own, so that an address says nothing.
#include "scripted_handler.hpp"
#include "shared_object.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <dlfcn.h>

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

class another_object : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        other = std::string(GetParam()) == "loaded" ? loaded() : tollgate_cancel_shared_object();
        ASSERT_NE(other, nullptr);
        // Otherwise nothing below would show anything.
        ASSERT_NE(other->never, &detail::never_cancelled);
    }

    void expect_never_cancelled_here(const token& one) {
        EXPECT_FALSE(one.can_be_cancelled());
        EXPECT_FALSE(one.is_cancelled());
        scripted_handler handler;
        const cancellation_guard guard(one, handler);
        EXPECT_FALSE(guard.is_cancelled());
    }

    void expect_never_cancelled_there(const token& one) {
        EXPECT_FALSE(other->can_be_cancelled(one));
        EXPECT_FALSE(other->is_cancelled(one));
        scripted_handler handler;
        EXPECT_TRUE(other->registers(one, handler));
        EXPECT_EQ(handler.cancels + handler.resets, 0);
    }

    const shared_object* other = nullptr;
};

INSTANTIATE_TEST_SUITE_P(each, another_object, testing::Values("linked", "loaded"),
                         [](const auto& way) { return std::string(way.param); });

TEST_P(another_object, knows_a_dummy) {
    for (int each = 0; each < 3; ++each) {
        const dummy_token one;
        expect_never_cancelled_there(one);
    }
}

TEST_P(another_object, has_dummies_that_are_known_here) {
    for (int each = 0; each < 3; ++each) {
        expect_never_cancelled_here(other->dummy());
    }
}

TEST_P(another_object, knows_a_token_that_was_moved_from) {
    const cancellation_source source;
    sourced_token one = source.get_token();
    const sourced_token moved = std::move(one);
    expect_never_cancelled_there(one);               // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(other->copy_can_be_cancelled(one)); // NOLINT(bugprone-use-after-move)
    source.cancel();
    EXPECT_TRUE(other->is_cancelled(moved));
    expect_never_cancelled_there(one); // NOLINT(bugprone-use-after-move)
}

TEST_P(another_object, leaves_a_token_behind_that_is_known_here_to_be_moved_from) {
    const cancellation_source source;
    sourced_token one = source.get_token();
    other->moves(one);
    expect_never_cancelled_here(one);
    const sourced_token copy = one; // NOLINT(performance-unnecessary-copy-initialization)
    expect_never_cancelled_here(copy);
    source.cancel();
    expect_never_cancelled_here(one);
    expect_never_cancelled_here(copy);
}

TEST_P(another_object, registers_with_tokens_of_this_one) {
    const cancellation_source source;
    const sourced_token shared = source.get_token();
    standalone_token alone;
    scripted_handler handler;
    for (const token* one :
         {static_cast<const token*>(&shared), static_cast<const token*>(&alone)}) {
        EXPECT_TRUE(other->can_be_cancelled(*one));
        EXPECT_TRUE(other->registers(*one, handler));
    }
    EXPECT_TRUE(source.cancel());
    EXPECT_TRUE(alone.cancel());
    for (const token* one :
         {static_cast<const token*>(&shared), static_cast<const token*>(&alone)}) {
        EXPECT_TRUE(other->is_cancelled(*one));
        EXPECT_FALSE(other->registers(*one, handler));
    }
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
