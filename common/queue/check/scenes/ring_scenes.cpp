// SPDX-License-Identifier: BSL-1.0
//
// Small programs in which the mistakes of mutants.txt end in a history that no sequential queue
// has: all their interleavings, in a moment.
#include "../explored_rings.hpp"

#include <gmock/gmock.h>

namespace tollgate::queue::orders {
namespace {

template <class Subject>
void expect_linearizable(const program& what) {
    EXPECT_EQ(explore<Subject>(what).wrong, "");
}

TEST(tickets, two_pushes_and_a_pop) {
    expect_linearizable<explored_tickets>({2, {{put(1)}, {put(2), take}}});
    expect_linearizable<explored_tickets>({2, {{put(1)}, {put(2)}, {take, take}}});
}

TEST(tickets, a_push_into_a_place_that_is_being_emptied) {
    expect_linearizable<explored_tickets>({2, {{take}, {take, put(3)}}, {put(1), put(2)}});
}

TEST(tickets, closed_beside_a_push) {
    expect_linearizable<explored_tickets>({1, {{put(1)}, {shut, take}}});
    expect_linearizable<explored_tickets>({1, {{put(1)}, {shut}, {take}}});
}

TEST(tickets, two_pushes_where_one_has_room) {
    expect_linearizable<explored_tickets>({3, {{put(3)}, {put(4), take}}, {put(1), put(2)}});
}

TEST(tickets, two_pops) {
    expect_linearizable<explored_tickets>({2, {{take}, {take}}, {put(1), put(2)}});
}

TEST(two_ends, closed_beside_a_push) {
    expect_linearizable<explored_spsc>({1, {{put(1)}, {take}, {shut}}});
}

/// Waits for what never comes: the explorer says so.
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

TEST(explorer, says_that_no_thread_can_go_on) {
    EXPECT_THAT(explore<forgetful_subject<lonely_ring>>({1, {{take}, {take}}}).wrong,
                testing::StartsWith("no thread can go on"));
}

} // namespace
} // namespace tollgate::queue::orders
