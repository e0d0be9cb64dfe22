// SPDX-License-Identifier: BSL-1.0
//
// Whether the rings are linearizable: all interleavings of small programs, and where those are too
// many, all with so many preemptions at most.
#include "explored_rings.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace tollgate::queue::orders {
namespace {

/// A ring of three has four places.
class interleavings : public testing::TestWithParam<std::size_t> {
protected:
    template <class Subject>
    static void expect_linearizable(std::vector<std::vector<order>> threads,
                                    std::vector<order> before = {},
                                    std::size_t preemptions = program::unlimited) {
        EXPECT_EQ(explore<Subject>({GetParam(), std::move(threads), std::move(before), preemptions})
                      .wrong,
                  "");
    }
};
INSTANTIATE_TEST_SUITE_P(of_capacity, interleavings, testing::Values(1, 2, 3),
                         testing::PrintToStringParamName());

TEST_P(interleavings, of_two_threads) {
    expect_linearizable<explored_tickets>({{put(1), take}, {put(2), take}});
    expect_linearizable<explored_tickets>({{put(1), put(2), put(3)}, {take, take, take}});
    expect_linearizable<explored_tickets>({{put(1), take, put(2)}, {take, put(3), take}});
    expect_linearizable<explored_tickets>({{put(1), put(2), take}, {put(3), put(4), take}});
    expect_linearizable<explored_tickets>({{put(2), take, take}, {put(3), take, take}}, {put(1)});
    expect_linearizable<explored_tickets>({{put(1), shut, take}, {put(2), take, put(3)}});
    // Second time around.
    expect_linearizable<explored_tickets>({{put(4), take, put(5)}, {take, put(6), take}},
                                          {put(1), put(2), take, take, put(3)});
}

TEST_P(interleavings, of_three_threads) {
    expect_linearizable<explored_tickets>({{put(1)}, {put(2)}, {take}});
    expect_linearizable<explored_tickets>({{put(1)}, {put(2)}, {take, take}});
    expect_linearizable<explored_tickets>({{put(2)}, {take}, {take}}, {put(1)});
    expect_linearizable<explored_tickets>({{put(1), put(2)}, {take, take}, {shut}});
    expect_linearizable<explored_tickets>({{put(1), shut}, {put(2)}, {take, take}});
    expect_linearizable<explored_tickets>({{put(3), put(4)}, {take}, {take}}, {put(1), put(2)});
}

TEST_P(interleavings, of_three_threads_with_two_calls_each) {
    expect_linearizable<explored_tickets>({{put(1), take}, {put(2), take}, {put(3), take}}, {}, 3);
}

TEST_P(interleavings, of_three_threads_with_three_calls_each) {
    expect_linearizable<explored_tickets>(
        {{put(1), put(2), take}, {take, put(3), take}, {put(4), take, shut}}, {}, 1);
}

TEST_P(interleavings, of_a_producer_a_consumer_and_who_closes) {
    expect_linearizable<explored_spsc>({{put(1), put(2), put(3)}, {take, take, take}});
    expect_linearizable<explored_spsc>({{put(1)}, {take, take}, {shut}});
    expect_linearizable<explored_spsc>({{put(1), put(2)}, {take, take}, {shut}});
    expect_linearizable<explored_spsc>({{put(1), put(2), put(3)}, {take, take, take}, {shut}}, {},
                                       1);
    expect_linearizable<explored_spsc>({{put(4), put(5)}, {take, take, take}, {shut}},
                                       {put(1), put(2), take, take, put(3)}, 1);
    expect_linearizable<explored_spsc>({{put(1), shut, put(2)}, {take, take}, {shut}}, {}, 1);
    expect_linearizable<explored_spsc>({{put(1), put(2)}, {take, shut, take}, {shut}}, {}, 1);
}

} // namespace
} // namespace tollgate::queue::orders
