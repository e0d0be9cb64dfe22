// SPDX-License-Identifier: BSL-1.0
//
// What must be cheap, counted: calls of the kernel and readings of the clock.
#include "kinds.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/faults/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

template <class Kind>
class what_is_paid : public testing::Test {
protected:
    using queue_type = typename Kind::template scripted<int>;

    void expect_nothing() const {
        EXPECT_EQ(kernel_.waits, 0U);
        EXPECT_EQ(kernel_.wake_ones, 0U);
        EXPECT_EQ(scripted_time::readings, 0U);
    }

    faults::scripted_kernel kernel_;
};
TYPED_TEST_SUITE(what_is_paid, kinds, kind_name);

TYPED_TEST(what_is_paid, with_nobody_waiting_is_nothing_to_the_kernel) {
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        typename TestFixture::queue_type tested(capacity);
        for (int i = 0; i < 1000; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
            EXPECT_TRUE(tested.pop());
            EXPECT_EQ(tested.push_for(1h, i), status::done);
            EXPECT_TRUE(tested.pop_for(1h));
        }
    }
    this->expect_nothing();
}

TYPED_TEST(what_is_paid, for_a_queue_that_is_full_or_empty_is_nothing_for_a_try) {
    typename TestFixture::queue_type tested(1);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(tested.try_pop().status(), status::empty);
        EXPECT_EQ(tested.push(i), status::done);
        EXPECT_EQ(tested.try_push(i), status::full);
        EXPECT_TRUE(tested.pop());
    }
    this->expect_nothing();
}

// The line is as it was before.
TYPED_TEST(what_is_paid, after_waits_of_all_endings_is_nothing_again) {
    typename TestFixture::queue_type tested(1);
    cancel::standalone_token by;
    this->kernel_.script.push_back({.asleep = [&] { by.cancel(); }});
    EXPECT_EQ(tested.pop(by).status(), status::cancelled);
    EXPECT_EQ(tested.pop_for(1ms).status(), status::timeout);
    this->kernel_.script.push_back({.asleep = [&] { EXPECT_EQ(tested.push(1), status::done); }});
    EXPECT_TRUE(tested.pop());
    EXPECT_EQ(tested.push(1), status::done);
    EXPECT_EQ(tested.push_for(1ms, 2), status::timeout);
    this->kernel_.script.push_back({.asleep = [&] { EXPECT_TRUE(tested.pop()); }});
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
