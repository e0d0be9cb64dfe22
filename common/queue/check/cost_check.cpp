// SPDX-License-Identifier: BSL-1.0
//
// Counts system calls and clock readings.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

template <class Kind>
class cost : public ::testing::Test {
protected:
    using queue_type = typename Kind::template scripted<int>;

    void expect_nothing() const {
        EXPECT_EQ(kernel_.waits, 0U);
        EXPECT_EQ(kernel_.wake_ones, 0U);
        EXPECT_EQ(scripted_time::readings, 0U);
    }

    testing::scripted_kernel kernel_;
};
TYPED_TEST_SUITE(cost, kinds, kind_name);

TYPED_TEST(cost, is_no_system_call_if_no_thread_waits) {
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        typename TestFixture::queue_type tested(capacity);
        for (int i = 0; i < 1000; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
            EXPECT_TRUE(tested.pop());
            EXPECT_EQ(push_within_an_hour(tested, i), status::done);
            EXPECT_TRUE(tested.pop_for(1h));
        }
    }
    this->expect_nothing();
}

TYPED_TEST(cost, of_a_try_on_a_full_or_empty_queue_is_no_system_call) {
    typename TestFixture::queue_type tested(1);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(tested.try_pop().status(), status::empty);
        EXPECT_EQ(tested.push(i), status::done);
        if constexpr (TypeParam::is_bounded) {
            EXPECT_EQ(tested.try_push(i), status::full);
        }
        EXPECT_TRUE(tested.pop());
    }
    this->expect_nothing();
}

// Each wait leaves the wait queue as it was.
TYPED_TEST(cost, is_no_system_call_again_after_waits_of_all_endings) {
    typename TestFixture::queue_type tested(1);
    cancel::standalone_token by;
    this->kernel_.script.push_back({.asleep = [&] { by.cancel(); }});
    EXPECT_EQ(tested.pop(by).status(), status::cancelled);
    EXPECT_EQ(tested.pop_for(1ms).status(), status::timeout);
    this->kernel_.script.push_back({.asleep = [&] { EXPECT_EQ(tested.push(1), status::done); }});
    EXPECT_TRUE(tested.pop());
    EXPECT_EQ(tested.push(1), status::done);
    if constexpr (TypeParam::is_bounded) {
        EXPECT_EQ(tested.push_for(1ms, 2), status::timeout);
        this->kernel_.script.push_back({.asleep = [&] { EXPECT_TRUE(tested.pop()); }});
    } else {
        EXPECT_TRUE(tested.pop());
    }
    EXPECT_EQ(tested.push(2), status::done);
    EXPECT_TRUE(tested.pop());
    EXPECT_FALSE(this->kernel_.slept_for_ever);
    this->kernel_.forget_counts();
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(tested.push(i), status::done);
        EXPECT_TRUE(tested.pop());
    }
    this->expect_nothing();
}

} // namespace
} // namespace tollgate::queue
