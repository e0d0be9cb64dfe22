// SPDX-License-Identifier: BSL-1.0
//
// Histories written by hand: what the checker must accept, and what it must not.
#include "linearizable.hpp"

#include <gtest/gtest.h>

namespace tollgate::queue::orders {
namespace {

constexpr auto done = status::done;

call pushed(int value, std::uint64_t from, std::uint64_t to, status how = done) {
    return {operation::try_push, value, how, 0, from, to};
}
call popped_value(int value, std::uint64_t from, std::uint64_t to) {
    return {operation::try_pop, value, done, 1, from, to};
}
call popped_none(status how, std::uint64_t from, std::uint64_t to) {
    return {operation::try_pop, 0, how, 1, from, to};
}
call closing(std::uint64_t from, std::uint64_t to) {
    return {operation::close, 0, done, 2, from, to};
}

TEST(linearizable, one_call_after_the_other) {
    EXPECT_TRUE(is_linearizable({}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 1), pushed(2, 2, 3), popped_value(1, 4, 5),
                                 popped_value(2, 6, 7), popped_none(status::empty, 8, 9)},
                                2));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 1), pushed(2, 2, 3, status::full), closing(4, 5),
                                 pushed(3, 6, 7, status::closed), popped_value(1, 8, 9),
                                 popped_none(status::closed, 10, 11)},
                                1));
}

TEST(linearizable, first_in_first_out) {
    EXPECT_FALSE(is_linearizable(
        {pushed(1, 0, 1), pushed(2, 2, 3), popped_value(2, 4, 5), popped_value(1, 6, 7)}, 2));
    // Pushed at the same time, in either order; popped at the same time likewise.
    EXPECT_TRUE(is_linearizable(
        {pushed(1, 0, 3), pushed(2, 1, 2), popped_value(2, 4, 5), popped_value(1, 6, 7)}, 2));
    EXPECT_TRUE(is_linearizable(
        {pushed(1, 0, 1), pushed(2, 2, 3), popped_value(2, 4, 7), popped_value(1, 5, 6)}, 2));
    // Both at once would have to be in two orders.
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 1), pushed(2, 2, 5), pushed(3, 3, 4), popped_value(3, 6, 7),
                         popped_value(1, 8, 11), popped_value(2, 9, 10)},
                        3));
}

TEST(linearizable, empty_is_exact) {
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1), popped_none(status::empty, 2, 3)}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 3), popped_none(status::empty, 1, 2)}, 1));
    // 1 is not there yet and then 2 is, certainly.
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 7), pushed(2, 1, 2), popped_none(status::empty, 3, 4)}, 2));
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 1), popped_value(1, 2, 5), popped_value(1, 3, 4)}, 1));
}

TEST(linearizable, full_is_exact) {
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 3), pushed(2, 1, 2, status::full)}, 1));
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1), pushed(2, 2, 3, status::full)}, 2));
    EXPECT_FALSE(is_linearizable(
        {pushed(1, 0, 1), popped_value(1, 2, 3), pushed(2, 4, 5, status::full)}, 1));
    EXPECT_TRUE(is_linearizable(
        {pushed(1, 0, 1), popped_value(1, 2, 5), pushed(2, 3, 4, status::full)}, 1));
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1), pushed(2, 2, 3)}, 1));
}

TEST(linearizable, nothing_is_pushed_once_it_is_closed) {
    EXPECT_FALSE(is_linearizable({closing(0, 1), pushed(1, 2, 3)}, 1));
    EXPECT_TRUE(is_linearizable({closing(0, 3), pushed(1, 1, 2)}, 1));
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1, status::closed), closing(2, 3)}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 3, status::closed), closing(1, 2)}, 1));
    // Who is told so tells all that come later, though close() has not returned.
    EXPECT_FALSE(is_linearizable(
        {closing(0, 9), pushed(1, 1, 2, status::closed), popped_none(status::empty, 3, 4)}, 1));
    EXPECT_FALSE(
        is_linearizable({closing(0, 9), popped_none(status::closed, 1, 2), pushed(1, 3, 4)}, 1));
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 1), closing(2, 3), pushed(2, 4, 5, status::full)}, 1));
}

TEST(linearizable, what_is_inside_is_popped_before_closed_is_said) {
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 1), closing(2, 3), popped_none(status::closed, 4, 5)}, 1));
    EXPECT_FALSE(is_linearizable({closing(0, 1), popped_none(status::empty, 2, 3)}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 1), closing(2, 5), popped_value(1, 3, 4)}, 1));
}

TEST(linearizable, nothing_is_lost_doubled_or_invented) {
    EXPECT_FALSE(is_linearizable(
        {pushed(1, 0, 1), pushed(2, 2, 3), popped_value(2, 4, 5), popped_none(status::empty, 6, 7)},
        2));
    EXPECT_FALSE(
        is_linearizable({pushed(1, 0, 1), popped_value(1, 2, 3), popped_value(1, 4, 5)}, 2));
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1), popped_value(2, 2, 3)}, 2));
    EXPECT_FALSE(is_linearizable({popped_value(1, 0, 1), pushed(1, 2, 3)}, 2));
}

TEST(linearizable, a_wait_that_was_given_up_had_to_wait) {
    const call given_up{operation::pop, 0, status::cancelled, 1, 2, 5};
    EXPECT_TRUE(is_linearizable({given_up}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 3, 4), given_up}, 1));
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1), given_up}, 1));
    const call too_late{operation::push, 2, status::timeout, 1, 2, 3};
    EXPECT_FALSE(is_linearizable({too_late}, 1));
    EXPECT_TRUE(is_linearizable({pushed(1, 0, 1), too_late}, 1));
    EXPECT_FALSE(is_linearizable({{operation::pop, 0, status::empty, 1, 2, 3}}, 1));
}

TEST(linearizable, each_call_gives_only_answers_of_its_own) {
    EXPECT_FALSE(is_linearizable({pushed(1, 0, 1, status::empty)}, 1));
    EXPECT_FALSE(is_linearizable({popped_none(status::full, 0, 1)}, 1));
    EXPECT_FALSE(is_linearizable({popped_none(status::cancelled, 0, 1)}, 1));
}

} // namespace
} // namespace tollgate::queue::orders
