// SPDX-License-Identifier: BSL-1.0
//
// A push or a pop is no cancellation point of pthread_cancel(3): the request does not change how it
// ends.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/cancelled_thread.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;
using testing::returns_though_cancelled;

template <class Kind>
class pthread_cancelled_thread : public ::testing::Test {};
TYPED_TEST_SUITE(pthread_cancelled_thread, kinds, kind_name);

TYPED_TEST(pthread_cancelled_thread, pushes_and_pops_and_waits_for_both) {
    typename TypeParam::template plain<int> tested(1);
    const cancel::standalone_token never;
    EXPECT_TRUE(returns_though_cancelled([&] {
        EXPECT_EQ(tested.pop_for(1ms, never).status(), status::timeout);
        EXPECT_EQ(tested.push(1), status::done);
        if constexpr (TypeParam::is_bounded) {
            EXPECT_EQ(tested.push_for(1ms, 2, never), status::timeout);
        }
    }));
    EXPECT_EQ(*tested.pop(), 1);
}

} // namespace
} // namespace tollgate::queue
