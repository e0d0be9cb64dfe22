// SPDX-License-Identifier: BSL-1.0
//
// Rings with a mistake, each of which the explorer must find out: by a history that no sequential
// queue has.
#include "explored_rings.hpp"
#include "wrong_rings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tollgate::queue::orders {
namespace {

template <slip Made>
std::string wrong_of(const program& what) {
    return explore<forgetful_subject<wrong_ticket_ring<Made, stepped>>>(what).wrong;
}
template <spsc_slip Made>
std::string wrong_of(const program& what) {
    return explore<mindful_subject<wrong_spsc_ring<Made, stepped>>>(what).wrong;
}

/// The same without the mistake is right.
template <auto Made, auto None = decltype(Made)::none>
void expect_found(const program& what) {
    EXPECT_EQ(wrong_of<None>(what), "");
    EXPECT_THAT(wrong_of<Made>(what), testing::StartsWith("not linearizable"));
}

TEST(wrong_ring, says_empty_while_the_place_at_the_head_is_being_filled) {
    expect_found<slip::hasty_empty>({2, {{put(1)}, {put(2), take}}});
    expect_found<slip::hasty_empty>({2, {{put(1)}, {put(2)}, {take, take}}});
}

TEST(wrong_ring, says_full_while_the_place_at_the_tail_is_being_emptied) {
    expect_found<slip::hasty_full>({2, {{take}, {take, put(3)}}, {put(1), put(2)}});
}

TEST(wrong_ring, is_closed_while_a_push_goes_on) {
    expect_found<slip::closed_beside>({1, {{put(1)}, {shut, take}}});
    expect_found<slip::closed_beside>({1, {{put(1)}, {shut}, {take}}});
}

TEST(wrong_ring, holds_more_than_its_capacity) {
    expect_found<slip::forgets_its_capacity>({3, {{put(3)}, {put(4), take}}, {put(1), put(2)}});
}

TEST(wrong_ring, gives_an_element_twice) {
    expect_found<slip::draws_by_a_store>({2, {{take}, {take}}, {put(1), put(2)}});
}

TEST(wrong_ring, of_two_is_closed_while_a_push_goes_on) {
    expect_found<spsc_slip::does_not_wait>({1, {{put(1)}, {take}, {shut}}});
    expect_found<spsc_slip::claims_nothing>({1, {{put(1)}, {take}, {shut}}});
}

TEST(wrong_ring, of_two_says_closed_to_a_push_and_then_empty_to_a_pop) {
    expect_found<spsc_slip::leaves_it_to_others>({1, {{put(1)}, {take}, {shut}}});
}

/// Waits for what never comes.
class lonely_ring {
public:
    explicit lonely_ring(std::size_t) {}
    static status try_push(int) { return status::full; }
    template <class Take>
    status try_pop(Take) {
        while (!comes_.load()) {
        }
        return status::empty;
    }
    static void close() {}

private:
    stepped<bool> comes_{false};
};

TEST(wrong_ring, in_which_nobody_goes_on) {
    EXPECT_THAT(explore<forgetful_subject<lonely_ring>>({1, {{take}, {take}}}).wrong,
                testing::StartsWith("nobody can go on"));
}

} // namespace
} // namespace tollgate::queue::orders
