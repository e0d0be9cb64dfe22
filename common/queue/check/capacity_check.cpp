// SPDX-License-Identifier: BSL-1.0
//
// A queue holds exactly as many elements as it was made for.
#include "kinds.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace tollgate::queue {
namespace {

template <class Kind>
class a_capacity : public testing::Test {
protected:
    using queue_type = typename Kind::template plain<std::size_t>;

    static void expect_fills_and_empties(queue_type& tested, std::size_t capacity) {
        EXPECT_EQ(tested.try_pop().status(), status::empty);
        for (std::size_t i = 0; i < capacity; ++i) {
            ASSERT_EQ(tested.size(), i);
            ASSERT_EQ(tested.try_push(i), status::done);
        }
        EXPECT_EQ(tested.size(), capacity);
        EXPECT_EQ(tested.try_push(0U), status::full);
        EXPECT_EQ(tested.size(), capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            auto got = tested.try_pop();
            ASSERT_TRUE(got);
            ASSERT_EQ(*got, i);
            ASSERT_EQ(tested.size(), capacity - i - 1);
        }
        EXPECT_EQ(tested.try_pop().status(), status::empty);
    }
};
TYPED_TEST_SUITE(a_capacity, kinds, kind_name);

TYPED_TEST(a_capacity, is_exact_wherever_in_the_ring_the_queue_begins) {
    for (const std::size_t capacity : {1U, 2U, 3U, 5U, 64U}) {
        SCOPED_TRACE(capacity);
        typename TestFixture::queue_type tested(capacity);
        EXPECT_EQ(tested.capacity(), capacity);
        EXPECT_EQ(tested.size(), 0U);
        for (int begin = 0; begin < 200; ++begin) {
            this->expect_fills_and_empties(tested, capacity);
            ASSERT_EQ(tested.push(0U), status::done);
            ASSERT_TRUE(tested.pop());
        }
    }
}

// One in, one out, at the brim: what the producer knew of the consumer is always out of date.
TYPED_TEST(a_capacity, is_exact_for_a_queue_that_stays_full) {
    for (const std::size_t capacity : {1U, 2U, 3U, 5U, 64U}) {
        SCOPED_TRACE(capacity);
        typename TestFixture::queue_type tested(capacity);
        std::size_t in = 0;
        while (tested.try_push(in) == status::done) {
            ++in;
        }
        EXPECT_EQ(in, capacity);
        for (std::size_t out = 0; out < 1000; ++out) {
            ASSERT_EQ(*tested.try_pop(), out);
            ASSERT_EQ(tested.size(), capacity - 1);
            ASSERT_EQ(tested.try_push(in++), status::done);
            ASSERT_EQ(tested.try_push(in), status::full);
        }
    }
}

TYPED_TEST(a_capacity, of_nothing_is_none) {
    EXPECT_THROW(typename TestFixture::queue_type(0), std::invalid_argument);
}

// It could not even be rounded up.
TYPED_TEST(a_capacity, that_nobody_can_count_is_none) {
    constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max();
    EXPECT_THROW(typename TestFixture::queue_type{too_many}, std::invalid_argument);
}

} // namespace
} // namespace tollgate::queue
