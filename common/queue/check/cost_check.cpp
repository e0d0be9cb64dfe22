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

// Who was told of the first looks for more before it sleeps again.
TYPED_TEST(what_is_paid, for_elements_that_come_and_go_while_one_is_woken_is_one_call) {
    typename TestFixture::queue_type tested(4);
    this->kernel_.script.push_back({.asleep = [&] {
        for (int i = 0; i < 100; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
            EXPECT_TRUE(tested.try_pop());
        }
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
        }
    }});
    EXPECT_EQ(*tested.pop(), 0);
    EXPECT_EQ(this->kernel_.waits, 1U);
    EXPECT_EQ(this->kernel_.wake_ones, 1U);
}

using many_threads_queue = for_many::scripted<int>;

TEST(what_is_paid_by_many, is_a_call_for_each_that_sleeps_and_has_something_to_come) {
    faults::scripted_kernel kernel;
    many_threads_queue tested(4);
    kernel.rescue = [&] { tested.close(); };
    kernel.script.push_back({.asleep = [&] {
        // A second one comes, and then three elements: one more than there are sleepers.
        EXPECT_TRUE(tested.pop());
    }});
    kernel.script.push_back({.asleep = [&] {
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(tested.push(i), status::done);
        }
        EXPECT_EQ(kernel.wake_ones, 2U);
    }});
    EXPECT_TRUE(tested.pop());
    EXPECT_EQ(tested.size(), 1U);
    EXPECT_EQ(kernel.waits, 2U);
    EXPECT_EQ(kernel.wake_ones, 2U);
    EXPECT_FALSE(kernel.slept_for_ever);
}

} // namespace
} // namespace tollgate::queue
